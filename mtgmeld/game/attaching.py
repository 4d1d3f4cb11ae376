"""What is attached to what, and what may be (301.5, 303.4, 701.3)."""

from __future__ import annotations

from mtgmeld.errors import CannotBeDone
from mtgmeld.game import actions as A
from mtgmeld.game.draft import Draft
from mtgmeld.game.events import Event
from mtgmeld.game.layers import abilities_of, characteristics_of
from mtgmeld.game.moving import host_of, permanents_of
from mtgmeld.game.objects import Obj
from mtgmeld.game.seen import matches
from mtgmeld.game.targets import may_enchant
from mtgmeld.query.wanted import flat

__all__ = ["attach", "why_not_attached"]


def why_not_attached(draft: Draft, obj: Obj, host: int | str) -> tuple[str, tuple[str, ...]] | None:
    """Return why an instruction to attach a permanent does nothing, with rules (701.3b)."""
    known = characteristics_of(draft, obj)
    kinds = set(flat(known.subtypes.value))
    if not kinds & {"Aura", "Equipment", "Fortification"}:
        return "it is no Aura, Equipment or Fortification", ("701.3b",)
    if obj.attached == host:
        return "it is attached to that already", ("701.3b",)
    if "Aura" in kinds:
        if known.has_type("Creature"):
            return "an Aura that is a creature enchants nothing", ("701.3b", "303.4d")
        if not may_enchant(draft, abilities_of(draft, obj), host, obj.controller):
            return "it cannot enchant that", ("701.3b", "303.4j")
        return None
    if "Equipment" in kinds and known.has_type("Creature") and not known.has_keyword("Reconfigure"):
        return "an Equipment that is a creature equips nothing", ("701.3b", "301.5c")
    wanted, rule = ("t:creature", "301.5") if "Equipment" in kinds else ("t:land", "301.6")
    if isinstance(host, str) or not matches(draft, wanted, draft.things[host], None, ""):
        return "it cannot be attached to that", ("701.3b", rule)
    return None


def attach(draft: Draft, act: A.Attach) -> None:
    """Attach a permanent to an object or player it may be attached to (701.3)."""
    obj = draft.present(act.object)
    permanents_of(draft, obj.id)
    host = host_of(draft, act.to)
    if host == obj.id:
        why = "an object cannot be attached to itself"
        raise CannotBeDone(why, ("301.5c", "303.4d"), obj.id)
    if isinstance(host, int):
        permanents_of(draft, draft.present(host).id)
    name = draft.name_of(obj.id)
    no = why_not_attached(draft, obj, host)
    if no is not None:
        draft.emit(Event("stay", obj.id, name, (obj.id,), note=no[0], rules=no[1]))
        return
    draft.change(obj.id, attached=host, timestamp=draft.tick())
    to = host if isinstance(host, str) else draft.name_of(host)
    draft.emit(Event("attach", obj.id, name, (obj.id,), note=f"to {to}", rules=("701.3a",)))
