"""Characteristics: the one home of every derived value of an object."""

from mtgmeld.game.characteristics.compare import all_different_names, shares_name
from mtgmeld.game.characteristics.derive import (
    as_permanent,
    by_counters,
    copy_of,
    derive,
    derive_few,
    undetermined,
)
from mtgmeld.game.characteristics.faces import back_face, double_faced, represented_by
from mtgmeld.game.characteristics.identity import (
    Nameable,
    color_identity,
    identity_of_melded,
    nameable,
)
from mtgmeld.game.characteristics.model import (
    VALUES,
    ZONES,
    Characteristics,
    Circumstances,
    CopiableValues,
    answers_of,
    of_card,
    of_pair,
)

__all__ = [
    "VALUES",
    "ZONES",
    "Characteristics",
    "Circumstances",
    "CopiableValues",
    "Nameable",
    "all_different_names",
    "answers_of",
    "as_permanent",
    "back_face",
    "by_counters",
    "color_identity",
    "copy_of",
    "derive",
    "derive_few",
    "double_faced",
    "identity_of_melded",
    "nameable",
    "of_card",
    "of_pair",
    "represented_by",
    "shares_name",
    "undetermined",
]
