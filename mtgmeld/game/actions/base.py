"""What all actions share."""

from __future__ import annotations

from typing import Any

import msgspec

__all__ = ["Action", "Ref", "Refs"]

Ref = str | int
Refs = str | int | list[str | int]


class Action(msgspec.Struct, frozen=True, kw_only=True, tag_field="do", forbid_unknown_fields=True):
    """What all actions share: who does it, and the choices that it may call for.

    Attributes
    ----------
    player : str, optional
        Who does it; by default the controller of the object, else the active player.
    order : list of str, optional
        The order of the two cards of a melded permanent, first to last: in a graveyard or
        library from the bottom to the top, in exile by timestamp (712.21a-b).
    replacement : str, list or dict, optional
        The replacement effect that is applied, by its id or its card's name (616.1); a list
        where one after another applies, a dict by object where several objects move.
    commander : str, optional
        ``command`` or ``stay``, where a commander could go to the command zone (903.9).
    keep : str or list, optional
        The permanent that stays under the legend rule, one for each name (704.5j).
    target : str or list, optional
        Targets of the spell or ability, or of an ability that triggers (601.2c, 603.3d).
    as_copy : str, optional
        What a permanent enters as a copy of; ``none`` to decline.
    choose : dict, optional
        Other choices by their names.
    may : bool, optional
        Whether to do what an ability that resolves offers (608.2d).
    during : str, optional
        The step in which it is tried, where not the current one.
    """

    player: str | None = None
    order: list[str] | None = None
    replacement: str | list[str] | dict[str, str] | None = None
    commander: str | None = None
    keep: Refs | None = None
    target: Refs | None = None
    as_copy: Ref | None = None
    choose: dict[str, Any] = {}
    may: bool | None = None
    during: str | None = None

    def choices(self) -> dict[str, Any]:
        """Return who does it and the choices, for another action that is part of this one."""
        return {name: getattr(self, name) for name in Action.__struct_fields__}
