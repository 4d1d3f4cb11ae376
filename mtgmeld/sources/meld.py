"""Meld pairs of a card file: a combined back face takes its mana value from two cards.

The file itself says which cards belong together; where it does not, or a card is not in it,
the pair table of the bundled facts does (712.5), with a warning.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from mtgmeld.cards import Card, MeldPair
from mtgmeld.catalog import Catalog, load_catalog
from mtgmeld.sources.columns import Columns, PairRow
from mtgmeld.sources.printed import MELD_RESULT, MELD_ROLE, Printed, card_of
from mtgmeld.sources.text import without_reminders
from mtgmeld.sources.values import Values

__all__ = ["Melds", "meld_cards", "pair_of", "resolve_melds"]

FROM_TABLE = "mana value by the pair table"
NO_PAIR = "the two cards of the melded permanent are unknown"


class Melds(msgspec.Struct):
    """What a file says of its meld cards.

    Attributes
    ----------
    parts : dict of str to Card
        The cards of pairs, by name.
    pairs : list of PairRow
    warnings : dict of str
        What had to come from the pair table, and what that has not.
    """

    parts: dict[str, Card]
    pairs: list[PairRow]
    warnings: dict[str, None]


def meld_cards(cards: Sequence[Printed], known: Catalog) -> Melds:
    """Return what a file says of its meld cards, telling cards from combined back faces."""
    warned: dict[str, None] = {}
    for card in cards:
        _tell_role(card, known, warned)
    parts: dict[str, Card] = {}
    for card in cards:
        if card.layout == "meld" and MELD_ROLE not in card.flags:
            parts.setdefault(card.faces[0].name, card_of(card))
    melds = Melds(parts, _pairs(cards, known), warned)
    for pair in melds.pairs:
        if not pair.is_known:
            names = " + ".join(pair.cards)
            melds.warnings[f"a meld pair that the pair table has not: {names} = {pair.result}"] = (
                None
            )
    return melds


def resolve_melds(columns: Columns) -> None:
    """Give the combined back faces among the rows their values, and note the pairs."""
    known = load_catalog()
    melds = meld_cards([card for _, card in columns.melds], known)
    deriver = columns.deriver
    done: dict[tuple[object, ...], tuple[int, tuple[Card, Card] | None]] = {}
    for row, card in columns.melds:
        key = (deriver(card), card.name, card.parts)
        if key not in done:
            done[key] = (
                _result(columns, card, melds, known)
                if card.layout == MELD_RESULT
                else (deriver(card), None)
            )
        columns.codes[row], fronts = done[key]
        if fronts is not None:
            columns.fronts[row] = MeldPair("", "", *fronts, card_of(card))
    columns.pairs = melds.pairs
    columns.report.warnings.extend(melds.warnings)


def _tell_role(card: Printed, known: Catalog, warned: dict[str, None]) -> None:
    """Tell part from result by the pair table where the file does not say."""
    if MELD_ROLE not in card.flags:
        return
    pair = _table_pair(card.faces[0].name, known)
    if pair is None:
        return
    warned[f"{card.name}: its meld pair is not named; the pair table names it"] = None
    card.flags = tuple(f for f in card.flags if f != MELD_ROLE)
    card.parts, card.result = pair.cards, pair.result
    if card.faces[0].name == pair.result:
        card.layout = MELD_RESULT


def _table_pair(name: str, known: Catalog) -> PairRow | None:
    for pair in known.meld_pairs:
        if name in (pair.result.name, *(c.name for c in pair.cards)):
            return PairRow((pair.bearer.name, pair.counterpart.name), pair.result.name)
    return None


def _result(
    columns: Columns, card: Printed, melds: Melds, known: Catalog
) -> tuple[int, tuple[Card, Card] | None]:
    """Return the index of the values of a combined back face, and its two cards."""
    deriver = columns.deriver
    values = deriver.distinct[deriver(card)]
    names: Iterable[str] = card.parts
    warned = melds.warnings
    if len(card.parts) != 2:
        pair = _table_pair(card.name, known)
        names = pair.cards if pair else ()
        if pair:
            warned[f"{card.name}: its two cards are not named; the pair table names them"] = None
    found = []
    flags: tuple[str, ...] = ()
    for name in names:
        part = melds.parts.get(name)
        if part is None:
            part = _from_table(name, known)
            if part is not None:
                warned[f"{name} is not in the file; the pair table gives its cost"] = None
                flags = (FROM_TABLE,)
        if part is not None:
            found.append(part)
    fronts = None
    if len(found) == 2:
        fronts = found[0], found[1]
        values = deriver.melded(values, card, fronts)
    else:
        warned[f"{card.name}: {NO_PAIR}, so its mana value is unknown"] = None
        flags = (NO_PAIR,)
    flagged: Values = msgspec.structs.replace(values, flags=(*values.flags, *flags))
    return deriver.keep(flagged), fronts


def pair_of(card: Printed, melds: Melds, known: Catalog) -> MeldPair | None:
    """Return the pair of a combined back face; None for other cards, or if it is unknown."""
    if card.layout != MELD_RESULT:
        return None
    found = [melds.parts.get(name) or _from_table(name, known) for name in card.parts]
    if len(found) != 2 or found[0] is None or found[1] is None:
        return None
    return MeldPair("", "", found[0], found[1], card_of(card))


def _from_table(name: str, known: Catalog) -> Card | None:
    for pair in known.meld_pairs:
        for card in pair.cards:
            if card.name == name:
                return card
    return None


def _pairs(cards: Iterable[Printed], known: Catalog) -> list[PairRow]:
    """Return the meld pairs that the file shows, the bearer of the ability first."""
    bearers = {c.faces[0].name for c in cards if _bears(c)}
    found: dict[tuple[frozenset[str], str], PairRow] = {}
    for card in cards:
        if len(set(card.parts)) != 2 or not card.result:
            continue
        pair = _table_pair(card.result, known)
        if pair is not None and set(pair.cards) == set(card.parts):
            row = pair
        else:
            first, second = sorted(card.parts, key=lambda n: (n not in bearers, n))
            row = PairRow((first, second), card.result, False)
        found[frozenset(card.parts), card.result] = row
    return sorted(found.values(), key=lambda p: p.result)


def _bears(card: Printed) -> bool:
    """Whether a card has the ability that melds, which a reminder only mentions (701.42a)."""
    text = without_reminders(card.faces[0].text or "")
    return card.layout == "meld" and "meld them" in text
