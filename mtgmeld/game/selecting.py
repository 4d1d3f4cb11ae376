"""What the selectors of instructions stand for: ``this``, ``target``, ``each FILTER`` (608.2c)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from mtgmeld.errors import ChoiceNeeded, IllegalAction
from mtgmeld.game import actions as A
from mtgmeld.game.abilities import Ability, with_parts
from mtgmeld.game.acting import ability_by_key
from mtgmeld.game.characteristics import amount as used
from mtgmeld.game.conditions import counterparts
from mtgmeld.game.draft import Draft
from mtgmeld.game.events import Event
from mtgmeld.game.filling import filled
from mtgmeld.game.layers import amount, number
from mtgmeld.game.objects import Bundle
from mtgmeld.game.seen import matches, those_matching
from mtgmeld.mana import whole_number

__all__ = ["Running", "ability_of", "filled_in", "number_of", "one_of", "select"]


class Running(msgspec.Struct, gc=False):
    """What instructions may refer to while they are carried out.

    Attributes
    ----------
    bundle : Bundle
    ability : Ability or None
    player : str
        Who carries them out.
    act : Action
        Whose choices decide.
    linked : tuple of int
        What the source's ability had exiled before (607.2a).
    moved : tuple of int
        What the latest instruction that moved anything made of it (400.7j).
    made : tuple of int
        Tokens that the instructions have made so far.
    revealed : tuple of int
        What they have revealed so far (701.20).
    """

    bundle: Bundle
    ability: Ability | None
    player: str
    act: A.Action
    linked: tuple[int, ...]
    moved: tuple[int, ...] = ()
    made: tuple[int, ...] = ()
    revealed: tuple[int, ...] = ()


def ability_of(draft: Draft, bundle: Bundle) -> Ability | None:
    """Return the ability that stands on the stack, if it is known."""
    for ability in with_parts(draft.standing):
        if ability.key == bundle.key:
            return ability
    return ability_by_key(bundle.key)


def one_of(draft: Draft, ids: list[Any], ref: str, now: Running) -> Any:
    """Return the one of several objects that the player picks on resolution (608.2d)."""
    if len(ids) == 1:
        return ids[0]
    word = _CHOICES.get(ref, ref)
    options = [draft.ref_of(i) for i in ids]
    chosen = now.act.choose.get(word)
    for i, option in zip(ids, options, strict=True):
        if chosen is not None and chosen in (i, option):
            return i
    if chosen is not None and (found := draft.find_one(chosen)) in ids:
        return found
    rules = ("608.2d", "201.5") if ref == "counterpart" else ("608.2d",)
    raise ChoiceNeeded(now.player, f"choose.{word}", options, rules, f"which {word}")


_CHOICES = {"exiled with this": "exiled card"}


def number_of(draft: Draft, text: str, now: Running) -> int:
    """Return an amount as the effect is applied, from last known information too (608.2h).

    ``power of SELECTOR`` adds up what the selected objects have.
    """
    if text == "x":
        return now.bundle.x
    sign, words = (-1, text[1:]) if text.startswith("-") else (1, text)
    what, of, whom = words.partition(" of ")
    # of a target that has left counts what it last was
    ids = now.bundle.targets[:1] if whom == "target" else select(draft, whom, now) if of else None
    if ids is not None:
        which = what.replace(" ", "_")
        found = [i for i in ids if isinstance(i, int)]
        return sign * sum(number(used(draft.characteristics(i)[which]).value) for i in found)
    source = draft.last(now.bundle.source) if now.bundle.source else None
    return sign * amount(draft, words, now.player, source, now.bundle.x)


def filled_in(draft: Draft, text: str, now: Running) -> str:
    """Return a filter with what its source and targets fill in."""
    source = draft.last(now.bundle.source) if now.bundle.source else None
    return filled(draft, text, now.player, source, now.bundle.targets, now.bundle.x)


def select(draft: Draft, ref: str, now: Running) -> list[Any] | None:
    """Return what a selector stands for now; None if the text is no selector.

    ``this``; ``that card`` and its like for what an event was about; ``target`` and ``second
    target``; ``exiled with this``; ``the moved card``, ``those tokens``,
    ``revealed FILTER`` for what the instructions have come to; ``top of library``, ``top N of
    library``, ``top of each library``; ``counterpart``; ``you``, ``opponent``; ``each FILTER``
    and ``one FILTER``.  Two may be joined by ``and each``.
    """
    bundle, player = now.bundle, now.player
    first, joined, second = ref.partition(" and each ")
    if joined:
        both = (select(draft, first, now) or [], select(draft, f"each {second}", now) or [])
        return list(dict.fromkeys([*both[0], *both[1]]))
    if ref == "this":
        return (
            [bundle.source] if bundle.source in draft.things or bundle.source in draft.known else []
        )
    if ref in ("that card", "that creature", "that spell", "those cards"):
        return _there(draft, bundle.found)
    if ref in ("target", "second target"):
        return _targets(draft, ref, now)
    if ref in ("exiled with this", "others exiled with this"):
        linked = draft.links.get(str(bundle.source), ()) if ref[0] == "e" else now.linked
        return [i for i in _there(draft, linked) if draft.things[i].zone == "exile"]
    if ref in ("the moved card", "the moved cards"):
        return _there(draft, now.moved)
    if ref == "those tokens":
        return _there(draft, now.made)
    if ref == "counterpart":
        return _counterparts(draft, now)
    if ref == "you":
        return [player]
    if ref == "opponent":
        return [p.name for p in draft.players if p.name != player]
    return _by_filter(draft, ref, now)


def _there(draft: Draft, ids: Iterable[int]) -> list[Any]:
    return [i for i in ids if i in draft.things]


def _targets(draft: Draft, ref: str, now: Running) -> list[Any]:
    found = now.bundle.targets
    if now.ability is not None and now.ability.second_target:
        found = found[1:] if ref == "second target" else found[:1]
    return [t for t in found if t in draft.things or (isinstance(t, str) and t)]


def _counterparts(draft: Draft, now: Running) -> list[Any]:
    assert now.ability is not None
    source = draft.last(now.bundle.source)
    options = counterparts(draft, now.ability, source, now.player)
    if not options:
        note = "its condition is not true; nothing is exiled"
        draft.emit(Event("stay", now.bundle.source, now.bundle.key, note=note, rules=("608.2c",)))
    return list(options)


def _by_filter(draft: Draft, ref: str, now: Running) -> list[Any] | None:
    """Return what a selector with a filter, or of a library, stands for."""
    word, _, rest = ref.partition(" ")
    if word == "each":
        others = rest.startswith("other ")
        text = filled_in(draft, rest.removeprefix("other "), now)
        found = [o.id for o in those_matching(draft, text, now.player)]
        return [i for i in found if not (others and i == now.bundle.source)]
    if word == "one":
        return _one(draft, filled_in(draft, rest, now), now)
    if word == "revealed":
        text = filled_in(draft, rest, now)
        there = _there(draft, now.revealed)
        return [i for i in there if matches(draft, text, draft.things[i], None, now.player)]
    if ref == "top of each library":
        tops = (draft.in_zone("library", p.name)[-1:] for p in draft.players)
        return [i for top in tops for i in top]
    if word == "top" and rest.endswith("of library"):
        count = whole_number(rest.removesuffix("of library").strip() or "1")
        if count is not None and count >= 0:
            return list(draft.in_zone("library", now.player)[::-1][:count])
    return None


def _one(draft: Draft, text: str, now: Running) -> list[Any]:
    """Return the object that the player chooses on resolution; it is no target (608.2d)."""
    fits = [o.id for o in those_matching(draft, text, now.player)]
    ref = now.act.choose.get("object")
    if not fits or ref == "none":
        return []
    if ref is None:
        options = [draft.ref_of(i) for i in fits]
        raise ChoiceNeeded(now.player, "choose.object", options, ("608.2d",), "an object")
    chosen = draft.find_one(ref)
    if chosen not in fits:
        raise IllegalAction(f"{draft.name_of(chosen)} may not be chosen", ("608.2d",))
    return [chosen]
