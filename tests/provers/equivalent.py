"""Changes that change nothing: the reason why no scenario could tell them apart, in the words of the rules."""

from __future__ import annotations

EQUIVALENT = {
    "axe.cleave?-any given": "its moment comes only to a Slash that was dodged, and no other skill undoes that",
    "blade.follow_up?-any given": "its moment comes only to a Slash that was dodged, and no other skill undoes that",
    "luoyi_bared.harder?-any owner": "the damage of a card he uses has him for its source, or none once he is dead",
    "tiandu.keep?-any given": "nobody else takes a judgement card before it counts",
    "jiuyuan.more?-any owner": "while he is dying nobody else is healed",
    "jieyin.marry?-target not other": "who has the skill is no man",
    "xiaoji.arm?-any given": "no card lost is no time to invoke it, as `times` says already",
    "wushuang.unmatched?-any given": "how many Jinks it takes counts for a Slash alone",
    "qiaobian.raid?-targets one fewer": "nobody can name fewer than none",
    "buqu.close_a_wound?-any owner": "as long as nobody heals him he has no card too many",
    "buqu.unyielding-anybody's": "nobody has such cards who has not the skill",
    "tianyi_won.once_more-anybody's": "it ends with the turn of its owner, and nobody else has a play phase in it",
    "tianyi_won.one_more-anybody's": "it ends with the turn of its owner, and nobody else names targets in it",
    "yeyan.consume?-second one fewer": "none is the fewest there can be",
    "zhaolie.blaze?-any owner": "what he invoked in a draw phase is forgotten before another draws",
    "tanhu_scouted.near-anybody's": "it asks itself on whom it lies",
    "jink:may_act-disabled": "a Jink names no target, so that it cannot be used of one's own accord",
    "gongqi.far-anybody's": "nobody else uses a card that it made",
    "lihuo.spread?-any owner": "whose turn it is speaks before another's Fan has made a Slash fire",
    "xianzhen_won.within_reach-anybody's": "the effect lies on nobody else, and says itself for whom",
    "xianzhen_won.unarmored-anybody's": "the effect lies on nobody else, and says itself for whom",
    "xianzhen_won.any_number-anybody's": "the effect lies on nobody else, and says itself for whom",
    "haoshi.share?-any owner": "what he invoked in a draw phase is forgotten before another draws",
    "nullification:may_act-disabled": "a Nullification names no target, so that it cannot be used of one's own accord",
    "jiushi.as_analeptic?-cards one more": "where no card is needed none is taken",
    "qice.as_any_trick?-cards one more": "there are no more than all of his hand cards",
    "jiangchi_spurred.once_more-anybody's": "it ends with its owner's turn, and nobody else has a play phase in it",
}
