"""What has been worked out about a state, so that the next one need not ask again.

None of it is part of the state.  A transition changes few objects; the next state takes over
what holds for the others.  Entries are held against the very object that they are about, so an
old one is never taken for a new one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mtgmeld.game.abilities import Ability
    from mtgmeld.game.characteristics import Characteristics
    from mtgmeld.game.objects import Obj

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


class Memo:
    """What has been worked out about a state.

    Attributes
    ----------
    family : Family
    index : dict or None
        The modeled abilities of permanents by kind, each with the permanent's number.
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

    __slots__ = (
        "effects",
        "family",
        "heard",
        "index",
        "links",
        "plain",
        "settled",
        "standing",
        "table",
    )

    def __init__(self, family: Family | None = None) -> None:
        self.family = Family() if family is None else family
        self.index: dict[str, tuple[tuple[Ability, int], ...]] | None = None
        self.heard: frozenset[str] = frozenset()
        self.table: dict[int, Characteristics] | None = None
        self.plain = self.settled = False
        self.effects: Any = None
        self.standing: Any = None
        self.links: Any = None

    def without_table(self) -> Memo:
        """Return one that keeps the index, for a change that no ability comes or goes with."""
        made = Memo(self.family)
        made.index, made.heard = self.index, self.heard
        made.effects, made.standing = self.effects, self.standing
        return made

    def came(self, obj: int, texts: tuple[Ability, ...]) -> Memo:
        """Return one for a permanent with these abilities, the newest on the battlefield."""
        assert self.index is not None
        made = self.without_table()
        index = made.index = dict(self.index)
        for ability in texts:
            if ability.zone == "battlefield":
                index[ability.kind] = (*index.get(ability.kind, ()), (ability, obj))
                if ability.kind == "triggered":
                    made.heard |= {ability.when}
        self._unless_static(made, texts)
        return made

    def went(self, obj: int, texts: tuple[Ability, ...]) -> Memo:
        """Return one without a permanent that had these abilities."""
        assert self.index is not None
        made = self.without_table()
        index = made.index = dict(self.index)
        for kind in {a.kind for a in texts if a.zone == "battlefield"}:
            left = tuple(row for row in index[kind] if row[1] != obj)
            if left:
                index[kind] = left
            else:
                del index[kind]
        self._unless_static(made, texts)
        return made

    def _unless_static(self, made: Memo, texts: tuple[Ability, ...]) -> None:
        """Hand on that no effect is about, unless one comes or goes with static abilities."""
        if self.plain and not any(a.kind == "static" for a in texts):
            made.plain, made.table, made.links = True, self.table, self.links

    def as_settled(self) -> Memo:
        """Return the same for a state whose state-based actions have been performed."""
        made = self.without_table()
        made.table, made.plain, made.links = self.table, self.plain, self.links
        made.settled = True
        return made

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Memo)

    def __hash__(self) -> int:
        return 0

    def __reduce__(self) -> tuple[Any, ...]:
        return Memo, ()
