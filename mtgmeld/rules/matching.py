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
from functools import cached_property
from itertools import chain
from math import log

import msgspec

from mtgmeld.rules.text import Rule, has_digit

LEAST = 0.45  # less likeness of text is no likeness, wherever the rule stands
CLEAR = 0.75  # likeness that leaves little doubt
ENOUGH = 0.60  # likeness and place together
NEAREST = 10  # texts that share the most runs of words, which are compared
OFTEN = 40  # runs of words that so many rules have tell nothing
RUN = 3  # words in a row that count as taken over, when a rule is split or merged
PART = 0.55  # the share of a part's words that must come from the rule it was part of
KEYWORDS = ("701", "702")  # sections that say much in the same words
SAME_PLACE = 0.20  # what it counts that nothing else has the number
HALF = 0.50  # the share of a split-off rule's rarer words that stand in the old one
TWIN = 0.75  # the same where another rule already says it

_SIGNS = (("’", "'"), ("‘", "'"), ("“", '"'), ("”", '"'), ("–", "-"), ("—", "-"), ("\xa0", " "))
_REFERENCE = re.compile(r"\b[0-9]{3}\.[0-9]{1,3}[a-z]{0,2}(?:-[a-z]{1,2}\b)?|\b(?<=ule )[0-9]{3}\b")
_WORD = re.compile(r"[0-9]{3}\.[0-9]{1,3}[a-z]{0,2}|[^\W_]+(?:'[^\W_]+)?|\{[^}]*\}|#")


def fold(text: str) -> str:
    """Return a text without differences of type: quotation marks, dashes, spaces."""
    if not text.isascii():
        for sign, plain in _SIGNS:
            if sign in text:
                text = text.replace(sign, plain)
    if "  " in text or "\n" in text or "\t" in text or text[:1] == " " or text[-1:] == " ":
        return " ".join(text.split())
    return text


def masked(text: str) -> str:
    """Return a folded text with every rule number in it replaced by ``#``."""
    return _REFERENCE.sub("#", text) if has_digit(text) else text


def whole(rule: Rule) -> str:
    """Return a rule's text and examples, folded."""
    if not rule.examples:
        return fold(rule.text)
    return fold(" ".join((rule.text, *rule.examples)))


def words(text: str) -> list[str]:
    """Return the words of a folded text, in lower case."""
    found: list[str] = _WORD.findall(text.lower())
    return found


class _Known(dict[str, str]):
    """Gives a new word the next free character."""

    def __missing__(self, word: str) -> str:
        # from U+0100 on, past the surrogates, which no string should hold
        at = 0x100 + len(self)
        letter = self[word] = chr(at if at < 0xD800 else at + 0x800)
        return letter


class Alphabet:
    """Gives every word a character of its own, so that a string matcher compares words."""

    def __init__(self) -> None:
        self.known = _Known()

    def spell(self, text: str) -> str:
        """Return a folded text with a character for each word."""
        return "".join(map(self.known.__getitem__, words(text)))

    def likeness(self, old: str, new: str) -> float:
        """Return twice the words in common over the words of both."""
        return self.alike(self.spell(old), self.spell(new))

    @staticmethod
    def alike(old: str, new: str) -> float:
        """Return the likeness of two spelled texts."""
        from rapidfuzz.distance import Indel

        return float(Indel.normalized_similarity(old, new))


class _Rarity:
    """Tells how much of a text stands in another, a word counting more the rarer it is.

    What half of the texts say counts next to nothing.
    """

    def __init__(self, texts: Sequence[str]) -> None:
        self.texts = texts[::4]  # a sample tells as much

    @cached_property
    def seen(self) -> Counter[str]:
        """In how many of the texts a word stands."""
        return Counter(word for text in self.texts for word in _words_alone(text))

    def weight(self, word: str) -> float:
        return max(log(len(self.texts) / 2 / (1 + self.seen[word])), 0.1)

    def share(self, part: str, whole: str) -> float:
        """Return how much of a part stands in a whole, of all that it says."""
        said = _words_alone(part)
        found = sum(map(self.weight, sorted(said & _words_alone(whole))))
        return found / (sum(map(self.weight, sorted(said))) or 1.0)


def _words_alone(text: str) -> set[str]:
    return {word for word in words(text) if word.isalpha()}


class Side:
    """One edition, with what matching asks of it again and again.

    Attributes
    ----------
    rules : sequence of Rule
    numbers, sections : list of str
    parents : list of int
        The place of the rule that a letter belongs to; -1 where there is none.
    below : dict of int to list of int
        The places of the letters of the rule at a place.
    wholes, keys : list of str
        Text and examples of each rule, folded; and with its rule numbers masked.
    """

    def __init__(self, rules: Sequence[Rule]) -> None:
        self.rules = rules
        self.numbers = [r.number for r in rules]
        self.sections = [n[:3] for n in self.numbers]
        at: dict[str, int] = {}  # of a number that stands twice, the one before
        self.parents = []
        for i, rule in enumerate(rules):
            self.parents.append(at.get(rule.parent, -1))
            at[rule.number] = i
        self.below: dict[int, list[int]] = defaultdict(list)
        for i, parent in enumerate(self.parents):
            self.below[parent].append(i)
        self.wholes = [whole(r) for r in rules]
        self.keys = [masked(w) for w in self.wholes]


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
        self.sections: dict[str, Counter[str]] = defaultdict(Counter)  # where rules went
        self.back: dict[str, Counter[str]] = defaultdict(Counter)  # and where they came from
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
        self.back[self.new.sections[n]][self.old.sections[o]] += 1

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
        self.left_over(left, right)

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
            above = 2 * votes[o, n] >= max(len(self.old.below[o]), 1)
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
        for o, news in _by_rest(_taken(added, lost | whole_ones, self.new, self.old, self.back)):
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

    # -- what is left, by place and by rarer words ----------------------------------------

    def left_over(self, left: dict[int, str], right: dict[int, str]) -> None:
        """Pair a rule written anew with what stands in its place, or beside it, and says as much.

        So few words in common are told apart by how rare they are.
        """
        old, new = self.old, self.new
        further = {n for _, n in self.extra}
        gone = set(left) - set(self.of_old) - {o for o, _ in self.extra}
        come = set(right) - set(self.of_new) - further
        share = _Rarity(new.keys).share
        at = {number: n for n, number in enumerate(new.numbers)}
        found = []
        for o in gone:
            n = at.get(old.numbers[o], -1)
            above = self.of_old.get(old.parents[o], -1)
            beside = [] if above < 0 else [above, *new.below[above]]
            if n >= 0 and new.parents[n] < 0 and old.parents[o] < 0:
                beside = [n] if self.sections[old.sections[o]][new.sections[n]] else []
            for near in beside:
                stays = near == n and near in come
                worth = share(old.keys[o], new.keys[near]) + (SAME_PLACE if stays else 0.0)
                found.append((worth, -o, -near))
        for worth, o, n in sorted(found, reverse=True):
            if worth < ENOUGH:
                break
            if -o in gone and (-n in come or new.parents[-n] >= 0 or new.below[-n]):
                gone.discard(-o)
                if -n in come:
                    self.pair(-o, -n)
                    come.discard(-n)
                elif -n in self.of_new:
                    self.extra.append((-o, -n))
        was = {number: o for o, number in enumerate(old.numbers)}
        for n in sorted(come):
            # a rule that took the number of one of which little is left elsewhere
            o = was.get(new.numbers[n], -1)
            moved = self.of_old.get(o, -1)
            if o in left and moved in right and new.sections[moved] == new.sections[n]:
                alike = Alphabet.alike(left[o], right[moved])
                if alike < ENOUGH and share(new.keys[n], old.keys[o]) >= HALF:
                    self.extra.append((o, n))

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
