"""Frames of other libraries, in and out, by way of Arrow's stream of columns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from mtgmeld.errors import BadValue, need

if TYPE_CHECKING:
    import pandas as pd

_DTYPES = {"string": "string", "large_string": "string", "string_view": "string", "bool": "boolean"}
_INTEGERS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")


class HasStream(Protocol):
    """A frame that other libraries can read, such as that of polars."""

    @property
    def columns(self) -> Any:
        """The names of its columns."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...


Frame: TypeAlias = "pd.DataFrame | HasStream"


def pandas_of(frame: Frame) -> pd.DataFrame:
    """Return a frame of pandas: the one that is given, or what a frame of another library holds.

    Parameters
    ----------
    frame : pandas.DataFrame, or any frame with Arrow's stream, such as that of polars
        Text becomes ``string``, whole numbers ``Int64``, yes and no ``boolean``.  What a frame
        of pandas remembers in ``attrs``, such as the edition, another frame does not.

    Raises
    ------
    BadValue
        For what is no frame, with its type; and for a frame without that stream.
    MissingExtra
        If the frame is of another library and pyarrow is not installed.
    """
    import pandas as pd

    if isinstance(frame, pd.DataFrame):
        return frame
    kind = f"{type(frame).__module__.partition('.')[0]}.{type(frame).__qualname__}"
    if not hasattr(frame, "__arrow_c_stream__") or not hasattr(frame, "columns"):
        why = f"a {kind} is no frame; give one of pandas, or one with Arrow's stream as of polars"
        raise BadValue("the frame", "", why)
    need("parquet", "pyarrow")
    import pyarrow

    made: pd.DataFrame = pyarrow.table(frame).to_pandas(types_mapper=_dtype)
    return made


def _dtype(found: Any) -> Any:
    import pandas as pd

    name = "Int64" if str(found) in _INTEGERS else _DTYPES.get(str(found))
    return None if name is None else pd.api.types.pandas_dtype(name)


def stream_of(frame: pd.DataFrame, schema: object = None) -> object:
    """Return a frame as Arrow's stream, which other libraries read.

    Raises
    ------
    MissingExtra
        If pyarrow is not installed.
    """
    need("parquet", "pyarrow")
    return frame.__arrow_c_stream__(schema)
