"""What has been worked out about a state, so that the next one need not ask again.

None of it is part of the state: each is a function of what the state holds.  A transition
changes few objects, so that the next state takes over what holds for the others, and states that
come from one share what is known of the very objects that they have in common.
"""

from __future__ import annotations

from typing import Any

import msgspec

from mtgmeld.game.abilities import Ability, heard_by
from mtgmeld.game.characteristics import Characteristics

Index = dict[str, tuple[tuple[Ability, int], ...]]
NO_TABLE: dict[str, Any] = {
    "table": None,
    "laid": True,
    "plain": False,
    "rows": None,
    "stale": frozenset(),
    "gaining": None,
}


class Memo(msgspec.Struct, eq=False, gc=False):
    """What has been worked out about a state.

    The one of a state is whole before a draft is made of it, and the draft makes its own as
    soon as something in it holds no longer.

    Attributes
    ----------
    family : object
        What the states that come from one have in common: it stands beside what is kept of an
        object by itself.
    attached, taken : frozenset of int
        The permanents that are attached, and those that an effect gave to somebody.
    index : dict or None
        The modeled abilities of permanents by kind, each with the permanent's number.  Some may
        be of permanents that have left.
    heard : frozenset of str
        What the triggered abilities among these and the standing effects trigger on.
    table : dict or None
        What continuous effects make of each object.
    laid : bool
        Whether there may be effects of that kind, so that a change makes the table worthless.
    rows : object
        The effects that the table was made by; while they stay, it is kept up object by object.
    stale : frozenset of int
        The objects in the table that have changed since: only these are worked out anew.
    gaining : tuple of int
        The objects that effects give abilities; None while the table is being made.
    status_read : bool
        Whether one of them may look at which permanents are tapped, attack or are damaged.
    plain : bool
        Whether no effect is about at all, so that each object is what it is by itself.
    refs : dict
        By object: the handle that stands for it alone.
    links, handles : dict
        What the table and the handles were made for.
    """

    family: object = msgspec.field(default_factory=object)
    attached: frozenset[int] = frozenset()
    taken: frozenset[int] = frozenset()
    index: Index | None = None
    heard: frozenset[str] = frozenset()
    table: dict[int, Characteristics] | None = None
    laid: bool = True
    rows: Any = None
    stale: frozenset[int] = frozenset()
    gaining: tuple[int, ...] | None = None
    status_read: bool = True
    plain: bool = False
    links: Any = None
    refs: dict[int, str] = {}
    handles: Any = None

    def but(self, **fields: Any) -> Memo:
        """Return one that differs in some fields."""
        return msgspec.structs.replace(self, **fields)

    def without_table(self) -> Memo:
        """Return one that keeps the index, for a change that no ability comes or goes with."""
        return self if self.table is None else self.but(**NO_TABLE)

    def changed(self, obj: int) -> Memo:
        """Return one for a change of one object that no ability comes or goes with."""
        if self.rows is None or not self.rows.may_change(obj):
            return self.without_table()
        return self.but(stale=self.stale | {obj})

    def without_index(self) -> Memo:
        """Return one that keeps what is known of each object by itself."""
        return self.but(index=None, heard=frozenset(), **NO_TABLE)

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
            heard |= heard_by(ability)
        made = self.but(index=index, heard=heard)
        if static:
            return made.without_table()
        # no effect begins or ends with it
        return made.changed(obj) if self.laid else made
