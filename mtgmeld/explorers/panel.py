"""The one kind of panel: labeled controls over a pure view, one area for what it shows.

A panel has no state but its controls' values.  What the choices offer may depend on each
other; a function says what is on offer, so that a control never holds a choice that its
neighbors have ruled out.  A refusal of ours is shown in the panel as a message.
"""

from __future__ import annotations

import html
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import ipywidgets as widgets

from mtgmeld.errors import MtgmeldError
from mtgmeld.explorers.board import alert
from mtgmeld.explorers.controls import Choice, Control, told

__all__ = ["Panel"]

Options = Mapping[str, Sequence[tuple[str, Any]]]


# more controls than these stand in columns
_IN_A_ROW = 6
_COLUMNS = "repeat(auto-fit, minmax(min(26em, 100%), 1fr))"


def _laid_out(controls: list[Any]) -> list[Any]:
    if len(controls) <= _IN_A_ROW:
        return controls
    return [widgets.GridBox(controls, layout={"grid_template_columns": _COLUMNS})]


def _as_written(text: str) -> str:
    """Return a choice as HTML, the lines of a text kept."""
    escaped = html.escape(text)
    return f"<pre>{escaped}</pre>" if "\n" in text else escaped


class Panel(widgets.VBox):  # type: ignore[misc]  # ipywidgets has no types
    """Controls and what they show.

    Parameters
    ----------
    name : str
        What the panel explores, for its plain text and for screen readers.
    view : callable
        Takes the choices by name and returns what has ``to_html()`` and a text.  Where it has
        ``kept``, these choices take the place of those that it could not follow.
    controls : mapping of str to str or Control
        The control of each choice, in order; a text is the label of a drop-down list.
    offer : callable
        Takes the choices so far and returns the options of every control that has some.
    start : mapping of str to object, optional
        Choices to begin with; the first options by default.
    fill : callable, optional
        Takes the name of a control that was changed and the choices, and returns choices that
        it fills in.
    hidden : sequence of str, optional
        Controls that the view does not take.
    """

    def __init__(
        self,
        name: str,
        view: Callable[..., Any],
        controls: Mapping[str, str | Control],
        offer: Callable[[Mapping[str, Any]], Options],
        start: Mapping[str, Any] | None = None,
        *,
        fill: Callable[[str, Mapping[str, Any]], Mapping[str, Any]] | None = None,
        hidden: Sequence[str] = (),
    ) -> None:
        self._name = name
        self._view = view
        self._offer = offer
        self._fill = fill
        self._hidden = frozenset(hidden)
        self._settling = False
        self._text = ""
        self.controls: dict[str, Any] = {
            key: (Choice(kind) if isinstance(kind, str) else kind).widget()
            for key, kind in controls.items()
        }
        self.shown = widgets.HTML(layout={"overflow": "auto"})
        self.shown.add_class("mtgmeld-shown")
        super().__init__(children=[*_laid_out(list(self.controls.values())), self.shown])
        self.add_class("mtgmeld-panel")
        self._settle({**self.choices, **(start or {})})
        for control in self.controls.values():
            control.observe(self._changed, names="value")

    @property
    def choices(self) -> dict[str, Any]:
        """The choices as they stand."""
        return {name: control.value for name, control in self.controls.items()}

    def choose(self, **choices: Any) -> None:
        """Set several choices at once, in the order of the controls.

        Raises
        ------
        traitlets.TraitError
            If a choice is not on offer.
        """
        for name in self.controls:
            if name in choices:
                self.controls[name].value = choices[name]

    def _changed(self, change: Any) -> None:
        if self._settling:
            return
        wanted = self.choices
        if self._fill is not None:
            changed = next(n for n, c in self.controls.items() if c is change["owner"])
            wanted |= self._fill(changed, wanted)
        self._settle(wanted)

    def _settle(self, wanted: dict[str, Any]) -> None:
        """Offer what the choices allow, keep those that still stand, show the view."""
        self._settling = True
        try:
            self._take(wanted)
            self._show(wanted)
        finally:
            self._settling = False

    def _take(self, wanted: dict[str, Any]) -> None:
        offered = self._offer(wanted)
        for name, control in self.controls.items():
            keep = wanted.get(name)
            if name in offered:
                options = tuple(offered[name])
                if tuple(control.options) != options:
                    control.options = options
                if hasattr(control, "index") or hasattr(control, "label"):
                    values = [value for _, value in options]
                    keep = keep if keep in values else values[0]
            if control.value != keep:
                control.value = keep
            if wanted.get(name) != control.value:
                wanted[name] = control.value
                offered = self._offer(wanted)

    def _show(self, wanted: dict[str, Any]) -> None:
        try:
            shown = self._view(**{k: v for k, v in wanted.items() if k not in self._hidden})
            self._text = str(shown)
            inner = shown.to_html()
            for name, value in getattr(shown, "kept", {}).items():
                self.controls[name].value = value
        except MtgmeldError as error:
            self._text = str(error)
            inner = alert(str(error))
        label = html.escape(self._name, quote=True)
        self.shown.value = (
            f'<div role="region" aria-live="polite" aria-label="{label}">{inner}</div>'
        )

    def __repr__(self) -> str:
        return f"<{self._name}: {self._text}>"

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        """Give the live panel, and for readers without a kernel what it shows now."""
        bundle = dict(super()._repr_mimebundle_(**kwargs) or {})
        bundle["text/plain"] = repr(self)
        chosen = "".join(
            f"<li>{html.escape(control.description)}: {_as_written(told(control))}</li>"
            for control in self.controls.values()
        )
        bundle["text/html"] = f'<ul class="mtgmeld-choices">{chosen}</ul>{self.shown.value}'
        return bundle
