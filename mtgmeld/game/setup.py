"""Setting up a game: players, objects in zones, how they are there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any

import msgspec
from msgspec.structs import replace

from mtgmeld.cards import Card, MeldPair
from mtgmeld.catalog import Catalog, find, load_catalog
from mtgmeld.errors import BadValue, ImpossibleState, UnknownName, near
from mtgmeld.game.abilities import ZONES, Ability, Copying, Watch
from mtgmeld.game.actions import CardType, ColorLetters, Keyword, Supertype
from mtgmeld.game.characteristics import CopiableValues, of_card, of_pair
from mtgmeld.game.draft import Draft
from mtgmeld.game.durations import copied_card, lay, settle_control
from mtgmeld.game.notation import effect_of, watch_of
from mtgmeld.game.placing import (
    Said,
    all_handles,
    refuse,
    refuse_host,
    refuse_impossible,
    token_card,
    with_loyalty,
)
from mtgmeld.game.state import State
from mtgmeld.game.turns import choices_of
from mtgmeld.game.values import (
    SHARED_ZONES,
    STEPS,
    Cast,
    GameObject,
    Happened,
    Mana,
    PhysicalCard,
    Player,
)
from mtgmeld.records import Line, convert_plain, names_a, names_of, number_of, one_of, says
from mtgmeld.rules.editions import edition as edition_of
from mtgmeld.rules.editions import readings

PLAYERS = ("you", "opponent")
Words = str | list[str]
PlayerName = Annotated[str, names_a("player")]
Zone = Annotated[str, one_of("zone", (*ZONES, "outside"))]


class Start(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """``[[start]]``: an object at the start.

    It is a ``card``, a ``token`` that is no copy, or a ``made_up`` card that does not exist.
    Cards of a library or graveyard are listed from the bottom to the top.
    """

    card: Annotated[
        Line | None, says("a card, a half, a face, or a combined back face for a melded permanent")
    ] = None
    token: Annotated[
        Line | None, says("instead of a card: the name of a token that is no copy")
    ] = None
    made_up: Annotated[
        Line | None, says("instead of a card: the name of a card with one face that does not exist")
    ] = None
    token_copy: Annotated[bool, says("whether it is a token that copies the card")] = False
    id: Annotated[
        Line | None, says("the handle that steps use; the name will do where it is the only one")
    ] = None
    zone: Annotated[
        Zone,
        says("battlefield, hand, library, graveyard, exile, stack, command, or outside the game"),
    ] = "battlefield"
    owner: Annotated[PlayerName | None, says("whose it is; the active player's by default")] = None
    controller: Annotated[PlayerName | None, says("who controls it; the owner by default")] = None
    copy_of: Annotated[
        str | None,
        says("what it entered as a copy of, by a card's, face's or combined face's name"),
    ] = None
    unlocked: Annotated[
        Words | None, says("unlocked halves of a Room: `left`, `right` or their names")
    ] = None
    face: Annotated[
        str | None, says("`back` for a double-faced permanent with its back face up")
    ] = None
    face_down: Annotated[bool, says("whether it is face down")] = False
    cast: Annotated[str | None, says("of a spell: the half, `fused`, or `back`")] = None
    x: Annotated[int, says("of a spell: the value of X")] = 0
    by: Annotated[str, says("of a spell: what allowed it, such as `flashback`")] = ""
    target: Annotated[Words | None, says("of a spell: what it targets, in order")] = None
    tapped: Annotated[bool, says("whether it is tapped")] = False
    attacking: Annotated[bool, says("whether it is attacking")] = False
    counters: Annotated[dict[str, int], says('counters on it, by kind: `{ "+1/+1" = 2 }`')] = {}
    attached_to: Annotated[str | None, says("the object or player that it is attached to")] = None
    commander: Annotated[
        bool | str, says("whether it is a commander; of a melded permanent the card that is one")
    ] = False
    sick: Annotated[bool, says("whether its controller's control began this turn (302.6)")] = False
    named: Annotated[str | None, says("the card name that was chosen for it")] = None
    melded: Annotated[bool, says("whether the named card stands for its melded permanent")] = False
    exiled_with: Annotated[str | None, says("the object whose ability exiled it (607.2a)")] = None
    damage: Annotated[int, says("damage marked on it")] = 0
    mana_cost: Annotated[str | None, says("of a made-up card: its mana cost")] = None
    types: Annotated[
        list[CardType] | None,
        says("of a token or a made-up card: card types; a creature by default"),
    ] = None
    subtypes: Annotated[list[str], says("of a token or a made-up card: subtypes")] = []
    supertypes: Annotated[list[Supertype], says("of a token or a made-up card: supertypes")] = []
    colors: Annotated[ColorLetters, says("of a token or a made-up card: colors as letters")] = ""
    power: Annotated[str | int | None, says("of a token or a made-up card: power")] = None
    toughness: Annotated[str | int | None, says("of a token or a made-up card: toughness")] = None
    keywords: Annotated[list[Keyword], says("of a token or a made-up card: keyword abilities")] = []


# what is said of a token or a made-up card, which has no facts of its own
FACTS = ("mana_cost", "types", "subtypes", "supertypes", "colors", "power", "toughness", "keywords")

_PLACED = frozenset(names_of(Start)) - {"card", "token", *FACTS}


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
        for name in players:
            convert_plain({"id": name}, Start, "a player")
        if len(set(players)) != len(players) or not all(players) or not players:
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
        self._life = {p: self._whole(lives.get(p, 20)) for p in self.players}
        self._cards: dict[int, PhysicalCard] = {}
        self._objects: dict[int, GameObject] = {}
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
        self._aimed: dict[int, list[str]] = {}
        self._clock = 0

    def _player(self, name: str) -> str:
        if name not in self.players:
            raise UnknownName("player", name, self.players)
        return name

    @staticmethod
    def _whole(life: Any) -> int:
        number = None if isinstance(life, bool) else number_of(life)
        if number is None:
            raise BadValue("the game", "life", f"it takes a whole number, not {life!r}")
        return number

    def _tick(self) -> int:
        self._clock += 1
        return self._clock

    def _physical(self, card: Card, owner: str, commander: bool) -> int:
        stamp = self._tick()
        self._cards[stamp] = PhysicalCard(stamp, card, owner, commander)
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
        target: Words | None = None,
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
        zone, id, **others
            See :class:`Start`; ``token`` is for a token that copies the card.

        Raises
        ------
        ImpossibleState
            For what cannot be, with the rules that say so.
        """
        given = {k: v for k, v in locals().items() if k in _PLACED and v is not None}
        if "unlocked" in given and not isinstance(unlocked, str):
            given["unlocked"] = list(unlocked) if isinstance(unlocked, Iterable) else unlocked
        convert_plain(given, Start, "the object")
        owner = self._player(owner or controller or self.active)
        controller = self._player(controller or owner)
        token = token or token_copy or (isinstance(card, Card) and card.form.is_token)
        found = find(card, self.catalog)
        which, pair = found.card, self.catalog.pair_of(found.card)
        if melded and token:
            raise ImpossibleState("a token cannot be melded", ("701.42b",), field="melded")
        if melded and pair is not None:
            which = pair.result
        two = not (which.is_split or which.form.inset)
        said = Said(
            card=which,
            # a name says which Room it is on the battlefield, not which half is unlocked
            named=None if which.is_split and zone == "battlefield" else found.face,
            zone=zone,
            cast=None if two and cast in ("front", "back") else cast,
            x=x or None,
            unlocked=unlocked,
            face=cast if two and cast in ("front", "back") else face,
            melded=bool(melded),
            token=token,
            face_down=face_down,
            refusal=ImpossibleState,
        )
        how = said.status()
        if which.form.is_meld and said.face == "back":
            raise said.no("face", "it has no back face of its own", "712.4b", "712.1")
        of_token, why = bool(token and commander), "a token is no card, and no commander"
        refuse((of_token, "commander", why, ("903.3", "108.2b")))
        ids: tuple[int, ...] = ()
        if which.form.is_token:
            base = CopiableValues("token", which.faces, token=True)
        elif token:
            base, how = said.copied(of_card(which), how, self.edition)
        else:
            ids, base = self._represent(which, pair, owner, commander)
        stamp = self._tick()
        obj = GameObject(
            stamp,
            how.zone,
            owner,
            controller,
            base,
            ids,
            stamp,
            1 if sick else -1,
            1 if base.fronts else 0 if base.form.is_flip else how.face,
            face_down,
            tapped,
            attacking,
            how.unlocked,
            tuple(sorted((kind, n) for kind, n in (counters or {}).items() if n)),
            cast=Cast(how.cast, how.face, how.x, "hand", by) if how.zone == "stack" else None,
            damage=damage,
            flipped=base.form.is_flip and bool(how.face),
        )
        if copy_of is not None:
            obj = replace(obj, copy=copied_card(copy_of, token, self.catalog))
        refuse_impossible(obj, which.name, by=by, attached=attached_to is not None)
        obj = with_loyalty(obj, counters)
        self._objects[stamp] = obj
        key = how.zone if how.zone in SHARED_ZONES else f"{how.zone}:{owner}"
        self._zones[key] = (*self._zones.get(key, ()), stamp)
        self._name(which, id, stamp)
        if named is not None:
            self._names[stamp] = choices_of(named)[0].name
        if attached_to is not None:
            self._later.append((stamp, attached_to))
        if target is not None:
            why = f"{which.name} is no spell, and targets nothing"
            refuse((obj.cast is None, "target", why, ("115.1",)))
            self._aimed[stamp] = [target] if isinstance(target, str) else list(target)
        if exiled_with is not None:
            source = str(self._id(exiled_with))
            self._links[source] = (*self._links.get(source, ()), stamp)
        return self

    def _represent(
        self, card: Card, pair: MeldPair | None, owner: str, commander: bool | str
    ) -> tuple[tuple[int, ...], CopiableValues]:
        """Return the cards that represent an object, made anew, and what it is by itself."""
        if not card.form.is_melded:
            return (self._physical(card, owner, bool(commander)),), of_card(card)
        if pair is None:
            raise ImpossibleState(f"{card.name}: the catalog has no pair for it", ("712.5",))
        names = [c.name for c in pair.cards]
        if isinstance(commander, str) and commander not in names:
            raise UnknownName("card of the pair", commander, names)
        ids = tuple(
            self._physical(c, owner, commander is True or commander == c.name) for c in pair.cards
        )
        return ids, of_pair(pair)

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

    def _meant(self, word: str) -> int | str:
        return word if word in self.players else self._id(word)

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
        if name is None:
            raise BadValue("the token", "name", "it takes a text")
        facts = {k: v for k, v in more.items() if k in FACTS and v is not None}
        convert_plain({"token": name, **facts}, Start, "the token")
        others = {k: v for k, v in more.items() if k not in FACTS}
        return self.put(token_card(name, facts), **others)

    def effect(self, **table: Any) -> Setup:
        """Lay a standing effect: see :func:`mtgmeld.game.notation.effect_of`."""
        fields = {k.removesuffix("_"): v for k, v in table.items()}
        made = effect_of(fields, len(self._standing) + 1)
        return self._lay(replace(made, stamp=self._clock), "effects")

    def _lay(self, made: Ability, what: str) -> Setup:
        if any(made.key == other.key for other in self._standing):
            raise ImpossibleState(f"two {what} are called {made.key!r}", field="id")
        (self._copying if isinstance(made, Copying) else self._standing).append(made)
        return self

    def watch(
        self,
        id: str,  # noqa: A002  (the notation's own word)
        when: str,
        what: str = "",
        **more: Any,
    ) -> Setup:
        """Lay a trigger that only counts: see :func:`mtgmeld.game.notation.watch_of`."""
        fields = {k.removesuffix("_"): v for k, v in more.items()}
        table = {"id": id, "when": when, "what": what, **fields}
        return self._lay(watch_of(table, len(self._standing) + 1), "effects or watches")

    def mana(self, player: str, text: str, only: str = "") -> Setup:
        """Give a player mana in their pool."""
        from mtgmeld.game.payment import pool_of

        made = tuple(Mana(c, only) for c in pool_of(str(text)).elements())
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
            host = self._meant(to)
            if isinstance(host, int):
                refuse_host(self._objects[stamp], self._objects[host], to)
            self._objects[stamp] = replace(self._objects[stamp], attached=host)
        self._later.clear()
        for stamp, aimed in self._aimed.items():
            targets, spell = tuple(map(self._meant, aimed)), self._objects[stamp]
            assert spell.cast is not None  # of others no target is taken
            self._objects[stamp] = replace(spell, cast=replace(spell.cast, targets=targets))
        self._aimed.clear()
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
            # nothing is known of a library that nothing is said of
            {z: ids for z, ids in self._zones.items() if ids or not z.startswith("library:")},
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
            {a.key: 0 for a in self._standing if isinstance(a, Watch)},
            Happened(),
            dict(self._names),
            self._clock,
            self.edition,
            self.policies,
        )
        faults = made.faults()
        if faults:
            raise ImpossibleState("; ".join(faults))
        draft = Draft.of(made)
        for effect in self._copying:
            lay(draft, effect)
        settle_control(draft, start=True)
        for obj in draft.battlefield():
            if obj.attacking:
                _refuse_attacker(draft, obj)
        return draft.freeze(tuple(draft.events))


def _refuse_attacker(draft: Draft, obj: GameObject) -> None:
    """Refuse what cannot be attacking as a situation begins (506.2, 506.3, 511.3)."""
    name, field = draft.name_of(obj.id), "attacking"
    other = not draft.characteristics(obj.id).has_type("Creature")
    foreign = obj.controller != draft.active
    late = draft.step not in ("declare attackers", "combat damage", "end of combat")
    refuse(
        (other, field, f"{name} is no creature, and only a creature attacks", ("506.3",)),
        (foreign, field, f"{name} is not the active player's, who alone attacks", ("506.2",)),
        (late, field, f"{name} cannot be attacking in the {draft.step} step", ("511.3",)),
    )


def new_game(players: Sequence[str] = PLAYERS, **more: Any) -> Setup:
    """Return a :class:`Setup` for the given players; see there for the other arguments.

    Examples
    --------
    >>> game = mm.new_game(["ann", "ben"]).put("Fire // Ice", zone="hand").state()
    >>> game.active, [game.name_of(obj) for obj in game.in_zone("hand", "ann")]
    ('ann', ['Fire // Ice'])
    """
    return Setup(players, **more)
