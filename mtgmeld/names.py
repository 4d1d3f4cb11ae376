"""How names are compared: without case, accents and signs, whatever stands between halves."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

_FOLDS = str.maketrans(
    {
        "\u2019": "'",
        "\u2018": "'",
        "\u02bc": "'",
        "\u00b4": "'",
        "`": "'",
        "\u201c": '"',
        "\u201d": '"',
        "\u2010": "-",
        "\u2011": "-",
        "\u2013": "-",
        "\u2014": "-",
        "\u2212": "-",
        "\u2044": "/",
        "\u2215": "/",
        "\u29f8": "/",
        "\uff0f": "/",
        "\\": "/",
    }
)
_LIGATURES = (("\u00e6", "ae"), ("\u0153", "oe"), ("\u00f8", "o"), ("\u00df", "ss"))
_DROPPED = ("Mn", "Me", "Cf")
_SLASHES = re.compile(r"\s*/+\s*")
_QUOTED = re.compile(r"!?\s*(?:\"(?P<double>.+)\"|'(?P<single>.+)')|!\s*(?P<bare>.+)", re.S)
_DIGITAL = "a-"
LONGEST_NAME = 400


def normal_form(name: str) -> str:
    """Return a name without case, accents, curly signs and doubled spaces; slashes stay."""
    return _normal_form(name) if len(name) <= LONGEST_NAME else name


@lru_cache(maxsize=65536)
def _normal_form(name: str) -> str:
    # folded before and after: the decomposition takes some of these signs apart and gives others
    text = unicodedata.normalize("NFKD", name.translate(_FOLDS)).casefold().translate(_FOLDS)
    for old, new in _LIGATURES:
        text = text.replace(old, new)
    if not text.isascii():
        # marks are accents; format characters (zero width spaces and the like) are invisible
        text = "".join(c for c in text if unicodedata.category(c) not in _DROPPED)
    return " ".join(text.split())


def slashed(name: str) -> tuple[str, ...]:
    """Return the normal forms of the halves that a name with slashes gives."""
    return tuple(p for p in _SLASHES.split(normal_form(name)) if p)


def joined(name: str) -> str:
    """Return the normal form with one separator for all."""
    text = normal_form(name)
    return _SLASHES.sub("//", text) if "/" in text else text


def spellings(name: str) -> Iterator[str]:
    """Yield a name as it was typed, then without what people put around or before one.

    That is quotation marks, the exclamation mark of an exact search, the ``A-`` of a card that was
    changed for digital play, and the second name of a reversible card, which is the first again.
    """
    yield name
    # an accented or curly mark is as good as a straight one
    found = _QUOTED.fullmatch(name.strip().translate(_FOLDS))
    plain = next(filter(None, found.groups()), "").strip() if found else name.strip()
    if found:
        yield plain
    if plain[:2].casefold() == _DIGITAL:
        yield plain[2:]
    sides = slashed(plain)
    half = len(sides) // 2
    if half and sides[:half] == sides[half:]:
        yield " // ".join(sides[:half])
