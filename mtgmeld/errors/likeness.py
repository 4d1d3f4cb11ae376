"""Names that look like one that is unknown."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil

__all__ = ["near"]

SHORT = 4
LONGEST = 200  # what is longer is no slip of anything
LEAST_LIKE = 60  # of 100, for longer words
WORD = 3


def near(word: str, known: Iterable[str], limit: int = 3, least: float = LEAST_LIKE) -> list[str]:
    """Return known names that look like `word`, nearest first.

    A slip of the keys comes first: a letter too many, too few, another one, or two that changed
    places; of a short word one slip, of a longer one a slip for every four letters.  Then names
    that begin with the word or have it among their words.  Only of words longer than four
    letters, names that are like it in some other way: of short ones most names are.
    """
    from rapidfuzz import fuzz, process
    from rapidfuzz.distance import OSA

    word = word[:LONGEST]

    names, plain = list(dict.fromkeys(map(str, known))), word.strip().casefold()
    if not plain:
        return []
    folded = [n.casefold() for n in names]
    # a word of one letter is every other one, but for a slip
    slips = 0 if len(plain) == 1 else ceil(len(plain) / SHORT)
    found = [
        hit[2]
        for hit in process.extract(
            plain, folded, scorer=OSA.distance, score_cutoff=slips, limit=None
        )
    ]
    if len(plain) >= WORD:
        found += [i for i, n in enumerate(folded) if n.startswith(plain) or plain in n.split()]
    if len(plain) > SHORT:
        hits = process.extract(
            plain, folded, scorer=fuzz.WRatio, score_cutoff=least, limit=limit + len(found)
        )
        found += [hit[2] for hit in hits]
    return [names[i] for i in dict.fromkeys(found)][:limit]
