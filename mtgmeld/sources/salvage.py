"""Keeping a card whose object did not decode, where what is wrong is not needed to derive."""

from __future__ import annotations

import json
import math
import re
from typing import Any, Generic, TypeVar

import msgspec

__all__ = ["Salvage", "name_in", "readable"]

T = TypeVar("T", bound=msgspec.Struct)

_NAME = re.compile(rb'"name"\s*:\s*("(?:[^"\\\n]|\\.){1,200}")')
_PATH = re.compile(r" - at `\$(.+)`$")
_STEP = re.compile(r"\.(\w+)|\[(\d+|\.\.\.)\]")
_TRIES = 60


def name_in(piece: bytes) -> str:
    """Return the first name in the bytes of an object, or an empty text."""
    found = _NAME.search(piece, 0, 65_536)
    if found is None:
        return ""
    try:
        name = str(json.loads(found[1]))
        name.encode()
    except ValueError:
        return ""
    return name


class Salvage(Generic[T]):
    """Decodes an object once more, leaving out fields that derivation can do without.

    Parameters
    ----------
    kind : type
        The Struct that is wanted.
    needed : frozenset of str
        Fields, as the file spells them, that a card cannot do without.
    """

    def __init__(self, kind: type[T], needed: frozenset[str]) -> None:
        self._decode = msgspec.json.Decoder(kind).decode
        self._needed = needed

    def __call__(self, piece: bytes, why: str) -> tuple[T | None, list[str]]:
        """Return the object and what was left out; or None and why there is none."""
        left_out: list[str] = []
        try:
            plain = json.loads(
                piece, parse_constant=_NoNumber, parse_float=_finite, parse_int=_whole
            )
        except (ValueError, RecursionError) as error:
            return None, [why if isinstance(error, json.JSONDecodeError) else str(error)]
        if not isinstance(plain, dict):
            return None, ["an object was expected"]
        for _ in range(_TRIES):
            try:
                text = json.dumps(plain, ensure_ascii=False, default=str)
                return self._decode(text.encode()), left_out
            except msgspec.ValidationError as error:
                said = str(error)
            except UnicodeEncodeError:
                return None, ["a text of it is no valid Unicode"]
            except (msgspec.DecodeError, RecursionError) as error:
                return None, [str(error)]
            path = _PATH.search(said)
            if path is None or not self._drop(plain, path[1]):
                return None, [readable(said)]
            left_out.append(readable(said))
        return None, [why]

    def _drop(self, plain: dict[str, Any], path: str) -> bool:
        """Leave out the field that an error names; False if it is needed."""
        where: Any = plain
        owner, last = plain, ""
        for name, index in _STEP.findall(path):
            if name and isinstance(where, dict) and name in where:
                owner, last, where = where, name, where[name]
            elif index.isdigit() and isinstance(where, list) and int(index) < len(where):
                where = where[int(index)]
            else:
                break
        if not last or last in self._needed:
            return False
        del owner[last]
        return True


def readable(error: str) -> str:
    """Return a decoder's message with the field first."""
    found = _PATH.search(error)
    if found is None:
        return error
    return f"{found[1].lstrip('.')}: {error[: found.start()]}"


class _NoNumber:
    """What stands for NaN, Infinity and numbers beyond all bounds; it fits no field."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __str__(self) -> str:
        return self._text[:20]


def _finite(text: str) -> float | _NoNumber:
    value = float(text)
    return value if math.isfinite(value) else _NoNumber(text)


def _whole(text: str) -> int | _NoNumber:
    return int(text) if len(text) < 300 else _NoNumber(text)
