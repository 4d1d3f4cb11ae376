"""What the words of abilities stand for in a game: selectors, amounts, conditions (608.2c).

Their grammar is in :mod:`mtgmeld.query.grammar`.  A context holds who speaks and what they may
refer to: the source, the targets, what an event was about, what the instructions so far did.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec

from mtgmeld.errors import BadFilter, ChoiceNeeded, IllegalAction, UnknownName
from mtgmeld.game.abilities import Ability, Waiting
from mtgmeld.game.actions import Action
from mtgmeld.game.characteristics import Characteristics
from mtgmeld.game.values import Event, GameObject
from mtgmeld.game.views import Seen
from mtgmeld.query.filters import CHOSEN_NAME, Filter, Parsed, compares, parsed
from mtgmeld.query.things import flat, normal
from mtgmeld.rules.citations import TwoAnswers

if TYPE_CHECKING:
    from mtgmeld.game.actions import Action
    from mtgmeld.game.state import Game

Ids = list[Any]


def number(value: Any) -> int:
    """Return a power, toughness or amount as a number; what is undefined counts 0 (107.2).

    Where each half of a split card answered for itself, it was the sum (708.5a until 2017).
    """
    if isinstance(value, TwoAnswers):
        return sum(map(number, value.answers))
    try:
        return int(value) if isinstance(value, int | str) else 0
    except ValueError:
        return 0


class Context(msgspec.Struct, gc=False):
    """What words may refer to, as an ability is looked at or its instructions are carried out.

    Attributes
    ----------
    game : Game
    player : str
        Who ``you`` is.
    source : GameObject or None
        Whose ability it is, or of what a characteristic is asked.
    x : int
    targets : tuple of int or str
        In the order of the ability's slots; empty text where none was chosen.
    found : tuple of int
        What the event was about (400.7e).
    about : str
        The player that the event was about, or for whom something is done.
    chooser : str
        Who chooses, where that is not the player.
    ability : Ability or None
    act : Action or None
        Whose choices decide.
    linked : tuple of int
        What the source's ability had exiled before (607.2a).
    moved, made, revealed : tuple of int
        What the latest instruction that moved anything made of it (400.7j), the tokens made
        and what was revealed so far.
    left : tuple of int
        What the latest instruction that moved anything moved, as it was.
    many : int
        How many that were, or how many counters were removed.
    divided : tuple of int
        What each of the targets gets of what is divided among them (601.2d).
    """

    game: Any
    player: str
    source: GameObject | None = None
    x: int = 0
    targets: tuple[int | str, ...] = ()
    found: tuple[int, ...] = ()
    about: str = ""
    chooser: str = ""
    ability: Ability | None = None
    act: Action | None = None
    linked: tuple[int, ...] = ()
    moved: tuple[int, ...] = ()
    made: tuple[int, ...] = ()
    revealed: tuple[int, ...] = ()
    left: tuple[int, ...] = ()
    many: int = 0
    divided: tuple[int, ...] = ()

    # ------------------------------------------------------------ amounts

    def number(self, value: str | int) -> int:
        """Return an amount, a number or words.

        Raises
        ------
        UnknownName
            For words that stand for nothing.
        """
        return value if isinstance(value, int) else self._number(parsed("amount", value))

    def _number(self, node: Parsed) -> int:
        head, *rest = node
        match head:
            case "number":
                return int(rest[0])
            case "x":
                return self.x
            case "minus":
                return -self._number(rest[0])
            case "half":
                return (self._number(rest[0]) + 1) // 2  # 107.1a, as texts say
            case "twice":
                return 2 * self._number(rest[0])
            case "plus":
                return int(rest[0]) + self._number(rest[1])
            case "counted":
                return self._counted(rest[0], self.those(rest[1]))
            case "that_many":
                return self.many
            case "types_among":
                known = (self.game.characteristics(i).types.value for i in self._select(rest[0]))
                return len({word for value in known for word in flat(value)})
            case "number_of":
                return len(self._select(rest[0]))
            case "extreme":
                values = [self._of(rest[1], o.id) for o in self.those(rest[2])]
                return max(values, default=0) if rest[0] == "greatest" else sum(values)
            case "life":
                return sum(self.game.player(p).life for p in self._players(rest[0]))
            case "cast":
                counts = self.game.spells_cast(last="last" in rest[0])
                by = self._players(rest[1]) if rest[1:] else self.game.turn_order
                numbers = [counts.get(p, 0) for p in by]
                return max(numbers, default=0) if rest[0].startswith("most") else sum(numbers)
            case "property":
                if self.source is None and not rest[1:]:
                    raise UnknownName("object here to ask for the amount", rest[0])
                return sum(self._of(rest[0], i) for i in self._whose(rest[1:]))
            case _:
                kind = rest[0].removesuffix(" counters")
                objects = (self.game.last(i) for i in self._whose(rest[1:]))
                return sum(o.count(kind) for o in objects if o is not None)

    def _whose(self, node: list[Parsed]) -> Iterable[int]:
        """Return what a property is asked of: the source, or what is selected, as it last was."""
        if not node:
            return () if self.source is None else (self.source.id,)
        if node[0][0] == "named" and node[0][1].endswith("target"):
            return [t for t in self._targets(node[0][1]) if isinstance(t, int)]
        return [i for i in self._select(node[0]) if isinstance(i, int)]

    def _of(self, what: str, obj: int) -> int:
        known = self.game.characteristics(obj)
        if what == "excess damage":  # more than is lethal, as it has been dealt (120.10)
            there = self.game.get(obj)
            dealt = 0 if there is None else there.damage
            return max(0, dealt - number(known.toughness.value))
        if what == "colors":
            return len(flat(known.colors.value))
        return number(known[what.replace(" ", "_")].value)

    def _counted(self, what: str, hits: list[GameObject]) -> int:
        if what == "count":
            return len(hits)
        if what == "doors":
            return sum(len(o.unlocked) for o in hits)
        known = (self.game.characteristics(o.id)[what].value for o in hits)
        return len({word for value in known for word in flat(value)})

    # ------------------------------------------------------------ filters

    def fits(self, wanted: Filter, obj: GameObject) -> bool:
        """Whether a filter fits an object, as the player of this context sees it."""
        return wanted.matches(Seen(self.game, obj, None, self.player, self))

    def those(self, wanted: Filter) -> list[GameObject]:
        """Return the objects that a filter fits, where it looks."""
        things = self.game.things
        there = (things[i] for zone in wanted.zones for i in self.game.in_zone(zone))
        return [o for o in there if self.fits(wanted, o)]

    def names(self, words: str) -> frozenset[str]:
        """Return the names of what a selector stands for, or the one chosen for the source."""
        if words == CHOSEN_NAME:
            chosen = self.game.names.get(self.source.id if self.source is not None else 0, "")
            return normal((chosen,)) if chosen else frozenset()
        ids = self._whose([parsed("selector", words)])
        known = (self.game.characteristics(i).names.value for i in ids)
        return frozenset().union(*(normal(flat(names)) for names in known))

    # ------------------------------------------------------------ conditions

    def holds(self, *conditions: str) -> bool:
        """Whether conditions are true now (603.4, 608.2c)."""
        return all(self._holds(parsed("condition", text)) for text in conditions)

    def _holds(self, node: Parsed) -> bool:
        head, *rest = node
        match head:
            case "untrue":
                return not self._holds(rest[0])
            case "at_least":
                return len(self.those(rest[1])) >= self._number(rest[0])
            case "none":
                return not self.those(rest[0])
            case "some_there":
                return bool(self.those(rest[0]))
            case "compared":
                return compares(int(rest[0]), rest[1], self._number(rest[2]))
            case "melding":
                return bool(self.counterparts(rest[0]))
            case "fits":
                ids = self._whose([("named", rest[0])])
                objects = [o for i in ids if (o := self.game.last(i)) is not None]
                return bool(objects) and all(self.fits(rest[1], o) for o in objects)
            case _:
                return _FACTS[rest[0]](self)

    def counterparts(self, wanted: Filter, attacking: bool = False) -> list[int]:
        """Return the permanents that the source could meld with.

        The player must both own and control the source and the other one; the source is the
        object that the ability is on, whatever others are called (201.5).
        """

        def mine(obj: GameObject | None) -> bool:
            return (
                obj is not None
                and obj.zone == "battlefield"
                and obj.owner == obj.controller == self.player
                and (obj.attacking or not attacking)
            )

        if self.source is None or not mine(self.game.get(self.source.id)):
            return []
        others = (o for o in self.game.battlefield() if o.id != self.source.id and mine(o))
        return [o.id for o in others if self.fits(wanted, o)]

    # ------------------------------------------------------------ selectors

    def players(self, words: str) -> list[str]:
        """Return the players that a selector stands for."""
        return self._players(parsed("selector", words))

    def _players(self, node: Parsed) -> list[str]:
        return [p for p in self._select(node) if isinstance(p, str)]

    def select(self, text: str) -> Ids | None:
        """Return what a selector stands for now; None if the text is none."""
        node = _selector(text)
        return None if node is None else self._select(node)

    def _select(self, node: Parsed) -> Ids:
        head, *rest = node
        match head:
            case "together":
                return list(dict.fromkeys(i for part in rest for i in self._select(part)))
            case "named":
                return self._named(rest[0])
            case "each":
                return [o.id for o in self.those(rest[0])]
            case "others":
                own = None if self.source is None else self.source.id
                return [o.id for o in self.those(rest[0]) if o.id != own]
            case "chosen":
                return self._chosen(rest[0], 1, 1)
            case "some":
                return self._chosen(rest[1], 0, self._number(rest[0]))
            case "some_revealed" | "some_moved":
                among = self.revealed if head == "some_revealed" else self.moved
                return self._chosen(rest[1], 0, self._number(rest[0]), self._there(among))
            case "random":
                return self._chosen(rest[1], self._number(rest[0]), self._number(rest[0]))
            case "any_number":
                return self._chosen(rest[0], 0, len(self.game.things))
            case "revealed" | "moved":
                ids = self._there(self.revealed if head == "revealed" else self.moved)
                things = self.game.things
                return [i for i in ids if not rest or self.fits(rest[0], things[i])]
            case "top":
                number = max(0, self._number(rest[0])) if rest else 1
                return list(self.game.in_zone("library", self.player)[::-1][:number])
            case _:
                return self._counterpart(rest)

    def _named(self, words: str) -> Ids:
        game, source = self.game, self.source
        opponents = [p.name for p in game.players if p.name != self.player]
        match words:
            case "this":
                here = source is not None and (source.id in game.things or source.id in game.known)
                return [source.id] if source is not None and here else []
            case "that card" | "that creature" | "that spell" | "those cards":
                return self._there(self.found)
            case "target" | "second target" | "third target" | "the targets":
                found = self._targets(words)
                return [t for t in found if t in game.things or (isinstance(t, str) and t)]
            case "exiled with this" | "others exiled with this":
                key = str(0 if source is None else source.id)
                linked = game.links.get(key, ()) if words[0] == "e" else self.linked
                return [i for i in self._there(linked) if game.things[i].zone == "exile"]
            case "the moved card" | "the moved cards":
                return self._there(self.moved)
            case "the object that moved":
                return list(self.left)
            case "those tokens":
                return self._there(self.made)
            case "the attached object":
                host = None if source is None else source.attached
                return [] if host is None else [host]
            case "top of each library":
                tops = (game.in_zone("library", p.name)[-1:] for p in game.players)
                return [i for top in tops for i in top]
            case "you":
                return [self.player]
            case "opponent" | "each opponent":
                return opponents
            case "each player":
                return list(game.turn_order)
            case "active player":
                return [game.active]
            case "that player":
                return [self.about] if self.about else []
            case _:
                whom, _, role = words.rpartition("'s ")
                known = [game.last(i) for i in self._whose([("named", whom)])]
                players = self._targets(whom) if whom.endswith("target") else ()
                themselves = [p for p in players if isinstance(p, str) and p]
                return themselves + [getattr(o, role) for o in known if o is not None]

    def _there(self, ids: Iterable[int]) -> Ids:
        return [i for i in ids if i in self.game.things]

    def _targets(self, words: str) -> tuple[int | str, ...]:
        """Return the targets of one group of slots, or all, whether they are there or not."""
        if self.ability is None or words == "the targets":
            return self.targets
        group = {"target": 0, "second target": 1, "third target": 2}[words]
        slots = self.ability.slots
        if len(slots) != len(self.targets):
            return self.targets
        return tuple(t for t, s in zip(self.targets, slots, strict=True) if s.group == group)

    def _counterpart(self, rest: list[Any]) -> Ids:
        attacking = "attacking" in rest
        wanted = [f for f in rest if isinstance(f, Filter)]
        if not wanted and self.ability is not None:
            conditions = (parsed("condition", c) for c in self.ability.conditions)
            wanted = [node[1] for node in conditions if node[0] == "melding"]
        options = self.counterparts(wanted[0], attacking) if wanted else []
        if not options and self.source is not None and self.ability is not None:
            note = "its condition is not true; nothing is exiled"
            key = self.ability.key
            self.game.emit(Event("stay", self.source.id, key, note=note, rules=("608.2c",)))
        return options

    def _chosen(self, wanted: Filter, least: int, most: int, among: Ids | None = None) -> Ids:
        """Return the objects that the player chooses on resolution; no targets (608.2d)."""
        game, act = self.game, self.act
        if among is None:
            fits = [o.id for o in self.those(wanted)]
        else:
            fits = [i for i in among if self.fits(wanted, game.things[i])]
        given = None if act is None else act.choose.get("object")
        if not fits or given == "none":
            return []
        if given is None:
            options = [game.ref_of(i) for i in fits] + (["none"] if not least else [])
            player = self.chooser or self.player
            raise ChoiceNeeded(player, "choose.object", options, ("608.2d",), "an object")
        chosen = [game.find_one(ref) for ref in (given if isinstance(given, list) else [given])]
        others = [i for i in chosen if i not in fits]
        if others and (len(others) == len(chosen) or not isinstance(given, list)):
            raise IllegalAction(f"{game.name_of(others[0])} may not be chosen", ("608.2d",))
        chosen = [i for i in chosen if i in fits]  # the others are for what is chosen later
        if len(chosen) > most:
            raise IllegalAction(f"at most {most} may be chosen", ("608.2d",))
        return chosen


@lru_cache(maxsize=8192)
def _selector(text: str) -> Parsed | None:
    try:
        return parsed("selector", text)
    except (UnknownName, BadFilter):
        return None


_FACTS: Mapping[str, Callable[[Context], bool]] = {
    "your turn": lambda now: bool(now.game.active == now.player),
    "an opponent's turn": lambda now: bool(now.game.active != now.player),
    "you played a land this turn": lambda now: bool(now.game.player(now.player).land_plays),
    "it was cast": lambda now: (
        now.source is not None and now.source.cast is not None and now.source.cast.was_cast
    ),
}


def amount(game: Game, value: str | int, player: str, source: GameObject | None, x: int = 0) -> int:
    """Return an amount that may be given in words, of a source and as a player sees it."""
    return value if isinstance(value, int) else Context(game, player, source, x).number(value)


def holds(game: Game, ability: Ability, source: GameObject | None, player: str) -> bool:
    """Whether an ability's conditions are true now (603.4)."""
    return not ability.condition or Context(game, player, source, ability=ability).holds(
        *ability.conditions
    )


def x_of(game: Game, source: GameObject | None, ability: Ability) -> int:
    """Return X in an ability of an object that triggers or modifies how it enters (107.3).

    A spell has the X that was chosen for it.  Of a permanent only the abilities of entering
    take the X of the spell that it was (107.3m, and before that 400.7d), and not those that it
    copies (107.3j).
    """
    if source is None or source.cast is None:
        return 0
    if source.zone == "stack":
        return source.cast.x
    waits = isinstance(ability, Waiting) and ability.when in ("enters", "enters or attacks")
    entering = ability.kind == "enters" or waits
    return source.cast.x if entering and source.copy is None else 0


def size_of(known: Characteristics, what: str) -> int:
    """Return an object's own mana value, power or toughness as a number."""
    return number(known[what.replace(" ", "_")].value)
