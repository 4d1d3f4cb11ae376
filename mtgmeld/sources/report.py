"""What reading a card file gave: how much, what was lost, where the file says otherwise."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from mtgmeld.errors import BadCardFile

__all__ = ["Loss", "Report"]

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

    def __str__(self) -> str:
        who = f" ({self.name})" if self.name else ""
        return f"line {self.line}, object {self.item}{who}: {self.why}"


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
        self._refuse(loss, strict)
        self.skipped += 1
        if len(self.losses) < KEPT:
            self.losses.append(loss)

    def note(self, loss: Loss, strict: bool) -> None:
        """Count a field that was left out of a card.

        Raises
        ------
        BadCardFile
            If `strict`.
        """
        self._refuse(loss, strict)
        self.noted += 1
        if len(self.notes) < KEPT:
            self.notes.append(loss)

    def _refuse(self, loss: Loss, strict: bool) -> None:
        if strict:
            who = f" ({loss.name})" if loss.name else ""
            raise BadCardFile(self.path, f"object {loss.item}{who}: {loss.why}", line=loss.line)

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
