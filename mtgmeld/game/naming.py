"""Choosing a card name: which names there are, and whether one fits a quality (201.4)."""

from __future__ import annotations

from mtgmeld.cards import Card
from mtgmeld.catalog import load_catalog
from mtgmeld.errors import AmbiguousName, ChoiceNeeded, IllegalAction
from mtgmeld.game import actions as A
from mtgmeld.game.characteristics import Nameable, nameable
from mtgmeld.game.draft import Draft
from mtgmeld.game.events import Event
from mtgmeld.names import normal_form
from mtgmeld.query import compile_filter
from mtgmeld.query import of_card as seen_card

__all__ = ["choices_of", "choose_name"]


def choices_of(name: str) -> list[Nameable]:
    """Return the halves, faces or cards of a name, or refuse what is no one name (201.4b, d)."""
    catalog = load_catalog()
    try:
        found = catalog.resolve(name)
    except AmbiguousName as error:
        # cards that share a name: the name is one choice all the same
        wanted = normal_form(name)
        cards = [catalog.resolve(full).card for full in error.candidates]
        return [c for card in cards for c in nameable(card) if normal_form(c.name) == wanted]
    choices = nameable(found.card)
    face = found.face if found.face is not None else 0 if len(choices) == 1 else None
    if face is None:
        names = [c.name for c in choices]
        raise IllegalAction(
            f"{name!r} is not one name: choose {' or '.join(names)}", choices[0].rules
        )
    return [choices[face]]


def _fits(choice: Nameable, text: str) -> bool:
    """Whether a half or face fits a filter by its own characteristics alone (201.4b, d, e)."""
    alone = Card(choice.name, "normal", (choice.face,))
    return compile_filter(text).matches(seen_card(alone))


def choose_name(draft: Draft, act: A.ChooseName) -> None:
    """Choose a card name for an object's effect; a required quality is that of the name's face."""
    source = draft.find_one(act.object)
    player = act.player or draft.active
    name = act.name or act.choose.get("name")
    if name is None:
        raise ChoiceNeeded(player, "choose.name", ("a card name",), ("201.4",), "a card name")
    choices = choices_of(str(name))
    fits = [c for c in choices if not act.quality or _fits(c, act.quality)]
    if not fits:
        raise IllegalAction(
            f"{choices[0].name} does not fit {act.quality!r}, by its own characteristics",
            (*choices[0].rules, "201.4a"),
        )
    choice = fits[0]
    if draft.names is draft.before.names:
        draft.names = draft.names.copy()
    draft.names[source] = choice.name
    draft.emit(
        Event(
            "name",
            source,
            draft.name_of(source),
            player=player,
            note=f"chooses {choice.name}",
            rules=choice.rules,
        )
    )
