"""Scenarios: built in Python or read from text, played, saved again without loss."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from mtgmeld.cards import Card, Face
from mtgmeld.errors import BadScenario, MtgmeldError
from mtgmeld.files import write_whole
from mtgmeld.game.setup import PLAYERS, Setup
from mtgmeld.game.state import State
from mtgmeld.mana import ManaCost, order
from mtgmeld.scenario.checking import check
from mtgmeld.scenario.notation import FACTS, Head
from mtgmeld.scenario.playing import play_out
from mtgmeld.scenario.reading import LONGEST, Place, parse, plain
from mtgmeld.scenario.runs import Run

__all__ = ["Run", "Scenario"]

_TOKEN = tuple(name for name in FACTS if name != "mana_cost")


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
        made.head = check(made._tables, path, text)
        return made

    @classmethod
    def from_dict(cls, tables: Mapping[str, Any], path: object = "<tables>") -> Scenario:
        """Return a situation from its tables as plain values, as :meth:`to_dict` gives them.

        Raises
        ------
        BadScenario
            With the field.
        """
        return cls._of(tables, path, "")

    def to_dict(self) -> dict[str, Any]:
        """Return the tables as plain values."""
        copied: dict[str, Any] = json.loads(json.dumps(self._tables))
        return copied

    def to_toml(self) -> str:
        """Return the situation in the notation; reading it back gives an equal one."""
        import tomlkit

        return tomlkit.dumps(_ordered(self._tables))

    def save(self, path: str | Path) -> None:
        """Write the situation to a file, whole or not at all.

        Raises
        ------
        NotWritten
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
        from mtgmeld.showing import scenario_html

        return scenario_html(self)

    @property
    def title(self) -> str:
        """What the situation shows."""
        return self.head.title

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that the situation shows."""
        return tuple(self.head.rules)

    # ------------------------------------------------------------ building

    def _with(self, **tables: Any) -> Scenario:
        return self._of({**self._tables, **tables}, self._path, "")

    def _add(self, name: str, row: dict[str, Any]) -> Scenario:
        return self._with(**{name: [*self._tables.get(name, []), _tidy(row)]})

    def start(self, card: str | None = None, **fields: Any) -> Scenario:
        """Add an object at the start: see :class:`~mtgmeld.scenario.notation.Start`."""
        row = {"card": card, **fields} if card is not None else dict(fields)
        return self._add("start", row)

    # the notation's own word is id
    def watch(self, id: str, when: str, what: str = "", **fields: Any) -> Scenario:  # noqa: A002
        """Add a trigger that only counts."""
        row = {"id": id, "when": when, **({"what": what} if what else {}), **fields}
        return self._add("watch", row)

    def effect(self, **fields: Any) -> Scenario:
        """Add a standing effect: see :func:`mtgmeld.game.standing.effect_of`."""
        return self._add("effect", fields)

    def step(self, do: str, **fields: Any) -> Scenario:
        """Add a step: an action by its name, with its arguments."""
        return self._add("step", {"do": do, **fields})

    def expect(self, **fields: Any) -> Scenario:
        """Add an expectation after the last step, or of the start if there is none yet."""
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
        """
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
        """
        return play_out(self, edition, policies)


def _tidy(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return fields as they stand in a file: ``with_`` is ``with``, and None is left out."""
    return {k.removesuffix("_"): v for k, v in fields.items() if v is not None}


def _put(setup: Setup, row: Mapping[str, Any]) -> None:
    names = ("card", "token", "made_up", *FACTS)
    fields = {k: v for k, v in row.items() if k not in names}
    if "token" in row:
        setup.token(row["token"], **{k: row[k] for k in _TOKEN if k in row}, **fields)
        return
    card = _made_up(row) if "made_up" in row else row["card"]
    setup.put(card, fields.pop("zone", "battlefield"), **fields)


def _made_up(row: Mapping[str, Any]) -> Card:
    """Return a card with the given facts; ``colors`` are its color indicator."""

    def words(name: str) -> tuple[str, ...]:
        return tuple(row.get(name) or ())

    face = Face(
        str(row["made_up"]),
        mana_cost=ManaCost.parse(row["mana_cost"]) if row.get("mana_cost") else None,
        color_indicator=order(row.get("colors", "")),
        supertypes=words("supertypes"),
        types=words("types") or ("Creature",),
        subtypes=words("subtypes"),
        power=None if row.get("power") is None else str(row["power"]),
        toughness=None if row.get("toughness") is None else str(row["toughness"]),
        keywords=words("keywords"),
    )
    return Card(face.name, "normal", (face,))


def _ordered(tables: Mapping[str, Any]) -> dict[str, Any]:
    """Return the tables with plain values first, as TOML wants them."""
    plain = {k: v for k, v in tables.items() if not _is_rows(v)}
    rows = {k: [_ordered(r) for r in v] for k, v in tables.items() if _is_rows(v)}
    return {**{k: v for k, v in plain.items() if v is not None}, **rows}


def _is_rows(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(v, dict) for v in value)
