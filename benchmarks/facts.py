"""Every card of the game: loading the facts, finding a name, one question in a new process."""

from __future__ import annotations

import sys
import zlib
from random import Random
from time import process_time

import msgspec

from benchmarks.measure import Row, paired, process
from mtgmeld.catalog import ALL_CARDS, Catalog, bundled
from mtgmeld.facts import Packed
from mtgmeld.files import data_folder

ASKED = 2_000


def run() -> list[Row]:
    """Compare with what decoding takes, with the small tables, with a bundled card."""
    path = data_folder() / ALL_CARDS
    packed = path.read_bytes()
    whole = bundled()
    tables = Catalog(whole.subject, whole.meld_pairs)
    draw = Random(13)
    of_all = draw.choices([c.name.upper() for c in whole], k=ASKED)
    of_tables = draw.choices([c.name.upper() for c in tables], k=ASKED)
    explain = [sys.executable, "-m", "mtgmeld", "explain"]
    return [
        paired(
            "loading the facts of all cards",
            lambda: Packed(path),
            "msgspec decoding the same bytes",
            lambda: msgspec.msgpack.decode(zlib.decompress(packed)),
            target=3.0,
            clock=process_time,
        ),
        paired(
            f"{ASKED:,} names found among all cards",
            lambda: [whole[n] for n in of_all],
            "as many found in the small tables",
            lambda: [tables[n] for n in of_tables],
            target=2.0,
            clock=process_time,
            note="found again; the first time, a card is made of its packed row",
        ),
        paired(
            "mtgmeld explain 'Sol Ring' mana_value",
            process([*explain, "Sol Ring", "mana_value"]),
            "the same for a bundled Room",
            process([*explain, "Bottomless Pool // Locker Room", "mana_value"]),
            target=1.3,
        ),
    ]
