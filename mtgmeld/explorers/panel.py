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

__all__ = ["Panel"]

Options = Mapping[str, Sequence[tuple[str, Any]]]


class Panel(widgets.VBox):  # type: ignore[misc]  # ipywidgets has no types
    """Controls and what they show.

    Parameters
    ----------
    name : str
        What the panel explores, for its plain text and for screen readers.
    view : callable
        Takes the choices by name and returns what has ``to_html()`` and a text.
    labels : mapping of str to str
        A label for each choice, in the order of the controls.
    offer : callable
        Takes the choices so far and returns the options of every control.
    start : mapping of str to object, optional
        Choices to begin with; the first options by default.
    """

    def __init__(
        self,
        name: str,
        view: Callable[..., Any],
        labels: Mapping[str, str],
        offer: Callable[[Mapping[str, Any]], Options],
        start: Mapping[str, Any] | None = None,
    ) -> None:
        self._name = name
        self._view = view
        self._offer = offer
        self._settling = False
        self._text = ""
        self.controls: dict[str, widgets.Dropdown] = {
            key: widgets.Dropdown(
                description=label,
                style={"description_width": "8em"},
                layout={"width": "min(36em, 100%)"},
            )
            for key, label in labels.items()
        }
        self.shown = widgets.HTML()
        self.shown.add_class("mtgmeld-shown")
        super().__init__(children=[*self.controls.values(), self.shown])
        self.add_class("mtgmeld-panel")
        self._settle(dict(start or {}))
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
        if not self._settling:
            self._settle(self.choices)

    def _settle(self, wanted: dict[str, Any]) -> None:
        """Offer what the choices allow, keep those that still stand, show the view."""
        self._settling = True
        try:
            for name, control in self.controls.items():
                options = tuple(self._offer(wanted)[name])
                values = [value for _, value in options]
                keep = wanted.get(name) if wanted.get(name) in values else values[0]
                if control.options != options:
                    control.options = options
                if control.value != keep:
                    control.value = keep
                wanted[name] = keep
        finally:
            self._settling = False
        try:
            shown = self._view(**wanted)
            self._text = str(shown)
            inner = shown.to_html()
        except MtgmeldError as error:
            self._text = str(error)
            inner = f'<p role="alert">{html.escape(str(error))}</p>'
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
            f"<li>{html.escape(control.description)}: {html.escape(str(control.label))}</li>"
            for control in self.controls.values()
        )
        bundle["text/html"] = f'<ul class="mtgmeld-choices">{chosen}</ul>{self.shown.value}'
        return bundle
