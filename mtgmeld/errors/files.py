"""Errors of files and of the surroundings."""

from __future__ import annotations

from mtgmeld.errors.base import MtgmeldError

__all__ = [
    "BadCardFile",
    "BadDataFile",
    "BadDeckList",
    "BadRulesText",
    "BadSavedState",
    "BadScenario",
    "CardFileWarning",
    "DownloadFailed",
    "MissingExtra",
    "NoNotebook",
    "NotWritten",
    "NotebookFailed",
]


class _Located(MtgmeldError, ValueError):
    """An error in a file, with the place."""

    path: str
    line: int | None
    column: str | None
    why: str
    hint: str

    def __init__(
        self,
        path: object,
        why: str,
        *,
        line: int | None = None,
        column: str | None = None,
        hint: str = "",
    ) -> None:
        place = str(path)
        if line is not None:
            place += f", line {line}"
        if column is not None:
            place += f", {column}"
        tail = f" {hint}" if hint else ""
        parts = {"line": line, "column": column, "why": why, "hint": hint}
        super().__init__(f"{place}: {why}{tail}", path=str(path), **parts)


class BadDataFile(_Located):
    """A damaged file of the bundled facts."""


class BadCardFile(_Located):
    """A card file that cannot be read."""


class BadDeckList(_Located):
    """A deck list that cannot be read, or a name in it that no card has."""


class CardFileWarning(UserWarning):
    """A card file that was read, with something lost or completed from elsewhere."""


class BadRulesText(_Located):
    """A file that is no text of the rules, or a damaged one."""


class BadScenario(_Located):
    """A situation file that is wrong."""


class BadSavedState(MtgmeldError, ValueError):
    """A text that is no saved state, or a damaged one.

    Attributes
    ----------
    where : str
        The field that is wrong, such as ``things.3.zone``; empty for the whole.
    """

    where: str

    def __init__(self, where: str, why: str) -> None:
        place = f"{where}: " if where else ""
        super().__init__(
            f"This is no saved state: {place}{why}. Save it again with State.to_json().",
            where=where,
        )


class DownloadFailed(MtgmeldError, OSError):
    """A file that could not be fetched, or is not what it should be.

    Attributes
    ----------
    url : str
    """

    url: str

    def __init__(self, url: str, why: str, hint: str = "") -> None:
        tail = f" {hint}" if hint else ""
        super().__init__(f"{url}: not downloaded: {why}.{tail}", url=url)


class NotWritten(MtgmeldError, OSError):
    """A file that could not be written; whatever stood there before is untouched."""

    path: str

    def __init__(self, path: object, why: str) -> None:
        super().__init__(f"{path}: not written: {why}", path=str(path))


class MissingExtra(MtgmeldError, ImportError):
    """A part of the package that needs more packages than are installed."""

    extra: str

    def __init__(self, extra: str, module: str) -> None:
        super().__init__(
            f"{module} is not installed. Install it with: pip install 'mtgmeld[{extra}]'",
            extra=extra,
        )


class NoNotebook(MtgmeldError, ValueError):
    """A path that leads to no notebook, or to a file that is none."""

    path: str

    def __init__(self, path: object, why: str) -> None:
        super().__init__(f"{path}: {why}", path=str(path))


class NotebookFailed(MtgmeldError, RuntimeError):
    """A cell of a notebook that ended in an error, or a kernel that did not answer.

    Attributes
    ----------
    path : str
    cell : int or None
        Counted from 1 over all cells.
    """

    path: str
    cell: int | None

    def __init__(self, path: object, cell: int | None, why: str) -> None:
        place = str(path) if cell is None else f"{path}, cell {cell}"
        super().__init__(f"{place}: {why}", path=str(path), cell=cell)
