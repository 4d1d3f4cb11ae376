"""The controls of explorers as data; :mod:`mtgmeld.explorers.widgets` shows them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from mtgmeld.catalog import load_catalog
from mtgmeld.errors import ImpossibleQuestion, MtgmeldError, UnknownName
from mtgmeld.mana import whole_number
from mtgmeld.rules.editions import EDITIONS

Chosen = Mapping[str, Any]
# by value the words of the control, or values that are their own words, or (words, value)
Options = Mapping[Any, str] | Iterable[str | tuple[str, Any]]

VALUES_IN_PLAY: Mapping[str, str] = {
    "mana_value": "mana value",
    "names": "names",
    "mana_cost": "mana cost",
    "colors": "colors",
    "devotion": "devotion",
    "types": "types",
    "color_identity": "color identity",
}


class Control(msgspec.Struct, frozen=True):
    """One of several values, chosen from a list.

    Attributes
    ----------
    label : str
    options : Options, or callable
        What is on offer; a function takes the choices so far, of which those of the controls
        before this one stand.

    Examples
    --------
    >>> mm.explorers.Control("Zone", ("hand", "stack")).offered({})
    (('hand', 'hand'), ('stack', 'stack'))
    """

    label: str
    options: Any = ()

    def offered(self, chosen: Chosen) -> tuple[tuple[str, Any], ...]:
        """Return what is on offer: what each option says, and its value.

        Examples
        --------
        >>> door = mm.explorers.Control("Door", lambda chosen: ("left", "right"))
        >>> door.offered({"card": "Bottomless Pool"})
        (('left', 'left'), ('right', 'right'))
        """
        found = self.options(chosen) if callable(self.options) else self.options
        if isinstance(found, Mapping):
            return tuple((text, value) for value, text in found.items())
        return tuple((one, one) if isinstance(one, str) else tuple(one) for one in found)

    def _stands(self, value: Any, offered: tuple[tuple[str, Any], ...]) -> Any:
        """Return a choice as it stands.

        Raises
        ------
        MtgmeldError
            If it is none; the first one on offer, or nothing, then takes its place.
        """
        values = [v for _, v in offered]
        if value not in values:
            raise UnknownName(f"choice of {self.label!r}", str(value), [t for t, _ in offered])
        return value


class Slider(Control, frozen=True):
    """One of several values in order, by a slider.

    Examples
    --------
    >>> mm.explorers.Slider("Edition", ("2017-01-20", "2026-09-25")).offered({})
    (('2017-01-20', '2017-01-20'), ('2026-09-25', '2026-09-25'))
    """


class Steps(Control, frozen=True):
    """One of several values in order, with buttons that go back and forward.

    Examples
    --------
    >>> mm.explorers.Steps("Step", ("start", "step 1")).offered({})
    (('start', 'start'), ('step 1', 'step 1'))
    """


class Moves(Control, frozen=True):
    """Moves one after the other; the options are rows of buttons, each with its moves.

    Examples
    --------
    >>> mm.explorers.Moves("Moves").label
    'Moves'
    """

    def _stands(self, value: Any, offered: Any) -> Any:
        """Return the moves; the view leaves out those that are refused."""
        return tuple(value or ())


class Number(Control, frozen=True):
    """A whole number from ``least`` to ``most``.

    Examples
    --------
    >>> x = mm.explorers.Number("X", least=1, most=3)
    >>> x.least, x.most
    (1, 3)
    """

    least: int = 0
    most: int = 20

    def _stands(self, value: Any, offered: Any) -> Any:
        """Return the number, within its bounds."""
        return min(max(whole_number(str(value)) or 0, self.least), self.most)


class Line(Control, frozen=True):
    """A line of text, taken when Enter is pressed or the field is left.

    Examples
    --------
    >>> mm.explorers.Line("Cards", hint="a name").hint
    'a name'
    """

    hint: str = ""

    def _stands(self, value: Any, offered: Any) -> Any:
        """Return the text; the view says what is wrong with it."""
        return str(value or "")


class Page(Line, frozen=True):
    """A text of many lines, taken when the field is left.

    Examples
    --------
    >>> mm.explorers.Page("Situation", rows=12).rows
    12
    """

    rows: int = 8


class Typed(Control, frozen=True):
    """A card by any of its names, typed; names that fit are offered.

    Attributes
    ----------
    kinds : tuple of str
        Kinds of cards that will do (see :meth:`Catalog.kind`); any where there is none.
    take : callable, optional
        Gives the choice for the name of a card.

    Examples
    --------
    >>> mm.explorers.Typed("Room", kinds=("room",)).named("lock")["Locker Room"]
    'Bottomless Pool // Locker Room'
    """

    kinds: tuple[str, ...] = ()
    take: Callable[[str], str] | None = None

    def _stands(self, value: Any, offered: Any) -> Any:
        """Return the card's whole name."""
        catalog = load_catalog()
        if value is None:
            value = catalog.kind(*self.kinds)[0].name
        if self.take is not None:
            return self.take(value)
        found = catalog[value]
        if self.kinds and found.kind not in self.kinds:
            raise ImpossibleQuestion(f"{found.name} is none of these: {self.label}")
        return found.name

    def named(self, text: str) -> dict[str, str]:
        """Return names that fit what is typed, halves and back faces too, each with its card.

        Examples
        --------
        >>> mm.explorers.Typed("Card").named("homicidal br")
        {'Homicidal Brute': 'Civilized Scholar // Homicidal Brute'}
        """
        return load_catalog().names_with(text, *self.kinds)


WHY = Control("Why is the", VALUES_IN_PLAY)
EDITION = Control("Rules of", EDITIONS[::-1])
PAIR = Typed(
    "Meld pair",
    kinds=("meld", "meld_result"),
    take=lambda name: load_catalog().meld_pair(name).result.name,
)


def settle(controls: Mapping[str, Control], wanted: Chosen, *asked: str) -> dict[str, Any]:
    """Return what is on offer for each control under some choices, and the choices that stand.

    Parameters
    ----------
    controls : mapping of str to Control
    wanted : mapping of str to object
        Choices; where one does not stand, the first on offer takes its place.
    *asked : str
        Controls whose choices must stand.

    Raises
    ------
    MtgmeldError
        If one of those does not.
    """
    none = {n: () if isinstance(c, Moves) else None for n, c in controls.items()}
    chosen, before = none | dict(wanted), None
    offers: dict[str, Any] = {}
    while chosen != before:  # a choice may rule out one of a control before it
        before = dict(chosen)
        for name, control in controls.items():
            offers[name] = control.offered(chosen)
            try:
                chosen[name] = control._stands(chosen.get(name), offers[name])
            except MtgmeldError:
                if name in asked:
                    raise
                first = offers[name][0][1] if offers[name] else None
                chosen[name] = control._stands(first, offers[name])
    return {"choices": chosen, "offers": offers}


def must_be(what: str, word: Any, known: Iterable[Any]) -> None:
    """Refuse a word that is no choice, and say which there are."""
    among = list(known)
    if word not in among:
        raise UnknownName(what, word, among)
