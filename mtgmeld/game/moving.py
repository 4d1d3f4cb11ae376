"""Effects that move objects: destroy, exile, return, put, mill, discard, blink."""

from __future__ import annotations

import msgspec

from mtgmeld.errors import BadValue, CannotBeDone, ChoiceNeeded, IllegalAction, UnknownName
from mtgmeld.game import actions as A
from mtgmeld.game.draft import Draft
from mtgmeld.game.entering import Arrival
from mtgmeld.game.events import Event
from mtgmeld.game.layers import amount, characteristics_of
from mtgmeld.game.objects import Obj
from mtgmeld.game.pieces import Delayed
from mtgmeld.game.seen import matches
from mtgmeld.game.speaking import does
from mtgmeld.game.zone_change import Going, move
from mtgmeld.mana import whole_number

__all__ = ["returned"]

replace = msgspec.structs.replace


def objects_of(draft: Draft, refs: A.Refs) -> list[Obj]:
    """Return the objects that an action names and that exist; what has left is skipped."""
    things = draft.things
    if not isinstance(refs, list):
        return [things[i] for i in draft.find(refs) if i in things]
    ids = [i for r in refs for i in draft.find(r)]
    return [things[i] for i in dict.fromkeys(ids) if i in things]


def permanents_of(draft: Draft, refs: A.Refs) -> list[Obj]:
    """Return the permanents that an action names."""
    found = objects_of(draft, refs)
    for obj in found:
        if obj.zone != "battlefield":
            raise CannotBeDone(
                f"{draft.name_of(obj.id)} is in zone {obj.zone}, not on the battlefield",
                ("110.1",),
                obj.id,
            )
    return found


def destroy(draft: Draft, act: A.Destroy) -> None:
    """Put permanents into their owners' graveyards, unless indestructible (701.8, 702.12)."""
    goings = []
    for obj in permanents_of(draft, act.object):
        if characteristics_of(draft, obj).has_keyword("Indestructible"):
            draft.emit(
                Event(
                    "stay", obj.id, draft.name_of(obj.id), note="indestructible", rules=("702.12b",)
                )
            )
            continue
        goings.append(Going(obj.id, "graveyard", by=obj.owner, rules=("701.8a",)))
    move(draft, goings, act)


def sacrifice(draft: Draft, act: A.Sacrifice) -> None:
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
    move(draft, [Going(o.id, "graveyard", by=o.owner, rules=("701.21a",)) for o in found], act)


def _of_a_kind(draft: Draft, act: A.Sacrifice) -> list[int | str]:
    """Return the permanents of a kind that a player sacrifices."""
    player = act.player or draft.active
    found: list[int | str] = [
        o.id
        for o in draft.battlefield()
        if o.controller == player and matches(draft, act.what, o, None, player)
    ]
    if act.cost and len(found) < act.count:
        raise IllegalAction(
            f"{does(player, 'controls')} {len(found)} of the {act.count} permanents"
            " that the cost asks for",
            ("118.3", "601.2h"),
        )
    if len(found) > act.count:
        options = [draft.ref_of(int(i)) for i in found]
        raise ChoiceNeeded(player, "object", options, ("701.21a", "608.2d"), "what to sacrifice")
    return found


def exile(draft: Draft, act: A.Exile) -> None:
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
        Going(o.id, "exile", by=by, rules=("701.13a",), counters=counters, recorded=linked)
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
            key = f"leaves:{until}"
            draft.delayed = (
                *draft.delayed,
                Delayed(key, "leaves", by, found=back, source=until, note=home, at_once=True),
            )


def return_to_hand(draft: Draft, act: A.ReturnToHand) -> None:
    """Return objects to their owners' hands; a melded permanent is two cards (712.21)."""
    found = objects_of(draft, act.object)
    move(draft, [Going(o.id, "hand", by=o.owner) for o in found], act)


def put_into_library(draft: Draft, act: A.PutIntoLibrary) -> None:
    """Put objects into their owners' libraries (401.4)."""
    place = str(act.where)
    if place not in ("top", "bottom") and (whole_number(place) or 0) < 1:
        raise UnknownName("place in a library", place, ("top", "bottom", "2"))
    found = objects_of(draft, act.object)
    move(draft, [Going(o.id, "library", act.where, by=o.owner) for o in found], act)


def put_into_graveyard(draft: Draft, act: A.PutIntoGraveyard) -> None:
    """Put objects into their owners' graveyards."""
    found = objects_of(draft, act.object)
    move(draft, [Going(o.id, "graveyard", by=o.owner) for o in found], act)


def put_into_command(draft: Draft, act: A.PutIntoCommand) -> None:
    """Put cards into the command zone (903.9)."""
    found = objects_of(draft, act.object)
    move(draft, [Going(o.id, "command", by=o.owner) for o in found], act)


def draw(draft: Draft, act: A.Draw) -> None:
    """Draw cards; each is one card whatever is printed on it (121.1, 709.2)."""
    player = act.player or draft.active
    for _ in range(amount(draft, act.count, player, None)):
        order = draft.in_zone("library", player)
        if not order:
            draft.emit(
                Event(
                    "draw", player=player, note="no card is left to draw", rules=("121.3", "704.5b")
                )
            )
            return
        became = move(draft, [Going(order[-1], "hand", by=player, rules=("121.1",))], act)[0]
        draft.emit(
            Event(
                "draw",
                became[0],
                draft.name_of(became[0]),
                became,
                player=player,
                cards=1,
                rules=("121.1",),
            )
        )


def mill(draft: Draft, act: A.Mill) -> None:
    """Put cards from the top of a library into the graveyard, at once (701.17a)."""
    player = act.player or draft.active
    top = draft.in_zone("library", player)[::-1][: act.count]
    became = move(draft, [Going(i, "graveyard", by=player, rules=("701.17a",)) for i in top], act)
    for ids in became:
        draft.emit(
            Event(
                "mill",
                ids[0],
                draft.name_of(ids[0]),
                ids,
                player=player,
                cards=1,
                rules=("701.17a",),
            )
        )


def discard(draft: Draft, act: A.Discard) -> None:
    """Discard cards from a hand (701.9a); a split card is one card (709.2)."""
    found = objects_of(draft, act.object)
    for obj in found:
        if obj.zone != "hand":
            raise CannotBeDone(f"{draft.card_name(obj)} is not in a hand", ("701.9a",), obj.id)
    became = move(
        draft, [Going(o.id, "graveyard", by=o.owner, rules=("701.9a",)) for o in found], act
    )
    for obj, ids in zip(found, became, strict=True):
        draft.emit(
            Event(
                "discard",
                obj.id,
                draft.card_name(obj),
                ids,
                player=obj.owner,
                cards=1,
                rules=("701.9a", "709.2"),
            )
        )


def put_onto_battlefield(draft: Draft, act: A.PutOntoBattlefield) -> None:
    """Put cards onto the battlefield without casting them (712.14, 709.5d)."""
    found = objects_of(draft, act.object)
    attached = None if act.attached_to is None else host_of(draft, act.attached_to)
    arrival = Arrival(
        transformed=act.transformed,
        tapped=act.tapped,
        attacking=act.attacking,
        face_down=act.face_down,
        control=_control(draft, act.control or act.player),
        counters=tuple(sorted(act.counters.items())),
        attached_to=attached,
    )
    goings = [Going(o.id, "battlefield", by=act.player or o.owner, arrival=arrival) for o in found]
    move(draft, goings, act)


def _control(draft: Draft, player: str | None) -> str:
    return "" if player in (None, "owner") else draft.player(str(player)).name


def host_of(draft: Draft, ref: int | str) -> int | str:
    """Return the object or player that something is attached to."""
    if isinstance(ref, str) and any(p.name == ref for p in draft.players):
        return ref
    return draft.find_one(ref)


def blink(draft: Draft, act: A.Blink) -> None:
    """Exile permanents, then return the cards, at once or later (400.7, 712.21c).

    A melded permanent comes back as two permanents that are not melded; a token does not
    come back (111.8).
    """
    found = permanents_of(draft, act.object)
    by = act.player or draft.active
    now = act.until is None
    goings = [Going(o.id, "exile", by=by, unordered=now, rules=("701.13a",)) for o in found]
    became = [i for ids in move(draft, goings, act) for i in ids]
    cards = [i for i in became if i in draft.things and draft.things[i].cards]
    cards = [i for i in cards if draft.things[i].zone == "exile"]
    back = A.PutOntoBattlefield(
        object=list(cards),
        transformed=act.transformed,
        tapped=act.tapped,
        control=act.control or "owner",
        counters=act.counters,
    )
    if now:
        put_onto_battlefield(draft, replace(back, as_copy=act.as_copy))
        return
    draft.delayed = (
        *draft.delayed,
        Delayed(
            "return that card",
            "step",
            by,
            (replace(back, object="that card"),),
            tuple(cards),
            note=str(act.until),
            turn_of=act.choose.get("turn_of", ""),
            not_before=draft.turn
            + (1 if act.choose.get("turn_of") == by and draft.active == by else 0),
        ),
    )


def returned(draft: Draft, act: A.Action) -> None:
    """End "exile until" effects whose source has left: the cards come back at once (610.3)."""
    for delayed in draft.delayed:
        if not delayed.at_once or draft.get(delayed.source) is not None:
            continue
        draft.delayed = tuple(d for d in draft.delayed if d is not delayed)
        cards = [i for i in delayed.found if i in draft.things]
        if not cards:
            continue
        home = delayed.note or "battlefield"
        goings = []
        for i in cards:
            obj = draft.things[i]
            if home == "battlefield":
                goings.append(Going(i, "battlefield", by=obj.owner, rules=("610.3",)))
            else:
                goings.append(Going(i, home, by=obj.owner, rules=("610.3",)))
        move(draft, goings, act)


def shuffle(draft: Draft, act: A.Shuffle) -> None:
    """Shuffle a library: what a situation knows of its order is that it has none (701.24a)."""
    player = act.player or draft.active
    draft.emit(
        Event("shuffle", player=player, note="the order is no longer known", rules=("701.24a",))
    )


def at_step(draft: Draft, act: A.AtStep) -> None:
    """Create a delayed triggered ability for the next such step (603.7)."""
    from mtgmeld.game.records import instructions_of

    key, by = f"at the next {act.step} step", act.player or draft.active
    rows = [
        i
        for row in act.do_later
        for i in ((row,) if isinstance(row, A.Action) else instructions_of(row))
    ]
    source = 0 if act.source is None else draft.find_one(act.source)
    now = draft.last(source)
    later = Delayed(
        key,
        "step",
        by,
        tuple(rows),
        tuple(act.found),
        source,
        note=act.step,
        turn_of="" if act.of is None else draft.player(act.of).name,
        turned=0 if now is None else now.turned,
    )
    draft.delayed = (*draft.delayed, later)


def lay_effect(draft: Draft, act: A.LayEffect) -> None:
    """Lay a standing effect on the game."""
    from mtgmeld.game.laying import lay
    from mtgmeld.game.standing import effect_of

    made = effect_of(act.effect, len(draft.standing) + 1)
    if any(made.key == other.key for other in draft.standing):
        raise BadValue("the effect", "id", f"another standing effect is called {made.key!r}")
    lay(draft, replace(made, stamp=draft.tick()))


def end_effect(draft: Draft, act: A.EndEffect) -> None:
    """End a standing effect."""
    kept = tuple(a for a in draft.standing if a.key != act.id)
    if len(kept) == len(draft.standing):
        raise UnknownName("standing effect", act.id, [a.key for a in draft.standing])
    draft.standing = kept
