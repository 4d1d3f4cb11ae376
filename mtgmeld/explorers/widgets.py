"""The one kind of panel: labeled controls over a pure view, one area for what it shows.

A panel has no state but its choices.  What the choices offer may depend on each other, so that a
control never holds a choice that its neighbors have ruled out.  A refusal of ours is shown in the
panel as a message.  The page's side of it is ``panel.js``.
"""

from __future__ import annotations

import base64
import html
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from mtgmeld.errors import MtgmeldError, UnknownName
from mtgmeld.explorers.board import alert, side_by_side
from mtgmeld.explorers.controls import Chosen, Control, Moves, Typed, settle

# what can be done with what is shown, by what it needs
PRESSES: Mapping[str, tuple[str, str]] = {
    "markdown": ("Copy as Markdown", "to_markdown"),
    "csv": ("Save table (CSV)", "to_csv"),
    "svg": ("Save figure (SVG)", "draw"),
    "png": ("Save figure (PNG)", "draw"),
    "toml": ("Copy as a situation (TOML)", "situation"),
    "link": ("Link to this (Python)", ""),
    "beside": ("Put beside", ""),
}
_TYPES = {"csv": "text/csv", "svg": "image/svg+xml", "png": "image/png"}


class Field:
    """A control of a panel: what it offers and what is chosen."""

    def __init__(self, panel: Panel, key: str, control: Control) -> None:
        self._panel, self._key, self.control = panel, key, control
        self.options: tuple[tuple[str, Any], ...] = ()
        self.wrong = ""  # what was typed and is no choice

    @property
    def description(self) -> str:
        """The label."""
        return self.control.label

    @property
    def value(self) -> Any:
        """What is chosen; setting it changes the panel."""
        return self._panel.choices[self._key]

    @value.setter
    def value(self, value: Any) -> None:
        self._panel.choose(**{self._key: value})

    @property
    def label(self) -> str:
        """What is chosen, in words."""
        if isinstance(self.control, Moves):
            return "; ".join(self.value) or "none"
        return next((t for t, v in self.options if v == self.value), str(self.value))

    def click(self, text: str, row: int | None = None) -> None:
        """Make the first move that a button says, in a row if one is given.

        Raises
        ------
        LookupError
            If no button says so.
        """
        if text in ("Take back", "Start again"):
            return self._hear("back" if text == "Take back" else "again")
        for i, (_, moves) in enumerate(self.options):
            for j, (said, _) in enumerate(moves):
                if said == text and row in (None, i):
                    return self._hear([i, j])
        raise LookupError(text)

    def _hear(self, told: Any) -> None:
        """Take what the page tells: a place among the options, or a text."""
        if isinstance(self.control, Moves):
            if isinstance(told, list):
                self.value = (*self.value, self.options[told[0]][1][told[1]][1])
            else:
                self.value = self.value[:-1] if told == "back" else ()
        else:
            self.value = self.options[told][1] if self.options else str(told)

    def shown(self) -> dict[str, Any]:
        """Return what the page shows of it."""
        control = self.control
        made = {
            "key": self._key,
            "kind": type(control).__name__.lower(),
            "label": control.label,
            "text": self.wrong or self.label,
            "wrong": bool(self.wrong),
            **{
                n: getattr(control, n)
                for n in ("hint", "rows", "least", "most")
                if hasattr(control, n)
            },
        }
        if isinstance(control, Moves):
            made["rows"] = [[name, [text for text, _ in moves]] for name, moves in self.options]
        elif self.options:
            made["options"] = [text for text, _ in self.options]
            made["at"] = [value for _, value in self.options].index(self.value)
        return made

    def as_written(self) -> str:
        """Return the choice in words, the lines of a text kept, for readers without a kernel."""
        text = html.escape(self.label)
        said = f"<pre>{text}</pre>" if "\n" in text else text
        return f"<li>{html.escape(self.description)}: {said}</li>"


class Panel(anywidget.AnyWidget):
    """Controls and what they show; :func:`mtgmeld.explorers.panel` makes one."""

    _esm = Path(__file__).with_name("panel.js")
    _css = Path(__file__).with_name("panel.css")
    title = traitlets.Unicode().tag(sync=True)
    fields: Any = traitlets.List().tag(sync=True)
    presses: Any = traitlets.List().tag(sync=True)
    shown = traitlets.Unicode().tag(sync=True)
    said = traitlets.Unicode().tag(sync=True)

    def __init__(
        self,
        name: str,
        view: Callable[..., Any],
        controls: Mapping[str, Control],
        start: Chosen,
        *,
        fill: Callable[[str, Chosen], Chosen] | None = None,
    ) -> None:
        super().__init__(title=name)
        self._view, self._kinds = view, controls
        self._fill = fill or (lambda name, chosen: {})
        self._kept: Any = None  # what a notebook shows of it without a kernel
        self._beside: dict[str, Any] | None = None
        self._board: Any = None
        self.made_by = ""
        self.controls = {key: Field(self, key, one) for key, one in controls.items()}
        self.choices: dict[str, Any] = {}
        self._settle(start, *(k for k in start if isinstance(controls[k], Typed)))
        self._start = self.choices
        self.on_msg(lambda _, told, __: self._hear(told))

    # ------------------------------------------------------------ choosing

    def choose(self, **choices: Any) -> Panel:
        """Set several choices at once, in the order of the controls; return the panel.

        Raises
        ------
        UnknownName
            If there is no such control, or a choice is not on offer.
        UnknownCard
            If no card has the name.
        """
        for name in choices:
            if name not in self.controls:
                raise UnknownName("control", name, self.controls)
        wanted = self.choices
        for name in [n for n in self.controls if n in choices]:
            wanted = {**wanted, name: choices[name]}
            wanted |= self._fill(name, wanted)
        self._settle(wanted, *choices)
        return self

    def put_beside(self) -> Panel:
        """Keep what is shown now beside what is chosen next; return the panel."""
        self._beside = self.choices
        self._show()
        return self

    def _settle(self, wanted: Chosen, *asked: str) -> None:
        settled = settle(self._kinds, wanted, *asked)
        self.choices = settled["choices"]
        for name, field in self.controls.items():
            field.options, field.wrong = settled["offers"][name], ""
        self._show()

    # ------------------------------------------------------------ showing

    def _show(self, refusal: str = "") -> None:
        if not refusal:
            text, inner = self._seen(self.choices)
            if self._beside is not None:
                board, kept = self._board, self._beside
                inner = side_by_side((inner, self._seen(kept)[1]), "24em")
                self._board = board
            self._inner, self._text = inner, text
        with self.hold_sync():
            self.shown = alert(refusal) * bool(refusal) + self._inner
            self.said = refusal or self._text
            self.fields = [field.shown() for field in self.controls.values()]
            self.presses = [
                [key, "Take away what is beside" if key == "beside" and self._beside else text]
                for key, (text, needs) in PRESSES.items()
                if not needs or getattr(self._board, needs, None) is not None
            ]
        if self._kept is not None:
            self._kept.update(self._as_kept(), raw=True)

    def _seen(self, choices: dict[str, Any]) -> tuple[str, str]:
        """Return what choices show, as text and as HTML."""
        try:
            seen = self._view(**choices)
            self._board = board = getattr(seen, "board", seen)
        except MtgmeldError as error:
            self._board = None
            return str(error), alert(str(error))
        choices |= getattr(board, "kept", {})
        return str(board), board.to_html()

    def __repr__(self) -> str:
        return f"<{self.title}: {self._text}>"

    def to_html(self) -> str:
        """Return choices and what they show, for readers without a kernel."""
        chosen = "".join(field.as_written() for field in self.controls.values())
        return (
            f'<div class="mtgmeld-kept"><ul class="mtgmeld-choices">{chosen}</ul>{self.shown}</div>'
        )

    def _as_kept(self) -> dict[str, str]:
        return {"text/plain": repr(self), "text/html": self.to_html()}

    def _ipython_display_(self, **kwargs: Any) -> None:
        """Show the live panel, and beside it what is kept, which follows the choices."""
        from IPython import display as ipython

        display: Any = ipython.display  # it has no types
        live, _ = super()._repr_mimebundle_(**kwargs) or ({}, {})
        live.pop("text/plain", None)
        display({**live, "text/html": ""}, raw=True)
        self._kept = display(self._as_kept(), raw=True, display_id=self.model_id)

    # ------------------------------------------------------------ what the page tells

    def _hear(self, told: Mapping[str, Any]) -> None:
        try:
            self._take(told)
        except Exception as error:
            # the page shows nothing of what a kernel raises
            self.send({"said": str(error) or type(error).__name__})
            if not isinstance(error, MtgmeldError):
                raise

    def _take(self, told: Mapping[str, Any]) -> None:
        key = told["key"]
        if told["do"] == "names":
            control = self._kinds[key]
            found = control.named(told["text"]) if isinstance(control, Typed) else {}
            self.send({"key": key, "names": found})
        elif told["do"] == "press":
            self.send(self.press(key))
        else:
            try:
                self.controls[key]._hear(told["value"])
            except MtgmeldError as error:
                self.controls[key].wrong = str(told["value"])
                self._show(str(error))

    def press(self, key: str) -> dict[str, Any]:
        """Do what a button does and return what the page has to do: copy or save something.

        Raises
        ------
        UnknownName
            If there is no such button.
        """
        if key not in PRESSES:
            raise UnknownName("button", key, PRESSES)
        if key == "beside":
            self._beside = None if self._beside else self.choices
            self._show()
            return {"said": "It stays here: choose another." if self._beside else "Taken away."}
        if key in _TYPES:
            name = f"{_slug(self._board.title)}.{key}"
            data = base64.b64encode(self._file(key)).decode()
            return {
                "save": {"name": name, "type": _TYPES[key], "base64": data},
                "said": f"Saved as {name}.",
            }
        texts: dict[str, Callable[[], str]] = {
            "markdown": lambda: str(self._board.to_markdown()),
            "toml": lambda: str(self._board.situation().to_toml()),
            "link": self.link,
        }
        return {"copy": texts[key](), "said": f"Copied ({key})."}

    def _file(self, form: str) -> bytes:
        if form == "csv":
            return str(self._board.to_csv()).encode()
        from matplotlib import pyplot

        from mtgmeld import figures

        drawn = self._board.draw()
        made = figures.render(drawn, form)
        pyplot.close(drawn.figure)
        return made

    def link(self) -> str:
        """Return the line of Python that brings a panel to this state."""
        made = self.made_by or f"panel({self.title!r}, ...)"
        if self._beside:
            made += f"{self._choosing(self._start, self._beside)}.put_beside()"
        return made + self._choosing(self._beside or self._start, self.choices)

    def _choosing(self, before: Chosen, after: Chosen) -> str:
        chosen, words = dict(before), []
        for name, value in after.items():
            if chosen[name] != value:
                words.append(f"{name}={value!r}")
                chosen[name] = value
                chosen |= self._fill(name, chosen)
        return f".choose({', '.join(words)})" if words else ""


def _slug(text: str) -> str:
    return re.sub(r"\W+", "_", text.partition(";")[0]).strip("_").lower()[:60]
