"""Lists of what registers itself where it is defined, in this package and in others."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

from mtgmeld.errors import BadValue, UnknownName
from mtgmeld.hooks import load

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

T = TypeVar("T")
_LOADED: set[str] = set()


def load_others(kind: str) -> None:
    """Load, once, what registers things of a kind here and in other packages."""
    if kind in _LOADED:
        return
    _LOADED.add(kind)
    load(f"{kind}s")
    for entry in of_others(kind):
        with left_out(f"{kind}s of {told_of(entry)}"):
            entry.load()


def of_others(kind: str) -> tuple[EntryPoint, ...]:
    """Return what other packages name of a kind in their entry points, by package and name."""
    from importlib.metadata import entry_points  # of some weight, and asked for once a kind

    found = entry_points(group=f"mtgmeld.{kind}s")
    return tuple(sorted(found, key=lambda e: (e.dist.name if e.dist else "", e.name)))


def told_of(entry: EntryPoint) -> str:
    """Return what an entry point names, and whose it is."""
    return f"{entry.value} (package {entry.dist.name})" if entry.dist else entry.value


@contextmanager
def left_out(what: str) -> Iterator[None]:
    """Leave out, with a warning, what another package has wrong: ours is still there."""
    try:
        yield
    except Exception as error:
        warnings.warn(f"{what} are left out: {error}", stacklevel=3)


class Registry(Mapping[str, T]):
    """What there is of a kind, by name; others add to it from their own packages.

    Parameters
    ----------
    kind : str
        What one of them is called, such as ``figure``.

    Notes
    -----
    Another package names the module that registers in its entry points, in the group
    ``mtgmeld.KINDs``; the module is loaded when the list is first read.  One that cannot be
    loaded is left out, with a warning.

    Examples
    --------
    >>> "room_states" in mm.figures.FIGURES, "destroy" in mm.actions.ACTIONS
    (True, True)
    """

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self._found: dict[str, tuple[str, T]] = {}

    def add(self, name: str, one: T, module: str) -> None:
        """Register one; the module that has it may do so again.

        Raises
        ------
        BadValue
            If another module has registered that name.

        Examples
        --------
        >>> from mtgmeld.registry import Registry
        >>> sizes = Registry("size")
        >>> sizes.add("small", 1, "here")
        >>> dict(sizes)
        {'small': 1}
        """
        if self._found.get(name, (module,))[0] != module:
            why = f"the module {self._found[name][0]} has registered it; choose another name"
            raise BadValue(f"a {self.kind}", name, why)
        self._found[name] = (module, one)

    def _all(self) -> dict[str, tuple[str, T]]:
        load_others(self.kind)
        return self._found

    def named(self, name: str) -> T:
        """Return the one of that name.

        Raises
        ------
        UnknownName
            With the names that there are.

        Examples
        --------
        >>> mm.figures.FIGURES.named("room_stats")
        Traceback (most recent call last):
            ...
        mtgmeld.errors.UnknownName: There is no figure called 'room_stats'. There are:
        blink_timeline, castable, color_identity, dfc_values, editions, meld_exploration,
        meld_values, melded_leaves, room_card, room_exploration, room_states, room_values,
        rooms_left_right, split_values.
        """
        if name not in self:
            raise UnknownName(self.kind, name, hint=f"There are: {', '.join(self)}.")
        return self[name]

    def __getitem__(self, name: str) -> T:
        return self._all()[name][1]

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(self._all()))

    def __len__(self) -> int:
        return len(self._all())
