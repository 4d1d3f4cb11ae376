"""Derived values: a value, the rules that gave it, and the steps on the way.

A rule is cited by its number in the newest known edition (``712.21c``).  A rule
that the newest edition no longer has is cited with the date of an edition that
has it (``708.6a@2017-01-20``).  :mod:`mtgmeld.rules.numbers` turns such a
citation into the number of another edition.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import msgspec

from mtgmeld.hooks import html_of
from mtgmeld.rules import tables

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Derived", "Explanation", "TwoAnswers", "cited", "written"]


# how people write that nothing is there, and what they say of a value that is empty
NOTHING = "{}"
EMPTY = {
    "names": "no name",
    "colors": "colorless",
    "color_identity": "colorless",
    "unlocked": "none",
}


class TwoAnswers(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
    """What a question about a split card gave while each half answered for itself (to 2017)."""

    answers: tuple[Any, ...]

    def __str__(self) -> str:
        return " and ".join(written(a) for a in self.answers)


class Derived(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
    """A value with its reasons.

    Attributes
    ----------
    what : str
        What the value is, in the rules' own terms (``mana value``).
    value : object
        None means that the object has no such value.
    says : str
        Why, in plain words.
    rules : tuple of str
        The rules that this step rests on.
    parts : tuple of Derived
        The values that this one came from.
    policy : str
        The named policy that decides where the rules leave room; empty otherwise.

    Examples
    --------
    >>> mv = mm.ask("Fire", zone="stack").value("mana_value")
    >>> mv.value, mv.rules
    (2, ('202.3d', '709.3b'))
    """

    what: str
    value: Any
    says: str
    rules: tuple[str, ...]
    parts: tuple[Derived, ...] = ()
    policy: str = ""

    @property
    def in_words(self) -> str:
        """The value as people say it: no color is ``colorless``, an empty list ``none``.

        Examples
        --------
        >>> mm.explain("Sol Ring", "colors").derived.in_words
        'colorless'
        """
        return _in_words(self.what, self.value)

    def walk(self, depth: int = 0) -> Iterator[tuple[int, Derived]]:
        """Yield this value and all that it came from, with their depth.

        Examples
        --------
        >>> for depth, step in mm.explain("Fire // Ice", "colors").derived.walk():
        ...     print(depth, step.what, step.value)
        0 colors UR
        1 colors R
        1 colors U
        """
        yield depth, self
        for part in self.parts:
            yield from part.walk(depth + 1)

    @property
    def all_rules(self) -> tuple[str, ...]:
        """Every rule in the tree, each once, in the order of the steps.

        Examples
        --------
        >>> mm.explain("Fire // Ice", "colors").derived.all_rules
        ('709.4', '709.4b', '105.2', '202.2')
        """
        if not self.parts:
            return self.rules
        return cited(rule for _, step in self.walk() for rule in step.rules)

    def because(
        self, says: str, rules: Iterable[str], value: Any = ..., policy: str = ""
    ) -> Derived:
        """Return a further step on top of this one, with a new value if one is given.

        Examples
        --------
        >>> mv = mm.ask("Fire", zone="stack").value("mana_value")
        >>> more = mv.because("an effect adds 1", ["613.1"], mv.value + 1)
        >>> more.value, more.rules
        (3, ('613.1',))
        """
        return Derived(
            self.what, self.value if value is ... else value, says, tuple(rules), (self,), policy
        )

    def __str__(self) -> str:
        return f"{self.what} {self.in_words} [{', '.join(self.all_rules)}]"


def _in_words(what: str, value: Any) -> str:
    if isinstance(value, TwoAnswers):
        return " and ".join(_in_words(what, answer) for answer in value.answers)
    said = written(value)
    if said != NOTHING:
        return said
    kind, _, _ = what.partition(" of ")
    return EMPTY.get(kind.replace(" ", "_"), "none")


def cited(rules: Iterable[str]) -> tuple[str, ...]:
    """Return rule numbers each once, in order of first appearance."""
    return tuple(dict.fromkeys(rules))


def written(value: Any) -> str:
    """Return a value as people write it: nothing is ``none``, no color and an empty list ``{}``."""
    if value is None:
        return "none"
    if isinstance(value, str):
        return value or NOTHING
    if isinstance(value, tuple | list):
        return ", ".join(written(v) for v in value) if value else NOTHING
    if isinstance(value, Fraction):
        return str(float(value))
    return str(value)


class Explanation(msgspec.Struct, frozen=True):
    """The answer to "why?": a derived value of a subject under an edition.

    It prints as text in a terminal, shows as HTML in a notebook, and becomes a
    DataFrame by :meth:`to_frame`.

    Attributes
    ----------
    subject : str
        The object and its circumstances.
    derived : Derived
    edition : str
        The date of the edition whose numbers are shown.
    note : str
        Which texts are not modeled of what it is about; empty where all are.

    Examples
    --------
    >>> why = mm.explain("Chittering Host", "mana_value")
    >>> print(why.to_text(gists=False))
    Chittering Host (melded permanent) (rules of 2026-09-25)
    mana value: 7 - the mana costs of both front faces count, of Graf Rats and Midnight Scavengers
        [202.3c, 712.8g]
      mana value of Graf Rats: 2 - from {1}{B} [202.3]
      mana value of Midnight Scavengers: 5 - from {4}{B} [202.3]
    """

    subject: str
    derived: Derived
    edition: str
    note: str = ""

    @property
    def value(self) -> Any:
        """The value that is explained.

        Examples
        --------
        >>> mm.explain("Fire // Ice", "mana_value", zone="hand").value
        4
        """
        return self.derived.value

    @property
    def rules(self) -> tuple[str, ...]:
        """Every rule cited, by its number in this edition.

        Examples
        --------
        >>> mm.explain("Fire // Ice", "mana_value", zone="hand").rules
        ('202.3d', '709.4b', '202.3')
        """
        return tuple(self.number(r) for r in self.derived.all_rules)

    def number(self, rule: str) -> str:
        """Return the number that a cited rule has in this edition.

        Examples
        --------
        >>> mm.explain("Fire // Ice", "mana_value", edition="2018-06-08").number("709.4b")
        '708.4b'
        """
        from mtgmeld.rules.numbers import number_in

        return number_in(rule, self.edition)

    def _lines(self) -> Iterator[tuple[int, str, str, str]]:
        for depth, step in self.derived.walk():
            head = f"{step.what}: {step.in_words}"
            rules = ", ".join(self.number(r) for r in step.rules)
            says = step.says + (f" (policy: {step.policy})" if step.policy else "")
            yield depth, head, says, rules

    def to_text(self, gists: bool = True) -> str:
        """Return the explanation as lines of text, deeper steps further in.

        Parameters
        ----------
        gists : bool
            Whether a last paragraph says in our words what each cited rule is about, or
            the rule's own text where the user has loaded a rules file.

        Examples
        --------
        >>> print(mm.explain("Fire", "mana_value", zone="stack").to_text())
        Fire // Ice (Fire on the stack) (rules of 2026-09-25)
        mana value: 2 - on the stack only the cost of the half that was cast counts [202.3d, 709.3b]
          mana value of Fire: 2 - from {1}{R} [202.3]
        rules cited:
          202.3d  A split card off the stack, and a fused spell, have the value of the combined
              cost; another split spell that of its half.
          709.3b  On the stack only the half being cast is there.
          202.3  Mana value is the amount of mana in the mana cost.
        """
        out = [f"{self.subject} (rules of {self.edition})"]
        for depth, head, says, rules in self._lines():
            out.append(f"{'  ' * depth}{head} - {says}" + (f" [{rules}]" if rules else ""))
        if self.note:
            out.append(self.note)
        if gists:
            notes = list(self.notes())
            if notes:
                out.append("rules cited:")
                out.extend(f"  {number}  {gist}" for number, gist in notes)
        return "\n".join(out)

    def notes(self) -> Iterator[tuple[str, str]]:
        """Yield each cited number with our gist of the rule, or its text from a loaded file.

        Examples
        --------
        >>> for number, note in mm.explain("Fire // Ice", "colors").notes():
        ...     print(number, note)
        709.4 Everywhere but on the stack the halves are combined.
        709.4b One combined cost gives colors and mana value; a test on symbols sees them one by
            one.
        105.2 Color comes from cost symbols, a color indicator or a defining ability, never from the
            frame.
        202.2 The symbols of the mana cost give an object its colors.
        """
        from mtgmeld.rules.numbers import words_for

        for rule in self.derived.all_rules:
            words = words_for(rule, self.edition)
            if words:
                yield self.number(rule), words

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        step = self.derived
        said = f"{step.what} {step.in_words} [{', '.join(self.rules)}]"
        return f"<Explanation: {self.subject}: {said}>"

    def _repr_html_(self) -> str:
        return self.to_html()

    def to_html(self) -> str:
        """Return nested lists; everything that came from a file is escaped.

        Examples
        --------
        >>> mm.explain("Fire", "mana_value", zone="stack").to_html()[:20]
        '<div class="mtgmeld-'
        """
        return html_of(self)

    def to_frame(self) -> pd.DataFrame:
        """Return one row a step.

        Returns
        -------
        pandas.DataFrame
            ``step`` Int64, ``depth`` Int64, ``what``, ``value``, ``says``, ``rules``, ``policy``
            strings; ``rules`` are the numbers of this edition, ``policy`` is NA where none
            decided.

        Examples
        --------
        >>> mm.explain("Fire // Ice", "colors").to_frame()[["depth", "what", "value"]]
           depth    what value
        0      0  colors    UR
        1      1  colors     R
        2      1  colors     U
        """
        rows = (
            (
                at,
                depth,
                s.what,
                s.in_words,
                s.says,
                ", ".join(map(self.number, s.rules)),
                s.policy or None,
            )
            for at, (depth, s) in enumerate(self.derived.walk(), 1)
        )
        columns = "step depth what value says rules policy"
        frame = tables.frame(columns, rows, step="Int64", depth="Int64")
        frame.attrs["edition"] = self.edition
        frame.attrs["subject"] = self.subject
        if self.note:
            frame.attrs["not_modeled"] = self.note
        return frame
