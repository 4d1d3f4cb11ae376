"""Ways up: a value shows itself, though what draws it stands on a floor above.

A value calls :func:`html_of` or :func:`frame_of`; the floor above fills the hook with
:func:`fills`.  Where the function is, the value does not know: the package's ``__init__``, which
nobody below imports, hands down the modules to load when a hook is first asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    import pandas as pd

F = TypeVar("F", bound=Callable[..., Any])

_MODULES: dict[str, tuple[str, ...]] = {}
_FILLED: dict[tuple[str, type], Callable[..., Any]] = {}


def hand_down(modules: Mapping[str, tuple[str, ...]]) -> None:
    """Say which modules fill the hooks of a kind, such as ``html`` or ``frame``."""
    _MODULES.update(modules)


def fills(hook: str, *kinds: type) -> Callable[[F], F]:
    """Register a function for a hook of one class or several.

    Parameters
    ----------
    hook : str
        Its kind, and after a point its name where a value has more than one of that kind:
        ``html``, ``frame.objects``.
    *kinds : type
        The classes whose values it takes as its first argument; subclasses count.
    """

    def register(function: F) -> F:
        _FILLED.update({(hook, kind): function for kind in kinds})
        return function

    return register


def load(kind: str) -> None:
    """Load the modules that fill the hooks of a kind."""
    for module in _MODULES.get(kind, ()):
        import_module(module)


def ask(hook: str, value: object, *args: Any, **kwargs: Any) -> Any:
    """Return what the function of a hook says of a value.

    Raises
    ------
    LookupError
        If nothing fills the hook for the value's class.
    """
    for loaded in (False, True):
        if loaded:
            load(hook.partition(".")[0])
        for kind in type(value).__mro__:
            if (hook, kind) in _FILLED:
                return _FILLED[hook, kind](value, *args, **kwargs)
    raise LookupError(f"nothing fills the hook {hook!r} for a {type(value).__name__}")


def html_of(value: object) -> str:
    """Return a value as HTML, as a notebook shows it."""
    return str(ask("html", value))


def frame_of(value: object, name: str, *args: Any, **kwargs: Any) -> pd.DataFrame:
    """Return a frame of a value: the hook ``frame.NAME`` with the arguments given."""
    made: pd.DataFrame = ask(f"frame.{name}", value, *args, **kwargs)
    return made
