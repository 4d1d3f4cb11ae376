"""Which rule of one edition became which of another: by text first, then by place.

Rules whose words are the same are paired at once.  The rest are compared word by word:
each word becomes one character, so that a string matcher compares words, and the likeness
is twice the words in common over the words of both.  Where texts alone do not decide, the
place does: the section, the rule above, the neighbors, the number.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from mtgmeld.rules.text import Rule

__all__ = ["FOLDED", "Alphabet", "Pair", "fold", "masked", "match", "whole", "words"]

LEAST = 0.45  # less likeness of text is no likeness, wherever the rule stands
ENOUGH = 0.60  # likeness and place together
RUN = 3  # words in a row that count as taken over, when a rule is split or merged
PART = 0.55  # the share of a part's words that must come from the rule it was part of
KEYWORDS = ("701", "702")  # sections that say much in the same words
TWIN = 0.75  # the same where another rule already says it

FOLDED = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "\xa0": " "})
_REFERENCE = re.compile(r"\b\d{3}\.\d{1,3}[a-z]?(?:-[a-z]\b)?|\b(?<=ule )\d{3}\b")
_WORD = re.compile(r"\d{3}\.\d{1,3}[a-z]?|[^\W_]+(?:'[^\W_]+)?|\{[^}]*\}|#")


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


def fold(text: str) -> str:
    """Return a text without differences of type: quotation marks, dashes, spaces."""
    return " ".join(text.translate(FOLDED).split())


def masked(text: str) -> str:
    """Return a folded text with every rule number in it replaced by ``#``."""
    return _REFERENCE.sub("#", text)


def whole(rule: Rule) -> str:
    """Return a rule's text and examples, folded."""
    if not rule.examples:
        return fold(rule.text)
    return fold(" ".join((rule.text, *rule.examples)))


def words(text: str) -> list[str]:
    """Return the words of a folded and masked text, in lower case."""
    return _WORD.findall(text.lower())


class Alphabet:
    """Gives every word a character of its own, so that a string matcher compares words."""

    def __init__(self) -> None:
        self.known: dict[str, str] = {}

    def spell(self, text: str) -> str:
        """Return a folded text with a character for each word."""
        known = self.known
        out = []
        for word in words(text):
            letter = known.get(word)
            if letter is None:
                # from U+0100 on, past the surrogates, which no string should hold
                at = 0x100 + len(known)
                letter = known[word] = chr(at if at < 0xD800 else at + 0x800)
            out.append(letter)
        return "".join(out)

    def likeness(self, old: str, new: str) -> float:
        """Return twice the words in common over the words of both."""
        from rapidfuzz.distance import Indel

        return float(Indel.normalized_similarity(self.spell(old), self.spell(new)))


class _Side:
    """One edition, with what matching asks of it again and again."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        self.rules = rules
        self.numbers = [r.number for r in rules]
        self.at = {n: i for i, n in enumerate(self.numbers)}
        self.sections = [n[:3] for n in self.numbers]
        self.parents = [self.at.get(n[:-1], -1) if n[-1].isalpha() else -1 for n in self.numbers]
        self.letters = Counter(self.parents)
        self.keys = [masked(whole(r)) for r in rules]


class _Matcher:
    def __init__(self, old: Sequence[Rule], new: Sequence[Rule]) -> None:
        self.old, self.new = _Side(old), _Side(new)
        self.of_old: dict[int, int] = {}
        self.of_new: dict[int, int] = {}
        self.sections: dict[str, Counter[str]] = defaultdict(Counter)
        self.extra: list[tuple[int, int]] = []
        self.alphabet = Alphabet()

    def spell(self, rule: Rule) -> str:
        return self.alphabet.spell(masked(fold(rule.text)))

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
        from rapidfuzz import process
        from rapidfuzz.distance import Indel

        olds = [i for i in range(len(self.old.keys)) if i not in self.of_old]
        news = [i for i in range(len(self.new.keys)) if i not in self.of_new]
        if not olds or not news:
            return
        left = [self.spell(self.old.rules[i]) for i in olds]
        right = [self.spell(self.new.rules[i]) for i in news]
        table = process.cdist(left, right, scorer=Indel.normalized_similarity, score_cutoff=LEAST)
        rows, columns = table.nonzero()
        found = [
            (like, olds[r], news[c])
            for like, r, c in zip(
                table[rows, columns].tolist(), rows.tolist(), columns.tolist(), strict=True
            )
        ]
        # First the clear ones, which tell where the others stand.
        self.greedy((f for f in found if f[0] >= 0.75), enough=0.85)
        self.greedy(found)
        spelled = dict(zip(olds, left, strict=True)), dict(zip(news, right, strict=True))
        self.cut_or_grown(*spelled)
        self.parts(*spelled)

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
            n: right[n] if n in right else self.spell(self.new.rules[n])
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


def _sharing(
    parts: dict[int, str], wholes: dict[int, str], most: int = 5
) -> Iterator[tuple[int, int]]:
    """Yield each part with the texts that share the most runs of words with it."""
    where: dict[str, set[int]] = defaultdict(set)
    for k, s in wholes.items():
        for i in range(len(s) - RUN + 1):
            where[s[i : i + RUN]].add(k)
    for k, part in parts.items():
        if len(part) < 2 * RUN:
            continue
        shared: Counter[int] = Counter()
        for i in range(len(part) - RUN + 1):
            shared.update(where.get(part[i : i + RUN], ()))
        for other, _ in shared.most_common(most):
            yield k, other


def _taken(
    parts: dict[int, str],
    rests: dict[int, str],
    of_parts: _Side,
    of_rests: _Side,
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


def match(old: Sequence[Rule], new: Sequence[Rule]) -> list[Pair]:
    """Return every rule of both editions in a pair, in the order of the newer one.

    A rule that was split stands in several pairs, as does one that others were merged into;
    all but the first have ``part`` set.
    """
    matcher = _Matcher(old, new)
    matcher.same_words()
    matcher.like_words()
    return list(matcher.pairs())
