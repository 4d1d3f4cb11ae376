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
from mtgmeld.game.characteristics.derive import derive, undetermined
from mtgmeld.game.characteristics.identity import color_identity, identity_of_melded, nameable
from mtgmeld.game.characteristics.model import (
    VALUES,
    ZONES,
    Characteristics,
    Copiable,
    Status,
    of_card,
    of_pair,
)

__all__ = [
    "VALUES",
    "ZONES",
    "Characteristics",
    "Copiable",
    "Status",
    "all_different_names",
    "amount",
    "card_types_among",
    "color_identity",
    "derive",
    "different_name",
    "has_name",
    "identity_of_melded",
    "nameable",
    "of_card",
    "of_pair",
    "passes",
    "shares_name",
    "undetermined",
]
