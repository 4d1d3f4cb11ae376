"""The cards that act: abilities from ``data/abilities/*.toml``, and what of a text is modeled.

An entry says which paragraphs of the printed text its abilities stand for, and how many there
are.  Nothing is read before it is asked for, and a card is checked as it is read.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import msgspec

from mtgmeld.cards import Card, Face
from mtgmeld.catalog import ability_folders
from mtgmeld.errors import BadDataFile, BadValue, MtgmeldError, UnknownName, near
from mtgmeld.game.abilities import Ability, Alteration, Triggered, with_parts
from mtgmeld.game.keyword_abilities import keyword, keywords, named_in
from mtgmeld.game.notation import effect_of
from mtgmeld.game.values import GameObject


class Modeled(msgspec.Struct, frozen=True):
    """How much of a face's text is modeled.

    Attributes
    ----------
    paragraphs : int or None
        How many there are; None where that is not known.
    lacks : int
        How many of them are not modeled.
    missing : tuple of int
        Which these are, as far as that is known.
    needs : str
        Of which part of the rules or of the language they would have need, where that is said.
    """

    paragraphs: int | None
    lacks: int = 0
    missing: tuple[int, ...] = ()
    needs: str = ""

    @property
    def word(self) -> str:
        """``wholly``, ``partly`` or ``not``."""
        if self.paragraphs is None:
            return "not"
        if not self.lacks:
            return "wholly"
        return "not" if self.lacks == self.paragraphs else "partly"

    @property
    def says(self) -> str:
        """What is missing, in words; empty where nothing is."""
        if self.paragraphs is None:
            return "what its text is, is not known"
        if not self.lacks:
            return ""
        many = "s" if self.lacks > 1 else ""
        which = ", ".join(map(str, self.missing))
        numbers = f"paragraph{many} {which}" if which else f"{self.lacks} paragraph{many}"
        return f"{numbers} of {self.paragraphs} not modeled"


class Entry(msgspec.Struct, frozen=True):
    """What a file says of a face, as it stands there, and where."""

    path: Path
    name: str
    paragraphs: int
    ability: tuple[dict[str, Any], ...]
    keywords: Mapping[str, Sequence[str]] = {}
    needs: str = ""

    def wrong(self, why: str, number: int = 0, word: str = "") -> BadDataFile:
        """Return the error about the entry, with the line of one of its abilities."""
        there = self.path.is_file()
        lines = self.path.read_text(encoding="utf-8").splitlines() if there else []
        head = re.compile(rf"name\s*=\s*[\"']{re.escape(self.name)}[\"']")
        at = next((n for n, line in enumerate(lines, 1) if head.match(line)), 0)
        seen = 0
        for n in range(at, len(lines)):
            if re.match(r"\[\[card\]\]", lines[n]):
                break
            seen += bool(re.match(r"\[\[card\.ability\]\]", lines[n]))
            if seen == number and number and (not word or word in lines[n]):
                at = n + 1
                break
        return BadDataFile(self.path, why, line=at or None, column=self.name)


_HEAD = {"name", "paragraphs", "keywords", "ability", "needs"}


def _entries() -> dict[str, Entry]:
    """Return what the files say of each face; a folder that was put in use last comes first."""
    return _entries_of(*ability_folders())


@cache
def _entries_of(used: tuple[Path, ...], before: tuple[Path, ...]) -> dict[str, Entry]:
    return named_in(used, before, _entries_in)


def _entries_in(path: Path, tables: Mapping[str, Any]) -> Iterator[Entry]:
    names: set[str] = set()
    for row in tables.get("card", ()):
        entry = Entry(path, str(row.get("name", "")), 0, ())
        for name in row:
            if name not in _HEAD:
                offered = ", ".join(near(name, _HEAD) or sorted(_HEAD))
                raise entry.wrong(f"there is no field {name!r} of a card; there is {offered}")
        abilities = row.get("ability", [])
        rows = tuple([abilities] if isinstance(abilities, dict) else abilities)
        paragraphs = row.get("paragraphs")
        if not isinstance(paragraphs, int) or not all(isinstance(r, dict) for r in rows):
            raise entry.wrong("it needs a name, a number of paragraphs, and tables of abilities")
        words = row.get("keywords", {})
        for one in (w for several in words.values() for w in several):
            try:
                keyword(one)
            except UnknownName as error:
                raise entry.wrong(str(error)) from None
        if entry.name in names:
            raise entry.wrong("it stands there twice")
        names.add(entry.name)
        yield Entry(path, entry.name, paragraphs, rows, words, str(row.get("needs", "")))


def written(name: str, rows: Iterable[Mapping[str, Any]]) -> str:
    """Return what a made-up face says (``Face.says``): its abilities, which go where it goes."""
    tables = [{"paragraph": n, **row} for n, row in enumerate(rows, 1)]
    return json.dumps({"name": name, "ability": tables}, sort_keys=True, separators=(",", ":"))


@lru_cache(maxsize=4096)
def _entry(text: str) -> Entry | None:
    """Return the entry of a made-up face, from what it says."""
    if not text.startswith('{"'):
        return None
    try:
        said = json.loads(text)
        rows = tuple(dict(row) for row in said["ability"])
        return Entry(Path("<made up>"), str(said["name"]), len(rows), rows)
    except (ValueError, TypeError, KeyError):
        raise BadValue("a made-up face", "says", "it is no text with abilities") from None


def faces_that_act() -> tuple[str, ...]:
    """Return the faces with an entry that says something of what they do, by name."""
    return tuple(sorted(name for name, entry in _entries().items() if entry.ability))


def _stands_for(row: Mapping[str, Any]) -> tuple[int, ...]:
    """Return the paragraphs that a table stands for; 0 where it is a part of one, or a stand-in."""
    given = row.get("paragraph", ())
    return (given,) if isinstance(given, int) else tuple(given)


def abilities_of_face(text: str) -> tuple[Ability, ...]:
    """Return the modeled abilities in the text of a face: by its name, or what is said of it.

    Raises
    ------
    BadDataFile
        With file, line and near names, if its entry is wrong.
    """
    entry = _entries().get(text)
    if entry is not None:
        return _abilities(entry)
    return _of_made_up(text)


@lru_cache(maxsize=4096)
def _of_made_up(text: str) -> tuple[Ability, ...]:
    entry = _entry(text)
    return () if entry is None else _read(entry)


_READ: dict[int, tuple[Entry, tuple[Ability, ...]]] = {}


def _abilities(entry: Entry) -> tuple[Ability, ...]:
    known = _READ.get(id(entry))
    if known is not None and known[0] is entry:
        return known[1]
    _READ[id(entry)] = entry, _read(entry)
    return _READ[id(entry)][1]


def _read(entry: Entry) -> tuple[Ability, ...]:
    name = entry.name
    made: list[Ability] = []
    for n, row in enumerate(entry.ability, 1):
        plain = {k: v for k, v in row.items() if k != "paragraph"}
        try:
            stands = _stands_for(row)
            if not stands or not all(0 <= p <= entry.paragraphs for p in stands):
                raise entry.wrong(f"ability {n} names no paragraph of {entry.paragraphs}", n)
            made.append(effect_of({**plain, "id": f"{name}#{row.get('id', n)}"}, n))
        except BadDataFile:
            raise
        except MtgmeldError as error:
            word = str(getattr(error, "name", getattr(error, "text", "")))
            raise entry.wrong(f"ability {n}: {error}", n, word) from None
    return tuple(made)


def abilities_in(texts: tuple[str, ...]) -> tuple[Ability, ...]:
    """Return the modeled abilities in texts (``Face.text``)."""
    return _abilities_in(texts, ability_folders()) if texts else ()


@lru_cache(maxsize=16384)
def _abilities_in(texts: tuple[str, ...], told: object) -> tuple[Ability, ...]:
    return tuple(a for text in texts for a in abilities_of_face(text))


@lru_cache(maxsize=512)
def _of_keyword(text: str, told: object) -> tuple[Ability, ...]:
    found = keywords().get(text)
    if found is None or not found.ability:
        return ()
    return (effect_of({**found.ability, "id": f"{text}#{found.ability.get('id', 1)}"}, 1),)


def of_keywords(words: Iterable[Any] | None) -> tuple[Ability, ...]:
    """Return the abilities that keywords stand for."""
    if not words:
        return ()
    told = ability_folders()
    return tuple(a for word in words for a in _of_keyword(word, told))


def given_by(change: Alteration) -> tuple[Ability, ...]:
    """Return the abilities that an effect gives, those of keywords among them (613.1f)."""
    return (*change.grants, *of_keywords(change.keywords)) if change.keywords else change.grants


def ability_by_key(key: str, texts: Iterable[str]) -> Ability | None:
    """Return the ability of a key in the first of some texts that has it, or None."""
    for text in texts:
        for ability in with_parts((*abilities_of_face(text), *of_keywords((text,)))):
            if ability.key == key:
                return ability
    return None


def door_triggers(half: Face) -> bool | None:
    """Whether a half's text triggers when that door is unlocked (709.5h); None if unknown."""
    own = abilities_of_face(half.text)
    if any(isinstance(a, Triggered) and a.door == half.named_text for a in own):
        return True
    return False if modeled(half).word == "wholly" else None


# ---------------------------------------------------------------- what is modeled


def _known(words: Iterable[str]) -> bool:
    """Whether keyword abilities have their effect here; keyword actions are no abilities."""
    return all(k.modeled for word in words if (k := keywords().get(word)) is not None)


def modeled(face: Face) -> Modeled:
    """Return how much of a face's text is modeled: by its entry, and by the keywords it has."""
    entry = _entry(face.says) if face.says else _entries().get(face.named_text)
    if entry is not None:
        done = {p for row in entry.ability for p in _stands_for(row)}
        done |= {int(n) for n, words in entry.keywords.items() if _known(words)}
        missing = tuple(n for n in range(1, entry.paragraphs + 1) if n not in done)
        return Modeled(entry.paragraphs, len(missing), missing, entry.needs if missing else "")
    number, more = face.paragraphs, face.spelled_out or 0
    if number is None:
        return Modeled(None)
    if more and face.defined_colors is not None and "Devoid" not in face.keywords:
        more -= 1  # the paragraph that defines them is among the facts (604.3)
    unknown = sum(not _known((word,)) for word in face.keywords)
    lacks = more + min(number - more, unknown)
    return Modeled(number, lacks, tuple(range(1, number + 1)) if lacks == number else ())


def how_modeled(faces: Iterable[Face]) -> Modeled:
    """Return how much is modeled of several faces together."""
    found = [modeled(f) for f in faces if f.name]
    if any(m.paragraphs is None for m in found):
        return Modeled(None)
    return Modeled(sum(m.paragraphs or 0 for m in found), sum(m.lacks for m in found))


def faces_of(objects: Iterable[GameObject]) -> Iterator[Face]:
    """Yield the faces of the objects that take part: permanents, spells, and what they copy."""
    seen: set[int] = set()
    for obj in objects:
        if obj.zone in ("battlefield", "stack"):
            for what in (obj.base, obj.copy):
                if what is not None and id(what) not in seen:
                    seen.add(id(what))
                    yield from what.faces


def not_modeled(faces: Iterable[Face]) -> dict[str, str]:
    """Return, by name, what is not modeled of the texts of faces; nothing of what is whole."""
    known = ((f, modeled(f)) for f in dict.fromkeys(faces) if f.name)
    return {f.name: m.says for f, m in known if m.word != "wholly"}


_NAMED_AT_MOST = 3


def modeled_note(faces: Iterable[Face]) -> str:
    """Return the sentence that says which texts are not, or not wholly, modeled; empty for none.

    It is the mark that stands with every result in which such an object took part.
    """
    found = not_modeled(faces)
    named = [f"{name} ({says.removesuffix(' not modeled')})" for name, says in found.items()]
    more = len(named) - _NAMED_AT_MOST
    if more > 1:
        named[_NAMED_AT_MOST:] = [f"and {more} more"]
    return f"Text not modeled: {', '.join(named)}." if named else ""


def modeled_by_kind(cards: Iterable[Card]) -> dict[str, list[tuple[str, Modeled]]]:
    """Return how much is modeled of each face, by the kind of its card."""
    found: dict[str, list[tuple[str, Modeled]]] = {}
    for card in cards:
        for face in card.faces:
            kind = f"{card.kind}, playtest" if card.playtest else card.kind
            found.setdefault(kind, []).append((face.name, modeled(face)))
    return found


def modeled_as_text(cards: Iterable[Card]) -> str:
    """Return, by kind of card, how many faces are wholly, partly and not modeled, and what lacks.

    What is missing is said of the kinds that this is about, and of what has an entry.
    """
    out = []
    for kind, rows in sorted(modeled_by_kind(cards).items()):
        count = Counter(found.word for _, found in rows)
        says = ", ".join(f"{count[word]} {word}" for word in ("wholly", "partly", "not"))
        out.append(f"{kind}: {len(rows)} faces, {says}")
        for name, found in sorted(rows):
            if found.word != "wholly" and (
                kind.partition(",")[0] in _SUBJECT or name in _entries()
            ):
                out.append(f"  {name}: {found.says}" + (f": {found.needs}" if found.needs else ""))
    return "\n".join(out)


_SUBJECT = ("meld", "meld_result", "room", "fuse", "aftermath", "split")
