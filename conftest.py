"""The kernels that run the notebooks, and every command that a test starts, use this tree."""

from __future__ import annotations

import os
from pathlib import Path

_HERE = str(Path(__file__).resolve().parent)
_REST = [p for p in os.environ.get("PYTHONPATH", "").split(os.pathsep) if p and p != _HERE]
os.environ["PYTHONPATH"] = os.pathsep.join([_HERE, *_REST])
