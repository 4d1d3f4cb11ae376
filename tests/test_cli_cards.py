"""``mtgmeld cards`` and ``mtgmeld data``."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from mtgmeld.card_files import CARD_FILE_TABLES
from mtgmeld.cli import main
from tests.sources.made import objects, scryfall
from tests.sources.test_download import Server

PROJECT = Path(__file__).resolve().parents[1]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Any:
    def call(*args: object) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as stopped:
            main([str(a) for a in args])
        said = capsys.readouterr()
        return int(stopped.value.code or 0), said.out, said.err

    return call


@pytest.fixture
def path(tmp_path: Path) -> Path:
    where = tmp_path / "cards.json"
    where.write_text(json.dumps(objects()))
    return where


def test_the_report_alone(run: Any, path: Path) -> None:
    code, out, err = run("cards", path)
    assert code == 0
    assert f"{path}: Scryfall array, {len(objects())} objects" in out
    assert "unknown layouts, kept: hologram 2" in out
    assert "warning: a meld pair that the pair table has not" in out
    assert err == ""  # no bar, no warning of Python


def test_a_filter_prints_a_table_and_tells_the_report_apart(run: Any, path: Path) -> None:
    code, out, err = run("cards", path, "--where", "is:room mv>=5")
    assert code == 0
    assert "Hall // Kitchen" in out
    assert len(out.splitlines()) == 3
    assert "layouts: split 1" in err
    code, out, _ = run("cards", path, "--where", "is:room", "--format", "csv")
    (row,) = csv.DictReader(io.StringIO(out))
    assert (row["mana_value"], row["mana_value_rules"]) == ("5", "202.3d, 709.4b, 202.3")


@pytest.mark.parametrize(
    ("option", "rows"), [("--compare", "differences"), ("--faces", "faces"), ("--pairs", "pairs")]
)
def test_other_tables(run: Any, path: Path, option: str, rows: str) -> None:
    code, out, _ = run("cards", path, option, "--format", "csv")
    assert code == 0
    header = next(csv.reader(io.StringIO(out)))
    assert header == [c.name for c in CARD_FILE_TABLES[rows]]


def test_a_policy(run: Any, tmp_path: Path) -> None:
    where = tmp_path / "cards.json"
    where.write_text(json.dumps([scryfall("Grove", type_line="Land \u2014 Forest",
                                          color_identity=["G"])]))  # fmt: skip
    _, out, _ = run("cards", where)
    assert "1 basic land types" in out
    _, out, _ = run("cards", where, "--policy", "basic land types in color identity=counted")
    assert "color_identity: 1 of 1 published values agree" in out


@pytest.mark.parametrize("ending", ["csv", "json", "parquet"])
def test_files(run: Any, path: Path, tmp_path: Path, ending: str) -> None:
    out = tmp_path / f"table.{ending}"
    code, said, err = run("cards", path, "--out", out)
    assert (code, said) == (0, "")
    assert f"{out}: {len(objects())} rows" in err
    read = {"csv": pd.read_csv, "json": pd.read_json, "parquet": pd.read_parquet}[ending]
    frame = read(out)
    assert list(frame.columns) == [c.name for c in CARD_FILE_TABLES["cards"]]
    assert frame["mana_value"].dropna().max() == 1_000_000
    assert frame.loc[frame["card"] == "Halved", "mana_value"].item() == 1.5


def test_refusals_are_one_line(run: Any, path: Path, tmp_path: Path) -> None:
    for args, says in (
        (("cards", tmp_path), "it is a folder"),
        (("cards", tmp_path / "none.json"), "there is no such file"),
        (("cards", path, "--where", "mv>="), "is not a filter"),
        (("cards", path, "--out", tmp_path / "t.xlsx"), "must end in .csv, .parquet or .json"),
        (("cards", path, "--out", tmp_path / "no" / "t.csv"), "not written"),
        (("cards", path, "--faces", "--compare"), "choose one"),
        (("cards", path, "--policy", "none=such"), "no policy"),
        (("data", "fetch", "--url", "http://127.0.0.1:9/x y"), "not downloaded"),
    ):
        if "fetch" in args:
            continue  # it waits between its tries; see the tests of the download
        code, out, err = run(*args)
        assert code == 2, args
        assert out == ""
        assert says in err
        assert len(err.splitlines()) == 1


def test_losses_end_with_code_1_and_strict_stops(run: Any, path: Path) -> None:
    path.write_text(json.dumps([scryfall("Fine"), {"name": 3}]))
    code, out, _ = run("cards", path)
    assert code == 1
    assert "skipped: 1" in out
    assert "line 1, object 2" in out
    code, out, err = run("cards", path, "--strict")
    assert (code, out) == (2, "")
    assert f"{path}, line 1: object 2" in err


def test_a_full_disk_leaves_what_was_there(
    run: Any, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "table.csv"
    out.write_text("what was there")

    def full(*args: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("mtgmeld.files.os.fsync", full)
    code, _, err = run("cards", path, "--out", out)
    assert code == 2
    assert "No space left on device" in err
    assert out.read_text() == "what was there"
    assert [p.name for p in tmp_path.iterdir() if p.name.startswith(".")] == []


def test_a_closed_pipe_is_no_error(path: Path) -> None:
    done = subprocess.run(
        f"{sys.executable} -m mtgmeld cards {path} --faces --format csv | head -n 1",
        shell=True,
        cwd=PROJECT,
        env={**os.environ, "PYTHONPATH": str(PROJECT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.startswith("card,layout,kind")
    assert "Traceback" not in done.stderr


def test_data_fetch(run: Any, tmp_path: Path) -> None:
    server = Server()
    try:
        code, out, err = run("data", "fetch", "--url", server.url, "--out", tmp_path)
    finally:
        server.http.shutdown()
        server.http.server_close()
    assert (code, err) == (0, "")
    assert out.startswith(f"{tmp_path / 'oracle_cards.json'}: ")
    assert run("cards", tmp_path / "oracle_cards.json")[0] == 0
