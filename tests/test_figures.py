"""Figures: what they draw, their captions and words, and the same bytes each time."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import matplotlib as mpl
import pandas as pd
import pytest
from click.testing import CliRunner
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.offsetbox import AnnotationBbox
from PIL import Image

from mtgmeld import errors
from mtgmeld.cli.figures import figures as command
from mtgmeld.figures import (
    FIGURES,
    alt_text,
    caption,
    characteristics_card,
    draw,
    left_against_right,
    meld_values,
    render,
    save,
    style,
    value_by_state,
)
from mtgmeld.figures.style import HATCHES, PALETTE

mpl.use("Agg")


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


def test_bars_have_the_values_and_no_value_is_no_zero(rooms: pd.DataFrame) -> None:
    ax = value_by_state(rooms)
    assert widths(ax) == [2.0, 6.0]
    assert [t.get_text() for t in ax.get_yticklabels()] == list(rooms["state"])
    assert {"0", "2", "6", "none"} <= set(texts(ax))
    assert len([a for a in ax.get_children() if isinstance(a, AnnotationBbox)]) == 2


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


def test_groups_have_headings_and_differ_without_color(rooms: pd.DataFrame) -> None:
    both = pd.concat([rooms.assign(card="X"), rooms.assign(card="Y")], ignore_index=True)
    ax = value_by_state(both, group="card")
    assert {" X", " Y"} <= set(texts(ax))
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


def test_given_axes_are_drawn_on_and_nothing_else_is_made(rooms: pd.DataFrame) -> None:
    figure, pair = plt.subplots(1, 2)
    assert value_by_state(rooms, ax=pair[0]) is pair[0]
    assert characteristics_card(rooms, ax=pair[1]) is pair[1]
    assert plt.get_fignums() == [figure.number]
    assert pair[0].get_title(loc="left") == "Mana value by state"
    words = alt_text(figure)
    assert "Mana value by state" in words
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
    assert len([a for a in ax.get_children() if isinstance(a, AnnotationBbox)]) == 2
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
    note = pair[0].texts[0]
    low = pair[0].get_window_extent().y0
    assert note.get_window_extent().y1 < low


@pytest.mark.parametrize("name", FIGURES)
def test_each_figure_has_caption_words_and_text(name: str) -> None:
    ax = draw(name)
    svg = render(ax, "svg").decode()
    assert "Edition of" in svg, "text stays text"
    assert "<dc:date>" not in svg
    assert len(alt_text(ax)) > 80
    render(ax, "png")
    assert render(ax, "svg").decode() == svg, "what was drawn before changes nothing"
    figure = ax.get_figure(root=True)
    assert figure is not None
    assert figure.get_figwidth() <= 5.0, "it would be too small at the width of a column"
    sizes = [t.get_fontsize() for t in figure.findobj(mpl.text.Text) if t.get_text().strip()]
    assert min(sizes) >= 7


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
        assert image.info["Title"] == "Restricted Office // Lecture Hall"
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


def test_every_notebook_has_a_picture_in_the_index() -> None:
    folder = Path(__file__).resolve().parents[1] / "notebooks"
    index = (folder / "README.md").read_text(encoding="utf-8")
    for notebook in folder.glob("[0-9]*.ipynb"):
        row = next(line for line in index.splitlines() if f"({notebook.name})" in line)
        picture = row.partition("(pictures/")[2].partition(")")[0]
        assert (folder / "pictures" / picture).is_file(), notebook.name
