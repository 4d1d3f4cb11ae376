"""Diagrams: the states of a Room, one permanent that becomes two cards, events in order.

A unit of their Axes is an inch of the design.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, Unpack

import msgspec

from mtgmeld.arrow import Frame
from mtgmeld.errors import UnknownName
from mtgmeld.figures.registry import figure
from mtgmeld.figures.sheet import Place, Point, Sheet, known, need, rules_for, rules_of, sheet
from mtgmeld.figures.style import PALETTE, QUIET, WIDTH, balanced, fitted, wide
from mtgmeld.mana import COLOR_WORDS, ManaCost
from mtgmeld.scenario import Scenario
from mtgmeld.tables import door_word, room_table

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_ROOM = WIDTH - 0.16
_SIZE = 8.5  # points
_SMALL = 8.0
_STEP = 0.17  # inches from a line to the next
_STATES = ("", "left", "right", "left,right")
# which door leads from which state to which
_UNLOCKING = (
    *(("left", "", "left"), ("right", "", "right")),
    *(("right", "left", "left,right"), ("left", "right", "left,right")),
)
_BAND = "#f1f3f5"


class _Box:
    """Texts in a box so many inches wide, the first of them bold."""

    def __init__(self, texts: Sequence[str], width: float) -> None:
        first, *more = texts
        head = balanced(first, width - 0.15, _SIZE, "bold")
        rest = (line for text in more for line in balanced(text, width - 0.15, _SIZE))
        self.width, self.bold, self.lines = width, len(head), [*head, *rest]

    def draw(self, made: Sheet, at: Point, height: float, *, marked: bool = False) -> None:
        made.box(*at, self.width, height, marked=marked)
        made.lines(*at, self.lines, _STEP, size=_SIZE, bold=self.bold)


def _tall(boxes: Iterable[_Box]) -> float:
    """Return how high boxes are that have all the same height."""
    return (max(len(box.lines) for box in boxes) + 0.9) * _STEP


def room_states(
    frame: Frame,
    *,
    mark: str | None = None,
    triggers: Iterable[str] | None = None,
    title: str | None = None,
    rules: Iterable[str] | None = None,
    **where: Unpack[Place],
) -> Axes:
    """Draw the four lock states of a Room, with what it costs to go from one to the next.

    Parameters
    ----------
    frame : pandas.DataFrame
        Rows of one Room as :func:`mtgmeld.room_table` returns them.
    mark : str, optional
        The state to mark: ``""``, ``left``, ``right`` or ``left,right``.
    triggers : iterable of str, optional
        Names of the halves with an ability that triggers when that door is unlocked; their
        arrows say so (709.5h).  By default the frame says it, and of which half the text is
        not modeled.
    title : str, optional
        By default the Room's name, and what it is worth locked and unlocked.
    rules : iterable of str, optional
        Those of the caption; by default those that decide the values and the doors.
    **where
        As for every figure: see :class:`mtgmeld.figures.sheet.Place`.

    Raises
    ------
    UnknownName
        If the frame is of no Room or of several, lacks a column, or there is no such state.

    Examples
    --------
    >>> ax = mm.figures.room_states(mm.room_table("Bottomless Pool"), mark="left")
    >>> mm.figures.save(ax, "states.svg").name
    'states.svg'
    """
    shown = ("card", "zone", "unlocked", "state", "names", "mana_value", "colors")
    frame = need(frame, *shown, "unlock_left", "unlock_right")
    rows = frame[frame["zone"] == "battlefield"]
    names = list(dict.fromkeys(rows["card"]))
    if len(names) != 1 or set(rows["unlocked"]) != set(_STATES):
        raise UnknownName("Room in the frame", ", ".join(names) or "none", ("rows of one Room",))
    if mark is not None and mark not in _STATES:
        raise UnknownName("lock state", mark, _STATES)
    by_state = {str(r["unlocked"]): r for r in rows.to_dict("records")}
    halves = dict(zip(("left", "right"), str(names[0]).split(" // "), strict=True))
    width, gap = 2.05, 0.62
    boxes = {s: _Box(_state_words(row), width) for s, row in by_state.items()}
    height = _tall(boxes.values())
    step = height + gap
    middle, low = _ROOM / 2, height / 2 + 0.05
    places = {
        "": (middle, low),
        "left": (width / 2 + 0.05, low + step),
        "right": (_ROOM - width / 2 - 0.05, low + step),
        "left,right": (middle, low + 2 * step),
    }
    worth = [by_state[s]["mana_value"] for s in ("", "left,right")]
    found = f"{names[0]}: worth {worth[0]} to {worth[1]}"
    told = "; ".join(f"{r['state']}: {_worth(r)}" for r in by_state.values())
    costs = {side: str(by_state[""][f"unlock_{side}"]) for side in halves}
    said = {side: door_word(by_state[""], side, triggers) for side in halves}
    words = (
        f"Four lock states. {told}. Unlocking {halves['left']} costs {costs['left']},"
        f" {halves['right']} {costs['right']}; an effect that locks goes the other way."
    )
    decisive = (*rules_for(rows, "mana_value"), "709.5e", "709.5g", "709.5h")
    with sheet(
        3 * height + 2 * gap + 0.1,
        title=found if title is None else title,
        words=words,
        of=frame,
        rules=decisive if rules is None else rules,
        limits=((0, _ROOM), (0, 3 * height + 2 * gap + 0.1)),
        **where,
    ) as made:
        for state, place in places.items():
            boxes[state].draw(made, place, height, marked=state == mark)
        for side, start, end in _UNLOCKING:
            up = (places[start], places[end])
            _door(made, up, height / 2, costs[side], said[side])
    return made.ax


def _state_words(row: Mapping[Any, Any]) -> list[str]:
    called = str(row["names"]) or "no name"
    state = str(row["state"])
    named = [] if state == f"{called} unlocked" else [called.replace("; ", " and ")]
    return [state, *named, _worth(row)]


def _worth(row: Mapping[Any, Any]) -> str:
    colors = " and ".join(COLOR_WORDS[c] for c in str(row["colors"])) or "colorless"
    return f"mana value {row['mana_value']}, {colors}"


def _door(made: Sheet, up: tuple[Point, Point], half: float, cost: str, word: str) -> None:
    """Draw an arrow up from one state to another, with its cost beside it."""
    start, end = up
    lean = 0.55 if end[0] > start[0] else -0.55
    tail, head = (start[0] + lean, start[1] + half), (end[0] - lean, end[1] - half)
    made.arrow(tail, head)
    x, y = (tail[0] + head[0]) / 2, (tail[1] + head[1]) / 2
    right = x > _ROOM / 2
    by = 10 if right else -10
    made.cost(x, y, ManaCost.parse(cost), by=(by, 6 if word else 0), align=(1.0 - right, 0.5))
    if word:
        looks = {"fontsize": 7.5, "color": QUIET, "fontstyle": "italic"}
        made.beside(x, y, word, (by, -6), ha="left" if right else "right", **looks)


# --- what moves, from zone to zone -----------------------------------------------------------


class _Move(msgspec.Struct, frozen=True):
    """What happens at one moment: a line of words, and what moves at once, if anything does.

    ``starts`` and ``ends`` are zones and what stands there.
    """

    says: str
    starts: tuple[tuple[str, tuple[str, ...]], ...] = ()
    ends: tuple[tuple[str, tuple[str, ...]], ...] = ()


class _Lanes:
    """Zones beside each other, moments below each other; lengths in inches."""

    def __init__(self, moves: Sequence[_Move]) -> None:
        seen = {zone for m in moves for zone, _ in (*m.starts, *m.ends)}
        usual = ("library", "hand", "stack", "battlefield", "graveyard", "exile", "command")
        self.zones = [z for z in usual if z in seen] + sorted(seen - set(usual))
        self.wide = _ROOM / max(len(self.zones), 1)
        self.chip = min(self.wide - (0.3 if len(self.zones) > 3 else 0.45), 1.9)
        self.rows = [_Moment(move, self.chip) for move in moves]
        self.head = 0.3 if self.zones else 0.0
        self.tall = self.head + sum(row.tall for row in self.rows)

    def middle(self, zone: str) -> float:
        """Return where the lane of a zone is."""
        return (self.zones.index(zone) + 0.5) * self.wide

    def draw(self, made: Sheet) -> None:
        """Draw it all from the top, 0, down."""
        fits = min(1.0, min((self.wide / wide(z, _SIZE, "bold") for z in self.zones), default=1.0))
        for zone in self.zones:
            made.text(self.middle(zone), 0.13, zone, size=_SIZE * fits, fontweight="bold")
        top = self.head
        for row in self.rows:
            for n, line in enumerate(row.said):
                made.text(0.04, top + 0.12 + 0.15 * n, line, size=_SMALL, ha="left", color=QUIET)
            if any(row.sides):
                self._draw_move(made, row, top + 0.1 + 0.15 * len(row.said), top + row.tall - 0.04)
            top += row.tall

    def _draw_move(self, made: Sheet, row: _Moment, top: float, low: float) -> None:
        from matplotlib.patches import Rectangle

        for n in range(len(self.zones)):
            across = (n * self.wide + 0.03, top), self.wide - 0.06, low - top
            made.ax.add_patch(Rectangle(*across, facecolor=_BAND, edgecolor="none", zorder=0))
        starts, ends = (
            [
                (self.middle(zone), top + (n + 0.5) * (low - top) / len(side))
                for n, (zone, _) in enumerate(side)
            ]
            for side in row.sides
        )
        boxes = (box for side in row.sides for _, box in side)
        for box, place in zip(boxes, (*starts, *ends), strict=True):
            box.draw(made, place, row.height)
        pairs = zip(starts * len(ends) if len(starts) == 1 else starts, ends, strict=False)
        for (x, y), (to, end) in pairs:
            half = self.chip / 2 if to > x else -self.chip / 2
            if abs(to - x) > self.chip:
                made.arrow((x + half, y), (to - half, end), color=PALETTE[0], width=1.5)


class _Moment:
    """A move as it is drawn: its words, and the boxes at both of its ends by their zones."""

    def __init__(self, move: _Move, chip: float) -> None:
        self.said = fitted(move.says, _ROOM - 0.2, _SMALL)
        self.sides = [[(z, _Box(w, chip)) for z, w in side] for side in (move.starts, move.ends)]
        self.tall = 0.1 + 0.15 * len(self.said)
        if most := max(map(len, self.sides)):
            self.height = _tall(box for side in self.sides for _, box in side)
            self.tall += most * (self.height + 0.1) + 0.12


def _draw_moves(moves: Sequence[_Move], **said: Any) -> Axes:
    lanes = _Lanes(moves)
    with sheet(lanes.tall, limits=((0, _ROOM), (lanes.tall, 0)), **said) as made:
        lanes.draw(made)
    return made.ax


def one_permanent_two_cards(
    permanent: str,
    cards: Sequence[str],
    zones: Sequence[str],
    *,
    objects: int = 1,
    edition: str,
    rules: Iterable[str],
    note: str = "",
    title: str = "One permanent leaves, two cards arrive",
    **where: Unpack[Place],
) -> Axes:
    """Draw how a melded permanent leaves: one object on the left, its cards on the right.

    Parameters
    ----------
    permanent : str
        What left.
    cards : sequence of str
        What arrived, in order.
    zones : sequence of str
        Where each card went.
    objects : int
        How many objects moved (712.21e).
    edition : str
    rules : iterable of str
        Rules that the move rests on, in the numbers of the edition.
    note : str
        What replaced it, who chose.
    title : str
    **where
        As for every figure: see :class:`mtgmeld.figures.sheet.Place`.

    Examples
    --------
    >>> ax = mm.figures.one_permanent_two_cards(
    ...     "Chittering Host",
    ...     ["Graf Rats", "Midnight Scavengers"],
    ...     ["graveyard", "graveyard"],
    ...     edition="2026-09-25",
    ...     rules=["712.21", "712.21e"],
    ... )
    >>> mm.figures.save(ax, "leaves.svg").name
    'leaves.svg'
    """
    counted = f"{objects} object{'' if objects == 1 else 's'} moves, {len(cards)} cards"
    went = "; ".join(f"{c} to {z}" for c, z in zip(cards, zones, strict=True))
    move = _Move(
        f"{counted}; {note}" if note else counted,
        (("battlefield", (permanent, "one object" if objects == 1 else f"{objects} objects")),),
        tuple((zone, (card, "a card")) for zone, card in zip(zones, cards, strict=True)),
    )
    words = f"{permanent} leaves the battlefield as {counted}: {went}. {note}"
    return _draw_moves([move], words=words, edition=edition, rules=rules, title=title, **where)


def event_timeline(
    frame: Frame,
    *,
    title: str = "What happened",
    rules: Iterable[str] | None = None,
    **where: Unpack[Place],
) -> Axes:
    """Draw events from top to bottom: moves from zone to zone, all of them in words.

    What one action moves the same way at once stands side by side.

    Parameters
    ----------
    frame : pandas.DataFrame
        Events as :meth:`mtgmeld.scenario.Run.events` returns them.
    title : str
    rules : iterable of str, optional
        Those of the caption; by default those that the moves rest on.
    **where
        As for every figure: see :class:`mtgmeld.figures.sheet.Place`.

    Raises
    ------
    UnknownName
        If the frame lacks a column of events.

    Examples
    --------
    >>> rats = mm.Scenario("It dies").start("Graf Rats")
    >>> run = rats.step("destroy", object="Graf Rats").play()
    >>> mm.figures.save(mm.figures.event_timeline(run.events()), "events.svg").name
    'events.svg'
    """
    moved = ("from_zone", "to_zone", "objects_moved", "cards_moved")
    frame = need(frame, "step", "seq", "event", "object", "name", "became", *moved)
    events = frame.to_dict("records")
    names = {known(e["object"]): known(e["name"]) for e in events if known(e["object"])}
    moves = [_moved(list(group), names) for _, group in groupby(events, _together)]
    told = "; ".join(m.says for m in moves)
    moving = frame[frame["to_zone"].notna()]
    return _draw_moves(
        moves,
        words=f"Events in order: {told}.",
        rules=rules_of(moving if len(moving) else frame) if rules is None else rules,
        title=title,
        of=frame,
        **where,
    )


def _together(row: Mapping[Any, Any]) -> tuple[Any, ...]:
    """Return what events have in common that are drawn as one."""
    way = tuple(known(row[c]) for c in ("step", "event", "from_zone", "to_zone"))
    at_once = way[1] == "move" and "library" not in way
    return way if at_once else (*way, row["seq"])


def _moved(group: Sequence[Mapping[Any, Any]], names: Mapping[str, str]) -> _Move:
    """Return events that are one moment; a permanent of two cards arrives as what it became."""
    starts, ends = [], []
    for row in group:
        name, start, end = (known(row[c]) for c in ("name", "from_zone", "to_zone"))
        if start:
            starts.append((start, (name,)))
        if end:
            became = [names.get(n, name) for n in known(row["became"]).split("; ")]
            ends += [(end, (n,)) for n in became]
    return _Move(_event_text(group), tuple(starts), tuple(ends))


def _event_text(group: Sequence[Mapping[Any, Any]]) -> str:
    said = []
    for row in group:
        cards, objects = known(row["cards_moved"]), known(row["objects_moved"])
        counts = f" ({objects} object, {cards} cards)" if objects and cards != objects else ""
        said.append(f"{row['name']}{counts}")
    at_once = " at once" if len(group) > 1 else ""
    return f"{group[0]['event']}{at_once}: {' and '.join(said)}"


# --- those with data of their own -----------------------------------------------------------


@figure("room_states")
def _room(**how: Any) -> Axes:
    """The four lock states of a Room, with costs and triggers on the arrows."""
    return room_states(room_table("Unholy Annex // Ritual Chamber"), **how)


@figure("melded_leaves")
def _dies(**how: Any) -> Axes:
    """A melded permanent dies: one permanent, two cards."""
    order = ["Graf Rats", "Midnight Scavengers"]
    run = (
        Scenario("Chittering Host dies")
        .start("Chittering Host", id="host")
        .step("destroy", object="host", order=order)
        .play()
    )
    move = run.events().iloc[0]
    return one_permanent_two_cards(
        str(move["name"]),
        [run.final.name_of(i) for i in run.final.in_zone("graveyard", "you")],
        ["graveyard"] * 2,
        objects=int(move["objects_moved"]),
        edition=run.final.edition.date,
        rules=str(move["rules"]).split(", "),
        note="its owner chose their order",
        **how,
    )


@figure("blink_timeline", title="Exiled as one permanent, Chittering Host returns as two")
def _blink(**how: Any) -> Axes:
    """A melded permanent is exiled and returns as two permanents."""
    run = (
        Scenario("Chittering Host is exiled until the end step")
        .start("Chittering Host", id="host")
        .step("blink", object="host", until="end")
        .step("next step", to="end")
        .step("resolve")
        .play()
    )
    events = run.events()
    events = events[~events["event"].isin(["step", "removed"])]
    return event_timeline(events, **how)
