"""What has been worked out about a state, so that the next one need not ask again.

None of it is part of the state.  A transition changes few objects; the next state takes over
what holds for the others.  Entries are held against the very object that they are about, so an
old one is never taken for a new one.
"""

from __future__ import annotations

from typing import Any

import msgspec

from mtgmeld.game.abilities import Ability, heard_by
from mtgmeld.game.characteristics import Characteristics
from mtgmeld.game.objects import Obj

Index = dict[str, tuple[tuple[Ability, int], ...]]

__all__ = ["Family", "Memo"]


class Family:
    """What a state shares with all that come from it, the edition and the policies being the same.

    Attributes
    ----------
    known : dict
        By object: the object, and its characteristics where no continuous effect is about.
    texts : dict
        By object: the object, and the modeled abilities in its text.
    attached, taken, commanders : bool
        Whether there may be a permanent that is attached, one that an effect gave to somebody,
        a commander.
    """

    __slots__ = ("attached", "commanders", "known", "taken", "texts")

    def __init__(self) -> None:
        self.known: dict[int, tuple[Obj, Characteristics]] = {}
        self.texts: dict[int, tuple[Obj, tuple[Ability, ...]]] = {}
        self.attached = self.taken = self.commanders = False


class Memo(msgspec.Struct, eq=False, gc=False):
    """What has been worked out about a state.

    Attributes
    ----------
    family : Family
    index : dict or None
        The modeled abilities of permanents by kind, each with the permanent's number.  Some may
        be of permanents that have left.
    heard : frozenset of str
        What the triggered abilities among these and the standing effects trigger on.
    table : dict or None
        What continuous effects make of each object; empty where there are none.
    plain : bool
        Whether no effect is about at all, so that each object is what it is by itself.
    effects, standing, links : tuple, tuple, dict
        What all of this was made for.
    settled : bool
        Whether state-based actions have been performed, so that only what changes from here
        on need be looked at.
    """

    family: Family = msgspec.field(default_factory=Family)
    index: Index | None = None
    heard: frozenset[str] = frozenset()
    effects: Any = None
    standing: Any = None
    table: dict[int, Characteristics] | None = None
    plain: bool = False
    links: Any = None
    settled: bool = False

    def without_table(self) -> Memo:
        """Return one that keeps the index, for a change that no ability comes or goes with."""
        return Memo(self.family, self.index, self.heard, self.effects, self.standing)

    def came(self, obj: int, texts: tuple[Ability, ...]) -> Memo:
        """Return one for a permanent with these abilities, the newest on the battlefield."""
        return self._with(dict(self.index or {}), obj, texts, False)

    def turned(self, obj: int, texts: tuple[Ability, ...]) -> Memo:
        """Return one for a permanent that has other abilities now, in its place."""
        index, static = dict(self.index or {}), False
        for kind, rows in list(index.items()):
            if any(row[1] == obj for row in rows):
                index[kind] = tuple([row for row in rows if row[1] != obj])
                static = static or kind == "static"
        return self._with(index, obj, texts, static)

    def _with(self, index: Index, obj: int, texts: tuple[Ability, ...], static: bool) -> Memo:
        """Return one with abilities in the index; numbers go up in the order of arrival."""
        heard = self.heard
        for ability in texts:
            if ability.zone != "battlefield":
                continue
            kind, rows = ability.kind, index.get(ability.kind, ())
            at = len(rows)
            while at and rows[at - 1][1] > obj:
                at -= 1
            index[kind] = (*rows[:at], (ability, obj), *rows[at:])
            static = static or kind == "static"
            if kind == "triggered":
                heard |= {ability.when}
            elif kind == "static":
                heard |= heard_by(ability)
        if self.plain and not static:  # no effect begins or ends with it
            return Memo(
                self.family, index, heard, self.effects, self.standing, self.table, True, self.links
            )
        return Memo(self.family, index, heard, self.effects, self.standing)

    def as_settled(self) -> Memo:
        """Return the same for a state whose state-based actions have been performed."""
        return Memo(
            self.family,
            self.index,
            self.heard,
            self.effects,
            self.standing,
            self.table,
            self.plain,
            self.links,
            True,
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Memo)

    def __hash__(self) -> int:
        return 0

    def __reduce__(self) -> tuple[Any, ...]:
        return Memo, ()
