"""How an expectation asks: what it is about, what was found, and the registry of what there is.

A new expectation is one entry: :func:`expects` with a function that finds the value.  The record
of ``[[expect]]``, its checks, the schema and the reference page are made of the entries.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import msgspec

from mtgmeld.errors import MtgmeldError
from mtgmeld.game.characteristics import Characteristics
from mtgmeld.game.setup import PlayerName
from mtgmeld.game.state import State
from mtgmeld.game.values import GameObject
from mtgmeld.mana import ManaCost
from mtgmeld.query import compile_filter
from mtgmeld.query.things import flat
from mtgmeld.records import checked_by, says
from mtgmeld.scenario.notation import Rule

if TYPE_CHECKING:
    from mtgmeld.game.values import Event

Filter = Annotated[str, checked_by(compile_filter)]


def _cost_text(text: str) -> None:
    if text not in ("", "none", "pool"):
        ManaCost.parse(text)


Cost = Annotated[str, checked_by(_cost_text)]


class Moment(msgspec.Struct):
    """What an expectation is held against: the states around a step, and its events."""

    before: State
    state: State
    events: Sequence[Event]


class About(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """``[[expect]]`` and ``[[step.expect]]``: what must hold at that moment.

    With ``object`` it asks about an object, which a handle follows through zones; after a
    melded permanent has left, about each of its two cards.  Without it, about a zone, the
    players or what has happened in the step.
    """

    object: Annotated[
        str | None,
        says("which object it asks about: a handle or a name; without it, zones and players"),
    ] = None
    last_known: Annotated[bool, says("ask about the object as it last was (608.2h)")] = False
    edition: Annotated[
        str | None,
        says("ask under the rules of this date: the situation is played again under them"),
    ] = None
    policies: Annotated[
        dict[str, str], says("ask under other readings: the situation is played again with them")
    ] = {}
    player: Annotated[
        PlayerName | None, says("whose zone or who acts; for a filter, who `you` is")
    ] = None
    note: Annotated[str, says("anything a reader should know")] = ""
    any_order: Annotated[bool, says("whether the order of `cards` does not matter")] = False
    matching: Annotated[Filter | None, says("a filter: only those objects of the zone count")] = (
        None
    )
    with_mana: Annotated[
        Cost | None,
        says("castable for this mana only: `{2}{U}`, or `pool` for what the player has"),
    ] = None
    by: Annotated[Rule | None, says("the rule that refuses it")] = None


# what goes with which of the others
GOES_WITH = {
    "last_known": ("object",),
    "any_order": ("cards",),
    "matching": ("cards", "count", "different_names"),
    "with_mana": ("castable",),
    "by": ("refused",),
}


class Subject(msgspec.Struct):
    """What is asked about: a moment, and of an object itself and its values."""

    moment: Moment
    asked: Any
    ids: tuple[int, ...] = ()
    obj: GameObject | None = None

    @property
    def state(self) -> State:
        """The state at the moment."""
        return self.moment.state

    @property
    def thing(self) -> GameObject:
        """The object."""
        assert self.obj is not None
        return self.obj

    @property
    def known(self) -> Characteristics:
        """Its characteristics."""
        return self.state.characteristics(self.thing.id)

    @property
    def names(self) -> list[str]:
        """Its names."""
        return list(flat(self.known.names.value))


class Found(msgspec.Struct):
    """What was found where something was expected.

    Attributes
    ----------
    value : object
    why : str
    holds : bool, optional
        By default whether it is what was expected.
    expected : object
        As it is shown, where that is not what the file says.
    what : str
        What was asked, where that is not the name of the field.
    """

    value: Any
    why: str = ""
    holds: bool | None = None
    expected: Any = msgspec.UNSET
    what: str = ""


Getter = Callable[[Subject, Any], "Found | Iterable[Found]"]
G = TypeVar("G", bound=Getter)


class Expectation(msgspec.Struct):
    """A thing that may be asked: its type, its meaning, and by scope what finds it.

    The scopes: of a ``handle``, of each ``object`` that it stands for, of a ``zone``, of ``all``.
    """

    type: Any
    meaning: str
    getters: dict[str, Getter] = {}


EXPECTATIONS: dict[str, Expectation] = {}


def expects(name: str, kind: Any = None, meaning: str = "", of: str = "object") -> Callable[[G], G]:
    """Register what finds the value of an expectation; its type and meaning are said once."""

    def register(getter: G) -> G:
        EXPECTATIONS.setdefault(name, Expectation(kind, meaning)).getters[of] = getter
        return getter

    return register


def words(value: Any) -> list[str]:
    """Return a word or words as a list."""
    return [value] if isinstance(value, str) else [str(v) for v in value]


def earlier(moment: Moment, handle: str) -> tuple[int, ...]:
    """Return what a handle stood for before the step."""
    try:
        return moment.before.find(handle)
    except MtgmeldError:
        return ()
