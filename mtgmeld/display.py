"""What is shown: frames as HTML, Markdown, LaTeX and text; costs, cards, states, runs as HTML.

Everything is escaped, mana symbols are drawn, and nothing is random: the same frame gives the
same bytes, an id is given, never made up.
"""

from __future__ import annotations

import html
import re
import textwrap
from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec
from tabulate import tabulate

from mtgmeld.arrow import Frame, pandas_of
from mtgmeld.cards import Card, Face
from mtgmeld.errors import MtgmeldError, need
from mtgmeld.frames import having, leading, missing, note_of, read
from mtgmeld.game.engine import Transition
from mtgmeld.game.player_words import whose
from mtgmeld.game.state import State
from mtgmeld.hooks import fills
from mtgmeld.mana import ManaCost, Symbol
from mtgmeld.question import Places
from mtgmeld.rules.citations import EMPTY, NOTHING, Derived, Explanation
from mtgmeld.rules.editions import NEWEST
from mtgmeld.rules.numbers import by_number, words_for
from mtgmeld.rules.tables import whole_dates
from mtgmeld.scenario.playing import Run, Scenario
from mtgmeld.symbols import apart, shapes, spoken

if TYPE_CHECKING:
    import pandas as pd

Columns: TypeAlias = Mapping[str, str] | Iterable[str] | None

# --- symbols in text ------------------------------------------------------------------------

# no width, and nothing painted beyond it: by the two properties that a sanitizer of styles does
# not let through, for where the text stays hidden the drawing must stay as well
_HIDDEN = "display:inline-block;inline-size:0;contain:paint;white-space:nowrap"
DASH = "\u2013"


@lru_cache(maxsize=4096)
def with_symbols(text: str) -> str:
    """Return text as HTML, escaped, with the symbols in it (``{W}``) drawn.

    Each run of symbols is one image to a screen reader, with its words as the label; the
    customary text (``{2}{U}``) stands inside, hidden from sight only, so that it can be searched
    and copied.  What hides it is taken away by viewers that take drawings away, such as that of
    a notebook which is not trusted, so that the text stands in their place.  Braces around
    anything that is no symbol stay as they are.
    """
    return _drawn(text, html.escape)


def heading_html(text: str) -> str:
    """Return what stands above something as HTML: escaped, symbols drawn, each date in one line."""
    return _drawn(text, lambda part: whole_dates(html.escape(part)))


def _drawn(text: str, plain: Callable[[str], str]) -> str:
    return "".join(plain(p) if isinstance(p, str) else _run_html(p) for p in apart(text))


@lru_cache(maxsize=1024)
def _svg(one: Symbol) -> str:
    drawn = shapes(one)
    return (
        f'<svg viewBox="0 0 {drawn.width:g} 20" width="{drawn.width / 18:.2f}em" height="1.11em"'
        f' style="vertical-align:-0.2em;margin:0 0.04em" aria-hidden="true">{drawn.svg}</svg>'
    )


@lru_cache(maxsize=4096)
def _run_html(symbols: tuple[Symbol, ...]) -> str:
    text = html.escape("".join(str(s) for s in symbols))
    label = html.escape(spoken(symbols), quote=True)
    drawn = "".join(_svg(s) for s in symbols)
    return (
        f'<span class="mtgmeld-mana" role="img" aria-label="{label}" title="{text}"'
        f' style="white-space:nowrap">{drawn}<span style="{_HIDDEN}">{text}</span></span>'
    )


@fills("html", ManaCost)
def cost_html(cost: ManaCost | None) -> str:
    """Return a mana cost as HTML: drawn symbols, with the text inside.

    Parameters
    ----------
    cost : ManaCost or None
        None, an object without a mana cost, gives a dash (202.1b).
    """
    if cost is None:
        return f'<span class="mtgmeld-mana" title="no mana cost">{DASH}</span>'
    return _run_html(cost.symbols)


@fills("html", Card)
def card_html(card: Card) -> str:
    """Return the printed facts of a card as a small HTML table, one row a face or half."""
    rows = "".join(_face_row(face) for face in card.faces)
    head = "".join(f'<th scope="col">{h}</th>' for h in ("name", "cost", "type", "numbers"))
    since = f"first in {card.first_set}" if card.first_set else ""
    facts = filter(None, (card.kind.replace("_", " "), since, card.released))
    caption = heading_html(f"{card.name} ({', '.join(facts)})")
    return (
        f'<table class="mtgmeld-card"><caption>{caption}</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    )


def _face_row(face: Face) -> str:
    sized = face.power is not None or face.toughness is not None
    numbers = [f"{face.power}/{face.toughness}"] if sized else []
    indicator = face.color_indicator or None
    named = {"loyalty": face.loyalty, "defense": face.defense, "color indicator": indicator}
    numbers += [f"{what} {value}" for what, value in named.items() if value is not None]
    cells = (
        f'<th scope="row">{html.escape(face.name)}</th>',
        f"<td>{cost_html(face.mana_cost)}</td>",
        f"<td>{html.escape(face.type_line)}</td>",
        f"<td>{html.escape(', '.join(numbers))}</td>",
    )
    return f"<tr>{''.join(cells)}</tr>"


# --- frames ---------------------------------------------------------------------------------

_ID = re.compile(r"[A-Za-z][\w-]*")
_TABLE = "line-height:1.4;border-collapse:collapse"
_HEADING = "text-align:left;font-weight:bold;padding:0.8em 0.7em 0.2em"
_MARK = "outline:2px solid currentColor;outline-offset:-2px;font-weight:bold"
_RULES = re.compile(r"(?:\w+_)?rules")
_DECIDING = 2  # rules of a row that are seen before the others are asked for
_GAP = 2  # between two columns of text


def _words(value: Any, column: str) -> str:
    """Return a cell in words: what is missing is a dash, what is empty says of what it is."""
    if missing(value):
        return DASH
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = "; ".join(map(str, value)) if isinstance(value, list) else str(value)
    if text == NOTHING:
        return "none"
    return text or EMPTY.get(column, "")


class _Cited(msgspec.Struct, frozen=True):
    """The rules of a cell: those by which its row differs from others, then the others."""

    deciding: tuple[str, ...]
    more: tuple[str, ...]
    date: str

    def __str__(self) -> str:
        more = (f"and {len(self.more)} more",) if self.more else ()
        return ", ".join(self.deciding) + " ".join(("", *more))

    @property
    def short(self) -> str:
        """As HTML, the others as their number."""
        shown = ", ".join(_rule_html(rule, self.date) for rule in self.deciding)
        return f"{shown} and {len(self.more)} more" if self.more else shown

    def to_html(self) -> str:
        if not self.more:
            return self.short
        rest = ", ".join(_rule_html(rule, self.date) for rule in self.more)
        summary = f'<summary style="white-space:nowrap">{self.short}</summary>'
        return f"<details>{summary}{rest}</details>"


def _rule_html(rule: str, date: str) -> str:
    """Return a rule's number with its gist: on hover, and as what a screen reader says."""
    # what the edition lacks has the date of one that has it, as 201.2 (2016-08-26)
    number, _, other = rule.partition(" (")
    try:
        gist = words_for(f"{number}@{other.removesuffix(')') or date}", date)
    except MtgmeldError:  # a column of somebody else's that has the same name
        gist = ""
    return _abbreviated(rule, gist) if gist else html.escape(rule)


@lru_cache(maxsize=4096)
def _abbreviated(rule: str, gist: str) -> str:
    said = html.escape(f"{rule}: {gist}", quote=True)
    return f'<abbr role="img" title="{said}">{html.escape(rule)}</abbr>'


def _cited(values: Sequence[Any], date: str, folded: bool, leads: bool) -> list[Any]:
    """Return the cells of a column of rules; of many those are seen that the fewest rows rest on.

    What all rows rest on tells none apart.  They stand in the order of the rules, but in a column
    that leads the first of a row decides it, and stays first.  Cells of few rules are not folded.
    """
    told = ([] if missing(v) else v if isinstance(v, list) else str(v).split(", ") for v in values)
    rows = [tuple(filter(None, rules)) for rules in told]
    count = Counter(rule for row in rows for rule in row)
    found = []
    for value, row in zip(values, rows, strict=True):
        decides, others = row[:leads], row[leads:]
        few = sorted(others, key=lambda r: (count[r], others.index(r)))
        most = (_DECIDING if folded and len(row) > _DECIDING + 1 else len(row)) - len(decides)
        seen, rest = (tuple(sorted(r, key=by_number)) for r in (few[:most], few[most:]))
        found.append(_Cited((*decides, *seen), rest, date) if row else value)
    return found


class _Laid(msgspec.Struct, frozen=True):
    """A frame as it is shown: by column its heading, its cells, and the side that they are at."""

    heads: dict[str, str]
    cells: dict[str, list[Any]]
    sides: dict[str, str]

    @property
    def rows(self) -> list[tuple[Any, ...]]:
        """The cells row by row."""
        return list(zip(*self.cells.values(), strict=True))

    def texts(self) -> list[list[str]]:
        """Return each cell as one line of text, row by row."""
        names = list(self.heads)
        return [
            [" ".join(_words(v, c).split()) for c, v in zip(names, row, strict=True)]
            for row in self.rows
        ]


def _laid(frame: Frame, columns: Columns, *, fold: bool | None = None) -> _Laid:
    """Return what is shown of a frame; rules are folded where nobody asked for the column."""
    frame = pandas_of(frame)
    heads = headings(frame, columns)
    date = str(frame.attrs.get("edition") or NEWEST)
    folded = columns is None if fold is None else fold
    found = read(frame, heads)
    cells = {c: values.tolist() for c, values in found.items()}
    for name in filter(_RULES.fullmatch, heads):
        cells[name] = _cited(cells[name], date, folded, name in leading(frame))
    return _Laid(heads, cells, {c: _side(values.dtype) for c, values in found.items()})


def table_html(
    frame: Frame,
    *,
    columns: Columns = None,
    caption: str = "",
    mark: int | None = None,
    id: str = "",  # noqa: A002  (the attribute's own name)
    wrap: Callable[[int, str, str], str] | None = None,
    opens: Container[tuple[int, str]] = (),
    heading: bool = False,
) -> str:
    """Return a frame as an HTML table.

    Parameters
    ----------
    frame : pandas.DataFrame
        Every text in it is escaped; mana symbols are drawn.  Of many rules those are seen that
        tell a row from the others, the rest opens by a click; each has its gist on hover.
    columns : mapping of str to str, or iterable of str, optional
        Which columns, with their headings; by default all that say something in some row.
    caption : str, optional
        A line above the table.
    mark : int, optional
        The row, from 0, that is marked as the one in question.
    id : str, optional
        The table's id: a letter, then letters, digits, ``-`` and ``_``.
    wrap : callable, optional
        Takes row, column and the finished HTML of a cell and returns what stands there.
    opens : container of (int, str), optional
        The cells that `wrap` lets open: what opens by a click holds nothing that does.
    heading : bool
        Whether the caption looks like a heading, for a table that stands among others.

    Raises
    ------
    UnknownName
        If the frame lacks one of `columns`.
    ValueError
        If the id is none that HTML allows.
    """
    if id and not _ID.fullmatch(id):
        raise ValueError(f"{id!r} is no id: a letter, then letters, digits, - and _")
    laid = _laid(frame, columns, fold=True)
    side = {c: f' style="text-align:{s};padding:0.2em 0.7em"' for c, s in laid.sides.items()}
    heads = ((side[c], heading_html(h)) for c, h in laid.heads.items())
    head = "".join(f'<th scope="col"{where}>{said}</th>' for where, said in heads)
    rows = []
    for number, row in enumerate(laid.rows):
        inner = {
            c: v.short if isinstance(v, _Cited) and (number, c) in opens else _cell(v, c)
            for c, v in zip(laid.heads, row, strict=True)
        }
        if wrap is not None:
            inner = {c: wrap(number, c, text) for c, text in inner.items()}
        cells = "".join(f"<td{side[c]}>{text}</td>" for c, text in inner.items())
        marked = f' aria-current="true" style="{_MARK}"' if number == mark else ""
        rows.append(f"<tr{marked}>{cells}</tr>")
    looks = f' style="{_HEADING}"' if heading else ""
    above = f"<caption{looks}>{heading_html(caption)}</caption>" if caption else ""
    named = f' id="{id}"' if id else ""
    return (
        f'<table{named} class="mtgmeld" style="{_TABLE}">{above}<thead><tr>{head}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table>"
    )


def _side(dtype: Any) -> str:
    """Return the side of a column's cells: words to the left, numbers to the right."""
    import pandas as pd

    number = pd.api.types.is_numeric_dtype(dtype) and not pd.api.types.is_bool_dtype(dtype)
    return "right" if number else "left"


def headings(frame: pd.DataFrame, columns: Columns) -> dict[str, str]:
    """Return the columns that are shown of a frame, with their headings in words.

    Raises
    ------
    UnknownName
        If the frame lacks one of `columns`.
    """
    if isinstance(columns, Mapping):
        chosen = dict(columns)
    else:
        names = columns
        if names is None:
            every = read(frame, map(str, frame.columns))
            names = [c for c, cells in every.items() if _says(c, cells)]
        chosen = {n: n.replace("_", " ") if n.isidentifier() else n for n in names}
    having(frame, chosen)
    return chosen


def _says(column: str, cells: pd.Series[Any]) -> bool:
    """Return whether a column says something: all missing, blank or texts modeled say nothing."""
    blank = ("", "wholly" if column == "text_modeled" else "")
    return not len(cells) or not all(missing(v) or _words(v, column) in blank for v in cells)


class Shown(msgspec.Struct, frozen=True):
    """A frame made ready to be looked at: HTML in a notebook, aligned text elsewhere.

    Attributes
    ----------
    frame : pandas.DataFrame
    columns : mapping of str to str, or None
        The columns shown, with their headings.
    caption : str
    sortable : bool
        Whether a notebook lets the reader sort, search and page.
    """

    frame: Any
    columns: dict[str, str] | None
    caption: str = ""
    sortable: bool = False

    def _repr_html_(self) -> str:
        if self.sortable:
            return _sortable(self.frame, self.columns, self.caption)
        return table_html(self.frame, columns=self.columns, caption=self.caption)

    def __repr__(self) -> str:
        lines = to_text(self.frame, columns=self.columns)
        return f"{self.caption}\n{lines}" if self.caption else lines


def show(
    frame: Frame,
    columns: Columns = None,
    *,
    caption: str = "",
    sortable: bool = False,
) -> Shown:
    """Return a frame made ready to be looked at, mana symbols drawn.

    Parameters
    ----------
    frame : pandas.DataFrame
    columns : mapping of str to str, or iterable of str, optional
        Which columns, with their headings; by default all that say something in some row.
    caption : str, optional
        A line above the table.
    sortable : bool
        Whether a notebook lets the reader sort, search and page (the extra ``tables``).

    Raises
    ------
    UnknownName
        If the frame lacks one of `columns`.
    MissingExtra
        If the extra ``tables`` is not installed.

    Examples
    --------
    >>> shown = mm.show(mm.room_table("Bottomless Pool").head(2), ["state", "mana_value"])
    >>> print(shown)
    state                       mana value
    ------------------------  ------------
    both locked                          0
    Bottomless Pool unlocked             1
    """
    if sortable:
        need("tables", "itables")
    frame = pandas_of(frame)
    chosen = None if columns is None else headings(frame, columns)
    return Shown(frame, chosen, caption, sortable)


def _sortable(frame: pd.DataFrame, columns: Columns, caption: str) -> str:
    """Return a frame as a table that its reader sorts; numbers stay numbers, all else is ours.

    What sorts it stands in it, so that a saved notebook needs nothing from elsewhere.
    """
    import pandas as pd
    from itables import options, to_html_datatable
    from itables.javascript import generate_init_offline_itables_html

    laid = _laid(frame, columns, fold=True)
    shown = {
        html.escape(laid.heads[c]): frame[c].reset_index(drop=True)
        if laid.sides[c] == "right"
        else [_cell(value, c) for value in cells]
        for c, cells in laid.cells.items()
    }
    made = to_html_datatable(
        pd.DataFrame(shown),
        caption=heading_html(caption) or None,
        allow_html=True,
        connected=False,
        showIndex=False,
        maxBytes=0,
        table_id=f"mtgmeld-{sha256(repr(shown).encode()).hexdigest()[:12]}",
    )
    return str(generate_init_offline_itables_html(options.dt_bundle) + made)


def _cell(value: Any, column: str) -> str:
    if isinstance(value, _Cited):
        return value.to_html()
    text = _words(value, column)
    if text and not missing(value) and (value in ("", []) or str(value) == NOTHING):
        return f"<i>{text}</i>"
    return with_symbols(text)


_SYMBOLS = re.compile(r"\\\{([0-9A-Z/]{1,9})\\\}")
# what Markdown, or the HTML and the formulas inside it, would take for markup
_MARKS = re.compile(r"[\\`*\[\]<|~$]|(?<![^\W_])_|_(?![^\W_])|&(?=#?\w+;)")


def to_html(
    frame: Frame,
    *,
    id: str = "mtgmeld-table",  # noqa: A002  (the attribute's own name)
    caption: str | None = None,
    columns: Columns = None,
) -> str:
    """Return a frame as an HTML table, mana symbols drawn, everything else escaped.

    Parameters
    ----------
    frame : pandas.DataFrame
        Any table of ours, or one with costs such as ``{2}{U}`` in its cells.
    id : str
        The table's id: letters, digits, hyphens.
    caption : str, optional
        By default the edition of the rules, where the frame knows it.
    columns : mapping of str to str, or iterable of str, optional
        Which columns, in which order; by default all that say something in some row.

    Raises
    ------
    UnknownName
        If the frame lacks one of `columns`.
    ValueError
        If the id is none that HTML allows.

    Examples
    --------
    >>> mm.to_html(mm.room_table("Bottomless Pool"), columns=["state", "mana_value"])[:6]
    '<table'
    """
    frame = pandas_of(frame)
    text = caption if caption is not None else _edition(frame)
    return table_html(frame, columns=columns, caption=text, id=id) + note_html(note_of(frame))


def note_html(note: str) -> str:
    """Return the sentence that says which texts are not modeled, as a quiet line."""
    return f'<p class="mtgmeld-note"><small>{html.escape(note)}</small></p>' if note else ""


def _edition(frame: pd.DataFrame) -> str:
    date = frame.attrs.get("edition")
    return f"rules of {date}" if date else ""


def in_markdown(text: str) -> str:
    """Return a text in one line of Markdown in which nothing is markup."""
    return _MARKS.sub(r"\\\g<0>", " ".join(text.splitlines()))


def to_text(frame: pd.DataFrame, *, columns: Columns = None, width: int | None = None) -> str:
    """Return a frame as aligned text.

    Parameters
    ----------
    frame : pandas.DataFrame
    columns : mapping of str to str, or iterable of str, optional
        By default all that say something in some row; of many rules those that tell a row from
        the others, of a column that was asked for all.
    width : int, optional
        How many letters a line may have.  In a table that is wider, what is the same in every
        row is said once above it, and cells take several lines; where that is not enough, each
        row becomes a list.

    Raises
    ------
    UnknownName
        If the frame lacks one of `columns`.
    """
    laid = _laid(frame, columns)
    heads, rows = list(laid.heads.values()), laid.texts()
    sides = list(laid.sides.values())
    natural = [
        max([len(head) + _GAP, *map(len, cells)]) for head, *cells in zip(heads, *rows, strict=True)
    ]
    above: list[str] = []
    if width is not None and _across(natural) > width and len(rows) > 1:
        rows = _joined(rows, list(laid.heads).index("zone")) if "zone" in laid.heads else rows
        same = [n for n, cells in enumerate(zip(*rows, strict=True)) if len(set(cells)) == 1]
        above = textwrap.wrap("; ".join(f"{heads[n]}: {rows[0][n]}" for n in same), width)
        kept = [n for n in range(len(heads)) if n not in same]
        heads, sides = [heads[n] for n in kept], [sides[n] for n in kept]
        natural = [natural[n] for n in kept]
        rows = [[row[n] for n in kept] for row in rows]
    widths = None if width is None else _widths(natural, heads, rows, width)
    if width is not None and widths is None:
        body = "\n\n".join(_listed(heads, row, width) for row in rows)
    else:
        body = _grid(heads, rows, "simple", sides, widths)
    return "\n".join([*above, *([""] if above else []), body])


def _joined(rows: Sequence[Sequence[str]], place: int) -> list[list[str]]:
    """Return rows that are alike but for one column as one row."""
    alike: dict[tuple[str, ...], list[str]] = {}
    for row in rows:
        alike.setdefault((*row[:place], *row[place + 1 :]), []).append(row[place])
    return [[*r[:place], ", ".join(found), *r[place:]] for r, found in alike.items()]


def _across(widths: Sequence[int]) -> int:
    return sum(widths) + _GAP * (len(widths) - 1)


def _widths(
    natural: Sequence[int], heads: Sequence[str], rows: Sequence[Sequence[str]], width: int
) -> list[int] | None:
    """Return the widths with which a table fits, the widest columns cut; None for none."""

    def longest(text: str) -> int:
        return max(map(len, text.split()), default=0)

    least = [
        max([longest(head) + _GAP, *map(longest, cells)])
        for head, *cells in zip(heads, *rows, strict=True)
    ]
    for most in range(max(natural, default=0), 0, -1):
        found = [min(n, max(low, most)) for n, low in zip(natural, least, strict=True)]
        if _across(found) <= width:
            return found
    return None


def _listed(heads: Sequence[str], row: Sequence[str], width: int) -> str:
    """Return a row as a list, a line for each column that it has something in."""
    beside = max(map(len, heads)) + _GAP
    far = beside if beside < width / 2 else _GAP
    lines = []
    for head, text in zip(heads, row, strict=True):
        if text not in ("", DASH):
            told = textwrap.indent(textwrap.fill(text, width - far), " " * far)
            lines.append(head.ljust(far) + told[far:] if far == beside else f"{head}\n{told}")
    return "\n".join(lines)


def _grid(
    heads: Sequence[str],
    rows: Sequence[Sequence[str]],
    form: str,
    sides: Sequence[str],
    widths: Sequence[int] | None = None,
) -> str:
    """Return rows of text as a table; a number such as 712.10 is text, and stays so."""
    return str(
        tabulate(
            rows,
            heads,
            tablefmt=form,
            disable_numparse=True,
            colalign=sides if rows else None,
            maxcolwidths=widths,
            # it keeps that much free of a heading
            maxheadercolwidths=None if widths is None else [w - _GAP for w in widths],
        )
    )


def to_markdown(frame: Frame, *, columns: Columns = None) -> str:
    """Return a frame as a Markdown table; costs stay text, and nothing in a cell is markup.

    Parameters
    ----------
    frame : pandas.DataFrame
    columns : mapping of str to str, or iterable of str, optional
        As for :func:`to_text`.

    Raises
    ------
    UnknownName
        If the frame lacks one of `columns`.

    Examples
    --------
    >>> print(mm.to_markdown(mm.meld_table("Graf Rats"), columns=["state", "mana_value"]))
    | state                        |   mana value |
    |:-----------------------------|-------------:|
    | front A                      |            2 |
    | front B                      |            5 |
    | melded                       |            7 |
    | copy of the melded permanent |            0 |
    """
    laid = _laid(frame, columns)
    rows = [list(map(in_markdown, row)) for row in laid.texts()]
    sides = list(laid.sides.values())
    return _grid(list(map(in_markdown, laid.heads.values())), rows, "pipe", sides) + "\n"


_LATEX = str.maketrans(
    {c: f"\\{c}" for c in "&%$#_{}"}
    | {"~": "\\textasciitilde{}", "^": "\\textasciicircum{}", "\\": "\\textbackslash{}"}
)


def to_latex(
    frame: Frame,
    *,
    columns: Columns = None,
    caption: str | None = None,
    label: str | None = None,
    macro: str | None = None,
) -> str:
    r"""Return a frame as a LaTeX table with booktabs rules.

    Parameters
    ----------
    frame : pandas.DataFrame
    columns : mapping of str to str, or iterable of str, optional
        As for :func:`to_text`.
    caption : str, optional
        As text: what LaTeX would read as a command is escaped.
    label : str, optional
    macro : str, optional
        A command for mana symbols, such as ``\mana``: ``{2}{U}`` becomes
        ``\mana{2}\mana{U}``.  Without it the braces are escaped.

    Raises
    ------
    UnknownName
        If the frame lacks one of `columns`.

    Examples
    --------
    >>> print(mm.to_latex(mm.meld_table("Graf Rats"), columns=["state", "mana_value"]))
    \begin{tabular}{lr}
    \toprule
    state & mana value \\
    \midrule
    front A & 2 \\
    front B & 5 \\
    melded & 7 \\
    copy of the melded permanent & 0 \\
    \bottomrule
    \end{tabular}
    """
    import pandas as pd

    laid = _laid(frame, columns)
    sides = "".join(side[0] for side in laid.sides.values())
    made = pd.DataFrame(laid.texts(), columns=list(laid.heads.values()))
    style = made.style.hide(axis="index").format(escape="latex")
    style = style.format_index(escape="latex", axis="columns")
    above = None if caption is None else caption.translate(_LATEX)
    text = style.to_latex(hrules=True, caption=above, label=label, column_format=sides)
    if macro is None:
        return str(text)
    return _SYMBOLS.sub(lambda m: f"{macro}{{{m[1]}}}", str(text))


# --- values ---------------------------------------------------------------------------------

# the columns that are seen of each where space is short
OBJECTS = (
    "zone controller names mana_cost mana_value colors type_line power toughness unlocked counters"
    " rules"
).split()
EVENTS = "step event name from_zone to_zone objects_moved cards_moved note rules".split()


@fills("html", State)
def state_html(state: State) -> str:
    """Return the objects of a state as a table."""
    when = f"turn {state.turn}, {whose(state.active)} {state.step}; rules of {state.edition}"
    return to_html(state.objects(), columns=OBJECTS, caption=when, id="mtgmeld-state")


@fills("html", Places)
def places_html(places: Places) -> str:
    """Return a card in every place as a table."""
    return to_html(places.frame, id="mtgmeld-places")


@fills("text", Places)
def places_text(places: Places) -> str:
    """Return a card in every place as text that fits the terminal."""
    return to_text(places.frame, width=get_terminal_size().columns)


@fills("html", Transition)
def transition_html(done: Transition) -> str:
    """Return the events of a transition as a table."""
    return to_html(done.to_frame(), columns=EVENTS[1:], id="mtgmeld-transition")


@fills("html", Scenario)
def scenario_html(scenario: Scenario) -> str:
    """Return a situation as its text."""
    return (
        f'<div class="mtgmeld-scenario"><p><b>{heading_html(scenario.title)}</b></p>'
        f"<pre>{html.escape(scenario.to_toml())}</pre></div>"
    )


@fills("html", Run)
def run_html(run: Run) -> str:
    """Return a run: what was checked, what happened, how it ended."""
    bad = len(run.failures)
    verdict = "every expectation holds" if not bad else f"{bad} expectations fail"
    checked = f"{len(run.outcomes)} checked: {verdict}"
    parts = [
        f"<p><b>{heading_html(run.scenario.title)}</b></p>",
        to_html(run.events(), columns=EVENTS, caption="what happened", id="mtgmeld-events"),
        state_html(run.final),
    ]
    if len(rows := run.expectations()):
        columns = ("where", "what", "expected", "actual", "holds")
        parts.append(to_html(rows, columns=columns, caption=checked, id="mtgmeld-expectations"))
    parts.append(note_html(run.modeled_note()))
    parts += [f"<pre>{html.escape(o.why)}</pre>" for o in run.failures if o.why]
    return f'<div class="mtgmeld-run">{"".join(parts)}</div>'


@fills("html", Explanation)
def explanation_html(why: Explanation) -> str:
    """Return an explanation as nested lists, each rule number with its gist."""
    head = heading_html(f"{why.subject} (rules of {why.edition})")
    return (
        f'<div class="mtgmeld-why"><p><b>{head}</b></p>'
        f"<ul>{_steps_html(why, why.derived)}</ul>{note_html(why.note)}</div>"
    )


def _steps_html(why: Explanation, step: Derived) -> str:
    numbers = [_rule_html(why.number(rule), why.edition) for rule in step.rules]
    rules = f" [{', '.join(numbers)}]" if numbers else ""
    policy = f" <i>(policy: {html.escape(step.policy)})</i>" if step.policy else ""
    inner = "".join(_steps_html(why, part) for part in step.parts)
    below = f"<ul>{inner}</ul>" if inner else ""
    said = with_symbols(step.in_words)
    return (
        f"<li>{html.escape(step.what)}: <b>{said}</b>"
        f" - {with_symbols(step.says)}{policy}{rules}{below}</li>"
    )
