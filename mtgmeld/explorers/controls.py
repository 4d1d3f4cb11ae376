"""The controls of panels: what each looks like, and which widget it is.

Every control has a label and works by keyboard; its value is a plain value.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import ipywidgets as widgets
import msgspec
import traitlets

__all__ = ["Choice", "Control", "Dates", "Line", "Moves", "Number", "Page", "Steps", "told"]

_WIDTH = "min(36em, 100%)"
_LABEL = {"description_width": "11em"}


class Control(msgspec.Struct, frozen=True):
    """A control of a panel.

    Attributes
    ----------
    label : str
    """

    label: str

    def widget(self) -> Any:
        """Return the widget; it has ``value``, ``description`` and, if chosen from, ``options``."""
        raise NotImplementedError  # each kind of control makes its own


class Choice(Control, frozen=True):
    """One of several values."""

    def widget(self) -> Any:
        """Return a drop-down list."""
        return widgets.Dropdown(description=self.label, style=_LABEL, layout={"width": _WIDTH})


class Dates(Control, frozen=True):
    """One of several values in order, by a slider."""

    def widget(self) -> Any:
        """Return a slider over the options."""
        return widgets.SelectionSlider(
            options=[("", "")],
            description=self.label,
            style=_LABEL,
            layout={"width": _WIDTH},
            continuous_update=False,
        )


class Number(Control, frozen=True):
    """A whole number.

    Attributes
    ----------
    least, most : int
    """

    least: int = 0
    most: int = 20

    def widget(self) -> Any:
        """Return a field with a number."""
        return widgets.BoundedIntText(
            value=self.least,
            min=self.least,
            max=self.most,
            description=self.label,
            style=_LABEL,
            layout={"width": "18em"},
        )


class Line(Control, frozen=True):
    """A line of text, taken when Enter is pressed or the field is left.

    Attributes
    ----------
    hint : str
        Shown while it is empty.
    """

    hint: str = ""

    def widget(self) -> Any:
        """Return a text field."""
        return widgets.Text(
            description=self.label,
            placeholder=self.hint,
            style=_LABEL,
            layout={"width": _WIDTH},
            continuous_update=False,
        )


class Page(Control, frozen=True):
    """A text of many lines, taken when the field is left.

    Attributes
    ----------
    rows : int
    hint : str
    """

    rows: int = 8
    hint: str = ""

    def widget(self) -> Any:
        """Return a text area."""
        return widgets.Textarea(
            description=self.label,
            placeholder=self.hint,
            rows=self.rows,
            style=_LABEL,
            layout={"width": "100%"},
            continuous_update=False,
        )


class Moves(Control, frozen=True):
    """Moves one after the other, each a button; the value is those made so far."""

    def widget(self) -> Any:
        """Return rows of buttons."""
        return MoveButtons(self.label)


class Steps(Control, frozen=True):
    """One of several values in order, with buttons that go back and forward."""

    def widget(self) -> Any:
        """Return a drop-down list between two buttons."""
        return StepButtons(self.label)


class MoveButtons(widgets.VBox):  # type: ignore[misc]  # ipywidgets has no types
    """Rows of buttons; :attr:`value` is the tuple of moves made.

    The options are pairs of a row's name and its moves, these again pairs of what a button
    says and the move.  A button stays the same one while its row and place stay, so that the
    keyboard's focus is not lost.
    """

    value = traitlets.Tuple()

    def __init__(self, label: str) -> None:
        self.description = label
        self._options: tuple[Any, ...] = ()
        self._buttons: dict[tuple[int, int], tuple[Any, list[Any]]] = {}
        back = _button("Take back", lambda: self._take(self.value[:-1]))
        again = _button("Start again", lambda: self._take(()))
        self._made = widgets.HTML()
        self._rows = widgets.VBox()
        self._head = widgets.HBox([_label(label), back, again], layout={"flex_flow": "row wrap"})
        super().__init__(children=[self._head, self._rows, self._made])
        self.observe(lambda change: self._tell(), names="value")
        self._tell()

    @property
    def options(self) -> tuple[Any, ...]:
        """The rows, each with its moves."""
        return self._options

    @options.setter
    def options(self, rows: Sequence[tuple[str, Sequence[tuple[str, str]]]]) -> None:
        made = tuple((name, tuple(moves)) for name, moves in rows)
        if made == self._options:
            return
        self._options = made
        boxes = []
        for i, (name, moves) in enumerate(made):
            buttons = [self._button(i, j, text, move) for j, (text, move) in enumerate(moves)]
            boxes.append(widgets.HBox([_label(name), *buttons], layout={"flex_flow": "row wrap"}))
        self._rows.children = boxes

    def _button(self, i: int, j: int, text: str, move: str) -> Any:
        if (i, j) not in self._buttons:
            cell = [move]
            button = _button(text, lambda: self._take((*self.value, cell[0])))
            self._buttons[i, j] = (button, cell)
        button, cell = self._buttons[i, j]
        button.description, cell[0] = text, move
        return button

    def _take(self, moves: tuple[str, ...]) -> None:
        self.value = moves

    def _tell(self) -> None:
        import html

        said = html.escape("; ".join(self.value)) or "none yet"
        self._made.value = f"<span>Moves: {said}</span>"

    def click(self, text: str, row: int | None = None) -> None:
        """Press the first button that says so, in a row if one is given.

        Raises
        ------
        LookupError
            If no button says so.
        """
        boxes = self._rows.children if row is None else self._rows.children[row : row + 1]
        for box in (self._head, *boxes):
            for button in box.children[1:]:
                if button.description == text:
                    button.click()
                    return
        raise LookupError(text)


class StepButtons(widgets.HBox):  # type: ignore[misc]  # ipywidgets has no types
    """A drop-down list between two buttons; value and options are those of the list."""

    value = traitlets.Any()

    def __init__(self, label: str) -> None:
        self.description = label
        self._list = widgets.Dropdown(description=label, style=_LABEL, layout={"width": _WIDTH})
        self.back = _button("Back", lambda: self._go(-1))
        self.forward = _button("Forward", lambda: self._go(1))
        super().__init__(
            children=[self._list, self.back, self.forward], layout={"flex_flow": "row wrap"}
        )
        traitlets.link((self._list, "value"), (self, "value"))

    @property
    def options(self) -> Any:
        """What may be chosen: pairs of what is shown and the value."""
        return self._list.options

    @options.setter
    def options(self, options: Sequence[tuple[str, Any]]) -> None:
        self._list.options = options

    @property
    def label(self) -> str:
        """What is shown of the choice."""
        return str(self._list.label)

    def _go(self, by: int) -> None:
        at = (self._list.index or 0) + by
        if 0 <= at < len(self._list.options):
            self._list.index = at


def _label(text: str) -> Any:
    return widgets.Label(text, layout={"width": "11em", "justify_content": "flex-end"})


def _button(text: str, press: Callable[[], None]) -> Any:
    button = widgets.Button(description=text, layout={"width": "auto"})
    button.on_click(lambda _: press())
    return button


def told(widget: Any) -> str:
    """Return the choice of a widget in words, for readers without a kernel."""
    if isinstance(widget, MoveButtons):
        return "; ".join(widget.value) or "none"
    label = getattr(widget, "label", None)
    return str(widget.value if label is None else label)
