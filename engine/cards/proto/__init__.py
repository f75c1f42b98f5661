"""The cards of the prototype that are not those of the standard edition, whose names begin with `proto_`."""

from __future__ import annotations

from .equipment import (
    Blade,
    DragonSword,
    EightDiagram,
    Fan,
    Halberd,
    MinusOne,
    Overlord,
    PlusOne,
    QinggangSword,
    Talisman,
)
from .peach import Peach
from .tricks import Feast, FireOxen, Indulgence, Monkey, Pavilions, PhantomArmy, Snatch, Swagger

KINDS = (
    *(Peach, Pavilions, FireOxen, Feast, Monkey, Snatch, PhantomArmy, Swagger, Indulgence),
    *(Talisman, QinggangSword, DragonSword, Overlord, Blade, Halberd, Fan, PlusOne, MinusOne, EightDiagram),
)
