"""Makes the table of rule numbers through time from a folder of rules files.

Each edition is matched with the next one; a rule's life is the chain of its matches.
The table holds numbers and dates alone.
"""

from __future__ import annotations

import csv
import io
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from mtgmeld.errors import BadRulesText
from mtgmeld.rules.layout import key_of
from mtgmeld.rules.loaded import rule_files
from mtgmeld.rules.matching import Pair, match
from mtgmeld.rules.numbers import HEADER
from mtgmeld.rules.text import Rule, RulesText, read_text
from mtgmeld.rules.words import Side, fold, masked

__all__ = ["read_folder", "table_of"]


class _Life(msgspec.Struct):
    """One rule, or one section, through the editions."""

    rows: list[list[str]]
    last: str  # the newest edition that has it
    words: str
    fate: str = ""

    @property
    def number(self) -> str:
        return self.rows[-1][0]

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
        self.last, self.words = edition, words


def _born(edition: str, number: str, words: str, origin: str = "") -> _Life:
    return _Life([[number, edition, edition, "1", "1", origin]], edition, words)


class _Chain:
    """The lives of all rules up to one edition."""

    def __init__(self) -> None:
        self.lives: list[_Life] = []
        self.at: dict[str, _Life] = {}  # by the number of the newest edition so far

    def first(self, edition: str, items: Iterable[tuple[str, str]]) -> None:
        for number, words in items:
            self.at[number] = _born(edition, number, words)
        self.lives.extend(self.at.values())

    def step(
        self,
        edition: str,
        items: Iterable[tuple[str, str]],
        main: dict[str, str],
        origins: dict[str, str],
        fates: dict[str, str],
    ) -> None:
        """Go on to the next edition; `main` maps its numbers to those of the one before."""
        now: dict[str, _Life] = {}
        for number, words in items:
            before = main.get(number)
            if before is not None:
                life = self.at[before]
                life.goes_on(edition, number, words)
            else:
                life = _born(edition, number, words, origins.get(number, ""))
                self.lives.append(life)
            now[number] = life
        for number, into in fates.items():
            if self.at[number].last != edition:
                self.at[number].fate = into
        self.at = now


def _of_rules(
    old: Sequence[Rule], new: Sequence[Rule], pairs: Iterable[Pair]
) -> tuple[dict[str, str], dict[str, str], dict[str, str]]:
    main: dict[str, str] = {}
    origins: dict[str, str] = {}
    fates: dict[str, str] = {}
    for pair in pairs:
        if pair.old is None or pair.new is None:
            continue
        o, n = old[pair.old].number, new[pair.new].number
        if pair.part:
            origins[n] = o
            fates[o] = n
        else:
            main[n] = o
    return main, origins, fates


def _of_sections(
    old: RulesText, new: RulesText, main: dict[str, str]
) -> tuple[dict[str, str], dict[str, str], dict[str, str]]:
    """Match sections by title, then by where most of their rules went."""
    # Each chapter has a section of the title "General".
    titles = {(n[0], fold(title).lower()): n for n, title in old.sections.items()}
    found = {
        n: titles[named]
        for n, title in new.sections.items()
        if (named := (n[0], fold(title).lower())) in titles
    }
    went: dict[str, Counter[str]] = defaultdict(Counter)
    for n, o in main.items():
        went[o[:3]][n[:3]] += 1
    fates: dict[str, str] = {}
    for number in old.sections:
        if number in found.values() or not went[number]:
            continue
        to, count = went[number].most_common(1)[0]
        if 2 * count >= went[number].total():
            if to in found:
                fates[number] = to
            else:
                found[to] = number
    return found, {}, fates


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
    before: RulesText | None = None
    last = Side(())
    newest = ""
    for text in texts:
        newest = text.edition
        side = Side(text.rules)
        numbered = list(zip(side.numbers, side.wholes, strict=True))
        titled = [(n, fold(t)) for n, t in text.sections.items()]
        if before is None:
            rules.first(newest, numbered)
            sections.first(newest, titled)
        else:
            steps = _of_rules(before.rules, text.rules, match(last, side))
            rules.step(newest, numbered, *steps)
            sections.step(newest, titled, *_of_sections(before, text, steps[0]))
        before, last = text, side
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(HEADER)
    lives = sorted(
        rules.lives + sections.lives, key=lambda x: (key_of(x.number), x.last != newest, x.last)
    )
    for life in lives:
        key = life.number if life.last == newest else f"{life.number}@{life.last}"
        for i, row in enumerate(life.rows):
            fate = life.fate if i == len(life.rows) - 1 else ""
            writer.writerow([key, *row, fate])
    return out.getvalue()
