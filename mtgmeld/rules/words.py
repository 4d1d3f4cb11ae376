"""The words of rules: folded, masked, and spelled with a character for each.

A string matcher that compares characters compares words when each word is a character.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from mtgmeld.rules.text import Rule, has_digit

__all__ = ["Alphabet", "Side", "fold", "masked", "whole", "words"]

_SIGNS = (("’", "'"), ("‘", "'"), ("“", '"'), ("”", '"'), ("–", "-"), ("—", "-"), ("\xa0", " "))
_REFERENCE = re.compile(r"\b[0-9]{3}\.[0-9]{1,3}[a-z]?(?:-[a-z]\b)?|\b(?<=ule )[0-9]{3}\b")
_WORD = re.compile(r"[0-9]{3}\.[0-9]{1,3}[a-z]?|[^\W_]+(?:'[^\W_]+)?|\{[^}]*\}|#")


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
        from rapidfuzz.distance import Indel

        return float(Indel.normalized_similarity(self.spell(old), self.spell(new)))


class Side:
    """One edition, with what matching asks of it again and again.

    Attributes
    ----------
    rules : sequence of Rule
    numbers, sections : list of str
    parents : list of int
        The place of the rule that a letter belongs to; -1 where there is none.
    letters : Counter
        How many letters the rule at a place has.
    wholes, keys : list of str
        Text and examples of each rule, folded; and with its rule numbers masked.
    """

    def __init__(self, rules: Sequence[Rule]) -> None:
        self.rules = rules
        self.numbers = [r.number for r in rules]
        at = {n: i for i, n in enumerate(self.numbers)}
        self.sections = [n[:3] for n in self.numbers]
        self.parents = [at.get(n[:-1], -1) if n[-1].isalpha() else -1 for n in self.numbers]
        self.letters = Counter(self.parents)
        self.wholes = [whole(r) for r in rules]
        self.keys = [masked(w) for w in self.wholes]
