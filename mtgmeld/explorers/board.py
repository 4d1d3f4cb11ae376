"""What an explorer shows: frames with their captions, a message, a picture, explanations."""

from __future__ import annotations

import html
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from mtgmeld.display import heading_html, headings, in_markdown, note_html, table_html, to_markdown
from mtgmeld.frames import missing, note_of, read
from mtgmeld.rules.citations import Explanation
from mtgmeld.scenario import Scenario

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

Place = tuple[int, str]

_ROW = "display:flex;flex-wrap:wrap;gap:0 2em;align-items:flex-start"
_SCROLL = "overflow-x:auto;max-width:100%"
# as wide as there is room, however wide a table in it would like to be
_FITTING = "width:0;min-width:100%"
_EMPTY = "padding:0 0.7em"
_ALERT = "border-left:4px solid;padding:0.2em 0.8em"


class Table(msgspec.Struct, frozen=True):
    """A frame on a board.

    Attributes
    ----------
    name : str
        What :attr:`Board.frames` calls it.
    frame : pandas.DataFrame
    columns : tuple of str, or mapping of str to str
        Those that are shown, with their headings; all where there is none.
    caption : str
    mark : int or None
        The row in question, from 0.
    differs : frozenset of (int, str)
        Cells, by row and column, that are marked.
    folded : bool
        Whether it opens by a click only.
    quiet : bool
        Whether the frame is there and not shown.
    reasons : mapping of (int, str) to Explanation or str
        Cells that open and say why.
    merged : str
        The column whose values stand in one cell where all else that is shown is the same.

    Examples
    --------
    >>> mm.explorers.Table("rooms", mm.room_table("Bottomless Pool"), ("state",)).name
    'rooms'
    """

    name: str
    frame: Any
    columns: tuple[str, ...] | Mapping[str, str] = ()
    caption: str = ""
    mark: int | None = None
    differs: frozenset[Place] = frozenset()
    folded: bool = False
    quiet: bool = False
    reasons: Mapping[Place, Explanation | str] = {}
    merged: str = ""

    @property
    def _headings(self) -> dict[str, str]:
        """The columns that are shown, with their headings."""
        return headings(self.frame, self.columns or list(map(str, self.frame.columns)))

    def _short(self) -> Table:
        """Return the table with rows that say the same merged into one."""
        if not self.merged:
            return self
        texts = {
            c: ["\0" if missing(v) else str(v) for v in values.tolist()]
            for c, values in read(self.frame, {**self._headings, self.merged: ""}).items()
        }
        several = texts.pop(self.merged)
        groups: dict[tuple[str, ...], list[int]] = {}
        for n, same in enumerate(zip(*texts.values(), strict=True)):
            groups.setdefault(same, []).append(n)
        at = {n: new for new, rows in enumerate(groups.values()) for n in rows}
        firsts = [rows[0] for rows in groups.values()]
        short = self.frame.iloc[firsts].reset_index(drop=True)
        short[self.merged] = [_together(several[n] for n in rows) for rows in groups.values()]
        return replace(
            self,
            frame=short,
            mark=None if self.mark is None else at[self.mark],
            differs=frozenset((at[n], c) for n, c in self.differs),
            reasons={(at[n], c): why for (n, c), why in self.reasons.items() if n in firsts},
            merged="",
        )

    def to_html(self) -> str:
        """Return the table; a cell with a reason opens by a click or by Enter.

        Examples
        --------
        >>> table = mm.explorers.Table("rooms", mm.room_table("Bottomless Pool"), ("state",))
        >>> "both locked" in table.to_html()
        True
        """
        if self.merged:
            return self._short().to_html()
        if not len(self.frame):
            said = f"<b>{heading_html(self.caption)}</b>: nothing" if self.caption else "nothing"
            return f'<p style="{_EMPTY}">{said}</p>'

        def wrap(row: int, column: str, inner: str) -> str:
            if (row, column) in self.differs:
                inner = f"<mark>{inner}</mark>"
            why = self.reasons.get((row, column))
            if why is None:
                return inner
            if isinstance(why, str):
                return f"<details><summary>{inner}</summary>{_lines(why)}</details>"
            short = '<summary style="white-space:nowrap">'
            return f"<details>{short}{inner}</summary>{why.to_html()}</details>"

        made = table_html(
            self.frame,
            columns=self._headings,
            caption="" if self.folded else self.caption,
            mark=self.mark,
            heading=True,
            wrap=wrap if self.differs or self.reasons else None,
            opens=self.reasons,
        )
        if self.folded:
            made = f"<details><summary>{heading_html(self.caption)}</summary>{made}</details>"
        # what scrolls can be reached by keyboard, and so it has a name
        label = html.escape(self.caption or self.name, quote=True)
        scrolls = f'tabindex="0" role="group" aria-label="{label}"'
        return f'<div {scrolls} style="{_SCROLL}">{made}</div>'

    def _markdown(self) -> str:
        """Return the table in Markdown, below its caption."""
        short = self._short()
        heads = self._headings
        if "text_modeled" in headings(
            short.frame, None
        ):  # the mark stands in the row that it is of
            heads = {**heads, "text_modeled": "text modeled"}
        head = f"{in_markdown(self.caption)}\n\n" if self.caption else ""
        return head + to_markdown(short.frame, columns=heads)

    def _draw(self, title: str) -> Axes:
        """Return the table as a figure."""
        from mtgmeld.figures import characteristics_card, rules_for

        # what decides is asked of the rows as they are: a row that was merged is in no table
        rules = rules_for(self.frame, "mana_value") if self.merged else None
        short = self._short().frame
        return characteristics_card(short, columns=self._headings, title=title, rules=rules)


def _together(values: Iterable[str]) -> str:
    """Return values in one; what stands before or after a comma in all of them once."""
    parts = [v.partition(", ") for v in dict.fromkeys(values)]
    heads, ends = ({p[n]: None for p in parts} for n in (0, 2))
    if len(parts) == 1 or min(len(heads), len(ends)) > 1:
        return "; ".join(map("".join, parts))
    return ": ".join(filter(None, map(", ".join, (heads, ends))))


class Board(msgspec.Struct, frozen=True):
    """What a panel shows for its choices.

    Attributes
    ----------
    title : str
        What is looked at, and how it is.
    tables : tuple of Table
    message : str
        Why the last choice could not be followed; empty where it was.
    picture : str
        An SVG drawing; empty for none.
    why : tuple of Explanation
        Explanations below the first tables, side by side where there are several.
    lead : int
        How many tables stand before the explanations.
    kept : dict
        Choices as they stand after what could not be followed was left out.
    situation : callable, optional
        Gives what is looked at as a situation.
    figure : callable, optional
        Draws what is looked at; the first table by default.

    Examples
    --------
    >>> board = mm.explorers.meld_game_view("Chittering Host", sent="destroyed")
    >>> board.title, sorted(board.frames)
    ('Chittering Host, destroyed; turn 1 of you, precombat main; on the stack: ability of Chittering
     Host; rules of 2026-09-25', ['conditions', 'events', 'objects', 'triggers', 'zones'])
    """

    title: str
    tables: tuple[Table, ...] = ()
    message: str = ""
    picture: str = ""
    why: tuple[Explanation, ...] = ()
    lead: int = 1
    kept: dict[str, Any] = {}
    situation: Callable[[], Scenario] | None = None
    figure: Callable[[], Any] | None = None

    @property
    def frames(self) -> dict[str, pd.DataFrame]:
        """The frames by their names.

        Examples
        --------
        >>> board = mm.explorers.split_cast_view("Fire // Ice")
        >>> sorted(board.frames)
        ['castable', 'events', 'objects']
        """
        return {table.name: table.frame for table in self.tables}

    def to_html(self) -> str:
        """Return message, title, picture, tables and explanations; everything is escaped.

        Examples
        --------
        >>> "<table" in mm.explorers.split_cast_view("Fire // Ice").to_html()
        True
        """
        tables = [t.to_html() for t in self._seen]
        parts = [alert(self.message)] if self.message else []
        parts.append(f"<p><b>{heading_html(self.title)}</b></p>")
        parts.append(self.picture)
        parts += tables[: self.lead]
        parts.append(side_by_side((why.to_html() for why in self.why), "16em"))
        parts += tables[self.lead :]
        parts += map(note_html, self._notes)
        return f'<div style="{_FITTING}">{"".join(parts)}</div>'

    def to_markdown(self) -> str:
        """Return title, message, tables, values with their rules and what is not modeled.

        Examples
        --------
        >>> board = mm.explorers.identity_view("Fire // Ice")
        >>> print(board.to_markdown().splitlines()[0])
        **1 card, 0 with an identity unlike the colors; rules of 2026-09-25**
        """
        parts = [f"**{in_markdown(self.title)}**\n"]
        parts += [f"{in_markdown(self.message)}\n"] if self.message else []
        parts += [t._markdown() for t in self._seen if len(t.frame)]
        for why in self.why:
            said = f"{why.subject}: {why.derived.what} {why.derived.in_words}"
            rules = f" [{', '.join(why.rules)}]" if why.rules else ""
            parts.append(f"{in_markdown(said)}{rules}\n")
        parts += [f"*{in_markdown(note)}*\n" for note in self._notes]
        return "\n".join(parts)

    def to_csv(self) -> str:
        """Return the first table, with all its columns, as CSV.

        Examples
        --------
        >>> mm.explorers.identity_view("Fire // Ice").to_csv().splitlines()[1]
        'Fire // Ice,split,...'
        """
        return str(self.tables[0].frame.to_csv(index=False, lineterminator="\n"))

    def draw(self) -> Axes:
        """Return what is looked at as a figure.

        Examples
        --------
        >>> mm.explorers.identity_view("Fire // Ice").draw()
        <Axes: ...>
        """
        return self.figure() if self.figure else self.tables[0]._draw(self.title)

    @property
    def _notes(self) -> list[str]:
        """What is not modeled of the texts that the tables are about."""
        said = dict.fromkeys(filter(None, (note_of(t.frame) for t in self.tables)))
        return [a for a in said if not any(a != b and a.removesuffix(".") in b for b in said)]

    @property
    def _seen(self) -> list[Table]:
        return [t for t in self.tables if not t.quiet]

    def __str__(self) -> str:
        said = [self.title]
        for why in self.why:
            rules = ", ".join(why.rules)
            said.append(f"{why.derived.what} {why.derived.in_words} [{rules}]")
        return f"{'; '.join(said)} ({self.message})" if self.message else "; ".join(said)


def side_by_side(parts: Iterable[str], least: str) -> str:
    """Return parts beside each other, each at least so wide; below each other on a narrow page."""
    made = list(parts)
    if len(made) < 2:
        return "".join(made)
    cells = "".join(f'<div style="flex:1 1 {least};min-width:0">{part}</div>' for part in made)
    return f'<div style="{_ROW}">{cells}</div>'


def alert(message: str) -> str:
    """Return a refusal as HTML."""
    return f'<p class="mtgmeld-refused" style="{_ALERT}">{html.escape(message)}</p>'


def _lines(text: str) -> str:
    lines = "".join(f"<div>{html.escape(line)}</div>" for line in text.splitlines())
    return f'<div class="mtgmeld-said">{lines}</div>'
