"""When the machine fails: what stood in a file stays, and the message is one line."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from mtgmeld.errors import NotWritten
from mtgmeld.files import write_whole

PROJECT = Path(__file__).resolve().parents[2]


def python(code: str, *args: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(code), *args],
        cwd=PROJECT,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def test_a_writer_that_is_killed_leaves_the_old_file(tmp_path: Path) -> None:
    target = tmp_path / "out.csv"
    target.write_text("old")
    code = """
        import os, signal, sys
        from mtgmeld.files import write_whole
        os.fsync = lambda handle: os.kill(os.getpid(), signal.SIGKILL)
        write_whole(sys.argv[1], "new" * 1000)
    """
    done = python(code, str(target))
    done.communicate()
    assert done.returncode == -signal.SIGKILL
    assert target.read_text() == "old"


@pytest.mark.parametrize(
    ("name", "code"), [("fsync", errno.ENOSPC), ("replace", errno.EACCES), ("fdopen", errno.EIO)]
)
def test_a_disk_that_refuses_leaves_the_old_file_and_no_draft(
    name: str, code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "out.csv"
    target.write_text("old")

    def refuse(*_: object, **__: object) -> None:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(os, name, refuse)
    with pytest.raises(NotWritten, match=os.strerror(code)):
        write_whole(target, "new")
    monkeypatch.undo()
    assert target.read_text() == "old"
    assert [p.name for p in tmp_path.iterdir()] == ["out.csv"]


def test_a_folder_that_may_not_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import tempfile

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(tempfile, "mkstemp", refuse)
    with pytest.raises(NotWritten, match=r"out\.csv: not written: Permission denied"):
        write_whole(tmp_path / "out.csv", "new")
    assert list(tmp_path.iterdir()) == []


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    target, link = tmp_path / "out.csv", tmp_path / "link.csv"
    target.write_text("old")
    link.symlink_to(target.name)
    write_whole(link, "new")
    assert link.is_symlink()
    assert target.read_text() == "new"


def test_a_pipe_is_written_into_and_not_replaced(tmp_path: Path) -> None:
    """Replaced by a file, a device would be lost."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE)
    write_whole(pipe, b"new" * 10_000)
    assert reader.communicate()[0] == b"new" * 10_000
    assert pipe.is_fifo()


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="there is no full device")
@pytest.mark.parametrize("command", [["vectors"], ["explain", "Fire // Ice", "mana_value"]])
def test_output_that_is_cut_short_is_one_line_and_ends_with_2(command: list[str]) -> None:
    """1 would say that an expectation fails."""
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "mtgmeld", *command],
            cwd=PROJECT,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    said = "mtgmeld: the output is not complete: No space left on device\n"
    assert done.stderr == said


def holds_open(process: int, path: Path) -> bool:
    """Whether a process has a file open now."""
    for handle in Path(f"/proc/{process}/fd").glob("*"):
        try:
            if handle.readlink() == path:
                return True
        except OSError:
            continue
    return False


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="no /proc to see open files in")
def test_stopping_a_long_read_is_one_line_and_leaves_nothing(tmp_path: Path) -> None:
    """Ctrl-C while a large card file is read: code 130, no traceback, no half-written table."""
    card = {
        "object": "card",
        "name": "x",
        "layout": "normal",
        "mana_cost": "{2}{U}",
        "type_line": "Creature",
        "oracle_text": "y" * 400,
        "colors": ["U"],
        "color_identity": ["U"],
        "cmc": 3,
    }
    path = tmp_path / "cards.json"
    with path.open("w") as out:
        out.write("[\n")
        for n in range(120_000):
            out.write(json.dumps(card | {"name": f"card {n}"}) + ",\n")
        out.write(json.dumps(card) + "\n]\n")
    table = tmp_path / "table.csv"
    command = [sys.executable, "-m", "mtgmeld", "cards", str(path), "--out", str(table)]
    done = subprocess.Popen(
        command, cwd=PROJECT, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    while done.poll() is None and not holds_open(done.pid, path):
        time.sleep(0.001)
    done.send_signal(signal.SIGINT)
    _, said = done.communicate(timeout=120)
    assert done.returncode == 130, said
    assert "Traceback" not in said
    assert "stopped" in said
    assert sorted(p.name for p in tmp_path.iterdir()) == ["cards.json"]
