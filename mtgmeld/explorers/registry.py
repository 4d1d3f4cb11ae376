"""The list of all explorers, and how one is made: controls over a pure view."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar, cast

from mtgmeld.errors import need
from mtgmeld.explorers.controls import Chosen, Control
from mtgmeld.registry import Registry

if TYPE_CHECKING:
    from mtgmeld.explorers.widgets import Panel

Make = TypeVar("Make", bound=Callable[..., "Panel"])

EXPLORERS: Registry[Callable[..., Panel]] = Registry("explorer")


def explorer(make: Make) -> Make:
    """Enter a function among the explorers, by its name.

    The function returns a panel as :func:`panel` makes it and can be called without arguments;
    the first line of its docstring is the sentence by which the list describes it.

    Examples
    --------
    >>> "room_game" in mm.explorers.EXPLORERS, "room_game" == mm.explorers.room_game.__name__
    (True, True)
    """
    name = make.__name__
    ours = make.__module__.startswith(f"{__package__}.")

    @wraps(make)
    def made(*args: Any, **more: Any) -> Any:
        panel = make(*args, **more)
        given = [*map(_written, args), *(f"{k}={_written(v, k)}" for k, v in more.items())]
        called = f"explorers.{name}" if ours else f"explorers.EXPLORERS[{name!r}]"
        panel.made_by = f"{called}({', '.join(given)})"
        return panel

    EXPLORERS.add(name, made, make.__module__)
    return cast(Make, made)


def _written(value: Any, name: str = "...") -> str:
    """Return an argument as it is written; of what has no such form its name."""
    return repr(value) if isinstance(value, str | int | None) else name


def panel(
    name: str,
    view: Callable[..., Any],
    controls: Mapping[str, Control],
    start: Chosen | None = None,
    *,
    fill: Callable[[str, Chosen], Chosen] | None = None,
) -> Panel:
    """Return a panel: controls over a pure view.

    Parameters
    ----------
    name : str
        What the panel explores, for its plain text and for screen readers.
    view : callable
        Takes the choices by name and returns what has ``to_html()`` and a text.  Where it has
        ``kept``, these choices take the place of those that it could not follow.
    controls : mapping of str to Control
        The control of each choice, in order.
    start : mapping of str to object, optional
        Choices to begin with; the first options by default.  Any name of a card will do.
    fill : callable, optional
        Takes the name of a control that was changed and the choices, and returns choices that
        it fills in.

    Raises
    ------
    MissingExtra
        If the extra ``notebook`` is not installed.

    Examples
    --------
    >>> def view(card):
    ...     return mm.explorers.Board(card)
    >>> card = mm.explorers.Control("Card", ("Fire", "Ice"))
    >>> mm.explorers.panel("cards", view, {"card": card})
    <cards: Fire>
    """
    need("notebook", "ipywidgets", "anywidget")
    from mtgmeld.explorers.widgets import Panel

    return Panel(name, view, controls, dict(start or {}), fill=fill)
