"""The figure of what was explored: boxes, arrows, and no text on another."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations, pairwise

import matplotlib as mpl
import pytest
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.patches import FancyArrowPatch, FancyBboxPatch

import mtgmeld as mm
from mtgmeld import errors
from mtgmeld.figures import alt_text, draw, exploration_graph
from mtgmeld.figures.layered import layered
from mtgmeld.game import actions as A
from mtgmeld.game.explore import Exploration

mpl.use("agg")
ROOM = "Roaring Furnace // Steaming Sauna"


@pytest.fixture(autouse=True)
def _closed() -> Iterator[None]:
    yield
    plt.close("all")


def rooms(*cards: str, copy: bool = False, depth: int = 4) -> Exploration:
    made = mm.new_game()
    for n, card in enumerate(cards):
        made.put(card, id=f"room{n}")
    actions: list[A.Action] = [A.LockOrUnlock(object=f"room{n}") for n in range(len(cards))]
    if copy:
        actions.append(A.CreateTokenCopy(of="room0"))
    return mm.explore(made.state(), actions, depth)


def spell() -> Exploration:
    start = mm.new_game().put("Commit // Memory", "hand", id="card").state()
    cast: list[A.Action] = [A.CastSpell(object="card", half=h) for h in ("Commit", "Memory")]
    others = [A.Resolve(), A.Exile(object="card"), A.ReturnToHand(object="card")]
    return mm.explore(start, [*cast, *others], 4)


def boxes(ax: Axes) -> list[FancyBboxPatch]:
    return [p for p in ax.patches if isinstance(p, FancyBboxPatch)]


def arrows(ax: Axes) -> list[FancyArrowPatch]:
    return [p for p in ax.patches if isinstance(p, FancyArrowPatch)]


def test_a_room_has_four_boxes_and_an_arrow_for_each_two() -> None:
    """Locked to and from each of two single doors, these to and from both: 8 arrows.

    The blink of the fully unlocked Room makes one arrow more, that of the locked one a loop;
    those with one door are written with the lock, on the same arrow.
    """
    ax = draw("room_exploration")
    assert len(boxes(ax)) == 4
    assert len(arrows(ax)) == 8 + 1 + 1
    written = {t.get_text().replace("\n", " ") for t in ax.texts}
    assert {"unlock left", "lock left, blink", "blink", "lock right"} <= written
    dashed = [a for a in arrows(ax) if a.get_linestyle() != "solid"]
    assert len(dashed) == 6, "what leads back, and the loop"
    words = alt_text(ax)
    assert "4 states, new at each depth 1, 2, 1" in words
    assert "12 in all" in words
    assert "0 to 1 by unlock left" in words


def test_a_meld_pair_leaves_in_two_orders() -> None:
    """Two cards, the melded one, and 6 ends: 2 graveyards, 2 libraries, hand, both again."""
    ax = draw("meld_exploration")
    assert len(boxes(ax)) == 1 + 1 + 6
    assert len(arrows(ax)) == 1 + 6 + 1, "both melded again leads back"
    assert "712.21a" in " ".join(t.get_text() for t in ax.figure.findobj(mpl.text.Text))


@pytest.mark.parametrize(
    "explored",
    [rooms(ROOM), rooms(ROOM, copy=True, depth=2), spell(), rooms(ROOM, "Glassworks", depth=2)],
    ids=["room", "copies", "spell", "two rooms"],
)
def test_no_text_lies_on_another_or_outside_its_box(explored: Exploration) -> None:
    ax = exploration_graph(explored)
    look(ax)


@pytest.mark.parametrize("name", ["room_exploration", "meld_exploration"])
def test_the_figures_of_the_house_are_readable(name: str) -> None:
    look(draw(name))


def look(ax: Axes) -> None:
    figure = ax.get_figure(root=True)
    assert figure is not None
    figure.canvas.draw()
    texts = [t.get_window_extent() for t in ax.texts]
    for one, two in combinations(texts, 2):
        assert not one.padded(-1).overlaps(two.padded(-1))
    for box in boxes(ax):
        area = box.get_window_extent()
        for t in texts:
            inside = area.contains(t.x0, t.y0) and area.contains(t.x1, t.y1)
            assert inside or not area.overlaps(t.padded(-1))
    for one, two in combinations(boxes(ax), 2):
        assert not one.get_window_extent().overlaps(two.get_window_extent())


def test_words_of_ones_own() -> None:
    found = rooms(ROOM)
    ax = exploration_graph(found, words=["none", "left", "right", "both"], rules=["709.5"])
    assert {"none", "left", "right", "both"} <= {t.get_text() for t in ax.texts}
    ax = exploration_graph(found, words=lambda s: f"worth {s.value('room0', 'mana_value').value}")
    assert {"worth 0", "worth 2", "worth 5", "worth 7"} <= {t.get_text() for t in ax.texts}
    with pytest.raises(errors.BadValue, match="2 texts for 4 states"):
        exploration_graph(found, words=["none", "left"])


def test_too_much_is_refused_with_what_to_do() -> None:
    with pytest.raises(errors.BadValue, match=r"64 states.*16 in 5.*to_frame"):
        exploration_graph(rooms(ROOM, ROOM, ROOM, depth=9))
    line = mm.explore(
        mm.new_game().put("Grizzly Bears", id="bears").state(), [A.PutCounters(object="bears")], 7
    )
    with pytest.raises(errors.BadValue, match="8 states in 8 depths"):
        exploration_graph(line)


def test_it_draws_on_given_axes_and_alone() -> None:
    _, ax = plt.subplots()
    nothing = mm.explore(mm.new_game().put("Forest", "hand", id="it").state(), [], 1)
    assert exploration_graph(nothing, ax=ax) is ax
    assert len(boxes(ax)) == 1
    assert arrows(ax) == []


def test_arrows_pass_between_boxes() -> None:
    """An arrow over a column goes through none of its boxes, whichever way it leads."""
    columns = [0, 1, 1, 1, 2]
    edges = [(0, 4), (4, 0), (0, 2), (2, 4), (1, 3)]
    sizes, widths, gaps = [(0.4, 0.0)] * 5, [1.0, 0.7, 1.2], [(0.4, 0.5), (0.3, 0.6)]
    placed, drawn = layered(columns, sizes, widths, gaps, 0.2, edges)
    for arrow in drawn:
        others = [b for n, b in enumerate(placed) if n not in (arrow.start, arrow.end)]
        for x, y in (arrow.at(part / 50) for part in range(51)):
            assert not any(abs(x - b.x) < b.width and abs(y - b.y) < b.height for b in others)
    assert [a.back for a in drawn] == [False, True, False, False, True]


@pytest.mark.parametrize("name", ["room_exploration", "meld_exploration"])
def test_no_arrow_goes_through_a_label(name: str) -> None:
    """A label stands above a level run of its own arrow, which no other arrow comes near."""
    ax = draw(name)
    figure = ax.get_figure(root=True)
    assert figure is not None
    figure.draw_without_rendering()
    words = re.compile(r"(un)?lock (left|right)|blink|meld|destroy|to hand|on top")
    labels = [t for t in ax.texts if words.match(t.get_text())]
    arrows = [p for p in ax.patches if isinstance(p, FancyArrowPatch)]
    assert len(labels) >= 8
    assert len(arrows) >= 8
    drawn = [ax.transData.transform_path(arrow.get_path()) for arrow in arrows]
    places = [
        (a + (c - a) * n / 9, b + (d - b) * n / 9)
        for path in drawn
        for part in path.to_polygons(closed_only=False)
        for (a, b), (c, d) in pairwise(part)
        for n in range(10)
    ]
    for label in labels:
        box = label.get_window_extent().padded(-1)
        through = [p for p in places if box.x0 < p[0] < box.x1 and box.y0 < p[1] < box.y1]
        assert not through, label.get_text()
