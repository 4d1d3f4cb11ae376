"""The kinds of error that mtgmeld raises.

Every error descends from :class:`MtgmeldError` and also from the builtin that
fits it, so that a caller may catch broadly or narrowly.  Each keeps its parts
as fields; the message says what was wrong, where, by which rule, and what to
do about it.
"""

from __future__ import annotations

from mtgmeld.errors.base import MtgmeldError, one_of, shown
from mtgmeld.errors.files import (
    BadCardFile,
    BadDataFile,
    BadDeckList,
    BadRulesText,
    BadSavedState,
    BadScenario,
    CardFileWarning,
    DownloadFailed,
    MissingExtra,
    NoNotebook,
    NotebookFailed,
    NotWritten,
)
from mtgmeld.errors.likeness import near
from mtgmeld.errors.names import (
    AmbiguousName,
    BadFilter,
    BadManaCost,
    BadValue,
    UnknownCard,
    UnknownEdition,
    UnknownName,
    UnknownPolicy,
    UnknownRule,
)
from mtgmeld.errors.play import (
    CannotBeDone,
    ChoiceNeeded,
    IllegalAction,
    ImpossibleQuestion,
    ImpossibleState,
    RunawayTriggers,
    UnsupportedRule,
)

__all__ = [
    "AmbiguousName",
    "BadCardFile",
    "BadDataFile",
    "BadDeckList",
    "BadFilter",
    "BadManaCost",
    "BadRulesText",
    "BadSavedState",
    "BadScenario",
    "BadValue",
    "CannotBeDone",
    "CardFileWarning",
    "ChoiceNeeded",
    "DownloadFailed",
    "IllegalAction",
    "ImpossibleQuestion",
    "ImpossibleState",
    "MissingExtra",
    "MtgmeldError",
    "NoNotebook",
    "NotWritten",
    "NotebookFailed",
    "RunawayTriggers",
    "UnknownCard",
    "UnknownEdition",
    "UnknownName",
    "UnknownPolicy",
    "UnknownRule",
    "UnsupportedRule",
    "near",
    "one_of",
    "shown",
]

# a traceback names the place from which they are imported
for _name in __all__:
    globals()[_name].__module__ = __name__
