"""Parts of the package that need more packages than the package itself."""

from __future__ import annotations

import importlib.util

from mtgmeld.errors import MissingExtra

__all__ = ["need_lab"]


def need_lab(*modules: str) -> None:
    """Refuse where the extra ``lab`` is not installed.

    Raises
    ------
    MissingExtra
        Naming the first module that is missing.
    """
    for module in modules:
        if importlib.util.find_spec(module) is None:
            raise MissingExtra("lab", module)
