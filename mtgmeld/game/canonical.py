"""The canonical form of a state: alike are two that differ in numbers that no rule asks for.

Object numbers, timestamps and turn numbers are names for things.  Here a state becomes a graph:
its objects and lasting effects are nodes, what one has to do with another are lines between
them, and the graph is numbered in an order of its own.  States with the same numbering are alike.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

import msgspec

from mtgmeld.game.abilities import Ability, Permission, Static, with_parts
from mtgmeld.game.actions import Action
from mtgmeld.game.casting import tax_key
from mtgmeld.game.characteristics import VALUES, CopiableValues
from mtgmeld.game.copiable import copiable_of
from mtgmeld.game.potential_abilities import (
    adds_only,
    latent_in,
    latent_of,
    makes_creatures,
    overrides,
)
from mtgmeld.game.saving import text_of
from mtgmeld.game.state import State
from mtgmeld.game.values import (
    Continuous,
    DelayedTrigger,
    GameObject,
    LastKnown,
    PhysicalCard,
    StackAbility,
    keep_told,
)
from mtgmeld.query.grammar import SPELLS_CAST

replace = msgspec.structs.replace

Line = tuple[str, int, int]
Touching = dict[int, list[tuple[str, int]]]

ORDERED = ("library", "graveyard", "stack")
_REFS = ("object", "with_", "of", "to", "until", "source", "target", "attached_to", "found")


def signature(state: State, *, handles: bool = True) -> tuple[Any, ...]:
    """Return what a state is, apart from object numbers, timestamps and turn numbers.

    Parameters
    ----------
    state : State
    handles : bool
        Whether a handle tells two cards with the same facts apart.  Actions may name them by it;
        where none does, as among the legal actions, it makes no difference.

    Returns
    -------
    tuple
        Of plain values, hashable, and equal in every process for states that are alike.

    Notes
    -----
    Part of it is whatever may make a difference later: each zone, with its order in libraries,
    graveyards and on the stack; of each object its card or what it is a copy of, face, status,
    designations, counters, damage, who owns and controls it, what it is attached to, how a spell
    was cast and at what; continuous effects, standing effects, delayed abilities, abilities on
    the stack with what they are about; cards that an ability exiled, in their order; chosen
    names; whose turn and which step it is, who has priority; life, mana, land plays, commander
    damage and tax; whether a loyalty ability was activated this turn (606.3); how many spells were
    cast this turn and the turn before, where something asks that.

    No part of it are object numbers, the number of the turn, the events so far, and how often a
    watch has counted.  Furthermore:

    * A permanent is new in its controller's turn (302.6) only if it is or may become a creature.
    * Timestamps are there as an order, and only where the order may matter: a static ability is
      about, and an effect sets, takes or counts what another one gives (613.7).
    * The order in which permanents came is there only among those whose abilities may trigger at
      once, and that of delayed abilities only among those of one step: so they go to the stack.
    * Cards with the same facts are the same, unless a handle or a designation tells them apart.
      Those that have one name in a setup have handles.

    An effect from outside all cards that are there, which makes a creature of something or lets
    a permanent have the abilities of another, may find a difference that none of these made.
    """
    if not handles:
        state = replace(state, handles={}, bearers={})
    graph = _Graph(state)
    numbers = numbered(graph.rows, graph.lines)
    at = {node: n for n, node in enumerate(numbers)}
    lines = sorted((label, at[a], at[b]) for label, a, b in graph.lines)
    return (
        _of_the_game(state, graph.counts_spells()),
        tuple(graph.rows[n] for n in numbers),
        tuple(lines),
    )


def digest(state: State) -> bytes:
    """Return 16 bytes that stand for a state's signature, the same in every process."""
    return hashlib.blake2b(repr(signature(state)).encode(), digest_size=16).digest()


def _of_the_game(state: State, counts_spells: bool) -> tuple[Any, ...]:
    players = tuple(
        (p.name, p.life, tuple(sorted((m.type, m.only) for m in p.pool)), p.land_plays, p.lost)
        for p in state.players
    )
    lost = tuple(
        (handle, _gone(state, ids))
        for handle, ids in sorted(state.handles.items())
        if state.things.keys().isdisjoint(ids)
    )
    where = (state.active, state.step, state.priority)
    whole = (where, players, lost, state.edition.date, state.policies)
    if not counts_spells:
        return whole
    spells = [sorted(state.spells_cast(last=last).items()) for last in (False, True)]
    return (*whole, repr(spells))


def _gone(state: State, ids: tuple[int, ...]) -> tuple[Any, ...]:
    """Return what a handle still tells of what has left: it can be copied (707.2, 608.2h)."""
    left = [known for i in ids if (known := state.known.get(i)) is not None]
    return tuple(
        (_text(k.obj.copy or k.obj.base), k.obj.face, k.obj.flipped, k.obj.face_down) for k in left
    )


# ---------------------------------------------------------------- a state as a graph


class _Graph:
    """The nodes of a state with what each is by itself, and the lines between them."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.rows: dict[int, str] = {}
        self.lines: list[Line] = []
        self._made = 0
        self._used = {e.obj for e in state.this_turn if e.kind == "activate" and _606(e.rules)}
        self._marks = self._marks_of_cards()
        self._called: dict[int, list[str]] = {}
        for handle, ids in state.handles.items():
            if len(ids) == 1:
                self._called.setdefault(ids[0], []).append(handle)
        self._latent = latent_of(state)
        outside = latent_in(tuple(with_parts(state.standing)))
        self._animated = (
            outside.animates
            or any(found.animates for found in self._latent.values())
            or any(map(makes_creatures, state.effects))
        )
        self._objects()
        effects, standing = self._lasting()
        self._waiting()
        self._linked()
        statics = [a for found in self._latent.values() for a in found.statics]
        self._in_order([*statics, *outside.statics], effects, standing)

    def counts_spells(self) -> bool:
        """Whether something asks how many spells were cast this turn or the turn before."""
        written = any(found.counts_spells for found in self._latent.values())
        return written or SPELLS_CAST in " ".join(self.rows.values())

    def _add(self, *row: Any) -> int:
        """Add a node that is no object; its number is below 0."""
        self._made -= 1
        self.rows[self._made] = repr(row)
        return self._made

    def _line(self, label: str, start: int, end: int | str) -> None:
        """Draw a line to an object, or to what is known of one that has left."""
        if isinstance(end, str):
            end = self._add("named", end)
        elif end not in self.rows:
            known = self.state.known.get(end)
            self.rows[end] = repr("unknown" if known is None else self._left(known))
        self.lines.append((label, start, end))

    def _objects(self) -> None:
        state = self.state
        for zone, ids in state.places.items():
            ordered = zone.startswith(ORDERED)
            for n, i in enumerate(ids):
                obj = state.things[i]
                place = f"{zone!r} {n}" if ordered else repr(zone)
                self.rows[i] = f"{place} {self._row(obj)}{' new' if self._new(obj) else ''}"
        for i, obj in state.things.items():
            if obj.attached is not None and not isinstance(obj.attached, str):
                self._line("attached", i, obj.attached)
            if obj.zone == "stack":
                self._on_stack(i, obj)
        for handle, ids in state.handles.items():
            there = [i for i in ids if i in state.things] if len(ids) > 1 else ()
            if there:
                node = self._add("handle", handle)
                for n, i in enumerate(there):
                    self._line(f"handle {n}", node, i)

    def _row(self, obj: GameObject) -> str:
        """Return what an object is by itself, without a number in it."""
        text, marks = self._told(obj), self._marks
        for n, card in enumerate(obj.cards):
            if card in marks:
                text += f" card {n} {marks[card]}"
        if obj.id in self._called:
            text += f" called {sorted(self._called[obj.id])}"
        name = self.state.names.get(obj.id, "") or obj.named
        if name:
            text += f" named {name!r}"
        return f"{text} used" if obj.id in self._used else text

    def _told(self, obj: GameObject) -> str:
        """Return what an object and its cards are by themselves."""
        try:
            return obj.told
        except AttributeError:  # it was not asked yet
            cards = self.state.cards
            text = " ".join((_own(obj), *(_facts(cards[c]) for c in obj.cards)))
            keep_told(obj, text)
            return text

    def _marks_of_cards(self) -> dict[int, str]:
        """Return by card what tells it from others with the same facts, and what it has done."""
        state = self.state
        found: dict[int, list[Any]] = {}
        for handle, cards in sorted(state.bearers.items()):
            for card in cards:
                found.setdefault(card, []).append(handle)
        for card in state.cards if state.counts else ():
            if tax := state.counts.get(tax_key(card), 0):
                found.setdefault(card, []).append(("tax", tax))
        for p in state.players:
            for card, n in p.commander_damage:
                found.setdefault(card, []).append(("damage", p.name, n))
        return {card: repr(marks) for card, marks in found.items()}

    def _new(self, obj: GameObject) -> bool:
        """Whether a creature, or what may become one, has come in its controller's turn (302.6)."""
        if obj.zone != "battlefield":
            return False
        state = self.state
        if obj.since < state.player(obj.controller).turn_began:
            return False
        if self._animated or state.characteristics(obj.id).has_type("Creature"):
            return True
        faces = (*obj.base.faces, *copiable_of(state, obj).faces)
        return any("Creature" in f.types for f in faces)

    def _left(self, known: LastKnown) -> tuple[Any, ...]:
        """Return what something that has left last was, for what still speaks of it (608.2h)."""
        values = tuple(repr(known.characteristics[n].value) for n in VALUES)
        return ("left", known.obj.zone, self._row(known.obj), values)

    def _on_stack(self, i: int, obj: GameObject) -> None:
        for n, target in enumerate(() if obj.cast is None else obj.cast.targets):
            self._line(f"target {n}", i, target)
        bundle = obj.ability
        if bundle is None:
            return
        told = (bundle.key, bundle.x, self._since(bundle), self._acts(i, bundle.do), bundle.divided)
        self.rows[i] += repr(told)
        for n, target in enumerate(bundle.targets):
            self._line(f"target {n}", i, target)
        self._about(i, bundle)

    def _about(self, node: int, waiting: StackAbility | DelayedTrigger) -> None:
        """Draw lines to what an ability is about, and to its source."""
        for n, found in enumerate(waiting.found):
            self._line(f"found {n}", node, found)
        if waiting.source:
            self._line("source", node, waiting.source)

    def _since(self, waiting: StackAbility | DelayedTrigger) -> int:
        """Return how often the source of an ability has turned over since (701.27f)."""
        source = self.state.last(waiting.source) if waiting.source else None
        return 0 if source is None else source.turned - waiting.turned

    def _acts(self, node: int, do: Iterable[Action]) -> str:
        """Return instructions as text, what they name by number put at the end of a line."""
        made = []
        for at, act in enumerate(do):
            plain: dict[str, Any] = {}
            for field in _REFS:
                value = getattr(act, field, None)
                refs = value if isinstance(value, list | tuple) else [value]
                ids = [r for r in refs if isinstance(r, int) and not isinstance(r, bool)]
                for n, ref in enumerate(ids):
                    self._line(f"act {at} {field} {n}", node, ref)
                if ids:
                    others = [r for r in refs if r not in ids]
                    plain[field] = others if isinstance(value, list) else None
            made.append(text_of(replace(act, **plain)))
        return " ".join(made)

    def _lasting(self) -> tuple[dict[int, Continuous], dict[int, Ability]]:
        """Add the continuous effects and the standing effects (611)."""
        turn = self.state.turn
        effects: dict[int, Continuous] = {}
        for effect, ids in _that_count(self.state.effects):
            until, _, rest = effect.until.partition(" ")
            object_leaves = rest == "leaves" and until.isdecimal()
            bare = replace(effect, ids=(), timestamp=0, says="", until="", allows=None)
            ends = "leaves" if object_leaves else effect.until
            allows = "" if effect.allows is None else _later(effect.allows, turn)
            node = self._add("effect", ends, text_of(bare), allows)
            effects[node] = effect
            for i in ids:
                self._line("on", node, i)
            if object_leaves:
                self._line("until", node, int(until))
        standing = {self._add("standing", _later(a, turn)): a for a in self.state.standing}
        return effects, standing

    def _linked(self) -> None:
        """Add what abilities of objects have exiled, in order, as far as it is there (607.2a)."""
        for keeper, ids in self.state.links.items():
            if not keeper.isdecimal() or int(keeper) not in self.rows:
                continue
            for n, i in enumerate(i for i in ids if i in self.state.things):
                self._line(f"exiled {n}", int(keeper), i)

    def _waiting(self) -> None:
        """Add the delayed abilities, those due at the same time in their order (603.7, 610.3)."""
        due: dict[object, list[int]] = {}
        for late in self.state.delayed:
            since = self._since(late)
            wait = max(0, late.not_before - self.state.turn)
            key = late.key.partition(":")[0] if late.at_once else late.key
            facts = (key, late.when, late.player, late.note, late.turn_of, wait, since)
            node = self._add("delayed", *facts, late.at_once)
            self.rows[node] += self._acts(node, late.do)
            due.setdefault(late.source if late.at_once else late.note, []).append(node)
            self._about(node, late)
        for nodes in due.values():
            self._chain("due", nodes)

    def _in_order(
        self,
        statics: list[Static],
        effects: dict[int, Continuous],
        standing: dict[int, Ability],
    ) -> None:
        """Draw the order of timestamps and of arrival, where it may matter (613.7, 603.3b)."""
        state = self.state
        if len(effects) > 1 and not all(map(adds_only, effects.values())):
            self._chain("later", effects)
        if len(standing) > 1:
            self._chain("later", standing)
        changes = [a.change for a in (*statics, *standing.values()) if a.change is not None]
        changes += [e.change for e in state.effects if e.change is not None]
        taking = any(e.controller for e in state.effects)
        if (statics or standing) and (taking or any(map(overrides, changes))):
            stamps = {o.id: (o.timestamp, 0) for o in state.battlefield()}
            stamps |= {n: (e.timestamp, 0) for n, e in effects.items() if e.copy is None}
            stamps |= {n: (a.stamp, 1) for n, a in standing.items()}
            self._chain("layer", sorted(stamps, key=lambda n: stamps[n]))
        at_once = {
            i: kinds
            for i in state.places.get("battlefield", ())
            if (kinds := self._latent[i].coinciding)
        }
        if any(a.change is not None and a.change.grants for a in statics):
            at_once = dict.fromkeys(state.places["battlefield"], frozenset(["anything"]))
        often = Counter(kind for kinds in at_once.values() for kind in kinds)
        self._chain("came", [i for i, kinds in at_once.items() if any(often[k] > 1 for k in kinds)])

    def _chain(self, label: str, nodes: Iterable[int]) -> None:
        self.lines += [(label, a, b) for a, b in pairwise(nodes)]


def _that_count(effects: tuple[Continuous, ...]) -> list[tuple[Continuous, list[int]]]:
    """Return the effects with the objects for which they count or may come to count.

    What an object is a copy of, and who controls it, the latest effect says (613.2a, 613.7); one
    that does not end leaves nothing to those before it.
    """
    settled: dict[str, set[int]] = {"copy": set(), "control": set()}
    found = []
    for effect in reversed(effects):
        kind = "copy" if effect.copy is not None else "control" if effect.controller else ""
        done = settled.get(kind, set())
        ids = [i for i in effect.ids if i not in done]
        if kind and not effect.until:
            done.update(ids)
        if ids:
            found.append((effect, ids))
    return found[::-1]


def _606(rules: tuple[str, ...]) -> bool:
    return "606.3" in rules


def _later(ability: Ability, turn: int) -> str:
    """Return an ability as text, with how many turns from now it waits for."""
    fields = {"stamp": 0}
    if isinstance(ability, Permission):
        fields["not_before"] = max(0, ability.not_before - turn)
    return text_of(replace(ability, **fields))


def _short(value: Any) -> str:
    """Return a short text that stands for a long one, the same in every process."""
    return hashlib.blake2b(text_of(value).encode(), digest_size=12).hexdigest()


@lru_cache(maxsize=16384)
def _text(what: CopiableValues) -> str:
    return _short(what)


@lru_cache(maxsize=16384)
def _facts(card: PhysicalCard) -> str:
    return repr((_short(card.card), card.owner, card.commander))


def _own(obj: GameObject) -> str:
    """Return what an object is by itself, but for its cards and what it is called."""
    cast = obj.cast
    how: Any = None
    if cast is not None and obj.zone == "stack":
        how = (*msgspec.structs.astuple(replace(cast, targets=())), len(cast.targets))
    elif cast is not None and obj.copy is None and cast.x:
        how = cast.x  # an ability of entering or attacking may ask for it (107.3m)
    return repr(
        (
            "" if len(obj.cards) == 1 else _text(obj.base),
            "" if obj.copy is None else _text(obj.copy),
            obj.owner,
            obj.controller,
            obj.under,
            obj.face,
            obj.flipped,
            obj.face_down,
            obj.tapped,
            obj.attacking,
            tuple(sorted(obj.unlocked)),
            tuple(sorted(obj.counters)),
            obj.damage,
            obj.attached if isinstance(obj.attached, str) else "",
            how,
        )
    )


# ---------------------------------------------------------------- numbering a graph


def numbered(rows: Mapping[int, str], lines: Sequence[Line]) -> list[int]:
    """Return the nodes of a graph in an order that follows from what they are.

    Parameters
    ----------
    rows : mapping of int to str
        What each node is by itself.
    lines : sequence of (str, int, int)
        What a node has to do with another.

    Returns
    -------
    list of int
        Numbered by it, two graphs that are equal but for the names of their nodes come out
        equal; two that are not come out different.

    Notes
    -----
    Nodes are told apart by what they are, then by what they have lines to, again and again.
    Where some stay alike one of them is put first.  If nodes stay alike that cannot change
    places, equal graphs may come out different, never different ones equal.
    """
    rank = _ranked(rows)
    touching: Touching = {n: [] for n in rank}
    for label, a, b in lines:
        touching[a].append((f">{label}", b))
        touching[b].append((f"<{label}", a))
    while lines and len(set(rank.values())) < len(rank):
        rank = _refined(rank, touching)
        count = Counter(rank.values())
        alike = [(r, n) for n, r in rank.items() if count[r] > 1 and touching[n]]
        if not alike:
            break
        first = min(alike)[1]
        rank = _ranked({n: (r, n != first) for n, r in rank.items()})
    return sorted(rank, key=lambda n: rank[n])


def _refined(rank: dict[int, int], touching: Touching) -> dict[int, int]:
    """Tell nodes apart by their lines until that tells no more apart."""
    classes = len(set(rank.values()))
    while True:
        rank = _ranked(
            {
                n: (r, tuple(sorted((label, rank[other]) for label, other in touching[n])))
                for n, r in rank.items()
            }
        )
        now = len(set(rank.values()))
        if now == classes:
            return rank
        classes = now


def _ranked(keys: Mapping[int, Any]) -> dict[int, int]:
    place = {key: n for n, key in enumerate(sorted(set(keys.values())))}
    return {node: place[key] for node, key in keys.items()}
