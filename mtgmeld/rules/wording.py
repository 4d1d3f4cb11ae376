"""What changed between two wordings, word by word, as text and as HTML."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

import msgspec

from mtgmeld.rules.words import fold

__all__ = ["Piece", "as_html", "as_text", "pieces"]

# A rule number, a word, a symbol or a mark, with the space before it.
_TOKEN = re.compile(r"\s*(?:\d{3}\.\d{1,3}[a-z]?|\{[^}]*\}|[^\W_]+(?:['’][^\W_]+)*|\S)")
_SHORT = 2  # words in common between two changes that are not worth showing apart
_AROUND = 6  # words of the context


class Piece(msgspec.Struct, frozen=True, gc=False):
    """A run of words: alike in both (`old` and `new` set, `changed` False), or changed."""

    old: str
    new: str
    changed: bool


def _tokens(text: str) -> list[str]:
    found: list[str] = _TOKEN.findall(text)
    return found


def _folded(tokens: list[str]) -> list[str]:
    return [t.strip() if t.isascii() else fold(t) for t in tokens]


def pieces(old: str, new: str) -> list[Piece]:
    """Return two wordings as runs of words that are alike or changed, in order.

    Differences of type alone, such as curly quotation marks, count as alike.
    """
    from rapidfuzz.distance import Indel

    left, right = _tokens(old), _tokens(new)
    steps = Indel.opcodes(_folded(left), _folded(right))
    runs: list[tuple[bool, int, int, int, int]] = []
    for step in steps:
        changed = step.tag != "equal"
        run = (changed, step.src_start, step.src_end, step.dest_start, step.dest_end)
        if runs and runs[-1][0] == changed:
            before = runs.pop()
            run = (changed, before[1], run[2], before[3], run[4])
        runs.append(run)
    return [
        Piece("".join(left[a:b]), "".join(right[c:d]), changed)
        for changed, a, b, c, d in _joined(runs)
    ]


def _joined(
    runs: list[tuple[bool, int, int, int, int]],
) -> Iterator[tuple[bool, int, int, int, int]]:
    """Join changes that only a word or two in common part."""
    waiting: tuple[bool, int, int, int, int] | None = None
    for at, run in enumerate(runs):
        changed, a, b, c, d = run
        short = b - a <= _SHORT and 0 < at < len(runs) - 1
        if waiting is not None and (changed or short):
            waiting = (True, waiting[1], b, waiting[3], d)
        elif changed:
            waiting = run
        else:
            if waiting is not None:
                yield waiting
                waiting = None
            yield (changed, a, b, c, d)
    if waiting is not None:
        yield waiting


def _context(text: str, first: bool, last: bool) -> str:
    """Return a run of words in common, cut in its middle where it is long."""
    words = text.split(" ")
    keep = (0 if first else _AROUND) + (0 if last else _AROUND)
    if len(words) <= keep + 2:
        return text
    head = [] if first else words[:_AROUND]
    tail = [] if last else words[-_AROUND:]
    return " ".join([*head, "...", *tail])


def as_text(parts: list[Piece], whole: bool = False) -> str:
    """Return pieces as one text with ``[-gone-]`` and ``{+come+}``.

    Parameters
    ----------
    parts : list of Piece
    whole : bool
        Whether all words in common are shown, or only those around a change.
    """
    out = []
    for at, part in enumerate(parts):
        if not part.changed:
            text = part.new
            out.append(text if whole else _context(text, at == 0, at == len(parts) - 1))
            continue
        space = " " if (part.new or part.old)[:1].isspace() and out else ""
        gone, come = part.old.strip(), part.new.strip()
        marks = [f"[-{gone}-]"] if gone else []
        if come:
            marks.append(f"{{+{come}+}}")
        out.append(space + " ".join(marks))
    return "".join(out).replace("\n", " ").strip()


def as_html(parts: list[Piece]) -> str:
    """Return pieces as HTML with ``del`` and ``ins``; every word is escaped."""
    out = []
    for part in parts:
        if not part.changed:
            out.append(html.escape(part.new))
            continue
        if part.old.strip():
            space = " " if part.old[:1].isspace() else ""
            out.append(f"{space}<del>{html.escape(part.old.strip())}</del>")
        if part.new.strip():
            space = " " if part.new[:1].isspace() else ""
            out.append(f"{space}<ins>{html.escape(part.new.strip())}</ins>")
    return "".join(out).replace("\n", "<br>").strip()
