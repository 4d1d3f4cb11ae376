"""Files that are wrong: where and why, and near names; nothing in a file runs or reads."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mtgmeld.errors import BadScenario, RunawayTriggers
from mtgmeld.scenario import Scenario, schema
from tests.scenarios.wrong import HEAD, IMPOSSIBLE, SENSE, SHAPE

PROJECT = Path(__file__).resolve().parents[2]
FOLDER = PROJECT / "data" / "scenarios"
FILES = sorted([*FOLDER.rglob("*.toml"), *(PROJECT / "tests" / "cases").glob("*.toml")])


def wrong(text: str) -> BadScenario:
    """Read and play a text that is wrong; return the error."""
    with pytest.raises(BadScenario) as error:
        Scenario.from_text(text, "a.toml").play()
    message = str(error.value)
    assert message.startswith("a.toml"), message
    assert "\n" not in message
    return error.value


@pytest.mark.parametrize("name", [*SHAPE, *SENSE, *IMPOSSIBLE])
def test_it_says_where_and_why(name: str) -> None:
    text, line, words = {**SHAPE, **SENSE, **IMPOSSIBLE}[name]
    error = wrong(HEAD + text + "\n")
    if line is not None:
        assert error.line == line + 1, str(error)
    for word in words:
        assert word in str(error), str(error)


@pytest.mark.parametrize("name", SHAPE)
def test_a_stock_validator_refuses_it_too(name: str) -> None:
    validator = jsonschema.Draft202012Validator(schema())
    assert not validator.is_valid(tomllib.loads(HEAD + SHAPE[name][0]))


# --- files that are no situations at all ------------------------------------------------------


def test_no_toml() -> None:
    error = wrong('title = "never closed\n')
    assert error.line == 1
    assert "no TOML" in str(error)
    assert wrong('title = "one"\ntitle = "two"\n').line == 2


def test_no_title() -> None:
    assert "`title`" in str(wrong('[[start]]\ncard = "Forest"\n'))


@pytest.mark.parametrize(
    "text",
    [
        "x = " + "[" * 5_000 + "]" * 5_000,
        ".".join("a" for _ in range(5_000)) + " = 1",
        HEAD + "mana = " + "{ a = " * 100 + "1" + " }" * 100,
        HEAD + '[[step]]\ndo = "note"\n[step.choose]\n' + ".".join(["a"] * 900) + " = 1",
    ],
    ids=["lists", "dotted keys", "tables", "a choice"],
)
def test_deep_nesting(text: str) -> None:
    assert "deep" in str(wrong(text)) or "no TOML" in str(wrong(text))


def test_huge_files(tmp_path: Path) -> None:
    assert "longer than any situation" in str(wrong(HEAD + "# " + "x" * 2_100_000))
    assert "[[start]]" in str(wrong(HEAD + '[[start]]\ncard = "Forest"\n' * 2_001))
    path = tmp_path / "huge.toml"
    path.write_text(HEAD + "#" * 3_000_000, encoding="utf-8")
    with pytest.raises(BadScenario, match="longer than any situation"):
        Scenario.from_file(path)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(BadScenario, match="cannot be read"):
        Scenario.from_file(tmp_path / "none.toml")
    with pytest.raises(BadScenario, match="cannot be read"):
        Scenario.from_file(tmp_path)
    path = tmp_path / "latin.toml"
    path.write_bytes(b'title = "caf\xe9"\n')
    with pytest.raises(BadScenario, match="no UTF-8 text at byte 12"):
        Scenario.from_file(path)


def test_a_mark_at_the_beginning_and_dates_are_read(tmp_path: Path) -> None:
    path = tmp_path / "mark.toml"
    path.write_bytes("\ufefftitle = 'A card'\r\nedition = 2018-06-08\r\n".encode())
    assert Scenario.from_file(path).head.edition == "2018-06-08"


def test_names_that_would_break_a_report() -> None:
    for text in ('title = "two\\nlines"\n', 'title = "\\u001b[31mred"\n'):
        assert "cannot be printed" in str(wrong(text))
    assert "cannot be printed" in str(wrong(HEAD + '[[start]]\ncard = "Forest"\nid = "a\\nb"\n'))


# --- steps that cannot be done, and loops -----------------------------------------------------


def test_an_illegal_step_says_its_rule_and_what_to_choose() -> None:
    forest = (
        HEAD
        + """[[start]]
card = "Forest"

[[step]]
do = "unlock"
object = "Forest"
half = "left"
"""
    )
    error = wrong(forest)
    assert error.line == 6
    assert "cannot be done" in str(error)
    assert "709.5e" in str(error)
    host = (
        HEAD
        + """[[start]]
card = "Chittering Host"

[[step]]
do = "destroy"
object = "Chittering Host"
"""
    )
    assert "give 'order' as one of" in str(wrong(host))


LOOPS = {
    "triggers that make one another": """
[[effect]]
id = "a token for each token"
trigger = "enters"
what = "is:token"
do = { do = "create token", name = "Human", power = "1", toughness = "1" }

[[step]]
do = "create token"
name = "Human"
power = "1"
toughness = "1"

[[step]]
do = "resolve"
all = true
""",
    "a token that cannot live": """
[[effect]]
id = "another one"
trigger = "dies"
do = { do = "create token", name = "Ghost", power = "0", toughness = "0" }

[[step]]
do = "create token"
name = "Ghost"
power = "0"
toughness = "0"

[[step]]
do = "resolve"
all = true
""",
}


@pytest.mark.parametrize("name", LOOPS)
def test_an_endless_loop_is_bounded_and_named(name: str) -> None:
    error = wrong(HEAD + LOOPS[name])
    said = "a token for each token" if "token for each" in LOOPS[name] else "another one"
    assert said in str(error), "what loops"
    assert error.column is not None
    assert error.column.startswith("step 2")
    scenario = Scenario.from_text(HEAD + LOOPS[name].rpartition("[[step]]")[0])
    from mtgmeld.game.actions import Resolve
    from mtgmeld.game.engine import apply

    with pytest.raises(RunawayTriggers) as loop:
        apply(scenario.play().final, Resolve(all=True))
    assert any(said in one for one in loop.value.loops)


# --- the command ------------------------------------------------------------------------------


def command(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-m", "mtgmeld", *map(str, arguments)]
    return subprocess.run(words, cwd=PROJECT, capture_output=True, text=True, check=False)


def test_exit_codes_and_lines(tmp_path: Path) -> None:
    good = FOLDER / "709.4b-assault-battery.toml"
    done = command("run", good)
    assert done.returncode == 0, done.stderr
    assert "mana value = 5" in done.stdout

    changed = tmp_path / "changed.toml"
    text = good.read_text(encoding="utf-8")
    changed.write_text(text.replace("mana_value = 5", "mana_value = 4"), encoding="utf-8")
    done = command("run", changed)
    assert done.returncode == 1
    assert "expected 4, got 5" in done.stdout
    assert "709.4b" in done.stdout
    assert "why" in done.stdout
    assert done.stderr == ""

    counted = tmp_path / "counted.toml"
    died = (FOLDER / "712.21-dies-one-permanent-two-cards.toml").read_text(encoding="utf-8")
    counted.write_text(died.replace('graveyard" = 2', 'graveyard" = 1'), encoding="utf-8")
    done = command("run", "--quiet", counted)
    assert done.returncode == 1
    assert "expected 1, got 2" in done.stdout
    assert "battlefield -> graveyard, one object, 2 cards" in done.stdout
    assert "712.21" in done.stdout

    slip = tmp_path / "slip.toml"
    slip.write_text(text.replace("zone =", "zoen ="), encoding="utf-8")
    done = command("run", slip)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert "line 8" in done.stderr
    assert "field zoen" in done.stderr
    assert "zone" in done.stderr

    done = command("run", "--quiet", good, slip, changed)
    assert done.returncode == 2, "a wrong file counts more than one that does not hold"
    assert done.stderr.count("\n") == 1
    assert "3 situations, 1 with a failure, 1 wrong" in done.stdout

    assert command("run", tmp_path / "none.toml").returncode == 2
    assert command("run").returncode == 2


def test_other_rules_can_be_asked_for(tmp_path: Path) -> None:
    path = FOLDER / "709.4b-assault-battery.toml"
    done = command("run", "--edition", "2017-01-20", path)
    assert done.returncode == 1
    assert "expected 5, got 1 and 4" in done.stdout.replace(" or ", " and ")
    later = tmp_path / "later.toml"
    later.write_text(
        HEAD + 'edition = "2026-04-17"\n\n[[start]]\ncard = "Deranged Assistant"\n\n'
        '[[start]]\ncard = "Forest"\nzone = "library"\n\n'
        '[[step]]\ndo = "tap for mana"\nobject = "Deranged Assistant"\n',
        encoding="utf-8",
    )
    assert command("run", later).returncode == 0
    done = command("run", "--edition", "2026-08-07", later)
    assert done.returncode == 1, "the file is not wrong, but a step cannot be done"
    assert "it can be done" in done.stdout
    assert "605.1a" in done.stdout


# --- nothing runs, nothing is read ------------------------------------------------------------

WATCHED = """
import sys
from pathlib import Path
from mtgmeld.errors import MtgmeldError
from mtgmeld.scenario import Scenario

text = Path(sys.argv[1]).read_text(encoding="utf-8")
words = {words!r}
seen = []
def hook(event, arguments):
    if event in ("open", "exec", "compile", "import", "os.system", "os.exec", "os.listdir",
                 "subprocess.Popen", "socket.connect", "ctypes.dlopen", "pickle.find_class"):
        seen.append((event, str(arguments)[:80]))
# what is needed is loaded by the first word, before anything is watched
for n, word in enumerate(["nobody", *words]):
    if n == 1:
        sys.addaudithook(hook)
    for place in ('"forest"', '"Forest"', '"battlefield"', '"tap"', '"untapped"', '"is:permanent"'):
        try:
            run = Scenario.from_text(text.replace(place, repr(word)))
            run.play()
        except MtgmeldError:
            pass
print(seen)
"""

INNOCENT = """title = "untapped"
[[start]]
card = "Forest"
id = "forest"
zone = "battlefield"
[[watch]]
id = "untapped"
when = "enters"
what = "is:permanent"
[[step]]
do = "tap"
object = "forest"
[[step.expect]]
object = "forest"
tapped = true
"""


def test_nothing_in_a_file_runs_code_or_reads_a_file(tmp_path: Path) -> None:
    secret = tmp_path / "secret.toml"
    secret.write_text(INNOCENT, encoding="utf-8")
    words = [
        str(secret),
        f"file://{secret}",
        "../../../etc/passwd",
        "__import__('os').system('true')",
        "{0.__class__}",
        "%(title)s",
        "$(true)",
        "`true`",
        "!!python/object/apply:os.system",
        "@include secret.toml",
    ]
    code = WATCHED.replace("{words!r}", repr(words))
    done = subprocess.run(
        [sys.executable, "-c", code, str(secret)],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.strip() == "[]", done.stdout + done.stderr


# --- anything at all --------------------------------------------------------------------------

TABLES = [Scenario.from_file(path).to_dict() for path in FILES]
ODD: tuple[Any, ...] = (
    None,
    True,
    -1,
    10**30,
    1.5,
    "",
    "x",
    "nobody",
    "{R}",
    "t:creature",
    "709.5e",
    [],
    ["x"],
    [[]],
    {},
    {"x": 1},
    [{}],
)


def paths(value: Any, so_far: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the path of everything inside a value."""
    found = [so_far] if so_far else []
    if isinstance(value, dict | list):
        for key, one in value.items() if isinstance(value, dict) else enumerate(value):
            found += paths(one, (*so_far, key))
    return found


def changed(
    tables: dict[str, Any], path: tuple[Any, ...], change: Callable[[Any, Any], None]
) -> Any:
    place: Any = tables
    for key in path[:-1]:
        place = place[key]
    change(place, path[-1])
    return tables


@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_whatever_is_changed_the_answer_is_an_error_of_ours_or_a_run(data: st.DataObject) -> None:
    import copy

    tables = copy.deepcopy(data.draw(st.sampled_from(TABLES)))
    path = data.draw(st.sampled_from(paths(tables)))
    how = data.draw(st.sampled_from(["replace", "remove", "add", "double"]))
    odd = data.draw(st.sampled_from(ODD))

    def change(place: Any, key: Any) -> None:
        if how == "replace":
            place[key] = odd
        elif how == "remove":
            del place[key]
        elif how == "add" and isinstance(place[key], dict):
            place[key][data.draw(st.sampled_from(["x", "do", "object", "id"]))] = odd
        elif isinstance(place, list):
            place.append(copy.deepcopy(place[key]))

    try:
        run = Scenario.from_dict(changed(tables, path, change)).play()
    except BadScenario:
        return
    for state in run.state_list:
        assert state.faults() == ()


TEXTS = [path.read_text(encoding="utf-8") for path in FILES]


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_whatever_is_typed_the_answer_is_an_error_of_ours_or_a_run(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(TEXTS))
    at = data.draw(st.integers(0, len(text)))
    gone = data.draw(st.integers(0, 12))
    put = data.draw(st.text(alphabet='abX"[]{}=.,#\n\\\t0-é', max_size=6))
    try:
        run = Scenario.from_text(text[:at] + put + text[at + gone :], "typed.toml").play()
    except BadScenario as error:
        lines = text.count("\n") + put.count("\n") + 1
        if error.line is not None and not 1 <= error.line <= lines + 1:
            raise AssertionError(f"line {error.line} of {lines}") from error
        return
    for state in run.state_list:
        assert state.faults() == ()
