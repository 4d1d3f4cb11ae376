"""Reading a card file into columns: one pass in bounded memory, then the meld pairs.

A combined back face takes its mana value from two cards.  The file itself says which belong
together; where it does not, or a card is not in it, the pair table of the bundled facts does
(712.5), with a warning.
"""

from __future__ import annotations

import os
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from mtgmeld.cards import Card, MeldPair
from mtgmeld.catalog import Catalog, bundled
from mtgmeld.errors import BadCardFile
from mtgmeld.layouts import OF_FILES
from mtgmeld.sources import mtgjson, scryfall, tables
from mtgmeld.sources.derive import NO_LAYOUT, Deriver, Values
from mtgmeld.sources.printed import (
    MELD_RESULT,
    MELD_ROLE,
    NoCardError,
    Printed,
    TypeLine,
    card_of,
    read_type_line,
    signature,
    without_reminders,
)
from mtgmeld.sources.scan import (
    KEYED,
    SCRYFALL,
    Objects,
    Salvage,
    Scanner,
    name_in,
    open_cards,
    readable,
    recognise,
    stops,
)

KEPT = 1_000


class Loss(msgspec.Struct, frozen=True, gc=False):
    """An object that could not be read, or a field of it that was left out.

    Attributes
    ----------
    line, item : int
        Its line in the file and its number among the objects, from 1.
    name : str
        The card's name, where it can be told.
    why : str
    """

    line: int
    item: int
    name: str
    why: str

    @property
    def told(self) -> str:
        """What was lost, and why, without its line."""
        who = f" ({self.name})" if self.name else ""
        return f"object {self.item}{who}: {self.why}"

    def __str__(self) -> str:
        return f"line {self.line}, {self.told}"


class Report(msgspec.Struct):
    """What reading a card file gave.

    Attributes
    ----------
    path, source, shape : str
        The file, whose it is, and how it is built.
    objects, rows, faces : int
        Objects read, cards and faces that they gave.
    layouts : dict of str to int
        Cards by the file's layout.
    unknown_layouts : dict of str to int
        Those among them that no rule here explains; their cards are kept and flagged.
    left_out : int
        Cards that a filter left out.
    skipped : int
        Objects that gave no card.
    losses : list of Loss
        The first thousand of these.
    noted : int
        Fields that were left out of cards that were kept.
    notes : list of Loss
        The first thousand of these.
    warnings : list of str
    differences : dict of (str, str) to int
        Field and cause of published values that are not the derived ones, with their number.
    compared : dict of str to int
        How many published values could be compared, by field.
    flags : dict of str to int
        What was unknown or odd about cards.
    stopped : str
        Why the file could not be read to its end; empty if it was.
    """

    path: str
    source: str = ""
    shape: str = ""
    objects: int = 0
    rows: int = 0
    faces: int = 0
    layouts: dict[str, int] = {}
    unknown_layouts: dict[str, int] = {}
    left_out: int = 0
    skipped: int = 0
    losses: list[Loss] = []
    noted: int = 0
    notes: list[Loss] = []
    warnings: list[str] = []
    differences: dict[tuple[str, str], int] = {}
    compared: dict[str, int] = {}
    flags: dict[str, int] = {}
    stopped: str = ""

    @property
    def is_whole(self) -> bool:
        """Whether every object gave a card, with all its fields, to the end of the file."""
        return not (self.skipped or self.noted or self.stopped)

    def lose(self, loss: Loss, strict: bool) -> None:
        """Count an object that gave no card.

        Raises
        ------
        BadCardFile
            If `strict`.
        """
        self.skipped += 1
        self._keep(self.losses, loss, strict)

    def note(self, loss: Loss, strict: bool) -> None:
        """Count a field that was left out of a card; raises as :meth:`lose` does."""
        self.noted += 1
        self._keep(self.notes, loss, strict)

    def _keep(self, kept: list[Loss], loss: Loss, strict: bool) -> None:
        if strict:
            raise BadCardFile(self.path, loss.told, line=loss.line)
        if len(kept) < KEPT:
            kept.append(loss)

    def as_dict(self) -> dict[str, Any]:
        """Return the report as plain dicts, lists and texts, for JSON and frame attributes."""
        plain: dict[str, Any] = msgspec.to_builtins(
            msgspec.structs.replace(self, differences={}, losses=[], notes=[])
        )
        plain["losses"] = [str(x) for x in self.losses]
        plain["notes"] = [str(x) for x in self.notes]
        plain["differences"] = [
            {"field": field, "cause": cause, "cards": count}
            for (field, cause), count in sorted(self.differences.items())
        ]
        return plain

    def to_text(self) -> str:
        """Return the report as lines of text."""
        out = [
            f"{self.path}: {self.source} {self.shape}, {self.objects:,} objects, "
            f"{self.rows:,} cards, {self.faces:,} faces",
            "layouts: " + _counted(self.layouts),
        ]
        if self.unknown_layouts:
            out.append("unknown layouts, kept: " + _counted(self.unknown_layouts))
        for field, number in self.compared.items():
            wrong = sum(n for (f, _), n in self.differences.items() if f == field)
            out.append(f"{field}: {number - wrong:,} of {number:,} published values agree")
            for (name, cause), count in sorted(self.differences.items()):
                if name == field:
                    out.append(f"  {count:,} {cause}")
        if self.flags:
            out.append("flagged: " + _counted(self.flags))
        for title, number, kept in (
            ("skipped", self.skipped, self.losses),
            ("fields left out", self.noted, self.notes),
        ):
            if number:
                out.append(f"{title}: {number:,}")
                out.extend(f"  {x}" for x in kept[:20])
                if number > 20:
                    out.append(f"  and {number - 20:,} more")
        if self.stopped:
            out.append(f"not read to the end: {self.stopped}")
        out.extend(f"warning: {w}" for w in self.warnings)
        return "\n".join(out)

    def __str__(self) -> str:
        return self.to_text()


def _counted(counts: dict[str, int]) -> str:
    return ", ".join(f"{name} {n:,}" for name, n in Counter(counts).most_common())


# Layouts whose objects have one face and no part elsewhere.
_SINGLE = frozenset(
    name for name, rules in OF_FILES.items() if rules in ("normal", "token", "emblem")
)
FROM_TABLE = "mana value by the pair table"
NO_PAIR = "the two cards of the melded permanent are unknown"
MELDS = ("meld", MELD_RESULT)
_NEEDED = frozenset(
    """
    name layout mana_cost type_line oracle_text color_indicator card_faces
    faceName side manaCost type text colorIndicator
    """.split()
)
T = TypeVar("T", bound=msgspec.Struct)
W = TypeVar("W", str, tuple[str, str])


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


class Melds:
    """What a file says of its meld cards, with the pair table where it says nothing (712.5).

    Parameters
    ----------
    cards : sequence of Printed
        The meld cards and combined back faces of the file; they are told apart here.
    known : Catalog
        Whose meld pairs are the pair table.

    Attributes
    ----------
    parts : dict of str to Card
        The cards of pairs, by name.
    pairs : list of PairRow
        Those that the file shows, by the name of the combined face.
    warnings : dict of str
        What had to come from the pair table, and what that has not.
    """

    def __init__(self, cards: Sequence[Printed], known: Catalog) -> None:
        self._table = {c.name: p for p in known.meld_pairs for c in (*p.cards, p.result)}
        self._known = {c.name: c for p in known.meld_pairs for c in p.cards}
        self.warnings: dict[str, None] = {}
        for card in cards:
            self._tell_role(card)
        self.parts: dict[str, Card] = {}
        for card in cards:
            if card.layout == "meld" and MELD_ROLE not in card.flags:
                self.parts.setdefault(card.faces[0].name, card_of(card))
        self.pairs = self._pairs(cards)
        for pair in self.pairs:
            if not pair.is_known:
                names = " + ".join(pair.cards)
                self._warn(f"a meld pair that the pair table has not: {names} = {pair.result}")

    def _warn(self, text: str) -> None:
        self.warnings[text] = None

    def _tell_role(self, card: Printed) -> None:
        """Tell part from result by the pair table where the file does not say."""
        pair = self._table.get(card.faces[0].name) if MELD_ROLE in card.flags else None
        if pair is None:
            return
        self._warn(f"{card.name}: its meld pair is not named; the pair table names it")
        card.flags = tuple(f for f in card.flags if f != MELD_ROLE)
        card.parts, card.result = tuple(c.name for c in pair.cards), pair.result.name
        if card.faces[0].name == pair.result.name:
            card.layout = MELD_RESULT

    def _pairs(self, cards: Iterable[Printed]) -> list[PairRow]:
        """Return the meld pairs that the file shows, the bearer of the ability first."""
        bearers = {c.faces[0].name for c in cards if _bears(c)}
        found: dict[tuple[frozenset[str], str], PairRow] = {}
        for card in cards:
            if len(set(card.parts)) != 2 or not card.result:
                continue
            known = self._table.get(card.result)
            names = tuple(c.name for c in known.cards) if known is not None else ()
            if set(names) == set(card.parts):
                row = PairRow((names[0], names[1]), card.result)
            else:
                first, second = sorted(card.parts, key=lambda n: (n not in bearers, n))
                row = PairRow((first, second), card.result, False)
            found[frozenset(card.parts), card.result] = row
        return sorted(found.values(), key=lambda p: p.result)

    def fronts(self, card: Printed) -> tuple[tuple[Card, Card] | None, tuple[str, ...]]:
        """Return the two cards of a combined back face, or None, and what is odd about them."""
        names = card.parts
        flags: tuple[str, ...] = ()
        pair = self._table.get(card.name)
        if len(names) != 2 and pair is not None:
            names = tuple(c.name for c in pair.cards)
            self._warn(f"{card.name}: its two cards are not named; the pair table names them")
        found = []
        for name in names:
            part = self.parts.get(name)
            if part is None and (part := self._known.get(name)) is not None:
                self._warn(f"{name} is not in the file; the pair table gives its cost")
                flags = (FROM_TABLE,)
            if part is not None:
                found.append(part)
        if len(found) == 2:
            return (found[0], found[1]), flags
        self._warn(f"{card.name}: {NO_PAIR}, so its mana value is unknown")
        return None, (NO_PAIR,)

    def pair_of(self, card: Printed) -> MeldPair | None:
        """Return the pair of a combined back face; None for other cards, or if it is unknown."""
        fronts = self.fronts(card)[0] if card.layout == MELD_RESULT else None
        return None if fronts is None else MeldPair("", "", *fronts, card_of(card))


def _bears(card: Printed) -> bool:
    """Whether a card has the ability that melds, which a reminder only mentions (701.42a)."""
    text = without_reminders(card.faces[0].text or "")
    return card.layout == "meld" and "meld them" in text


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

    def _row(
        self, code: int, name: str, line: str, c: Printed | scryfall.Object, date: Any
    ) -> None:
        same = self._same.setdefault  # equal texts are kept once
        self.codes.append(code)
        self.names.append(same(name, name))
        self.type_lines.append(same(line, line))
        self.ids.append(c.id)
        self.sets.append(same(c.set, c.set))
        self.released.append(same(date, date))

    def add(self, card: Printed) -> None:
        """Add a row."""
        row, same = len(self.codes), self._same.setdefault
        lines = [f.type_line.text for f in card.faces]
        if len(card.faces) > 1:
            faces = tuple(zip((f.name for f in card.faces), lines, strict=True))
            self.faces[row] = same(faces, faces)
        self._row(self.deriver(card), card.name, " // ".join(lines), card, card.released)
        if card.layout in MELDS:
            self.melds.append((row, card))

    def take(
        self,
        batches: Iterable[list[scryfall.Object]],
        refuse: Callable[[scryfall.Object, str, int], None],
    ) -> None:
        """Add a row for each object of a Scryfall file.

        Most objects have one face; for these a short way leads to the answer of an alike
        card.  The others go by :meth:`add`.

        Parameters
        ----------
        batches : iterable of list of scryfall.Object
        refuse : callable
            Gets each object that is no card after all, why, and its place in the batch.
        """
        memo = self.deriver.memo
        lines: dict[str | None, TypeLine] = {}
        for batch in batches:
            for c in batch:
                try:
                    if c.card_faces or c.layout not in _SINGLE or not c.name or c.name.isspace():
                        self.add(scryfall.printed(c))
                        continue
                    line = lines.get(c.type_line)
                    if line is None:
                        line = lines[c.type_line] = read_type_line(c.type_line or "")
                    text = c.oracle_text
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
                        code = memo[key] = self.deriver(scryfall.printed(c))
                except NoCardError as error:
                    refuse(c, str(error), batch.index(c))
                else:
                    self._row(code, c.name, line.text, c, c.released_at)

    def resolve_melds(self, known: Catalog) -> None:
        """Give the combined back faces among the rows their values, and note the pairs."""
        melds = Melds([card for _, card in self.melds], known)
        deriver = self.deriver
        done: dict[tuple[object, ...], tuple[int, tuple[Card, Card] | None]] = {}
        for row, card in self.melds:
            code, fronts = deriver(card), None
            key = (code, card.name, card.parts)
            if card.layout == MELD_RESULT and key in done:
                code, fronts = done[key]
            elif card.layout == MELD_RESULT:
                fronts, flags = melds.fronts(card)
                values = deriver.distinct[code]
                if fronts is not None:
                    values = deriver.melded(values, card, fronts)
                values = msgspec.structs.replace(values, flags=(*values.flags, *flags))
                code = deriver.keep(values)
                done[key] = code, fronts
            self.codes[row] = code
            if fronts is not None:
                self.fronts[row] = MeldPair("", "", *fronts, card_of(card))
        self.pairs = melds.pairs
        self.report.warnings.extend(melds.warnings)

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
        many = [(self.deriver.distinct[code], n) for code, n in Counter(self.codes).items()]

        def tally(words: Callable[[Values], Iterable[W]]) -> dict[W, int]:
            counts: Counter[W] = Counter()
            for values, number in many:
                for word in words(values):
                    counts[word] += number
            return dict(counts)

        report = self.report
        report.rows = len(self.codes)
        report.faces = sum(number * len(values.by_face()) for values, number in many)
        report.layouts = tally(lambda v: (v.layout,))
        report.unknown_layouts = tally(lambda v: (v.layout,) if NO_LAYOUT in v.flags else ())
        report.flags = tally(lambda v: v.flags)
        report.compared = tally(lambda v: v.compared)
        report.differences = tally(lambda v: ((d.field, d.cause) for d in v.differences))


def load(
    path: str | os.PathLike[str],
    *,
    policies: Mapping[str, str] | None = None,
    citations: bool = True,
    strict: bool = False,
    progress: Callable[[int], None] | None = None,
    wanted: Callable[[Printed, MeldPair | None], bool] | None = None,
) -> Columns:
    """Read a card file and derive every card's values.

    Parameters
    ----------
    path : path-like
        A Scryfall file (bulk array, JSON Lines, list page, one card), plain or gzip, or an
        MTGJSON file: JSON (AtomicCards, AllPrintings, AllIdentifiers, a set, a list of cards),
        plain or gzip, CSV, parquet or SQLite.
    policies : mapping, optional
        Readings other than the default, by the policy's name.
    citations : bool
        Whether rule numbers are kept beside the values.
    strict : bool
        Whether the first damaged object ends the reading with an error.
    progress : callable, optional
        Gets the number of bytes of the file that each step has used up.
    wanted : callable, optional
        Whether a card becomes a row; gets the pair of a combined back face.

    Returns
    -------
    Columns

    Raises
    ------
    BadCardFile
        If the file is no card file, cannot be read, or, with `strict`, is damaged.
    MissingExtra
        For a parquet file, if pyarrow is not installed.
    UnknownPolicy
        If a policy or a reading does not exist.
    """
    deriver = Deriver(policies, citations)
    with Reading(path, strict=strict, progress=progress) as reading:
        columns = Columns(reading.report, deriver)
        if wanted is None and reading.source == SCRYFALL:
            columns.take(reading.batches(), reading.refuse)
        else:
            for card in reading.cards():
                if wanted is None or card.layout in MELDS or wanted(card, None):
                    columns.add(card)
                else:
                    columns.report.left_out += 1
    if columns.melds:
        columns.resolve_melds(bundled())
    if wanted is not None:
        # a combined back face is judged with its pair, which is known only now
        out = {i for i, c in columns.melds if not wanted(c, columns.fronts.get(i))}
        columns.report.left_out += len(out)
        columns.without(out)
    columns.summarize()
    return columns


class Reading:
    """One reading of a card file; use it in a ``with`` statement.

    Attributes
    ----------
    source : str
        Whose file it is.
    report : Report
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        strict: bool = False,
        progress: Callable[[int], None] | None = None,
    ) -> None:
        self._reader = open_cards(path, progress)
        self._strict = strict
        self._items = 0
        try:
            self._scanner = Scanner(self._reader)
            self._found = recognise(self._scanner)
        except BaseException:
            self._reader.close()
            raise
        self.source = self._found.source
        self.report = Report(self._reader.path, self.source, self._found.shape)

    def __enter__(self) -> Reading:
        return self

    def __exit__(self, kind: type[BaseException] | None, *rest: object) -> None:
        self._reader.close()
        if kind is None:
            self._finish()

    def cards(self) -> Iterator[Printed]:
        """Yield the cards with all that the rules look at, faces put together."""
        if self.source != SCRYFALL:
            yield from self._joined()
            return
        for batch in self.batches():
            for i, card in enumerate(batch):
                try:
                    made = scryfall.printed(card)
                except NoCardError as error:
                    self.refuse(card, str(error), i)
                else:
                    yield made

    def batches(self) -> Iterator[list[scryfall.Object]]:
        """Yield the objects of a Scryfall file, some at a time."""
        decode = msgspec.json.Decoder(scryfall.Object).decode
        rescue = self._rescuer(scryfall.Object)
        for _ in stops(self._scanner, self._found):
            reading = Objects(self._scanner, decode, rescue, scryfall.is_card)
            if self._scanner.peek() == 0x7B and b"\n" in self._scanner.ahead(1 << 18):
                # each object seems to have a line of its own
                for batch in reading.lines():
                    yield batch
                    self._items += len(batch)
            for made in reading:
                yield [made]
                self._items += 1

    def _joined(self) -> Iterator[Printed]:
        """Yield the cards of an MTGJSON file, their faces put together."""
        if self._found.shape in tables.SHAPES:
            rows = tables.rows(self._reader.path, self._found.shape)
            yield from self._gathered(self._converted(rows))
            return
        decode = msgspec.json.Decoder(mtgjson.Object).decode
        rescue = self._rescuer(mtgjson.Object)
        # the date of a set stands behind its cards
        waiting: list[Printed] = []
        released: str | None = None
        for stop in stops(self._scanner, self._found):
            if stop.what == "cards":
                keyed = stop.value == KEYED
                waiting.extend(
                    self._gathered(Objects(self._scanner, decode, rescue, mtgjson.is_card, keyed))
                )
                if stop.value in ("cards", "tokens"):
                    continue
            elif stop.what == "released":
                released = stop.value
                continue
            yield from _dated(waiting, released)
            waiting, released = [], None
        yield from _dated(waiting, released)

    def _converted(self, rows: Iterable[dict[str, Any]]) -> Iterator[mtgjson.Object]:
        """Yield the rows of a table as objects."""
        for at, row in enumerate(rows, 1):
            try:
                yield mtgjson.of_row(row, mtgjson.Object)
            except msgspec.MsgspecError as error:
                self._items += 1
                name = str(row.get("name") or "")
                self.report.lose(Loss(at + 1, self._items, name, str(error)), self._strict)

    def _gathered(self, faces: Iterable[mtgjson.Object]) -> Iterator[Printed]:
        gather = mtgjson.Gather()
        for face in faces:
            try:
                whole = gather.add(face)
            except NoCardError as error:
                self.refuse(face, str(error))
            else:
                if whole:
                    yield mtgjson.printed(whole)
            self._items += 1
        yield from map(mtgjson.printed, gather.rest())

    def refuse(self, card: Any, why: str, index: int = 0) -> None:
        """Note an object that is no card after all; `index` is its place in the batch."""
        line, item = self._scanner.line + index, self._items + index + 1
        self.report.lose(Loss(line, item, card.name, why), self._strict)

    def _rescuer(self, kind: type[T]) -> Callable[[bytes, str], T | None]:
        salvage = Salvage(kind, _NEEDED)

        def rescue(piece: bytes, why: str) -> T | None:
            made, said = salvage(piece, readable(why))
            line, name = self._scanner.line, name_in(piece)
            if made is None:
                self._items += 1
                self.report.lose(Loss(line, self._items, name, said[0]), self._strict)
                return None
            for left_out in said:
                self.report.note(Loss(line, self._items + 1, name, left_out), self._strict)
            return made

        return rescue

    def _finish(self) -> None:
        report = self.report
        report.objects = self._items
        report.stopped = self._scanner.stopped or self._reader.broken
        if report.stopped and self._strict:
            raise BadCardFile(report.path, f"{report.stopped}.", line=self._scanner.line)
        if report.skipped and report.skipped == self._items:
            raise BadCardFile(report.path, f"no object in it is a card; {report.losses[0]}.")
        if not self._items:
            raise BadCardFile(report.path, report.stopped or "no card is in it.")


def _dated(cards: list[Printed], released: str | None) -> list[Printed]:
    for card in cards:
        card.released = card.released or released
    return cards
