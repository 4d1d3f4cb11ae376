"""What is made anew when the rules or the tests change; none of it is shipped.

python .ci/tools numbers --folder FOLDER [--out FILE]   the table of rule numbers through time
python .ci/tools coverage [--check]                     the page of what shows each rule
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from coverage_page import PAGE, cover, cover_statements, page

from mtgmeld.errors import MtgmeldError
from mtgmeld.files import write_whole
from mtgmeld.rules.chain import read_folder, table_of

ROOT = Path(__file__).resolve().parents[2]


def numbers(folder: Path, out: Path) -> int:
    """Make the table of rule numbers through time from a folder of rules files.

    The table has numbers and dates alone.  Every edition of the folder counts; to add one, put
    its file there, add its date to EDITIONS in mtgmeld/rules/editions.py, and run this again.
    """
    texts = read_folder(folder)
    for text in texts:
        for remark in text.report:
            print(f"{text.path}, line {remark.line}: {remark.kind}: {remark.what}")
    table = table_of(texts)
    write_whole(out, table)
    print(f"{out}: {table.count(chr(10)) - 1} rows of {len(texts)} editions")
    return 0


def coverage(root: Path, out: Path, check: bool) -> int:
    """Make the page of what shows each rule: statements, scenarios, tests, notebook cells.

    A test shows a rule if it is marked with a statement that rests on the rule
    (pytest.mark.statement), a scenario by its key "rules", a notebook by naming the rule in
    the text of a cell.
    """
    rows = cover(root)
    made = page(rows, cover_statements(root))
    empty = [row for row in rows if row.empty]
    for row in empty:
        print(f"nothing shows {row.source} {row.label} ({'; '.join(row.rules)})")
    if not check:
        write_whole(out, made)
    elif not out.is_file() or out.read_text(encoding="utf-8") != made:
        print(f"{out} is not current: run python .ci/tools coverage.")
        return 1
    print(f"{out}: {len(rows)} rows, {len(empty)} empty")
    return 0


def main(args: Sequence[str] | None = None) -> int:
    """Run one of the tools; a refusal is one line and code 2."""
    parser = argparse.ArgumentParser(prog="python .ci/tools")
    tools = parser.add_subparsers(dest="tool", required=True)
    one = tools.add_parser("numbers", help="make the table of rule numbers anew")
    one.add_argument("--folder", type=Path, required=True, help="where the rules files are")
    one.add_argument("--out", type=Path, default=ROOT / "data" / "rule_numbers.csv")
    two = tools.add_parser("coverage", help="make the page of what shows each rule")
    two.add_argument("--root", type=Path, default=ROOT, help="the root of the source tree")
    two.add_argument("--out", type=Path, help=f"the page; {PAGE} of the root by default")
    two.add_argument("--check", action="store_true", help="write nothing; fail if not current")
    asked = parser.parse_args(args)
    try:
        if asked.tool == "numbers":
            return numbers(asked.folder, asked.out)
        return coverage(asked.root, asked.out or asked.root / PAGE, asked.check)
    except MtgmeldError as error:
        print(error, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
