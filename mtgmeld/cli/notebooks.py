"""``mtgmeld check`` and ``mtgmeld refresh``: notebooks whose outputs hold."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from xml.etree import ElementTree

import click
import msgspec

from mtgmeld.cli import refuse
from mtgmeld.cli.options import json_option
from mtgmeld.cli.output import say, say_json
from mtgmeld.errors import NoNotebook, NotebookFailed, printable
from mtgmeld.files import write_whole
from mtgmeld.notebooks import find_notebooks, import_nbformat_lightly
from mtgmeld.notebooks.hygiene import Finding, hygiene
from mtgmeld.notebooks.running import LIMIT, Verdict, run_strict
from mtgmeld.notebooks.running import refresh as refresh_one

paths = click.argument("path", nargs=-1, required=True)
limit_option = click.option(
    "--limit",
    type=click.FloatRange(0, min_open=True),
    default=LIMIT,
    show_default=True,
    metavar="SECONDS",
    help="How long a cell may take.",
)


class Checked(msgspec.Struct):
    """What was found in one notebook, as far as it was checked."""

    notebook: str
    error: str | None = None
    findings: tuple[Finding, ...] = ()
    cells: tuple[Verdict, ...] = ()

    @property
    def good(self) -> bool:
        """Whether nothing is wrong."""
        return not (self.error or self.findings) and all(v.same for v in self.cells)


@click.command()
@paths
@click.option("--quick", is_flag=True, help="Only the hygiene; run nothing.")
@json_option
@click.option("--junit", type=click.Path(dir_okay=False), help="Write a JUnit report as well.")
@limit_option
def check(path: tuple[str, ...], quick: bool, form: str, junit: str | None, limit: float) -> int:
    """Check notebooks: hygiene, then a strict run with one verdict a cell.

    A PATH is a notebook or a folder of them.  The exit code is 1 where something is wrong, 2
    where a notebook could not be read or run at all.
    """
    import_nbformat_lightly()
    checked = []
    for notebook in find_notebooks(path):
        one = Checked(str(notebook))
        try:
            one.findings = hygiene(notebook)
            if not quick and not any(f.invalid for f in one.findings):
                one.cells = run_strict(notebook, limit)
        except (NoNotebook, NotebookFailed) as error:
            one.error = str(error)
            refuse(error)
        checked.append(one)
        if form == "text" and one.error is None:
            _tell(one, quick)
    if form == "json":
        say_json([{"good": one.good, **msgspec.to_builtins(one)} for one in checked])
    if junit is not None:
        write_whole(junit, _junit(checked))
    if any(one.error for one in checked):
        return 2
    return 0 if all(one.good for one in checked) else 1


def _tell(one: Checked, quick: bool) -> None:
    say(one.notebook)
    for said in (*one.findings, *one.cells):
        say("  " + str(said).replace("\n", "\n  "))
    summary = f"hygiene: {len(one.findings)} findings" if one.findings else "hygiene: clean"
    if not quick:
        same = sum(v.same for v in one.cells)
        summary += f"; {same} cells same, {len(one.cells) - same} not"
    say(f"  {summary}")


def _junit(checked: Iterable[Checked]) -> bytes:
    """Return a report with a suite for each notebook, a case for its hygiene and for each cell."""
    root = ElementTree.Element("testsuites")
    for one in checked:
        cases = {"hygiene": [str(f) for f in one.findings]}
        cases |= {f"cell [{v.cell}]": [] if v.same else [v.says, *v.details] for v in one.cells}
        counts = {
            "tests": len(cases),
            "failures": sum(bool(wrong) for wrong in cases.values()),
            "errors": int(one.error is not None),
        }
        suite = _element(root, "testsuite", name=one.notebook, **counts)
        for name, wrong in cases.items():
            case = _element(suite, "testcase", classname=one.notebook, name=name)
            if one.error and name == "hygiene":
                _element(case, "error", message=one.error)
            if wrong:
                _element(case, "failure", message=wrong[0]).text = printable("\n".join(wrong))
    ElementTree.indent(root)
    return bytes(ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)) + b"\n"


def _element(parent: ElementTree.Element, kind: str, **attributes: Any) -> ElementTree.Element:
    return ElementTree.SubElement(
        parent, kind, {name: printable(str(value)) for name, value in attributes.items()}
    )


@click.command()
@paths
@json_option
@limit_option
def refresh(path: tuple[str, ...], form: str, limit: float) -> int:
    """Run notebooks again and write their outputs, the same bytes each time.

    A PATH is a notebook or a folder of them.  A notebook with a failing cell is left as it
    was; the exit code is then 2.
    """
    import_nbformat_lightly()
    done: list[dict[str, Any]] = []
    for notebook in find_notebooks(path):
        changed = refresh_one(notebook, limit)
        findings = hygiene(notebook)
        done.append({"notebook": str(notebook), "changed": changed, "findings": findings})
        if form == "text":
            say(f"{notebook}: {'changed' if changed else 'same'}")
            for finding in findings:
                say(f"  {finding}")
    if form == "json":
        say_json(msgspec.to_builtins(done))
    return 1 if any(one["findings"] for one in done) else 0
