"""A strict run: every cell again, every output compared, one verdict for each cell."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import msgspec

from mtgmeld.errors import NotebookFailed
from mtgmeld.extras import need_lab
from mtgmeld.notebooks.hygiene import read_notebook

__all__ = ["Verdict", "run_strict"]

_ANSI = re.compile(r"(?:\x1b|#x1B)\[[0-9;]*m")
_MOST_LINES = 12
_MOST_WIDTH = 160


class Verdict(msgspec.Struct, frozen=True, gc=False):
    """What a strict run found in one code cell.

    Attributes
    ----------
    cell : int
        The cell, counted from 1 over all cells.
    same : bool
        Whether every output came out as it is saved.
    says : str
        ``same``, or what differs, in a line.
    details : tuple of str
        The lines that differ, shortened.
    """

    cell: int
    same: bool
    says: str
    details: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "\n".join((f"cell {self.cell}: {self.says}", *(f"    {d}" for d in self.details)))


def run_strict(path: str | Path) -> tuple[Verdict, ...]:
    """Run a notebook with this Python and compare each output with the saved one.

    The comparison is nbval's in its strict mode, apart from the caller's own pytest settings.

    Raises
    ------
    NoNotebook
        If the file is no notebook.
    NotebookFailed
        If the run did not come to verdicts at all.
    MissingExtra
        If the extra ``lab`` is not installed.
    """
    need_lab("nbval", "pytest", "ipykernel")
    notebook = Path(path).absolute()
    saved = read_notebook(notebook)["cells"]
    numbers = [n for n, c in enumerate(saved, start=1) if c.get("cell_type") == "code"]
    with tempfile.TemporaryDirectory() as folder:
        settings = Path(folder) / "pytest.ini"
        settings.write_text("[pytest]\n", encoding="utf-8")
        report = Path(folder) / "report.xml"
        command = [sys.executable, "-m", "pytest", "-c", str(settings)]
        command += ["--rootdir", str(notebook.parent), f"--junitxml={report}", "--color=no"]
        command += ["-p", "nbval.plugin", "-p", "no:cacheprovider", "-vv"]
        command += ["--nbval", "--nbval-current-env", str(notebook)]
        env = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST_")}
        env["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
        done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
        if not report.is_file():
            last = (done.stderr or done.stdout).strip().splitlines() or ["no message"]
            raise NotebookFailed(path, None, f"the run broke off: {last[-1]}")
        cases = list(ElementTree.parse(report).iter("testcase"))
    found = {}
    for case in cases:
        match = re.fullmatch(r"Cell (\d+)", case.get("name", ""))
        if match is None:
            failure = _failure(case) or "no verdict"
            raise NotebookFailed(path, None, " ".join(failure.split())[:300])
        number = numbers[int(match[1])]
        skipped = case.find("skipped") is not None
        # nbval passes over a cell that was saved without a count
        skipped = skipped or saved[number - 1].get("execution_count") is None
        found[number] = _verdict(number, _failure(case), skipped)
    missing = [n for n in numbers if n not in found]
    for number in missing:
        found[number] = Verdict(number, False, "it was never run")
    return tuple(found[n] for n in sorted(found))


def _failure(case: ElementTree.Element) -> str | None:
    for kind in ("failure", "error"):
        found = case.find(kind)
        if found is not None:
            return _ANSI.sub("", f"{found.text or found.get('message') or ''}")
    return None


def _verdict(number: int, failure: str | None, skipped: bool) -> Verdict:
    if failure is None and skipped:
        return Verdict(number, False, "not compared: it is skipped, or saved without a count")
    if failure is None:
        return Verdict(number, True, "same")
    kinds = re.findall(r"mismatch '([^']+)'", failure)
    if kinds:
        lines = [x.strip() for x in failure[failure.index("mismatch") :].splitlines()]
        # the report has the saved output on its left side, which it marks with a plus sign
        words = {"+": "saved:", "-": "now:  "}
        marked = [(words[x[0]], x[1:].strip()) for x in lines if x[:2] in ("+ ", "- ")]
        return Verdict(number, False, f"differs: {', '.join(kinds)}", _short(_focused(marked)))
    fields = re.search(r"(Missing|Unexpected) output fields from running code: \{(.*?)\}", failure)
    if fields:
        word = "lacks" if fields[1] == "Missing" else "has a new"
        return Verdict(number, False, f"differs: {word} output {fields[2]}")
    number_of = re.search(r'dissimilar number of outputs for key "([^"]+)"', failure)
    if number_of:
        return Verdict(number, False, f"differs: another number of outputs of {number_of[1]}")
    lines = [x for x in failure.splitlines() if x.strip()]
    return Verdict(number, False, f"failed: {lines[-1].strip()}" if lines else "failed")


def _focused(lines: list[tuple[str, str]]) -> list[str]:
    """Return the lines; two long ones that face each other begin shortly before they differ."""
    texts = [text for _, text in lines]
    for i, ((word, one), (next_word, two)) in enumerate(pairwise(lines)):
        if word == next_word or max(len(one), len(two)) <= _MOST_WIDTH:
            continue
        start = len(os.path.commonprefix([one, two])) - _MOST_WIDTH // 4
        if start > 0:
            texts[i], texts[i + 1] = f"...{one[start:]}", f"...{two[start:]}"
    return [f"{word} {text}" for (word, _), text in zip(lines, texts, strict=True)]


def _short(lines: list[str]) -> tuple[str, ...]:
    cut = [x if len(x) <= _MOST_WIDTH else x[: _MOST_WIDTH - 3] + "..." for x in lines]
    if len(cut) > _MOST_LINES:
        cut = [*cut[:_MOST_LINES], f"and {len(cut) - _MOST_LINES} lines more"]
    return tuple(cut)
