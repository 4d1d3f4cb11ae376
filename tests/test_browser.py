"""The notebooks in a real browser: ``mtgmeld lab``, run all, turn a control, read the table."""

from __future__ import annotations

import html
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from matplotlib import pyplot

from mtgmeld import explorers, figures
from mtgmeld.display import with_symbols
from mtgmeld.explorers import EXPLORERS
from tests.trust import attack

pytestmark = pytest.mark.browser

PROJECT = Path(__file__).resolve().parents[1]
NOTEBOOKS = sorted((PROJECT / "notebooks").glob("*.ipynb"))
TOKEN = "browsertest"
SECONDS = 90
# tall, since JupyterLab draws only the cells in sight
VIEWPORT = {"width": 1300, "height": 6000}
FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"
    " --disable-component-update --disable-sync"
).split()

# The kernel itself: the notebook's own indicator reads idle before there is a kernel.
READY = """() => {
    const kernel = window.jupyterapp?.shell?.currentWidget?.context
        ?.sessionContext?.session?.kernel;
    return kernel && kernel.connectionStatus === 'connected' && kernel.status === 'idle';
}"""
RUN_ALL = """() => window.jupyterapp.commands.execute('notebook:run-all-cells').then(() => true)"""
TRUST = """() => { window.jupyterapp.commands.execute('notebook:trust'); }"""
ROOM_BELOW = "c => c.selectedIndex < c.options.length - 1"
# what was written to the clipboard, and what was to be saved
CAUGHT = """() => {
    window.caught = [];
    navigator.clipboard.writeText = async text => { window.caught.push(text); };
    HTMLAnchorElement.prototype.click = function () {
        fetch(this.href).then(r => r.arrayBuffer()).then(b => window.caught.push(
            this.download + ' ' + btoa(String.fromCharCode(...new Uint8Array(b)))));
    };
}"""
# [cell, kind of output] for each output that should not be there, and cells that did not run
WRONG = """() => {
    const found = [];
    const cells = window.jupyterapp.shell.currentWidget.content.model.cells;
    for (let i = 0; i < cells.length; i++) {
        const cell = cells.get(i);
        if (cell.type !== 'code') continue;
        if (cell.executionCount === null) found.push([i, 'not run']);
        for (const output of cell.toJSON().outputs) {
            if (output.output_type === 'error') found.push([i, output.ename]);
            if (output.name === 'stderr') found.push([i, 'stderr']);
        }
    }
    return found;
}"""


def browser_path() -> str | None:
    """Return the Chromium of this machine: MTGMELD_BROWSER, or what the path has."""
    named = os.environ.get("MTGMELD_BROWSER")
    if named:
        return named
    names = ("chromium", "chromium-browser", "google-chrome")
    return next((found for name in names if (found := shutil.which(name))), None)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    path = browser_path()
    if path is None:
        pytest.skip("no Chromium here; set MTGMELD_BROWSER or install chromium")
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as running:
        chromium = running.chromium.launch(executable_path=path, args=FLAGS)
        # one context for all pages: JupyterLab's own files are fetched and compiled once
        yield chromium.new_context(viewport=VIEWPORT)
        chromium.close()


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Start ``mtgmeld lab`` as a user would, on a home of its own; return its address."""
    home = tmp_path_factory.mktemp("home")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "mtgmeld", "lab", "--no-browser", "--port", str(port)]
    command += ["--", f"--IdentityProvider.token={TOKEN}", "--LabApp.expose_app_in_browser=True"]
    env = {k: v for k, v in os.environ.items() if not k.startswith("JUPYTER_")}
    env |= {"HOME": str(home), "PYTHONPATH": str(PROJECT), "PYTHONWARNINGS": "default"}
    log = home / "lab.log"
    with log.open("w") as out:
        server = subprocess.Popen(command, cwd=home, env=env, stdout=out, stderr=out)
    try:
        address = f"http://127.0.0.1:{port}"
        for _ in range(SECONDS * 2):
            try:
                with urllib.request.urlopen(f"{address}/api", timeout=5) as reply:
                    assert "version" in json.load(reply)
                break
            except (urllib.error.URLError, ConnectionError):
                assert server.poll() is None, log.read_text()
                time.sleep(0.5)
        else:
            pytest.fail(f"JupyterLab did not answer: {log.read_text()}")
        yield address
    finally:
        server.terminate()
        server.wait(30)


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    """Return a page that must end without an error, or a request to another machine."""
    made = browser.new_page()
    made.set_default_timeout(SECONDS * 1000)
    problems: list[str] = []
    made.on("pageerror", lambda error: problems.append(f"page error: {error}"))
    made.on(
        "console",
        lambda message: problems.append(message.text) if message.type == "error" else None,
    )
    made.on(
        "request",
        lambda request: (
            None
            if request.url.startswith(("http://127.0.0.1", "ws://127.0.0.1", "data:", "blob:"))
            else problems.append(f"asked another machine: {request.url}")
        ),
    )
    yield made
    made.close()
    assert problems == []


def opened(page: Any, lab: str, name: str) -> None:
    page.goto(f"{lab}/lab/tree/{name}?reset&token={TOKEN}")
    page.wait_for_selector(".jp-NotebookPanel:not(.lm-mod-hidden)")
    page.wait_for_function(READY)


# panels whose choices may be such that a rule forbids what is played
PLAY = ("room_game", "meld_game", "split_casting", "scenario_player")
TEXT = "document.querySelector('.mtgmeld-panel .mtgmeld-shown')"


def words_of(panel: Any) -> str:
    """Return all text that a panel shows, as a page has it."""
    return html.unescape(re.sub(r"<[^>]*>", "", panel.shown))


def turned(panel: Any, key: str) -> int | None:
    """Choose what makes a panel show something else, and return its place; None for none."""
    kept, before, options = panel.choices, words_of(panel), panel.controls[key].options
    for at in reversed(range(len(options))):
        panel.choose(**{key: options[at][1]})
        if words_of(panel) != before:
            return at
        panel.choose(**kept)
    return None


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda p: p.stem)
def test_a_notebook_runs_and_its_controls_change_the_table(page: Any, lab: str, path: Path) -> None:
    """Each control that can change something does; then the page has what the panel shows."""
    opened(page, lab, path.name)
    page.evaluate(RUN_ALL)
    assert page.evaluate(WRONG) == []
    if "explorers." not in path.read_text(encoding="utf-8"):
        return
    page.evaluate(CAUGHT)
    panel = page.locator(".mtgmeld-panel").first
    shown = panel.locator(".mtgmeld-shown")
    shown.wait_for()
    panel.get_by_role("button", name="Link to this (Python)").click()
    page.wait_for_function("window.caught.length === 1")
    line = page.evaluate("window.caught[0]")
    here = eval(line, {"explorers": explorers})
    plays = any(f".{name}(" in line for name in PLAY)
    listed = panel.locator(".mtgmeld-field select, .mtgmeld-field input[type=range]")
    keys = [key for key, field in here.controls.items() if "options" in field.shown()]
    assert listed.count() == len(keys)

    def turn(key: str, at: int) -> None:
        control, before = listed.nth(keys.index(key)), shown.inner_text()
        if control.evaluate("c => c.tagName") == "SELECT":
            control.select_option(index=at)
        else:
            control.fill(str(at))
        page.wait_for_function(f"said => {TEXT}.textContent === said", arg=words_of(here))
        assert shown.inner_text() != before
        assert shown.locator("table tbody tr").count() >= 1
        assert plays or shown.locator(".mtgmeld-refused").count() == 0

    changed = 0
    for key in keys:
        control = listed.nth(keys.index(key))
        assert control.evaluate("c => c.labels.length || c.getAttribute('aria-label')"), "no label"
        field, was = here.controls[key], here.choices[key]
        at = turned(here, key)
        if at is not None:
            turn(key, at)
            here.choose(**{key: was})
            turn(key, [value for _, value in field.options].index(was))
            changed += 1
    several = sum(len(here.controls[key].options) > 1 for key in keys)
    assert changed >= min(2, several)
    # by keyboard as well: the last of the controls whose choice is not the last one
    before, controls = shown.inner_text(), panel.locator("select")
    controls.last.focus()
    # to the end: neighbors may mean the same, as the newest rules and those of a situation
    page.keyboard.press("End" if controls.last.evaluate(ROOM_BELOW) else "Home")
    page.wait_for_function(f"before => {TEXT}.innerText !== before", arg=before)


def test_a_notebook_reads_without_being_run(page: Any, lab: str) -> None:
    opened(page, lab, "03_rooms.ipynb")
    page.locator(".jp-OutputArea-output img[alt^='Bottomless Pool']").first.wait_for()
    page.locator("table.mtgmeld svg").nth(5).wait_for()
    page.locator(".mtgmeld-choices").first.wait_for()
    assert page.locator("text=untrusted").count() == 0
    assert page.locator(".mtgmeld-panel").count() == 0
    words = page.locator(".jp-NotebookPanel").first.inner_text()
    assert "What happens: cast left; resolve; resolve; blink" in words
    assert "mana value: 0" in words


# of each run of symbols the text, where what one sees of it begins and ends, and its drawings
SEEN = """runs => runs.map(run => {
    const box = run.getBoundingClientRect(), text = run.querySelector('span');
    const inner = text.getBoundingClientRect();
    return [run.innerText, box.width, inner.width, run.querySelectorAll('svg').length];
})"""


@pytest.mark.parametrize("trusted", [False, True])
def test_costs_are_read_where_the_notebook_is_not_trusted(
    page: Any, lab: str, trusted: bool
) -> None:
    """The drawings vanish there, and what hid the text of the symbols with them."""
    costs = ["{1}{U}", "{2/W}{G/U/P}{X}", "{C}"]
    shown = "".join(f"<p>It costs {with_symbols(c)} to do.</p>" for c in costs)
    scratch(lab, "scratch_costs.ipynb", ["1"], shown)
    opened(page, lab, "scratch_costs.ipynb")
    runs = page.locator(".jp-OutputArea .mtgmeld-mana")
    runs.nth(2).wait_for()
    if trusted:
        page.evaluate(TRUST)
        page.get_by_role("button", name="Trust").click()
        page.locator(".jp-OutputArea .mtgmeld-mana svg").nth(5).wait_for()
    for cost, (text, width, inner, drawn) in zip(costs, runs.evaluate_all(SEEN), strict=True):
        symbols = cost.count("{")
        assert text == cost  # to be searched and copied, seen or not
        assert width > 8 * symbols
        if trusted:
            assert (drawn, inner) == (symbols, 0)
        else:
            assert drawn == 0
            assert inner == pytest.approx(width)
    words = page.locator(".jp-OutputArea p").all_inner_texts()
    assert words == [f"It costs {cost} to do." for cost in costs]


PLAYED = ("room_game", "meld_game", "edition_slider", "identity_explorer", "scenario_player")


def scratch(lab: str, name: str, lines: list[str], shown: str = "") -> None:
    """Put a notebook with a cell a line where JupyterLab finds it; the first cell may show HTML."""
    output = {"output_type": "display_data", "data": {"text/html": shown}, "metadata": {}}
    cells = [
        {
            "cell_type": "code",
            "execution_count": None,
            "metadata": {},
            "outputs": [output] if shown and not n else [],
            "id": f"cell{n}",
            "source": line,
        }
        for n, line in enumerate(lines)
    ]
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    made = {
        "cells": cells,
        "metadata": {"kernelspec": kernel},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    request = urllib.request.Request(
        f"{lab}/api/contents/{name}?token={TOKEN}",
        json.dumps({"type": "notebook", "content": made}).encode(),
        {"Content-Type": "application/json"},
        method="PUT",
    )
    with urllib.request.urlopen(request, timeout=30) as reply:
        assert reply.status in (200, 201)


def test_panels_that_play_work_by_keyboard(page: Any, lab: str) -> None:
    """Buttons, sliders, texts and what opens, without a mouse; the focus stays where it was."""
    lines = ["from mtgmeld import explorers", *(f"explorers.{name}()" for name in PLAYED)]
    scratch(lab, "played.ipynb", lines)
    opened(page, lab, "played.ipynb")
    page.evaluate(RUN_ALL)
    assert page.evaluate(WRONG) == []
    panels = page.locator(".mtgmeld-panel")
    panels.nth(len(PLAYED) - 1).locator(".mtgmeld-shown table").first.wait_for()
    room, _, dates, identity, scenario = (panels.nth(n) for n in range(len(PLAYED)))

    cast = room.get_by_role("button", name="Cast this half").first
    cast.focus()
    page.keyboard.press("Enter")
    room.locator("text=Moves: cast left").wait_for()
    assert page.evaluate("document.activeElement.innerText").strip() == "Cast this half"
    page.keyboard.press("Space")  # it is on the stack already
    room.locator(".mtgmeld-refused", has_text="601.2a").wait_for()
    room.get_by_role("button", name="Resolve the top").focus()
    page.keyboard.press("Enter")
    room.locator("svg.mtgmeld-doors >> text=you are here").wait_for()
    assert room.locator(".mtgmeld-refused").count() == 0

    before = dates.locator(".mtgmeld-shown").inner_text()
    dates.locator("input[type=range]").first.focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_function(
        "([n, before]) => document.querySelectorAll('.mtgmeld-panel .mtgmeld-shown')[n].innerText"
        " !== before",
        arg=[2, before],
    )
    assert dates.locator("mark").count() > 0

    identity.locator(".mtgmeld-field textarea").fill("Civilized Scholar")
    page.keyboard.press("Tab")
    identity.locator("td", has_text="Homicidal Brute").first.wait_for()
    reason = identity.locator("details").first
    reason.locator("summary").focus()
    page.keyboard.press("Enter")
    reason.locator(".mtgmeld-why").wait_for()

    scenario.get_by_role("button", name="Forward").focus()
    page.keyboard.press("Enter")
    scenario.locator("td", has_text="is gone").first.wait_for()
    for n in range(len(PLAYED)):
        unlabeled = (
            panels.nth(n)
            .locator("select, textarea, input")
            .evaluate_all(
                "all => all.filter(c => !(c.labels.length || c.getAttribute('aria-label'))).length"
            )
        )
        assert unlabeled == 0, PLAYED[n]


# what the axe-core rules find in the panels: [rule, where] of what is serious or worse
FINDINGS = """() => axe.run({include: [['.mtgmeld-panel']]}).then(found => found.violations
    .filter(v => ['serious', 'critical'].includes(v.impact))
    .flatMap(v => v.nodes.map(n => [v.id, n.target.join(' '), n.failureSummary])))"""
# names of buttons that another button of the same panel has too
TWICE = """() => [...document.querySelectorAll('.mtgmeld-panel')].flatMap(panel => {
    const names = [...panel.querySelectorAll('button')].map(b => b.ariaLabel);
    return names.filter((n, i) => !n || names.indexOf(n) !== i);
})"""


def panels_in(page: Any, lab: str, theme: str = "") -> Any:
    """Open a notebook with every panel, run it, and return the panels."""
    lines = ["from mtgmeld import explorers", *(f"p = explorers.{n}(); p" for n in EXPLORERS)]
    scratch(lab, "panels.ipynb", lines)
    page.set_viewport_size({"width": 1300, "height": 20_000})
    opened(page, lab, "panels.ipynb")
    if theme:
        page.evaluate(
            "name => window.jupyterapp.commands.execute('apputils:change-theme',"
            " {theme: name}).then(() => true)",
            theme,
        )
    page.evaluate(RUN_ALL)
    assert page.evaluate(WRONG) == []
    panels = page.locator(".mtgmeld-panel")
    panels.nth(len(EXPLORERS) - 1).locator(".mtgmeld-shown table").first.wait_for()
    return panels


@pytest.mark.parametrize("theme", ["JupyterLab Light", "JupyterLab Dark"])
def test_no_panel_has_a_serious_finding(page: Any, lab: str, theme: str) -> None:
    """By the rules of axe-core; and two buttons never have one name."""
    panels = panels_in(page, lab, theme)
    assert panels.count() == len(EXPLORERS)
    axe = pytest.importorskip("axe_playwright_python").__path__[0]
    page.add_script_tag(path=f"{axe}/axe.min.js")
    assert page.evaluate(FINDINGS) == []
    assert page.evaluate(TWICE) == []
    # the search finds something where there is something
    panels.first.locator("button").first.evaluate("b => { b.ariaLabel = ''; b.textContent = ''; }")
    assert page.evaluate(FINDINGS)[0][0] == "button-name"
    assert page.evaluate(TWICE) == [""]


CLIPBOARD = "() => navigator.clipboard.readText()"
SAYS = """([n, said]) =>
    document.querySelectorAll('.mtgmeld-panel .mtgmeld-shown')[n].textContent === said"""


def turn_one(page: Any, panel: Any, n: int, here: Any) -> None:
    """Choose, in the page and here alike, one thing that makes a panel show something else."""
    listed = panel.locator(".mtgmeld-field select, .mtgmeld-field input[type=range]")
    keys = [key for key, field in here.controls.items() if "options" in field.shown()]
    for key in keys:
        at = turned(here, key)
        if at is not None:
            control = listed.nth(keys.index(key))
            if control.evaluate("c => c.tagName") == "SELECT":
                control.select_option(index=at)
            else:
                control.fill(str(at))
            page.wait_for_function(SAYS, arg=[n, words_of(here)])
            return


def given_by(here: Any) -> dict[str, Callable[[], str | bytes]]:
    """Return what Python gives for the state that a panel is in, by button."""
    board = here._board

    def drawn(form: str) -> bytes:
        ax = board.draw()
        made = figures.render(ax, form)
        pyplot.close(ax.figure)
        return made

    return {
        "markdown": board.to_markdown,
        "csv": lambda: board.to_csv().encode(),
        "svg": lambda: drawn("svg"),
        "png": lambda: drawn("png"),
        "toml": lambda: board.situation().to_toml(),
        "link": here.link,
    }


@pytest.mark.parametrize("way", ["mouse", "keyboard"])
def test_every_button_of_every_panel(page: Any, browser: Any, lab: str, way: str) -> None:
    """Clipboard and saved files have what Python gives for what was chosen in the page.

    The live region stays one node, and the line of Python brings a panel to the same state.
    """
    browser.grant_permissions(["clipboard-read", "clipboard-write"])
    panels = panels_in(page, lab)

    def press(one: Any) -> None:
        if way == "mouse":
            one.click()
        else:
            one.focus()
            page.keyboard.press("Enter")

    pressed: set[str] = set()
    for n, name in enumerate(EXPLORERS):
        panel, here = panels.nth(n), EXPLORERS[name]()
        status = panel.locator("[role=status]")
        status.evaluate("node => { window.told = node; }")
        turn_one(page, panel, n, here)
        wanted = given_by(here)
        for key, text in here.presses:
            pressed.add(key)
            one = panel.get_by_role("button", name=text, exact=True)
            if key == "beside":
                press(one)
                page.wait_for_function(
                    "n => document.querySelectorAll('.mtgmeld-panel')[n].querySelector("
                    "'.mtgmeld-presses button:last-child').textContent.startsWith('Take away')",
                    arg=n,
                )
            elif key in ("csv", "svg", "png"):
                with page.expect_download() as saved:
                    press(one)
                file = saved.value.suggested_filename
                assert file.endswith(f".{key}")
                assert Path(saved.value.path()).read_bytes() == wanted[key](), (name, key)
                assert status.inner_text() == f"Saved as {file}."
            else:
                page.evaluate("() => navigator.clipboard.writeText('nothing yet')")
                press(one)
                panel.locator("[role=status]", has_text=f"Copied ({key}).").wait_for()
                copied = page.evaluate(CLIPBOARD)
                assert copied == wanted[key](), (name, key)
                if key == "link":
                    again = eval(copied, {"explorers": explorers})
                    assert (again.choices, again.shown) == (here.choices, here.shown)
            if way == "keyboard":
                assert page.evaluate("document.activeElement.ariaLabel")
        assert status.evaluate("node => node === window.told"), name
    assert pressed == {*given_by(here), "beside"}


def test_a_card_is_typed_and_offered(page: Any, lab: str) -> None:
    scratch(lab, "typed.ipynb", ["from mtgmeld import explorers\nexplorers.room_game()"])
    opened(page, lab, "typed.ipynb")
    page.evaluate(RUN_ALL)
    panel = page.locator(".mtgmeld-panel")
    field = panel.get_by_label("Room", exact=True)
    panel.locator("table").first.wait_for()
    field.click()
    field.press_sequentially("lock")
    panel.locator("datalist option[value='Locker Room']").wait_for(state="attached")
    assert panel.locator("datalist option").count() < 10
    field.press_sequentially("er rom")
    page.keyboard.press("Enter")
    panel.locator(".mtgmeld-refused", has_text="Locker Room").wait_for()
    assert field.input_value() == "locker rom"
    field.fill("restricted office")
    page.keyboard.press("Tab")
    page.locator("legend", has_text="What happens").wait_for()
    panel.locator("svg[aria-label*='Restricted Office']").wait_for()
    assert field.input_value() == "Restricted Office // Lecture Hall"
    assert panel.locator(".mtgmeld-refused").count() == 0


def asked(lab: str, method: str, what: str) -> Any:
    """Return what the server says to a request of its interface for programs."""
    request = urllib.request.Request(f"{lab}/api/{what}?token={TOKEN}", method=method)
    with urllib.request.urlopen(request, timeout=30) as reply:
        return json.loads(reply.read() or "null")


def test_what_was_chosen_last_is_saved(page: Any, browser: Any, lab: str, tmp_path: Path) -> None:
    """In the notebook and in its HTML, not the state when the cell ran."""
    scratch(lab, "kept.ipynb", ["from mtgmeld import explorers\nexplorers.room_game()"])
    opened(page, lab, "kept.ipynb")
    page.evaluate(RUN_ALL)
    panel = page.locator(".mtgmeld-panel")
    panel.get_by_role("button", name="Cast this half: Locker Room").click()
    panel.get_by_role("button", name="Resolve the top of the stack").click()
    panel.locator("svg[aria-label*='Locker Room unlocked: mana value 5, U, now']").wait_for()
    assert (
        page.locator(".mtgmeld-kept").evaluate_all(
            "all => all.filter(one => one.offsetParent).length"
        )
        == 0
    )
    page.wait_for_function(
        "() => window.jupyterapp.shell.currentWidget.content.model.cells.get(0).toJSON().outputs"
        ".some(o => JSON.stringify(o.data).includes('cast right; resolve'))"
    )
    page.evaluate("() => window.jupyterapp.commands.execute('docmanager:save').then(() => true)")
    saved = asked(lab, "GET", "contents/kept.ipynb")["content"]
    path = tmp_path / "kept.ipynb"
    path.write_text(json.dumps(saved), encoding="utf-8")
    convert = [sys.executable, "-m", "nbconvert", "--to", "html", str(path)]
    subprocess.run(convert, check=True, capture_output=True)
    read = browser.new_page()  # such a page asks for fonts elsewhere
    read.goto(path.with_suffix(".html").as_uri(), wait_until="domcontentloaded")
    assert "What happens: cast right; resolve" in read.locator("body").inner_text()
    drawn = read.locator("svg[aria-label*='Locker Room unlocked: mana value 5, U, now']")
    assert drawn.is_visible()
    read.close()
    # opened again: with its kernel the panel is where it was, without one the page has what it was
    opened(page, lab, "kept.ipynb")
    page.locator("svg[aria-label*='Locker Room unlocked: mana value 5, U, now']:visible").wait_for()
    page.goto("about:blank")
    for session in asked(lab, "GET", "sessions"):
        asked(lab, "DELETE", f"sessions/{session['id']}")
    opened(page, lab, "kept.ipynb")
    page.locator(".mtgmeld-choices:visible", has_text="cast right; resolve").wait_for()
    page.locator("svg[aria-label*='Locker Room unlocked: mana value 5, U, now']:visible").wait_for()
    assert page.locator(".mtgmeld-panel").count() == 0


def test_one_page_of_panels_in_voila(browser: Any, tmp_path: Path) -> None:
    """The panels as a page of their own, without JupyterLab."""
    names = ("room_game", "edition_slider")
    cells = [
        {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": [], "source": s}
        for s in ("from mtgmeld import explorers", *(f"explorers.{n}()" for n in names))
    ]
    kernel = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    book = {"cells": cells, "metadata": kernel, "nbformat": 4, "nbformat_minor": 4}
    path = tmp_path / "panels.ipynb"
    path.write_text(json.dumps(book), encoding="utf-8")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "voila", str(path), "--no-browser", f"--port={port}"]
    env = {**os.environ, "HOME": str(tmp_path), "PYTHONPATH": str(PROJECT)}
    log = (tmp_path / "log").open("w")
    server = subprocess.Popen(command, cwd=tmp_path, env=env, stdout=log, stderr=log)
    page = browser.new_page()
    page.set_viewport_size({"width": 900, "height": 3000})
    page.set_default_timeout(SECONDS * 1000)
    try:
        for _ in range(SECONDS * 2):
            with socket.socket() as there:
                if there.connect_ex(("127.0.0.1", port)) == 0:
                    break
            assert server.poll() is None, (tmp_path / "log").read_text()
            time.sleep(0.5)
        page.goto(f"http://127.0.0.1:{port}")
        room, dates = page.locator(".mtgmeld-panel").first, page.locator(".mtgmeld-panel").last
        dates.locator("table").first.wait_for()
        room.get_by_role("button", name="Cast this half: Locker Room").click()
        room.get_by_role("button", name="Resolve the top of the stack").click()
        room.locator("svg[aria-label*='Locker Room unlocked: mana value 5, U, now']").wait_for()
        assert page.locator(".mtgmeld-kept:visible").count() == 0
        assert page.evaluate("document.documentElement.scrollWidth") <= 900
    finally:
        page.close()
        server.terminate()
        server.wait(30)
        log.close()


# [tag or attribute] of each element in an output that could run something or reach outside
ACTIVE = """() => {
    const found = [];
    const cells = [...document.querySelectorAll('.jp-CodeCell')];
    for (const one of document.querySelectorAll('.jp-OutputArea-output *')) {
        const cell = cells.indexOf(one.closest('.jp-CodeCell'));
        const tag = `cell ${cell}: ${one.tagName.toLowerCase()}`;
        if (one.matches('iframe, object, embed, link, meta, base, form, script'))
            found.push(tag);
        for (const {name, value} of one.attributes) {
            if (name.startsWith('on')) found.push(`${tag} ${name}`);
            if (/^\\s*javascript:/i.test(value)) found.push(`${tag} ${name}=${value}`);
        }
        if (one.getAttribute('src') === 'x') found.push(`${tag} of the attack`);
        if (getComputedStyle(one).position === 'fixed') found.push(`${tag} out of its place`);
    }
    return found;
}"""


def test_markup_in_names_and_texts_stays_text(page: Any, lab: str) -> None:
    """Every output of ours, of cards, situations and rules that are an attack: none of it runs.

    A cell of trusted markup beside them does run, so that the page could have been hit.  What
    was saved is safe as well when it is opened again.
    """
    scratch(lab, "hostile.ipynb", [attack.CONTROL, *attack.CELLS])
    page.set_viewport_size({"width": 1300, "height": 30_000})
    opened(page, lab, "hostile.ipynb")
    page.evaluate(RUN_ALL)
    assert page.evaluate(WRONG) == []
    cells = page.locator(".jp-CodeCell")
    assert cells.count() == 1 + len(attack.CELLS)
    for n, cell in enumerate(attack.CELLS, 1):
        shown = cells.nth(n).locator(".jp-OutputArea-output")
        shown.first.wait_for()
        words = "".join(shown.all_inner_texts())
        drawn = shown.locator("svg, img[src^='data:image/svg']").count()
        assert "window.hit" in words or drawn, cell
    for panel in page.locator(".mtgmeld-panel").all():
        panel.locator("table").first.wait_for()
    assert page.evaluate("window.control") == 1
    assert page.evaluate(ACTIVE) == ["cell 0: script"]
    for moved in page.locator(".jp-OutputArea-output a, .jp-OutputArea-output b").all():
        moved.dispatch_event("mouseover")
    assert page.evaluate("window.hit") is None

    page.evaluate("() => window.jupyterapp.commands.execute('docmanager:save').then(() => true)")
    opened(page, lab, "hostile.ipynb")
    # outputs that were saved are drawn when the page is idle, in no order of theirs
    for n in range(1, 1 + len(attack.CELLS)):
        cells.nth(n).locator(".jp-OutputArea-output").first.wait_for()
    cells.first.locator("script").first.wait_for(state="attached")
    assert page.evaluate(ACTIVE) == ["cell 0: script"]
    assert page.evaluate("window.hit") is None
