"""Which rule of one edition became which of another: by text first, then by place.

Rules whose words are the same are paired at once.  The rest are compared word by word:
each word becomes one character, so that a string matcher compares words, and the likeness
is twice the words in common over the words of both.  Where texts alone do not decide, the
place does: the section, the rule above, the neighbors, the number.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import chain

import msgspec

from mtgmeld.rules.words import Alphabet, Side, fold, masked

__all__ = ["Pair", "match"]

LEAST = 0.45  # less likeness of text is no likeness, wherever the rule stands
CLEAR = 0.75  # likeness that leaves little doubt
ENOUGH = 0.60  # likeness and place together
NEAREST = 10  # texts that share the most runs of words, which are compared
OFTEN = 40  # runs of words that so many rules have tell nothing
RUN = 3  # words in a row that count as taken over, when a rule is split or merged
PART = 0.55  # the share of a part's words that must come from the rule it was part of
KEYWORDS = ("701", "702")  # sections that say much in the same words
TWIN = 0.75  # the same where another rule already says it


class Pair(msgspec.Struct, frozen=True, gc=False):
    """A rule of the older edition and what it became.

    Attributes
    ----------
    old, new : int or None
        Where each stands among the rules of its edition; None for an added or removed rule.
    part : bool
        Whether this is a further part of a rule that was split, or a further source of one
        that was merged.
    """

    old: int | None
    new: int | None
    part: bool = False


class _Matcher:
    def __init__(self, old: Side, new: Side) -> None:
        self.old, self.new = old, new
        self.of_old: dict[int, int] = {}
        self.of_new: dict[int, int] = {}
        self.sections: dict[str, Counter[str]] = defaultdict(Counter)
        self.extra: list[tuple[int, int]] = []
        self.alphabet = Alphabet()

    def spell(self, side: Side, at: int) -> str:
        rule = side.rules[at]
        # The key has the examples too; where there are none it is the text.
        return self.alphabet.spell(masked(fold(rule.text)) if rule.examples else side.keys[at])

    def pair(self, o: int, n: int) -> None:
        self.of_old[o] = n
        self.of_new[n] = o
        self.sections[self.old.sections[o]][self.new.sections[n]] += 1

    # -- the same words -------------------------------------------------------------------

    def same_words(self) -> None:
        by_key: dict[str, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
        for i, key in enumerate(self.old.keys):
            by_key[key][0].append(i)
        for i, key in enumerate(self.new.keys):
            by_key[key][1].append(i)
        several = []
        for olds, news in by_key.values():
            if len(olds) == len(news) == 1:
                self.pair(olds[0], news[0])
            elif olds and news:
                several.append((olds, news))
        for olds, news in several:
            self.greedy((1.0, o, n) for o in olds for n in news)

    # -- place ----------------------------------------------------------------------------

    def place(self, o: int, n: int) -> float:
        """How well the places of two rules agree, given the pairs so far."""
        old, new = self.old, self.new
        sure = 0.0
        if old.numbers[o] == new.numbers[n]:
            sure += 0.04
        below, above = old.parents[o], new.parents[n]
        if (below < 0) != (above < 0):
            sure -= 0.02
        elif below >= 0:
            paired = self.of_old.get(below)
            if paired is not None:
                sure += 0.10 if paired == above else -0.10
        counts = self.sections.get(old.sections[o])
        if counts:
            share = counts[new.sections[n]] / counts.total()
            sure += 0.10 * share if share else -0.08
        if o and n and self.of_old.get(o - 1) == n - 1:
            sure += 0.06
        if self.of_old.get(o + 1, -1) == n + 1:
            sure += 0.06
        return sure

    def greedy(self, found: Iterable[tuple[float, int, int]], enough: float = ENOUGH) -> None:
        ranked = sorted(
            ((like + self.place(o, n), -abs(o - n), o, n) for like, o, n in found), reverse=True
        )
        for worth, _, o, n in ranked:
            if worth < enough:
                return
            if o not in self.of_old and n not in self.of_new:
                self.pair(o, n)

    # -- like words -----------------------------------------------------------------------

    def like_words(self) -> None:
        olds = [i for i in range(len(self.old.keys)) if i not in self.of_old]
        news = [i for i in range(len(self.new.keys)) if i not in self.of_new]
        if not olds or not news:
            return
        left = {o: self.spell(self.old, o) for o in olds}
        right = {n: self.spell(self.new, n) for n in news}
        at = {self.new.numbers[n]: n for n in news}
        same = {(o, at[number]) for o in olds if (number := self.old.numbers[o]) in at}
        found = list(_alike(left, right, same))
        # First the clear ones, which tell where the others stand.
        self.greedy((f for f in found if f[0] >= CLEAR), enough=CLEAR + 0.1)
        self.greedy(found)
        self.cut_or_grown(left, right)
        self.parts(left, right)

    def cut_or_grown(self, left: dict[int, str], right: dict[int, str]) -> None:
        """Pair rules of which one says all that the other says, and more, at the same place."""
        votes: Counter[tuple[int, int]] = Counter()
        for o, n in self.of_old.items():
            votes[self.old.parents[o], self.new.parents[n]] += 1
        olds = {o: s for o, s in left.items() if o not in self.of_old}
        news = {n: s for n, s in right.items() if n not in self.of_new}
        found = []
        for o, n in _sharing(olds, news):
            shorter, longer = sorted((olds[o], news[n]), key=len)
            share = _in_runs(shorter, longer) / len(shorter)
            above = 2 * votes[o, n] >= max(self.old.letters[o], 1)
            place = self.place(o, n) + (0.3 if above else 0.0)
            if share >= (0.5 if above else TWIN) and place >= 0.1:
                found.append((share + place, o, n))
        self.greedy(found)

    # -- split and merged -----------------------------------------------------------------

    def parts(self, left: dict[int, str], right: dict[int, str]) -> None:
        """Find added rules that were part of another, and removed ones that went into one."""
        pairs = [(o, n) for o, n in self.of_old.items() if o in left and n in right]
        lost = {o: _rest(left[o], right[n]) for o, n in pairs}
        came = {n: _rest(right[n], left[o]) for o, n in pairs}

        gone = {o: s for o, s in left.items() if o not in self.of_old}
        added = {n: s for n, s in right.items() if n not in self.of_new}
        whole_ones = {o: s for o, s in gone.items() if self.old.sections[o] not in KEYWORDS}
        back = self.sections_back()
        for o, news in _by_rest(_taken(added, lost | whole_ones, self.new, self.old, back)):
            if o not in self.of_old and len(news) > 1:
                self.pair(o, news.pop(0))
            if o in self.of_old:
                self.extra.extend((o, n) for n in news)

        split = {n for _, n in self.extra}
        gone = {o: s for o, s in gone.items() if o not in self.of_old}
        added = {
            n: s
            for n, s in added.items()
            if n not in self.of_new and n not in split and self.new.sections[n] not in KEYWORDS
        }
        for n, olds in _by_rest(_taken(gone, came | added, self.old, self.new, self.sections)):
            if n not in self.of_new and len(olds) > 1:
                self.pair(olds.pop(0), n)
            if n in self.of_new:
                self.extra.extend((o, n) for o in olds)
        self.twins({o: s for o, s in gone.items() if o not in self.of_old}, right)

    def twins(self, gone: dict[int, str], right: dict[int, str]) -> None:
        """Find removed rules that say what another rule says already."""
        merged = {o for o, _ in self.extra}
        gone = {
            o: s
            for o, s in gone.items()
            if o not in merged and self.old.sections[o] not in KEYWORDS
        }
        near = {to for o in gone for to in self.sections[self.old.sections[o]]}
        said = {
            n: right[n] if n in right else self.spell(self.new, n)
            for n in self.of_new
            if self.new.sections[n] in near
        }
        self.extra.extend(_taken(gone, said, self.old, self.new, self.sections, least=TWIN))

    def sections_back(self) -> dict[str, Counter[str]]:
        back: dict[str, Counter[str]] = defaultdict(Counter)
        for old, counts in self.sections.items():
            for new, count in counts.items():
                back[new][old] += count
        return back

    # -- the outcome ----------------------------------------------------------------------

    def pairs(self) -> Iterator[Pair]:
        further: dict[int, list[int]] = defaultdict(list)
        for o, n in self.extra:
            further[n].append(o)
        taken = {o for o, _ in self.extra} | set(self.of_old)
        waiting = [o for o in range(len(self.old.rules)) if o not in taken]
        for n in range(len(self.new.rules)):
            main = self.of_new.get(n)
            if main is not None:
                while waiting and waiting[0] < main:
                    yield Pair(waiting.pop(0), None)
                yield Pair(main, n)
            elif n not in further:
                yield Pair(None, n)
            for o in further.get(n, ()):
                yield Pair(o, n, part=True)
        for o in waiting:
            yield Pair(o, None)


def _alike(
    left: dict[int, str], right: dict[int, str], same: set[tuple[int, int]]
) -> Iterator[tuple[float, int, int]]:
    """Yield the rules whose spelled texts are alike, with their likeness.

    Only texts that share runs of words are compared, short ones with all short ones, and those
    of the same number.
    """
    from rapidfuzz.distance import Indel

    short = {k: s for k, s in right.items() if len(s) < 2 * RUN}
    pairs = set(_sharing(left, right, NEAREST)) | same
    pairs.update((k, other) for k, s in left.items() if len(s) < 2 * RUN for other in short)
    for o, n in pairs:
        like = Indel.normalized_similarity(left[o], right[n], score_cutoff=LEAST)
        if like:
            yield like, o, n


def _rest(text: str, other: str) -> str:
    """Return what of a spelled text is not in another, a gap where something was taken out."""
    from rapidfuzz.distance import Indel

    kept = []
    for step in Indel.opcodes(text, other):
        if step.tag == "equal" and step.src_end - step.src_start >= RUN:
            kept.append("\x01")
        elif step.tag in ("delete", "equal", "replace"):
            kept.append(text[step.src_start : step.src_end])
    return "".join(kept)


def _in_runs(part: str, rest: str) -> int:
    """Return how many words of a part stand in runs in what another rule lost."""
    from rapidfuzz.distance import Indel

    return sum(
        step.src_end - step.src_start
        for step in Indel.opcodes(part, rest)
        if step.tag == "equal" and step.src_end - step.src_start >= RUN
    )


def _runs(text: str) -> list[str]:
    """Return the runs of words in a spelled text."""
    return [text[i : i + RUN] for i in range(len(text) - RUN + 1)]


def _sharing(
    parts: dict[int, str], wholes: dict[int, str], most: int = 5
) -> Iterator[tuple[int, int]]:
    """Yield each part with the texts that share the most runs of words with it."""
    runs = {k: _runs(s) for k, s in parts.items() if len(s) >= 2 * RUN}
    wanted = set(chain.from_iterable(runs.values()))
    where: dict[str, list[int]] = defaultdict(list)
    for k, s in wholes.items():
        for run in wanted.intersection(_runs(s)):
            where[run].append(k)
    told = {run: holders for run, holders in where.items() if len(holders) <= OFTEN}
    for k, listed in runs.items():
        shared: Counter[int] = Counter()
        shared.update(chain.from_iterable(told.get(run, ()) for run in listed))
        for other, _ in shared.most_common(most):
            yield k, other


def _taken(
    parts: dict[int, str],
    rests: dict[int, str],
    of_parts: Side,
    of_rests: Side,
    sections: dict[str, Counter[str]],
    least: float = PART,
) -> Iterator[tuple[int, int]]:
    """Yield each part with the rule that it was taken from."""
    best: dict[int, tuple[float, int]] = {}
    pieces = {k: s for k, s in rests.items() if len(s) > 2 * RUN}
    for k, rest in _sharing(parts, pieces):
        share = _in_runs(parts[k], pieces[rest]) / len(parts[k])
        counts = sections.get(of_parts.sections[k])
        near = bool(counts and counts[of_rests.sections[rest]])
        best[k] = max(best.get(k, (0.0, -1)), (share + (0.05 if near else -0.15), rest))
    for k, (worth, rest) in best.items():
        if worth >= least:
            yield k, rest


def _by_rest(taken: Iterable[tuple[int, int]]) -> Iterator[tuple[int, list[int]]]:
    """Yield each rule that parts were taken from, with the parts in their order."""
    found: dict[int, list[int]] = defaultdict(list)
    for part, rest in taken:
        found[rest].append(part)
    for rest, parts in found.items():
        yield rest, sorted(parts)


def match(old: Side, new: Side) -> list[Pair]:
    """Return every rule of both editions in a pair, in the order of the newer one.

    A rule that was split stands in several pairs, as does one that others were merged into;
    all but the first have ``part`` set.
    """
    matcher = _Matcher(old, new)
    matcher.same_words()
    matcher.like_words()
    return list(matcher.pairs())
