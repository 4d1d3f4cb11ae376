"""A column of the objects of a state."""

from __future__ import annotations

from mtgmeld.frames import Column, add_column

add_column(
    "objects",
    Column(
        "praised",
        "boolean",
        "whether its card is praised",
        lambda row: "Bear" in row.obj.base.faces[0].subtypes,
    ),
)
