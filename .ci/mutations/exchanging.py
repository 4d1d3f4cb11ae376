"""Putting a mutant in the place of the code of the running program."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from types import CodeType, FunctionType, ModuleType
from typing import Any

import libcst as cst
from making import ROOT, Mutant
from mutmut.mutation.file_mutation import deep_replace


def _live(module: ModuleType, name: str) -> FunctionType | None:
    """Return the function of the running program that a qualified name means."""
    value: Any = module
    for part in name.split("."):
        value = vars(value).get(part) if isinstance(value, type | ModuleType) else None
    for _ in range(9):
        if isinstance(value, FunctionType) and not hasattr(value, "__wrapped__"):
            return value
        for inner in ("__wrapped__", "fget", "func", "__func__"):
            if getattr(value, inner, None) is not None:
                value = getattr(value, inner)
                break
    return None


def _code(of: CodeType, name: str) -> CodeType | None:
    for const in of.co_consts:
        if isinstance(const, CodeType):
            if const.co_qualname == name:
                return const
            if name.startswith(f"{const.co_qualname}."):
                return _code(const, name)
    return None


def _nested(old: CodeType, new: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """Yield the code of each function inside a function, before and after."""
    each = ([c for c in of.co_consts if isinstance(c, CodeType)] for of in (old, new))
    for one, two in zip(*each, strict=False):
        if one.co_qualname == two.co_qualname:
            yield one, two
            yield from _nested(one, two)


def exchange(module: cst.Module, one: Mutant, inside: list[FunctionType]) -> bool:
    """Put a mutant in the place of the code of the running program; False where it cannot be."""
    text = deep_replace(module, one.old, one.new).code
    made = compile(text, str(ROOT / one.file), "exec", dont_inherit=True)
    name = one.file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    running = importlib.import_module(name)
    func = _live(running, one.name) if one.name else None
    code = _code(made, one.name) if one.name else None
    if func is not None and code is not None and not one.default:
        for inner, new in _nested(func.__code__, code):
            for held in inside:
                if held.__code__ is inner:
                    if inner.co_freevars != new.co_freevars:
                        return False  # what it holds of its outer function cannot change
                    held.__code__ = new
        func.__code__ = code
        return True
    if func is not None:
        other = ModuleType(name)
        exec(made, vars(other))
        new = _live(other, one.name)
        assert new is not None
        func.__defaults__, func.__kwdefaults__ = new.__defaults__, new.__kwdefaults__
        return True
    return not one.name and _rebind(module, one, running)


def _rebind(module: cst.Module, one: Mutant, running: ModuleType) -> bool:
    """Carry out the changed statement of a module, and hand its values to all that took them."""
    for statement in module.body:
        new = deep_replace(statement, one.old, one.new)
        if new is not statement and not new.deep_equals(statement):
            break
    else:
        return False
    before = dict(vars(running))
    text = "from __future__ import annotations\n" + cst.Module([new]).code
    exec(compile(text, one.file, "exec", dont_inherit=True), vars(running))
    for key, new in list(vars(running).items()):
        old = before.get(key)
        if key not in before or new is old or key in ("__builtins__", "annotations"):
            continue
        if isinstance(old, dict) and isinstance(new, dict):
            old.clear()
            old.update(new)
            new = old
        for there in list(sys.modules.values()):
            if not getattr(there, "__name__", "").startswith("mtgmeld"):
                continue
            for also, value in list(vars(there).items()):
                if value is old and also == key:
                    setattr(there, also, new)
                inner = getattr(value, "__wrapped__", value)
                if isinstance(inner, FunctionType) and old in (inner.__defaults__ or ()):
                    kept = inner.__defaults__ or ()
                    inner.__defaults__ = tuple(new if d is old else d for d in kept)
    return True
