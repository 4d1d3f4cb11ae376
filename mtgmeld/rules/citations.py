"""Derived values: a value, the rules that gave it, and the steps on the way.

A rule is cited by its number in the newest known edition (``712.21c``).  A rule
that the newest edition no longer has is cited with the date of an edition that
has it (``708.6a@2017-01-20``).  :mod:`mtgmeld.rules.numbers` turns such a
citation into the number of another edition.
"""

from __future__ import annotations

import html
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Derived", "Explanation", "TwoAnswers", "cited", "show"]


class TwoAnswers(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
    """What a question about a split card gave while each half answered for itself (to 2017)."""

    answers: tuple[Any, ...]

    def __str__(self) -> str:
        return " and ".join(show(a) for a in self.answers)


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
    """

    what: str
    value: Any
    says: str
    rules: tuple[str, ...]
    parts: tuple[Derived, ...] = ()
    policy: str = ""

    def walk(self, depth: int = 0) -> Iterator[tuple[int, Derived]]:
        """Yield this value and all that it came from, with their depth."""
        yield depth, self
        for part in self.parts:
            yield from part.walk(depth + 1)

    @property
    def all_rules(self) -> tuple[str, ...]:
        """Every rule in the tree, each once, in the order of the steps."""
        if not self.parts:
            return self.rules
        return cited(rule for _, step in self.walk() for rule in step.rules)

    def because(
        self, says: str, rules: Iterable[str], value: Any = ..., policy: str = ""
    ) -> Derived:
        """Return a further step on top of this one, with a new value if one is given."""
        return Derived(
            self.what, self.value if value is ... else value, says, tuple(rules), (self,), policy
        )

    def __str__(self) -> str:
        return f"{self.what} {show(self.value)} [{', '.join(self.all_rules)}]"


def cited(rules: Iterable[str]) -> tuple[str, ...]:
    """Return rule numbers each once, in order of first appearance."""
    return tuple(dict.fromkeys(rules))


def show(value: Any) -> str:
    """Return a value as people write it: nothing is ``none``, no color and an empty list ``{}``."""
    if value is None:
        return "none"
    if isinstance(value, str):
        return value or "{}"
    if isinstance(value, tuple | list):
        return ", ".join(show(v) for v in value) if value else "{}"
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
    """

    subject: str
    derived: Derived
    edition: str

    @property
    def value(self) -> Any:
        """The value that is explained."""
        return self.derived.value

    @property
    def rules(self) -> tuple[str, ...]:
        """Every rule cited, by its number in this edition."""
        return tuple(self._number(r) for r in self.derived.all_rules)

    def _number(self, rule: str) -> str:
        from mtgmeld.rules.numbers import number_in

        return number_in(rule, self.edition)

    def _lines(self) -> Iterator[tuple[int, str, str, str]]:
        for depth, step in self.derived.walk():
            head = f"{step.what}: {show(step.value)}"
            rules = ", ".join(self._number(r) for r in step.rules)
            says = step.says + (f" (policy: {step.policy})" if step.policy else "")
            yield depth, head, says, rules

    def to_text(self, gists: bool = True) -> str:
        """Return the explanation as lines of text, deeper steps further in.

        Parameters
        ----------
        gists : bool
            Whether a last paragraph says in our words what each cited rule is about, or
            the rule's own text where the user has loaded a rules file.
        """
        out = [f"{self.subject} (rules of {self.edition})"]
        for depth, head, says, rules in self._lines():
            out.append(f"{'  ' * depth}{head} - {says}" + (f" [{rules}]" if rules else ""))
        if gists:
            notes = list(self.notes())
            if notes:
                out.append("rules cited:")
                out.extend(f"  {number}  {gist}" for number, gist in notes)
        return "\n".join(out)

    def notes(self) -> Iterator[tuple[str, str]]:
        """Yield each cited number with our gist of the rule, or its text from a loaded file."""
        from mtgmeld.rules.numbers import words_for

        for rule in self.derived.all_rules:
            words = words_for(rule, self.edition)
            if words:
                yield self._number(rule), words

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        step = self.derived
        said = f"{step.what} {show(step.value)} [{', '.join(self.rules)}]"
        return f"<Explanation: {self.subject}: {said}>"

    def _repr_html_(self) -> str:
        return self.to_html()

    def to_html(self) -> str:
        """Return nested lists; everything that came from a file is escaped."""
        head = html.escape(f"{self.subject} (rules of {self.edition})")
        titles = dict(self.notes())
        from mtgmeld.symbols import with_symbols

        body = _html_tree(self, self.derived, titles, with_symbols)
        return f'<div class="mtgmeld-why"><p><b>{head}</b></p><ul>{body}</ul></div>'

    def to_frame(self) -> pd.DataFrame:
        """Return one row a step.

        Returns
        -------
        pandas.DataFrame
            ``step`` Int64, ``depth`` Int64, ``what``, ``value``, ``says``, ``rules``, ``policy``
            strings; ``rules`` are the numbers of this edition, ``policy`` is NA where none
            decided.
        """
        import pandas as pd

        rows = list(self.derived.walk())
        frame = pd.DataFrame(
            {
                "step": pd.array(range(1, len(rows) + 1), dtype="Int64"),
                "depth": pd.array([d for d, _ in rows], dtype="Int64"),
                "what": pd.array([s.what for _, s in rows], dtype="string"),
                "value": pd.array([show(s.value) for _, s in rows], dtype="string"),
                "says": pd.array([s.says for _, s in rows], dtype="string"),
                "rules": pd.array(
                    [", ".join(self._number(r) for r in s.rules) for _, s in rows], dtype="string"
                ),
                "policy": pd.array([s.policy or None for _, s in rows], dtype="string"),
            }
        )
        frame.attrs["edition"] = self.edition
        frame.attrs["subject"] = self.subject
        return frame


def _html_tree(
    why: Explanation, step: Derived, titles: dict[str, str], mark: Callable[[str], str]
) -> str:
    numbers = []
    for rule in step.rules:
        number = why._number(rule)
        title = html.escape(titles.get(number, ""), quote=True)
        numbers.append(f'<abbr title="{title}">{html.escape(number)}</abbr>')
    rules = f" [{', '.join(numbers)}]" if numbers else ""
    policy = f" <i>(policy: {html.escape(step.policy)})</i>" if step.policy else ""
    inner = "".join(_html_tree(why, part, titles, mark) for part in step.parts)
    below = f"<ul>{inner}</ul>" if inner else ""
    return (
        f"<li>{html.escape(step.what)}: <b>{mark(show(step.value))}</b>"
        f" - {mark(step.says)}{policy}{rules}{below}</li>"
    )
