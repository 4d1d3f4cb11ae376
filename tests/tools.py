"""The developers' tools of ``.ci/tools``, which are no part of the package, as modules."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]

sys.path.insert(0, str(PROJECT / ".ci" / "tools"))
coverage_page = importlib.import_module("coverage_page")
_spec = importlib.util.spec_from_file_location("tools", PROJECT / ".ci" / "tools" / "__main__.py")
assert _spec is not None
assert _spec.loader is not None
tools = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(tools)
sys.path.pop(0)
