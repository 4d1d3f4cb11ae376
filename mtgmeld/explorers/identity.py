"""Color against color identity for any set of cards, each with its reason."""

from __future__ import annotations

from collections.abc import Iterable

from mtgmeld.catalog import Catalog, find, load_catalog
from mtgmeld.errors import AmbiguousName, UnknownCard, UnknownName
from mtgmeld.explorers.board import Board, Table
from mtgmeld.rules.editions import POLICIES
from mtgmeld.tables import color_identity_table, explain_row

__all__ = ["LAND_TYPES", "identity_view"]

LAND_TYPES = "basic land types in color identity"
_SHOWN = ("card", "colors", "color_identity", "comes_from", "rules")
MOST = 500


def identity_view(
    cards: str | Iterable[str],
    land_types: str = "left out",
    edition: str | None = None,
    catalog: Catalog | None = None,
) -> Board:
    """Show colors and color identity of cards; where they differ, the row is marked.

    Parameters
    ----------
    cards : str or iterable of str
        Names; in one text each on a line of its own.
    land_types : str
        Whether basic land types add a color: a reading of the policy :data:`LAND_TYPES`.
    edition : str, optional
    catalog : Catalog, optional
        Where the names are looked up; the bundled facts by default.

    Returns
    -------
    Board
        The frame ``identity`` (``mtgmeld.tables.TABLES["identity"]``); colors and identity
        open to their explanations.  Names that no card has are left out, and the message
        says which.

    Raises
    ------
    UnknownName
        If the reading is none.
    """
    readings = POLICIES[LAND_TYPES].readings
    if land_types not in readings:
        raise UnknownName("reading", land_types, readings)
    names = cards.splitlines() if isinstance(cards, str) else list(cards)
    names = [n.strip() for n in names if n.strip()]
    found, wrong = [], []
    catalog = catalog or load_catalog()
    if len(names) > MOST:
        wrong.append(f"Only the first {MOST} names are shown.")
    for name in names[:MOST]:
        try:
            found.append(find(name, catalog).card)
        except (UnknownCard, AmbiguousName) as error:
            wrong.append(str(error))
    known = list(dict.fromkeys(c.name for c in found))
    frame = color_identity_table(
        known, edition=edition, policies={LAND_TYPES: land_types}, catalog=catalog
    )
    differs, reasons = set(), {}
    for n in range(len(frame)):
        row = frame.iloc[n]
        for column in ("colors", "color_identity"):
            reasons[n, column] = explain_row(row, column, catalog=catalog)
        if str(row["colors"]) != str(row["color_identity"]):
            differs |= {(n, "colors"), (n, "color_identity")}
    unlike = len(differs) // 2
    cards_said = "1 card" if len(frame) == 1 else f"{len(frame)} cards"
    said = f"{cards_said}, {unlike} with an identity unlike the colors"
    return Board(
        f"{said}; rules of {frame.attrs['edition']}",
        (Table("identity", frame, _SHOWN, differs=frozenset(differs), reasons=reasons),),
        " ".join(wrong),
    )
