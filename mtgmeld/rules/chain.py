"""Makes the table of rule numbers through time from rules files.

Each edition is matched with the next one; a rule's life is the chain of its matches.
The table holds numbers and dates alone.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import msgspec

from mtgmeld.errors import BadRulesText
from mtgmeld.rules.loaded import rule_files
from mtgmeld.rules.matching import Side, fold, masked, match
from mtgmeld.rules.numbers import HEADER
from mtgmeld.rules.text import RulesText, key_of, read_text


class _Life(msgspec.Struct):
    """One rule, or one section, through the editions."""

    rows: list[list[str]]  # as the table has them, without key and fate
    words: str
    fate: str = ""

    def goes_on(self, edition: str, number: str, words: str) -> None:
        """Add an edition; a new row begins where the number or the words change."""
        before = self.rows[-1]
        wording, references = int(before[3]), int(before[4])
        if words != self.words:
            if masked(words) == masked(self.words):
                references += 1
            else:
                wording += 1
        now = [number, edition, edition, str(wording), str(references), ""]
        if [now[i] for i in (0, 3, 4)] == [before[i] for i in (0, 3, 4)]:
            before[2] = edition
        else:
            self.rows.append(now)
        self.words = words


class _Chain:
    """The lives of all rules, or all sections, up to one edition."""

    def __init__(self) -> None:
        self.lives: list[_Life] = []
        self.now: list[_Life] = []  # those of the newest edition so far, in its order

    def step(
        self,
        edition: str,
        items: Iterable[tuple[str, str]],
        main: Mapping[int, int],
        parts: Iterable[tuple[int, int]] = (),
    ) -> None:
        """Go on to the next edition.

        `main` maps places of it to those of the one before; `parts` are places in that one and
        this of rules that were split, or merged.
        """
        before, self.now = self.now, []
        numbers = [life.rows[-1][0] for life in before]
        origins = {n: numbers[o] for o, n in parts}
        for place, (number, words) in enumerate(items):
            if place in main:
                life = before[main[place]]
                life.goes_on(edition, number, words)
            else:
                start = [number, edition, edition, "1", "1", origins.get(place, "")]
                life = _Life([start], words)
                self.lives.append(life)
            self.now.append(life)
        for o, n in parts:
            if before[o].rows[-1][2] != edition:
                before[o].fate = self.now[n].rows[-1][0]


def _sections(
    old: Sequence[tuple[str, str]], new: Sequence[tuple[str, str]], moves: Iterable[tuple[str, str]]
) -> tuple[dict[int, int], list[tuple[int, int]]]:
    """Match sections by title, then by where most of their rules went."""
    # Each chapter has a section of the title "General".
    titles = {(n[0], title.lower()): at for at, (n, title) in enumerate(old)}
    found = {
        at: titles[n[0], title.lower()]
        for at, (n, title) in enumerate(new)
        if (n[0], title.lower()) in titles
    }
    places = {n: at for at, (n, _) in enumerate(new)}
    went: dict[str, Counter[str]] = defaultdict(Counter)
    for o, n in moves:
        went[o][n] += 1
    parts = []
    for at, (number, _) in enumerate(old):
        if at in found.values() or not went[number]:
            continue
        to, count = went[number].most_common(1)[0]
        if 2 * count >= went[number].total() and to in places:
            if places[to] in found:
                parts.append((at, places[to]))
            else:
                found[places[to]] = at
    return found, parts


def read_folder(folder: Path) -> list[RulesText]:
    """Read every edition of a folder, in the order of their dates.

    Raises
    ------
    BadRulesText
        If a file is no rules text or has no date, or two are of the same date.
    """
    texts: dict[str, RulesText] = {}
    for path in rule_files(folder):
        text = read_text(path)
        if not text.edition:
            raise BadRulesText(path, "the text has no date.", hint="Its edition is unknown.")
        if text.edition in texts:
            other = texts[text.edition].path
            raise BadRulesText(path, f"is of {text.edition}, as is {other}.", hint="Keep one.")
        texts[text.edition] = text
    return [texts[d] for d in sorted(texts)]


def table_of(texts: Iterable[RulesText]) -> str:
    """Return the table of numbers through time as CSV.

    Parameters
    ----------
    texts : iterable of RulesText
        In the order of their dates.

    Returns
    -------
    str
        Columns ``key`` (the number in the newest of them, or for a rule that is gone its
        last number with the date of its last edition), ``number``, ``first`` and ``last``
        (the editions between which it had the number and the words), ``wording`` (1, 2, ...),
        ``references`` (1, 2, ... for the rules that it refers to, while its words stay),
        ``origin`` (the rule of the edition before that it was split from) and ``fate``
        (the rule of the next edition that it was merged into).
    """
    rules, sections = _Chain(), _Chain()
    last, headed = Side(()), []  # type: ignore[var-annotated]  # of the edition before
    newest = ""
    for text in texts:
        newest = text.edition
        side = Side(text.rules)
        titled = [(n, fold(title)) for n, title in text.sections.items()]
        pairs = [(p.old, p.new, p.part) for p in match(last, side)]
        main = {n: o for o, n, part in pairs if o is not None and n is not None and not part}
        parts = [(o, n) for o, n, part in pairs if o is not None and n is not None and part]
        rules.step(newest, zip(side.numbers, side.wholes, strict=True), main, parts)
        moves = ((last.sections[o], side.sections[n]) for n, o in main.items())
        sections.step(newest, titled, *_sections(headed, titled, moves))
        last, headed = side, titled
    out = [",".join(HEADER)]
    lives = sorted(
        rules.lives + sections.lives,
        key=lambda x: (key_of(x.rows[-1][0]), x.rows[-1][2] != newest, x.rows[-1][2]),
    )
    for life in lives:
        number, _, end = life.rows[-1][:3]
        key = number if end == newest else f"{number}@{end}"
        fates = [""] * (len(life.rows) - 1) + [life.fate]
        out += [",".join((key, *row, fate)) for row, fate in zip(life.rows, fates, strict=True)]
    return "\n".join(out) + "\n"
