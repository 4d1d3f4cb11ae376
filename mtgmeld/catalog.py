"""The catalog: the bundled card facts, the meld pairs, and look-up by any name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from mtgmeld.cards import Card, MeldPair
from mtgmeld.errors import ImpossibleQuestion, UnknownCard
from mtgmeld.facts import read_cards, read_pairs
from mtgmeld.files import data_folder
from mtgmeld.names import Names, Resolved

__all__ = ["Catalog", "find", "load_catalog"]


class Catalog:
    """Cards and meld pairs, found by any of their names.

    Parameters
    ----------
    cards : iterable of Card
    pairs : iterable of MeldPair
    aliases : iterable of (str, Card)
        Other names (flavor names) for cards.
    """

    def __init__(
        self,
        cards: Iterable[Card],
        pairs: Iterable[MeldPair] = (),
        aliases: Iterable[tuple[str, Card]] = (),
    ) -> None:
        self._cards = {c.name: c for c in cards}
        self._pairs = tuple(pairs)
        self._by_card = {c.name: p for p in self._pairs for c in (*p.cards, p.result)}
        # some card files name a meld card together with the face that it melds into
        melded = ((f"{c.name} // {p.result.name}", c) for p in self._pairs for c in p.cards)
        self.names = Names(self._cards.values(), (*aliases, *melded))

    def __len__(self) -> int:
        return len(self._cards)

    def __iter__(self) -> Iterator[Card]:
        return iter(self._cards.values())

    def __contains__(self, name: object) -> bool:
        try:
            self.resolve(str(name))
        except LookupError:
            return False
        return True

    def __getitem__(self, name: str) -> Card:
        return self.resolve(name).card

    def __repr__(self) -> str:
        return f"<Catalog of {len(self)} cards, {len(self._pairs)} meld pairs>"

    def resolve(self, name: str) -> Resolved:
        """Return the card, and the half or face, that a name stands for.

        Parameters
        ----------
        name : str
            ``A // B``, ``A/B``, ``A`` or ``B``, in any case and spacing, with curly or straight
            apostrophes, with or without accents.

        Raises
        ------
        UnknownCard
            With near names.
        AmbiguousName
            If several cards have it.
        """
        return self.names.resolve(name)

    @property
    def meld_pairs(self) -> tuple[MeldPair, ...]:
        """The meld pairs, in the order of 712.5."""
        return self._pairs

    def meld_pair(self, name: str) -> MeldPair:
        """Return the pair that a card, its counterpart or their combined face belongs to (712.5).

        Raises
        ------
        UnknownCard
            If nothing has the name.
        ImpossibleQuestion
            If the card is no part of a pair.
        """
        card = self[name]
        pair = self._by_card.get(card.name)
        if pair is None:
            raise ImpossibleQuestion(f"{card.name} belongs to no meld pair", ("701.42b", "712.5"))
        return pair

    def pair_of(self, card: Card) -> MeldPair | None:
        """Return the pair of a card or combined face, or None."""
        return self._by_card.get(card.name)

    def result_of(self, one: Card, other: Card) -> Card | None:
        """Return the combined face of two cards, or None if they are no pair (701.42b)."""
        pair = self._by_card.get(one.name)
        if pair is None or {one.name, other.name} != {c.name for c in pair.cards}:
            return None
        return pair.result

    def search(self, text: str) -> tuple[Card, ...]:
        """Return the cards that pass a filter, by name.

        Each card is judged as it is in a hand (709.4, 712.8a), a combined back face as the
        melded permanent; ``is:card`` leaves combined back faces out.

        Parameters
        ----------
        text : str
            A filter such as ``t:creature mv<=3 -c:w``; see :mod:`mtgmeld.query`.

        Raises
        ------
        BadFilter
            With the position.
        """
        from mtgmeld.query import compile_filter, of_card

        matches = compile_filter(text).matches
        found = (c for c in self if matches(of_card(c, self.pair_of(c))))
        return tuple(sorted(found, key=lambda c: c.name))

    def kind(self, *kinds: str) -> tuple[Card, ...]:
        """Return the cards of any of the given kinds (see :attr:`Card.kind`), by name."""
        return tuple(sorted((c for c in self if c.kind in kinds), key=lambda c: c.name))


@cache
def load_catalog(folder: Path | None = None) -> Catalog:
    """Return the catalog of the bundled facts, or of another folder of the same form.

    Raises
    ------
    BadDataFile
        With file, line and column, if the facts are damaged.
    """
    where = folder or data_folder()
    cards = read_cards(where / "cards.csv")
    return Catalog(cards.values(), read_pairs(where / "meld_pairs.csv", cards))


def find(name: str | Card, catalog: Catalog | None = None) -> Resolved:
    """Return what a name stands for in a catalog, the bundled one by default."""
    if isinstance(name, Card):
        return Resolved(name, None, "name")
    if not isinstance(name, str):
        raise UnknownCard(repr(name), (), "Give a name or a Card.")
    return (catalog or load_catalog()).resolve(name)
