"""Melding: exile both, then put them onto the battlefield as one (701.42, 712.4a)."""

from __future__ import annotations

from typing import Annotated

import msgspec

from mtgmeld.cards import MeldPair
from mtgmeld.catalog import load_catalog
from mtgmeld.errors import CannotBeDone, IllegalAction
from mtgmeld.game.actions import Attacking, Handle, OnObject, Ref, Tapped, action
from mtgmeld.game.characteristics import of_pair
from mtgmeld.game.draft import Draft
from mtgmeld.game.entering import EntersWith, as_it_enters, enter
from mtgmeld.game.player_words import does
from mtgmeld.game.state import Game
from mtgmeld.game.triggers import notice
from mtgmeld.game.values import Event, GameObject
from mtgmeld.game.zone_change import ZoneChange, move
from mtgmeld.records import says

Condition = tuple[str, bool, tuple[str, ...]]

_ASKED = ("701.42a", "603.4", "608.2c")


def conditions(game: Game, first: GameObject, second: GameObject, player: str) -> list[Condition]:
    """Return all that a player needs for an ability to meld two objects, each with its rules.

    First what each ability that melds asks for, that the player owns and controls both on the
    battlefield; then what the rules ask for (701.42b).  What is in exile already is taken to
    have been exiled by the ability.
    """
    rows: list[Condition] = []
    for obj in (first, second):
        if obj.zone != "exile":
            name = game.card_name(obj)
            rows.append((f"{name} is on the battlefield", obj.zone == "battlefield", _ASKED))
            rows.append((f"{name} is controlled by {player}", obj.controller == player, _ASKED))
            rows.append((f"{name} is owned by {player}", obj.owner == player, _ASKED))
    return rows + why_not_meld(game, first, second)


def why_not_meld(draft: Game, first: GameObject, second: GameObject) -> list[Condition]:
    """Return each condition for melding two objects, whether it holds, and its rules (701.42b)."""
    rows: list[Condition] = []
    for obj in (first, second):
        name = draft.card_name(obj)
        rows.append((f"{name} is represented by one card", len(obj.cards) == 1, ("701.42b",)))
        meld = len(obj.cards) == 1 and obj.base.form.is_meld
        rows.append((f"{name} is a meld card", meld, ("701.42b",)))
    pair = _pair_of(draft, first, second)
    rows.append(("the two cards belong to one meld pair", pair is not None, ("701.42b", "712.5")))
    return rows


class Meld(OnObject, frozen=True, kw_only=True, tag="meld"):
    """Exile two objects, then meld them (701.42, 712.4a)."""

    with_: Annotated[Ref, says("the other object")] = msgspec.field(name="with")
    tapped: Tapped = False
    attacking: Attacking = False
    check: Annotated[bool, says("whether the player must own and control both")] = True
    id: Handle = None


@action(Meld)
def meld(draft: Draft, act: Meld) -> None:
    """Exile two objects, then meld them if they can be melded.

    With ``check`` the player must both own and control the two, as each ability that melds
    says; without it the instruction alone is carried out.
    """
    first, second = (draft.present(ref) for ref in (act.object, act.with_))
    player = act.player or first.controller
    if first.id == second.id or first.owner != second.owner:
        raise IllegalAction(
            "to meld takes two objects of one owner, as each ability that melds says",
            ("701.42a", "701.42b"),
        )
    if act.check:
        _check(draft, first, second, player)
    both = [o for o in (first, second) if o.zone != "exile"]
    became: dict[int, tuple[int, ...]] = {o.id: (o.id,) for o in (first, second)}
    goings = [ZoneChange(o.id, "exile", by=player, rules=("701.42a",)) for o in both]
    for obj, ids in zip(both, move(draft, goings, act), strict=True):
        became[obj.id] = ids
    exiled = [draft.things[i] for o in (first, second) for i in became[o.id]]
    failed = [f"{draft.card_name(o)} is in exile" for o in exiled if o.zone != "exile"]
    if len(exiled) != 2:
        failed.append("there are two objects")
    pair = None if failed else _pair_of(draft, *exiled)
    if pair is None and not failed:
        failed = [text for text, holds, _ in why_not_meld(draft, *exiled) if not holds]
    if pair is None:
        name, ids = draft.card_name(exiled[0]), tuple(o.id for o in exiled)
        note, rules = "not so: " + "; ".join(failed), ("701.42b", "701.42c")
        there = ("exile", "exile", 0, 0, player, 0, note, rules)
        draft.emit(Event("meld fails", exiled[0].id, name, ids, *there))
        return
    _arrive(draft, exiled[0], exiled[1], pair, act, player)


def _pair_of(draft: Game, one: GameObject, two: GameObject) -> MeldPair | None:
    """Return the pair that two objects make, each one card of it; None if they do not (701.42b)."""
    if len(one.cards) != 1 or len(two.cards) != 1:
        return None
    if not (one.base.form.is_meld and two.base.form.is_meld):
        return None
    first, second = draft.cards[one.cards[0]].card, draft.cards[two.cards[0]].card
    pair = load_catalog().pair_of(first)
    if pair is None or {first.name, second.name} != {pair.bearer.name, pair.counterpart.name}:
        return None
    return pair


def _check(draft: Draft, first: GameObject, second: GameObject, player: str) -> None:
    for obj in (first, second):
        if obj.zone == "exile":
            continue
        if obj.zone != "battlefield" or obj.controller != player or obj.owner != player:
            raise CannotBeDone(
                f"{does(player, 'does')} not own and control {draft.name_of(obj.id)}"
                " on the battlefield",
                _ASKED,
                obj.id,
            )


def _arrive(
    draft: Draft, one: GameObject, two: GameObject, pair: MeldPair, act: Meld, player: str
) -> None:
    """Put two cards onto the battlefield as one object with their back faces up (712.14c)."""
    cards = [draft.cards[o.cards[0]] for o in (one, two)]
    if cards[0].card.name != pair.bearer.name:
        cards.reverse()
    for obj in (one, two):
        draft.take_from("exile", obj.id)
        draft.drop(obj.id)
    draft.batch += 1
    stamp = draft.tick()
    owner = cards[0].owner
    base, ids = of_pair(pair), tuple(c.id for c in cards)
    made = GameObject(stamp, "battlefield", owner, player, base, ids, stamp, draft.turn, face=1)
    arrival = EntersWith(tapped=act.tapped, attacking=act.attacking, control=player)
    draft.put(as_it_enters(made, made, arrival))
    draft.add_to("battlefield", (stamp,))
    draft.follow(one.id, (stamp,))
    draft.follow(two.id, (stamp,))
    if act.id:
        draft.name_handle(act.id, (stamp,))
    note = f"{cards[0].card.name} and {cards[1].card.name} meld"
    rules = ("701.42a", "712.4a", "712.14c", "400.7", pair.rule)
    moved = ("exile", "battlefield", 1, 2, player, draft.batch, note, rules)
    draft.emit(Event("move", one.id, pair.result.name, (stamp,), *moved))
    enter(draft, stamp, draft.things[stamp], arrival, act)
    notice(draft)
