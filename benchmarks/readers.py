"""Ways of reading a card file, each a process: ``python -m benchmarks.readers WAY FILE``.

Each prints its peak memory and a digest of what it derived; ways that derive must agree.
"""

from __future__ import annotations

import importlib
import json
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

BIT = {c: 1 << i for i, c in enumerate("WUBRG")}
SYMBOL = re.compile(r"\{([^{}]+)\}")
REMINDER = re.compile(r"\([^()]*\)")


class Digest:
    """How many cards, and sums of their values."""

    def __init__(self) -> None:
        self.cards = self.value = self.colors = self.identity = 0

    def add(self, value: float, colors: int, identity: int) -> None:
        """Count a card."""
        self.cards += 1
        self.value += int(value * 2)
        self.colors += colors * (self.cards % 1_009)
        self.identity += identity * (self.cards % 997)

    def __str__(self) -> str:
        return f"{self.cards} {self.value} {self.colors} {self.identity}"


def raw(path: str) -> str:
    """Read the bytes and do nothing with them."""
    size = 0
    with Path(path).open("rb", buffering=0) as file:
        while data := file.read(1 << 20):
            size += len(data)
    return str(size)


def started(path: str) -> str:
    """Import what reading needs, and read nothing."""
    importlib.import_module("mtgmeld.sources.read")
    return "-"


def decoded(path: str) -> str:
    """Decode the fields that are needed, typed, and derive nothing: the floor."""
    import msgspec

    from mtgmeld.sources.scryfall import Object

    decode = msgspec.json.Decoder(Object).decode
    cards = 0
    with Path(path).open("rb", buffering=1 << 20) as file:
        for line in file:
            if len(line) > 3:
                decode(line[:-2] if line.endswith(b",\n") else line)
                cards += 1
    return str(cards)


def columns(path: str, citations: bool = True) -> str:
    """Derive columns with citations."""
    from mtgmeld.sources.read import load

    load(path, citations=citations)
    return "-"


def digest(path: str) -> str:
    """Derive columns and sum them up."""
    from mtgmeld.sources.read import load

    found, made = load(path), Digest()
    for i in range(len(found)):
        v = found.values(i)
        made.add(float(v.mana_value or 0), _mask(v.colors or ""), _mask(v.color_identity or ""))
    return str(made)


def _mask(letters: str) -> int:
    return sum(BIT[c] for c in letters)


def json_loop(path: str) -> str:
    """Load the whole file with the standard library and derive in a loop, with no citation."""
    with Path(path).open(encoding="utf-8") as file:
        cards = json.load(file)
    made = Digest()
    costs: dict[str, tuple[float, int]] = {}
    for card in cards:
        made.add(*_derive(card, costs))
    return str(made)


def json_lines(path: str) -> str:
    """The same loop, line by line."""
    made = Digest()
    costs: dict[str, tuple[float, int]] = {}
    for card in _by_line(path):
        made.add(*_derive(card, costs))
    return str(made)


def _by_line(path: str) -> Iterator[dict[str, Any]]:
    with Path(path).open(encoding="utf-8") as file:
        for line in file:
            if len(line) > 3:
                yield json.loads(line.rstrip().rstrip(","))


def _derive(card: dict[str, Any], costs: dict[str, tuple[float, int]]) -> tuple[float, int, int]:
    """Return mana value, colors and color identity of the generated layouts."""
    faces = card.get("card_faces") or [card]
    values, masks = [], []
    identity = 0
    for face in faces:
        cost = face["mana_cost"]
        known = costs.get(cost)
        if known is None:
            known = costs[cost] = _cost(cost)
        indicator = _mask("".join(face.get("color_indicator") or ()))
        values.append(known[0])
        masks.append(known[1] | indicator)
        identity |= known[1] | indicator
        text = face["oracle_text"]
        if "{" in text:
            if "(" in text:
                text = REMINDER.sub("", text)
            for symbol in SYMBOL.findall(text):
                for letter in symbol:
                    identity |= BIT.get(letter, 0)
    layout = card["layout"]
    if layout == "split":
        return sum(values), masks[0] | masks[1], identity
    if layout == "token":
        return values[0], _mask("".join(card["colors"])), 0
    return values[0], masks[0], identity


def _cost(cost: str) -> tuple[float, int]:
    value, mask = 0.0, 0
    for symbol in SYMBOL.findall(cost):
        if symbol.isdigit():
            value += int(symbol)
        elif symbol not in ("X", "Y", "Z"):
            value += 2 if symbol.startswith("2/") else 1
        for letter in symbol:
            mask |= BIT.get(letter, 0)
    return value, mask


def mtg_ssm(path: str) -> str:
    """Load with mtg-ssm, which derives nothing."""
    import msgspec
    from mtg_ssm.scryfall.models import ScryCard

    cards = msgspec.json.decode(Path(path).read_bytes(), type=list[ScryCard])
    return str(len(cards))


def mtgtools(path: str) -> str:
    """Load with mtgtools, which derives nothing."""
    from mtgtools.PCard import PCard
    from mtgtools.PCardList import PCardList

    with Path(path).open(encoding="utf-8") as file:
        cards = PCardList([PCard(card) for card in json.load(file)])
    return str(len(cards))


WAYS: dict[str, Callable[[str], str]] = {
    "raw": raw,
    "started": started,
    "decoded": decoded,
    "columns": columns,
    "uncited": lambda path: columns(path, citations=False),
    "digest": digest,
    "json_loop": json_loop,
    "json_lines": json_lines,
    "mtg_ssm": mtg_ssm,
    "mtgtools": mtgtools,
}


def peak() -> float:
    """Return the most memory that this process has had, in MB."""
    try:
        status = Path("/proc/self/status").read_text()
        return int(re.findall(r"VmHWM:\s+(\d+)", status)[0]) / 1024
    except (OSError, IndexError):
        import resource

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    said = WAYS[sys.argv[1]](sys.argv[2])
    print(f"{peak():.1f} {said}")
