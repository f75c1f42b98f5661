"""What each option of a ruleset does."""

from engine.texts.entry import Text

OPTIONS: dict[str, Text] = {
    "dual_renegade": Text(
        zh="内奸为两名，而非一名。",
        en="Two renegades in place of one.",
    ),
    "gods": Text(
        zh="所选扩展包的神武将也在可选武将之列。",
        en="The gods of the chosen packs are among the heroes offered.",
    ),
    "advanced_weapons": Text(
        zh="使用首版进阶规则的武器技能。",
        en="The weapon skills of the first edition's advanced rules.",
    ),
    "first_game": Text(
        zh="首版第一次游戏的规则：去掉点数为J、Q、K的牌；除非另行选择，不使用武将。",
        en="The first edition's rules for a first game: no jacks, queens and kings, no heroes unless chosen.",
    ),
    "reincarnation": Text(
        zh="阵亡的玩家可以换一名武将回到游戏。",
        en="The dead may come back as another hero.",
    ),
    "dark_souls": Text(
        zh="阵亡的玩家可以化为灵魂，依附于一名存活角色。",
        en="The dead may attach themselves to a living character as a soul.",
    ),
    "last_blood": Text(
        zh="上一局最先阵亡的玩家，在本局不会最先阵亡。",
        en="Whoever died first in the last match cannot die first in this one.",
    ),
    "attrition": Text(
        zh="只剩三名角色后，过一段时间起，每轮所有角色各失去1点体力。",
        en="From some time after three are left, each round costs everybody 1 hp.",
    ),
    "competitive": Text(
        zh="同队的玩家不得交谈。",
        en="The players of a team may not talk to each other.",
    ),
    "warm_seat": Text(
        zh="暖色方主帅的座位。不指定则随机决定。",
        en="Where the commander of the warm side sits. Chance decides if it is not given.",
    ),
    "lord_seat": Text(
        zh="由哪个座位担任主公，其余身份随机分发。不指定则全部随机。",
        en="Who is the lord; the other roles are dealt at random. All of them are if it is not given.",
    ),
    "protected_seat": Text(
        zh="上一局最先阵亡的玩家的座位。不指定则无人受到保护。",
        en="The seat of whoever died first in the last match. Nobody is protected if it is not given.",
    ),
    "heroes": Text(
        zh="使用武将。否则所有人都没有武将。",
        en="Play with heroes. If not, nobody has one.",
    ),
    "seat_lottery": Text(
        zh="座位由抽签决定，不能自选。",
        en="Seats are drawn by lot; nobody chooses one.",
    ),
    "silent_waits": Text(
        zh="每次询问至少持续这么久，无论是否有人能够响应，使等待的时间不透露任何信息。",
        en="Every window stays open at least this long, whether anybody can respond or not: time tells nothing.",
    ),
    "talk": Text(
        zh="玩家可以在牌桌上发送消息。",
        en="Players may send messages to the table.",
    ),
    "deadlines": Text(
        zh="作出每种决定的时限。",
        en="How long a seat has for each kind of decision.",
    ),
    "spectator_delay": Text(
        zh="旁观者看到的牌桌延后多久。",
        en="How far spectators are behind.",
    ),
}
