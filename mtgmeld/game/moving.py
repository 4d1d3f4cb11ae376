"""Actions that move objects between zones, and what is done with libraries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec

from mtgmeld.errors import BadValue, CannotBeDone, ChoiceNeeded, IllegalAction, UnknownName
from mtgmeld.game.actions import (
    Action,
    Amount,
    Attacking,
    Control,
    Count,
    Counters,
    OnObjects,
    Ref,
    Refs,
    Select,
    Source,
    Tapped,
    Transformed,
    action,
)
from mtgmeld.game.characteristics import shares_name
from mtgmeld.game.draft import Draft, objects_of, permanents_of
from mtgmeld.game.entering import EntersWith
from mtgmeld.game.hidden_information import HIDDEN_PLACES
from mtgmeld.game.layers import characteristics_of
from mtgmeld.game.player_words import does
from mtgmeld.game.selectors import amount
from mtgmeld.game.values import DelayedTrigger, Event, GameObject
from mtgmeld.game.views import matches, those_matching
from mtgmeld.game.zone_change import ZoneChange, move
from mtgmeld.mana import whole_number
from mtgmeld.records import Number, says

replace = msgspec.structs.replace


class Destroy(OnObjects, frozen=True, kw_only=True, tag="destroy"):
    """Destroy permanents, at once (701.8)."""


@action(Destroy)
def destroy(draft: Draft, act: Destroy) -> None:
    """Put permanents into their owners' graveyards, unless indestructible (701.8, 702.12)."""
    goings = []
    for obj in permanents_of(draft, act.object):
        if characteristics_of(draft, obj).has_keyword("Indestructible"):
            draft.say("stay", obj, "702.12b", became=(), note="indestructible")
            continue
        goings.append(ZoneChange(obj.id, "graveyard", by=obj.owner, rules=("701.8a",)))
    move(draft, goings, act)


class Sacrifice(Action, frozen=True, kw_only=True, tag="sacrifice"):
    """Sacrifice permanents, or so many of a kind; as a cost all of them (701.21, 118.3)."""

    object: Annotated[Refs | None, says("what is sacrificed; without it, so many of a kind")] = None
    what: Annotated[str, says("a filter: the kind that is sacrificed")] = ""
    count: Count = 1
    cost: Annotated[bool, says("whether it is a cost, which cannot be paid in part (118.3)")] = (
        False
    )


@action(Sacrifice)
def sacrifice(draft: Draft, act: Sacrifice) -> None:
    """Put permanents of a player into the graveyard (701.21); one permanent is one sacrifice.

    Of a kind a player sacrifices as many as possible (609.3), unless it is a cost (118.3).
    """
    refs = _of_a_kind(draft, act) if act.object is None else act.object
    found = permanents_of(draft, refs)
    for obj in found:
        if act.player is not None and obj.controller != act.player:
            raise CannotBeDone(
                f"{does(act.player, 'does')} not control {draft.name_of(obj.id)}",
                ("701.21a",),
                obj.id,
            )
    move(draft, [ZoneChange(o.id, "graveyard", by=o.owner, rules=("701.21a",)) for o in found], act)


def controlled(draft: Draft, what: str, player: str) -> list[int]:
    """Return the permanents of a kind that a player controls."""
    return [o.id for o in those_matching(draft, what, player) if o.controller == player]


def _of_a_kind(draft: Draft, act: Sacrifice) -> list[int | str]:
    """Return the permanents of a kind that a player sacrifices."""
    player = act.player or draft.active
    found = controlled(draft, act.what, player)
    if act.cost and len(found) < act.count:
        raise IllegalAction(
            f"{does(player, 'controls')} {len(found)} of the {act.count} permanents"
            " that the cost asks for",
            ("118.3", "601.2h"),
        )
    if len(found) > act.count:
        chosen = _chosen(draft, act, "object", found)
        if len(chosen) == act.count:
            return [*chosen]
        options = [draft.ref_of(i) for i in found]
        raise ChoiceNeeded(player, "object", options, ("701.21a", "608.2d"), "what to sacrifice")
    return [*found]


class Exile(OnObjects, frozen=True, kw_only=True, tag="exile"):
    """Exile objects, at once; ``with`` links them to a source, ``until`` returns them (610.3)."""

    with_: Annotated[Ref | None, says("the object whose ability keeps a record of it (607.2a)")] = (
        msgspec.field(default=None, name="with")
    )
    until: Annotated[Ref | None, says("the object at whose leaving it returns (610.3)")] = None
    counters: Counters = {}


@action(Exile)
def exile(draft: Draft, act: Exile) -> None:
    """Exile objects at once; link them or return them later (406, 607.2a, 610.3)."""
    found = objects_of(draft, act.object)
    by = act.player or draft.active
    until = None if act.until is None else draft.find_one(act.until)
    if until is not None and draft.get(until) is None:
        draft.emit(
            Event("stay", note="what it would last until is gone", rules=("610.3a", "610.3b"))
        )
        return
    counters = tuple(act.counters.items())
    linked = act.with_ is not None
    keeper = "" if act.with_ is None else str(draft.find_one(act.with_))
    goings = [
        ZoneChange(o.id, "exile", by=by, rules=("701.13a",), counters=counters, recorded=linked)
        for o in found
    ]
    became = move(draft, goings, act)
    exiled = tuple(
        i for ids in became for i in ids if i in draft.things and draft.things[i].zone == "exile"
    )
    if act.with_ is not None:
        draft.link(keeper, exiled)
    if until is not None:
        # each goes back to the zone that it came from (610.3)
        homes = {i: o.zone for o, ids in zip(found, became, strict=True) for i in ids}
        for home in dict.fromkeys(homes[i] for i in exiled):
            back = tuple(i for i in exiled if homes[i] == home)
            later: dict[str, Any] = {"found": back, "source": until, "note": home, "at_once": True}
            made = DelayedTrigger(f"leaves:{until}", "leaves", by, **later)
            draft.delayed = (*draft.delayed, made)


def _put(draft: Draft, act: Any, zone: str, where: str | int = "top") -> None:
    """Put what an action is about into a zone of its owners."""
    found = objects_of(draft, act.object)
    move(draft, [ZoneChange(o.id, zone, where, by=o.owner) for o in found], act)


class ReturnToHand(OnObjects, frozen=True, kw_only=True, tag="return to hand"):
    """Return objects to their owners' hands."""


@action(ReturnToHand)
def return_to_hand(draft: Draft, act: ReturnToHand) -> None:
    """Return objects to their owners' hands; a melded permanent is two cards (712.21)."""
    _put(draft, act, "hand")


class PutIntoLibrary(OnObjects, frozen=True, kw_only=True, tag="put into library"):
    """Put objects into their owners' libraries: ``top``, ``bottom`` or a place from the top."""

    where: Annotated[str | int, says("`top`, `bottom`, or a place from the top")] = "top"


@action(PutIntoLibrary)
def put_into_library(draft: Draft, act: PutIntoLibrary) -> None:
    """Put objects into their owners' libraries (401.4)."""
    place = str(act.where)
    if place not in ("top", "bottom") and (whole_number(place) or 0) < 1:
        raise UnknownName("place in a library", place, ("top", "bottom", "2"))
    _put(draft, act, "library", act.where)


class PutIntoGraveyard(OnObjects, frozen=True, kw_only=True, tag="put into graveyard"):
    """Put objects into their owners' graveyards without destroying them."""


@action(PutIntoGraveyard)
def put_into_graveyard(draft: Draft, act: PutIntoGraveyard) -> None:
    """Put objects into their owners' graveyards."""
    _put(draft, act, "graveyard")


class PutIntoCommand(OnObjects, frozen=True, kw_only=True, tag="put into command zone"):
    """Put a card into the command zone."""


@action(PutIntoCommand)
def put_into_command(draft: Draft, act: PutIntoCommand) -> None:
    """Put cards into the command zone (903.9)."""
    _put(draft, act, "command")


class Draw(Action, frozen=True, kw_only=True, tag="draw"):
    """Draw cards (121)."""

    count: Amount = 1


@action(Draw)
def draw(draft: Draft, act: Draw) -> None:
    """Draw cards; each is one card whatever is printed on it (121.1, 709.2)."""
    player = act.player or draft.active
    for _ in range(amount(draft, act.count, player, None)):
        order = draft.in_zone("library", player)
        if not order:
            note = "no card is left to draw"
            draft.emit(Event("draw", player=player, note=note, rules=("121.3", "704.5b")))
            draft.dry |= {player}
            return
        became = move(draft, [ZoneChange(order[-1], "hand", by=player, rules=("121.1",))], act)[0]
        _of_one(draft, "draw", became, player, "121.1")


def _of_one(draft: Draft, kind: str, became: tuple[int, ...], player: str, *rules: str) -> None:
    """Record what a player has done with one card, under the name of what it became."""
    name = draft.name_of(became[0])
    draft.emit(Event(kind, became[0], name, became, player=player, cards=1, rules=rules))


class Mill(Action, frozen=True, kw_only=True, tag="mill"):
    """Put cards from the top of a library into its owner's graveyard (701.17)."""

    count: Count = 1


@action(Mill)
def mill(draft: Draft, act: Mill) -> None:
    """Put cards from the top of a library into the graveyard, at once (701.17a)."""
    player = act.player or draft.active
    top = draft.in_zone("library", player)[::-1][: act.count]
    goings = [ZoneChange(i, "graveyard", by=player, rules=("701.17a",)) for i in top]
    for ids in move(draft, goings, act):
        _of_one(draft, "mill", ids, player, "701.17a")


class Discard(Action, frozen=True, kw_only=True, tag="discard"):
    """Discard cards (701.9)."""

    object: Annotated[Refs | None, says("the cards; else the player chooses them")] = None
    count: Annotated[Number | str, says("how many cards, where the player chooses")] = 1


@action(Discard)
def discard(draft: Draft, act: Discard) -> None:
    """Discard cards from a hand (701.9a); a split card is one card (709.2)."""
    found = objects_of(draft, _from_hand(draft, act) if act.object is None else act.object)
    for obj in found:
        if obj.zone != "hand":
            raise CannotBeDone(f"{draft.card_name(obj)} is not in a hand", ("701.9a",), obj.id)
    goings = [ZoneChange(o.id, "graveyard", by=o.owner, rules=("701.9a",)) for o in found]
    for obj, ids in zip(found, move(draft, goings, act), strict=True):
        name, owner = draft.card_name(obj), obj.owner
        rules = ("701.9a", "709.2")
        draft.say("discard", obj, *rules, name=name, became=ids, player=owner, cards=1)


def _from_hand(draft: Draft, act: Discard) -> list[int | str]:
    """Return the cards that a player discards: of so many, or all where there are no more."""
    player = act.player or draft.active
    hand = draft.in_zone("hand", player)
    count = amount(draft, act.count, player, None)
    if len(hand) <= count:
        return list(hand)
    chosen = _chosen(draft, act, "discard", list(hand))
    if len(chosen) != count:
        options = [draft.ref_of(i) for i in hand]
        what = f"{count} cards to discard" if count > 1 else "a card to discard"
        raise ChoiceNeeded(player, "choose.discard", options, ("701.9b",), what)
    return list(chosen)


def _chosen(draft: Draft, act: Action, word: str, options: list[int]) -> list[int]:
    """Return what an action chooses of several things; the others are for another choice."""
    given = act.choose.get(word, ())
    refs = given if isinstance(given, list | tuple) else [given]
    listed = [draft.find_one(ref) for ref in refs]
    return [i for i in listed if i in options]


class PutOntoBattlefield(OnObjects, frozen=True, kw_only=True, tag="put onto battlefield"):
    """Put cards onto the battlefield without casting them (712.14)."""

    transformed: Transformed = False
    tapped: Tapped = False
    attacking: Attacking = False
    face_down: Annotated[bool, says("whether it is face down")] = False
    control: Control = None
    counters: Counters = {}
    attached_to: Annotated[Ref | None, says("the object or player that it enters attached to")] = (
        None
    )


@action(PutOntoBattlefield)
def put_onto_battlefield(draft: Draft, act: PutOntoBattlefield) -> None:
    """Put cards onto the battlefield without casting them (712.14, 709.5d)."""
    _onto_battlefield(draft, act)


def _onto_battlefield(draft: Draft, act: PutOntoBattlefield, *, made: bool = False) -> None:
    """Put cards onto the battlefield, those perhaps that what does it has made itself (400.7j)."""
    found = objects_of(draft, act.object)
    attached = None if act.attached_to is None else host_of(draft, act.attached_to)
    how = {n: getattr(act, n) for n in ("transformed", "tapped", "attacking", "face_down")}
    who = act.control or act.player
    control = "" if who in (None, "owner") else draft.player(str(who)).name
    counters = tuple(sorted(act.counters.items()))
    arrival = EntersWith(**how, control=control, counters=counters, attached_to=attached)
    going = ZoneChange(0, "battlefield", arrival=arrival, found=made)
    move(draft, [replace(going, obj=o.id, by=act.player or o.owner) for o in found], act)


def host_of(draft: Draft, ref: int | str) -> int | str:
    """Return the object or player that something is attached to."""
    if isinstance(ref, str) and any(p.name == ref for p in draft.players):
        return ref
    return draft.find_one(ref)


class Blink(OnObjects, frozen=True, kw_only=True, tag="blink"):
    """Exile a permanent, then return it, at once or at a later step (400.7, 712.21c)."""

    until: Annotated[
        str | None, says("the step at whose beginning it returns; at once by default")
    ] = None
    control: Control = None
    counters: Counters = {}
    transformed: Transformed = False
    tapped: Tapped = False


@action(Blink)
def blink(draft: Draft, act: Blink) -> None:
    """Exile permanents, then return the cards, at once or later (400.7, 712.21c).

    A melded permanent comes back as two permanents that are not melded; a token does not
    come back (111.8).
    """
    found = permanents_of(draft, act.object)
    by = act.player or draft.active
    now = act.until is None
    goings = [ZoneChange(o.id, "exile", by=by, unordered=now, rules=("701.13a",)) for o in found]
    became = [i for ids in move(draft, goings, act) for i in ids]
    there = [draft.things[i] for i in became if i in draft.things]
    cards = [o.id for o in there if o.cards and o.zone == "exile"]
    how = {name: getattr(act, name) for name in ("transformed", "tapped", "counters")}
    back = PutOntoBattlefield(object=list(cards), control=act.control or "owner", **how)
    if now:
        _onto_battlefield(draft, replace(back, as_copy=act.as_copy), made=True)
        return
    whose = act.choose.get("turn_of", "")
    later = draft.turn + int(whose == by == draft.active)
    about: dict[str, Any] = {"note": str(act.until), "turn_of": whose, "not_before": later}
    do = (replace(back, object="that card"),)
    made = DelayedTrigger("return that card", "step", by, do, tuple(cards), **about)
    draft.delayed = (*draft.delayed, made)


def returned(draft: Draft, act: Action) -> None:
    """End "exile until" effects whose source has left: the cards come back at once (610.3)."""
    for delayed in draft.delayed:
        if not delayed.at_once or draft.get(delayed.source) is not None:
            continue
        draft.delayed = tuple(d for d in draft.delayed if d is not delayed)
        cards = [i for i in delayed.found if i in draft.things]
        if not cards:
            continue
        home, things = delayed.note or "battlefield", draft.things
        going = ZoneChange(0, home, found=True, rules=("610.3",))
        goings = [replace(going, obj=i, by=things[i].owner) for i in cards]
        move(draft, goings, act)


class Shuffle(Action, frozen=True, kw_only=True, tag="shuffle"):
    """Shuffle a library: its order is no longer known (701.24)."""


@action(Shuffle)
def shuffle(draft: Draft, act: Shuffle) -> None:
    """Shuffle a library: what a situation knows of its order is that it has none (701.24a)."""
    player = act.player or draft.active
    draft.emit(
        Event("shuffle", player=player, note="the order is no longer known", rules=("701.24a",))
    )


class AtStep(Action, frozen=True, kw_only=True, tag="at step"):
    """Create a delayed triggered ability that acts at the next such step (603.7).

    ``about`` names what its instructions find as ``that card``, ``source`` the object whose
    ability it is, their ``this``; ``of`` is whose step it must be; ``do_later`` holds the
    instructions, or tables with ``do``.
    """

    step: Annotated[str, says("the step at whose beginning it happens")]
    of: Annotated[str | None, says("whose step it must be")] = None
    do_later: Annotated[Sequence[Any], says("what happens then, a list of steps")] = ()
    source: Source = None
    about: Annotated[Sequence[str], says("what `that card` stands for then")] = ()
    found: Annotated[Sequence[int], says("the objects that `that card` stands for, by number")] = ()

    def found_by(self, select: Select) -> AtStep:
        """Return it with the objects that ``that card`` will stand for."""
        found = tuple(i for ref in self.about for i in select(ref) or ())
        return replace(self, found=found, about=()) if self.about else self


@action(AtStep)
def at_step(draft: Draft, act: AtStep) -> None:
    """Create a delayed triggered ability for the next such step (603.7)."""
    from mtgmeld.game.notation import instructions_of

    key, by = f"at the next {act.step} step", act.player or draft.active
    later = [(r,) if isinstance(r, Action) else instructions_of(r) for r in act.do_later]
    do = tuple(one for several in later for one in several)
    source = 0 if act.source is None else draft.find_one(act.source)
    found = act.found or tuple(i for ref in act.about for i in draft.find(ref))
    now, whose = draft.last(source), "" if act.of is None else draft.player(act.of).name
    turned = 0 if now is None else now.turned
    about: dict[str, Any] = {"note": act.step, "turn_of": whose, "turned": turned}
    made = DelayedTrigger(key, "step", by, do, tuple(found), source, **about)
    draft.delayed = (*draft.delayed, made)


class LayEffect(Action, frozen=True, kw_only=True, tag="lay effect"):
    """Lay a standing effect on the game from here on."""

    effect: Annotated[dict[str, Any], says("the effect, as in an `[[effect]]` table")]


@action(LayEffect)
def lay_effect(draft: Draft, act: LayEffect) -> None:
    """Lay a standing effect on the game."""
    from mtgmeld.game.durations import lay
    from mtgmeld.game.notation import effect_of

    made = effect_of(_of_an_ability(draft, act), len(draft.standing) + 1)
    if any(made.key == other.key for other in draft.standing):
        raise BadValue("the effect", "id", f"another standing effect is called {made.key!r}")
    lay(draft, replace(made, stamp=draft.tick()))


def _of_an_ability(draft: Draft, act: LayEffect) -> dict[str, Any]:
    """Return an effect; one that an ability lays is its controller's, and about its choices."""
    if draft.now is None:
        return act.effect
    player, source = act.player or draft.active, draft.now.source
    table = {"controller": player, "id": f"effect of {draft.tick()}", **act.effect}
    if table.get("until") == "your next turn":
        table["until"] = f"{player}'s next turn"
    if table.get("named") is True and source is not None:
        table["named"] = draft.names.get(source.id, "")
    return table


class EndEffect(Action, frozen=True, kw_only=True, tag="end effect"):
    """End a standing effect."""

    id: Annotated[str, says("which effect")]


@action(EndEffect)
def end_effect(draft: Draft, act: EndEffect) -> None:
    """End a standing effect."""
    kept = tuple(a for a in draft.standing if a.key != act.id)
    if len(kept) == len(draft.standing):
        raise UnknownName("standing effect", act.id, [a.key for a in draft.standing])
    draft.set_standing(kept)


RULES = ("701.23a", "701.23b")


def findable(draft: Draft, act: Search, player: str) -> list[GameObject]:
    """Return the cards of a library that a search may find, each tested as a card (709.4).

    ``unlike`` leaves out a card as soon as one of its names is a name of one of the permanents
    that this filter fits; a permanent without a name shares none (201.2a).
    """
    found = []
    others = [
        characteristics_of(draft, o).names
        for o in draft.battlefield()
        if act.unlike and matches(draft, act.unlike, o, None, player)
    ]
    for i in draft.in_zone("library", act.library or player):
        obj = draft.things[i]
        known = characteristics_of(draft, obj)
        if not matches(draft, act.what, obj, known, player):
            continue
        if any(shares_name(known.names, names).value for names in others):
            continue
        found.append(obj)
    return found


class Search(Action, frozen=True, kw_only=True, tag="search"):
    """Search a library for a card, put it where ``to`` says, and shuffle (701.23)."""

    what: Annotated[str, says("a filter: what may be found")] = ""
    object: Annotated[Ref | None, says("the card that is found")] = None
    to: Annotated[
        str,
        says(
            "where it is put: `hand`, `battlefield`, `battlefield tapped`, `exile`, `library top`"
        ),
    ] = "hand"
    unlike: Annotated[str, says("a filter: it shares a name with none of these permanents")] = ""
    library: Annotated[str, says("whose library it is, where that is another player's")] = ""


@action(Search)
def search(draft: Draft, act: Search) -> None:
    """Search a library for a card, reveal it, put it where the effect says, shuffle (701.23).

    A player need not find a card that has to have some quality (701.23b), and reveals one that
    goes where others do not see it.
    """
    player = act.player or draft.active
    fits = findable(draft, act, player)
    ref = act.choose.get("find") if act.object is None else act.object
    if isinstance(ref, list | tuple):  # of several searches each has its own
        ids = {o.id for o in fits}
        ref = next((r for r in ref if r != "none" and draft.find_one(r) in ids), "none")
    if ref is None and fits:
        names = [draft.ref_of(o.id) for o in fits]
        raise ChoiceNeeded(player, "choose.find", (*names, "none"), RULES, "which card to find")
    if ref in (None, "none"):
        draft.emit(Event("search", player=player, note="no card is found", rules=RULES))
    else:
        found = draft.find_one(ref)
        if found not in [o.id for o in fits]:
            raise IllegalAction(
                f"{draft.name_of(found)} is no card that this search may find",
                ("701.23a", "201.2a") if act.unlike else ("701.23a",),
            )
        name = draft.name_of(found)
        where, _, place = act.to.partition(" ")
        if act.what and where in HIDDEN_PLACES:  # else nobody could see that it has the quality
            reveal(draft, Reveal(object=found, player=player))
        arrival = EntersWith(tapped=place == "tapped", control=player)
        change = ZoneChange(found, where, place or "top", player, arrival, rules=("701.23a",))
        move(draft, [change], act)
        draft.emit(Event("search", found, name, player=player, note="found", rules=RULES))
    note, whose_ = "the order is no longer known", act.library or player
    draft.emit(Event("shuffle", player=whose_, note=note, rules=("701.24a",)))


class Surveil(Action, frozen=True, kw_only=True, tag="surveil"):
    """Look at the top cards of a library and put some into the graveyard (701.25)."""

    count: Count = 1


@action(Surveil)
def surveil(draft: Draft, act: Surveil) -> None:
    """Look at the top cards; put any number of them into the graveyard (701.25a)."""
    sort_top(draft, act, act.count, "surveil", "graveyard", "701.25a")


def sort_top(draft: Draft, act: Action, count: int, what: str, to: str, rule: str) -> None:
    """Let a player look at the top cards and put any of them elsewhere, which ``choose`` says."""
    player, rules = act.player or draft.active, (rule,)
    top = draft.in_zone("library", player)[::-1][:count]
    if not top:
        return
    chosen = act.choose.get(to)
    if chosen is None:
        names = [draft.ref_of(i) for i in top]
        which = f"which of the cards go to the {to}"
        raise ChoiceNeeded(player, f"choose.{to}", (*names, "none"), rules, which)
    listed = chosen if isinstance(chosen, list) else [] if chosen == "none" else [chosen]
    going = [draft.find_one(ref) for ref in listed]
    for i in going:
        if i not in top:
            raise IllegalAction(f"{draft.name_of(i)} is not among the cards", rules)
    zone, place = ("library", to) if to == "bottom" else (to, "top")
    move(draft, [ZoneChange(i, zone, place, by=player, rules=rules) for i in going], act)
    verb = {"scry": "scries", "surveil": "surveils"}[what]
    draft.emit(Event(what, player=player, note=f"{verb} {count}", rules=rules))


class Reveal(OnObjects, frozen=True, kw_only=True, tag="reveal"):
    """Reveal cards; they stay where they are (701.20)."""


@action(Reveal)
def reveal(draft: Draft, act: Reveal) -> None:
    """Reveal cards: all players see them where they are (701.20a)."""
    player = act.player or draft.active
    for obj in objects_of(draft, act.object):
        name = draft.card_name(obj)
        draft.say("reveal", obj, "701.20a", name=name, player=player)
