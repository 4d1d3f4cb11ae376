"""The kinds of error that mtgmeld raises.

Every error descends from :class:`MtgmeldError` and also from the builtin that
fits it, so that a caller may catch broadly or narrowly.  Each keeps its parts
as fields; the message says what was wrong, where, by which rule, and what to
do about it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches
from importlib.util import find_spec
from math import ceil
from typing import Any, ClassVar

LONGEST = 60
LONGEST_ADDRESS = 300
LONGEST_MESSAGE = 4_000
MOST_NAMED = 12  # of what shares a name, in a message

# what a terminal would obey, but for the end of a line and a tab; and half a character
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")


def printable(text: str) -> str:
    r"""Return a text with control characters written out, so that a terminal obeys none.

    Examples
    --------
    >>> print(mm.errors.printable("a bell: \x07"))
    a bell: \x07
    """
    return _CONTROL.sub(lambda m: m[0].encode("unicode_escape").decode(), text)


def shown(text: object, longest: int = LONGEST) -> str:
    """Return what was typed in quotation marks, a long text cut.

    Examples
    --------
    >>> mm.errors.shown("a long name", longest=8)
    "'a lon...'"
    """
    said = str(text)
    return repr(said if len(said) <= longest else said[: longest - 3] + "...")


def one_of(names: Iterable[str], word: str = "Did you mean") -> str:
    """Return a sentence that offers near names, or an empty string.

    Examples
    --------
    >>> mm.errors.one_of(["Fire", "Ice"])
    ' Did you mean: Fire; Ice?'
    """
    listed = "; ".join(names)
    return f" {word}: {listed}?" if listed else ""


def _cited(rules: Iterable[str]) -> str:
    listed = ", ".join(rules)
    return f" [{listed}]" if listed else ""


class MtgmeldError(Exception):
    """The root of all errors of this package.

    Examples
    --------
    >>> try:
    ...     mm.table("rooms", "Fire")
    ... except mm.MtgmeldError as error:
    ...     print(type(error).__name__, error)
    ImpossibleQuestion Fire // Ice is no Room [709.5]
    """

    def __init__(self, message: str, **parts: Any) -> None:
        message = printable(message)
        if len(message) > LONGEST_MESSAGE:  # a file may hold names of any length
            message = f"{message[: LONGEST_MESSAGE - 300]}... {message[-290:]}"
        super().__init__(message)
        self.message = message
        self._parts = parts
        vars(self).update(parts)

    def __str__(self) -> str:
        return self.message

    def __reduce__(self) -> tuple[Any, ...]:
        return (_rebuild, (type(self), self.message, self._parts))


def _rebuild(kind: type[MtgmeldError], message: str, parts: dict[str, Any]) -> MtgmeldError:
    """Make the error again after a trip through another process."""
    error = kind.__new__(kind)
    MtgmeldError.__init__(error, message, **parts)
    return error


# --- what was typed: names, values, dates, costs, filters ---------------------------------------


class UnknownName(MtgmeldError, KeyError):
    """A name that nothing bears: a field, a figure, a notebook, a handle.

    Attributes
    ----------
    name : str
    near : tuple of str
    field : str
        The field of a table in which it stands, where that is known.

    Examples
    --------
    >>> mm.table("room")
    Traceback (most recent call last):
        ...
    mtgmeld.errors.UnknownName: There is no table called 'room'. Did you mean: dfc;
    identity; meld; names; places; rooms; split?
    """

    name: str
    near: tuple[str, ...]
    field: str

    def __init__(
        self, kind: str, name: str, near: Iterable[str] = (), hint: str = "", field: str = ""
    ) -> None:
        near = tuple(near)
        said = f"There is no {kind} called {shown(name)}.{one_of(near)} {hint}"
        super().__init__(said.rstrip(), name=name, near=near, field=field)


class _UnknownOne(UnknownName):
    """A name of one kind."""

    kind: ClassVar[str]

    def __init__(self, name: str, near: Iterable[str] = (), hint: str = "") -> None:
        super().__init__(self.kind, name, near, hint)


class UnknownCard(_UnknownOne):
    """No card, half or face bears the name.

    Examples
    --------
    >>> mm.room_table("Bottomles Pool")
    Traceback (most recent call last):
        ...
    mtgmeld.errors.UnknownCard: There is no card, half or face called 'Bottomles Pool'. Did
    you mean: Bottomless Pool; Bottomless Pit; Bottomless Pool // Locker Room? Searched:
    bundled cards of 2026-07-09 (28,150 cards). 'mtgmeld data fetch' gets the cards of today, which
    '--cards fetched' or use_cards("fetched") then searches.
    """

    kind = "card, half or face"


class UnknownRule(_UnknownOne):
    """A rule number that no known edition has.

    Examples
    --------
    >>> mm.rules.history("709.99")
    Traceback (most recent call last):
        ...
    mtgmeld.errors.UnknownRule: There is no rule called '709.99'. Did you mean: 702.99;
    700.9; 701.9?
    """

    kind = "rule"


class UnknownPolicy(_UnknownOne):
    """A policy, or a reading of one, that does not exist.

    Examples
    --------
    >>> mm.ask("Fire", policies={"no such": "reading"})
    Traceback (most recent call last):
        ...
    mtgmeld.errors.UnknownPolicy: There is no policy or reading called 'no such'. Did you
    mean: melded permanent as a copy; token copy back face up; basic land types in color
    identity; devotion to a Room; Room that loses its abilities; Room that becomes a copy of
    a Room; lone meld card entering transformed; melded permanent put nth from the top;
    token copy of a melded permanent?
    """

    kind = "policy or reading"


class UnknownEdition(MtgmeldError, ValueError):
    """A date that names no edition of the rules.

    Examples
    --------
    >>> mm.edition("1999-01-01")
    Traceback (most recent call last):
        ...
    mtgmeld.errors.UnknownEdition: '1999-01-01' names no edition of the rules: the oldest
    known one is of 2016-07-22; 61 are known, to 2026-09-25.
    """

    text: str

    def __init__(self, text: str, why: str) -> None:
        super().__init__(f"{shown(text)} names no edition of the rules: {why}", text=text)


class UnknownEditionWarning(UserWarning):
    """A date on which an edition was in force whose text is not known.

    Examples
    --------
    >>> import warnings
    >>> with warnings.catch_warnings():
    ...     warnings.simplefilter("error")
    ...     mm.edition("2019-08-26")
    Traceback (most recent call last):
        ...
    mtgmeld.errors.UnknownEditionWarning: The edition of 2019-08-23, in force on 2019-08-26,
    is not among those known: the answer is by the one of 2019-07-12.
    """


class AmbiguousName(MtgmeldError, LookupError):
    """A half or face that several cards share, or a name that several objects have.

    Attributes
    ----------
    name : str
    candidates : tuple of str
        The full names of the cards that have it, or the objects with their handles.

    Examples
    --------
    >>> game = mm.new_game().put("Graf Rats").put("Graf Rats").state()
    >>> game.find_one("Graf Rats")
    Traceback (most recent call last):
        ...
    mtgmeld.errors.AmbiguousName: 'Graf Rats' is the name of several objects: Graf Rats
    (battlefield, Graf Rats #1); Graf Rats (battlefield, Graf Rats #2). Give a handle.
    """

    name: str
    candidates: tuple[str, ...]

    def __init__(self, name: str, candidates: Iterable[str], objects: bool = False) -> None:
        candidates = tuple(candidates)
        said = "is the name of several objects" if objects else "is part of several cards"
        todo = "Give a handle." if objects else "Give one full name."
        further = len(candidates) - MOST_NAMED
        listed = [*candidates[:MOST_NAMED], *([f"{further:,} more"] if further > 0 else [])]
        message = f"{shown(name)} {said}: {'; '.join(listed)}. {todo}"
        super().__init__(message, name=name, candidates=candidates)


class BadValue(MtgmeldError, ValueError):
    """A field of a table with a value of the wrong kind, or one that is missing.

    Attributes
    ----------
    field : str
        Empty where the table as a whole is wrong.

    Examples
    --------
    >>> mm.figures.draw("room_states", size="huge")
    Traceback (most recent call last):
        ...
    mtgmeld.errors.BadValue: the figure, field 'size': 'huge' is none of column, page, 1 to
    40 inches
    """

    field: str

    def __init__(self, what: str, field: str, why: str) -> None:
        place = f"{what}, field {field!r}: " if field and what else f"{what}: " if what else ""
        super().__init__(f"{place}{why}", field=field)


class UnaskedChoice(BadValue):
    """A choice that an action gives and that nothing it does asks for.

    Examples
    --------
    >>> game = mm.new_game().put("Grizzly Bears").state()
    >>> mm.apply(game, mm.actions.Destroy(object="Grizzly Bears", order=["Grizzly Bears"]))
    Traceback (most recent call last):
        ...
    mtgmeld.errors.UnaskedChoice: the action 'destroy', field 'order': nothing asks for it
    """


class _BadNotation(MtgmeldError, ValueError):
    """A text that is wrong at a place."""

    text: str
    position: int
    _told: ClassVar[str]
    _longest: ClassVar[int] = LONGEST

    def __init__(self, text: str, position: int, why: str) -> None:
        told = self._told.format(why=why, position=position)
        super().__init__(f"{shown(text, self._longest)} is {told}.", text=text, position=position)


class BadManaCost(_BadNotation):
    """Text that is not a mana cost.

    Attributes
    ----------
    text : str
    position : int
        The first character that does not fit, counted from 0.

    Examples
    --------
    >>> mm.ManaCost.parse("{1}{U")
    Traceback (most recent call last):
        ...
    mtgmeld.errors.BadManaCost: '{1}{U' is not a mana cost: a closing brace is missing at
    position 3.
    """

    _told = "not a mana cost: {why} at position {position}"


class BadFilter(_BadNotation):
    """A filter that does not parse.

    Attributes
    ----------
    text : str
    position : int
        The first character that does not fit, counted from 0.

    Examples
    --------
    >>> mm.load_catalog().search("t:room and")
    Traceback (most recent call last):
        ...
    mtgmeld.errors.BadFilter: 't:room and' is not a filter: it ends too early (position 10).
    """

    _told = "not a filter: {why} (position {position})"
    _longest = 80


# --- what the rules do not allow, or the engine does not know -----------------------------------


class _ByRules(MtgmeldError, ValueError):
    """What rules do not allow; the message ends with their numbers."""

    rules: tuple[str, ...]

    def __init__(self, message: str, rules: Iterable[str] = (), **parts: Any) -> None:
        rules = tuple(rules)
        super().__init__(f"{message}{_cited(rules)}", rules=rules, **parts)


class ImpossibleQuestion(_ByRules):
    """A combination of card and circumstances that cannot occur.

    Attributes
    ----------
    rules : tuple of str
        The rules that make it impossible.
    field : str
        What of it is impossible, where that has a name.

    Examples
    --------
    >>> mm.ask("Fire // Ice", zone="battlefield")
    Traceback (most recent call last):
        ...
    mtgmeld.errors.ImpossibleQuestion: Fire // Ice: an instant or sorcery is never on the
    battlefield [110.4, 304.4, 307.4]
    """

    field: str

    def __init__(self, message: str, rules: Iterable[str] = (), field: str = "") -> None:
        super().__init__(message, rules, field=field)


class ImpossibleState(ImpossibleQuestion):
    """A state of the game that the rules cannot produce.

    Examples
    --------
    >>> mm.new_game().put("Fire // Ice", zone="battlefield").state()
    Traceback (most recent call last):
        ...
    mtgmeld.errors.ImpossibleState: Fire // Ice: an instant or sorcery is never on the
    battlefield [110.4, 304.4, 307.4]
    """


class IllegalAction(_ByRules):
    """An action that a rule forbids.

    Attributes
    ----------
    rules : tuple of str
        The numbers of the rules that forbid it.

    Examples
    --------
    >>> game = mm.new_game().put("Bottomless Pool", unlocked="left", id="room").state()
    >>> mm.apply(game, mm.actions.Unlock(object="room", half="left"))
    Traceback (most recent call last):
        ...
    mtgmeld.errors.IllegalAction: Bottomless Pool is unlocked already [709.5e]
    """


class CannotBeDone(IllegalAction):
    """Something that is to be done to an object, and that cannot be done to it as it is.

    A step that asks for it is refused; an effect that resolves does as much as is possible,
    and leaves it out (609.3).

    Attributes
    ----------
    obj : int
        The object's number.
    said : str
        The message without the rules.

    Examples
    --------
    >>> game = mm.new_game().put("Graf Rats", id="rats").state()
    >>> mm.apply(game, mm.actions.Unlock(object="rats", half="left"))
    Traceback (most recent call last):
        ...
    mtgmeld.errors.CannotBeDone: Graf Rats is no Room permanent [709.5c, 709.5e]
    """

    obj: int
    said: str

    def __init__(self, message: str, rules: Iterable[str], obj: int) -> None:
        super().__init__(message, rules, obj=obj, said=message)


class ChoiceNeeded(MtgmeldError, LookupError):
    """An action that needs a choice which was not given.

    Attributes
    ----------
    player : str
        Who chooses.
    argument : str
        The argument of the action that takes the choice.
    options : tuple
        What may be chosen.
    rules : tuple of str
        The rules that give the choice.
    what : str
        What is chosen, in words; empty where the argument says it.

    Examples
    --------
    >>> game = mm.new_game().put("Chittering Host", id="host").state()
    >>> mm.apply(game, mm.actions.Destroy(object="host"))
    Traceback (most recent call last):
        ...
    mtgmeld.errors.ChoiceNeeded: you must choose the order of the two cards in the
    graveyard, bottom first: give 'order' as one of: Graf Rats, Midnight Scavengers;
    Midnight Scavengers, Graf Rats. [712.21a]
    """

    player: str
    argument: str
    what: str
    options: tuple[Any, ...]
    rules: tuple[str, ...]

    def __init__(
        self,
        player: str,
        argument: str,
        options: Iterable[Any],
        rules: Iterable[str] = (),
        what: str = "",
    ) -> None:
        parts = {"player": player, "argument": argument, "what": what}
        options, rules = tuple(options), tuple(rules)
        listed = "; ".join(", ".join(o) if isinstance(o, tuple) else str(o) for o in options)
        ask = f"{player} must choose {what or argument}: give {argument!r} as one of: {listed}."
        super().__init__(f"{ask}{_cited(rules)}", options=options, rules=rules, **parts)

    def as_argument(self, argument: str) -> ChoiceNeeded:
        """Return the same question for another argument.

        Examples
        --------
        >>> needed = mm.errors.ChoiceNeeded("you", "half", ["left", "right"])
        >>> needed.as_argument("mode").argument
        'mode'
        """
        return ChoiceNeeded(self.player, argument, self.options, self.rules, self.what)


class UnsupportedRule(MtgmeldError, NotImplementedError):
    """A rule or an ability that the engine does not model.

    Examples
    --------
    >>> raise mm.errors.UnsupportedRule("Split second is not modeled.", ["702.61"])
    Traceback (most recent call last):
        ...
    mtgmeld.errors.UnsupportedRule: Split second is not modeled.
    """

    rules: tuple[str, ...]

    def __init__(self, message: str, rules: Iterable[str] = ()) -> None:
        super().__init__(message, rules=tuple(rules))


class RunawayTriggers(MtgmeldError, RuntimeError):
    """Triggers or replacements that never come to rest.

    Attributes
    ----------
    loops : tuple of str
        What happens again and again, most often first.

    Examples
    --------
    >>> raise mm.errors.RunawayTriggers("This never comes to rest", ["a token is created"])
    Traceback (most recent call last):
        ...
    mtgmeld.errors.RunawayTriggers: This never comes to rest: again and again a token is
    created
    """

    loops: tuple[str, ...]

    def __init__(self, message: str, loops: Iterable[str] = ()) -> None:
        loops = tuple(loops)
        tail = f": again and again {'; '.join(loops)}" if loops else ""
        super().__init__(f"{message}{tail}", loops=loops)


# --- files and surroundings ---------------------------------------------------------------------


class _Located(MtgmeldError, ValueError):
    """An error in a file, with the place."""

    path: str
    line: int | None
    column: str | None
    why: str
    hint: str

    def __init__(
        self,
        path: object,
        why: str,
        *,
        line: int | None = None,
        column: str | None = None,
        hint: str = "",
    ) -> None:
        parts = {"path": str(path), "line": line, "column": column, "why": why, "hint": hint}
        place = [str(path), f"line {line}" if line is not None else "", column or ""]
        super().__init__(f"{', '.join(filter(None, place))}: {why} {hint}".rstrip(), **parts)


class BadDataFile(_Located):
    """A damaged file of the bundled facts.

    Examples
    --------
    >>> from pathlib import Path
    >>> mm.load_catalog(Path("no_such_folder"))
    Traceback (most recent call last):
        ...
    mtgmeld.errors.BadDataFile: no_such_folder/cards.csv: cannot be read: No such file or
    directory
    """


class BadCardFile(_Located):
    """A card file that cannot be read.

    Examples
    --------
    >>> mm.read_cards("old.txt")
    Traceback (most recent call last):
        ...
    mtgmeld.errors.BadCardFile: old.txt, line 1: it is no JSON file of cards.
    """


class BadDeckList(_Located):
    """A deck list that cannot be read, or a name in it that no card has.

    Examples
    --------
    >>> mm.read_deck("1 No Such Card", strict=True)
    Traceback (most recent call last):
        ...
    mtgmeld.errors.BadDeckList: deck list, line 1: There is no card, half or face called 'No
    Such Card'. Searched: bundled cards of 2026-07-09 (28,150 cards). 'mtgmeld data fetch'
    gets the cards of today, which '--cards fetched' or use_cards("fetched") then searches.
    """


class CardFileWarning(UserWarning):
    """A card file that was read, with something lost or completed from elsewhere.

    Examples
    --------
    >>> issubclass(mm.errors.CardFileWarning, UserWarning)
    True
    """


class SmallLettersWarning(UserWarning):
    """A figure in so little room that its letters cannot be read; it says how much it needs.

    Examples
    --------
    >>> issubclass(mm.errors.SmallLettersWarning, UserWarning)
    True
    """


class BadRulesText(_Located):
    """A file that is no text of the rules, or a damaged one.

    Examples
    --------
    >>> mm.rules.read("cards.json")
    Traceback (most recent call last):
        ...
    mtgmeld.errors.BadRulesText: cards.json, line 1: this is no text of the rules: it has no
    numbered rule such as 100.1 under a heading such as 100. General. Give the TXT file of
    the Comprehensive Rules.
    """


class BadScenario(_Located):
    """A situation file that is wrong.

    Examples
    --------
    >>> mm.Scenario.from_text("title = 3")
    Traceback (most recent call last):
        ...
    mtgmeld.errors.BadScenario: <text>, line 1, field title: it takes a text, not 3
    """


class BadSavedState(MtgmeldError, ValueError):
    """A text that is no saved state, or a damaged one.

    Attributes
    ----------
    where : str
        The field that is wrong, such as ``things.3.zone``; empty for the whole.

    Examples
    --------
    >>> mm.State.from_json("{}")
    Traceback (most recent call last):
        ...
    mtgmeld.errors.BadSavedState: This is no saved state: kind: a saved state says 'mtgmeld
    state' there. Save it again with State.to_json().
    """

    where: str

    def __init__(self, where: str, why: str) -> None:
        place = f"{where}: " if where else ""
        message = f"This is no saved state: {place}{why}. Save it again with State.to_json()."
        super().__init__(message, where=where)


class DownloadFailed(MtgmeldError, OSError):
    """A file that could not be fetched, or is not what it should be.

    Attributes
    ----------
    url : str
    why, hint : str
        What went wrong, and what to do.

    Examples
    --------
    >>> raise mm.errors.DownloadFailed("https://example.org", "no answer", "Try again.")
    Traceback (most recent call last):
        ...
    mtgmeld.errors.DownloadFailed: https://example.org: not downloaded: no answer. Try
    again.
    """

    url: str
    why: str
    hint: str

    def __init__(self, url: str, why: str, hint: str = "") -> None:
        place = url if url.isprintable() and len(url) < LONGEST_ADDRESS else shown(url)
        message = f"{place}: not downloaded: {why}. {hint}".rstrip()
        super().__init__(message, url=url, why=why, hint=hint)


class NotWritten(MtgmeldError, OSError):
    """A file that could not be written; whatever stood there before is untouched.

    Examples
    --------
    >>> mm.Scenario("Nothing happens").save("no such folder/mine.toml")
    Traceback (most recent call last):
        ...
    mtgmeld.errors.NotWritten: no such folder/mine.toml: not written: No such file or
    directory
    """

    path: str

    def __init__(self, path: object, why: str) -> None:
        super().__init__(f"{path}: not written: {why}", path=str(path))


class NoNotebook(_Located):
    """A path that leads to no notebook, or to a file that is none.

    Examples
    --------
    >>> from mtgmeld.notebooks import find_notebooks
    >>> find_notebooks(["cards.json"])
    Traceback (most recent call last):
        ...
    mtgmeld.errors.NoNotebook: cards.json: it is no notebook: the name does not end in
    .ipynb
    """


class NotebookFailed(MtgmeldError, RuntimeError):
    """A cell of a notebook that ended in an error, or a kernel that did not answer.

    Attributes
    ----------
    path : str
    cell : int or None
        By the number that JupyterLab shows in brackets.

    Examples
    --------
    >>> raise mm.errors.NotebookFailed("mine.ipynb", 3, "it took longer than 5 seconds")
    Traceback (most recent call last):
        ...
    mtgmeld.errors.NotebookFailed: mine.ipynb, cell [3]: it took longer than 5 seconds
    """

    path: str
    cell: int | None

    def __init__(self, path: object, cell: int | None, why: str) -> None:
        place = str(path) if cell is None else f"{path}, cell [{cell}]"
        super().__init__(f"{place}: {why}", path=str(path), cell=cell)


class MissingExtra(MtgmeldError, ImportError):
    """A part of the package that needs more packages than are installed.

    Attributes
    ----------
    extra : str
        The extra that brings them.

    Examples
    --------
    >>> mm.errors.need("lab", "no_such_module")
    Traceback (most recent call last):
        ...
    mtgmeld.errors.MissingExtra: no_such_module is not installed. Install it with: pip
    install 'mtgmeld[lab]'
    """

    extra: str

    def __init__(self, extra: str, module: str) -> None:
        message = f"{module} is not installed. Install it with: pip install 'mtgmeld[{extra}]'"
        super().__init__(message, extra=extra)


def need(extra: str, *modules: str) -> None:
    """Refuse where a module is missing that an extra brings.

    Raises
    ------
    MissingExtra
        Naming the extra and the first module that is missing.

    Examples
    --------
    >>> mm.errors.need("lab", "json")
    """
    for module in modules:
        if find_spec(module) is None:
            raise MissingExtra(extra, module)


# --- names that look like one that is unknown ---------------------------------------------------

SHORT = 4
_WORDS = re.compile(r"[^\s,;:!?()\"/]+")
LONGEST_WORD = 200  # what is longer is no slip of anything
LEAST_LIKE = 60  # of 100, for longer words
WORD = 3


def near(word: str, known: Iterable[str], limit: int = 3, least: float = LEAST_LIKE) -> list[str]:
    """Return known names that look like `word`, nearest first.

    A slip of the keys comes first: a letter too many, too few, another one, or two that changed
    places; of a short word one slip, of a longer one a slip for every four letters.  Then names
    that begin with the word, or have all its words among theirs.  Only of words longer than four
    letters, names whose beginning is a slip of it, and names that are like it as a whole: of short
    ones most names are, and of a long one most names have some part.

    Examples
    --------
    >>> mm.errors.near("mana_valu", ["mana_cost", "mana_value", "colors"], limit=1)
    ['mana_value']
    """
    names, plain = list(dict.fromkeys(map(str, known))), word[:LONGEST_WORD].strip().casefold()
    if not plain:
        return []
    folded = [n.casefold() for n in names]
    asked = _WORDS.findall(plain)
    words = [_WORDS.findall(n) for n in folded]
    begun = []
    if len(plain) >= WORD:
        among = set(asked) if asked else {plain}
        begun = [i for i, n in enumerate(folded) if n.startswith(plain) or among.issubset(words[i])]
    try:
        from rapidfuzz import fuzz, process
        from rapidfuzz.distance import OSA
    except ModuleNotFoundError:  # in a browser there is none
        alike = get_close_matches(plain, folded, limit, least / 100)
        return [names[i] for i in dict.fromkeys([*map(folded.index, alike), *begun])][:limit]

    def slipped(of: list[str], slips: int) -> list[int]:
        """Return the places of what a slip of the keys can have made of it, nearest first."""
        hits = process.extract(plain, of, scorer=OSA.distance, score_cutoff=slips, limit=None)
        return [hit[2] for hit in hits]

    # a word of one letter is every other one, but for a slip
    slips = 0 if len(plain) == 1 else ceil(len(plain) / SHORT)
    like = slipped(folded, slips)
    # several whole words of a name are more than letters in common
    found = [*begun, *like] if len(asked) > 1 else [*like, *begun]
    if len(plain) > SHORT:
        found += slipped([" ".join(w[: len(asked)]) for w in words], slips // 2)
        most = limit + len(found)
        hits = process.extract(plain, folded, scorer=fuzz.ratio, score_cutoff=least, limit=most)
        found += [hit[2] for hit in hits]
    return [names[i] for i in dict.fromkeys(found)][:limit]
