"""What another engine answered to the vectors: read, compared, told by level and by rule."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from mtgmeld.errors import BadScenario, shown
from mtgmeld.game.canonical import ORDERED
from mtgmeld.scenario.normal import COSTS, plain_cost
from mtgmeld.scenario.vectors import LEVELS, Vector, from_line, numbered_lines

if TYPE_CHECKING:
    import pandas as pd

    from mtgmeld.scenario.playing import Run

RESULTS = "mtgmeld-results/1"
AGREES, DIFFERS, LEFT_OUT = "agrees", "differs", "left out"
VERDICTS = (AGREES, DIFFERS, LEFT_OUT)
_IN_ORDER = ("targets", "symbols", "colors_of_each", "names_of_each", "mana_value_of_each")
_ROWS = ("stack", "battlefield")  # the parts of a snapshot that are rows


class Answer(msgspec.Struct, frozen=True):
    """One answer of another engine beside the expected one.

    Attributes
    ----------
    id, level : str
        The vector, and the level of its start or of the step.
    rules : tuple of str
        The rules that the vector shows.
    where, what : str
        The start or the step; what was asked.
    expected, answer : object
    verdict : str
        ``agrees``, ``differs`` or ``left out``.
    why : str
        Why it was left out.
    check : int
        The number of the check, from 1; 0 for what is no check.
    stand_in : str
        The face whose text a step does the work of, if it does.
    absent : tuple of str
        The faces in the line whose text does more than was played: an engine that has it may
        differ, rightly.
    """

    id: str
    level: str
    rules: tuple[str, ...]
    where: str
    what: str
    expected: Any
    answer: Any
    verdict: str
    why: str = ""
    check: int = 0
    stand_in: str = ""
    absent: tuple[str, ...] = ()


class Comparison(msgspec.Struct, frozen=True):
    """All answers of another engine, beside the lines that asked.

    Attributes
    ----------
    engine : str
        Its name, version and date, as its file has them.
    answers : tuple of Answer
    vectors : dict of str to Vector
    """

    engine: str
    answers: tuple[Answer, ...]
    vectors: Mapping[str, Vector]

    @property
    def differences(self) -> tuple[Answer, ...]:
        """The answers that differ."""
        return tuple(a for a in self.answers if a.verdict == DIFFERS)

    def by_level(self) -> pd.DataFrame:
        """Return one row a level: lines, lines that agree in all, and answers by verdict.

        Returns
        -------
        pandas.DataFrame
            ``level`` string; ``lines``, ``agree in all``, ``agrees``, ``differs`` and
            ``left out`` integers.
        """
        import pandas as pd

        rows = []
        for level in LEVELS:
            mine = [a for a in self.answers if a.level == level]
            lines = {a.id: True for a in mine}
            for a in mine:
                lines[a.id] &= a.verdict == AGREES
            row = {"level": level, "lines": len(lines), "agree in all": sum(lines.values())}
            rows.append(row | {v: sum(a.verdict == v for a in mine) for v in VERDICTS})
        return pd.DataFrame(rows)

    def by_rule(self) -> pd.DataFrame:
        """Return one row a rule, those with most differences first.

        Returns
        -------
        pandas.DataFrame
            ``rule`` string; ``agrees``, ``differs`` and ``left out`` integers.
        """
        import pandas as pd

        found: dict[str, dict[str, int]] = {}
        for a in self.answers:
            for rule in a.rules:
                found.setdefault(rule, dict.fromkeys(VERDICTS, 0))[a.verdict] += 1
        ranked = sorted(found.items(), key=lambda item: (-item[1][DIFFERS], item[0]))
        rows = [{"rule": rule, **row} for rule, row in ranked]
        return pd.DataFrame(rows, columns=["rule", *VERDICTS])

    def to_text(self) -> str:
        """Return the agreement by level and rule, then every difference with its reason."""
        levels, rules = self.by_level(), self.by_rule()
        out = [f"{self.engine}: agreement by level", levels.to_string(index=False), ""]
        wrong = rules[rules[DIFFERS] > 0]
        if len(wrong):
            out += ["by rule, where something differs", wrong.to_string(index=False), ""]
            away = sum(bool(a.absent) for a in self.differences)
            out.append(f"{len(self.differences)} differ, {away} in lines that leave a text out")
        else:
            out.append("nothing differs")
        runs: dict[str, Run] = {}
        for a in self.differences:
            out += ["", f"{a.id}, {a.where}: {a.what} [{', '.join(a.rules)}]"]
            out.append(f"  expected {_json(a.expected)}")
            out.append(f"  answered {_json(a.answer)}")
            if a.absent:
                out.append(f"  the line leaves out what the text of {'; '.join(a.absent)} does")
            if a.stand_in:
                out.append(f"  the step does what the text of {a.stand_in} does")
            why = self._why(a, runs)
            out += [f"  because {why}"] if why else []
        left = [a for a in self.answers if a.verdict == LEFT_OUT]
        if left:
            reasons = Counter(a.why for a in left)
            out += ["", "left out, by reason"]
            ranked = sorted(reasons.items(), key=lambda item: (-item[1], item[0]))
            out += [f"  {n:5} {why or 'nothing is said'}" for why, n in ranked]
        return "\n".join(out)

    def _why(self, answer: Answer, runs: dict[str, Run]) -> str:
        """Return the reasons that this engine has for the expected value."""
        if not answer.check:
            return ""
        if answer.id not in runs:
            runs[answer.id] = self.vectors[answer.id].play()
        where = f"{answer.where}, expectation {answer.check}"
        reasons = [o.why for o in runs[answer.id].outcomes if o.where == where and o.why]
        return " ".join(reasons[0].split()) if reasons else ""


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def compare_results(results: str | Path, lines: Iterable[str]) -> Comparison:
    """Compare the answers of a file with lines of vectors.

    Raises
    ------
    BadScenario
        If the file is none of results; with the line.
    """
    vectors: dict[str, Vector] = {}
    asked: dict[str, dict[str, Any]] = {}
    for number, line in enumerate(lines, 1):
        if line.strip():
            vector = from_line(line, "<vectors>", number)
            vectors[vector.id], asked[vector.id] = vector, json.loads(line)
    engine, answers = "", list[Answer]()
    for number, row in _rows(results):
        if "schema" in row:
            if row["schema"] != RESULTS:
                said = f"its schema is {shown(str(row['schema']))}, not {RESULTS!r}"
                raise BadScenario(results, said, line=number)
            told = (row.get(k) for k in ("engine", "version", "date"))
            engine = " ".join(str(t) for t in told if t)
        elif row.get("id") not in asked:
            said = f"there is no vector {shown(str(row.get('id')))} among those compared"
            raise BadScenario(results, said, line=number)
        else:
            try:
                answers += _answers(asked[row["id"]], row)
            except (TypeError, KeyError, AttributeError, IndexError) as error:
                said = f"it is not in the form of results: {error!r}"
                raise BadScenario(results, said, line=number) from None
    if not engine:
        raise BadScenario(results, "its first line does not say which engine it is of")
    return Comparison(engine, tuple(answers), vectors)


def _rows(path: str | Path) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, line in numbered_lines(path):
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise BadScenario(path, f"not JSON: {error}", line=number) from None
        if not isinstance(row, dict):
            raise BadScenario(path, "it is no object", line=number)
        yield number, row


def _answers(line: Mapping[str, Any], row: Mapping[str, Any]) -> Iterator[Answer]:
    """Yield each answer to a line; what an engine did not come to is left out."""
    given: Sequence[Mapping[str, Any]] = row["parts"]
    stopped = str(row.get("stopped", "not answered"))
    absent = tuple(a["face"] for a in line["assumes_text_absent"])
    for n, part in enumerate((line["start"], *line["steps"])):
        about: dict[str, Any] = {
            "id": line["id"],
            "level": part["level"],
            "rules": tuple(line["rules"]),
            "where": f"step {n}" if n else "start",
            "stand_in": part.get("stand_in", ""),
            "absent": absent,
        }
        make = partial(_answer, about)
        mine: Mapping[str, Any] = given[n] if n < len(given) else {"left_out": stopped}
        why = str(mine.get("left_out", stopped))
        if n:
            told, wanted = mine.get("result"), part["result"]
            agrees = None if told is None else told == wanted
            yield make(f"the step ({part['do']})", wanted, told, agrees, why)
        if "asks" in part:
            choice, wanted = mine.get("asked"), part["asks"]
            agrees = None
            if choice is not None:
                pairs = ((v, choice.get(k)) for k, v in wanted.items())
                agrees = all(same({"ask": "", "expect": v}, have) for v, have in pairs)
            what = f"what is asked ({part['do']})"
            yield make(
                what, wanted, choice, agrees, why if "result" not in mine else "what is asked"
            )
        answers = mine.get("answers", ())
        for number, check in enumerate(part["checks"], 1):
            told = answers[number - 1] if number <= len(answers) else {"left_out": stopped}
            agrees = same(check, told["answer"]) if "answer" in told else None
            why = str(told.get("left_out", stopped))
            have, expected = told.get("answer"), check["expect"]
            own = {**about, "level": check.get("level", part["level"])}
            yield _answer(own, _said(check), expected, have, agrees, why, check=number)
        seen = mine.get("snapshot") or {}
        for name, wanted in part["snapshot"].items():
            for what, expected, have, agrees in columns(name, wanted, seen.get(name)):
                why = f"no snapshot, {what}" if n < len(given) else stopped
                yield make(f"snapshot, {what}", expected, have, agrees, why)


def _answer(
    about: Mapping[str, Any],
    what: str,
    expected: Any,
    answer: Any,
    agrees: bool | None,
    why: str,
    check: int = 0,
) -> Answer:
    """Return an answer with its verdict; None for one that was left out."""
    verdict = LEFT_OUT if agrees is None else AGREES if agrees else DIFFERS
    why = why if agrees is None else ""
    return Answer(
        **about, what=what, expected=expected, answer=answer, verdict=verdict, why=why, check=check
    )


def _said(check: Mapping[str, Any]) -> str:
    about = [str(check[k]) for k in ("object", "zone", "player") if k in check]
    more = [
        f"{k} {v if isinstance(v, str) else _json(v)}"
        for k, v in check.items()
        if k
        not in ("ask", "expect", "object", "zone", "player", "note", "ordered", "says", "level")
    ]
    return " ".join([check["ask"], *(["of", *about] if about else []), *more])


def same(check: Mapping[str, Any], have: Any) -> bool:
    """Whether an answer is the expected one; order matters only where it is asked for."""
    wanted = check["expect"]
    if check["ask"] in COSTS and isinstance(wanted, str) and isinstance(have, str):
        return plain_cost(wanted) == plain_cost(have)
    if isinstance(wanted, list) and isinstance(have, list):
        if check.get("ordered") or check["ask"] in _IN_ORDER:
            return wanted == have
        return sorted(map(str, wanted)) == sorted(map(str, have))
    if isinstance(wanted, dict) and isinstance(have, dict):
        return {k: v for k, v in wanted.items() if v} == {k: v for k, v in have.items() if v}
    return bool(wanted == have) and isinstance(wanted, bool) == isinstance(have, bool)


def exact(name: str, wanted: Any, have: Any, within: bool = False) -> bool:
    """Whether a value of a snapshot is the expected one, in all that it has."""
    ordered = within or name in _IN_ORDER or name in ORDERED
    if isinstance(wanted, dict) and isinstance(have, dict):
        if name == "counters":
            wanted, have = ({k: v for k, v in t.items() if v} for t in (wanted, have))
        return wanted.keys() == have.keys() and all(
            exact(k, v, have[k], ordered) for k, v in wanted.items()
        )
    if isinstance(wanted, list) and isinstance(have, list):
        if not ordered:
            wanted, have = sorted(wanted, key=_key), sorted(have, key=_key)
        return len(wanted) == len(have) and all(
            exact("", a, b, ordered) for a, b in zip(wanted, have, strict=True)
        )
    return same({"ask": name, "expect": wanted}, have)


def columns(part: str, wanted: Any, have: Any) -> Iterator[tuple[str, Any, Any, bool | None]]:
    """Yield what compares for itself in a part of a snapshot, both values, and whether they agree.

    It is the part, or of rows each value over all rows; ``object`` pairs them.  None stands where
    the other engine gives nothing: no part, or no row with the value.
    """
    if part not in _ROWS:
        yield part, wanted, have, None if have is None else exact(part, wanted, have)
        return
    whole = isinstance(have, list) and all(isinstance(row, dict) for row in have)
    mine, theirs = wanted, have if whole else []
    if part != "stack":
        mine, theirs = sorted(mine, key=_key), sorted(theirs, key=_key)
    names = list(dict.fromkeys(("object", *(name for row in mine for name in row))))
    for name in names:
        a, b = ([row.get(name) for row in rows] for rows in (mine, theirs))
        agrees: bool | None = whole and len(mine) == len(theirs)
        agrees = agrees and all(
            (name in x) == (name in y) and exact(name, x.get(name), y.get(name))
            for x, y in zip(mine, theirs, strict=False)
        )
        if name == "object":
            agrees = agrees and all("object" in row and row.keys() <= {*names} for row in theirs)
        elif theirs and not any(name in row for row in theirs):
            agrees = None
        yield f"{part}, {name}", a, b if whole else have, None if have is None else agrees


def _key(row: Any) -> str:
    return str(row.get("object")) if isinstance(row, dict) else str(row)
