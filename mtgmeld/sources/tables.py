"""Card files that are tables: the rows of MTGJSON's CSV, parquet and SQLite files."""

from __future__ import annotations

import csv
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mtgmeld.errors import BadCardFile, MissingExtra

SHAPES = ("CSV", "parquet", "SQLite")
_BATCH = 1_000


def rows(path: str, shape: str) -> Iterator[dict[str, Any]]:
    """Yield the rows of a table of cards, each a face.

    Raises
    ------
    BadCardFile
        If it has no cards or is damaged.
    MissingExtra
        For parquet, if pyarrow is not installed.
    """
    return {"CSV": _csv, "parquet": _parquet, "SQLite": _sqlite}[shape](path)


def _csv(path: str) -> Iterator[dict[str, Any]]:
    csv.field_size_limit(1 << 22)
    try:
        with Path(path).open(encoding="utf-8-sig", newline="") as lines:
            reader = csv.DictReader(lines)
            for row in reader:
                yield {k: v for k, v in row.items() if k and v}
    except (csv.Error, UnicodeError) as error:
        raise BadCardFile(path, f"it is no CSV of cards: {error}.") from None


def _parquet(path: str) -> Iterator[dict[str, Any]]:
    try:
        from pyarrow import ArrowException, parquet
    except ImportError:
        raise MissingExtra("parquet", "pyarrow") from None
    try:
        with parquet.ParquetFile(path) as file:
            for batch in file.iter_batches(_BATCH):
                yield from batch.to_pylist()
    except (ArrowException, OSError) as error:
        raise BadCardFile(path, f"it is no parquet file of cards: {error}.") from None


def _sqlite(path: str) -> Iterator[dict[str, Any]]:
    uri = Path(path).resolve().as_uri() + "?mode=ro"
    try:
        base = sqlite3.connect(uri, uri=True)
    except sqlite3.Error as error:
        raise BadCardFile(path, f"it cannot be opened: {error}.") from None
    try:
        base.row_factory = sqlite3.Row
        have = {r["name"] for r in base.execute("SELECT name FROM sqlite_master")}
        if "cards" not in have:
            raise BadCardFile(path, "it has no table of cards.")
        dates: dict[str, str] = {}
        if "sets" in have:
            rows = map(dict, base.execute("SELECT * FROM sets"))
            dates = {r["code"]: r["releaseDate"] for r in rows if {"code", "releaseDate"} <= {*r}}
        for table in ("cards", "tokens"):
            if table in have:
                for row in base.execute(f"SELECT * FROM {table}"):
                    plain = {k: v for k, v in dict(row).items() if v not in (None, "")}
                    plain.setdefault("originalReleaseDate", dates.get(plain.get("setCode", "")))
                    yield plain
    except sqlite3.Error as error:
        raise BadCardFile(path, f"it is damaged: {error}.") from None
    finally:
        base.close()
