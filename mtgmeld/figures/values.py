"""Mana values: a bar a state, melded pairs as sums, the halves of all Rooms."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Unpack

import msgspec
from msgspec.structs import replace

from mtgmeld.arrow import Frame
from mtgmeld.figures.registry import figure
from mtgmeld.figures.sheet import Place, Sheet, known, need, rules_for, sheet
from mtgmeld.figures.style import HATCHES, INK, LINE, PALETTE, QUIET, WIDTH, balanced, fitted, wide
from mtgmeld.mana import ManaCost
from mtgmeld.tables import dfc_table, meld_table, room_table, split_table

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

_ROW = 0.27  # inches
_NAMES = 1.9  # inches that names beside bars may take
_COST = 9.5  # points


class _Bar(msgspec.Struct, frozen=True):
    label: str
    where: tuple[str, ...]
    value: float | None
    cost: ManaCost | None

    @property
    def group(self) -> str:
        """The heading that it stands under."""
        return ", ".join(self.where)

    @property
    def part(self) -> str:
        """What has a color of its own: a card, where there are several."""
        return self.where[0] if self.where else ""

    @property
    def number(self) -> str:
        return "none" if self.value is None else f"{self.value:g}"

    @property
    def beside(self) -> float:
        """How much stands to the right of the bar, in inches."""
        symbols = 1.2 * _COST * len(self.cost.symbols) + 5 if self.cost else 0
        return wide(self.number, 9, "bold") + (symbols + 8) / 72

    def __str__(self) -> str:
        where = f"{self.group}, {self.label}" if self.group else self.label
        return f"{where}: {self.number}" + (f" from {self.cost}" if self.cost else "")


def value_by_state(
    frame: Frame,
    *,
    value: str = "mana_value",
    state: str = "state",
    group: str | None = None,
    cost: str | None = "mana_cost",
    title: str | None = None,
    rules: Iterable[str] | None = None,
    **where: Unpack[Place],
) -> Axes:
    """Draw a number for each state of a frame as bars, from top to bottom in its order.

    Parameters
    ----------
    frame : pandas.DataFrame
        Such as :func:`mtgmeld.room_table` returns.  ``frame.attrs["edition"]`` and the
        column ``rules`` fill the caption.
    value, state : str
        The columns of the number and of the words for each bar.
    group : str, optional
        A column that parts the bars into groups (``card``, ``zone``), each with its own
        color and hatch and a heading; by default those that a table of several cards or zones
        has.
    cost : str, optional
        A column of mana costs, drawn as symbols beside the number; None for none.
    title : str, optional
    rules : iterable of str, optional
        The rule numbers of the caption; by default those that the value rests on.
    **where
        As for every figure: see :class:`mtgmeld.figures.sheet.Place`.

    Raises
    ------
    UnknownName
        If the frame lacks `value`, `state` or `group`.

    Examples
    --------
    >>> rooms = mm.room_table("Bottomless Pool").query("zone == 'battlefield'")
    >>> ax = mm.figures.value_by_state(rooms, title="Two doors")
    >>> mm.figures.save(ax, "values.svg").name
    'values.svg'
    """
    frame = need(frame, value, state, *((group,) if group else ()))
    bars = _bars(frame, value, state, [group] if group else _parted(frame, state), cost)
    if not group:
        bars = _merged(bars)
    parts = list(dict.fromkeys(b.part for b in bars))
    labels = ["\n".join(balanced(b.label, _NAMES, 9)) for b in bars]
    names = max((wide(line, 9) for label in labels for line in label.split("\n")), default=0)
    room = WIDTH - names - 0.5
    places, heads, last = _places(bars, labels, room)
    what = value.replace("_", " ")
    words = title if title is not None else _finding(what, bars)
    with sheet(
        0.45 + _ROW * last,
        title=words,
        words=f"Bars of {what}. {'; '.join(map(str, bars))}.",
        of=frame,
        rules=rules_for(frame, value) if rules is None else rules,
        **where,
    ) as made:
        ax = made.ax
        for bar, place in zip(bars, places, strict=True):
            _draw_bar(made, bar, place, parts.index(bar.part))
        for name, place in heads.items():
            note = made.beside(
                0, place + 0.12, name, fontsize=9, fontweight="bold", linespacing=1.2
            )
            note.xycoords = ax.get_yaxis_transform()
        _scale(ax, what, places, labels, last, _limit(bars, made.width - names - 0.3))
    return ax


def _scale(
    ax: Axes, what: str, places: Iterable[float], labels: Iterable[str], last: float, limit: float
) -> None:
    """Give bars that lie below each other their labels, and below them a scale."""
    ax.set_yticks([*places], [*labels])
    ax.set_ylim(last - 0.4, -0.6)
    ax.set_xlim(0, limit)
    ax.locator_params(axis="x", integer=True)
    ax.grid(axis="x", color=LINE)
    ax.tick_params(axis="y", length=0)
    ax.set_xlabel(what)


def _finding(what: str, bars: Sequence[_Bar]) -> str:
    """Return what the bars show: the lowest and the highest value, and where they are."""
    known_ones = [b for b in bars if b.value is not None]
    if not known_ones:
        return what.capitalize()
    low, high = (pick(known_ones, key=lambda b: b.value or 0) for pick in (min, max))
    if low.value == high.value:
        return f"{what.capitalize()} {low.number} throughout"
    return f"{what.capitalize()} from {low.number} ({low.label}) to {high.number} ({high.label})"


def _parted(frame: pd.DataFrame, state: str) -> list[str]:
    """Return the columns that part a table of several cards, and of several zones."""
    if "table" not in frame.attrs or state != "state":
        return []
    found = [c for c in ("card", "zone") if c in frame.columns and frame[c].nunique() > 1]
    return [] if "result" in frame.columns else found


def _bars(
    frame: pd.DataFrame, value: str, state: str, group: Sequence[str], cost: str | None
) -> list[_Bar]:
    import pandas as pd

    return [
        _Bar(
            str(row[state]),
            tuple(str(row[g]) for g in group),
            None if pd.isna(row[value]) else float(row[value]),
            ManaCost.parse(text) if cost and (text := known(row.get(cost))) else None,
        )
        for row in frame.to_dict("records")
    ]


def _merged(bars: Sequence[_Bar]) -> list[_Bar]:
    """Return bars with zones in which a card is the same put together."""
    groups: dict[tuple[str, ...], list[_Bar]] = {}
    for bar in bars:
        groups.setdefault(bar.where, []).append(bar)
    alike: dict[Any, list[str]] = {}
    for where, own in groups.items():
        same = (where[:-1], tuple(replace(b, where=()) for b in own))
        alike.setdefault(same, []).extend(where[-1:])
    return [
        replace(bar, where=(*where, *([", ".join(zones)] if zones else [])))
        for (where, own), zones in alike.items()
        for bar in own
    ]


def _places(
    bars: Sequence[_Bar], labels: Sequence[str], room: float
) -> tuple[list[float], dict[str, float], float]:
    """Return the height at which each bar and each heading stands, and that of all."""
    at = 0.0
    places: list[float] = []
    heads: dict[str, float] = {}
    now: tuple[str, ...] = ()
    for bar, label in zip(bars, labels, strict=True):
        if bar.where != now:
            now = bar.where
            lines = fitted(bar.group, room, 9, "bold")
            heads["\n".join(lines)] = at + 0.25 * (len(lines) - 1)
            at += 1 + 0.5 * (len(lines) - 1)
        more = 0.5 * label.count("\n")
        places.append(at + more / 2)
        at += 1 + more
    return places, heads, at


def _limit(bars: Sequence[_Bar], room: float) -> float:
    """Return how far the axis goes, so that numbers and costs have room beside their bars."""
    widest = max((b.value for b in bars if b.value), default=1)
    free = max(room, 1.0)
    limits = (b.value / (1 - b.beside / free) for b in bars if b.value and b.beside < 0.8 * free)
    return max(widest * 1.45, *limits, 0)


def _draw_bar(made: Sheet, bar: _Bar, place: float, series: int) -> None:
    look = series % len(PALETTE)
    if bar.value:
        made.ax.barh(
            place,
            bar.value,
            height=0.68,
            color=PALETTE[look],
            hatch=HATCHES[look],
            edgecolor=INK,
        )
    if bar.value is None:
        made.beside(0, place, bar.number, style="italic", color=QUIET)
        return
    note = made.beside(bar.value, place, bar.number, fontweight="bold", bbox=_CLEAR)
    if bar.cost:
        made.cost(1, 0.5, bar.cost, size=_COST, by=(5, 0), xycoords=note, align=(0.0, 0.5))


# no line of the grid goes through a number
_CLEAR = {"facecolor": "white", "edgecolor": "none", "pad": 0.5}


def meld_values(
    frame: Frame,
    *,
    title: str = "Melded, both fronts count; a copy has 0",
    **where: Unpack[Place],
) -> Axes:
    """Draw the mana value of each melded permanent as the sum of its two front faces.

    Parameters
    ----------
    frame : pandas.DataFrame
        A table as :func:`mtgmeld.meld_table` returns it.
    title : str
    **where
        As for every figure: see :class:`mtgmeld.figures.sheet.Place`.

    Raises
    ------
    UnknownName
        If the frame lacks ``result``, ``state`` or ``mana_value``.

    Examples
    --------
    >>> ax = mm.figures.meld_values(mm.meld_table())
    >>> mm.figures.save(ax, "melded.svg").name
    'melded.svg'
    """
    frame = need(frame, "result", "state", "mana_value")
    table = frame.pivot(index="result", columns="state", values="mana_value")
    table = table.loc[list(dict.fromkeys(frame["result"]))]
    states = ("front A", "front B", "melded", "copy of the melded permanent")
    first, second, melded, copies = ([float(v) for v in table[s]] for s in states)
    rows = list(zip(table.index, first, second, melded, copies, strict=True))
    words = "; ".join(
        f"{name}: {one:g} and {two:g} give {total:g}, a copy has {copy:g}"
        for name, one, two, total, copy in rows
    )
    with sheet(
        0.75 + 0.3 * len(rows),
        title=title,
        words=f"Bars of mana value in two parts. {words}.",
        of=frame,
        rules=rules_for(frame, "mana_value"),
        **where,
    ) as made:
        ax = made.ax
        places = range(len(rows))
        looks: list[dict[str, Any]] = [
            {"facecolor": PALETTE[0]},
            {"facecolor": PALETTE[1], "hatch": HATCHES[1]},
        ]
        diamond: dict[str, Any] = {"marker": "D", "color": "white", "markeredgecolor": INK}
        diamond |= {"markersize": 6 * made.scale}
        ax.barh(places, first, 0.66, edgecolor=INK, **looks[0])
        ax.barh(places, second, 0.66, left=first, edgecolor=INK, **looks[1])
        ax.plot(copies, places, linestyle="", clip_on=False, zorder=3, **diamond)
        for place, total in zip(places, melded, strict=True):
            made.beside(total, place, f"{total:g}", fontweight="bold", bbox=_CLEAR)
        made.explain_mark("card with meld", **looks[0])
        made.explain_mark("its counterpart", **looks[1])
        made.explain_mark("copy of the result", **diamond)
        names = ["\n".join(fitted(n, _NAMES, 9)) for n in table.index]
        _scale(ax, "mana value", places, names, len(rows), max(melded, default=1) * 1.12)
        ax.tick_params(axis="y", pad=8 * made.scale)
    return ax


def left_against_right(
    frame: Frame,
    *,
    title: str | None = None,
    **where: Unpack[Place],
) -> Axes:
    """Draw all Rooms of a table by the mana values of their halves; a number counts them.

    Parameters
    ----------
    frame : pandas.DataFrame
        A table as :func:`mtgmeld.room_table` returns it.
    title : str
    **where
        As for every figure: see :class:`mtgmeld.figures.sheet.Place`.

    Raises
    ------
    UnknownName
        If the frame lacks ``card``, ``unlocked`` or ``mana_value``.

    Examples
    --------
    >>> ax = mm.figures.left_against_right(mm.room_table())
    >>> mm.figures.save(ax, "halves.svg").name
    'halves.svg'
    """
    frame = need(frame, "card", "unlocked", "mana_value")
    halves = frame[frame["unlocked"].isin(["left", "right"])]
    table = halves.pivot(index="card", columns="unlocked", values="mana_value")
    counted = Counter((int(r["left"]), int(r["right"])) for r in table.to_dict("records"))
    top = max((max(place) for place in counted), default=1) + 1
    words = "; ".join(
        f"left {left}, right {right}: {count}" for (left, right), count in sorted(counted.items())
    )
    more = sum(count for (left, right), count in counted.items() if right > left)
    found = f"In {more} of {counted.total()} Rooms the right half costs more"
    with sheet(
        WIDTH - 0.5,
        title=found if title is None else title,
        words=f"Points with the number of Rooms at each. {words}.",
        of=frame,
        rules=rules_for(halves, "mana_value"),
        **where,
    ) as made:
        ax = made.ax
        for total in range(2, 2 * top, 2):
            ax.plot([0, total], [total, 0], color=LINE, linewidth=0.8 * made.scale, zorder=0)
            if total >= top + 6:
                continue
            at = (total - 0.55, 0.55) if total < top else (top - 0.7, total - top + 0.7)
            made.text(
                *at,
                f"both {total}",
                size=7.5,
                rotation=-45,
                rotation_mode="anchor",
                color=QUIET,
                bbox=_CLEAR,
                zorder=0.5,
            )
        for (left, right), count in sorted(counted.items()):
            ax.plot(
                left,
                right,
                "o",
                markersize=15 * made.scale,
                color=PALETTE[3],
                markeredgecolor=INK,
                markeredgewidth=made.scale,
            )
            made.text(left, right, str(count), size=9, va="center_baseline", fontweight="bold")
        ax.set(xlim=(0, top), ylim=(0, top), aspect="equal")
        ax.set_xlabel("mana value of the left half")
        ax.set_ylabel("mana value of the right half")
    return ax


# --- those with data of their own -----------------------------------------------------------


@figure("meld_values")
def _all_melded(**how: Any) -> Axes:
    """The mana values of all melded permanents, as sums of two front faces."""
    return meld_values(meld_table(), **how)


@figure("rooms_left_right")
def _all_rooms(**how: Any) -> Axes:
    """All Rooms, the mana value of the left half against that of the right."""
    return left_against_right(room_table(), **how)


@figure("room_values", title="Locked, Bottomless Pool // Locker Room is worth 0")
def _room(**how: Any) -> Axes:
    """Mana value of a Room on the battlefield, by its lock state."""
    frame = room_table("Bottomless Pool // Locker Room")
    return value_by_state(frame[frame["zone"] == "battlefield"], **how)


@figure("split_values", title="Off the stack both halves count")
def _split_cards(**how: Any) -> Axes:
    """Mana value of a plain, a fuse and an aftermath card, in hand and on the stack."""
    frame = split_table(["Fire // Ice", "Wear // Tear", "Cut // Ribbons"])
    frame = frame[frame["zone"].isin(["hand", "stack"])]
    return _by_card(frame, {"the card": "in hand"}, **how)


@figure("dfc_values", title="Only a modal back has a mana value of its own")
def _double_faced(**how: Any) -> Axes:
    """Mana values of a nonmodal and a modal double-faced card, faces and copies."""
    frame = dfc_table(["Huntmaster of the Fells", "Valki, God of Lies"])
    frame = frame[frame["zone"].isin(["hand", "battlefield"])]
    short = {"the card": "in hand"}
    for card in dict.fromkeys(frame["card"]):
        front, back = card.split(" // ")
        short |= {f"{front} permanent": "front face up", f"{back} permanent": "back face up"}
        short |= {f"copy of {back}": "copy of the back"}
        short |= {f"token copy of {back}": "token copy of the back"}
    return _by_card(frame, short, **how)


def _by_card(frame: pd.DataFrame, words: Mapping[str, str], **how: Any) -> Axes:
    """Draw the values of several cards, states called by other words."""
    rules = rules_for(frame, "mana_value")
    return value_by_state(frame.replace({"state": words}), group="card", rules=rules, **how)


@figure("editions", title="Fire // Ice in hand: two mana values in 2017, now a sum")
def _then_and_now(**how: Any) -> Axes:
    """The mana value of a split card in hand under the rules of 2017 and of today."""
    import pandas as pd

    parts: list[pd.DataFrame] = []
    rules: list[str] = []
    for date, word in (("2017-01-20", "January 2017"), (None, "today")):
        frame = split_table("Fire // Ice", edition=date)
        frame = frame[frame["zone"] == "hand"]
        rules += rules_for(frame, "mana_value")
        part = frame["half"].fillna("the card")
        parts.append(frame.assign(group=f"rules of {word}", state=part))
    both = pd.concat(parts, ignore_index=True)
    both.attrs["edition"] = f"{parts[0].attrs['edition']} and of {parts[1].attrs['edition']}"
    return value_by_state(both, group="group", rules=rules, **how)
