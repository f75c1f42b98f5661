"""Heroes whose skills are those of another card of the same character: SP庞德, SP贾诩, SP孙尚香, SP貂蝉, SP马超"""

from __future__ import annotations

from ...hero import Hero
from ..fire.pangde import Mengjin
from ..forest.jiaxu import Luanwu, Wansha, Weimu
from ..standard.diaochan import Biyue, Lijian
from ..standard.machao import Mashu, Tieqi
from ..standard.sunshangxiang import Jieyin, Xiaoji

SP_PANGDE = Hero("sp_pangde", "wei", 4, (Mashu, Mengjin), character="pangde")
SP_JIAXU = Hero("sp_jiaxu", "wei", 3, (Wansha, Luanwu, Weimu), character="jiaxu")
SP_SUNSHANGXIANG = Hero("sp_sunshangxiang", "shu", 3, (Jieyin, Xiaoji), "female", character="sunshangxiang")
SP_DIAOCHAN = Hero("sp_diaochan", "qun", 3, (Lijian, Biyue), "female", character="diaochan")
SP_MACHAO = Hero("sp_machao", "qun", 4, (Mashu, Tieqi), character="machao")
