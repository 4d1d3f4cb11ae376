"""From copiable values and where an object is to its characteristics, each with reasons.

``derive`` is cached: objects that are alike share one value, so asking again costs a
look-up.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import msgspec

from mtgmeld.cards import Face
from mtgmeld.game.characteristics.faces import CountingFaces, view
from mtgmeld.game.characteristics.model import (
    VALUES,
    Characteristics,
    Circumstances,
    CopiableValues,
)
from mtgmeld.mana import combine, order
from mtgmeld.rules.citations import Derived, TwoAnswers, cited
from mtgmeld.rules.editions import Edition, Readings


def copy_of(
    what: CopiableValues,
    how: Circumstances,
    edition: Edition,
    *,
    token: bool = False,
    onto: CopiableValues | None = None,
) -> CopiableValues:
    """Return what a copy of an object is read from.

    Parameters
    ----------
    what : CopiableValues
        What the object that is copied is read from.
    how : Circumstances
        Where it is and how it is there: of a double-faced permanent the face that is up
        counts (707.8).
    edition : Edition
    token : bool
        Whether the copy is a token that was created as one (707.8a), rather than a permanent
        or token that becomes a copy or enters as one.
    onto : Copiable, optional
        What becomes the copy.  A melded permanent that copies something is still
        represented by its two cards (202.3c).

    Returns
    -------
    Copiable
        With all halves of a split card (709.5); with both faces for a token or a copied
        spell where the edition has it so (707.8a, 707.10g); else with one face.
    """
    fronts = onto.fronts if onto is not None else ()
    if what.form.is_melded:
        return CopiableValues(
            "melded", what.faces, fronts=fronts, copied=True, token=token, lone_melded=True
        )
    if what.form.is_meld:
        return CopiableValues("single", what.faces[:1], fronts=fronts, copied=True, token=token)
    whole = (token or how.zone == "stack") and what.form.copied_with_both_faces(edition)
    if what.form.turns and not whole:
        face = how.face if how.zone in ("battlefield", "stack") else 0
        return CopiableValues(
            "single",
            what.faces[face : face + 1],
            fronts=fronts,
            copied=True,
            token=token,
            lone_back=face == 1 and not what.form.is_modal,
        )
    return msgspec.structs.replace(what, fronts=fronts, copied=True, token=token)


LABELS = {name: name.replace("_", " ") for name in VALUES} | {"text": "rules text of"}


@lru_cache(maxsize=65536)
def derive(
    what: CopiableValues, how: Circumstances, edition: Edition, chosen: Readings = ()
) -> Characteristics:
    """Return the characteristics of an object.

    Parameters
    ----------
    what : CopiableValues
        What they are read from.
    how : Circumstances
        Where the object is and how it is there.
    edition : Edition
    chosen : Readings
        Policies with a reading other than the default.

    Returns
    -------
    Characteristics
    """
    seen = view(what, how, edition, chosen)
    if not seen.apart:
        return _characteristics(what, seen, how, seen.faces, seen.types)
    each = [_characteristics(what, seen, how, (f,), (f,)) for f in seen.faces]
    both: dict[str, Any] = {}
    for name in VALUES:
        parts = tuple(c[name] for c in each)
        found = tuple(p.value for p in parts)
        # a question about what neither half has has no answer, rather than two
        answers = None if all(v is None for v in found) else TwoAnswers(found)
        both[name] = Derived(LABELS[name], answers, seen.says, seen.rules, parts)
    if seen.values is not None:
        both["mana_value"] = _mana_value(seen, how, seen.faces)
    return Characteristics(**both, made_up=_made_up(seen.faces))


def derive_few(
    what: CopiableValues, how: Circumstances, edition: Edition, chosen: Readings = ()
) -> tuple[tuple[str, ...], Derived, Derived, Derived]:
    """Return names, mana cost, mana value and colors as :func:`derive` has them, and no more.

    For whoever asks about many thousand different cards once; nothing is cached.  Where each
    half answers for itself (rules to 2017) the values are those of the first.
    """
    seen = view(what, how, edition, chosen)
    faces = seen.faces[:1] if seen.apart else seen.faces
    names = tuple(f.name for f in faces if f.name)
    cost, value = _mana_cost(seen, faces), _mana_value(seen, how, faces)
    colors = _colors(seen, faces, what.copied)
    unknown = _unknown(seen, faces, faces if seen.apart else seen.types)
    if unknown:
        cost, value, colors = (_unsaid(d, unknown) for d in (cost, value, colors))
    return names, cost, value, colors


def undetermined(says: str, rules: tuple[str, ...]) -> Characteristics:
    """Return characteristics that nothing determines: every value is None (712.4b)."""
    nothing: dict[str, Any] = {n: Derived(LABELS[n], None, says, rules) for n in VALUES}
    return Characteristics(**nothing)


def as_permanent(found: Characteristics) -> Characteristics:
    """Return the characteristics of a permanent: one that is no creature has no power (208.3).

    The printed numbers stay among the copiable values, so this comes last, after whatever
    made the permanent a creature or stopped it from being one.
    """
    types = found.types.value
    if isinstance(types, TwoAnswers) or types is None or "Creature" in types:
        return found
    if found.power.value is None and found.toughness.value is None:
        return found
    says = "a permanent that is no creature has none, whatever is printed on it"
    return msgspec.structs.replace(
        found,
        power=found.power.because(says, ("208.3",), None),
        toughness=found.toughness.because(says, ("208.3",), None),
    )


# what a permanent of a type has as many of as it has counters
_COUNTED = (("loyalty", "Planeswalker", "306.5c"), ("defense", "Battle", "310.4c"))


def by_counters(found: Characteristics, counters: tuple[tuple[str, int], ...]) -> Characteristics:
    """Return the characteristics of a permanent whose loyalty or defense its counters tell."""
    if isinstance(found.types.value, TwoAnswers):
        return found
    for name, kind, rule in _COUNTED:
        if found.has_type(kind):
            there = str(dict(counters).get(name, 0))
            now = found[name].because(f"the {name} counters on it", (rule,), there)
            found = msgspec.structs.replace(found, **{name: now})
    return found


# what the rules say of the two halves of a split card combined, for values of their own (709.4)
_COMBINED = {
    "names": "709.4a",
    "mana_cost": "709.4b",
    "colors": "709.4b",
    "types": "709.4c",
    "text": "709.4c",
}


def _combined(name: str, faces: tuple[Face, ...]) -> tuple[str, ...]:
    """Return the rule that combines a value of halves; none for what is no two halves."""
    return (_COMBINED[name],) if len(faces) > 1 else ()


def _characteristics(
    what: CopiableValues,
    seen: CountingFaces,
    how: Circumstances,
    faces: tuple[Face, ...],
    types: tuple[Face, ...],
) -> Characteristics:
    says, rules = seen.says, seen.rules

    def made(name: str, value: Any, extra: tuple[str, ...]) -> Derived:
        return Derived(LABELS[name], value, says, cited((*rules, *extra)), policy=seen.decided)

    names = tuple(dict.fromkeys(f.name for f in faces if f.name))
    texts = tuple(f.named_text for f in faces if f.name)
    ability = _combined("text", faces) or ("207.1",)
    keywords = _union(f.keywords for f in faces)
    fuse = len(faces) > 1 and "Fuse" in keywords
    found = Characteristics(
        names=made("names", names, _combined("names", faces) or ("201.2",)),
        mana_cost=_mana_cost(seen, faces),
        mana_value=_mana_value(seen, how, faces),
        colors=_colors(seen, faces, what.copied),
        color_indicator=made(
            "color_indicator", order("".join(f.color_indicator for f in faces)), ("204.2",)
        ),
        supertypes=made("supertypes", _union(f.supertypes for f in types), ("205.4",)),
        types=made(
            "types", _union(f.types for f in types), _combined("types", faces) or ("205.2",)
        ),
        subtypes=made("subtypes", _union(f.subtypes for f in types), ("205.3",)),
        power=made("power", _first(f.power for f in faces), ("208.1",)),
        toughness=made("toughness", _first(f.toughness for f in faces), ("208.1",)),
        loyalty=made("loyalty", _first(f.loyalty for f in faces), ("209.1",)),
        defense=made("defense", _first(f.defense for f in faces), ("210.1",)),
        keywords=made("keywords", keywords, (*ability, "702.102a") if fuse else ability),
        text=made("text", texts, ability),
        made_up=_made_up(faces),
    )
    unknown = _unknown(seen, faces, types)
    return _without(found, unknown) if unknown else found


def _made_up(faces: tuple[Face, ...]) -> tuple[str, ...]:
    return tuple(f.text for f in faces if f.name) if any(f.says for f in faces) else ()


# what cannot be said while the facts of one of the halves or faces are not known
_UNSAID = tuple(n for n in VALUES if n not in ("names", "keywords", "text"))


def _unknown(seen: CountingFaces, faces: tuple[Face, ...], types: tuple[Face, ...]) -> str:
    """Return the name of a face that counts and of which no more is known, or nothing."""
    counted = (*faces, *types, *(seen.values or ()))
    return next((f.name for f in counted if not f.is_known), "")


def _unsaid(found: Derived, name: str) -> Derived:
    return found.because(f"of {name} no more than the name is known", found.rules, None)


def _without(found: Characteristics, name: str) -> Characteristics:
    """Return characteristics with nothing said where the facts of a half are not known."""
    return msgspec.structs.replace(found, **{n: _unsaid(found[n], name) for n in _UNSAID})


def _union(groups: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(item for group in groups for item in group))


def _first(values: Iterable[str | None]) -> str | None:
    return next((v for v in values if v is not None), None)


def _mana_cost(seen: CountingFaces, faces: tuple[Face, ...]) -> Derived:
    costs = [f.mana_cost for f in faces if f.mana_cost is not None]
    parts = tuple(
        Derived(f"mana cost of {f.name}", f.mana_cost, "as printed", ("202.1",))
        for f in faces
        if f.mana_cost is not None
    )
    rules = (*seen.rules, *_combined("mana_cost", faces))
    if not costs:
        return Derived(
            "mana cost", None, f"{seen.says}; no cost is there", cited((*rules, "202.1b"))
        )
    if len(faces) == 1:
        return Derived("mana cost", costs[0], seen.says, cited((*rules, "202.1")))
    return Derived("mana cost", combine(costs), seen.says, cited(rules), parts)


def _mana_value(seen: CountingFaces, how: Circumstances, faces: tuple[Face, ...]) -> Derived:
    if seen.value is not None:
        return Derived(
            "mana value", seen.value, seen.value_says, cited(seen.value_rules), policy=seen.policy
        )
    counted = faces if seen.values is None else seen.values
    x = how.x if how.zone == "stack" else 0
    parts = tuple(_value_of(f, x, how.zone == "stack") for f in counted)
    total = sum(p.value for p in parts)
    says = seen.value_says or seen.says
    rules = seen.value_rules or seen.rules
    if not parts:
        says, rules = f"{says}; there is no cost", (*rules, "202.3a")
    return Derived("mana value", total, says, cited(rules), parts, seen.policy)


def _value_of(face: Face, x: int, spell: bool) -> Derived:
    cost = face.mana_cost
    what = f"mana value of {face.name or 'the object'}"
    if cost is None:
        return Derived(what, 0, "it has no mana cost", ("202.3a",))
    says, rules = f"from {cost}", ["202.3"]
    if cost.variables:
        says += f" with X = {x}" if spell else " with X = 0"
        rules += ["202.3e", "107.3a" if spell else "107.3g"]
    rules.extend(s.rule for s in cost)
    return Derived(what, cost.value(x), says, cited(rules))


def _colors(seen: CountingFaces, faces: tuple[Face, ...], copied: bool) -> Derived:
    parts: list[Derived] = []
    found, by = "", (*seen.rules, *_combined("colors", faces))
    for face in faces:
        if face.defined_colors is not None:
            rules = ("604.3", "702.114a") if not face.defined_colors else ("604.3", "105.2")
            says = f"an ability of {face.name} defines them"
            parts.append(Derived("colors", face.defined_colors, says, rules))
            found += face.defined_colors
            continue
        cost = face.mana_cost
        if cost is not None and cost.colors:
            parts.append(Derived("colors", cost.colors, f"from {cost}", ("105.2", "202.2")))
            found += cost.colors
        if face.color_indicator:
            says = f"from the color indicator of {face.name}"
            parts.append(Derived("colors", face.color_indicator, says, ("202.2e", "204.2")))
            found += face.color_indicator
    if not found and not any(p.rules[0] == "604.3" for p in parts):
        says = f"{seen.says}; no colored symbol, no indicator"
        return Derived("colors", "", says, cited((*by, "105.2c", "202.2b")))
    ruled = (*by, "105.2", "707.2a") if copied else (*by, "105.2")
    return Derived("colors", order(found), seen.says, cited(ruled), tuple(parts))
