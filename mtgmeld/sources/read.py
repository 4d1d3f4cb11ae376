"""Reading a card file into columns: one pass in bounded memory, then the meld pairs."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from mtgmeld.cards import MeldPair
from mtgmeld.errors import BadCardFile
from mtgmeld.sources import scryfall
from mtgmeld.sources.columns import Columns
from mtgmeld.sources.derive import Deriver
from mtgmeld.sources.opening import open_cards
from mtgmeld.sources.printed import MELD_RESULT, NoCardError, Printed
from mtgmeld.sources.recognise import SCRYFALL, recognise, stops
from mtgmeld.sources.report import Loss, Report
from mtgmeld.sources.salvage import Salvage, name_in, readable
from mtgmeld.sources.scan import Objects, Scanner

if TYPE_CHECKING:
    from mtgmeld.sources import mtgjson

__all__ = ["Reading", "load"]

T = TypeVar("T", bound=msgspec.Struct)

MELDS = ("meld", MELD_RESULT)

_NEEDED = frozenset(
    """
    name layout mana_cost type_line oracle_text color_indicator card_faces
    faceName side manaCost type text colorIndicator
    """.split()
)


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
        A Scryfall file (bulk array, JSON Lines, list page, one card) or an MTGJSON file
        (AtomicCards, AllPrintings, a set, a list of cards), plain or gzip.
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
    UnknownPolicy
        If a policy or a reading does not exist.
    """
    deriver = Deriver(policies, citations)
    with Reading(path, strict=strict, progress=progress) as reading:
        columns = Columns(reading.report, deriver)
        if wanted is not None:
            for card in reading.cards():
                if card.layout in MELDS or wanted(card, None):
                    columns.add(card)
                else:
                    columns.report.left_out += 1
        elif reading.source == SCRYFALL:
            columns.take(reading.batches(scryfall.Lean, scryfall.is_card), reading.refuse)
        else:
            for card in reading.joined():
                columns.add(card)
    if columns.melds:
        from mtgmeld.sources.meld import resolve_melds

        resolve_melds(columns)
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
        """Yield the cards with all that the rules look at."""
        if self.source != SCRYFALL:
            yield from self.joined()
            return
        for batch in self.batches(scryfall.Whole, scryfall.is_card):
            for i, card in enumerate(batch):
                try:
                    made = scryfall.printed(card)
                except NoCardError as error:
                    self.refuse(card, str(error), i)
                else:
                    yield made

    def batches(self, kind: type[T], is_card: Callable[[T], bool]) -> Iterator[list[T]]:
        """Yield the objects of a Scryfall file, some at a time."""
        for _ in stops(self._scanner, self._found):
            reading = Objects(
                self._scanner, msgspec.json.Decoder(kind).decode, self._rescuer(kind), is_card
            )
            if self._a_line_each():
                for batch in reading.lines():
                    yield batch
                    self._items += len(batch)
            for made in reading:
                yield [made]
                self._items += 1

    def joined(self) -> Iterator[Printed]:
        """Yield the cards of an MTGJSON file, their faces put together."""
        from mtgmeld.sources import mtgjson

        decode = msgspec.json.Decoder(mtgjson.Object).decode
        rescue = self._rescuer(mtgjson.Object)
        # the date of a set stands behind its cards
        waiting: list[Printed] = []
        released: str | None = None
        for stop in stops(self._scanner, self._found):
            if stop.what == "cards":
                gather = mtgjson.Gather()
                waiting.extend(
                    self._gathered(gather, Objects(self._scanner, decode, rescue, mtgjson.is_card))
                )
                if stop.value in ("cards", "tokens"):
                    continue
            elif stop.what == "released":
                released = stop.value
                continue
            yield from _dated(waiting, released)
            waiting, released = [], None
        yield from _dated(waiting, released)

    def _gathered(
        self, gather: mtgjson.Gather, faces: Iterator[mtgjson.Object] | Objects[mtgjson.Object]
    ) -> Iterator[Printed]:
        from mtgmeld.sources import mtgjson

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

    def _a_line_each(self) -> bool:
        """Whether each object seems to have a line of its own."""
        return self._scanner.peek() == 0x7B and b"\n" in self._scanner.ahead(1 << 18)

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
