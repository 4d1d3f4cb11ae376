"""What a player may name when told to choose a card name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from mtgmeld.ask import type_line_of
from mtgmeld.cards import Card
from mtgmeld.catalog import Catalog
from mtgmeld.game.characteristics import Copiable, Status, derive, nameable
from mtgmeld.game.characteristics.identity import Nameable
from mtgmeld.rules.citations import Derived
from mtgmeld.tables.rows import Cards, Row, Terms, built, chosen, given

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["name_rows", "name_table"]


def name_rows(card: Card, terms: Terms) -> Iterator[Row]:
    """Yield a row for each name of a card, and one for all of them at once."""
    choices = nameable(card)
    for choice in choices:
        alone = Copiable("single", (choice.face,))
        found = derive(alone, Status("hand"), terms.edition, terms.policies)

        yield Row(
            f"the name {choice.name}",
            {
                "card": given("card", card.name),
                "name": given("name", choice.name),
                "may_be_chosen": Derived("may be chosen", True, choice.says, choice.rules),
                "type_line": _judged(choice, type_line_of(found)),
                "colors": _judged(choice, found.colors),
                "mana_value": _judged(choice, found.mana_value),
                "says": given("says", choice.says, "why"),
            },
        )
    if len(card.faces) > 1:
        says, rules = "both names at once are no choice", choices[0].rules
        refused = {
            name: Derived(name.replace("_", " "), None, says, rules)
            for name in ("type_line", "colors", "mana_value")
        }
        yield Row(
            f"the names of {card.name} at once",
            {
                "card": given("card", card.name),
                "name": given("name", card.name),
                "may_be_chosen": Derived("may be chosen", False, says, rules),
                **refused,
                "says": given("says", says, "why"),
            },
        )


def _judged(choice: Nameable, found: Derived) -> Derived:
    """Return a value of one half or face, on the rule that it counts alone."""
    return found.because(choice.says, choice.rules)


def name_table(
    cards: Cards = None,
    *,
    edition: str | None = None,
    catalog: Catalog | None = None,
) -> pd.DataFrame:
    """Return what a player may name when told to choose a card name (201.4, 709.4a, 712.19).

    A name is judged by the characteristics of its half or face alone (201.4b, 201.4d,
    201.4e); a back face without a mana cost has the mana value 0 there, since it is no
    permanent or spell (202.3a).

    Parameters
    ----------
    cards : str, Card or iterable of them, optional
        Which cards; all with more than one name, and the meld pairs, by default.
    edition, catalog
        As in :func:`mtgmeld.ask.ask`.

    Returns
    -------
    pandas.DataFrame
        One row a half or face, and one for all names at once, which may not be chosen.
        Columns and dtypes: ``mtgmeld.tables.TABLES["names"]``.
    """
    terms = Terms.of(edition, None, catalog)
    several = [c for c in terms.catalog if len(c.faces) > 1 or c.layout.startswith("meld")]
    cards = chosen(cards, terms.catalog, sorted(several, key=lambda c: c.name))
    return built("names", [r for card in cards for r in name_rows(card, terms)], terms)
