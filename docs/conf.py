"""Settings of the documentation; pages that records say are written here before each build.

The whole site, in the folder ``docs``: ``python -m sphinx -W --keep-going . _build``.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import Any

import mtgmeld

DOCS = Path(__file__).resolve().parent
PROJECT = DOCS.parent
MADE = DOCS / "made"
sys.path.insert(0, str(PROJECT / ".ci" / "tools"))
public = import_module("public")  # it is among the tools, which are no part of the package

project = "mtgmeld"
author = project_copyright = "The mtgmeld authors"
release = version = mtgmeld.__version__
extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "numpydoc",
    "sphinx_click",
]
exclude_patterns = ["_build", "jupyter_execute", "templates"]
templates_path = ["templates"]
html_theme = "pydata_sphinx_theme"
html_title = "mtgmeld"
html_theme_options = {"show_toc_level": 2, "navigation_with_keys": False}
html_sourcelink_suffix = ""
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
# the notebooks hold their outputs already, and the tests compare each
nb_execution_mode = "off"
autodoc_typehints = "none"
autodoc_default_options = {"exclude-members": "__init__,__new__"}
autosummary_generate = True
autosummary_context = {
    "members_of": {
        f"{module}.{name}": [n.rpartition(".")[2] for n in public.methods(one)]
        for module, names in public.public_names().items()
        for name in names
        if isinstance(one := public.public_object(module, name), type)
    }
}
numpydoc_show_class_members = False
# outputs that only a running kernel shows have a table or figure beside them
suppress_warnings = ["mystnb.unknown_mime_type"]


def _table(head: Iterable[str], rows: Iterable[Iterable[object]]) -> list[str]:
    """Return a Markdown table."""

    def line(cells: Iterable[object]) -> str:
        shown = (" ".join(str(c).split()).replace("|", r"\|") for c in cells)
        return f"| {' | '.join(shown)} |"

    head = list(head)
    return [line(head), line("---" for _ in head), *map(line, rows), ""]


def _columns() -> list[str]:
    from mtgmeld import frames
    from mtgmeld.hooks import load

    load("kind")
    lines = ["# Frames and their columns", ""]
    lines += ["Made from the records that every frame is built from.  A number column is Int64;"]
    lines += ["it is Float64 only where a half mana symbol occurs.  What is missing is NA.", ""]
    for name, kind in sorted(frames.KINDS.items()):
        keys = f"A row is told from others by {', '.join(f'`{k}`' for k in kind.keys)}."
        lines += [f"## {name}", "", *([keys, ""] if kind.keys else [])]
        rows = ((f"`{c.name}`", c.dtype, c.means) for c in kind.columns)
        lines += _table(("column", "dtype", "meaning"), rows)
    return lines


def _editions() -> list[str]:
    from mtgmeld.rules import editions

    known = editions.EDITIONS
    lines = ["# Editions, changes and policies", ""]
    lines += [f"The rules are known in {len(known)} editions, from {min(known)} to {max(known)}."]
    lines += ["An edition is asked for by any date: `edition=`, `--edition`.", ""]
    lines += ["## What changed, and when", ""]
    changes = sorted(editions.CHANGES.values(), key=lambda c: (c.since, c.name))
    rows = ((c.since, c.name, c.before, c.after, ", ".join(c.rules)) for c in changes)
    lines += _table(("from", "change", "before", "after", "rules"), rows)
    lines += ["## Where the rules leave room", ""]
    lines += ["A policy is a place where they do; its first reading holds unless another is asked"]
    lines += ["for: `policies={name: reading}`, `--policy NAME=READING`.", ""]
    for policy in editions.policies():
        lines += [f"### {policy.name}", "", f"Rules {', '.join(policy.rules)}.", ""]
        lines += [*(f"- `{reading}`: {means}" for reading, means in policy.readings.items()), ""]
    return lines


def _names() -> list[str]:
    lines = ["# Public names", "", "`import mtgmeld as mm`; what is not listed is no promise.", ""]
    for module, names in public.public_names().items():
        lines += [f"## {module.replace('game.', '')}", "", "```{eval-rst}"]
        lines += [f".. currentmodule:: {module}", ""]
        lines += [".. autosummary::", "   :toctree: names", "", *(f"   {n}" for n in names)]
        lines += ["```", ""]
    return lines


def make_pages(*_: Any) -> None:
    """Write the pages that records say, and put what stands elsewhere beside them."""
    shutil.rmtree(MADE, ignore_errors=True)
    shutil.copytree(
        PROJECT / "notebooks",
        MADE / "notebooks",
        ignore=shutil.ignore_patterns(".*", "README.md"),
    )
    pages = {"columns": _columns(), "editions": _editions(), "names": _names()}
    for name, lines in pages.items():
        (MADE / f"{name}.md").write_text("\n".join(lines), encoding="utf-8")
    for name, source in {"notation": "README.md", "VECTORS": "VECTORS.md"}.items():
        text = (PROJECT / "data" / "scenarios" / source).read_text(encoding="utf-8")
        text = text.replace("](README.md)", "](notation.md)")
        (MADE / f"{name}.md").write_text(text, encoding="utf-8")


def setup(app: Any) -> None:
    """Have the pages made before the site is."""
    make_pages()
