"""Every public docstring has an example, and each is true as it stands there."""

from __future__ import annotations

import doctest
from collections.abc import Iterator
from pathlib import Path

import pytest
from public import public_objects

import mtgmeld as mm
from mtgmeld.game.actions import ACTIONS, HANDLERS
from tests import example_files

FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
PUBLIC = public_objects()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the files that examples read."""
    made = tmp_path_factory.mktemp("examples")
    example_files.write(made)
    return made


@pytest.fixture
def here(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Run in that folder, and let nothing stay that an example registers or draws."""
    monkeypatch.chdir(folder)
    monkeypatch.setattr(ACTIONS, "_found", dict(ACTIONS._found))
    handlers = dict(HANDLERS)
    yield
    HANDLERS.clear()
    HANDLERS.update(handlers)


@pytest.mark.parametrize("name", sorted(PUBLIC))
def test_the_example_of_a_public_name_is_true(name: str, here: None) -> None:
    import matplotlib.pyplot as plt

    one = PUBLIC[name]
    text = (one.fget if isinstance(one, property) else one).__doc__ or ""
    assert "Examples" in map(str.strip, text.splitlines())
    test = doctest.DocTestParser().get_doctest(text, {"mm": mm}, name, None, None)
    assert test.examples
    assert not any(doctest.SKIP in e.options for e in test.examples), "an example that never runs"
    said: list[str] = []
    with plt.rc_context({"backend": "agg"}):
        result = doctest.DocTestRunner(optionflags=FLAGS).run(test, out=said.append)
        plt.close("all")
    assert result.failed == 0, "".join(said)


def test_what_is_public_is_known() -> None:
    names = {name.rpartition(".")[2] for name in PUBLIC}
    assert {"room_table", "Exploration", "to_frame", "UnknownCard", "draw", "room_game"} <= names
    assert len(PUBLIC) > 270
