"""The command line: tables, explanations, formats, files, and refusals in one line."""

from __future__ import annotations

import csv
import io
import json
import os
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from mtgmeld import tables
from mtgmeld.cli import COMMANDS, main
from mtgmeld.cli.output import FORMATS, render
from mtgmeld.tables import TABLES

PROJECT = Path(__file__).resolve().parents[1]
FURNACE = "Roaring Furnace // Steaming Sauna"


class Ran:
    """What a call of the command line did."""

    def __init__(self, code: object, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Any:
    def call(*args: str) -> Ran:
        with pytest.raises(SystemExit) as stopped:
            main(list(args))
        said = capsys.readouterr()
        return Ran(stopped.value.code, said.out, said.err)

    return call


def process(*args: str, where: Path = PROJECT, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "mtgmeld", *args],
        cwd=where,
        env={**os.environ, "PYTHONPATH": str(where), **env},
        capture_output=True,
        text=True,
        check=False,
    )


# --- what it prints ---


def test_rooms_as_csv(run: Any) -> None:
    done = run("table", "rooms", "--format", "csv")
    assert (done.code, done.err) == (0, "")
    rows = list(csv.DictReader(io.StringIO(done.out)))
    assert len({r["card"] for r in rows}) == 30
    play = [r for r in rows if r["zone"] == "battlefield"]
    assert len(play) == 120
    assert {r["zone"] for r in rows} >= {"stack", "hand", "library", "graveyard", "exile"}
    for card, values, colors in (
        ("Bottomless Pool // Locker Room", "0 1 5 6", ["", "U", "U", "U"]),
        ("Restricted Office // Lecture Hall", "0 4 7 11", ["", "W", "U", "WU"]),
    ):
        mine = [r for r in play if r["card"] == card]
        assert [r["mana_value"] for r in mine] == values.split()
        assert [r["colors"] for r in mine] == colors


@pytest.mark.parametrize(
    ("args", "value", "rule"),
    [
        (("Chittering Host", "mana_value"), "7", "202.3c"),
        (("Chittering Host", "mana_value", "--copy"), "0", "202.3c"),
        (("Fire // Ice", "mana_value", "--zone", "stack", "--cast", "left"), "2", "202.3d"),
        (("Fire // Ice", "mana_value", "--zone", "hand"), "4", "709.4b"),
        (("Insectile Aberration", "mana_value"), "1", "202.3b"),
        (("The Mightstone and Weakstone", "color_identity"), "{}", "903.4"),
        (("Vanille, Cheerful l'Cie", "color_identity"), "BG", "903.4"),
        (("Fang, Fearless l'Cie", "color_identity"), "B", "903.4"),
        (("Cecil, Dark Knight", "color_identity"), "WB", "903.4d"),
        (("Bottomless Pool", "mana_value", "--unlocked", "left,right"), "6", "709.5"),
        (("Bottomless Pool // Locker Room", "mana_value", "--unlocked", ""), "0", "709.5"),
        (("Graf Rats", "names", "--melded"), "Chittering Host", "712.8g"),
        (("Delver of Secrets", "colors", "--face", "back"), "U", "712.8e"),
        (("Ribbons", "mana value", "--x", "3"), "5", "202.3e"),
        (("Ravager of the Fells", "mana_value", "--token"), "0", "202.3b"),
    ],
)
def test_explain(run: Any, args: tuple[str, ...], value: str, rule: str) -> None:
    done = run("explain", *args)
    assert (done.code, done.err) == (0, "")
    assert f": {value} - " in done.out.splitlines()[1]
    assert rule in done.out.partition("rules cited")[0]


def test_explain_under_an_edition_and_a_policy(run: Any) -> None:
    old = run("explain", "Fire // Ice", "mana_value", "--zone", "hand", "--edition", "2017-01-20")
    assert ": 2 and 2 - " in old.out
    policy = "token copy back face up=own front"
    other = run("explain", "Ravager of the Fells", "mana_value", "--token", "--policy", policy)
    assert ": 4 - " in other.out


def test_the_commands_are_listed_and_help_is_there(run: Any) -> None:
    done = run("--help")
    assert done.code == 0
    assert all(name in done.out for name in COMMANDS)
    assert "--unlocked" in run("explain", "--help").out
    assert "rooms" in run("table", "--help").out


# --- formats ---


class _Table(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_data(self, data: str) -> None:
        if self.rows and self.rows[-1]:
            self.rows[-1][-1] += data.strip("\n ")


@pytest.mark.parametrize("kind", sorted(TABLES))
@pytest.mark.parametrize("form", FORMATS)
def test_every_table_in_every_format(run: Any, kind: str, form: str) -> None:
    some = {
        "meld": "Chittering Host",
        "split": "Wear // Tear",
        "rooms": FURNACE,
        "dfc": "Delver of Secrets",
        "identity": "Cecil, Dark Knight",
        "names": "Commit // Memory",
    }[kind]
    done = run("table", kind, some, "--format", form)
    assert (done.code, done.err) == (0, "")
    makers = {"rooms": "room_table", "identity": "color_identity_table", "names": "name_table"}
    frame = getattr(tables, makers.get(kind, f"{kind}_table"))(some)
    shown = frame.astype("object").where(frame.notna(), "").map(str)
    columns = [c.name for c in TABLES[kind]]
    if form == "csv":
        got = list(csv.reader(io.StringIO(done.out)))
        assert got == [columns, *shown.to_numpy().tolist()]
    elif form == "json":
        rows = json.loads(done.out)
        assert [list(r) for r in rows] == [columns] * len(frame)
        assert rows == [
            {k: None if pd.isna(v) else v for k, v in r.items()} for r in frame.to_dict("records")
        ]
    elif form == "html":
        assert _Table(done.out).rows == [columns, *shown.to_numpy().tolist()]
    elif form == "latex":
        body = done.out.splitlines()
        assert body[0].startswith(r"\begin{tabular}{" + "l" * len(columns))
        assert body[2] == " & ".join(c.replace("_", r"\_") for c in columns) + r" \\"
        assert len(body) == len(frame) + 6
        # nothing that LaTeX would take for markup is left
        assert not any(sign in "".join(body[4:-2]).replace(r"\\", "") for sign in ("{U}", "_"))
    else:
        lines = done.out.splitlines()
        assert len(lines) == len(frame) + 2
        for name in columns:
            assert name in lines[0]
        for line, rules in zip(lines[2:], frame["rules"], strict=True):
            assert rules in line


def test_text_that_looks_like_markup_or_a_number_stays_text() -> None:
    frame = pd.DataFrame(
        {"rules": pd.array(["712.10", "201.2"], dtype="string"), "a_b": ["x|y", "<b>&{U}\nz"]}
    )
    assert "712.10" in render(frame, "markdown")
    assert r"x\|y" in render(frame, "markdown")
    assert len(render(frame, "markdown").splitlines()) == 4
    assert len(render(frame, "text").splitlines()) == 4
    assert "&lt;b&gt;&amp;{U}" in render(frame, "html")
    assert r"\&\{U\}" in render(frame, "latex")
    assert r"a\_b" in render(frame, "latex")
    assert "712.10" in render(frame, "text")


@pytest.mark.parametrize("form", FORMATS)
def test_an_explanation_in_every_format(run: Any, form: str) -> None:
    done = run("explain", "Chittering Host", "mana_value", "--format", form)
    assert (done.code, done.err) == (0, "")
    assert "202.3c" in done.out
    if form == "json":
        assert [r["value"] for r in json.loads(done.out)] == ["7", "2", "5"]
    if form == "csv":
        rows = list(csv.DictReader(io.StringIO(done.out)))
        assert [r["value"] for r in rows] == ["7", "2", "5"]


# --- files: whole or not at all ---


@pytest.mark.parametrize("form", FORMATS)
def test_out_writes_what_would_be_printed(run: Any, tmp_path: Path, form: str) -> None:
    for args in (("table", "rooms", FURNACE), ("explain", "Chittering Host", "mana_value")):
        target = tmp_path / f"{args[0]}.{form}"
        printed = run(*args, "--format", form).out
        done = run(*args, "--format", form, "--out", str(target))
        assert done.code == 0
        assert done.out == ""
        assert target.read_text(encoding="utf-8") == printed
    assert len(list(tmp_path.iterdir())) == 2  # no drafts are left


def test_a_refusal_leaves_the_file_as_it_was(run: Any, tmp_path: Path) -> None:
    target = tmp_path / "kept.csv"
    target.write_text("kept", encoding="utf-8")
    done = run("table", "rooms", FURNACE, "Fire // Ice", "--format", "csv", "--out", str(target))
    assert done.code == 2
    assert target.read_text(encoding="utf-8") == "kept"
    assert list(tmp_path.iterdir()) == [target]


@pytest.mark.parametrize("place", ["missing/x.csv", "."])
def test_a_file_that_cannot_be_written(run: Any, tmp_path: Path, place: str) -> None:
    done = run("table", "rooms", FURNACE, "--format", "csv", "--out", str(tmp_path / place))
    assert done.code == 2
    assert done.out == ""
    assert len(done.err.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


# --- refusals ---


@pytest.mark.parametrize(
    ("args", "says"),
    [
        ((), "mtgmeld"),
        (("explian",), "explain"),
        (("explain",), "CARD"),
        (("explain", "Fire // Ice"), "VALUE"),
        (("explain", "Chitering Host", "mana_value"), "Chittering Host"),
        (("explain", "Fire", "mana_value"), "Start // Fire"),
        (("explain", "", "mana_value"), "name"),
        (("explain", "Fire // Ice", "mana_valu"), "mana_value"),
        (("explain", "Fire // Ice", "mana_value", "--cast", "fused"), "702.102a"),
        (("explain", "Fire // Ice", "mana_value", "--unlocked", "left"), "709.5c"),
        (("explain", "Fire // Ice", "mana_value", "--zone", "stack"), "709.3"),
        (("explain", "Fire // Ice", "mana_value", "--zone", "gravyard"), "graveyard"),
        (("explain", "Grizzly Bears", "mana_value", "--melded"), "701.42b"),
        (("explain", "Grizzly Bears", "mana_value", "--face", "back"), "712.1"),
        (("explain", "Bottomless Pool", "mana_value", "--unlocked", "middle"), "Locker Room"),
        (("explain", "Ribbons", "mana_value", "--x", "-3"), "107.3a"),
        (("explain", "Ribbons", "mana_value", "--x", "many"), "integer"),
        (("explain", "Fire // Ice", "mana_value", "--edition", "soon"), "2018-06-08"),
        (("explain", "Fire // Ice", "mana_value", "--edition", "2001-01-01"), "2016-07-22"),
        (("explain", "Fire // Ice", "mana_value", "--policy", "a"), "NAME=READING"),
        (("explain", "Fire // Ice", "mana_value", "--policy", "a=b"), "policy"),
        (("explain", "Fire // Ice", "mana_value", "--no-such"), "--no-such"),
        (("table",), "rooms"),
        (("table", "room"), "rooms"),
        (("table", "rooms", "Fire // Ice"), "709.5"),
        (("table", "meld", "Fire // Ice"), "712.5"),
        (("table", "split", "Graf Rats"), "709.1"),
        (("table", "dfc", "Graf Rats"), "712.2"),
        (("table", "identity", "No Such Card"), "No Such Card"),
        (("table", "rooms", "--format", "xls"), "csv"),
        (("table", "rooms", "--edition", "soon"), "soon"),
    ],
)
def test_a_refusal_is_one_line_and_exit_code_2(run: Any, args: tuple[str, ...], says: str) -> None:
    done = run(*args)
    if args:
        assert done.code == 2
        assert done.out == ""
        assert len(done.err.splitlines()) == 1
    assert says in done.err + done.out
    assert "Traceback" not in done.err


def test_no_traceback_reaches_a_user() -> None:
    done = process("explain", "Fire // Ice", "mana_value", "--cast", "fused")
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("mtgmeld: Fire // Ice")


def test_a_reader_that_goes_away_is_no_error() -> None:
    code = (
        "import subprocess, sys;"
        "p = subprocess.Popen([sys.executable, '-m', 'mtgmeld', 'table', 'split', '--format',"
        " 'csv'], stdout=subprocess.PIPE, stderr=subprocess.PIPE);"
        "p.stdout.readline(); p.stdout.close(); print(p.stderr.read().decode()); p.wait();"
        "sys.exit(p.returncode)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=PROJECT,
        env={**os.environ, "PYTHONPATH": str(PROJECT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.strip() == ""
    assert done.returncode == 0


# --- damaged facts ---


@pytest.fixture(scope="module")
def damaged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project with room for damage."""
    where = tmp_path_factory.mktemp("damaged")
    skip = shutil.ignore_patterns("__pycache__")
    shutil.copytree(PROJECT / "mtgmeld", where / "mtgmeld", ignore=skip)
    shutil.copytree(PROJECT / "data", where / "data", ignore=skip)
    return where


@pytest.mark.parametrize(
    ("column", "value", "says"),
    [
        ("mana_cost", "{1}{Q", "position 3"),
        ("layout", "spilt", "spilt"),
        ("color_indicator", "X", "X"),
        ("part", "7", "7"),
    ],
)
def test_a_damaged_row_of_the_facts(damaged: Path, column: str, value: str, says: str) -> None:
    facts = damaged / "data" / "cards.csv"
    whole = (PROJECT / "data" / "cards.csv").read_text(encoding="utf-8")
    rows = list(csv.reader(io.StringIO(whole)))
    at = next(i for i, row in enumerate(rows) if row[0] == FURNACE)
    rows[at][rows[0].index(column)] = value
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    facts.write_text(out.getvalue(), encoding="utf-8")
    done = process("table", "rooms", where=damaged)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert f"cards.csv, line {at + 1}, {column}: " in done.stderr
    assert says in done.stderr


def test_facts_that_are_not_there(damaged: Path) -> None:
    (damaged / "data" / "cards.csv").unlink()
    done = process("explain", "Fire // Ice", "mana_value", where=damaged)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "cards.csv" in done.stderr
