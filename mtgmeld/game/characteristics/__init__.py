"""Characteristics: the one home of every derived value of an object."""

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
    "color_identity",
    "derive",
    "identity_of_melded",
    "nameable",
    "of_card",
    "of_pair",
    "undetermined",
]
