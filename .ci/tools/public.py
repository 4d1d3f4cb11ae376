"""The public names: what `mtgmeld` has, and what the modules among it define."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType
from typing import Any

import mtgmeld


def public_names() -> dict[str, list[str]]:
    """Return the public functions and classes of the package and of each public module.

    What is public in two places is listed in the first; each list by the module that has it.
    """
    found = {name: getattr(mtgmeld, name) for name in dir(mtgmeld) if name != "__version__"}
    modules = {n: one for n, one in found.items() if isinstance(one, ModuleType)}
    listed = {"mtgmeld": sorted(found.keys() - modules)}
    listed |= {one.__name__: sorted(_of_module(one)) for one in modules.values()}
    seen: set[int] = set()
    for module, names in listed.items():
        ids = {name: id(public_object(module, name)) for name in names}
        listed[module] = [name for name in names if ids[name] not in seen]
        seen.update(ids.values())
    return listed


def _of_module(module: ModuleType) -> Iterator[str]:
    listed = getattr(module, "__all__", None)
    for name in vars(module) if listed is None else listed:
        one = getattr(module, name)
        ours = listed is not None or getattr(one, "__module__", "") == module.__name__
        if ours and not name.startswith("_") and (inspect.isclass(one) or inspect.isroutine(one)):
            yield name


def public_objects() -> dict[str, Any]:
    """Return what has a docstring of ours that people read: public names and their methods."""
    found: dict[str, Any] = {}
    for module, names in public_names().items():
        for name in names:
            one = public_object(module, name)
            found[f"{one.__module__}.{one.__qualname__}"] = one
            if inspect.isclass(one):
                found |= methods(one)
    return found


def public_object(module: str, name: str) -> Any:
    """Return what a public name of the package, or of one of its modules, stands for."""
    return getattr(import_module(module), name)


def methods(kind: type) -> dict[str, Any]:
    """Return the public methods and properties of a class, inherited ones of ours too."""
    found = {}
    for base in (b for b in kind.__mro__ if b.__module__.startswith("mtgmeld.")):
        for name, member in vars(base).items():
            one = getattr(member, "__func__", member)
            documented = isinstance(one, property) or inspect.isfunction(one)
            if documented and not name.startswith("_") and inspect.getdoc(one):
                found[f"{base.__module__}.{base.__qualname__}.{name}"] = one
    return found
