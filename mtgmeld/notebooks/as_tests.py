"""A plugin of pytest: ``pytest --nbval`` numbers cells as JupyterLab and ``mtgmeld check`` do.

nbval counts the code cells from 0.  With ``-p mtgmeld.notebooks.as_tests`` the test of the cell that
JupyterLab shows as ``[3]`` is called ``Cell 3``, in what is printed, in reports, and in what is asked
for: ``pytest --nbval "a.ipynb::Cell 3"``.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import pytest

from mtgmeld.notebooks.hygiene import code_numbers


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Give the cells of a notebook that nbval found the numbers of JupyterLab's brackets."""
    report = yield
    cells = getattr(getattr(collector, "nb", None), "cells", ())
    numbers = {id(c): n for c, n in zip(cells, code_numbers(cells), strict=True)}
    if numbers:
        found: list[Any] = report.result or []
        report.result = [_numbered(item, numbers[id(item.cell)]) for item in found]
    return report


def _numbered(item: Any, number: int) -> Any:
    """Return the test of a cell under its number; an empty cell, which has none, by where it is."""
    name = f"Cell {number}" if item.cell.source.strip() else f"empty cell below {number}"
    made = type(item).from_parent
    return made(item.parent, name=name, cell_num=number, cell=item.cell, options=item.options)
