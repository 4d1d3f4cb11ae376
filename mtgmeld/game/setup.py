"""Setting up a game: players, objects in zones, how they are there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from mtgmeld.cards import Card
from mtgmeld.catalog import Catalog, find, load_catalog
from mtgmeld.errors import ImpossibleState, UnknownName, near
from mtgmeld.game.abilities import Ability
from mtgmeld.game.characteristics import Copiable, of_card, of_pair
from mtgmeld.game.draft import Draft
from mtgmeld.game.faults import refuse_host, refuse_impossible
from mtgmeld.game.laying import copied_card, lay
from mtgmeld.game.naming import choices_of
from mtgmeld.game.objects import Obj, Physical
from mtgmeld.game.pieces import SHARED_ZONES, STEPS, Mana, Player
from mtgmeld.game.placing import (
    all_handles,
    as_spell,
    face_up,
    meldable,
    token_card,
    unlocked_halves,
    with_loyalty,
)
from mtgmeld.game.standing import effect_of, watch_of
from mtgmeld.game.state import State
from mtgmeld.rules.editions import edition as edition_of
from mtgmeld.rules.editions import readings

__all__ = ["Setup", "new_game"]

PLAYERS = ("you", "opponent")


class Setup:
    """A game being set up; :meth:`state` gives the state to begin from.

    Parameters
    ----------
    players : sequence of str
        In turn order; the first is the active player.
    edition : str, optional
    policies : mapping, optional
    step : str
        The step in which it begins.
    life : int or mapping
        Life totals.
    catalog : Catalog, optional
    """

    def __init__(
        self,
        players: Sequence[str] = PLAYERS,
        *,
        edition: str | None = None,
        policies: Mapping[str, str] | None = None,
        step: str = "precombat main",
        active: str | None = None,
        life: int | Mapping[str, int] = 20,
        catalog: Catalog | None = None,
    ) -> None:
        if len(set(players)) != len(players) or not players:
            raise ImpossibleState(
                "each player needs a name of their own", ("100.1",), field="players"
            )
        if step not in STEPS:
            raise UnknownName("step", step, STEPS)
        self.players = tuple(players)
        self.active = active or self.players[0]
        self._player(self.active)
        self.step = step
        self.edition = edition_of(edition)
        self.policies = readings(policies)
        self.catalog = catalog or load_catalog()
        lives = life if isinstance(life, Mapping) else dict.fromkeys(self.players, life)
        for name in lives:
            self._player(name)
        self._life = {p: int(lives.get(p, 20)) for p in self.players}
        self._cards: dict[int, Physical] = {}
        self._objects: dict[int, Obj] = {}
        self._zones: dict[str, tuple[int, ...]] = dict.fromkeys(SHARED_ZONES, ())
        for p in self.players:
            self._zones |= {f"{z}:{p}": () for z in ("library", "hand", "graveyard")}
        self._handles: dict[str, tuple[int, ...]] = {}
        self._unnamed: dict[str, list[int]] = {}
        self._named: set[str] = set()
        self._standing: list[Ability] = []
        self._copying: list[Ability] = []
        self._names: dict[int, str] = {}
        self._links: dict[str, tuple[int, ...]] = {}
        self._pools: dict[str, tuple[Mana, ...]] = {}
        self._land_plays: dict[str, int] = {}
        self._later: list[tuple[int, str]] = []
        self._clock = 0

    def _player(self, name: str) -> str:
        if name not in self.players:
            raise UnknownName("player", name, self.players)
        return name

    def _tick(self) -> int:
        self._clock += 1
        return self._clock

    def _physical(self, card: Card, owner: str, commander: bool) -> int:
        stamp = self._tick()
        self._cards[stamp] = Physical(stamp, card, owner, commander)
        return stamp

    def put(
        self,
        card: str | Card,
        zone: str = "battlefield",
        *,
        id: str | None = None,  # noqa: A002  (the notation's own word)
        owner: str | None = None,
        controller: str | None = None,
        token: bool = False,
        token_copy: bool = False,
        copy_of: str | None = None,
        unlocked: str | Iterable[str] | None = None,
        face: str | None = None,
        cast: str | None = None,
        x: int = 0,
        by: str = "",
        tapped: bool = False,
        attacking: bool = False,
        face_down: bool = False,
        counters: Mapping[str, int] | None = None,
        attached_to: str | None = None,
        commander: bool | str = False,
        sick: bool = False,
        named: str | None = None,
        melded: bool | None = None,
        exiled_with: str | None = None,
        damage: int = 0,
    ) -> Setup:
        """Put an object into a zone; return the setup, for the next call.

        Parameters
        ----------
        card : str or Card
            A card, a half, a face, or a combined back face for a melded permanent.
        zone : str
            A zone, or ``outside`` for outside the game.
        id : str, optional
            The handle that actions use; the name will do where it is the only one.
        owner, controller : str, optional
            The active player by default.
        token : bool
            A token that is a copy of the card.
        copy_of : str, optional
            What it entered as a copy of.
        unlocked : str or iterable of str, optional
            Unlocked halves of a Room.
        face : str, optional
            ``back`` for a permanent with its back face up.
        cast : str, optional
            On the stack: the half, ``fused``, or ``back``.
        commander : bool or str
            Whether it is a commander; of a melded permanent, the name of the card that is.
        sick : bool
            Whether control began this turn.
        named : str, optional
            The card name that was chosen for it.
        exiled_with : str, optional
            The object whose ability exiled it.

        Raises
        ------
        ImpossibleState
            For what cannot be, with the rules that say so.
        """
        owner = self._player(owner or controller or self.active)
        controller = self._player(controller or owner)
        zones = (*SHARED_ZONES, "hand", "library", "graveyard", "outside")
        if zone not in zones:
            raise UnknownName("zone", zone, near(zone, zones) or zones)
        token = token or token_copy or (isinstance(card, Card) and card.layout == "token")
        found = find(card, self.catalog)
        which, named_face = found.card, found.face
        ids, base = self._represent(which, owner, zone, token, commander, melded)
        halves = unlocked_halves(which, base, zone, unlocked)
        index = face_up(which, base, zone, face, named_face if unlocked is None else None)
        if token and zone != "battlefield":
            raise ImpossibleState(
                "a token exists on the battlefield only", ("111.7",), field="zone"
            )
        record = None
        if zone == "stack":
            record, index = as_spell(which, base, cast, named_face, x, by)
        stamp = self._tick()
        obj = Obj(
            stamp,
            zone,
            owner,
            controller,
            base,
            ids,
            stamp,
            1 if sick else -1,
            index,
            face_down,
            tapped,
            attacking,
            halves,
            tuple(sorted(dict(counters or {}).items())),
            cast=record,
            damage=damage,
        )
        if copy_of is not None:
            obj = replace(obj, copy=copied_card(copy_of, token, self.catalog))
        refuse_impossible(obj, which.name, cast=cast, x=x, by=by, attached=attached_to is not None)
        obj = with_loyalty(obj, counters)
        self._objects[stamp] = obj
        key = zone if zone in SHARED_ZONES else f"{zone}:{owner}"
        self._zones[key] = (*self._zones.get(key, ()), stamp)
        self._name(which, id, stamp)
        if named is not None:
            self._names[stamp] = choices_of(named)[0].name
        if attached_to is not None:
            self._later.append((stamp, attached_to))
        if exiled_with is not None:
            source = str(self._id(exiled_with))
            self._links[source] = (*self._links.get(source, ()), stamp)
        return self

    def _represent(
        self,
        card: Card,
        owner: str,
        zone: str,
        token: bool,
        commander: bool | str,
        melded: bool | None,
    ) -> tuple[tuple[int, ...], Copiable]:
        pair = self.catalog.pair_of(card)
        if melded and token:
            raise ImpossibleState("a token cannot be melded", ("701.42b",), field="melded")
        if card.layout == "meld_result" or melded:
            pair = meldable(card, pair, zone)
            if token:
                return (), replace(of_card(pair.result), token=True)
            names = [c.name for c in pair.cards]
            if isinstance(commander, str) and commander not in names:
                raise UnknownName("card of the pair", commander, names)
            ids = tuple(
                self._physical(c, owner, commander is True or commander == c.name)
                for c in pair.cards
            )
            return ids, of_pair(pair)
        if token and commander:
            raise ImpossibleState(
                "a token is no card, and no commander", ("903.3", "108.2b"), field="commander"
            )
        if card.layout == "token":
            return (), Copiable("token", card.faces, token=True)
        if token:
            return (), replace(of_card(card), copied=True, token=True)
        return (self._physical(card, owner, bool(commander)),), of_card(card)

    def _name(self, card: Card, handle: str | None, stamp: int) -> None:
        if handle is None:
            self._unnamed.setdefault(card.name, []).append(stamp)
            return
        if handle in self._handles:
            raise ImpossibleState(f"two objects are called {handle!r}", field="id")
        self._handles[handle] = (stamp,)
        self._named.add(card.name)

    def _id(self, handle: str) -> int:
        known = all_handles(self._handles, self._unnamed, self._named)
        if handle in known:
            return known[handle][0]
        raise UnknownName("object", handle, near(handle, known) or known)

    def token(self, name: str, **more: Any) -> Setup:
        """Put a token that is no copy onto the battlefield.

        Parameters
        ----------
        name : str
        **more
            Its characteristics: ``types`` (a creature by default), ``subtypes``,
            ``supertypes``, ``colors``, ``power``, ``toughness``, ``keywords``; and the other
            arguments of :meth:`put`.

        Raises
        ------
        ImpossibleState
            For what cannot be, with the rules that say so.
        """
        card = token_card(name, more)
        return self.put(card, more.pop("zone", "battlefield"), **more)

    def effect(self, **table: Any) -> Setup:
        """Lay a standing effect: see :func:`mtgmeld.game.standing.effect_of`."""
        fields = {k.removesuffix("_"): v for k, v in table.items()}
        made = effect_of(fields, len(self._standing) + 1)
        if any(made.key == other.key for other in self._standing):
            raise ImpossibleState(f"two effects are called {made.key!r}", field="id")
        laid = self._copying if made.kind == "copy" else self._standing
        laid.append(replace(made, stamp=self._clock))
        return self

    # the notation's own word is id
    def watch(self, id: str, when: str, what: str = "", **more: Any) -> Setup:  # noqa: A002
        """Lay a trigger that only counts: see :func:`mtgmeld.game.standing.watch_of`."""
        fields = {k.removesuffix("_"): v for k, v in more.items()}
        table = {"id": id, "when": when, "what": what, **fields}
        made = watch_of(table, len(self._standing) + 1)
        if any(made.key == other.key for other in self._standing):
            raise ImpossibleState(f"two effects or watches are called {made.key!r}", field="id")
        self._standing.append(made)
        return self

    def mana(self, player: str, text: str, only: str = "") -> Setup:
        """Give a player mana in their pool."""
        from mtgmeld.game.payment import pool_of

        made = tuple(Mana(c, only) for c in pool_of(text).elements())
        self._player(player)
        self._pools[player] = (*self._pools.get(player, ()), *made)
        return self

    def land_played(self, player: str) -> Setup:
        """Say that a player has played a land this turn."""
        self._land_plays[self._player(player)] = 1
        return self

    def state(self) -> State:
        """Return the state to begin from.

        Raises
        ------
        ImpossibleState
            If it breaks an invariant; the message names each.
        """
        for stamp, to in self._later:
            host: int | str = to if to in self.players else self._id(to)
            if isinstance(host, int):
                refuse_host(self._objects[stamp], self._objects[host], to)
            self._objects[stamp] = replace(self._objects[stamp], attached=host)
        self._later.clear()
        players = tuple(
            Player(
                p,
                self._life[p],
                self._pools.get(p, ()),
                1 if p == self.active else 0,
                self._land_plays.get(p, 0),
            )
            for p in self.players
        )
        handles = all_handles(self._handles, self._unnamed, self._named)
        made = State(
            players,
            dict(self._cards),
            dict(self._objects),
            dict(self._zones),
            self.active,
            self.step,
            1,
            self.active,
            (),
            tuple(self._standing),
            (),
            handles,
            {
                h: tuple(c for i in ids for c in self._objects[i].cards)
                for h, ids in handles.items()
            },
            {},
            dict(self._links),
            {a.key: 0 for a in self._standing if a.kind == "watch"},
            (),
            dict(self._names),
            self._clock,
            self.edition,
            self.policies,
        )
        faults = made.faults()
        if faults:
            raise ImpossibleState("; ".join(faults))
        if self._copying:
            draft = Draft.of(made)
            for effect in self._copying:
                lay(draft, effect)
            made = draft.freeze()
        return made


def new_game(players: Sequence[str] = PLAYERS, **more: Any) -> Setup:
    """Return a :class:`Setup` for the given players; see there for the other arguments."""
    return Setup(players, **more)
