"""The list of all figures that can be drawn by name, with data of their own."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

from mtgmeld.registry import Registry

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Make = TypeVar("Make", bound=Callable[..., "Axes"])

FIGURES: Registry[Callable[..., Axes]] = Registry("figure")


def figure(name: str, **usual: Any) -> Callable[[Make], Make]:
    """Enter a function among the figures, under a name; with what it is given if nobody says.

    The function makes the data that the figure has by itself and draws them; it takes ``title=``,
    ``size=`` and ``ax=`` as keywords and hands them on.  The first line of its docstring is the
    sentence by which the list describes it.

    Examples
    --------
    >>> "room_states" in mm.figures.FIGURES
    True
    """

    def register(make: Make) -> Make:
        @wraps(make)
        def drawn(**how: Any) -> Axes:
            return make(**{**usual, **how})

        FIGURES.add(name, drawn, make.__module__)
        return make

    return register


def draw(name: str, **how: Any) -> Axes:
    """Draw one of :data:`FIGURES` with its own data.

    Parameters
    ----------
    name : str
    **how
        ``title``, ``size`` (``column``, ``page``, inches) and ``ax``, as every figure takes them.

    Raises
    ------
    UnknownName
        With the names that there are.

    Examples
    --------
    >>> ax = mm.figures.draw("melded_leaves", size="column", title="It leaves")
    >>> mm.figures.save(ax, "leaves.svg").name
    'leaves.svg'
    """
    return FIGURES.named(name)(**how)
