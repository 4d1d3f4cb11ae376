"""The drawing of mana symbols."""

from __future__ import annotations

import itertools
import re
import subprocess
import sys
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from mtgmeld.cards import Card, Face
from mtgmeld.display import card_html, cost_html, with_symbols
from mtgmeld.mana import ManaCost, symbol
from mtgmeld.symbols import GLYPHS, shapes, spoken

COLORS = "WUBRG"
# every kind of symbol in print
EVERY = [
    *"0 1 2 9 16 20 100 1000000 X Y Z C S C/P HW HR \u00bd \u221e W/U/P G/U/P R/W/P".split(),
    *COLORS,
    *(f"{a}/{b}" for a, b in itertools.combinations(COLORS, 2)),
    *(f"{a}/{b}" for a, b in itertools.product("2C", COLORS)),
    *(f"{a}/P" for a in COLORS),
]


class _Tree(HTMLParser):
    """Fails on tags that do not match, gathers texts and labels."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.texts: list[str] = []
        self.labels: list[str] = []
        self.tags: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.append(tag)
        self.tags.append(tag)
        self.labels += [v or "" for k, v in attrs if k == "aria-label"]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


@pytest.mark.parametrize("text", EVERY)
def test_every_symbol_is_drawn_with_its_letters(text: str) -> None:
    one = symbol(text)
    assert one is not None
    drawing = shapes(one)
    parts = len(one.text.split("/")) if one.kind != "half" or not one.colors else 2
    areas = [s for s in drawing.shapes if s.fill]
    strokes = [s for s in drawing.shapes if not s.fill]
    assert len(areas) == parts
    letters = one.text.replace("/", "") if one.kind != "half" or not one.colors else "W1"
    assert len(strokes) == len(letters), "one stroke for each letter or digit"
    # nothing leaves the box: 0 to width across, 0 to 20 down
    for shape in drawing.shapes:
        numbers = [float(n) for n in re.findall(r"-?\d+(?:\.\d+)?", shape.path)]
        assert all(0 <= x <= drawing.width for x in numbers[::2])
        assert all(0 <= y <= 20 for y in numbers[1::2])


def test_no_two_symbols_look_alike_without_color() -> None:
    seen: dict[object, str] = {}
    for text in EVERY:
        one = symbol(text)
        assert one is not None
        look = tuple(s.path for s in shapes(one).shapes)
        # {U/W} is the symbol {W/U}, so the two spellings look alike
        assert seen.get(look, one.text) == one.text, f"{text} looks like {seen.get(look)}"
        seen[look] = one.text


def test_letters_stand_out_from_every_fill() -> None:
    def luminance(color: str) -> float:
        parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    for text in EVERY:
        one = symbol(text)
        assert one is not None
        ink = next(s.stroke for s in shapes(one).shapes if not s.fill)
        for area in (s.fill for s in shapes(one).shapes if s.fill):
            contrast = (luminance(area) + 0.05) / (luminance(ink) + 0.05)
            assert contrast >= 7, f"{text}: {contrast:.1f}"


def test_cost_html_keeps_the_text_and_names_the_image() -> None:
    tree = _Tree(cost_html(ManaCost.parse("{2}{W/U}{G/P}{X}")))
    assert "".join(tree.texts) == "{2}{W/U}{G/P}{X}"
    assert tree.labels == ["2 generic, white or blue, green or 2 life, X"]
    assert tree.tags.count("svg") == 4


def test_drawn_svg_is_well_formed() -> None:
    for text in EVERY:
        found = re.search(r"<svg.*?</svg>", cost_html(ManaCost.parse("{" + text + "}")))
        assert found is not None
        ElementTree.fromstring(found[0])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{1}", "1 generic"),
        ("{2/R}", "2 generic or red"),
        ("{C/G}", "colorless or green"),
        ("{G/U/P}", "green or blue or 2 life"),
        ("{HW}", "half white"),
        ("{S}{\u221e}", "snow, infinite"),
    ],
)
def test_spoken(text: str, words: str) -> None:
    # hybrid orders follow the letters as printed (107.4e, 107.4f)
    assert sorted(re.split(", | or ", spoken(ManaCost.parse(text)))) == sorted(
        re.split(", | or ", words)
    )


def test_no_cost_is_not_zero() -> None:
    assert "no mana cost" in cost_html(None)
    assert "svg" not in cost_html(None)
    assert "svg" in cost_html(ManaCost.parse("{0}"))


def test_with_symbols_escapes_text_and_leaves_other_braces() -> None:
    made = with_symbols('<b>"{foo}"</b> {} costs {1}{U} & {T}')
    tree = _Tree(made)
    assert "b" not in tree.tags
    assert "".join(tree.texts) == '<b>"{foo}"</b> {} costs {1}{U} & {T}'
    assert tree.labels == ["1 generic, blue", "tap"]
    assert with_symbols("") == ""


def test_with_symbols_cannot_be_made_to_carry_markup() -> None:
    for text in ("{<script>}", "{W}<img src=x onerror=1>{W/U}", "{\"}{'}", "{W{U}}"):
        tree = _Tree(with_symbols(text))
        assert set(tree.tags) <= {"span", "svg", "path"}
        assert "".join(tree.texts) == text


def test_card_html_escapes_and_lists_each_half() -> None:
    card = Card(
        "A<i> // B",
        "split",
        (
            Face("A<i>", ManaCost.parse("{1}{U}"), types=("Instant",)),
            Face("B", None, types=("Creature",), subtypes=("Elf",), power="1", toughness="1+*"),
        ),
    )
    tree = _Tree(card_html(card))
    assert "i" not in tree.tags
    assert tree.tags.count("tr") == 3
    text = " ".join(tree.texts)
    assert "A<i> // B (split)" in text
    assert "1/1+*" in text
    assert "Creature \u2014 Elf" in text


def test_glyphs_stay_in_their_boxes() -> None:
    for letter, (width, path) in GLYPHS.items():
        numbers = [float(n) for n in re.findall(r"-?\d+(?:\.\d+)?", path)]
        assert max(numbers[::2]) <= width, letter
        assert min(numbers) >= 0, letter
        assert max(numbers[1::2]) <= (10.5 if letter == "Q" else 10), letter


def test_module_loads_without_matplotlib() -> None:
    code = (
        "import sys, mtgmeld.display; print('matplotlib' in sys.modules, 'pandas' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]


def test_draw_cost_has_one_size_in_points() -> None:
    matplotlib = pytest.importorskip("matplotlib")
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    from mtgmeld.symbols import draw_cost

    assert matplotlib
    widths = []
    for limit in (1, 100):
        figure = Figure(figsize=(3, 2), dpi=72)
        canvas = FigureCanvasAgg(figure)
        ax = figure.subplots()
        ax.set_xlim(0, limit)
        box = draw_cost(ax, limit / 2, 0.5, ManaCost.parse("{2}{W/U}"), size=10)
        assert box is not None
        canvas.draw()
        extent = box.get_window_extent(canvas.get_renderer())
        widths.append(extent.width)
        assert extent.height == pytest.approx(10, abs=2.5)
    assert widths[0] == pytest.approx(widths[1])
    assert draw_cost(ax, 0, 0, None) is None
