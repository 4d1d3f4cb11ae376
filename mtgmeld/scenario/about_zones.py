"""What expectations ask about zones, players, and what happened in a step."""

from __future__ import annotations

from collections.abc import Iterator

from mtgmeld.game.characteristics import all_different_names
from mtgmeld.game.knowing import may_see
from mtgmeld.game.state import State
from mtgmeld.scenario.moments import Moment, flat, words
from mtgmeld.scenario.notation import Expect
from mtgmeld.scenario.possible import Row

__all__ = ["happened", "player_rows", "zone_rows"]


def zone_rows(wanted: Expect, moment: Moment) -> Iterator[Row]:
    """Yield what holds of a zone: its content, how many, who may see it."""
    state = moment.state
    if wanted.zone is not None:
        ids = state.in_zone(wanted.zone, wanted.player or "")
        if wanted.matching is not None:
            from mtgmeld.game.seen import matches

            you = wanted.player or state.active
            ids = tuple(
                i for i in ids if matches(state, wanted.matching, state.things[i], None, you)
            )
        where = wanted.zone + (f" of {wanted.player}" if wanted.player else "")
        if wanted.cards is not None:
            expected = words(wanted.cards)
            actual = [_called(state, i, expected) for i in ids]
            same = sorted(expected) == sorted(actual) if wanted.any_order else expected == actual
            yield where, expected, actual, same, ""
        if wanted.count is not None:
            yield f"how many in {where}", wanted.count, len(ids), wanted.count == len(ids), ""
        if wanted.different_names is not None:
            answer = all_different_names(state.characteristics(i) for i in ids)
            same = answer.value is wanted.different_names
            label = f"different names in {where}"
            yield label, wanted.different_names, answer.value, same, str(answer)
        if wanted.hidden_from is not None:
            hidden = bool(ids) and not any(
                may_see(state.things[i], wanted.hidden_from)[0] for i in ids
            )
            yield f"{where} hidden from {wanted.hidden_from}", True, hidden, hidden, "400.2"


def player_rows(wanted: Expect, state: State) -> Iterator[Row]:
    """Yield what holds of the players, the stack and the turn."""
    if wanted.life is not None:
        for name, n in wanted.life.items():
            yield f"life of {name}", n, state.player(name).life, state.player(name).life == n, ""
    if wanted.mana is not None:
        for name, text in wanted.mana.items():
            pool = "".join(sorted(m.type for m in state.player(name).pool))
            asked = "".join(sorted(text.replace("{", "").replace("}", "")))
            yield f"mana of {name}", asked, pool, asked == pool, ""
    if wanted.lost is not None:
        lost = [p.name for p in state.players if p.lost]
        yield "lost", wanted.lost, lost, sorted(words(wanted.lost)) == sorted(lost), ""
    if wanted.stack is not None:
        expected = words(wanted.stack)
        actual = [_called(state, i, expected) for i in state.in_zone("stack")]
        yield "stack", expected, actual, expected == actual, ""
    if wanted.turn_of is not None:
        yield "turn of", wanted.turn_of, state.active, wanted.turn_of == state.active, ""
    if wanted.at is not None:
        yield "step", wanted.at, state.step, wanted.at == state.step, ""
    if wanted.priority is not None:
        same = wanted.priority == state.priority
        yield "priority", wanted.priority, state.priority, same, "117.1"


def _called(state: State, i: int, expected: list[str]) -> str:
    """Return what an object is called: its handle, a name or its card's, whichever is expected."""
    obj = state.things[i]
    options = [h for h, ids in state.handles.items() if i in ids]
    options += [state.name_of(i), state.card_name(obj)]
    options += flat(state.characteristics(i).names.value) if obj.ability is None else []
    if obj.ability is not None:
        options.append(obj.ability.key.partition("#")[0])
    return next((o for o in options if o in expected), state.name_of(i))


def happened(wanted: Expect, moment: Moment) -> Iterator[Row]:
    """Yield what holds of a step: triggers, moves, events, amounts."""
    state = moment.state
    if wanted.triggered is not None:
        for key, n in wanted.triggered.items():
            actual = _triggered(moment, key)
            yield f"triggered {key!r}", n, actual, n == actual, "603.2"
    if wanted.counted is not None:
        for key, n in wanted.counted.items():
            actual = state.counts.get(key, 0)
            yield f"counted {key!r}", n, actual, n == actual, "603.2"
    if wanted.amounts is not None:
        for text, n in wanted.amounts.items():
            found = state.amount(text, wanted.player)
            yield text, n, found.value, n == found.value, str(found)
    if wanted.moved is not None:
        totals = {
            "objects": sum(e.objects for e in moment.events if e.kind == "move"),
            "cards": sum(e.cards for e in moment.events if e.kind == "move"),
        }
        for key, n in wanted.moved.items():
            actual = totals.get(key, -1)
            yield f"{key} moved", n, actual, n == actual, "712.21e"
    if wanted.events is not None:
        for kind, n in wanted.events.items():
            actual = sum(1 for e in moment.events if e.kind == kind)
            yield f"events {kind!r}", n, actual, n == actual, ""


def _triggered(moment: Moment, key: str) -> int:
    state = moment.state
    if key in state.counts:
        return state.counts[key] - moment.before.counts.get(key, 0)
    return sum(
        1
        for e in moment.events
        if e.kind == "trigger" and key in (e.name, e.name.partition("#")[0])
    )
