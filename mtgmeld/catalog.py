"""The catalog: cards and meld pairs, found by any of their names; the one that is in use."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from contextvars import ContextVar, Token
from copy import copy
from functools import cache, cached_property, lru_cache, partial
from pathlib import Path

import msgspec

from mtgmeld.cards import Card, MeldPair
from mtgmeld.errors import (
    AmbiguousName,
    BadCardFile,
    BadDataFile,
    ImpossibleQuestion,
    UnknownCard,
    near,
)
from mtgmeld.facts import About, Packed, pack, read_facts, read_pairs
from mtgmeld.files import cache_folder, data_folder, fetched, write_whole
from mtgmeld.hooks import ask
from mtgmeld.names import LONGEST_NAME, joined, normal_form, spellings
from mtgmeld.registry import left_out, of_others, told_of

ALL_CARDS = "all_cards.msgpack.z"
_OF_SPLIT = frozenset(("split", "room", "fuse", "aftermath"))
# the small tables have every card of these
COMPLETE = _OF_SPLIT | {"meld", "meld_result"}
_SHORTEST_BEGINNING = 3
_LONG = 2_000


class Resolved(msgspec.Struct, frozen=True, gc=False):
    """What a name stands for.

    Attributes
    ----------
    card : Card
    face : int or None
        The half or face that was named; None when the whole card was.
    via : str
        ``name``, ``face``, ``alias``, or ``beginning`` for the words that a name begins with.
    """

    card: Card
    face: int | None
    via: str


class NameIndex:
    """An index of the names of cards.

    An exact name comes first, since a name may itself contain slashes; then the whole
    name in any spelling; then halves given with any separator; then a single half, face
    or combined back face, one of sanctioned play before others; then other names (flavor
    names) of a printing.

    Parameters
    ----------
    cards : iterable of Card
    aliases : iterable of (str, Card)
        Other names for cards.
    """

    def __init__(self, cards: Iterable[Card], aliases: Iterable[tuple[str, Card]] = ()) -> None:
        self._exact: dict[str, Card] = {}
        self._whole: _Index = {}
        self._joined: _Index = {}
        self._parts: _Index = {}
        self._aliases: _Index = {}
        self.others = tuple(aliases)
        for card in cards:
            self._exact.setdefault(card.name, card)
            _add(self._whole, normal_form(card.name), card)
            _add(self._joined, joined(card.name), card)
            for i, face in enumerate(card.faces if len(card.faces) > 1 else ()):
                _add(self._parts, normal_form(face.name), card, i)
        for name, card in self.others:
            _add(self._aliases, joined(name), card)

    def look_up(self, name: str) -> Resolved | None:
        """Return what a name stands for, or None.

        Raises
        ------
        AmbiguousName
            If several cards have it; the message lists them.
        """
        card = self._exact.get(name)
        if card is not None:
            return Resolved(card, None, "name")
        plain, whole = normal_form(name), joined(name)
        found = self._whole.get(plain) or self._joined.get(whole)
        if found:
            return _only(name, found, "name")
        if found := self._parts.get(plain):
            return _only(name, [row for row in found if not row[0].playtest] or found, "face")
        found = self._aliases.get(whole)
        return _only(name, found, "alias") if found else None

    def every(self) -> Iterable[str]:
        """Return the normal forms of all names."""
        return dict.fromkeys((*self._joined, *self._parts, *self._aliases))


# cards by a form of their names, with the half or face that has it
_Index = dict[str, list[tuple[Card, int | None]]]


def _add(index: _Index, key: str, card: Card, face: int | None = None) -> None:
    rows = index.get(key)
    if rows is None:
        index[key] = [(card, face)]
    elif all(other != card for other, _ in rows):
        rows.append((card, face))


def _only(name: str, rows: Sequence[tuple[Card, int | None]], via: str) -> Resolved:
    if len(rows) > 1:
        raise AmbiguousName(name, [card.name for card, _ in rows])
    return Resolved(*rows[0], via)


class _PackedNames:
    """The names of a packed file, with the same answers as :class:`NameIndex` of all its cards."""

    def __init__(self, packed: Packed) -> None:
        self._packed = packed

    def look_up(self, name: str) -> Resolved | None:
        key = joined(name)
        found = self._packed.at(key)
        for card in found:
            if card.name == name:
                return Resolved(card, None, "name")
        aliases = self._packed.aliases.get(key, ())
        others = [(alias, self._packed.card(place)) for alias, place in aliases]
        return NameIndex(found, others).look_up(name)

    def every(self) -> Iterable[str]:
        return (*self._packed.every(), *self._packed.aliases)


def _named(names: NameIndex | _PackedNames, key: str) -> dict[str, str]:
    """Return the names that a normal form stands for, each with the name of its card."""
    try:
        hit = names.look_up(key)
    except AmbiguousName as error:
        return {name: name for name in error.candidates}
    if hit is None:
        return {}
    return {hit.card.name if hit.face is None else hit.card.faces[hit.face].name: hit.card.name}


def _names_from(start: str, cards: Iterable[Card]) -> set[str]:
    names = {name for card in cards for name in (card.name, *(f.name for f in card.faces))}
    return {name for name in names if joined(name).startswith(start)}


class Catalog:
    """Cards and meld pairs, found by any of their names.

    Parameters
    ----------
    cards : iterable of Card
    pairs : iterable of MeldPair
    aliases : iterable of (str, Card)
        Other names (flavor names) for cards.
    about : About, optional
        Where the facts come from.
    more : callable, optional
        Gives a packed file of further cards, once one of them is needed.
    complete : frozenset of str
        The kinds of which no further card is in that file.
    behind : callable, optional
        Gives a catalog in which names are looked up that this one has not; its cards are not
        listed among those of this one.

    Examples
    --------
    >>> catalog = mm.load_catalog()
    >>> len(catalog.kind("room")), len(catalog.meld_pairs)
    (30, 7)
    """

    def __init__(
        self,
        cards: Iterable[Card],
        pairs: Iterable[MeldPair] = (),
        aliases: Iterable[tuple[str, Card]] = (),
        *,
        about: About | None = None,
        more: Callable[[], Packed] | None = None,
        complete: frozenset[str] = frozenset(),
        behind: Callable[[], Catalog] | None = None,
    ) -> None:
        self._cards = {c.name: c for c in cards}
        self._pairs = tuple(pairs)
        self._by_card = {c.name: p for p in self._pairs for c in (*p.cards, p.result)}
        # some card files name a meld card together with the face that it melds into
        melded = ((f"{c.name} // {p.result.name}", c) for p in self._pairs for c in p.cards)
        self.names = NameIndex(self._cards.values(), (*aliases, *melded))
        self._about, self._more, self._behind = about, more, behind
        self._abilities: tuple[Path, ...] = ()
        self._complete = complete
        self._found: dict[str, Resolved] = {}

    @cached_property
    def _packed(self) -> Packed | None:
        return self._more() if self._more is not None else None

    @cached_property
    def _further(self) -> tuple[Card, ...]:
        """The cards of the packed file that the tables have not."""
        return tuple(c for c in self._packed or () if c.name not in self._cards)

    def __len__(self) -> int:
        packed = self._packed
        if packed is None:
            return len(self._cards)
        return len(packed) + sum(
            1 for name in self._cards if all(c.name != name for c in packed.at(joined(name)))
        )

    def __bool__(self) -> bool:
        return True  # an empty one is a catalog too, and counting would load the packed file

    def __iter__(self) -> Iterator[Card]:
        yield from self._cards.values()
        yield from self._further

    def __contains__(self, name: object) -> bool:
        try:
            self.resolve(str(name))
        except LookupError:
            return False
        return True

    def __getitem__(self, name: str) -> Card:
        return self.resolve(name).card

    def __repr__(self) -> str:
        return f"<Catalog of {len(self):,} cards, {len(self._pairs)} meld pairs>"

    @property
    def subject(self) -> tuple[Card, ...]:
        """The cards of the subject: those of the bundled tables, or all of a catalog of yours.

        Examples
        --------
        >>> mm.load_catalog().subject[0].name
        'Act of Treason'
        """
        return tuple(self._cards.values() if self._complete else self)

    def about(self) -> About:
        """Return where the facts come from, up to which date, and how many cards there are.

        Examples
        --------
        >>> mm.load_catalog().about().cards > 28_000
        True
        """
        if self._packed is not None:
            return msgspec.structs.replace(self._packed.about, cards=len(self))
        return self._about or About("cards given", cards=len(self))

    def aliases(self) -> Iterator[tuple[str, Card]]:
        """Yield the other names of cards.

        Examples
        --------
        >>> name, card = next(mm.load_catalog().aliases())
        >>> name, card.name
        ('Graf Rats // Chittering Host', 'Graf Rats')
        """
        yield from self.names.others
        if self._packed is not None:
            for found in self._packed.aliases.values():
                yield from ((alias, self._packed.card(place)) for alias, place in found)

    @property
    def abilities(self) -> tuple[Path, ...]:
        """The folders that say what texts of its cards do, those that count first in front.

        Examples
        --------
        >>> mm.load_catalog().abilities
        ()
        """
        behind = () if self._behind is None else self._behind().abilities
        return (*self._abilities, *behind)

    def before(
        self, behind: Callable[[], Catalog] | None, abilities: tuple[Path, ...] = ()
    ) -> Catalog:
        """Return this catalog with another one behind it, or with none.

        Examples
        --------
        >>> mine = mm.Catalog([mm.load_catalog().resolve("Fire // Ice").card], [])
        >>> mine.before(mm.load_catalog).resolve("Wear").card.name
        'Wear // Tear'
        """
        made = copy(self)
        made._behind, made._found = behind, {}
        made._abilities = abilities or self._abilities
        return made

    def _layers(self) -> Iterator[NameIndex | _PackedNames]:
        yield self.names
        if self._packed is not None:
            yield _PackedNames(self._packed)
        if self._behind is not None:
            yield from self._behind()._layers()

    def resolve(self, name: str) -> Resolved:
        """Return the card, and the half or face, that a name stands for.

        Parameters
        ----------
        name : str
            ``A // B``, ``A/B``, ``A`` or ``B``, in any case and spacing, with curly or straight
            apostrophes, with or without accents; in quotation marks, with ``!`` before it, with
            the ``A-`` of digital play; or the words that one card's name alone begins with.

        Raises
        ------
        UnknownCard
            With near names, and which catalog was searched.
        AmbiguousName
            If several cards have it.

        Examples
        --------
        >>> found = mm.load_catalog().resolve("ice")
        >>> found.card.name, found.face, found.via
        ('Fire // Ice', 1, 'face')
        """
        if isinstance(name, str) and name in self._found:
            return self._found[name]
        if not isinstance(name, str) or not name.strip():
            raise UnknownCard(str(name)[:60], (), "A name was expected.")
        if len(name) > LONGEST_NAME:
            raise UnknownCard(f"{name[:60]}...", (), "It is longer than any name.")
        for typed in spellings(name):
            for names in self._layers():
                found = names.look_up(typed)
                if found is not None:
                    self._found[name] = found
                    return found
        found = self._found[name] = self._begun(name)
        return found

    def _begun(self, name: str) -> Resolved:
        """Return the one card whose name begins with words."""
        *_, typed = spellings(name)
        start = joined(typed)
        hits: dict[str, list[Resolved]] = {}
        for names in self._layers() if len(start) >= _SHORTEST_BEGINNING else ():
            for key in names.every():
                after = key[len(start) : len(start) + 1]
                if key.startswith(start) and not (after.isalnum() or after in "'/-"):
                    found = names.look_up(key)
                    if found is not None:
                        hits.setdefault(found.card.name, []).append(found)
        if len(hits) == 1:
            (ways,) = hits.values()
            faces = {way.face for way in ways}
            return Resolved(ways[0].card, faces.pop() if len(faces) == 1 else None, "beginning")
        if hits:
            raise AmbiguousName(name, sorted(hits))
        raise UnknownCard(name, self.near(typed), self._searched())

    def near(self, name: str, limit: int = 3) -> tuple[str, ...]:
        """Return names that look like `name`, nearest first.

        Examples
        --------
        >>> mm.load_catalog().near("Chitering Host", limit=1)
        ('Chittering Host',)
        """
        known = {key: names for names in self._layers() for key in names.every()}
        alike = near(joined(name[:200]), known, limit, 70)
        return tuple(dict.fromkeys(n for key in alike for n in [*_named(known[key], key)][:1]))

    def beginning(self, text: str) -> tuple[str, ...]:
        """Return the names of cards, halves and faces that begin with a text, in any spelling.

        Those of the cards that this is about; where there is none, those of all that are known.

        Examples
        --------
        >>> mm.load_catalog().beginning("bottomless")
        ('Bottomless Pool', 'Bottomless Pool // Locker Room')
        """
        start = joined(text[:200])
        found = _names_from(start, self.subject)
        if not found and start and (more := self._packed) is not None:
            keys = [key for key in more.every() if key.startswith(start)]
            found = _names_from(start, (card for key in keys for card in more.at(key)))
        return tuple(sorted(found))

    def _searched(self) -> str:
        told = [str(self.about())]
        if self._behind is not None:
            told.append(str(self._behind().about()))
        return (
            f"Searched: {'; '.join(told)}. 'mtgmeld data fetch' gets the cards of today, "
            "which '--cards fetched' or use_cards(\"fetched\") then searches."
        )

    def names_with(self, text: str, *kinds: str, most: int = 40) -> dict[str, str]:
        """Return names in which a word begins with a text, each with its card's name.

        Parameters
        ----------
        text : str
        *kinds : str
            Kinds of cards (see :attr:`Card.kind`); all where none is given.
        most : int
            How many; those that begin with the text come first.

        Examples
        --------
        >>> mm.load_catalog().names_with("lock", "room")
        {'Locker Room': 'Bottomless Pool // Locker Room', ...
        """
        start = joined(text)
        known: dict[str, dict[str, str] | NameIndex | _PackedNames] = {
            joined(name): {name: card.name}
            for card in (self.kind(*kinds) if kinds else ())
            for name in (card.name, *(f.name for f in card.faces))
        }
        for names in () if kinds else self._layers():
            known |= dict.fromkeys(names.every(), names)
        fits = [k for k in known if k.startswith(start) or f" {start}" in k]
        found: dict[str, str] = {}
        for key in sorted(fits, key=lambda k: (not k.startswith(start), k))[:most]:
            of = known[key]
            found |= of if isinstance(of, dict) else _named(of, key)
        return found

    @property
    def meld_pairs(self) -> tuple[MeldPair, ...]:
        """The meld pairs, in the order of 712.5.

        Examples
        --------
        >>> [pair.result.name for pair in mm.load_catalog().meld_pairs][:3]
        ['Chittering Host', 'Hanweir, the Writhing Township', 'Brisela, Voice of Nightmares']
        """
        return self._pairs

    def meld_pair(self, name: str) -> MeldPair:
        """Return the pair that a card, its counterpart or their combined face belongs to (712.5).

        Raises
        ------
        UnknownCard
            If nothing has the name.
        ImpossibleQuestion
            If the card is no part of a pair.

        Examples
        --------
        >>> mm.load_catalog().meld_pair("Graf Rats").result.name
        'Chittering Host'
        """
        card = self[name]
        pair = self.pair_of(card)
        if pair is None:
            raise ImpossibleQuestion(f"{card.name} belongs to no meld pair", ("701.42b", "712.5"))
        return pair

    def pair_of(self, card: Card) -> MeldPair | None:
        """Return the pair of a card or combined face, or None.

        Examples
        --------
        >>> catalog = mm.load_catalog()
        >>> catalog.pair_of(catalog.resolve("Fire // Ice").card) is None
        True
        """
        if card.trio:
            return MeldPair("701.42a", "", *card.trio)
        found = self._by_card.get(card.name)
        if found is None and self._behind and (card.form.is_meld or card.form.is_melded):
            return self._behind().pair_of(card)
        return found

    def result_of(self, one: Card, other: Card) -> Card | None:
        """Return the combined face of two cards, or None if they are no pair (701.42b).

        Examples
        --------
        >>> catalog = mm.load_catalog()
        >>> rats, scavengers = catalog.meld_pair("Graf Rats").cards
        >>> catalog.result_of(rats, scavengers).name
        'Chittering Host'
        """
        pair = self.pair_of(one)
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

        Examples
        --------
        >>> [card.name for card in mm.load_catalog().search("is:meld t:land")]
        ['Argoth, Sanctum of Nature', 'Hanweir Battlements']
        """
        found: tuple[Card, ...] = ask("search", self, text)
        return found

    def kind(self, *kinds: str) -> tuple[Card, ...]:
        """Return the cards of any of the given kinds (see :attr:`Card.kind`), by name.

        Examples
        --------
        >>> [card.name for card in mm.load_catalog().kind("aftermath")][:2]
        ['Appeal // Authority', 'Claim // Fame']
        """
        found = [c for c in self._cards.values() if c.kind in kinds]
        if not self._complete.issuperset(kinds) and self._packed is not None:
            layouts = dict.fromkeys("split" if k in _OF_SPLIT else k for k in kinds)
            further = self._packed.of_layout(layouts)
            found += [c for c in further if c.name not in self._cards and c.kind in kinds]
        return tuple(sorted(found, key=lambda c: c.name))


@cache
def _of_folder(where: Path) -> Catalog:
    cards = read_facts(where / "cards.csv")
    packed, pairs = where / ALL_CARDS, where / "meld_pairs.csv"
    return Catalog(
        cards.values(),
        read_pairs(pairs, cards) if pairs.is_file() else (),
        about=About(f"tables of {where}", cards=len(cards)),
        more=partial(Packed, packed) if packed.is_file() else None,
        complete=COMPLETE,
    )


def load_catalog(folder: str | os.PathLike[str] | None = None) -> Catalog:
    """Return the catalog in use, or that of a folder in the form of the bundled facts.

    The catalog in use is that of the bundled facts until :func:`use_cards`, the option
    ``--cards`` or the environment variable ``MTGMELD_CARDS`` says otherwise.

    Raises
    ------
    BadDataFile
        With file, line and column, if the facts are damaged.

    Examples
    --------
    >>> mm.load_catalog().resolve("Locker Room").card.name
    'Bottomless Pool // Locker Room'
    """
    if folder is not None:
        return _of_folder(Path(folder))
    return _HERE.get() or _IN_USE or _given_by_environment() or bundled()


@cache
def bundled() -> Catalog:
    """Return the catalog of the bundled facts, whatever is in use; other packages' behind it."""
    ours, others = _of_folder(data_folder()), tuple(_of_packages())
    return ours.before(lambda: catalog_of(*others, only=True)) if others else ours


def _of_packages() -> Iterator[Catalog]:
    """Yield the cards of the folders that other packages name (``mtgmeld.cards``).

    A folder stands in its package: none of the package's code runs to find it.
    """
    from importlib.util import find_spec

    for entry in of_others("card"):
        with left_out(f"cards of {told_of(entry)}"):
            package, *inside = entry.module.split(".")
            spec = find_spec(package)
            places = (spec.submodule_search_locations if spec else None) or ()
            folders = [Path(place, *inside) for place in places]
            folder = next((f for f in folders if (f / "cards.csv").is_file()), None)
            if folder is None:
                raise BadDataFile(
                    Path(*entry.module.split("."), "cards.csv"), "there is no such file"
                )
            yield _of_folder(folder)
            _BEFORE[folder / "abilities"] = f"abilities of {told_of(entry)}"


_HERE: ContextVar[Catalog | None] = ContextVar("mtgmeld catalog", default=None)
_IN_USE: Catalog | None = None


class Using:
    """The catalog that :func:`use_cards` put in use; as a context manager, until its end.

    Attributes
    ----------
    catalog : Catalog
    """

    def __init__(self, catalog: Catalog, before: Catalog | None) -> None:
        self.catalog = catalog
        self._before = before
        self._token: Token[Catalog | None] | None = None

    def __enter__(self) -> Catalog:
        # from now on in this context alone
        _put(self._before)
        self._token = _HERE.set(self.catalog)
        return self.catalog

    def __exit__(self, *error: object) -> None:
        if self._token is not None:
            _HERE.reset(self._token)

    def __repr__(self) -> str:
        return f"<using {self.catalog.about()}>"


def _put(catalog: Catalog | None) -> None:
    global _IN_USE
    _IN_USE = catalog


def use_cards(*sources: str | os.PathLike[str] | Catalog, only: bool = False) -> Using:
    """Put a catalog in use for everything that looks up cards: tables, figures, situations.

    Parameters
    ----------
    *sources : path-like or Catalog
        Card files, as :func:`~mtgmeld.sources.catalogs.read_catalog` reads them; folders with card
        files, or with tables in the form of the bundled facts; ``"fetched"`` for the file that
        ``mtgmeld data fetch`` keeps.  A folder ``abilities`` within says what texts do.  Of a
        card that several have the first counts.  Without any, the bundled facts come into use
        again.
    only : bool
        Whether names that none of them has are unknown, not looked up in the bundled facts.

    Returns
    -------
    Using
        Nothing need be done with it; ``with use_cards(...):`` ends the use with its block.

    Raises
    ------
    BadCardFile, BadDataFile
        If a file cannot be read.

    Examples
    --------
    >>> with mm.use_cards("cards.json", only=True) as catalog:
    ...     [card.name for card in catalog.subject]
    ['Fire // Ice', 'Bottomless Pool // Locker Room', 'Delver of Secrets // Insectile Aberration']
    """
    before = _IN_USE
    made = catalog_of(*sources, only=only) if sources else bundled()
    _put(made)
    return Using(made, before)


def catalog_of(*sources: str | os.PathLike[str] | Catalog, only: bool = False) -> Catalog:
    """Return the cards of files as one catalog; see :func:`use_cards`."""
    read = [s if isinstance(s, Catalog) else _read(os.fspath(s)) for s in sources]
    behind = None if only else bundled
    if len(read) == 1:
        return read[0].before(behind)
    cards: dict[str, Card] = {}
    pairs: dict[str, MeldPair] = {}
    for one in read:
        for card in one:
            cards.setdefault(card.name, card)
        for pair in one.meld_pairs:
            pairs.setdefault(pair.result.name, pair)
    told = [one.about() for one in read]
    made = Catalog(
        cards.values(),
        pairs.values(),
        [(a, cards[c.name]) for one in read for a, c in one.aliases() if c.name in cards],
        about=About(", ".join(a.what for a in told), max(a.date for a in told), "", len(cards)),
    )
    return made.before(behind, tuple(f for one in read for f in one.abilities))


def ability_folders() -> tuple[tuple[Path, ...], tuple[Path, ...]]:
    """Return the folders with abilities of cards that are in use, and those that were.

    A state that was made of cards of a folder can go on after its use has ended.
    """
    in_use = _HERE.get() or _IN_USE or _given_by_environment() or bundled()
    return _folders(in_use, len(_BEFORE))


@lru_cache(maxsize=8)
def _folders(catalog: Catalog, before: int) -> tuple[tuple[Path, ...], tuple[Path, ...]]:
    return catalog.abilities, tuple(_BEFORE)


# with what is said of those of another package, should they be left out
_BEFORE: dict[Path, str] = {}


def sparing(folder: Path) -> AbstractContextManager[None]:
    """Return a block in which what is wrong with another package's folder is left out."""
    return left_out(_BEFORE[folder]) if _BEFORE.get(folder) else nullcontext()


def _read(path: str) -> Catalog:
    """Return the catalog of a file or folder, with the abilities that a folder has."""
    folder = Path(path) / "abilities"
    found = _read_cards(path)
    if not folder.is_dir():
        return found
    _BEFORE.setdefault(folder, "")
    return found.before(None, (folder,))


def _read_cards(path: str) -> Catalog:
    """Return the catalog of a file or folder; one read before is kept while it is the same."""
    if path == "fetched":
        found = fetched()
        if found is None:
            raise BadCardFile(path, "nothing was fetched yet.", hint="mtgmeld data fetch gets it.")
        path = str(found)
    where = Path(path)
    if (where / "cards.csv").is_file():
        return _of_folder(where)
    try:
        files = sorted(where.iterdir()) if where.is_dir() else [where]
        seen = tuple((str(p.resolve()), p.stat().st_mtime_ns) for p in files if p.is_file())
    except (OSError, ValueError):
        seen = ()
    return _of_files(path, seen)


@cache
def _of_files(path: str, seen: tuple[tuple[str, int], ...]) -> Catalog:
    """Return the catalog of files; a long one is packed into the cache folder for next time."""
    from mtgmeld._version import __version__

    name = hashlib.sha256(str(Path(path).resolve()).encode()).hexdigest()[:16]
    kept, stamp = cache_folder() / f"{name}.{ALL_CARDS}", f"{__version__} {seen}"
    try:
        packed = Packed(kept) if seen and kept.is_file() else None
    except BadDataFile:
        packed = None
    if packed is not None and packed.stamp == stamp:
        return Catalog((), packed.pairs(), about=packed.about, more=partial(Packed, kept))
    made: Catalog = ask("read_catalog", path)
    if seen and len(made) >= _LONG:
        aliases = [(alias, card.name) for alias, card in made.aliases()]
        try:
            cache_folder(make=True)
            write_whole(kept, pack(made, made.about(), aliases, made.meld_pairs, stamp))
        except OSError:
            pass  # it is read again next time
    return made


@cache
def _given_by_environment() -> Catalog | None:
    """Return the catalog that the environment names; from the first look on it stays."""
    given = [path for path in os.environ.get("MTGMELD_CARDS", "").split(os.pathsep) if path]
    return catalog_of(*given) if given else None


def beside(cards: Iterable[Card]) -> Using:
    """Return a use, for a block, of cards beside those that are in use."""
    now = load_catalog()
    return Using(Catalog(cards, behind=lambda: now), _IN_USE)


def find(name: str | Card, catalog: Catalog | None = None) -> Resolved:
    """Return what a name stands for in a catalog, the one in use by default."""
    if isinstance(name, Card):
        return Resolved(name, None, "name")
    if not isinstance(name, str):
        raise UnknownCard(repr(name), (), "Give a name or a Card.")
    return (catalog if catalog is not None else load_catalog()).resolve(name)
