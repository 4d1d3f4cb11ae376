"""A card file as columns: what every row has, the derived values once for all alike cards."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from mtgmeld.cards import MeldPair
from mtgmeld.sources.derive import NO_LAYOUT, Deriver
from mtgmeld.sources.printed import LAYOUTS, MELD_RESULT, NoCardError, Printed, letters
from mtgmeld.sources.report import Report
from mtgmeld.sources.scryfall import Lean, printed
from mtgmeld.sources.text import TypeLine, read_type_line, signature
from mtgmeld.sources.values import Values

__all__ = ["Columns", "PairRow"]

# Layouts whose objects have one face and no part elsewhere.
_SINGLE = frozenset(
    name for name, rules in LAYOUTS.items() if rules in ("normal", "token", "emblem")
)


class PairRow(msgspec.Struct, frozen=True, gc=False):
    """A meld pair, by names.

    Attributes
    ----------
    cards : tuple of (str, str)
    result : str
        Their combined back face.
    is_known : bool
        Whether the pair table has it.
    """

    cards: tuple[str, str]
    result: str
    is_known: bool = True


class Columns:
    """The rows of a card file, column by column.

    Attributes
    ----------
    report : Report
    deriver : Deriver
        ``deriver.distinct[codes[i]]`` are the values of row `i`.
    names, type_lines : list of str
    ids, sets, released : list of str or None
    codes : array of int
    faces : dict of int to tuple of (str, str)
        Name and type line of each face, for the rows with several.
    pairs : list of PairRow
        The meld pairs that the file shows.
    melds : list of (int, Printed)
        The rows of meld cards and combined back faces.
    fronts : dict of int to MeldPair
        For the rows of combined back faces: the pair, once it is known.
    """

    def __init__(self, report: Report, deriver: Deriver) -> None:
        self.report = report
        self.deriver = deriver
        self.names: list[str] = []
        self.type_lines: list[str] = []
        self.ids: list[str | None] = []
        self.sets: list[str | None] = []
        self.released: list[str | None] = []
        self.codes = array("I")
        self.faces: dict[int, tuple[tuple[str, str], ...]] = {}
        self.pairs: list[PairRow] = []
        self.melds: list[tuple[int, Printed]] = []
        self.fronts: dict[int, MeldPair] = {}
        self._same: dict[Any, Any] = {}

    def __len__(self) -> int:
        return len(self.codes)

    def values(self, row: int) -> Values:
        """Return the values of a row."""
        return self.deriver.distinct[self.codes[row]]

    def add(self, card: Printed) -> None:
        """Add a row."""
        row, same = len(self.codes), self._same.setdefault
        self.codes.append(self.deriver(card))
        lines = [f.type_line.text for f in card.faces]
        if len(card.faces) > 1:
            faces = tuple(zip((f.name for f in card.faces), lines, strict=True))
            self.faces[row] = same(faces, faces)
        line = " // ".join(lines)
        self.names.append(same(card.name, card.name))
        self.type_lines.append(same(line, line))
        self.ids.append(card.id)
        self.sets.append(same(card.set, card.set))
        self.released.append(same(card.released, card.released))
        if LAYOUTS.get(card.layout) == "meld" or card.layout == MELD_RESULT:
            self.melds.append((row, card))

    def take(self, batches: Iterable[list[Lean]], refuse: Callable[[Lean, str, int], None]) -> None:
        """Add a row for each object of a Scryfall file.

        Most objects have one face; for these a short way leads to the answer of an alike
        card.  The others go by :meth:`add`.

        Parameters
        ----------
        batches : iterable of list of Lean
        refuse : callable
            Gets each object that is no card after all, why, and its place in the batch.
        """
        deriver, same = self.deriver, self._same.setdefault
        memo, codes = deriver.memo, self.codes
        names, type_lines, ids = self.names, self.type_lines, self.ids
        sets, released = self.sets, self.released
        lines: dict[str | None, TypeLine] = {}
        for batch in batches:
            for c in batch:
                if c.card_faces or c.layout not in _SINGLE or not c.name or c.name.isspace():
                    try:
                        self.add(printed(c))
                    except NoCardError as error:
                        refuse(c, str(error), batch.index(c))
                    continue
                text = c.oracle_text
                line = lines.get(c.type_line)
                if line is None:
                    line = lines[c.type_line] = read_type_line(c.type_line or "")
                key = (
                    c.layout,
                    c.mana_cost,
                    signature(text, c.name) if text else text,
                    line.counted,
                    c.color_indicator,
                    c.cmc,
                    c.colors,
                    c.color_identity,
                )
                code = memo.get(key)
                if code is None:
                    try:
                        code = memo[key] = _new(deriver, c, key[2], line.counted)
                    except NoCardError as error:
                        refuse(c, str(error), batch.index(c))
                        continue
                codes.append(code)
                names.append(same(c.name, c.name))
                type_lines.append(line.text)
                ids.append(c.id)
                sets.append(same(c.set, c.set))
                released.append(same(c.released_at, c.released_at))

    def without(self, rows: set[int]) -> None:
        """Drop rows."""
        if not rows:
            return
        kept = [i for i in range(len(self.codes)) if i not in rows]
        places = {old: new for new, old in enumerate(kept)}
        self.codes = array("I", (self.codes[i] for i in kept))
        for name in ("names", "type_lines", "ids", "sets", "released"):
            column = getattr(self, name)
            setattr(self, name, [column[i] for i in kept])
        self.faces = {places[i]: f for i, f in self.faces.items() if i in places}
        self.melds = [(places[i], c) for i, c in self.melds if i in places]
        self.fronts = {places[i]: p for i, p in self.fronts.items() if i in places}

    def summarize(self) -> None:
        """Fill the report's counts of layouts, flags, compared values and differences."""
        report = self.report
        layouts: Counter[str] = Counter()
        unknown: Counter[str] = Counter()
        flags: Counter[str] = Counter()
        compared: Counter[str] = Counter()
        differing: Counter[tuple[str, str]] = Counter()
        faces = len(self.codes)
        for code, number in Counter(self.codes).items():
            v = self.deriver.distinct[code]
            layouts[v.layout] += number
            faces += number * max(0, len(v.faces) - 1)
            for flag in v.flags:
                flags[flag] += number
                if flag == NO_LAYOUT:
                    unknown[v.layout] += number
            for field in v.compared:
                compared[field] += number
            for d in v.differences:
                differing[d.field, d.cause] += number
        report.rows, report.faces = len(self.codes), faces
        report.layouts, report.unknown_layouts = dict(layouts), dict(unknown)
        report.flags, report.compared = dict(flags), dict(compared)
        report.differences = dict(differing)


def _new(deriver: Deriver, card: Lean, signature: str | None, line: str) -> int:
    """Return the index of the values of a card of one face that is like none before.

    Raises
    ------
    NoCardError
        If it has letters that are no colors.
    """
    if card.mana_cost is not None and signature is not None and card.layout:
        published = card.cmc, _letters(card.colors), _letters(card.color_identity)
        face = card.mana_cost, letters(card.color_indicator or ()), signature, line
        found = deriver.alike(card.layout, face, published)
        if found is not None:
            return found
    return deriver(printed(card))


def _letters(colors: tuple[str, ...] | None) -> str | None:
    return None if colors is None else letters(colors)
