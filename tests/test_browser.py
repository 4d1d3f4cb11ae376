"""The notebooks in a real browser: ``mtgmeld lab``, run all, turn a control, read the table."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mtgmeld.symbols import with_symbols
from tests.trust import attack

pytestmark = pytest.mark.browser

PROJECT = Path(__file__).resolve().parents[1]
NOTEBOOKS = sorted((PROJECT / "notebooks").glob("*.ipynb"))
TOKEN = "browsertest"
SECONDS = 90
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
        yield chromium
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
    # tall, since JupyterLab draws only the cells in sight
    made = browser.new_page(viewport={"width": 1300, "height": 6000})
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


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda p: p.stem)
def test_a_notebook_runs_and_its_controls_change_the_table(page: Any, lab: str, path: Path) -> None:
    opened(page, lab, path.name)
    page.evaluate(RUN_ALL)
    assert page.evaluate(WRONG) == []
    if "_explorer(" not in path.read_text(encoding="utf-8"):
        return
    shown = page.locator(".mtgmeld-panel .mtgmeld-shown").first
    shown.wait_for()
    controls = page.locator(".mtgmeld-panel").first.locator("select")
    changed = 0
    for number in range(controls.count()):
        control = controls.nth(number)
        values = control.locator("option").all_inner_texts()
        now = control.evaluate("c => c.options[c.selectedIndex].text")
        other = next((v for v in values if v != now), None)
        if other is None:
            continue
        assert control.evaluate("c => c.labels.length || c.getAttribute('aria-label')"), "no label"
        before = shown.inner_text()
        control.select_option(label=other)
        page.wait_for_function(
            "([before]) => document.querySelector('.mtgmeld-panel .mtgmeld-shown').innerText"
            " !== before",
            arg=[before],
        )
        assert shown.locator("table tbody tr").count() >= 1
        assert shown.locator("[role=alert]").count() == 0
        changed += 1
    assert changed >= 2
    # by keyboard as well; the arrows alone would move from cell to cell
    before = shown.inner_text()
    controls.first.focus()
    for key in ("Space", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    page.wait_for_function(
        "([before]) => document.querySelector('.mtgmeld-panel .mtgmeld-shown').innerText"
        " !== before",
        arg=[before],
    )


def test_a_notebook_reads_without_being_run(page: Any, lab: str) -> None:
    opened(page, lab, "03_rooms.ipynb")
    page.locator(".jp-RenderedSVG img").nth(2).wait_for()
    page.locator("table.mtgmeld svg").nth(5).wait_for()
    page.locator(".mtgmeld-choices").wait_for()
    assert page.locator("text=untrusted").count() == 0
    assert page.locator(".mtgmeld-panel").count() == 0
    words = page.locator(".jp-NotebookPanel").first.inner_text()
    assert "Zone: battlefield" in words
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
    room.locator("[role=alert]", has_text="601.2a").wait_for()
    room.get_by_role("button", name="Resolve the top").focus()
    page.keyboard.press("Enter")
    room.locator("svg.mtgmeld-doors >> text=you are here").wait_for()
    assert room.locator("[role=alert]").count() == 0

    before = dates.locator(".mtgmeld-shown").inner_text()
    dates.locator("[role=slider]").first.focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_function(
        "([n, before]) => document.querySelectorAll('.mtgmeld-panel .mtgmeld-shown')[n].innerText"
        " !== before",
        arg=[2, before],
    )
    assert dates.locator("mark").count() > 0

    identity.locator("textarea").fill("Civilized Scholar")
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
    cells.nth(len(attack.CELLS)).locator(".jp-OutputArea-output").first.wait_for()
    assert page.evaluate(ACTIVE) == ["cell 0: script"]
    assert page.evaluate("window.hit") is None
