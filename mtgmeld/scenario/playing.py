"""Situations: built in Python or read from text, played, held against what is expected, saved."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from mtgmeld.cards import Card, Face
from mtgmeld.errors import (
    BadScenario,
    ChoiceNeeded,
    IllegalAction,
    MtgmeldError,
    UnaskedChoice,
    UnknownName,
)
from mtgmeld.files import write_whole
from mtgmeld.game.actions import Action
from mtgmeld.game.card_abilities import faces_of, modeled, modeled_note, not_modeled
from mtgmeld.game.engine import Transition, apply, apply_asked
from mtgmeld.game.placing import stated_face
from mtgmeld.game.setup import FACTS, PLAYERS, Setup
from mtgmeld.game.state import State
from mtgmeld.hooks import html_of
from mtgmeld.rules.citations import written
from mtgmeld.scenario.asking import Moment
from mtgmeld.scenario.expectations import Expect, Outcome, hold, told_of
from mtgmeld.scenario.made_up import check_card, in_use
from mtgmeld.scenario.notation import Head, action_of
from mtgmeld.scenario.reading import LONGEST, Place, check, parse, plain

if TYPE_CHECKING:
    import pandas as pd


class Scenario:
    """A situation: a start, steps, and what must hold after each.

    Parameters
    ----------
    title : str
    **head
        The other fields of :class:`~mtgmeld.scenario.notation.Head`.

    Notes
    -----
    Methods that add something return a new scenario, so that a situation is written as one
    chain: ``Scenario("...").start("Fire // Ice", zone="hand").step("cast", ...)``.  Fields are
    those of a file; one whose name is a word of Python has a line after it (``with_``).

    Examples
    --------
    >>> pool = mm.Scenario("A door opens").start("Bottomless Pool", id="room")
    >>> run = pool.step("unlock", object="room", half="left").play()
    >>> run.final.value("room", "mana_value").value
    1
    """

    def __init__(self, title: str, **head: Any) -> None:
        made = self._of({"title": title, **_tidy(head)}, "<scenario>", "")
        self._tables: dict[str, Any] = made._tables
        self._path: object = made._path
        self._text = ""
        self.head: Head = made.head

    # ------------------------------------------------------------ reading and writing

    @classmethod
    def from_text(cls, text: str, path: object = "<text>") -> Scenario:
        """Read a situation in the notation.

        Raises
        ------
        BadScenario
            With line and field.

        Examples
        --------
        >>> mm.Scenario.from_text('title = "Nothing happens"').title
        'Nothing happens'
        """
        tables = parse(text, path)
        return cls._of(tables, path, text)

    @classmethod
    def from_file(cls, path: str | Path) -> Scenario:
        """Read a situation file.

        Raises
        ------
        BadScenario
            If it cannot be read or is wrong; with line and field.

        Examples
        --------
        >>> mm.Scenario("Nothing happens").save("mine.toml")
        >>> mm.Scenario.from_file("mine.toml").play().holds
        True
        """
        try:
            with Path(path).open(encoding="utf-8-sig") as file:
                text = file.read(LONGEST + 1)
        except OSError as error:
            raise BadScenario(path, f"it cannot be read: {error.strerror}") from None
        except UnicodeDecodeError as error:
            raise BadScenario(path, f"it is no UTF-8 text at byte {error.start}") from None
        return cls.from_text(text, path)

    @classmethod
    def _of(cls, tables: Mapping[str, Any], path: object, text: str) -> Scenario:
        made = cls.__new__(cls)
        made._tables = plain(tables, path)
        made._path, made._text = path, text
        cards = made._tables.get("card")
        cards = [c for c in cards if isinstance(c, dict)] if isinstance(cards, list) else []
        for n, row in enumerate(cards):
            check_card(row, Place(path, text).at("card", n))
        with in_use(cards):
            made.head = check(made._tables, path, text)
        return made

    @classmethod
    def from_dict(cls, tables: Mapping[str, Any], path: object = "<tables>") -> Scenario:
        """Return a situation from its tables as plain values, as :meth:`to_dict` gives them.

        Raises
        ------
        BadScenario
            With the field.

        Examples
        --------
        >>> mm.Scenario.from_dict({"title": "Rats", "start": [{"card": "Graf Rats"}]}).title
        'Rats'
        """
        return cls._of(tables, path, "")

    def to_dict(self) -> dict[str, Any]:
        """Return the tables as plain values.

        Examples
        --------
        >>> mm.Scenario("Rats").start("Graf Rats").to_dict()
        {'title': 'Rats', 'start': [{'card': 'Graf Rats'}]}
        """
        copied: dict[str, Any] = json.loads(json.dumps(self._tables))
        return copied

    def to_toml(self) -> str:
        """Return the situation in the notation; reading it back gives an equal one.

        Examples
        --------
        >>> rats = mm.Scenario("Rats").start("Graf Rats").step("destroy", object="Graf Rats")
        >>> print(rats.to_toml())
        title = "Rats"
        <BLANKLINE>
        [[start]]
        card = "Graf Rats"
        <BLANKLINE>
        [[step]]
        do = "destroy"
        object = "Graf Rats"
        """
        import tomlkit

        return tomlkit.dumps(_ordered(self._tables))

    def save(self, path: str | Path) -> None:
        """Write the situation to a file, whole or not at all.

        Raises
        ------
        NotWritten

        Examples
        --------
        >>> mm.Scenario("Nothing happens").save("mine.toml")
        """
        write_whole(path, self.to_toml())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Scenario) and self._tables == other._tables

    # what can change is no key; the base class says that it has a hash
    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        objects, steps = len(self.head.start), len(self.head.step)
        return f"<Scenario {self.title!r}: {objects} objects, {steps} steps>"

    def _repr_html_(self) -> str:
        return html_of(self)

    @property
    def title(self) -> str:
        """What the situation shows.

        Examples
        --------
        >>> mm.Scenario("Nothing happens").title
        'Nothing happens'
        """
        return self.head.title

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that the situation shows.

        Examples
        --------
        >>> mm.Scenario("A door opens", rules=["709.5e"]).rules
        ('709.5e',)
        """
        return tuple(self.head.rules)

    # ------------------------------------------------------------ building

    def _with(self, **tables: Any) -> Scenario:
        return self._of({**self._tables, **tables}, self._path, "")

    def _add(self, name: str, row: dict[str, Any]) -> Scenario:
        return self._with(**{name: [*self._tables.get(name, []), _tidy(row)]})

    def start(self, card: str | None = None, **fields: Any) -> Scenario:
        """Add an object at the start: see :class:`~mtgmeld.scenario.notation.Start`.

        Examples
        --------
        >>> rats = mm.Scenario("Rats").start("Graf Rats", zone="hand", id="rats")
        >>> rats.begin().find("rats") != ()
        True
        """
        row = {"card": card, **fields} if card is not None else dict(fields)
        return self._add("start", row)

    # the notation's own word is id
    def watch(self, id: str, when: str, what: str = "", **fields: Any) -> Scenario:  # noqa: A002
        """Add a trigger that only counts.

        Examples
        --------
        >>> rats = mm.Scenario("Rats").start("Graf Rats").watch("it dies", "dies", "t:creature")
        >>> dict(rats.step("destroy", object="Graf Rats").play().final.counts)
        {'it dies': 1}
        """
        row = {"id": id, "when": when, **({"what": what} if what else {}), **fields}
        return self._add("watch", row)

    def effect(self, **fields: Any) -> Scenario:
        """Add a standing effect: see :func:`mtgmeld.game.notation.effect_of`.

        Examples
        --------
        >>> rats = mm.Scenario("Rats").start("Graf Rats", id="rats")
        >>> rats = rats.effect(filter="t:creature", set={"power": 5})
        Traceback (most recent call last):
            ...
        mtgmeld.errors.BadScenario: <scenario>, effect 1, field filter: There is no field of an
        effect with 'set' called 'filter'.
        >>> rats.begin().value("rats", "power").value
        '2'
        """
        return self._add("effect", fields)

    def step(self, do: str, **fields: Any) -> Scenario:
        """Add a step: an action by its name, with its arguments.

        Examples
        --------
        >>> rats = mm.Scenario("Rats").start("Graf Rats").step("destroy", object="Graf Rats")
        >>> [event.kind for event in rats.play().transitions[0].events]
        ['move']
        """
        return self._add("step", {"do": do, **fields})

    def expect(self, **fields: Any) -> Scenario:
        """Add an expectation after the last step, or of the start if there is none yet.

        Examples
        --------
        >>> rats = mm.Scenario("Rats").start("Graf Rats", id="rats")
        >>> rats.expect(object="rats", mana_value=2).play().holds
        True
        """
        steps = [dict(s) for s in self._tables.get("step", [])]
        if not steps:
            return self._add("expect", fields)
        steps[-1]["expect"] = [*steps[-1].get("expect", []), _tidy(fields)]
        return self._with(step=steps)

    # ------------------------------------------------------------ playing

    def begin(self, edition: str | None = None, policies: Mapping[str, str] | None = None) -> State:
        """Return the state at the start.

        Raises
        ------
        BadScenario
            If it cannot be: with the table and the rule.

        Examples
        --------
        >>> mm.Scenario("Rats").start("Graf Rats").begin().active
        'you'
        """
        with in_use(self.head.card):
            return self._begin(edition, policies)

    def _begin(self, edition: str | None, policies: Mapping[str, str] | None) -> State:
        head, top = self.head, Place(self._path, self._text)
        try:
            setup = Setup(
                tuple(head.players) or PLAYERS,
                edition=edition or head.edition,
                policies={**head.policies, **(policies or {})},
                step=head.step_name or "precombat main",
                active=head.active,
                life=head.life,
            )
            for player, text in head.mana.items():
                setup.mana(player, text)
            for player in head.land_played:
                setup.land_played(player)
        except MtgmeldError as error:
            raise top.caused(error, self._tables) from None
        rows: list[tuple[str, Callable[[Any], object]]] = [
            ("start", lambda row: _put(setup, row)),
            ("effect", lambda row: setup.effect(**row)),
            ("watch", lambda row: setup.watch(**row)),
        ]
        for table, add in rows:
            for i, row in enumerate(getattr(head, table)):
                try:
                    add(row)
                except MtgmeldError as error:
                    raise top.at(table, i).caused(error, row) from None
        try:
            return setup.state()
        except MtgmeldError as error:
            raise self._of_start(error) from None

    def _of_start(self, error: MtgmeldError) -> BadScenario:
        """Return an error about the start as a whole, at the object that it speaks of."""
        top = Place(self._path, self._text)
        said = getattr(error, "name", None)
        for table in ("start", "effect"):
            for i, row in enumerate(getattr(self.head, table)):
                if said is not None and said in row.values():
                    return top.at(table, i).caused(error, row)
        return top.wrong(str(error))

    def play(self, *, edition: str | None = None, policies: Mapping[str, str] | None = None) -> Run:
        """Play the situation and hold it against its expectations.

        Parameters
        ----------
        edition : str, optional
            A date other than the one that the situation names.
        policies : mapping, optional
            Readings beside the ones that it names.

        Returns
        -------
        Run

        Raises
        ------
        BadScenario
            If the start is impossible, or a step is refused that was not expected to be; with
            another edition or other readings such a step does not hold instead.

        Examples
        --------
        >>> mm.Scenario("Rats").start("Graf Rats").play(edition="2018-06-08").final.edition.date
        '2018-06-08'
        """
        with in_use(self.head.card):
            return play_out(self, edition, policies)


def _tidy(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return fields as they stand in a file: ``with_`` is ``with``, and None is left out."""
    return {k.removesuffix("_"): v for k, v in fields.items() if v is not None}


def _put(setup: Setup, row: Mapping[str, Any]) -> None:
    fields = {k: v for k, v in row.items() if k not in ("card", "token", "made_up")}
    if "token" in row:
        setup.token(row["token"], **fields)
        return
    facts = {k: fields.pop(k) for k in FACTS if k in fields}
    card = row.get("card")
    if card is None:
        name = str(row["made_up"])
        card = Card(name, "normal", (stated_face(name, facts),))
    setup.put(card, **fields)


def _ordered(tables: Mapping[str, Any]) -> dict[str, Any]:
    """Return the tables with plain values first, as TOML wants them."""
    plain = {k: v for k, v in tables.items() if not _is_rows(v)}
    rows = {k: [_ordered(r) for r in v] for k, v in tables.items() if _is_rows(v)}
    return {**{k: v for k, v in plain.items() if v is not None}, **rows}


def _is_rows(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(v, dict) for v in value)


# ---------------------------------------------------------------- playing

# what becomes of a step that is refused though nothing says that it must be
RAISE, FAIL, SKIP = "raise", "fail", "skip"


class _Line:
    """A situation played under one edition and one set of readings, as far as it was asked.

    ``refused`` says what becomes of a step that is refused: the file is wrong, or the run does
    not hold (where the reader asked for other rules), or the step is left out (where an
    expectation asks about other rules).
    """

    def __init__(
        self,
        scenario: Scenario,
        edition: str | None,
        policies: Mapping[str, str],
        refused: str,
    ) -> None:
        self.scenario, self.refused = scenario, refused
        self.states = [scenario.begin(edition, policies)]
        self.transitions: list[Transition | None] = []
        self.outcomes: list[Outcome] = []

    def moment(self, step: int) -> Moment:
        """Return the states around a step, after playing up to it; 0 is the start."""
        while len(self.transitions) < step:
            self._next()
        now = self.states[step]
        if not step:
            return Moment(now, now, ())
        done = self.transitions[step - 1]
        return Moment(self.states[step - 1], now, () if done is None else done.events)

    def _next(self) -> None:
        number = len(self.states)
        row = self.scenario.head.step[number - 1]
        done = self._step(row, number)
        self.transitions.append(done)
        self.states.append(self.states[-1] if done is None else done.after)

    def _step(self, row: Mapping[str, Any], number: int) -> Transition | None:
        """Carry out a step; None where it was refused, or asked for a choice, as expected."""
        illegal, asks = row.get("illegal"), row.get("asks")
        try:
            done = self._apply(action_of(row), wanted=illegal is True)
        except IllegalAction as error:
            if illegal is None:
                self._refused(row, number, error)
                return None
            self._say(
                number,
                "illegal by",
                illegal,
                ", ".join(error.rules),
                illegal is True or illegal in error.rules,
                str(error),
            )
            return None
        except ChoiceNeeded as error:
            if asks is None:
                self._refused(row, number, error)
                return None
            self._asked(row, number, error)
            return None
        except MtgmeldError as error:
            if illegal is not True or not isinstance(error, UnknownName | UnaskedChoice):
                self._refused(row, number, error)
            else:  # what nothing is called, or asked for, cannot be done
                idle = isinstance(error, UnaskedChoice)
                why = "a choice that nothing asks for" if idle else "a name of nothing"
                self._say(number, "illegal by", True, why, True, str(error))
            return None
        if illegal is not None:
            self._say(number, "illegal by", illegal, "it was legal", False)
        if asks is not None:
            self._say(number, "asks for", asks, "nothing was asked", False)
        return done

    def _apply(self, action: Action, *, wanted: bool) -> Transition:
        """Apply an action; under rules that are not the situation's own some choice may be idle."""
        take = apply if wanted or self.refused == RAISE else apply_asked
        return take(self.states[-1], action)

    def _asked(self, row: Mapping[str, Any], number: int, error: ChoiceNeeded) -> None:
        asks = row["asks"]
        self._say(number, "asks for", asks, error.argument, asks == error.argument, str(error))
        if "of_player" in row:
            whom = row["of_player"]
            self._say(number, "asks", whom, error.player, whom == error.player)
        if "options" in row:
            have = [list(o) if isinstance(o, tuple) else o for o in error.options]
            same = sorted(map(str, have)) == sorted(map(str, row["options"]))
            self._say(number, "options", row["options"], have, same)

    def _say(
        self, number: int, what: str, expected: Any, actual: Any, holds: bool, why: str = ""
    ) -> None:
        row = Outcome(f"step {number}", what, written(expected), written(actual), holds, why)
        self.outcomes.append(row)

    def _refused(self, row: Mapping[str, Any], number: int, error: MtgmeldError) -> None:
        if self.refused == FAIL:
            self._say(number, "it can be done", True, str(error), False)
            return
        if self.refused == SKIP and isinstance(error, IllegalAction):
            return
        place = Place(self.scenario._path, self.scenario._text).at("step", number - 1)
        if not isinstance(error, IllegalAction | ChoiceNeeded):
            raise place.caused(error, row)
        under = "" if self.refused == RAISE else f" under the rules of {self.states[-1].edition}"
        raise place.wrong(f"it cannot be done{under}: {error}", "do")


def play_out(
    scenario: Scenario, edition: str | None = None, policies: Mapping[str, str] | None = None
) -> Run:
    """Play a situation to its end and hold it against what is expected.

    Expectations under another edition or policy are held against the situation played again
    under it; there a step that is refused is left out.

    Raises
    ------
    BadScenario
        If the start is impossible, if a step is refused, or if an expectation asks about what
        does not exist; where other rules were asked for, such a step does not hold instead.
    """
    head, chosen = scenario.head, dict(policies or {})
    main = _Line(scenario, edition, chosen, FAIL if edition or chosen else RAISE)
    others: dict[Any, _Line] = {}
    outcomes: list[Outcome] = []

    def judge(rows: Sequence[Mapping[str, Any]], moment: Moment, where: str, place: Place) -> None:
        for n, row in enumerate(rows):
            wanted = msgspec.convert(row, Expect)
            label, here = f"{where}, expectation {n + 1}", moment
            if wanted.edition or wanted.policies:
                date = wanted.edition or edition
                readings = {**chosen, **wanted.policies}
                key = (date, tuple(sorted(readings.items())))
                if key not in others:
                    others[key] = _Line(scenario, date, readings, SKIP)
                here = others[key].moment(len(main.transitions))
                label += f" (rules of {here.state.edition})"
            try:
                outcomes.extend(hold(wanted, here, label))
            except MtgmeldError as error:
                if main.refused == RAISE:
                    raise place.at("expect", n).caused(error, row) from None
                outcomes.append(Outcome(label, "it can be asked", "yes", str(error), False))

    top = Place(scenario._path, scenario._text)
    judge(head.expect, main.moment(0), "start", top)
    for number, row in enumerate(head.step, 1):
        moment = main.moment(number)
        outcomes += main.outcomes
        main.outcomes.clear()
        judge(row.get("expect", ()), moment, f"step {number}", top.at("step", number - 1))
    return Run(scenario, tuple(main.states), tuple(main.transitions), tuple(outcomes))


class Run(msgspec.Struct, frozen=True):
    """A situation that was played.

    Attributes
    ----------
    scenario : Scenario
    state_list : tuple of State
        The start and the state after each step.
    transitions : tuple of Transition or None
        One a step; None where the step was refused as expected.
    outcomes : tuple of Outcome

    Examples
    --------
    >>> rats = mm.Scenario("It dies").start("Graf Rats")
    >>> run = rats.step("destroy", object="Graf Rats").play()
    >>> run.holds, len(run.state_list), len(run.transitions)
    (True, 2, 1)
    """

    scenario: Any
    state_list: tuple[State, ...]
    transitions: tuple[Transition | None, ...]
    outcomes: tuple[Outcome, ...]

    @property
    def holds(self) -> bool:
        """Whether every expectation holds.

        Examples
        --------
        >>> rats = mm.Scenario("It stays").start("Graf Rats", id="rats").step("note")
        >>> rats.expect(object="rats", zone="graveyard").play().holds
        False
        """
        return all(o.holds for o in self.outcomes)

    @property
    def failures(self) -> tuple[Outcome, ...]:
        """The expectations that do not hold.

        Examples
        --------
        >>> rats = mm.Scenario("It stays").start("Graf Rats", id="rats").step("note")
        >>> for failure in rats.expect(object="rats", zone="graveyard").play().failures:
        ...     print(failure)
        step 1, expectation 1: zone: expected graveyard, got battlefield
        """
        return tuple(o for o in self.outcomes if not o.holds)

    @property
    def final(self) -> State:
        """The state at the end.

        Examples
        --------
        >>> rats = mm.Scenario("It dies").start("Graf Rats")
        >>> run = rats.step("destroy", object="Graf Rats").play()
        >>> [run.final.name_of(obj) for obj in run.final.in_zone("graveyard", "you")]
        ['Graf Rats']
        """
        return self.state_list[-1]

    def moment(self, step: int) -> Moment:
        """Return the states around a step and its events; 0 is the start.

        Examples
        --------
        >>> rats = mm.Scenario("It dies").start("Graf Rats")
        >>> run = rats.step("destroy", object="Graf Rats").play()
        >>> [event.kind for event in run.moment(1).events]
        ['move']
        """
        if step == 0:
            return Moment(self.state_list[0], self.state_list[0], ())
        done = self.transitions[step - 1] if step <= len(self.transitions) else None
        events = () if done is None else done.events
        at = min(step, len(self.state_list) - 1)
        return Moment(self.state_list[max(0, at - 1)], self.state_list[at], events)

    def events(self, lists: bool = False) -> pd.DataFrame:
        """Return one row an event: see kind ``events``.

        Examples
        --------
        >>> rats = mm.Scenario("It dies").start("Graf Rats")
        >>> run = rats.step("destroy", object="Graf Rats").play()
        >>> run.events()[["event", "name", "to_zone"]]
          event       name    to_zone
        0  move  Graf Rats  graveyard
        """
        from mtgmeld.frames.games import events_frame

        return events_frame(self.transitions, lists)

    def states(self, lists: bool = False) -> pd.DataFrame:
        """Return the objects of every state: see :func:`mtgmeld.frames.games.states_frame`.

        Examples
        --------
        >>> rats = mm.Scenario("It dies").start("Graf Rats")
        >>> run = rats.step("destroy", object="Graf Rats").play()
        >>> run.states()[["state", "names", "zone"]]
           state      names         zone
        0      0  Graf Rats  battlefield
        1      1  Graf Rats    graveyard
        """
        from mtgmeld.frames.games import states_frame

        return states_frame(self.state_list, lists)

    def diff(self, a: int, b: int) -> pd.DataFrame:
        """Return what differs between two states, by their numbers from 0, the start.

        Returns
        -------
        pandas.DataFrame
            Columns and dtypes: kind ``differences``.

        Raises
        ------
        UnknownName
            If the run has no state of that number.

        Examples
        --------
        >>> pool = mm.Scenario("A door opens").start("Bottomless Pool", id="room")
        >>> run = pool.step("unlock", object="room", half="left").play()
        >>> run.diff(0, 1)[["column", "before", "after"]].head(3)
               column before            after
        0       names         Bottomless Pool
        1   mana_cost   <NA>              {U}
        2  mana_value      0                1
        """
        from mtgmeld.frames.games import diff_frame

        for n in (a, b):
            if not 0 <= n < len(self.state_list):
                raise UnknownName("state of the run", str(n), (f"0 to {len(self.state_list) - 1}",))
        done = self.transitions[min(a, b) : max(a, b)]
        events = [e for t in done if t is not None for e in t.events]
        return diff_frame(self.state_list[a], self.state_list[b], events)

    def expectations(self) -> pd.DataFrame:
        """Return one row a checked value.

        Returns
        -------
        pandas.DataFrame
            ``where``, ``what``, ``expected``, ``actual``, ``why`` strings, ``holds`` boolean.

        Examples
        --------
        >>> pool = mm.Scenario("Both doors locked").start("Bottomless Pool", id="room")
        >>> run = pool.expect(object="room", mana_value=0).play()
        >>> run.expectations().T
                                                                  0
        where                                  start, expectation 1
        what                                             mana value
        expected                                                  0
        actual                                                    0
        holds                                                  True
        why       Bottomless Pool // Locker Room (battlefield) (...
        """
        from mtgmeld.frames import Column, frame

        columns = (
            Column("where", "string", "the step and the expectation"),
            Column("what", "string", "what is asked"),
            Column("expected", "string", "the expected value"),
            Column("actual", "string", "the value found"),
            Column("holds", "boolean", "whether they agree"),
            Column("why", "string", "reasons of the value found"),
        )
        rows = [{n: getattr(o, n) for n in Outcome.__struct_fields__} for o in self.outcomes]
        return frame(columns, rows, {"edition": self.final.edition.date})

    def to_text(self, events: bool = True) -> str:
        """Return the run as text: events, the final state, each expectation.

        Examples
        --------
        >>> rats = mm.Scenario("It dies").start("Graf Rats")
        >>> run = rats.step("destroy", object="Graf Rats").play()
        >>> print(run.to_text())
        It dies (rules of 2026-09-25)
          step 1: destroy
            move: Graf Rats battlefield -> graveyard [400.7, 701.8a]
          at the end:
            graveyard:you: Graf Rats
        """
        date = self.final.edition.date
        out = [f"{self.scenario.title} (rules of {date})"]
        if events:
            for number, done in enumerate(self.transitions, 1):
                out.append(f"  step {number}: {self.scenario.head.step[number - 1]['do']}")
                if done is None:
                    out.append("    refused, as expected")
                    continue
                out += [f"    {told_of(e, done.before, done.after)}" for e in done.events]
            out.append("  at the end:")
            for key, ids in self.final.places.items():
                if ids:
                    out.append(f"    {key}: {'; '.join(self.final.name_of(i) for i in ids)}")
        if note := self.modeled_note():
            out.append(f"  {note}")
        for o in self.outcomes:
            out.append(f"  {'ok  ' if o.holds else 'FAIL'} {o}")
        return "\n".join(out)

    def _repr_html_(self) -> str:
        return html_of(self)

    def not_modeled(self) -> tuple[str, ...]:
        """Return the faces that took part whose text does more than is modeled.

        Nothing of theirs is played unless a step or a standing effect says it.

        Examples
        --------
        >>> rats = mm.Scenario("It dies").start("Graf Rats")
        >>> run = rats.step("destroy", object="Graf Rats").play()
        >>> run.not_modeled()
        ()
        """
        return tuple(self.faces_not_modeled())

    def faces_not_modeled(self) -> dict[str, Face]:
        """Return the faces of :meth:`not_modeled` by name.

        Examples
        --------
        >>> rats = mm.Scenario("It dies").start("Graf Rats")
        >>> list(rats.step("destroy", object="Graf Rats").play().faces_not_modeled())
        []
        """
        faces = dict.fromkeys(self._faces())
        return {f.name: f for f in faces if f.name and modeled(f).word != "wholly"}

    def modeled_note(self) -> str:
        """Return the sentence that says of which texts not all is modeled; empty for none.

        Examples
        --------
        >>> mm.Scenario("It says more").start("Void Winnower").play().modeled_note()
        'Text not modeled: Void Winnower (paragraph 2 of 2).'
        """
        return modeled_note(self._faces())

    def _faces(self) -> Iterator[Face]:
        return faces_of(obj for state in self.state_list for obj in state.things.values())

    def __repr__(self) -> str:
        bad = len(self.failures)
        verdict = "all hold" if not bad else f"{bad} fail"
        return f"<Run of {self.scenario.title!r}: {len(self.outcomes)} checks, {verdict}>"

    def to_dict(self) -> dict[str, Any]:
        """Return the outcomes as plain values.

        Examples
        --------
        >>> rats = mm.Scenario("It dies").start("Graf Rats")
        >>> run = rats.step("destroy", object="Graf Rats").play()
        >>> sorted(run.to_dict())
        ['edition', 'holds', 'not_modeled', 'outcomes', 'title']
        """
        return {
            "title": self.scenario.title,
            "edition": self.final.edition.date,
            "holds": self.holds,
            "not_modeled": not_modeled(self._faces()),
            "outcomes": [msgspec.to_builtins(o) for o in self.outcomes],
        }
