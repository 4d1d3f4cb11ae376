"""Color against color identity for any set of cards, each with its reason."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

from mtgmeld.catalog import Catalog, find
from mtgmeld.decks import read_deck
from mtgmeld.errors import AmbiguousName, UnknownCard
from mtgmeld.explorers.board import Board, Table
from mtgmeld.explorers.controls import Control, Page, must_be
from mtgmeld.explorers.playing import scene
from mtgmeld.explorers.registry import explorer, panel
from mtgmeld.frames import explain_row
from mtgmeld.rules.editions import POLICIES
from mtgmeld.tables import color_identity_table

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from mtgmeld.explorers.widgets import Panel

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
        Names; a text is a deck list, as :func:`mtgmeld.read_deck` reads it.
    land_types : str
        Whether basic land types add a color: a reading of the policy :data:`LAND_TYPES`.
    edition : str, optional
    catalog : Catalog, optional
        Where the names are looked up; the bundled facts by default.

    Returns
    -------
    Board
        The frame ``identity`` (kind ``identity``); colors and identity
        open to their explanations.  Names that no card has are left out, and the message
        says which; a combined back face, which is in no deck either (712.4), has its row.

    Raises
    ------
    UnknownName
        If the reading is none.

    Examples
    --------
    >>> board = mm.explorers.identity_view(["Fire // Ice", "Westvale Abbey"])
    >>> board.frames["identity"][["card", "colors", "color_identity"]]
                                              card colors color_identity
    0                                  Fire // Ice     UR             UR
    1  Westvale Abbey // Ormendahl, Profane Prince                     B
    """
    must_be("reading", land_types, POLICIES[LAND_TYPES].readings)
    # a line alone could be the name of a file
    text = cards if isinstance(cards, str) else "\n".join(cards)
    deck = read_deck(f"{text}\n\n", catalog=catalog)
    wrong = [f"Only the first {MOST} names are shown."] if len(deck) > MOST else []
    deck = deck.head(MOST)
    wrong += list(filter(None, deck["problem"]))
    known = list(dict.fromkeys(deck["card"].dropna()))
    melded = [n for n in deck["written"][deck["card"].isna()] if _is_combined(n, catalog)]
    frame = color_identity_table(
        [*known, *dict.fromkeys(melded)],
        edition=edition,
        policies={LAND_TYPES: land_types},
        catalog=catalog,
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
        situation=lambda: scene(said, start=[{"card": n, "zone": "hand"} for n in known]),
        figure=lambda: _drawn(frame),
    )


def _is_combined(name: str, catalog: Catalog | None) -> bool:
    """Whether a name is that of a face that two cards form together."""
    try:
        return not find(name, catalog).card.is_card
    except (UnknownCard, AmbiguousName):
        return False


def _drawn(frame: pd.DataFrame) -> Axes:
    from mtgmeld.figures import color_against_identity

    return color_against_identity(frame)


@explorer
def identity_explorer(
    cards: str = "Fire // Ice\nCecil, Dark Knight\nWestvale Abbey\nPhyrexian Dragon Engine",
    catalog: Catalog | None = None,
) -> Panel:
    """Colors against color identity of any cards, each with its reason.

    Parameters
    ----------
    cards : str
        A deck list to begin with, or names, each on a line of its own.
    catalog : Catalog, optional
        Where the names are looked up; the bundled facts by default.

    Examples
    --------
    >>> mm.explorers.identity_explorer("Fire // Ice")
    <Identity explorer: 1 card, 0 with an identity unlike the colors; rules of 2026-09-25>
    """
    controls = {
        "cards": Page("Cards or a deck list", hint="a name on each line", rows=6),
        "land_types": Control("Basic land types are", tuple(POLICIES[LAND_TYPES].readings)),
    }
    view = partial(identity_view, catalog=catalog)
    return panel("Identity explorer", view, controls, {"cards": cards})
