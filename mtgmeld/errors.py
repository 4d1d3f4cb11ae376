"""The kinds of error that mtgmeld raises.

Every error descends from :class:`MtgmeldError` and also from the builtin that
fits it, so that a caller may catch broadly or narrowly.  Each keeps its parts
as fields; the message says what was wrong, where, by which rule, and what to
do about it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

__all__ = [
    "AmbiguousName",
    "BadCardFile",
    "BadDataFile",
    "BadDeckList",
    "BadFilter",
    "BadManaCost",
    "BadRulesText",
    "BadSavedState",
    "BadScenario",
    "BadValue",
    "CardFileWarning",
    "ChoiceNeeded",
    "DownloadFailed",
    "IllegalAction",
    "ImpossibleQuestion",
    "ImpossibleState",
    "MissingExtra",
    "MtgmeldError",
    "NoNotebook",
    "NotWritten",
    "NotebookFailed",
    "RunawayTriggers",
    "UnknownCard",
    "UnknownEdition",
    "UnknownName",
    "UnknownPolicy",
    "UnknownRule",
    "UnsupportedRule",
]


def one_of(names: Iterable[str], word: str = "Did you mean") -> str:
    """Return a sentence that offers near names, or an empty string."""
    listed = list(names)
    if not listed:
        return ""
    return f" {word}: {'; '.join(listed)}?"


class MtgmeldError(Exception):
    """The root of all errors of this package."""

    def __init__(self, message: str, **parts: Any) -> None:
        super().__init__(message)
        self.message = message
        for name, value in parts.items():
            setattr(self, name, value)
        self._parts = parts

    def __str__(self) -> str:
        return self.message

    def __reduce__(self) -> tuple[Any, ...]:
        return (_rebuild, (type(self), self.message, self._parts))


def _rebuild(kind: type[MtgmeldError], message: str, parts: dict[str, Any]) -> MtgmeldError:
    """Make the error again after a trip through another process."""
    error = kind.__new__(kind)
    MtgmeldError.__init__(error, message, **parts)
    return error


class UnknownName(MtgmeldError, LookupError):
    """A name that nothing bears: a field, a figure, a notebook, a handle.

    Attributes
    ----------
    name : str
    near : tuple of str
    """

    name: str
    near: tuple[str, ...]

    def __init__(self, kind: str, name: str, near: Iterable[str] = (), hint: str = "") -> None:
        near = tuple(near)
        tail = f" {hint}" if hint else ""
        super().__init__(
            f"There is no {kind} called {name!r}.{one_of(near)}{tail}", name=name, near=near
        )


class BadValue(MtgmeldError, ValueError):
    """A field of a table with a value of the wrong kind, or one that is missing.

    Attributes
    ----------
    field : str
        Empty where the table as a whole is wrong.
    """

    field: str

    def __init__(self, what: str, field: str, why: str) -> None:
        place = f"{what}, field {field!r}" if field else what
        super().__init__(f"{place}: {why}", field=field)


class UnknownCard(UnknownName):
    """No card, half or face bears the name."""

    def __init__(self, name: str, near: Iterable[str] = (), hint: str = "") -> None:
        super().__init__("card, half or face", name, near, hint)


class UnknownRule(UnknownName):
    """A rule number that no known edition has."""

    def __init__(self, number: str, near: Iterable[str] = (), hint: str = "") -> None:
        super().__init__("rule", number, near, hint)


class UnknownPolicy(UnknownName):
    """A policy, or a reading of one, that does not exist."""

    def __init__(self, name: str, near: Iterable[str] = (), hint: str = "") -> None:
        super().__init__("policy or reading", name, near, hint)


class UnknownEdition(MtgmeldError, ValueError):
    """A date that names no edition of the rules."""

    text: str

    def __init__(self, text: str, why: str) -> None:
        super().__init__(f"{text!r} names no edition of the rules: {why}", text=text)


class AmbiguousName(MtgmeldError, LookupError):
    """A half or face that several cards share, or a name that several objects have.

    Attributes
    ----------
    name : str
    candidates : tuple of str
        The full names of the cards that have it, or the objects with their handles.
    """

    name: str
    candidates: tuple[str, ...]

    def __init__(self, name: str, candidates: Iterable[str], objects: bool = False) -> None:
        candidates = tuple(candidates)
        said = "is the name of several objects" if objects else "is part of several cards"
        todo = "Give a handle." if objects else "Give one full name."
        super().__init__(
            f"{name!r} {said}: {'; '.join(candidates)}. {todo}",
            name=name,
            candidates=candidates,
        )


class BadManaCost(MtgmeldError, ValueError):
    """Text that is not a mana cost.

    Attributes
    ----------
    text : str
    position : int
        The first character that does not fit, counted from 0.
    """

    text: str
    position: int

    def __init__(self, text: str, position: int, why: str) -> None:
        shown = text if len(text) <= 60 else text[:57] + "..."
        super().__init__(
            f"{shown!r} is not a mana cost: {why} at position {position}.",
            text=text,
            position=position,
        )


class ImpossibleQuestion(MtgmeldError, ValueError):
    """A combination of card and circumstances that cannot occur.

    Attributes
    ----------
    rules : tuple of str
        The rules that make it impossible.
    field : str
        What of it is impossible, where that has a name.
    """

    rules: tuple[str, ...]
    field: str

    def __init__(self, message: str, rules: Iterable[str] = (), field: str = "") -> None:
        rules = tuple(rules)
        tail = f" [{', '.join(rules)}]" if rules else ""
        super().__init__(f"{message}{tail}", rules=rules, field=field)


class ImpossibleState(ImpossibleQuestion):
    """A state of the game that the rules cannot produce."""


class IllegalAction(MtgmeldError, ValueError):
    """An action that a rule forbids.

    Attributes
    ----------
    rules : tuple of str
        The numbers of the rules that forbid it.
    """

    rules: tuple[str, ...]

    def __init__(self, message: str, rules: Iterable[str]) -> None:
        rules = tuple(rules)
        super().__init__(f"{message} [{', '.join(rules)}]", rules=rules)


class ChoiceNeeded(MtgmeldError, LookupError):
    """An action that needs a choice which was not given.

    Attributes
    ----------
    player : str
        Who chooses.
    argument : str
        The argument of the action that takes the choice.
    options : tuple
        What may be chosen.
    rules : tuple of str
        The rules that give the choice.
    """

    player: str
    argument: str
    options: tuple[Any, ...]
    rules: tuple[str, ...]

    def __init__(
        self,
        player: str,
        argument: str,
        options: Iterable[Any],
        rules: Iterable[str] = (),
        what: str = "",
    ) -> None:
        options, rules = tuple(options), tuple(rules)
        listed = "; ".join(", ".join(o) if isinstance(o, tuple) else str(o) for o in options)
        tail = f" [{', '.join(rules)}]" if rules else ""
        subject = what or argument
        super().__init__(
            f"{player} must choose {subject}: give {argument!r} as one of: {listed}.{tail}",
            player=player,
            argument=argument,
            options=options,
            rules=rules,
        )


class UnsupportedRule(MtgmeldError, NotImplementedError):
    """A rule or an ability that the engine does not model."""

    rules: tuple[str, ...]

    def __init__(self, message: str, rules: Iterable[str] = ()) -> None:
        super().__init__(message, rules=tuple(rules))


class RunawayTriggers(MtgmeldError, RuntimeError):
    """Triggers or replacements that never come to rest.

    Attributes
    ----------
    loops : tuple of str
        What happens again and again, most often first.
    """

    loops: tuple[str, ...]

    def __init__(self, message: str, loops: Iterable[str] = ()) -> None:
        loops = tuple(loops)
        tail = f": again and again {'; '.join(loops)}" if loops else ""
        super().__init__(f"{message}{tail}", loops=loops)


class _Located(MtgmeldError, ValueError):
    """An error in a file, with the place."""

    path: str
    line: int | None
    column: str | None
    why: str
    hint: str

    def __init__(
        self,
        path: object,
        why: str,
        *,
        line: int | None = None,
        column: str | None = None,
        hint: str = "",
    ) -> None:
        place = str(path)
        if line is not None:
            place += f", line {line}"
        if column is not None:
            place += f", {column}"
        tail = f" {hint}" if hint else ""
        parts = {"line": line, "column": column, "why": why, "hint": hint}
        super().__init__(f"{place}: {why}{tail}", path=str(path), **parts)


class BadDataFile(_Located):
    """A damaged file of the bundled facts."""


class BadCardFile(_Located):
    """A card file that cannot be read."""


class BadDeckList(_Located):
    """A deck list that cannot be read, or a name in it that no card has."""


class CardFileWarning(UserWarning):
    """A card file that was read, with something lost or completed from elsewhere."""


class BadRulesText(_Located):
    """A file that is no text of the rules, or a damaged one."""


class BadScenario(_Located):
    """A situation file that is wrong."""


class BadSavedState(MtgmeldError, ValueError):
    """A text that is no saved state, or a damaged one.

    Attributes
    ----------
    where : str
        The field that is wrong, such as ``things.3.zone``; empty for the whole.
    """

    where: str

    def __init__(self, where: str, why: str) -> None:
        place = f"{where}: " if where else ""
        super().__init__(
            f"This is no saved state: {place}{why}. Save it again with State.to_json().",
            where=where,
        )


class BadFilter(MtgmeldError, ValueError):
    """A filter that does not parse."""

    text: str
    position: int

    def __init__(self, text: str, position: int, why: str) -> None:
        shown = text if len(text) <= 80 else text[:77] + "..."
        super().__init__(
            f"{shown!r} is not a filter: {why} (position {position}).",
            text=text,
            position=position,
        )


class DownloadFailed(MtgmeldError, OSError):
    """A file that could not be fetched, or is not what it should be.

    Attributes
    ----------
    url : str
    """

    url: str

    def __init__(self, url: str, why: str, hint: str = "") -> None:
        tail = f" {hint}" if hint else ""
        super().__init__(f"{url}: not downloaded: {why}.{tail}", url=url)


class NotWritten(MtgmeldError, OSError):
    """A file that could not be written; whatever stood there before is untouched."""

    path: str

    def __init__(self, path: object, why: str) -> None:
        super().__init__(f"{path}: not written: {why}", path=str(path))


class MissingExtra(MtgmeldError, ImportError):
    """A part of the package that needs more packages than are installed."""

    extra: str

    def __init__(self, extra: str, module: str) -> None:
        super().__init__(
            f"{module} is not installed. Install it with: pip install 'mtgmeld[{extra}]'",
            extra=extra,
        )


class NoNotebook(MtgmeldError, ValueError):
    """A path that leads to no notebook, or to a file that is none."""

    path: str

    def __init__(self, path: object, why: str) -> None:
        super().__init__(f"{path}: {why}", path=str(path))


class NotebookFailed(MtgmeldError, RuntimeError):
    """A cell of a notebook that ended in an error, or a kernel that did not answer.

    Attributes
    ----------
    path : str
    cell : int or None
        Counted from 1 over all cells.
    """

    path: str
    cell: int | None

    def __init__(self, path: object, cell: int | None, why: str) -> None:
        place = str(path) if cell is None else f"{path}, cell {cell}"
        super().__init__(f"{place}: {why}", path=str(path), cell=cell)
