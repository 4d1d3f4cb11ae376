"""Input made to take all memory, or for ever: each is read or refused, and soon.

``python -m tests.trust.bombs`` reads them all under limits of memory and of processor time, and
says which one broke a limit.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from tests.trust.fuzzing import run, target

__all__ = ["BOMBS"]

MEMORY, SECONDS = 1_500 << 20, 300

DIGITS = "9" * 5_000
HEAD = 'title = "a bomb"\n'
BEARS = '[[start]]\ncard = "Grizzly Bears"\nid = "it"\n'
FOREST = '[[start]]\ncard = "Forest"\nid = "it"\n'
RULES = (
    "Magic: The Gathering Comprehensive Rules\n\n"
    "These rules are effective as of April 17, 2026.\n\n100. Play\n"
)
CARD = '{"object": "card", "name": "A", "layout": "normal", "type_line": "Creature", '


def step(do: str, *fields: str) -> str:
    return "\n".join(("[[step]]", f'do = "{do}"', *fields, ""))


def effect(*fields: str) -> str:
    return "\n".join(("[[effect]]", *fields, ""))


def many(number: int, *fields: str) -> str:
    return "".join(effect(f'id = "e{n}"', *fields) for n in range(number))


def dies(do: str) -> str:
    """Something that a trigger does: no check of a step has looked at it."""
    trigger = effect('trigger = "dies"', f"do = {{ {do} }}")
    return BEARS + trigger + step("destroy", 'object = "it"') + step("resolve")


TOKEN = step("create token", 'name = "Z"', 'power = "1"', 'toughness = "1"')
ALL = step("resolve", "all = true")
TWO = 'do = { do = "create token", name = "Z", power = "1", toughness = "1", count = 2 }'
HUGE = 'do = { do = "create token", name = "Z", power = "1", toughness = "1", count = 1000 }'
LATER = 'do_later = [{ do = "destroy", object = "that card" }]'

SITUATIONS: dict[str, str] = {
    "cards drawn": step("draw", "count = 1000000000"),
    "cards milled": step("mill", "count = 1000000000"),
    "cards milled by a trigger": dies('do = "mill", count = 1000000000'),
    "fewer than none milled by a trigger": dies('do = "mill", count = -5'),
    "cards looked at": step("surveil", "count = 1000000000"),
    "a number discovered": step("discover", f'count = "{DIGITS}"'),
    "tokens": step("create token", 'name = "Z"', "count = 1000000000"),
    "tokens in digits": step("create token", 'name = "Z"', f'count = "{DIGITS}"'),
    "tokens by a trigger": dies('do = "create token copy", of = "that card", count = 1000000000'),
    "tokens of many steps": step("create token", 'name = "Z"', "count = 1000") * 300,
    "tokens that double": effect('trigger = "enters"', TWO) + TOKEN + ALL,
    "tokens of many triggers": many(1_500, 'trigger = "enters"', HUGE) + TOKEN + ALL,
    "a power in digits": step("create token", 'name = "Z"', f'power = "{DIGITS}"'),
    "counters": BEARS + step("put counters", 'object = "it"', "count = 1000000000000000000"),
    "a kind of counter": BEARS
    + step("put counters", 'object = "it"', f'kind = "+{DIGITS}/+{DIGITS}"'),
    "damage in digits": BEARS + step("damage", 'to = "it"', f'amount = "{DIGITS}"'),
    "damage in other digits": BEARS + step("damage", 'to = "it"', 'amount = "\u00b2"'),
    "life": "life = 9223372036854775807\n" + step("gain life", "amount = 9223372036854775807"),
    "mana at the start": 'mana = { you = "{1000000000}" }\n',
    "mana added": step("add mana", 'mana = "{1000000000}"'),
    "mana in symbols": step("add mana", f'mana = "{"{C}" * 300_000}"'),
    "mana that is multiplied": FOREST
    + many(9, 'mana = "tapped for mana"', "times = 100")
    + step("tap for mana", 'object = "it"'),
    "a cost in digits": effect(f'cost = "{{{DIGITS}}}"'),
    "triggers that double": FOREST
    + many(1_500, 'double = "triggers"')
    + effect('trigger = "enters"', 'do = { do = "draw" }')
    + TOKEN,
    "players": f"players = {[f'p{n}' for n in range(100_000)]}\n",
    "objects": BEARS.replace('id = "it"\n', "") * 2_000,
    "an object in digits": BEARS + step("tap", f'object = "{DIGITS}"'),
    "a half in digits": BEARS.replace("Grizzly Bears", "Smoky Lounge")
    + step("unlock", 'object = "it"', f'half = "{DIGITS}"'),
    "a place in digits": BEARS + step("put into library", 'object = "it"', f'where = "{DIGITS}"'),
    "cards of a library in digits": effect(
        'trigger = "enters"', f'do = {{ do = "exile", object = "top {DIGITS} of library" }}'
    )
    + TOKEN
    + ALL,
    "objects that are not there": BEARS
    + step("at step", 'step = "end"', "found = [-1, 99999999]", LATER)
    + step("next step", 'to = "end"')
    + step("resolve"),
    "a long name": f'[[start]]\ncard = "{"x" * 1_000_000}"\n',
    "a long handle": BEARS + step("tap", f'object = "{"x" * 1_000_000}"'),
    "a long action": step("x" * 1_000_000),
    "a long field": step("draw", f"{'x' * 1_000_000} = 1"),
    "a rule in digits": f'rules = ["{DIGITS}.1"]\n',
    "an edition in digits": f'edition = "{DIGITS}"\n',
    "an amount in digits": BEARS + f'[[expect]]\namounts = {{ "count mv={"9" * 900}" = 1 }}\n',
    "a number in digits": f"life = {DIGITS}\n",
    "lists": "x = " + "[" * 5_000 + "]" * 5_000,
    "tables": ".".join("a" * 5_000) + " = 1\n",
}

OTHERS: dict[str, tuple[str, ...]] = {
    "vectors": ("[" * 100_000, f'{{"name": {DIGITS}}}', '{"a":' * 100_000),
    "saved states": ("[" * 100_000, f'{{"kind": "mtgmeld state", "version": {DIGITS}}}'),
    "mana costs": ("{X}" * 100_000, "{" * 100_000, f"{{{DIGITS}}}", DIGITS, "{W/" * 50_000),
    "filters": ("mv=" + "9" * 900, "(" * 450 + "x" + ")" * 450, "-" * 900 + "x", "x" * 1_000_000),
    "card files": (
        f'[{CARD}"cmc": {DIGITS}, "mana_cost": "{{{DIGITS}}}"}}]',
        f'[{CARD}"cmc": 1e999, "mana_cost": "{"{X}" * 200_000}"}}]',
        f'[{CARD}"power": "{DIGITS}", "toughness": "{DIGITS}"}}]',
        f"[{CARD}{'[' * 100_000}",
    ),
    "rules files": (
        RULES + f"{'1' * 5_000}. Play\n",
        RULES + f"100.{DIGITS}. Play\n100.1. Play\n",
        RULES.replace("17, 2026", f"99, {DIGITS}"),
        RULES + "100.1. " + "see rule 100.1 " * 200_000,
    ),
    "deck lists": (
        f"{DIGITS} Forest",
        "1 Frorest\n" * 20_000,
        "1 " + "x" * 1_000_000,
        "1 " + "/" * 100_000,
        "1 a" + " " * 200_000 + "b",
        "1 a" + " (A" * 100_000,
    ),
    "card tables": (
        'card,layout\n"' + "x" * 200_000 + '",normal',
        "card,layout\n\0",
        "card,layout," + "x," * 100_000,
    ),
    "pair tables": ('rule,since\n"' + "x" * 200_000,),
}

BOMBS: tuple[tuple[str, str, bytes], ...] = (
    *(("situations", name, (HEAD + text).encode()) for name, text in SITUATIONS.items()),
    *((name, f"number {n}", t.encode()) for name, ts in OTHERS.items() for n, t in enumerate(ts)),
)


def _all() -> Iterator[str]:
    for name, which, data in BOMBS:
        yield f"{name}: {which}"
        run(target(name), data)


def main() -> None:
    """Read every bomb; the last line says how many there were."""
    import resource

    for name, _, _ in BOMBS:
        target(name)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    for said in _all():
        print(said, flush=True)
    print(f"{len(BOMBS)} bombs")


if __name__ == "__main__":
    sys.exit(main())
