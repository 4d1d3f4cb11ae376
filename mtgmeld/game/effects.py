"""Instructions about other instructions, and small effects that texts need (608.2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from msgspec.structs import replace

from mtgmeld.errors import CannotBeDone, ChoiceNeeded, IllegalAction
from mtgmeld.game.actions import Action, Amount, Count, OnObject, OnObjects, Ref, Refs, action
from mtgmeld.game.draft import Draft, objects_of, permanents_of
from mtgmeld.game.entering import EntersWith
from mtgmeld.game.instructions import go_on
from mtgmeld.game.layers import characteristics_of
from mtgmeld.game.moving import Sacrifice, controlled, sort_top
from mtgmeld.game.notation import instructions_of
from mtgmeld.game.payment import Purpose, pay
from mtgmeld.game.player_words import does
from mtgmeld.game.selectors import Context, amount, number
from mtgmeld.game.status import Damage, damage
from mtgmeld.game.targets import shares_of
from mtgmeld.game.values import NEXT_UNTAP, Continuous, Event
from mtgmeld.game.zone_change import ZoneChange, move
from mtgmeld.mana import ManaCost
from mtgmeld.records import says

Rows = Sequence[dict[str, Any]]
Then = Annotated[Rows, says("what is done then: instructions, as tables with `do`")]
Otherwise = Annotated[Rows, says("what is done otherwise: instructions, as tables with `do`")]


class If(Action, frozen=True, kw_only=True, tag="if"):
    """Do something if a condition is true now, and something else otherwise (608.2c)."""

    condition: Annotated[str, says("the condition, such as `any t:demon controller:you`")]
    then: Then = ()
    otherwise: Otherwise = ()


class Unless(Action, frozen=True, kw_only=True, tag="unless"):
    """Do something unless a player pays, which ``choose.pay`` says (118.12)."""

    pays: Annotated[str, says("the mana that may be paid")] = ""
    costs: Annotated[Rows, says("what else may be paid: instructions")] = ()
    otherwise: Otherwise = ()


class ForEach(Action, frozen=True, kw_only=True, tag="for each"):
    """Do something for each player, in turn order: ``that player`` is the one (101.4)."""

    then: Then


class OneOf(Action, frozen=True, kw_only=True, tag="one of"):
    """Do one of several things, which ``choose.option`` says (608.2d)."""

    options: Annotated[dict[str, Rows], says("the things by name, each as instructions")]


class FlipCoin(Action, frozen=True, kw_only=True, tag="flip coin"):
    """Flip a coin; ``choose.coin`` says what came up, ``heads`` or ``tails`` (705)."""

    then: Then = ()
    otherwise: Otherwise = ()


class Scry(Action, frozen=True, kw_only=True, tag="scry"):
    """Look at the top cards of a library and put some on the bottom (701.22)."""

    count: Count = 1


class LookAt(OnObjects, frozen=True, kw_only=True, tag="look at"):
    """Look at cards, which stay where they are; nobody else sees them (701.20e)."""


class DivideDamage(Action, frozen=True, kw_only=True, tag="divide damage"):
    """Deal damage divided as its controller chooses among objects and players (601.2d)."""

    to: Annotated[Refs, says("among what it is divided")]
    amount: Amount

    divides = True


class Fight(OnObject, frozen=True, kw_only=True, tag="fight"):
    """Let two creatures deal damage equal to their power to each other (701.14)."""

    with_: Annotated[Ref, says("the other creature")] = msgspec.field(name="with")


class ManifestDread(Action, frozen=True, kw_only=True, tag="manifest dread"):
    """Manifest one of the top two cards, the other goes to the graveyard (701.62)."""


class KeepTapped(OnObjects, frozen=True, kw_only=True, tag="keep tapped"):
    """Let permanents not untap during their controllers' next untap step (502.3)."""


def _now(draft: Draft, act: Action) -> Context:
    return draft.now or Context(draft, act.player or draft.active, act=act)


def carry_out(draft: Draft, tables: Any, act: Action) -> None:
    """Carry out instructions that an instruction holds, in the context of that one."""
    go_on(draft, instructions_of(tables), _now(draft, act), act)


@action(If)
def if_(draft: Draft, act: If) -> None:
    """Do what the condition says."""
    carry_out(draft, act.then if _now(draft, act).holds(act.condition) else act.otherwise, act)


@action(Unless)
def unless(draft: Draft, act: Unless) -> None:
    """Let a player pay, or do it (118.12)."""
    player = act.player or draft.active
    able = _can_pay(draft, act.costs, player)
    paid = act.choose.get("pay", None if able else False)
    if paid and not able:
        why = f"{does(player, 'has')} too little for the cost"
        raise IllegalAction(why, ("118.3", "118.12"))
    if paid is None:
        cost = act.pays or "what is asked for"
        what = f"whether {does(player, 'pays')} {cost}"
        raise ChoiceNeeded(player, "choose.pay", (True, False), ("118.12",), what)
    if not paid:
        carry_out(draft, act.otherwise, act)
        return
    if act.pays:
        pay(draft, ManaCost.parse(act.pays), None, player, Purpose("pay", act.pays))
    carry_out(draft, act.costs, act)


def _can_pay(draft: Draft, costs: Rows, player: str) -> bool:
    """Whether a player has all that costs other than mana take of a kind (118.3)."""
    return all(
        len(controlled(draft, cost.what, player)) >= cost.count
        for cost in instructions_of(costs)
        if isinstance(cost, Sacrifice) and cost.what
    )


@action(ForEach)
def for_each(draft: Draft, act: ForEach) -> None:
    """Do it for the player that this is carried out for (101.4)."""
    now = _now(draft, act)
    before = now.about, now.chooser
    now.about = now.chooser = act.player or now.player
    # who it is done for is no choice of what is done
    carry_out(draft, act.then, replace(act, player=None))
    now.about, now.chooser = before


@action(OneOf)
def one_of(draft: Draft, act: OneOf) -> None:
    """Do the one that is chosen."""
    chosen = act.choose.get("option")
    if chosen not in act.options:
        player = act.player or draft.active
        raise ChoiceNeeded(player, "choose.option", tuple(act.options), ("608.2d",), "which")
    carry_out(draft, act.options[str(chosen)], act)


@action(FlipCoin)
def flip_coin(draft: Draft, act: FlipCoin) -> None:
    """Flip a coin: what comes up is told, nothing is left to chance here."""
    player, coin = act.player or draft.active, act.choose.get("coin")
    if coin not in ("heads", "tails"):
        sides = ("heads", "tails")
        raise ChoiceNeeded(player, "choose.coin", sides, ("705.1",), "what comes up")
    draft.emit(Event("coin", player=player, note=str(coin), rules=("705.1",)))
    carry_out(draft, act.then if coin == "heads" else act.otherwise, act)


@action(Scry)
def scry(draft: Draft, act: Scry) -> None:
    """Look at the top cards; put any number of them on the bottom (701.22a)."""
    sort_top(draft, act, act.count, "scry", "bottom", "701.22a")


@action(LookAt)
def look_at(draft: Draft, act: LookAt) -> None:
    """Look at cards where they are."""
    player = act.player or draft.active
    for obj in objects_of(draft, act.object):
        draft.say("look", obj, "701.20e", name="a card", player=player)


@action(Fight)
def fight(draft: Draft, act: Fight) -> None:
    """Each deals damage equal to its power to the other; else neither does (701.14a-b)."""
    pair = [draft.get(draft.find_one(ref)) for ref in (act.object, act.with_)]
    there = [
        o
        for o in pair
        if o is not None
        and o.zone == "battlefield"
        and characteristics_of(draft, o).has_type("Creature")
    ]
    if len(there) < 2:
        raise CannotBeDone("one of the two is no creature on the battlefield", ("701.14b",), 0)
    powers = [number(characteristics_of(draft, o).power.value) for o in there]
    for obj, other, much in zip(there, reversed(there), powers, strict=True):
        damage(draft, Damage(**act.choices(), to=other.id, amount=much, source=obj.id))


@action(DivideDamage)
def divide_damage(draft: Draft, act: DivideDamage) -> None:
    """Deal to each target what was chosen with it (601.2d), nothing to an illegal one (608.2b).

    As a step by itself it asks for ``choose.divide``.
    """
    among = list(act.to) if isinstance(act.to, list | tuple) else [act.to]
    now, source = draft.now, None
    if now is not None and now.source is not None:
        source = now.source.id
    if now is not None and now.divided:
        of = dict(zip(now.targets, now.divided, strict=False))
        shares = [of.get(one, 0) for one in among]
    else:
        player = act.player or draft.active
        much = amount(draft, act.amount, player, None)
        shares = shares_of(draft, among, much, act.choose, player)
    for one, share in zip(among, shares, strict=True):
        damage(draft, Damage(**act.choices(), to=one, amount=share, source=source))


@action(ManifestDread)
def manifest_dread(draft: Draft, act: ManifestDread) -> None:
    """Look at the top two cards; one enters face down, the other goes away (701.62a)."""
    player = act.player or draft.active
    top = draft.in_zone("library", player)[::-1][:2]
    rules = ("701.62a", "701.40a")
    if not top:
        return
    chosen = act.choose.get("manifest")
    if chosen is None and len(top) > 1:
        names = [draft.ref_of(i) for i in top]
        raise ChoiceNeeded(player, "choose.manifest", names, rules, "which card to manifest")
    one = top[0] if chosen is None else draft.find_one(chosen)
    if one not in top:
        raise IllegalAction(f"{draft.name_of(one)} is not among the cards", rules)
    arrival = EntersWith(face_down=True, control=player)
    move(draft, [ZoneChange(one, "battlefield", by=player, arrival=arrival, rules=rules)], act)
    rest = [ZoneChange(i, "graveyard", by=player, rules=rules) for i in top if i != one]
    move(draft, rest, act)


@action(KeepTapped)
def keep_tapped(draft: Draft, act: KeepTapped) -> None:
    """Remember that they do not untap in the next untap step of who controls them then."""
    for obj in permanents_of(draft, act.object):
        held = Continuous((obj.id,), draft.tick(), NEXT_UNTAP, "an effect on untapping")
        draft.set_effects((*draft.effects, held))
