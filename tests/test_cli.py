"""The command line: tables, explanations, formats, files, and refusals in one line."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import click
import pandas as pd
import pytest

from mtgmeld import tables
from mtgmeld.cli import COMMANDS, main
from mtgmeld.cli.options import FORMATS, SAFE_CSV
from mtgmeld.cli.output import render
from mtgmeld.display import EMPTY
from mtgmeld.frames import columns_of
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
        (("Fire // Ice", "mana_value", "graveyard"), "4", "709.4b"),
        (("Bottomless Pool", "mana_value"), "6", "709.4b"),
        (("Bottomless Pool", "mana_value", "stack"), "1", "709.3b"),
        (("Bottomless Pool", "mana_value", "battlefield"), "1", "709.5"),
        (("Insectile Aberration", "mana_value"), "1", "202.3b"),
        (("The Mightstone and Weakstone", "color_identity"), "colorless", "903.4"),
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


def test_explain_without_a_value_shows_a_card_in_every_place(run: Any) -> None:
    done = run("explain", "Bottomless Pool")
    assert (done.code, done.err) == (0, "")
    assert "Bottomless Pool cast" in done.out
    assert len(done.out.splitlines()) == 2 + 7
    assert run("explain", "Bottomless Pool", "--format", "json").out.startswith("[")
    assert "mana_value" in run("explain", "Fire // Ice", "--zone", "hand").err
    assert "beside copy it is needed" in run("explain", "Fire // Ice", "--copy").err


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
        "places": "Sol Ring",
    }[kind]
    done = run("table", kind, some, "--format", form)
    assert (done.code, done.err) == (0, "")
    frame = tables.table(kind, some)
    shown = frame.astype("object").where(frame.notna(), "").map(str)
    columns = [c.name for c in columns_of(kind)]
    if form == "csv":
        got = list(csv.reader(io.StringIO(done.out)))
        assert got == [columns, *shown.to_numpy().tolist()]
    elif form == "json":
        rows = json.loads(done.out)
        assert [list(r) for r in rows] == [columns] * len(frame)
        assert rows == [
            {k: None if pd.isna(v) else v for k, v in r.items()} for r in frame.to_dict("records")
        ]
    else:
        _holds_in_words(form, done.out, frame)


def _holds_in_words(form: str, said: str, frame: pd.DataFrame) -> None:
    """For readers: headings in words, each cell there, columns that say nothing left out."""
    silent = [c for c in frame.columns if frame[c].isna().all() or (frame[c] == "").all()]
    silent = [c for c in silent if c not in EMPTY or frame[c].isna().all()]
    silent += [c for c in frame.columns if c == "text_modeled" and set(frame[c]) <= {"wholly", ""}]
    heads = [c.replace("_", " ") for c in frame.columns if c not in silent]
    told = frame[[c for c in frame.columns if c != "rules" and c not in silent]]
    if form == "html":
        rows = _Table(said).rows
    else:
        lines = said.splitlines()
        cut = {"latex": r"\s&\s|\s*\\\\$", "markdown": r"\s*\|\s*", "text": r"\s\s+"}[form]
        rows = [[cell for cell in re.split(cut, line.rstrip()) if cell] for line in lines]
        del rows[1]
    if form == "latex":
        numbers = ["r" if frame[c].dtype == "Int64" else "l" for c in frame if c not in silent]
        assert lines[0] == rf"\begin{{tabular}}{{{''.join(numbers)}}}"
        rows = [rows[1], *rows[3:-2]]
        # nothing that LaTeX would take for markup is left
        assert not any(sign in "".join(lines[4:-2]).replace(r"\\", "") for sign in ("{U}", "_"))
    assert rows[0] == heads
    for cells, (_, row) in zip(rows[1:], told.iterrows(), strict=True):
        values = {v for v in map(str, row.dropna()) if v and "{" not in v} - {"True", "False"}
        assert values <= set(cells)


def test_columns_are_chosen_by_name_in_every_format(run: Any) -> None:
    asked = ("table", "rooms", FURNACE, "--columns", "state, bears, mana_value")
    assert run(*asked).code == 2
    for form in FORMATS:
        done = run(
            "table", "rooms", FURNACE, "--columns", "mana_value,state,cast", "--format", form
        )
        assert (done.code, done.err) == (0, "")
        assert re.search(r"mana.value.*state.*cast", done.out, re.S), "silent ones if asked for"
        assert "202.3" not in done.out
    why = run("explain", "Chittering Host", "mana_value", "--columns", "what,value")
    assert why.out.splitlines()[2].split() == ["mana", "value", "7"]


def test_text_that_looks_like_markup_or_a_number_stays_text() -> None:
    frame = pd.DataFrame(
        {"rules": pd.array(["712.10", "201.2"], dtype="string"), "a_b%": ["x|y", "<b>&{U}\nz"]}
    )
    assert "712.10" in render(frame, "markdown")
    assert r"x\|y" in render(frame, "markdown")
    assert len(render(frame, "markdown").splitlines()) == 4
    assert len(render(frame, "text").splitlines()) == 4
    assert "&lt;b&gt;&amp;<span" in render(frame, "html")
    assert r"\&\{U\}" in render(frame, "latex")
    assert r"a\_b\%" in render(frame, "latex")
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
        (("explain", "Fire // Ice", "--zone", "hand"), "mana_value"),
        (("explain", "Chitering Host", "mana_value"), "Chittering Host"),
        (("explain", "Seed Suture", "mana_value"), "Blossom-Blessed Angel // Seed Suture"),
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


WITHOUT = """
import sys
from importlib.machinery import BuiltinImporter, FrozenImporter, PathFinder

class Finder:
    find_distributions = PathFinder.find_distributions

    def find_spec(name, *more):
        missing = name.partition(".")[0] == sys.argv[1]
        return None if missing else PathFinder.find_spec(name, *more)

sys.meta_path[:] = [BuiltinImporter, FrozenImporter, Finder]
"""


@pytest.mark.parametrize(
    ("module", "extra", "args"),
    [
        ("matplotlib", "notebook", ("figures", "room_states")),
        ("jupyterlab", "lab", ("lab", "--no-browser")),
        ("matplotlib", "lab", ("lab", "--no-browser")),
        ("nbformat", "check", ("check", "--quick", "a.ipynb")),
        ("nbclient", "check", ("check", "a.ipynb")),
        ("nbformat", "check", ("refresh", "a.ipynb")),
        ("nbclient", "check", ("refresh", "a.ipynb")),
        ("pyarrow", "parquet", ("cards", "cards.json", "--out", "a.parquet")),
        ("matplotlib", "notebook", "mm.figures.draw('room_states')"),
        ("matplotlib", "notebook", "mm.figures.notebook_style()"),
        ("ipywidgets", "notebook", "mm.explorers.room_explorer()"),
    ],
)
def test_what_an_extra_brings_is_refused_by_its_name(
    tmp_path: Path, module: str, extra: str, args: Any
) -> None:
    book = {"cells": [], "metadata": {"kernelspec": {"name": "python3", "display_name": "P"}}}
    (tmp_path / "a.ipynb").write_text(json.dumps(book | {"nbformat": 4, "nbformat_minor": 5}))
    card = {"object": "card", "name": "Ornithopter", "mana_cost": "{0}", "layout": "normal"}
    (tmp_path / "cards.json").write_text(json.dumps([card]))
    asked = f"from mtgmeld.cli import main; main({args!r})"
    if isinstance(args, str):
        asked = f"import mtgmeld as mm\ntry:\n    {args}\n"
        asked += "except ImportError as error:\n    sys.exit(str(error))"
    done = subprocess.run(
        [sys.executable, "-c", f"{WITHOUT}\n{asked}", module],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(PROJECT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == (1 if isinstance(args, str) else 2)
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert f"{module} is not installed. Install it with: pip install 'mtgmeld[{extra}]'" in line
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.ipynb", "cards.json"]


# --- what comes from strangers: nothing that a terminal obeys, no formula, no traceback ---

ESCAPE = "\x1b]0;title\x07\x1b[2J\x9b31m"


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """A card file with an escape sequence in a name, a situation, a rules text, a notebook."""
    card = {"object": "card", "name": f"Evil {ESCAPE}", "mana_cost": "{1}{U}", "cmc": 3.0}
    card |= {"layout": "normal", "type_line": "Creature", "colors": ["U"], "color_identity": ["U"]}
    formula = {**card, "name": "=1+1"}
    (tmp_path / "cards.json").write_text(json.dumps([card, formula]))
    (tmp_path / "deck.toml").write_text(f'title = "a"\n[[start]]\ncard = {json.dumps(ESCAPE)}\n')
    cell = {"cell_type": "code", "id": "a", "metadata": {}, "execution_count": 1, "outputs": []}
    cell["source"] = f"raise ValueError({ESCAPE!r})"
    book = {"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    (tmp_path / "a.ipynb").write_text(json.dumps(book))
    return tmp_path


@pytest.mark.parametrize(
    "args",
    [
        ("cards", "cards.json", "--compare"),
        ("cards", "cards.json", "--where", "c:u"),
        ("cards", "cards.json", "--faces", "--format", "markdown"),
        ("cards", ESCAPE),
        ("explain", ESCAPE, "mana_value"),
        ("explain", "Fire // Ice", ESCAPE),
        ("explain", "Fire // Ice", "mana_value", "--zone", ESCAPE),
        ("explain", "Fire // Ice", "mana_value", "--policy", ESCAPE),
        ("explain", "Fire // Ice", "mana_value", "--edition", ESCAPE),
        ("table", ESCAPE),
        ("table", "rooms", ESCAPE),
        (ESCAPE,),
        ("run", "deck.toml"),
        ("run", ESCAPE),
        ("check", "a.ipynb"),
        ("check", ESCAPE),
        ("refresh", "a.ipynb"),
        ("figures", ESCAPE),
        ("rules", "history", ESCAPE),
        ("rules", "diff", ESCAPE, ESCAPE),
    ],
    ids=lambda args: " ".join(args).replace(ESCAPE, "ESC"),
)
def test_a_terminal_is_sent_no_command(
    run: Any, hostile: Path, monkeypatch: pytest.MonkeyPatch, args: tuple[str, ...]
) -> None:
    monkeypatch.chdir(hostile)
    done = run(*args)
    said = done.out + done.err
    assert said
    assert "Traceback" not in said
    assert not [c for c in said if ord(c) < 32 and c not in "\n\t"]
    assert not [c for c in said if 0x7F <= ord(c) <= 0x9F]


def test_data_for_another_program_are_as_they_are(
    run: Any, hostile: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(hostile)
    done = run("cards", "cards.json", "--where", "c:u", "--format", "csv")
    assert {r["card"] for r in csv.DictReader(io.StringIO(done.out))} == {f"Evil {ESCAPE}", "=1+1"}
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    done = run("cards", "cards.json", "--where", "c:u", "--format", "csv")
    assert ESCAPE not in done.out
    assert r"Evil \x1b]0;title\x07\x1b[2J\x9b31m" in done.out


def test_a_formula_is_text_on_request(
    run: Any, hostile: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(hostile)
    names = {}
    for safe in ((), ("--safe-csv",)):
        done = run("cards", "cards.json", "--where", "c:u", "--format", "csv", *safe)
        names[safe] = {r["card"] for r in csv.DictReader(io.StringIO(done.out))}
        run("cards", "cards.json", "--out", "out.csv", *safe)
        with (hostile / "out.csv").open(encoding="utf-8", newline="") as file:
            assert {r["card"] for r in csv.DictReader(file)} == names[safe]
    assert "=1+1" in names[()]
    assert "'=1+1" in names["--safe-csv",]
    assert "=1+1" not in names["--safe-csv",]
    frame = pd.DataFrame(
        {"a": ["=x", "+x", "-x", "@x", "\tx", "x=", ""], "b": [-1, 0, 1, 2, 3, 4, 5]}
    )
    with click.Context(click.Command("x")) as ctx:
        ctx.meta[SAFE_CSV] = True
        rows = list(csv.reader(io.StringIO(render(frame, "csv"))))
    assert [r[0] for r in rows] == ["a", "'=x", "'+x", "'-x", "'@x", "'\tx", "x=", ""]
    assert [r[1] for r in rows[1:]] == ["-1", "0", "1", "2", "3", "4", "5"]


@pytest.mark.parametrize("command", ["cards", "run", "check", "refresh", "explain", "table rooms"])
def test_a_name_of_300_letters_is_refused_in_one_line(run: Any, command: str) -> None:
    more = ("mana_value",) if command == "explain" else ()
    done = run(*command.split(), "a" * 300, *more)
    assert (done.code, done.out) == (2, "")
    assert len(done.err.splitlines()) == 1
    assert "Traceback" not in done.err
    done = run("vectors", "--out", "a" * 300)
    assert done.code == 2
    assert len(done.err.splitlines()) == 1


def test_a_terminal_without_a_letter_gets_its_number() -> None:
    done = process("explain", "Lim-D\u00fbl's Vault", "names", PYTHONIOENCODING="ascii")
    assert "Traceback" not in done.stderr
    done = process("rules", "history", "709.5", PYTHONIOENCODING="latin-1")
    assert done.returncode == 0, done.stderr
    done = process("table", "\u6728", PYTHONIOENCODING="latin-1", PYTHONUTF8="0")
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


def test_figures_do_not_ask_which_screen_there_is(tmp_path: Path) -> None:
    out = str(tmp_path / "figures")
    done = process("figures", "room_states", "--out", out, MPLBACKEND="nope")
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "figures" / "room_states.svg").is_file()


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
