"""Errors of what was typed: names, values, dates, costs, filters."""

from __future__ import annotations

from collections.abc import Iterable

from mtgmeld.errors.base import MtgmeldError, one_of, shown

__all__ = [
    "AmbiguousName",
    "BadFilter",
    "BadManaCost",
    "BadValue",
    "UnknownCard",
    "UnknownEdition",
    "UnknownName",
    "UnknownPolicy",
    "UnknownRule",
]


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
            f"There is no {kind} called {shown(name)}.{one_of(near)}{tail}", name=name, near=near
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
        super().__init__(f"{shown(text)} names no edition of the rules: {why}", text=text)


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
            f"{shown(name)} {said}: {'; '.join(candidates)}. {todo}",
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
