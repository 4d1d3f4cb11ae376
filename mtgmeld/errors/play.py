"""Errors of what the rules do not allow, or the engine does not know."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from mtgmeld.errors.base import MtgmeldError

__all__ = [
    "CannotBeDone",
    "ChoiceNeeded",
    "IllegalAction",
    "ImpossibleQuestion",
    "ImpossibleState",
    "RunawayTriggers",
    "UnsupportedRule",
]


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


class CannotBeDone(IllegalAction):
    """Something that is to be done to an object, and that cannot be done to it as it is.

    A step that asks for it is refused; an effect that resolves does as much as is possible,
    and leaves it out (609.3).

    Attributes
    ----------
    obj : int
        The object's number.
    said : str
        The message without the rules.
    """

    obj: int
    said: str

    def __init__(self, message: str, rules: Iterable[str], obj: int) -> None:
        super().__init__(message, rules)
        for name, value in (("obj", obj), ("said", message)):
            setattr(self, name, value)
            self._parts[name] = value


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
    what : str
        What is chosen, in words; empty where the argument says it.
    """

    player: str
    argument: str
    what: str
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
            what=what,
        )

    def as_argument(self, argument: str) -> ChoiceNeeded:
        """Return the same question for another argument."""
        return ChoiceNeeded(self.player, argument, self.options, self.rules, self.what)


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
