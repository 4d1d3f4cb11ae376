"""A target of :mod:`tests.trust.fuzzing` under atheris, which follows what each input reaches.

``python -m tests.trust.fuzz "deck lists" -atheris_runs=20000`` begins with the target's seeds.
Other options are libFuzzer's.  An input that breaks the target is written to
``tests/trust/failures``; mended, it is kept in ``tests/trust/crashes``.  atheris is no package
that the tests need; install it by itself.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

FAILURES = Path(__file__).resolve().parent / "failures"


def main() -> None:
    """Run one target with the options of the command line."""
    import atheris

    with atheris.instrument_imports(include=["mtgmeld"]):
        from tests.trust.fuzzing import TARGETS, run, target
    if len(sys.argv) < 2 or sys.argv[1] not in TARGETS:
        sys.exit(f"say which target: {', '.join(TARGETS)}")
    chosen = target(sys.argv.pop(1))
    FAILURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for n, seed in enumerate(chosen.seeds):
            (Path(folder) / f"seed-{n}").write_bytes(seed.encode())
        words = [
            '"' + "".join(f"\\x{byte:02x}" for byte in word.encode()) + '"' for word in chosen.words
        ]
        dictionary = Path(folder).with_suffix(".dict")
        dictionary.write_text("\n".join(words) + "\n", encoding="ascii")
        given = [f"-artifact_prefix={FAILURES}/", f"-dict={dictionary}", *sys.argv[1:], folder]
        atheris.Setup([sys.argv[0], *given], lambda data: run(chosen, data) and None)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
