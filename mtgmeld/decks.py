"""Deck lists: names in the spellings that sites and clients write, resolved to cards.

A list is read by the first of :data:`READERS` that knows its shape, and written in one of
:data:`STYLES`.
"""

from __future__ import annotations

import csv
import io
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from xml.parsers import expat
from xml.sax.saxutils import quoteattr

import msgspec
import pandas as pd

from mtgmeld.arrow import Frame, pandas_of
from mtgmeld.cards import DECK_TYPES, Card, Face
from mtgmeld.catalog import Catalog, Resolved, load_catalog
from mtgmeld.errors import (
    AmbiguousName,
    BadDeckList,
    ImpossibleQuestion,
    UnknownCard,
    UnknownName,
    near,
)
from mtgmeld.files import bytes_of
from mtgmeld.frames import citations, flag, frame, kind, number, of_columns, text
from mtgmeld.game.characteristics.identity import color_identity
from mtgmeld.mana import COLORS, LAND_COLORS, order
from mtgmeld.rules.editions import NEWEST, readings

_LONGEST = 8 << 20
_LONGEST_LINE = 500

DECK_COLUMNS = kind(
    "deck",
    (
        number("line", "line of the list, from 1; NA for a commander that it does not have"),
        text("section", "main, sideboard, commander, companion or maybeboard"),
        number("quantity", "how many"),
        text("written", "the name as the list has it"),
        text("card", "full name of the card; NA where no card has the name"),
        text("named", "what the list named: name, face, alias or beginning; NA where nothing"),
        text("problem", "why no card was found; empty where one was"),
    ),
    ("written",),
).columns
DECK_CHECK = kind(
    "deck check",
    (
        text("card", "full name of the card; the name as the list has it where there is none"),
        number("quantity", "how many"),
        text("color_identity", "its color identity; NA if it is not known"),
        text("commander_identity", "that of the commander, or of all commanders together"),
        flag("allowed", "false where the card may not be in the deck; NA where it is not known"),
        text("why", "why not"),
        citations("rules that say so", leads=True),
    ),
    ("card",),
)

_SECTIONS = {
    **dict.fromkeys(("deck", "main", "mainboard", "main deck", "maindeck"), "main"),
    **dict.fromkeys(("sideboard", "side", "side board"), "sideboard"),
    **dict.fromkeys(("commander", "commanders", "general"), "commander"),
    **dict.fromkeys(("companion", "companions"), "companion"),
    **dict.fromkeys(("maybeboard", "maybe", "considering"), "maybeboard"),
}
# sites group the cards of the deck by their types; that is no section
_TYPES = (*(word.casefold() for word in DECK_TYPES), "tribal", "spell")
_GROUPS = {w + end for w in _TYPES for end in ("", "s")} | {
    "sorceries", "basic lands", "nonbasic lands", "other spells", "other", "instants and sorceries",
}  # fmt: skip
# a commander, or a companion, stands before the deck, which needs no heading of its own
_AFTER_A_GAP = {"commander": "main", "companion": "main"}
_ORDER = ("commander", "companion", "main", "sideboard", "maybeboard")
_COUNT = re.compile(r"(?P<count>\d{1,4})\s*[xX]?\s+(?=\S)")
_HEADING = re.compile(r"[\[#/ ]*(?P<word>[A-Za-z ]+?)\s*(?:\(\d+\))?\s*[:\]]?\s*")
_SET_BEFORE = re.compile(r"\[[A-Za-z0-9]{2,6}:[\w\u2605-]{1,8}\]\s*")
# what sites put behind a name: a set in parentheses or brackets, a number, marks of foils,
# categories in brackets, tags
_TAIL = re.compile(
    r"\s+(?:\([A-Za-z0-9]{2,6}\)(?:\s+[\w\u2605-]{1,8})?|\[(?P<categories>[^\[\]]+)\]"
    r"(?:\s+[\w\u2605-]{1,8})?|\*(?P<mark>[A-Z]{1,4})\*|#\S+|\^.*\^)$"
)


class _Entry(msgspec.Struct, frozen=True):
    line: int | None
    section: str
    quantity: int
    written: str


class Deck(pd.DataFrame):
    """A deck list as a frame, see :data:`DECK_COLUMNS`, that can be checked and written."""

    @property
    def _constructor(self) -> Callable[..., Deck]:
        return Deck

    def check(
        self,
        variant: str = "commander",
        *,
        policies: Mapping[str, str] | None = None,
        catalog: Catalog | None = None,
    ) -> pd.DataFrame:
        """Return the cards that the rules of color identity keep out of the deck; see
        :func:`check_deck`."""
        return check_deck(self, variant, policies=policies, catalog=catalog)

    def text(self, style: str = "canonical", *, catalog: Catalog | None = None) -> str:
        """Return the list as text; see :func:`deck_text`."""
        return deck_text(self, style, catalog=catalog)


def read_deck(
    deck: str | os.PathLike[str],
    *,
    catalog: Catalog | None = None,
    columns: Mapping[str, str] | None = None,
    commander: str | Iterable[str] = (),
    strict: bool = False,
) -> Deck:
    r"""Read a deck list, resolving each name to a card.

    A name may be written ``A // B``, ``A/B``, ``A / B``, ``A`` or ``B``, in any case, with or
    without accents, or be a flavor name; ``//`` that belongs to a name is part of it.

    Parameters
    ----------
    deck : str or path-like
        The list itself, or the path of its file.  A text of one line is a path if there is
        such a file.  It may be text as Arena, MTGO, Moxfield, Archidekt, ManaBox and
        TappedOut write it (``4 Name``, ``4x Name`` or ``Name``, with a set, a number, a mark
        or a category behind it or not; headings and ``SB:`` start sections, an empty line ends
        one of commanders or companions; a line that begins with ``//`` or ``#`` is a comment),
        an MTGO ``.dek``, a Cockatrice ``.cod``, a Forge or XMage ``.dck``, or CSV with a header.
    catalog : Catalog, optional
        Where names are looked up; the one in use by default.
    columns : mapping, optional
        Of a CSV, which column holds the ``card``, the ``quantity`` and the ``section``, where
        their names do not tell.
    commander : str or iterable of str, optional
        Who leads the deck, where the list has no section for it.  A card that the list has among
        the others is taken from there, as one of a section is.
    strict : bool
        Whether a name that no card has ends the reading with an error.

    Returns
    -------
    Deck
        A DataFrame, one row a line with a name; see :data:`DECK_COLUMNS`.  What is no card,
        such as a combined back face (712.4), has none, with the reason.

    Raises
    ------
    BadDeckList
        If the file cannot be read, or its format is damaged; or, with `strict`, for the first
        name without a card, with its line.
    ImpossibleQuestion
        If a commander is named and the list has a section of its own for it.

    Examples
    --------
    >>> deck = mm.read_deck("2 Fire/Ice\n1 bottomless pool\n1 Chittering Host")
    >>> deck[["quantity", "written", "card"]]
       quantity          written                            card
    0         2         Fire/Ice                     Fire // Ice
    1         1  bottomless pool  Bottomless Pool // Locker Room
    2         1  Chittering Host                            <NA>
    """
    path, content = _text_of(deck)
    if any("\ud800" <= letter <= "\udfff" for letter in content):
        raise BadDeckList(path, "it is no valid Unicode: there is half of a surrogate pair.")
    catalog = catalog if catalog is not None else load_catalog()
    answers: dict[str, tuple[Resolved | None, str]] = {}

    def row(entry: _Entry) -> dict[str, Any]:
        if entry.written not in answers:
            answers[entry.written] = _resolve(entry.written, catalog)
        found, problem = answers[entry.written]
        if found is None and strict:
            raise BadDeckList(path, problem, line=entry.line)
        return {
            **msgspec.structs.asdict(entry),
            "card": found.card.name if found else None,
            "named": found.via if found else None,
            "problem": problem,
        }

    read = _csv if columns else next(read for knows, read in READERS if knows(content))
    named = [commander] if isinstance(commander, str) else commander
    leaders = [row(_Entry(None, "commander", 1, name)) for name in named]
    rows = _led([row(entry) for entry in read(content, path, columns or {})], leaders)
    made = Deck(frame(DECK_COLUMNS, rows, {}))
    made.attrs["deck"] = path
    return made


def _led(rows: list[dict[str, Any]], leaders: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the rows of a list behind those of its commanders, which are taken from the others."""
    own = dict.fromkeys(r["card"] or r["written"] for r in rows if r["section"] == "commander")
    if leaders and own:
        raise ImpossibleQuestion(f"the list names its commander itself: {' and '.join(own)}")
    for leader in leaders:
        for n, row in enumerate(rows):
            same = row["card"] == leader["card"] and (
                row["card"] or row["written"] == leader["written"]
            )
            if same and row["quantity"] and row["section"] != "maybeboard":
                leader["line"] = row["line"]
                rest = {**row, "quantity": row["quantity"] - 1}
                rows[n : n + 1] = [rest] if rest["quantity"] else []
                break
    return [*leaders, *rows]


def _text_of(deck: str | os.PathLike[str]) -> tuple[str, str]:
    """Return the path of a list, or a word for none, and its text."""
    if isinstance(deck, str):
        if "\n" in deck or len(deck) > 4_000 or "\0" in deck or not Path(deck).is_file():
            return "deck list", deck
    path = Path(deck)
    try:
        return str(path), bytes_of(path, _LONGEST).decode("utf-8-sig")
    except OSError as error:
        raise BadDeckList(path, f"it cannot be read: {error.strerror or error}.") from None
    except ValueError:
        raise BadDeckList(path, "it is no UTF-8 text.") from None


def _resolve(name: str, catalog: Catalog) -> tuple[Resolved | None, str]:
    try:
        found = catalog.resolve(name)
    except (UnknownCard, AmbiguousName) as error:
        return None, str(error)
    if found.card.is_card:
        return found, ""
    pair = catalog.pair_of(found.card)
    if pair is None:
        return None, f"{found.card.name} is no card, so it is in no deck (108.2)"
    cards = " and ".join(c.name for c in pair.cards)
    return None, f"{found.card.name} is the combined back face of {cards}, and no card (712.4)"


# ---------------------------------------------------------------- readers


def _lines(content: str, path: str, columns: Mapping[str, str]) -> Iterator[_Entry]:
    """Read a list of lines."""
    lines = [raw[:_LONGEST_LINE].strip().lstrip("\ufeff") for raw in content.splitlines()]
    # an empty line parts the sideboard from the deck only where nothing names the parts
    blank_ends_main = not any(_heading(x) is not None or x[:3].casefold() == "sb:" for x in lines)
    section, seen = "main", False
    for at, line in enumerate(lines, 1):
        if not line:
            if seen:
                section = "sideboard" if blank_ends_main else _AFTER_A_GAP.get(section, section)
            continue
        heading = _heading(line)
        if heading is not None:
            # groups of types that follow a commander are those of the deck
            section = heading or (section if section in ("sideboard", "maybeboard") else "main")
            seen = False
            continue
        if line.startswith(("//", "#", "LAYOUT ", "NAME:", "AUTHOR:")) or _is_title(line):
            continue
        where = section
        if line[:3].casefold() == "sb:":
            where, line = "sideboard", line[3:].strip()
        count = _COUNT.match(line)
        name, told = _bare(line[count.end() :] if count else line)
        seen = True
        yield _Entry(at, told or where, int(count["count"]) if count else 1, name)


def _heading(line: str) -> str | None:
    """Return the section that a line starts, empty for a group of types; None for no heading."""
    found = _HEADING.fullmatch(line)
    word = found["word"].casefold() if found else ""
    return "" if word in _GROUPS else _SECTIONS.get(word)


def _is_title(line: str) -> bool:
    """Whether a line is the title that a client writes over a list."""
    return line.startswith("Name ") or line.casefold() == "about"


def _bare(name: str) -> tuple[str, str]:
    """Return a name without what sites put around it, and the section that this names."""
    section = ""
    name = _SET_BEFORE.sub("", name, count=1)
    while (found := _TAIL.search(name)) is not None:
        if found["mark"] == "CMDR":
            section = "commander"
        section = section or _section_among(found["categories"] or "")
        name = name[: found.start()]
    return name.strip(), section


def _section_among(categories: str) -> str:
    """Return the first section that one of several words names, or nothing."""
    words = (word.partition("{")[0].strip().casefold() for word in categories.split(","))
    return next((_SECTIONS[word] for word in words if word in _SECTIONS), "")


def _forge(content: str, path: str, columns: Mapping[str, str]) -> Iterator[_Entry]:
    """Read a ``.dck`` of Forge: sections in brackets, a set and a picture behind each name."""
    section = ""
    for at, line in enumerate(content.splitlines(), 1):
        line = line.strip()
        if line.startswith("["):
            section = _SECTIONS.get(line.strip("[]").casefold(), "")
        elif section and (count := _COUNT.match(line)):
            name = line[count.end() :].partition("|")[0].strip()
            yield _Entry(at, section, int(count["count"]), name)


def _xml(content: str, path: str, columns: Mapping[str, str]) -> Iterator[_Entry]:
    """Read a ``.dek`` of MTGO or a ``.cod`` of Cockatrice."""
    parser, found, zone = expat.ParserCreate(), [], ["main"]

    def refuse(*_: Any) -> None:
        raise BadDeckList(path, "it defines entities, as no deck list does.")

    def start(tag: str, given: dict[str, str]) -> None:
        if tag == "zone":
            zone[0] = _SECTIONS.get(given.get("name", "").casefold(), "")
        name = given.get("Name", given.get("name", "")).strip()
        if tag.casefold() not in ("card", "cards") or not name or not zone[0]:
            return
        side = given.get("Sideboard", "").casefold() == "true"
        count = _number(given.get("Quantity", given.get("number", "1")))
        where = "sideboard" if side else zone[0]
        found.append(_Entry(parser.CurrentLineNumber, where, count, name))

    parser.StartElementHandler = start
    parser.EntityDeclHandler = refuse
    try:
        parser.Parse(content.encode(), True)
    except expat.ExpatError as error:
        raise BadDeckList(path, f"it is damaged: {error}.", line=error.lineno) from None
    yield from found


_NAMED = {
    "card": ("name", "card", "card name", "cardname", "card_name"),
    "quantity": ("count", "quantity", "qty", "amount", "reg qty", "number"),
    "section": ("board", "section", "categories", "category", "sideboard", "zone"),
}


def _csv(content: str, path: str, columns: Mapping[str, str]) -> Iterator[_Entry]:
    """Read a table: a deck or a collection as sites export it."""
    rows = csv.reader(io.StringIO(content), delimiter=_delimiter(content))
    have = [h.strip().lstrip("\ufeff") for h in next(rows)]
    folded = {h.casefold(): i for i, h in reversed(list(enumerate(have)))}
    at: dict[str, int | None] = {}
    for what, names in _NAMED.items():
        given = columns.get(what)
        if given is not None and given not in have:
            hint = f"Its columns are: {', '.join(have)}."
            raise BadDeckList(path, f"there is no column {given!r}.", line=1, hint=hint)
        wanted = names if given is None else (given.casefold(),)
        at[what] = next((folded[n] for n in wanted if n in folded), None)
    if at["card"] is None:
        listed = ", ".join(have)
        hint = f"Say which it is, by columns={{'card': ...}} or --column card=...: {listed}."
        raise BadDeckList(path, "no column is known to name the card.", line=1, hint=hint)
    try:
        for row in rows:
            cells = {w: row[i].strip() for w, i in at.items() if i is not None and i < len(row)}
            if cells.get("card"):
                words = cells.get("section", "")
                section = _section_among(words) or "main"
                if section == "main" and words.partition(",")[0].casefold() in ("yes", "true"):
                    section = "sideboard"  # a column that says whether a card is in it
                count = _number(cells.get("quantity", "1"))
                yield _Entry(rows.line_num, section, count, _bare(cells["card"])[0])
    except csv.Error as error:
        raise BadDeckList(path, f"it is damaged: {error}.", line=rows.line_num) from None


def _delimiter(content: str) -> str:
    head = content.partition("\n")[0]
    return max(",;\t", key=head.count)


def _is_csv(content: str) -> bool:
    head = content.lstrip("\ufeff").partition("\n")[0]
    names = {h.strip().strip('"').casefold() for h in head.split(_delimiter(content))}
    # one without a column of cards is refused with what to do, not read as lines
    return len(names) > 1 and not names.isdisjoint((*_NAMED["card"], *_NAMED["quantity"]))


def _number(given: str) -> int:
    found = re.fullmatch(r"\s*(\d{1,4})\s*[xX]?\s*", given)
    return int(found[1]) if found else 1


Reader = Callable[[str, str, Mapping[str, str]], Iterator[_Entry]]
# whether a text has a shape, and what reads it; the first that knows it
READERS: tuple[tuple[Callable[[str], object], Reader], ...] = (
    (re.compile(r"[\ufeff \t\r\n]*<(\?xml|Deck|cockatrice)").match, _xml),
    (re.compile(r"\ufeff?\s*\[metadata\]", re.I).match, _forge),
    (_is_csv, _csv),
    (lambda content: True, _lines),
)


# ---------------------------------------------------------------- writers

_Counts = dict[str, dict[str, int]]


class _Style(msgspec.Struct, frozen=True):
    """A way to write lists: what joins halves, whether other faces are named, and how it looks."""

    join: str
    every_face: bool
    write: Callable[[_Counts], str]


def _lines_of(names: Mapping[str, int]) -> str:
    return "".join(f"{n} {name}\n" for name, n in names.items())


def _headed(counts: _Counts) -> str:
    """Return sections under their headings."""
    titles = {section: section.capitalize() for section in counts} | {"main": "Deck"}
    return "\n".join(f"{titles[s]}\n{_lines_of(names)}" for s, names in counts.items()) or "\n"


def _parted(counts: _Counts) -> str:
    """Return the deck, and the sideboard behind an empty line."""
    lines = {s: _lines_of(names) for s, names in counts.items() if s != "maybeboard"}
    side = lines.pop("sideboard", None)
    return ("".join(lines.values()) or "\n") + ("" if side is None else f"\n{side}")


def _mtgo_xml(counts: _Counts) -> str:
    rows = [
        f'  <Cards CatID="0" Quantity="{n}" Sideboard="{str(section != "main").lower()}" '
        f'Name={quoteattr(name)} Annotation="0" />'
        for section in counts
        if section != "maybeboard"
        for name, n in counts[section].items()
    ]
    head = '<?xml version="1.0" encoding="utf-8"?>\n<Deck>\n  <NetDeckID>0</NetDeckID>'
    return "\n".join([head, *rows, "</Deck>"]) + "\n"


def _cockatrice(counts: _Counts) -> str:
    out = ['<?xml version="1.0" encoding="UTF-8"?>', '<cockatrice_deck version="1">']
    for zone, wanted in (("main", ("main",)), ("side", ("commander", "companion", "sideboard"))):
        rows = [item for section in wanted for item in counts.get(section, {}).items()]
        if rows:
            out.append(f'    <zone name="{zone}">')
            out += [f'        <card number="{n}" name={quoteattr(name)}/>' for name, n in rows]
            out.append("    </zone>")
    return "\n".join([*out, "</cockatrice_deck>"]) + "\n"


def _forge_text(counts: _Counts) -> str:
    parts = (f"[{s.capitalize()}]\n{_lines_of(counts[s])}" for s in counts if s != "maybeboard")
    return "[metadata]\nName=deck\n" + "".join(parts)


def _table(counts: _Counts) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("Count", "Name", "Section"))
    for section, rows in counts.items():
        writer.writerows((n, name, section) for name, n in rows.items())
    return out.getvalue()


STYLES: dict[str, _Style] = {
    "canonical": _Style(" // ", True, _headed),
    "arena": _Style(" // ", False, _headed),
    "mtgo": _Style("/", False, _parted),
    "dek": _Style("/", False, _mtgo_xml),
    "cockatrice": _Style(" // ", False, _cockatrice),
    "forge": _Style(" // ", False, _forge_text),
    "csv": _Style(" // ", True, _table),
}


def _style(name: str) -> _Style:
    if name not in STYLES:
        raise UnknownName("style of deck list", name, near(name, STYLES) or tuple(STYLES))
    return STYLES[name]


def card_name(card: Card, style: str = "canonical") -> str:
    """Return a card's name as a style of deck list writes it.

    Parameters
    ----------
    card : Card
    style : str
        One of :data:`STYLES`.  ``canonical`` and ``csv``: all halves or faces, ``A // B``.
        ``arena``, ``cockatrice`` and ``forge``: halves as ``A // B``, of other cards the front
        face.  ``mtgo`` and ``dek``: halves as ``A/B``, of other cards the front face.

    Raises
    ------
    UnknownName
        For another style.
    """
    how = _style(style)
    if len(card.faces) == 1 or how.every_face:
        return card.name
    return how.join.join(f.name for f in card.faces) if card.is_split else card.front.name


def deck_text(deck: Frame, style: str = "canonical", *, catalog: Catalog | None = None) -> str:
    r"""Return a deck list as text, ready for a client.

    Parameters
    ----------
    deck : pandas.DataFrame
        As from :func:`read_deck`.  A name without a card is written as it was.
    style : str
        One of :data:`STYLES`; see :func:`card_name`.  ``mtgo`` marks the sideboard by an empty
        line, ``dek`` is MTGO's file, ``cockatrice`` and ``forge`` are those of these clients
        (Cockatrice has a commander in the sideboard), ``csv`` a table, the others write headings.
    catalog : Catalog, optional
        The catalog that the names were looked up in.

    Raises
    ------
    UnknownName
        For an unknown style.
    UnknownCard
        If a card of the frame is not in the catalog.

    Examples
    --------
    >>> print(mm.deck_text(mm.read_deck("2 Fire/Ice\n1 wear"), style="mtgo"))
    2 Fire/Ice
    1 Wear/Tear
    """
    how = _style(style)
    deck = pandas_of(deck)
    catalog = catalog if catalog is not None else load_catalog()
    counts: _Counts = {}
    wanted = of_columns(deck, ("section", "quantity", "written", "card"))
    for section, quantity, written, card in wanted.itertuples(index=False, name=None):
        name = card_name(catalog[card], style) if isinstance(card, str) else str(written)
        names = counts.setdefault(str(section), {})
        names[name] = names.get(name, 0) + int(quantity)
    return how.write({s: counts[s] for s in sorted(counts, key=_ORDER.index)})


# ---------------------------------------------------------------- what may be in a deck


def check_deck(
    deck: Frame,
    variant: str = "commander",
    *,
    policies: Mapping[str, str] | None = None,
    catalog: Catalog | None = None,
) -> pd.DataFrame:
    r"""Return the cards that the rules of color identity keep out of a deck, and why.

    It is about color identity (903.4, 903.5c, 903.5d) and about who may lead the deck: legendary
    cards (903.3), one, or two whose partner abilities go together (702.124).  It is not about
    numbers of other cards or which cards are banned; a legendary card that is no creature is
    taken to be one whose text lets it lead (903.3a), and whom a card's "partner with" names is
    not looked at.

    Parameters
    ----------
    deck : pandas.DataFrame
        As from :func:`read_deck`, with the commander in a section of its own, or named there.
    variant : str
        ``commander``.
    policies : mapping, optional
        Readings other than the default, by the policy's name.
    catalog : Catalog, optional
        Where names are looked up; the one in use by default.

    Returns
    -------
    pandas.DataFrame
        One row a card that may not be in the deck, or not lead it, or of which it is not known,
        commanders first; the columns are those of ``mtgmeld.frames.columns_of("deck check")``.

    Raises
    ------
    ImpossibleQuestion
        If the list names no commander.
    UnknownName
        For another variant.

    Examples
    --------
    >>> deck = mm.read_deck("Commander\n1 Gisela, the Broken Blade\n\nDeck\n1 Fire // Ice")
    >>> mm.check_deck(deck)[["card", "color_identity", "commander_identity"]]
              card color_identity commander_identity
    0  Fire // Ice             UR                  W
    """
    if variant != "commander":
        raise UnknownName("variant with rules of color identity", variant, ("commander",))
    deck = pandas_of(deck)
    catalog = catalog if catalog is not None else load_catalog()
    chosen = readings(policies)
    leaders = _counted(deck, ("commander",), catalog)
    if not leaders:
        raise ImpossibleQuestion("the list names no commander", ("903.3", "903.4"))
    known = [color_identity(c, chosen).value if c else None for c, _, _ in leaders.values()]
    whole = None if None in known else order("".join(map(str, known)))
    led = " and ".join(leaders)
    together = _together([card for card, n, _ in leaders.values() for _ in range(n)])
    rows = []
    for counted in (leaders, _counted(deck, ("main", "companion"), catalog)):
        for name, (card, quantity, problem) in counted.items():
            told: dict[str, Any] = {"color_identity": None, "why": problem, "rules": ()}
            if card and counted is leaders:
                why, rules = _alone(card) or together
                own = color_identity(card, chosen).value
                told = {"color_identity": own, "allowed": not why, "why": why, "rules": rules}
            elif card:
                told = _judged(card, whole, led, chosen)
            if told.setdefault("allowed", None) is not True:
                row = {"card": name, "quantity": quantity, "commander_identity": whole}
                rows.append(row | told)
    return frame(DECK_CHECK, rows, {"table": "deck check", "edition": NEWEST})


_Names = dict[str, tuple[Card | None, int, str]]


def _counted(deck: pd.DataFrame, sections: tuple[str, ...], catalog: Catalog) -> _Names:
    """Return the cards of sections by name, with how many there are, and why one is none."""
    found: _Names = {}
    rows = of_columns(deck, ("section", "quantity", "written", "card", "problem"))
    rows = rows[rows["section"].isin(sections)]
    for _, quantity, written, card, problem in rows.itertuples(index=False, name=None):
        real = isinstance(card, str)
        name = card if real else str(written)
        before = found[name][1] if name in found else 0
        found[name] = (catalog[card] if real else None, before + int(quantity), str(problem))
    return found


_Why = tuple[str, tuple[str, ...]]


def _alone(card: Card) -> _Why | None:
    """Return why a card can lead no deck, whoever leads it too; None if it can."""
    if card.front.is_known and "Legendary" not in card.front.supertypes:
        return "it is not legendary, as each commander is", ("903.3",)
    return None


def _together(leaders: Sequence[Card | None]) -> _Why:
    """Return why cards cannot lead one deck; nothing where they can, or it is not known."""
    if len(leaders) > 2:
        says = f"the list has {len(leaders)} commanders, and a deck has two at most"
        return says, ("702.124g", "903.3")
    if len(leaders) == 2 and (first := leaders[0]) and (second := leaders[1]):
        if not _are_partners(first, second):
            says = "the two have no partner abilities that go together, so only one can lead"
            return says, ("702.124a", "702.124f", "903.3")
    if len(leaders) == 1 and (only := leaders[0]) and _is_background(only.front):
        return "a Background leads only beside one that chooses it", ("702.124k",)
    return "", ()


def _is_background(face: Face) -> bool:
    return "Background" in face.subtypes and "Enchantment" in face.types


def _is_doctor(face: Face) -> bool:
    types = set(" ".join(face.subtypes).split())
    return "Creature" in face.types and types == {"Time", "Lord", "Doctor"}


# a partner ability that asks something of the other card, not that it has the same (702.124k, m)
_OF_THE_OTHER = {"choose a background": _is_background, "doctor's companion": _is_doctor}


def _partner_abilities(card: Card) -> set[str]:
    """Return the partner abilities of a card, as its keywords have them (702.124a)."""
    words = {w.casefold().replace("\u2019", "'") for w in card.front.keywords}
    found = {w for w in words if w.startswith("partner") or w == "friends forever"}
    # card files have the bare word for each kind, and no kind goes with another (702.124f)
    return (found - {"partner"} or found) | words & _OF_THE_OTHER.keys()


def _are_partners(first: Card, second: Card) -> bool:
    """Whether two cards have partner abilities that go together, as far as keywords tell."""
    one, two = _partner_abilities(first), _partner_abilities(second)
    asked = ((one, second.front), (two, first.front))
    return bool(one & two - _OF_THE_OTHER.keys()) or any(
        word in words and fits(other)
        for words, other in asked
        for word, fits in _OF_THE_OTHER.items()
    )


def _judged(card: Card, whole: str | None, led: str, chosen: Any) -> dict[str, Any]:
    """Return whether a card may be in a deck with a color identity, and why not."""
    derived = color_identity(card, chosen)
    made = {"color_identity": derived.value, "allowed": None, "why": "", "rules": ()}
    if derived.value == "" and not card.front.is_land:
        return made | {"allowed": True}  # whatever the commander's is
    if whole is None:
        return made | {"why": f"the color identity of {led} is not known"}
    if derived.value is None:
        return made | {"why": derived.says}
    beyond = [c for c in derived.value if c not in whole]
    lands = [f for f in card.faces if any(s in LAND_COLORS for s in f.subtypes)]
    makes = order(
        "".join(LAND_COLORS.get(s, "") for f in lands for s in f.subtypes)
        + "".join(c for f in lands for c in f.produced_mana if c in COLORS)
    )
    of = f"the color identity of {led}, {whole or 'which has no color'}"
    if beyond:
        why = f"its color identity has {', '.join(beyond)}, which is not in {of}"
        return made | {"allowed": False, "why": why, "rules": ("903.5c", *derived.rules)}
    if not set(makes) <= set(whole):
        could = ", ".join(c for c in makes if c not in whole)
        why = f"it has a basic land type and could produce {could}, which is not in {of}"
        return made | {"allowed": False, "why": why, "rules": ("903.5d", *derived.rules)}
    return made | {"allowed": True}
