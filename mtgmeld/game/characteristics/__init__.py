"""Characteristics: the one home of every derived value of an object."""

from mtgmeld.game.characteristics.compare import (
    all_different_names,
    amount,
    card_types_among,
    different_name,
    has_name,
    passes,
    shares_name,
)
from mtgmeld.game.characteristics.copying import copy_of
from mtgmeld.game.characteristics.derive import (
    as_permanent,
    derive,
    derive_few,
    undetermined,
)
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
    Copiable,
    Status,
    of_card,
    of_pair,
)
from mtgmeld.game.characteristics.sides import (
    back_face,
    double_faced,
    face_down_allowed,
    represented_by,
    transformed,
)

__all__ = [
    "VALUES",
    "ZONES",
    "Characteristics",
    "Copiable",
    "Nameable",
    "Status",
    "all_different_names",
    "amount",
    "as_permanent",
    "back_face",
    "card_types_among",
    "color_identity",
    "copy_of",
    "derive",
    "derive_few",
    "different_name",
    "double_faced",
    "face_down_allowed",
    "has_name",
    "identity_of_melded",
    "nameable",
    "of_card",
    "of_pair",
    "passes",
    "represented_by",
    "shares_name",
    "transformed",
    "undetermined",
]
