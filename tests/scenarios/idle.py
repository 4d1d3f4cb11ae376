"""Finding expectations that could not fail: another value in their place must not hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from mtgmeld.errors import MtgmeldError
from mtgmeld.scenario import Scenario
from mtgmeld.scenario.expectations import Expect, hold

__all__ = ["expectations", "idle"]

# what an expectation says beside what it asks, and what other() has no opposite for
FRAME = {"object", "player", "note", "edition", "policies", "last_known", "any_order", "matching"}
FRAME |= {"with_mana", "by"}
LACKING = {"lacks_name", "none_of", "shares_name_with", "shares_no_name_with", "hidden_from"}


def expectations(scenario: Scenario) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """Yield each expectation with the number of its step, 0 for the start."""
    tables = scenario.to_dict()
    for row in tables.get("expect", []):
        yield 0, row
    for number, step in enumerate(tables.get("step", []), 1):
        for row in step.get("expect", []):
            yield number, row


def other(field: str, value: Any) -> Any:
    """A value that differs from the expected one."""
    if field == "is":
        return f"-({value})"
    if field == "has_name":
        return "no such name"
    if field in ("has_keywords", "cites"):
        return ["no such word"]
    if field == "allowed":
        return {**value, "player": "nobody"}
    if field == "refused":
        return {"do": "note"}
    if field in ("colors", "color_identity", "color_indicator") and isinstance(value, str):
        return "" if value else "W"
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return "{W}{W}" if field in ("mana_cost", "repeated_symbols") else "WUBRG" + value
    if isinstance(value, list):
        return value[1:] if value else ["another"]
    return {
        k: v + 1 if isinstance(v, int) else f"W{v}" for k, v in (value or {"another": 0}).items()
    }


def idle(scenario: Scenario) -> list[str]:
    """Return the expected values of a situation for which another value would hold as well."""
    found = []
    runs: dict[Any, Any] = {}
    for step, row in expectations(scenario):
        how = (row.get("edition"), tuple(row.get("policies", {}).items()))
        if how not in runs:
            runs[how] = scenario.play(edition=how[0], policies=dict(how[1]))
        told = {k: v for k, v in row.items() if k in FRAME}
        if "object" not in row and "zone" in row:
            told["zone"] = row["zone"]
        for field in row.keys() - FRAME - LACKING - told.keys():
            asked = {**told, field: other(field, row[field])}
            try:
                rows = hold(msgspec.convert(asked, Expect), runs[how].moment(step), "")
            except MtgmeldError:
                continue  # the other value is none that could be asked for
            if all(o.holds for o in rows):
                found.append(f"step {step}: {field} = {row[field]!r}")
    return found
