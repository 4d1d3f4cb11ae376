"""Figures: what they draw, their captions and words, and the same bytes each time."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import matplotlib as mpl
import pandas as pd
import pytest
from click.testing import CliRunner
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.offsetbox import AnnotationBbox, DrawingArea
from PIL import Image

import mtgmeld as mm
from mtgmeld import errors
from mtgmeld.cards import Card, Face, MeldPair
from mtgmeld.cli.figures import figures as command
from mtgmeld.figures import (
    FIGURES,
    alt_text,
    caption,
    characteristics_card,
    color_against_identity,
    draw,
    event_timeline,
    exploration_graph,
    left_against_right,
    meld_values,
    one_permanent_two_cards,
    render,
    room_states,
    save,
    style,
    to_html,
    value_by_state,
)
from mtgmeld.figures.style import HATCHES, PALETTE
from mtgmeld.game import actions as A
from mtgmeld.mana import ManaCost
from mtgmeld.registry import Registry

mpl.use("agg")


@pytest.fixture(autouse=True)
def _closed() -> Iterator[None]:
    before = dict(mpl.rcParams)
    yield
    plt.close("all")
    assert dict(mpl.rcParams) == before, "a figure changed the user's settings"


def frame(**columns: Any) -> pd.DataFrame:
    made = pd.DataFrame(columns)
    made["mana_value"] = made["mana_value"].astype("Int64")
    made.attrs["edition"] = "2017-04-28"
    return made


@pytest.fixture
def rooms() -> pd.DataFrame:
    return frame(
        state=["both locked", "A unlocked", "both unlocked", "unknown"],
        names=["", "A", "A; B", pd.NA],
        mana_cost=[pd.NA, "{1}{U}", "{4}{U/B}{U}", pd.NA],
        mana_value=[0, 2, 6, pd.NA],
        rules=["709.5, 202.3a", "709.5, 202.3", "202.3d, 709.4b", "104.3"],
    )


def widths(ax: Axes) -> list[float]:
    return [p.get_width() for p in ax.patches if hasattr(p, "get_width")]


def texts(ax: Axes) -> list[str]:
    assert ax.figure is not None
    root = ax.get_figure(root=True)
    assert root is not None
    return [t.get_text() for t in root.findobj(mpl.text.Text) if t.get_text()]


def costs(ax: Axes) -> int:
    """Return how many costs are drawn."""
    boxes = [a.offsetbox for a in ax.get_children() if isinstance(a, AnnotationBbox)]
    return sum(isinstance(b, DrawingArea) for b in boxes)


def test_bars_have_the_values_and_no_value_is_no_zero(rooms: pd.DataFrame) -> None:
    ax = value_by_state(rooms)
    assert widths(ax) == [2.0, 6.0]
    assert [t.get_text() for t in ax.get_yticklabels()] == list(rooms["state"])
    assert {"0", "2", "6", "none"} <= set(texts(ax))
    assert costs(ax) == 2


def test_the_caption_states_rules_in_order_and_the_edition(rooms: pd.DataFrame) -> None:
    ax = value_by_state(rooms)
    said = [t for t in texts(ax) if "Edition" in t]
    assert [" ".join(t.split()) for t in said] == [
        "Rules 104.3, 202.3, 202.3a, 202.3d, 709.4b, 709.5. Edition of 2017-04-28."
    ]
    one = value_by_state(rooms, rules=["202.3d"])
    assert "Rule 202.3d. Edition of 2017-04-28." in texts(one)


def test_words_for_who_cannot_see_it(rooms: pd.DataFrame) -> None:
    ax = value_by_state(rooms, title="A // B")
    words = alt_text(ax)
    assert words.startswith("A // B: ")
    for part in ("both locked: 0", "A unlocked: 2 from {1}{U}", "unknown: none"):
        assert part in words
    root = ElementTree.fromstring(render(ax, "svg"))
    space = "{http://www.w3.org/2000/svg}"
    assert root.get("role") == "img"
    assert root.findtext(f"{space}title") == "A // B"
    assert "A unlocked: 2" in (root.findtext(f"{space}desc") or "")


def test_a_drawing_of_ones_own_says_its_title_and_labels(rooms: pd.DataFrame) -> None:
    figure, pair = plt.subplots(1, 2)
    value_by_state(rooms, title="", ax=pair[0])
    pair[1].set(title="Mine", xlabel="x", ylabel="y")
    assert alt_text(pair[1]) == "Mine: x, y"
    assert alt_text(pair[0]).startswith("Bars of mana value. both locked: 0;")
    assert alt_text(figure).startswith("Mine: Bars of mana value.")
    assert alt_text(plt.figure()) == ""


def test_groups_have_headings_and_differ_without_color(rooms: pd.DataFrame) -> None:
    both = pd.concat([rooms.assign(card="X"), rooms.assign(card="Y")], ignore_index=True)
    ax = value_by_state(both, group="card")
    assert {"X", "Y"} <= set(texts(ax))
    looks = [(p.get_facecolor(), p.get_hatch()) for p in ax.patches if hasattr(p, "get_width")]
    assert len(set(looks)) == 2
    assert len({hatch for _, hatch in looks}) == 2
    ticks = list(ax.get_yticks())
    assert ticks == sorted(set(ticks)), "no bar lies on a heading or another bar"


def test_series_stay_apart_in_gray() -> None:
    def gray(color: str) -> float:
        r, g, b = (int(color[i : i + 2], 16) for i in (1, 3, 5))
        return 0.299 * r + 0.587 * g + 0.114 * b

    assert len(set(HATCHES)) == len(HATCHES) == len(PALETTE)
    for one, two in pairwise(PALETTE):
        assert abs(gray(one) - gray(two)) > 30


def test_a_missing_column_is_named_with_those_there_are(rooms: pd.DataFrame) -> None:
    with pytest.raises(errors.UnknownName, match="toughness"):
        value_by_state(rooms, value="toughness")
    with pytest.raises(errors.UnknownName, match="zone"):
        characteristics_card(rooms, columns=["zone"])
    with pytest.raises(errors.UnknownName, match="result"):
        meld_values(rooms)
    with pytest.raises(errors.UnknownName, match="card"):
        left_against_right(rooms)


@pytest.mark.parametrize("draw", [room_states, event_timeline, characteristics_card])
@pytest.mark.parametrize(
    "frame", [pd.DataFrame({"other": [1]}), pd.DataFrame()], ids=["one", "none"]
)
def test_a_frame_of_another_kind_is_refused_in_words(draw: Any, frame: pd.DataFrame) -> None:
    with pytest.raises(errors.UnknownName, match="There is no column called '"):
        draw(frame)


# the columns that a figure draws without, by what it says and cites
IDLE: dict[Any, set[str]] = {
    room_states: {
        *("cast", "mana_cost", "type_line", "trigger_left", "trigger_right"),
        *("color_identity", "text_modeled", "rules"),
    },
    event_timeline: {"player", "note", "text_modeled", "rules"},
}


@pytest.mark.parametrize("draw", IDLE)
def test_a_frame_that_lacks_any_one_column_is_refused_by_its_name(draw: Any) -> None:
    run = mm.Scenario("it dies").start("Graf Rats").step("destroy", object="Graf Rats").play()
    whole = mm.room_table("Bottomless Pool") if draw is room_states else run.events()
    for column in whole.columns:
        less = whole.drop(columns=column)
        if column in IDLE[draw]:
            assert draw(less)
            continue
        with pytest.raises(errors.UnknownName, match=f"There is no column called '{column}'"):
            draw(less)
    assert IDLE[draw] < set(whole.columns)


RISE = "Mana value from 0 (both locked) to 6 (both unlocked)"


def test_given_axes_are_drawn_on_and_nothing_else_is_made(rooms: pd.DataFrame) -> None:
    figure, pair = plt.subplots(1, 2)
    assert value_by_state(rooms, ax=pair[0]) is pair[0]
    assert characteristics_card(rooms, ax=pair[1]) is pair[1]
    assert plt.get_fignums() == [figure.number]
    assert {RISE, "Characteristics"} <= {" ".join(t.split()) for t in texts(pair[0])}
    words = alt_text(figure)
    assert RISE in words
    assert "Characteristics" in words


def test_an_empty_frame_is_drawn_as_nothing(rooms: pd.DataFrame) -> None:
    nothing = rooms.iloc[:0]
    assert widths(value_by_state(nothing)) == []
    assert render(characteristics_card(nothing), "svg")


def test_a_card_shows_each_cell_and_costs_as_symbols(rooms: pd.DataFrame) -> None:
    ax = characteristics_card(rooms, title="A // B")
    shown = set(texts(ax))
    assert {"state", "names", "cost", "mana value", "both locked", "A; B", "6", "A // B"} <= shown
    assert "{1}{U}" not in shown
    assert costs(ax) == 2
    assert "state both locked, names none, cost none, mana value 0" in alt_text(ax)


def test_meld_values_are_sums() -> None:
    pair = frame(
        result=["R"] * 4,
        state=["front A", "front B", "melded", "copy of the melded permanent"],
        mana_value=[2, 5, 7, 0],
        rules=["202.3c"] * 4,
    )
    ax = meld_values(pair)
    assert sorted(widths(ax)) == [2.0, 5.0]
    assert "7" in texts(ax)
    assert "R: 2 and 5 give 7, a copy has 0" in alt_text(ax)


def test_what_moves_at_once_stands_side_by_side_in_the_lanes_of_its_zones() -> None:
    """712.21, 712.21e: one object leaves, two cards arrive; later both return at once."""
    ax = draw("blink_timeline")
    drawn = {
        word: [t.get_position() for t in ax.texts if t.get_text() == word]
        for word in ("battlefield", "exile", "Chittering Host", "Graf Rats", "Midnight Scavengers")
    }
    (play, _), (away, _) = drawn["battlefield"][0], drawn["exile"][0]
    assert [x for x, _ in drawn["Chittering Host"]] == [play]
    rats, scavengers = drawn["Graf Rats"], drawn["Midnight Scavengers"]
    assert sorted(x for x, _ in rats) == sorted(x for x, _ in scavengers) == [play, away, away]
    first, last = (pick(y for _, y in rats) for pick in (min, max))
    assert len({y for _, y in rats}) == 2, "both ends of the way back are at one height"
    assert first < last


def test_titles_say_the_finding_and_may_be_changed(rooms: pd.DataFrame) -> None:
    assert alt_text(value_by_state(rooms)).startswith(RISE)
    same = rooms.assign(mana_value=rooms["mana_value"].where(rooms["mana_value"].isna(), 4))
    assert alt_text(value_by_state(same)).startswith("Mana value 4 throughout")
    table = frame(
        card=["X", "X", "Y", "Y", "Z", "Z"],
        unlocked=["left", "right"] * 3,
        mana_value=[1, 5, 2, 2, 3, 1],
        rules=["709.5"] * 6,
    )
    assert alt_text(left_against_right(table)).startswith("In 1 of 3 Rooms the right half")
    assert alt_text(left_against_right(table, title="Mine")).startswith("Mine")


def test_a_whole_table_has_headings_by_card_and_zone() -> None:
    """Zones in which a card is the same stand together; each card has its own color."""
    ax = value_by_state(mm.split_table(["Fire // Ice", "Wear // Tear"]))
    said = {" ".join(t.split()) for t in texts(ax)}
    for card in ("Fire // Ice", "Wear // Tear"):
        assert {f"{card}, stack", f"{card}, hand, library, graveyard, exile, command"} <= said
    assert widths(ax) == [4.0, 2.0, 2.0, 3.0, 2.0, 1.0, 3.0]  # 709.4b, 709.3b, 702.102b
    assert len({p.get_facecolor() for p in ax.patches}) == 2


def test_a_caption_cites_what_decides_and_the_rest_on_request() -> None:
    table = mm.room_table("Bottomless Pool // Locker Room").head(2)
    short = mm.figures.rules_for(table, "mana_value")
    whole = mm.figures.rules_for(table, "mana_value", every=True)
    assert set(short) < set(whole)
    assert "709.5" in short
    said = next(t for t in texts(value_by_state(table, rules=whole)) if "Edition" in t)
    assert all(rule in said for rule in whole)


def test_symbols_in_titles_and_cells_are_drawn() -> None:
    ax = draw("castable")
    assert "{1}{R} casts Fire or Wear" in alt_text(ax)
    assert not any("{" in t for t in texts(ax))
    assert "no:\u00a0" in texts(ax)  # SVG drops a plain space with which a text ends
    assert texts(ax).count("\u00a0is lacking") == 3


def test_rooms_are_counted_by_their_halves() -> None:
    table = frame(
        card=["X", "X", "X", "Y", "Y"],
        unlocked=["left", "right", "left,right", "left", "right"],
        mana_value=[1, 5, 6, 1, 5],
        rules=["709.5"] * 5,
    )
    ax = left_against_right(table)
    assert "2" in texts(ax)
    assert "left 1, right 5: 2" in alt_text(ax)


def test_caption_of_a_figure_with_several_axes_stands_below_the_axes() -> None:
    with style():
        figure, pair = plt.subplots(2, 1)
        caption(pair[0], "2024-11-08", ["709.5"])
        figure.canvas.draw()
    (note,) = [t for t in pair[0].findobj(mpl.text.Text) if "Edition" in t.get_text()]
    low = pair[0].get_window_extent().y0
    assert note.get_window_extent().y1 < low


@pytest.mark.parametrize("name", FIGURES)
def test_each_figure_has_caption_words_and_text(name: str) -> None:
    ax = draw(name)
    svg = render(ax, "svg").decode()
    assert "Edition" in svg, "text stays text"
    assert "<dc:date>" not in svg
    assert len(alt_text(ax)) > 80
    render(ax, "png")
    assert render(ax, "svg").decode() == svg, "what was drawn before changes nothing"
    figure = ax.get_figure(root=True)
    assert figure is not None
    assert figure.get_figwidth() <= 5.0, "it would be too small at the width of a column"
    sizes = [t.get_fontsize() for t in figure.findobj(mpl.text.Text) if t.get_text().strip()]
    assert min(sizes) >= 7


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_has_the_same_bytes_on_every_processor(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # what inverts a matrix is chosen by the processor, and the last digit is not the same on all
    from matplotlib import transforms

    invert = transforms.inv
    here = render(draw(name), "svg")
    for off in (1 + 2**-52, 1 - 2**-51):
        monkeypatch.setattr(transforms, "inv", lambda matrix, by=off: invert(matrix) * by)
        assert render(draw(name), "svg") == here


def test_two_figures_on_a_page_share_no_id() -> None:
    named = [
        {e.get("id", "") for e in ElementTree.fromstring(render(draw(name), "svg")).iter()}
        for name in FIGURES
    ]
    ids = [i for found in named for i in found if "-" in i]
    assert ids
    assert len(ids) == len(set(ids))


# --- in any room: alone and among others, narrow and wide, with cards of one's own -----------

WILD = ("Cash $x$ and 100% of it", r"$\frac{$ a_b^c", "A Hall of Very Long and Winding Names")


def wild_catalog() -> mm.Catalog:
    """Rooms and a split card that no player has seen, with names that look like markup."""
    rooms = [
        Card(
            f"{name} // Other {name}",
            "split",
            tuple(
                Face(n, ManaCost.parse(cost), types=("Enchantment",), subtypes=("Room",))
                for n, cost in ((name, "{2}{W/U}{U}"), (f"Other {name}", "{12}{G/P}"))
            ),
        )
        for name in WILD
    ]
    spells = tuple(Face(f"{n} $y$", ManaCost.parse("{R}"), types=("Instant",)) for n in "AB")
    others = [Card("A $y$ // B $y$", "split", spells), *wild_pair()]
    turning = (
        Face(f"{WILD[2]} by Day", ManaCost.parse("{3}{G}"), types=("Creature",)),
        Face(f"{WILD[2]} by Night", types=("Creature",), color_indicator="BG"),
    )
    others.append(Card(f"{WILD[2]} by Day // {WILD[2]} by Night", "transform", turning))
    return mm.Catalog([*rooms, *others], [MeldPair("712.5a", "", *wild_pair())])


def wild_pair() -> tuple[Card, Card, Card]:
    """Two cards that nobody knows, and what they meld into."""
    made = []
    for n, (layout, cost) in enumerate(
        (("meld", "{11}{W/P}"), ("meld", "{X}{2/B}"), ("meld_result", ""))
    ):
        face = Face(
            f"{WILD[n % 2]}, part {n}", ManaCost.parse(cost) if cost else None, types=("Creature",)
        )
        made.append(Card(face.name, layout, (face,)))
    return made[0], made[1], made[2]


def wild_graph(**how: Any) -> Axes:
    start = mm.new_game(catalog=wild_catalog()).put(f"{WILD[1]} // Other {WILD[1]}", id="$r$")
    found = mm.explore(start.state(), [A.LockOrUnlock(object="$r$")], 2)
    return exploration_graph(found, words=["$ none $", "left", "right", "both"], **how)


def wild_timeline(**how: Any) -> Axes:
    start = mm.new_game(catalog=wild_catalog()).put(f"{WILD[0]} // Other {WILD[0]}", id="$r$")
    events = mm.apply(start.state(), A.Destroy(object="$r$")).to_frame()
    return event_timeline(events, **{"title": "$", **how})


def of_wild(draws: Callable[..., Axes], card: str) -> Callable[..., Axes]:
    def made(**how: Any) -> Axes:
        table = mm.room_table(f"{card} // Other {card}", catalog=wild_catalog())
        return draws(table[table["zone"] == "battlefield"], **how)

    return made


def of_all_wild(
    draws: Callable[..., Axes], table: Callable[..., pd.DataFrame], *cards: str
) -> Callable[..., Axes]:
    def made(**how: Any) -> Axes:
        return draws(table(list(cards) or None, catalog=wild_catalog()), **how)

    return made


def wild_castable(**how: Any) -> Axes:
    made = mm.new_game(catalog=wild_catalog())
    for name in (f"{WILD[2]} // Other {WILD[2]}", "A $y$ // B $y$"):
        made = made.put(name, "hand")
    return characteristics_card(mm.castable_table(made.state(), mana="{R}"), **how)


def wild_leaves(**how: Any) -> Axes:
    names = [card.name for card in wild_pair()]
    said = {"objects": 1, "edition": "2026-09-25", "rules": ["712.21"], "note": "$ or $$"}
    return one_permanent_two_cards(names[2], names[:2], ["graveyard", "exile"], **said, **how)


DRAWN: dict[str, Callable[..., Axes]] = {
    **FIGURES,
    "own Room's states": of_wild(room_states, WILD[2]),
    "own Room's values": of_wild(value_by_state, WILD[2]),
    "own Room's card": of_wild(characteristics_card, WILD[0]),
    "own states": wild_graph,
    "own events": wild_timeline,
    "own pair's values": of_all_wild(meld_values, mm.meld_table),
    "own pair by state": of_all_wild(value_by_state, mm.meld_table),
    "own pair leaves": wild_leaves,
    "own Rooms left and right": of_all_wild(left_against_right, mm.room_table),
    "own split card": of_all_wild(value_by_state, mm.split_table, "A $y$ // B $y$"),
    "own double-faced card": of_all_wild(value_by_state, mm.dfc_table),
    "own identities": of_all_wild(color_against_identity, mm.color_identity_table),
    "own castable": wild_castable,
}
STYLES: tuple[Callable[[], AbstractContextManager[Any]], ...] = (style, nullcontext)


def look(axes: Sequence[Axes]) -> list[str]:
    """Return the texts that lie on each other, or leave the figure or the room of their Axes."""
    figure = axes[0].get_figure(root=True)
    assert figure is not None
    figure.dpi = 200  # at a low resolution letters stand on whole pixels
    for _ in range(3):  # until the layout has come to rest
        figure.draw_without_rendering()
    wrong, seen = [], []
    for n, ax in enumerate(axes):
        on_axis = {*ax.xaxis.findobj(mpl.text.Text), *ax.yaxis.findobj(mpl.text.Text)}
        area = ax.get_window_extent().padded(1)
        for text in ax.findobj(mpl.text.Text):
            assert isinstance(text, mpl.text.Text)
            box = text.get_window_extent()
            x, y = (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2
            inside = area.x0 < x < area.x1 or area.y0 < y < area.y1  # no tick beyond the limits
            unseen = text in on_axis and not (ax.axison and inside)
            if not text.get_text().strip() or not text.get_visible() or unseen:
                continue
            whole = figure.bbox.padded(2)
            if not (whole.contains(box.x0, box.y0) and whole.contains(box.x1, box.y1)):
                wrong.append(f"{text.get_text()} leaves the figure")
            if text.get_rotation() % 90 == 0:
                seen.append((n, text.get_text(), box))
    for (n, one, a), (m, two, b) in combinations(seen, 2):
        lap = 0.15 * min(a.height, b.height)  # a letter without a tail does not fill its line
        if a.padded(-lap).overlaps(b.padded(-lap)):
            wrong.append(f"{one} of {n} lies on {two} of {m}")
    return wrong


@pytest.mark.parametrize("styled", STYLES)
@pytest.mark.parametrize("name", DRAWN)
def test_no_text_lies_on_another_in_a_figure_of_any_size(
    name: str, styled: Callable[[], AbstractContextManager[Any]]
) -> None:
    for size in (3, "column", 12):
        with styled():
            ax = DRAWN[name](size=size)
        assert look([ax]) == [], size
        figure = ax.get_figure(root=True)
        assert figure is not None
        assert figure.get_figwidth() == pytest.approx(
            {"column": 3.386}.get(str(size), size), abs=0.01
        )
        plt.close("all")


@pytest.mark.parametrize("styled", STYLES)
@pytest.mark.parametrize("size", [(3, 3), (9, 8), (12, 12)], ids=lambda s: f"{s[0]} inches")
@pytest.mark.parametrize("first", range(0, len(DRAWN), 4))
def test_four_figures_stand_beside_each_other(
    first: int, size: tuple[float, float], styled: Callable[[], AbstractContextManager[Any]]
) -> None:
    """Where letters get too small to be read, as on 3 inches, a warning says so of each."""
    names = [*DRAWN, *DRAWN][first : first + 4]
    with styled():
        figure, grid = plt.subplots(2, 2, figsize=size)
    for ax, name in zip(grid.flat, names, strict=True):
        small = pytest.warns(errors.SmallLettersWarning, match="give the Axes")
        with small if size[0] == 3 else nullcontext():
            assert DRAWN[name](ax=ax) is ax
    assert look(list(grid.flat)) == []
    words = alt_text(figure)
    for ax in grid.flat:
        assert alt_text(ax).rpartition(": ")[2] in words


@pytest.mark.parametrize("size", [(3, 3), (9, 8), (4, 12)], ids=lambda s: f"{s[0]} inches")
@pytest.mark.parametrize("name", ["color_identity", "own identities"])
@pytest.mark.parametrize("beside", ["meld_values", "own double-faced card"])
@pytest.mark.filterwarnings("ignore::mtgmeld.errors.SmallLettersWarning")
def test_names_keep_away_from_the_colors_beside_them(
    name: str, beside: str, size: tuple[float, float]
) -> None:
    """Figures with wide labels leave those in the same column of a layout little width."""
    with style():
        figure, grid = plt.subplots(2, 2, figsize=size)
    for ax, one in zip(grid.flat, (name, beside, beside, beside), strict=True):
        DRAWN[one](ax=ax)
    figure.dpi = 200
    for _ in range(3):
        figure.draw_without_rendering()
    ax = grid.flat[0]
    names = [t.get_window_extent() for t in ax.texts if t.get_ha() == "left"]
    marks = [a.get_window_extent() for a in ax.get_children() if isinstance(a, AnnotationBbox)]
    places = [line.get_window_extent() for line in ax.lines if line.get_marker() == "."]
    inside = [m.x0 for m in (*marks, *places) if ax.bbox.contains(*m.get_points().mean(axis=0))]
    assert inside
    assert min(inside) - max(n.x1 for n in names) > 0.5 * min(n.height for n in names)


def test_the_room_that_a_warning_asks_for_is_enough() -> None:
    """Of letters that cannot be read; in that room there is no warning any more."""
    _, ax = plt.subplots(figsize=(1.5, 1.5))
    with pytest.warns(errors.SmallLettersWarning) as told:
        draw("room_states", ax=ax)
    said = str(told[0].message)
    found = re.search(r"give the Axes ([\d.]+) by ([\d.]+)", said)
    assert found is not None
    assert "points high in a room of" in said
    whole = ax.get_position()
    wide, high = float(found[1]) + 0.1, float(found[2]) + 0.1
    _, other = plt.subplots(figsize=(wide / whole.width, high / whole.height))
    draw("room_states", ax=other)


def test_a_name_is_a_name_and_no_formula() -> None:
    for make in (DRAWN["own events"], DRAWN["own states"], of_wild(room_states, WILD[0])):
        svg = render(make(title="cost $5 or $6"), "svg").decode()
        assert "cost $5 or $6" in svg
    assert "Cash $x$ and" in svg
    for title in ("$", "$$", r"$\input{x}$", "${7*7}", "a\nb", "_^{}", "x" * 500, ""):
        assert render(draw("room_values", title=title), "svg")


def test_a_size_that_is_none_is_refused() -> None:
    for size in ("huge", 0, 1000, -3):
        with pytest.raises(errors.BadValue, match="column, page"):
            draw("room_values", size=size)


def test_a_figure_goes_out_as_an_image_that_says_its_words(rooms: pd.DataFrame) -> None:
    made = to_html(value_by_state(rooms, title='<b> & "A"'))
    found = re.fullmatch(r'<img alt="([^"<>]+)" style="[^"]+" src="data:([^"]+)">', made)
    assert found is not None
    assert "&lt;b&gt; &amp; &quot;A&quot;: Bars of mana value." in found[1]
    data = base64.b64decode(found[2].removeprefix("image/svg+xml;base64,"))
    assert ElementTree.fromstring(data).get("role") == "img"


def test_nothing_is_cut_off(tmp_path: Path) -> None:
    for name in FIGURES:
        path = save(draw(name), tmp_path / f"{name}.png")
        with Image.open(path) as image:
            picture = image.convert("L")
        right, low = picture.width - 1, picture.height - 1
        edge = [picture.getpixel((x, y)) for x in range(picture.width) for y in (0, low)]
        edge += [picture.getpixel((x, y)) for y in range(picture.height) for x in (0, right)]
        assert set(edge) == {255}, name


def test_the_command_writes_the_same_bytes_each_time(tmp_path: Path) -> None:
    runs = []
    for folder in ("one", "two"):
        out = tmp_path / folder / "deep"
        done = CliRunner().invoke(
            command, ["--out", str(out), "--format", "svg,png,pdf"], catch_exceptions=False
        )
        assert done.exit_code == 0, done.output
        runs.append({p.name: p.read_bytes() for p in out.iterdir()})
    assert set(runs[0]) == {f"{n}.{f}" for n in FIGURES for f in ("svg", "png", "pdf")}
    assert runs[0] == runs[1]
    with Image.open(tmp_path / "one" / "deep" / "room_card.png") as image:
        assert image.info["Title"] == "Restricted Office // Lecture Hall, door by door"
        assert "Software" not in image.info


def test_the_command_refuses_before_it_writes(tmp_path: Path) -> None:
    out = tmp_path / "out"
    for args, kind in (
        (["nothing"], errors.UnknownName),
        (["room_card", "nothing"], errors.UnknownName),
    ):
        with pytest.raises(kind, match="meld_values"):
            CliRunner().invoke(command, [*args, "--out", str(out)], catch_exceptions=False)
    done = CliRunner().invoke(command, ["--out", str(out), "--format", "bmp"])
    assert done.exit_code == 2
    assert not out.exists()
    with pytest.raises(errors.NotWritten, match="svg, png, pdf"):
        save(draw("room_card"), tmp_path / "a.bmp")
    blocked = tmp_path / "file"
    blocked.write_text("")
    with pytest.raises(errors.NotWritten):
        CliRunner().invoke(command, ["--out", str(blocked / "x")], catch_exceptions=False)


def test_the_command_lists_what_there_is() -> None:
    done = CliRunner().invoke(command, ["--list"])
    assert [line.split()[0] for line in done.output.splitlines()] == list(FIGURES)


@pytest.mark.exact
def test_the_picture_in_the_readme_is_what_the_figure_draws() -> None:
    """Fails where ``mtgmeld figures room_values --out docs`` has to be run again."""
    picture = Path(__file__).resolve().parents[1] / "docs" / "room_values.svg"
    assert picture.read_bytes() == render(draw("room_values"), "svg")


PICTURES = sorted((Path(__file__).resolve().parents[1] / "notebooks" / "pictures").glob("*.svg"))


@pytest.mark.exact
@pytest.mark.parametrize("picture", PICTURES, ids=lambda p: p.stem)
def test_the_pictures_of_the_notebooks_are_what_the_figures_draw(picture: Path) -> None:
    """Fails where ``mtgmeld figures NAME --out notebooks/pictures`` has to be run again."""
    assert picture.read_bytes() == render(draw(picture.stem), "svg")


@pytest.mark.parametrize("name", FIGURES)
def test_no_text_begins_or_ends_with_a_space_that_svg_drops(name: str) -> None:
    root = ElementTree.fromstring(render(draw(name), "svg"))
    texts = [e.text or "" for e in root.iter("{http://www.w3.org/2000/svg}text")]
    assert texts
    assert [t for t in texts if t != t.strip(" ")] == []


def test_every_notebook_has_a_picture_in_the_index() -> None:
    folder = Path(__file__).resolve().parents[1] / "notebooks"
    cells = json.loads((folder / "index.ipynb").read_text(encoding="utf-8"))["cells"]
    said = "\n".join("".join(cell["source"]) for cell in cells)
    for notebook in folder.glob("[0-9]*.ipynb"):
        found = re.search(rf"\(pictures/([^)]+)\)\]\({re.escape(notebook.name)}\)", said)
        assert found, notebook.name
        assert (folder / "pictures" / found[1]).is_file(), notebook.name


# --- the registry ------------------------------------------------------------------------------


def test_a_name_is_registered_by_one_module_alone() -> None:
    listed: Registry[int] = Registry("figure")
    listed.add("one", 1, "a")
    listed.add("one", 2, "a")  # a cell of a notebook that runs again
    assert listed["one"] == 2
    with pytest.raises(errors.BadValue, match="the module a has registered it"):
        listed.add("one", 3, "b")
    with pytest.raises(errors.UnknownName, match=r"There are: .*one"):
        listed.named("two")
