"""Playing lands: a special action (305, 712.12)."""

from __future__ import annotations

import msgspec

from mtgmeld.errors import IllegalAction
from mtgmeld.game.actions import PlayLand
from mtgmeld.game.characteristics import Characteristics, Status, derive
from mtgmeld.game.draft import Draft
from mtgmeld.game.entering import Arrival
from mtgmeld.game.events import Event
from mtgmeld.game.objects import Obj
from mtgmeld.game.prohibitions import check_allowed
from mtgmeld.game.seen import matches
from mtgmeld.game.speaking import does
from mtgmeld.game.timing import sorcery_time
from mtgmeld.game.ways import half_named, is_there, permissions
from mtgmeld.game.zone_change import Going, move

__all__ = ["check_land", "play_land"]

replace = msgspec.structs.replace


def play_land(draft: Draft, act: PlayLand) -> None:
    """Play a land: once a turn, in a main phase with an empty stack (305.1-2)."""
    obj = draft.present(act.object)
    player = act.player or obj.owner
    if not obj.base.faces:
        raise IllegalAction(f"{draft.name_of(obj.id)} is an ability, and no land", ("305.1",))
    face = 0
    if act.face is not None:
        face = half_named(draft, obj, act.face)
    elif obj.base.layout == "modal_dfc" and not obj.base.faces[0].is_land:
        face = 1
    if face and obj.base.layout != "modal_dfc":
        raise IllegalAction(
            "only a modal card's back face may be played as a land", ("712.12", "305.9")
        )
    printed = obj.base.faces[face]
    if not printed.is_land:
        raise IllegalAction(f"{printed.name} is no land", ("305.1", "712.12"))
    check_land(draft, obj, face, player, act.by)
    draft.change_player(player, land_plays=draft.player(player).land_plays + 1)
    arrival = Arrival(control=player, land_face=face)
    rules = ("305.1", "712.12") if len(obj.base.faces) > 1 else ("305.1",)
    going = Going(obj.id, "battlefield", by=player, arrival=arrival, rules=rules)
    became = move(draft, [going], act)[0][0]
    draft.priority = player  # 117.3c
    draft.emit(
        Event("play land", became, printed.name, (became,), player=player, rules=(*rules, "116.2a"))
    )


def check_land(draft: Draft, obj: Obj, face: int, player: str, by: str | None = None) -> None:
    """Refuse a land that may not be played now (305.2-3).

    Raises
    ------
    IllegalAction
    """
    printed = obj.base.faces[face]
    if obj.zone in ("battlefield", "stack"):
        raise IllegalAction(f"{printed.name} is on the {obj.zone}", ("305.1", "116.2a"))
    late = sorcery_time(draft, player)
    if late is not None:
        raise IllegalAction(f"{printed.name} may not be played now: {late[0]}", ("305.3", "116.2a"))
    if draft.player(player).land_plays:
        raise IllegalAction(f"{does(player, 'has')} played a land this turn", ("305.2",))
    alone, known = _land(draft, obj, face)
    modeled = by is None or is_there(draft, by)  # another name: an effect that is not modeled
    if not (obj.zone == "hand" and obj.owner == player) and modeled:
        if not any(
            a.of == "play" and matches(draft, a.what, alone, known, whose)
            for a, _, whose in permissions(draft, obj, player)
        ):
            raise IllegalAction(
                f"{player} may not play a land from {obj.zone}", ("305.1", "116.2a")
            )
    check_allowed(draft, "play", player, alone, known, printed.name, obj.zone)


def _land(draft: Draft, obj: Obj, face: int) -> tuple[Obj, Characteristics]:
    """Return the land with the face that is played, which alone is looked at (712.11c, 712.12)."""
    alone = replace(obj, base=replace(obj.base, layout="single", faces=(obj.base.faces[face],)))
    return alone, derive(alone.base, Status(obj.zone), draft.edition, draft.policies)
