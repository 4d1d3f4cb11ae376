"""The tests of this tree: what they start uses it, and several processes share them.

With ``-n`` (pytest-xdist) a file is done by one process from its first test to its last, since
cells of a notebook follow one another and fixtures are costly; the tests of a few long files are
dealt out one by one.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import pytest

_HERE = str(Path(__file__).resolve().parent)
# the kernels that run the notebooks, and every command that a test starts, use this tree
_REST = [p for p in os.environ.get("PYTHONPATH", "").split(os.pathsep) if p and p != _HERE]
os.environ["PYTHONPATH"] = os.pathsep.join([_HERE, *_REST])
# some hundred commands are started: without what is kept of it each would compile the package
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# the cells of notebooks have one number everywhere
pytest_plugins = ["mtgmeld.notebooks.as_tests"]

# what takes longest begins first, so that no process is left with it at the end
FIRST = ("tests/test_browser.py", "tests/test_house.py", "tests/test_notebook_tools.py")
ONE_BY_ONE = {
    "tests/test_house.py",
    "tests/test_notebook_tools.py",
    "tests/test_figures.py",
    "tests/test_cli.py",
    "tests/trust/test_machine.py",
}


def _file(item: pytest.Item) -> str:
    return item.nodeid.partition("::")[0]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put the longest first, and what can be dealt out one by one last, in one of several."""
    if hasattr(config, "workerinput"):
        places = {name: n for n, name in enumerate(FIRST)}
        items.sort(key=lambda i: (places.get(_file(i), len(FIRST)), _file(i) in ONE_BY_ONE))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Return what deals the tests out to the processes."""
    from xdist.scheduler import LoadScopeScheduling

    class ByFile(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            name = nodeid.partition("::")[0]
            if "mypy" in nodeid:  # these share what mypy keeps, one after the other
                return "mypy"
            return nodeid if name in ONE_BY_ONE else name

    config.option.loadscopereorder = False
    return ByFile(config, log)
