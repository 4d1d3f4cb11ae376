"""What the tool says by its public doors, each piece of it as text that a person reads.

A piece has a name, which is that of its file in this folder, and a maker.  No maker runs before
its piece is asked for.  The edition is always given, so that a newer one changes nothing here.
"""

from __future__ import annotations

import csv
import io
import json
import re
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from functools import cache, partial
from pathlib import Path
from typing import Any

import mtgmeld as mm
from mtgmeld.catalog import load_catalog
from mtgmeld.cli import main
from tests.golden.wrong import COMMANDS, SITUATIONS

PROJECT = Path(__file__).resolve().parents[2]
EDITION = "2026-04-17"
EDITIONS = ("2016-09-30", "2020-01-24", EDITION)

Maker = Callable[[], str]

FOLDERS = {
    "example": "data/scenarios",
    "statement": "data/scenarios/statements",
    "case": "tests/cases",
    "seed": "tests/scenarios",
    "found": "tests/trust/found",
}
KINDS = ("example", "statement", "case")


def pieces() -> dict[str, Maker]:
    """Every piece by its name."""
    return {
        **vectors(),
        **situations(),
        **tables(),
        **compared(),
        **explanations(),
        **refusals(),
        **displays(),
        **questions(),
    }


@contextmanager
def old_names() -> Iterator[None]:
    """A name that warns of a newer one is still a door."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        yield


def command(*args: str) -> tuple[int, str, str]:
    """The exit code of a command, what it prints, and what it prints as an error."""
    out, err = io.StringIO(), io.StringIO()
    code: Any = 0
    with old_names(), redirect_stdout(out), redirect_stderr(err):
        try:
            main(list(args))
        except SystemExit as stopped:
            code = stopped.code or 0
    return int(code), out.getvalue(), err.getvalue()


def printed(*args: str) -> str:
    """What a command prints that does its work."""
    code, out, err = command(*args)
    assert (code, err) == (0, ""), f"mtgmeld {' '.join(args)}: {err}"
    return out


def rows_of(frame: Any) -> list[dict[str, str]]:
    """The rows of a frame as text, without what is not known or empty."""
    return [
        {str(k): said(v) for k, v in row.items() if said(v) not in ("", "<NA>", "None", "nan")}
        for row in frame.to_dict("records")
    ]


def said(value: Any) -> str:
    return " ".join(str(value).split())


# --- vectors ---


def vectors() -> dict[str, Maker]:
    """The situations that come with the package, as JSON Lines."""
    return {f"vectors/{kind}.jsonl": partial(vectors_of, kind) for kind in KINDS}


def vectors_of(kind: str) -> str:
    """The vectors of a kind by name; of those that name no edition, under ours.

    Without facts, which the tables have, and snapshots, which the situations show.
    """
    made = [json.loads(line) for line in printed("vectors", "--kind", kind).splitlines()]
    for vector in made:
        del vector["facts"]
        for part in (vector["start"], *vector["steps"]):
            del part["snapshot"]
        if "edition" not in document(PROJECT / FOLDERS[kind] / f"{vector['id']}.toml"):
            vector["edition"] = EDITION
    return "".join(
        json.dumps(v, ensure_ascii=False) + "\n" for v in sorted(made, key=lambda v: str(v["id"]))
    )


# --- situations ---


def situations() -> dict[str, Maker]:
    """Every situation file, played to its end."""
    return {
        f"situations/{group}/{path.stem}.txt": partial(situation, path)
        for group, folder in FOLDERS.items()
        for path in sorted((PROJECT / folder).glob("*.toml"))
    } | {"situations/not-modeled.txt": not_modeled}


@cache
def document(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = mm.Scenario.from_file(path).to_dict()
    return found


@cache
def played(path: Path) -> Any:
    """The run of a file; where it names no edition, under ours."""
    return mm.Scenario.from_dict({"edition": EDITION, **document(path)}).play()


def not_modeled() -> str:
    """The faces of all situations whose text does more than is modeled."""
    found: set[str] = set()
    for folder in FOLDERS.values():
        for path in (PROJECT / folder).glob("*.toml"):
            # what is wrong with a situation is said where it is told
            with suppress(mm.MtgmeldError):
                found |= set(played(path).not_modeled())
    return "".join(f"{name}\n" for name in sorted(found))


OBJECT = """
    handle zone owner controller cards names mana_cost mana_value colors type_line power toughness
    tapped face unlocked counters attached_to rules
""".split()
ASKED = ("names", "mana_value", "colors")
ASKED_IN_PLAY = (*ASKED, "types", "power", "toughness", "keywords")


class Numbers:
    """Objects by the order in which they are first spoken of; the engine's numbers are its own."""

    def __init__(self) -> None:
        self._known: dict[str, str] = {}

    def __call__(self, text: str) -> str:
        return ", ".join(
            self._known.setdefault(n.strip(), f"#{len(self._known) + 1}") for n in text.split(",")
        )


def situation(path: Path) -> str:
    """What happens in a situation, what is checked, and the end: objects, actions, reasons."""
    run = played(path)
    with old_names():
        return "\n".join(lines_of(run, document(path))) + "\n"


def lines_of(run: Any, tables: Mapping[str, Any]) -> Iterator[str]:
    number = Numbers()
    yield f"{tables['title']} ({tables.get('edition', EDITION)})"
    events, states = by("step", run.events()), by("state", run.states())
    players = tables.get("players") or ("you", "opponent")
    yield "could be cast at the start"
    yield from castable(run.state_list[0], players)
    yield ""
    yield "legal at the start"
    yield from legal(run.state_list[0], players)
    yield ""
    for n, step in enumerate(tables.get("step", ()), 1):
        yield f"step {n}: {step['do']}"
        for row in events.get(str(n), ()):
            yield f"  {row['event']}: {event(row, number)}"
        yield from changes(states.get(str(n - 1), []), states.get(str(n), []), number)
    yield ""
    yield "checks"
    for row in rows_of(run.expectations()):
        verdict = "" if row["holds"] == "True" else "FAILS: "
        have = "" if row.get("expected") == row.get("actual") else f", is {row.get('actual', '')}"
        why = f" [{row['why']}]" if "why" in row else ""
        yield f"  {verdict}{row['where']}: {row['what']} = {row.get('expected', '')}{have}{why}"
    final = run.final
    yield ""
    yield "objects at the end"
    objects = states.get(str(len(run.state_list) - 1), [])
    for row in objects:
        shown = (f"{c}: {row[c]}" for c in OBJECT if row.get(c) not in (None, "False"))
        yield f"  {number(row['object'])} {' | '.join(shown)}"
    yield ""
    yield "legal at the end"
    yield from legal(final, players)
    yield ""
    yield "known to others at the end"
    yield from known(final, players)
    yield ""
    yield "why at the end"
    told: dict[str, list[str]] = {}
    for row in objects:
        i = int(row["object"])
        in_play = row["zone"] in ("battlefield", "stack")
        for value in ASKED_IN_PLAY if in_play else ASKED:
            text = reasons(lambda i=i, value=value: final.explain(i, value))
            told.setdefault(text, []).append(number(row["object"]))
    for text, which in told.items():
        yield f"  {', '.join(dict.fromkeys(which))} {text}"


def legal(state: Any, players: Iterable[str]) -> Iterator[str]:
    """What each player may do, a line an action."""
    for player in players:
        for row in rows_of(mm.legal_table(state, player)):
            more = "".join(f" {row[c]}" for c in ("cost", "rules") if c in row)
            yield f"  {player}: {row['action']}: {row['says']}{more}"


CASTABLE = "zone by mana_cost total_cost mana_value x legal payable spends why_not rules".split()


def castable(state: Any, players: Iterable[str]) -> Iterator[str]:
    """What each player could cast or unlock, a line a part."""
    for player in players:
        for row in rows_of(mm.castable_table(state, player)):
            shown = (f"{c}: {row[c]}" for c in CASTABLE if c in row)
            yield f"  {player}: {row['action']} {row['part']} | {' | '.join(shown)}"


def known(state: Any, players: Iterable[str]) -> Iterator[str]:
    """What each player knows of hands and libraries."""
    for player in players:
        for row in rows_of(state.known_to(player)):
            if row["zone"] in ("hand", "library"):
                side = f" | other side: {row['other_side']}" if "other_side" in row else ""
                where = f"{row['zone']} of {row.get('player')}, {row['place']}"
                yield f"  {player}: {where}: {row['name']}{side} [{row['rules']}]"


def by(column: str, frame: Any) -> dict[str, list[dict[str, str]]]:
    """The rows of a frame by a column of theirs."""
    found: dict[str, list[dict[str, str]]] = {}
    for row in rows_of(frame):
        found.setdefault(row[column], []).append(row)
    return found


def changes(
    before: list[dict[str, str]], after: list[dict[str, str]], number: Numbers
) -> Iterator[str]:
    """What a step changed of objects that are there before and after it, a line an object."""
    earlier = {row["object"]: row for row in before}
    for row in after:
        old = earlier.get(row["object"], row)
        told = [
            f"{c}: {old.get(c, '')} -> {row.get(c, '')}" for c in OBJECT if old.get(c) != row.get(c)
        ]
        if told:
            yield f"  {number(row['object'])} {' | '.join(told)}"


def event(row: Mapping[str, str], number: Numbers) -> str:
    """An event in one line."""
    parts = [row.get("name", "")]
    before, after = row.get("object", ""), row.get("became", "")
    if before:
        parts.append(number(before))
    if after and after != before:
        parts.append(f"=> {number(after)}")
    if "from_zone" in row or "to_zone" in row:
        parts.append(f"{row.get('from_zone', '')} -> {row.get('to_zone', '')}")
    moved = (row.get("objects_moved", "1"), row.get("cards_moved", "1"))
    if moved != ("1", "1"):
        parts.append(f"(objects {moved[0]}, cards {moved[1]})")
    if "player" in row:
        parts.append(f"by {row['player']}")
    if "note" in row:
        parts.append(f"({row['note']})")
    if "rules" in row:
        parts.append(f"[{row['rules']}]")
    return " ".join(p for p in parts if p)


def reasons(explain: Callable[[], Any]) -> str:
    """An explanation without its heading and the gists of its rules, or the refusal."""
    try:
        text = explain().to_text()
    except mm.MtgmeldError as error:
        return f"{type(error).__name__}: {said(error)}"
    lines = text.partition("\nrules cited:")[0].splitlines()[1:]
    return "\n    ".join(line.rstrip() for line in lines)


# --- tables ---

TABLES = ("dfc", "identity", "meld", "names", "rooms", "split")


def tables() -> dict[str, Maker]:
    """Every table of the cards of the bundled tables under three editions."""
    # of all cards there are some three thousand rows
    faced = [c.name for c in load_catalog().subject if c.layout in ("transform", "modal_dfc")]
    return {
        f"tables/{date}/{kind}.csv": partial(
            printed,
            "table",
            kind,
            *(sorted(faced) if kind == "dfc" else ()),
            "--edition",
            date,
            "--format",
            "csv",
        )
        for date in EDITIONS
        for kind in TABLES
    }


# --- editions compared ---

PAIRS = (
    ("2016-09-30", EDITION),
    ("2020-01-24", EDITION),
    ("2017-01-20", "2017-04-28"),
)
# a comparison explains each cell that differs
COMPARED: dict[str, list[str] | None] = {
    "meld": None,
    "rooms": ["Bottomless Pool // Locker Room", "Roaring Furnace // Steaming Sauna"],
    "split": ["Fire // Ice", "Wear // Tear", "Cut // Ribbons", "Bottomless Pool // Locker Room"],
    "dfc": ["Delver of Secrets", "Ravager of the Fells", "Shatterskull Smashing"],
    "identity": ["Fire // Ice", "Chittering Host", "Cut // Ribbons", "Cecil, Dark Knight"],
}
COMPARED_SITUATIONS = (
    "202.3c-a-melded-permanent-that-copies-a-melded-permanent",
    "709.4d-a-fused-spell-is-combined",
    "712.21a-bottom-of-the-library",
    "903.9a-a-melded-commander-dies-before-2020",
)


def compared() -> dict[str, Maker]:
    """What differs between two editions, for some cards and situations."""
    return {
        f"compare/{kind}.csv": partial(compared_table, kind, cards)
        for kind, cards in COMPARED.items()
    } | {"compare/situations.csv": compared_situations}


def compared_table(kind: str, cards: list[str] | None) -> str:
    with old_names():
        return as_csv(
            (f"{old} to {new}", mm.compare(kind, old, new, cards=cards)) for old, new in PAIRS
        )


def compared_situations() -> str:
    folder = PROJECT / FOLDERS["example"]
    with old_names():
        return as_csv(
            (name, mm.compare(mm.Scenario.from_file(folder / f"{name}.toml"), old, new))
            for name in COMPARED_SITUATIONS
            for old, new in PAIRS[:2]
        )


def as_csv(frames: Iterable[tuple[str, Any]]) -> str:
    """Frames of the same columns in one text, each row with the name of its frame."""
    out = io.StringIO()
    for n, (name, frame) in enumerate(frames):
        frame.insert(0, "of", name)
        frame.to_csv(out, index=False, header=not n, lineterminator="\n")
    return out.getvalue()


# --- explanations ---

VALUES = """
    names mana_cost mana_value colors color_indicator supertypes types subtypes power toughness
    loyalty defense keywords type_line color_identity devotion double_faced represented_by
""".split()
USUAL = ("names", "mana_cost", "mana_value", "colors", "type_line", "color_identity", "devotion")

OFF = {"hand": {"zone": "hand"}, "graveyard": {"zone": "graveyard"}, "stack": {"zone": "stack"}}
COPIES = {"copy": {"copy": True}, "token copy": {"token": True}}
HALVES = {
    "stack, left": {"zone": "stack", "cast": "left"},
    "stack, right": {"zone": "stack", "cast": "right"},
    "stack, fused": {"zone": "stack", "cast": "fused"},
}
DOORS: dict[str, dict[str, Any]] = {
    "both locked": {"unlocked": ""},
    "left unlocked": {"unlocked": "left"},
    "right unlocked": {"unlocked": "right"},
    "both unlocked": {"unlocked": "left,right"},
}
FACES: dict[str, dict[str, Any]] = {
    "front": {"face": "front"},
    "back": {"face": "back"},
    "copy of the back": {"face": "back", "copy": True},
    "token copy of the back": {"face": "back", "token": True},
}
MELDED: dict[str, dict[str, Any]] = {
    "melded": {"melded": True},
    "copy of the melded": {"melded": True, "copy": True},
    "token copy of the melded": {"melded": True, "token": True},
}
PLACES: dict[str, dict[str, dict[str, Any]]] = {
    "normal": {"hand": OFF["hand"]},
    "split": {**OFF, **HALVES},
    "room": {"hand": OFF["hand"], **HALVES, **DOORS, **COPIES},
    "transform": {**OFF, **FACES},
    "modal_dfc": {**OFF, **FACES},
    "meld": {**OFF, **MELDED, **COPIES},
}
# some questions under the other readings of policies, and of X
MORE: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("Ravager of the Fells", "mana_value", {"token": True, "policies": "token copy back face up"}),
    ("Chittering Host", "mana_value", {"copy": True, "policies": "melded permanent as a copy"}),
    (
        "Dryad Arbor",
        "color_identity",
        {"policies": "basic land types in color identity"},
    ),
    (
        "Bottomless Pool // Locker Room",
        "devotion",
        {"unlocked": "left", "policies": "devotion to a Room"},
    ),
    ("Ribbons", "mana_value", {"x": 3}),
    ("Hangarback Walker", "mana_value", {"x": 2}),
)


@cache
def bundled() -> dict[str, str]:
    """The bundled cards, each with its layout."""
    path = PROJECT / "data" / "cards.csv"
    found: dict[str, str] = {}
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            room = "Room" in row["subtypes"].split("|")
            found[row["card"]] = "room" if room else row["layout"]
    return dict(sorted(found.items()))


def explanations() -> dict[str, Maker]:
    """Why each value of each bundled card is what it is, in its usual places."""
    layouts = sorted(set(bundled().values()))
    return {
        **{f"explain/{layout}.txt": partial(explained, layout) for layout in layouts},
        "explain/melds-into.txt": explained_melds,
        "explain/by-edition.txt": explained_by_edition,
        "explain/by-reading.txt": explained_by_reading,
        "explain/gists.txt": gists,
    }


def explained(layout: str) -> str:
    places = PLACES.get(layout, OFF)
    cards = [name for name, its in bundled().items() if its == layout]
    return "".join(explained_card(name, places) for name in cards)


def explained_melds() -> str:
    """The combined faces, by their own names."""
    results = sorted({row["result"] for row in rows_of(mm.meld_table(edition=EDITION))})
    return "".join(explained_card(name, COPIES) for name in results)


def explained_card(name: str, places: Mapping[str, Mapping[str, Any]]) -> str:
    """A card's values where it usually is, then what is otherwise in other places."""
    out = [name]
    usual: dict[str, str] = {}
    for place, where in {"as asked": {}, **places}.items():
        told = []
        for value in USUAL if usual else VALUES:
            text = why(name, value, where)
            if usual.get(value) != text:
                told.append(text)
            if not where:
                usual[value] = text
        if len(told) > 1 and len(set(told)) == 1:
            del told[1:]
        out.append(f"  {place}" + ("" if told else ": the same"))
        out += ["    " + text.replace("\n", "\n  ") for text in told]
    return "\n".join(out) + "\n\n"


def why(name: str, value: str, where: Mapping[str, Any], edition: str = EDITION) -> str:
    return reasons(lambda: mm.explain(name, value, edition=edition, **where))


def explained_by_edition() -> str:
    """Some values under each edition: the dates at which an explanation becomes another."""
    asked = (
        ("Fire // Ice", "mana_value", {"zone": "hand"}),
        ("Wear // Tear", "mana_value", {"zone": "stack", "cast": "fused"}),
        ("Wear // Tear", "colors", {"zone": "hand"}),
        ("Chittering Host", "mana_value", {}),
        ("Chittering Host", "mana_value", {"copy": True}),
        ("Chittering Host", "double_faced", {}),
        ("Graf Rats", "color_identity", {}),
        ("Delver of Secrets", "mana_value", {"face": "back"}),
        ("Bottomless Pool // Locker Room", "names", {"unlocked": ""}),
        ("Shatterskull Smashing", "mana_value", {"face": "back"}),
    )
    out = []
    for name, value, where in asked:
        out.append(f"{name}, {value}, {where or 'as asked'}")
        last = ""
        for year in range(2017, 2027):
            text = why(name, value, where, f"{year}-02-01")
            if text != last:
                out.append(f"  {year}-02-01: {text}")
            last = text
    return "\n".join(out) + "\n"


def explained_by_reading() -> str:
    out = []
    readings = {p.name: tuple(p.readings) for p in mm.policies()}
    for name, value, where in MORE:
        policy = where.get("policies")
        for reading in readings[policy] if policy else ("",):
            more = {**where, "policies": {policy: reading}} if policy else where
            out.append(f"{name}, {value}, {more}\n  {why(name, value, more)}")
    return "\n".join(out) + "\n"


def gists() -> str:
    """What each rule says in one line, as it stands below an explanation."""
    found: dict[str, None] = {}
    for name, layout in bundled().items():
        for where in ({}, *PLACES.get(layout, OFF).values()):
            for value in ("mana_value", "names"):
                try:
                    text = mm.explain(name, value, edition=EDITION, **where).to_text()
                except mm.MtgmeldError:
                    continue
                found |= dict.fromkeys(text.partition("\nrules cited:\n")[2].splitlines())
    return "".join(f"{line.strip()}\n" for line in sorted(found))


# --- refusals ---


def refusals() -> dict[str, Maker]:
    """What is said of wrong input."""
    return {
        "refusals/situations.txt": refused_situations,
        "refusals/commands.txt": refused_commands,
    }


def refused_situations() -> str:
    """What is said of situations that are wrong, or that do what a rule forbids."""
    out = []
    for name, text in SITUATIONS.items():
        try:
            run = mm.Scenario.from_text(text).play()
        except mm.MtgmeldError as error:
            answer = f"{type(error).__name__}: {said(error)}"
        else:
            number, rows = Numbers(), rows_of(run.events())
            happened = [f"{row['event']}: {event(row, number)}" for row in rows]
            answer = "\n  ".join(["not refused", *happened])
        out.append(f"{name}\n  {answer}\n")
    return "".join(out)


def refused_commands() -> str:
    """What the command line says of wrong words."""
    out = []
    for args in COMMANDS:
        code, printed_, err = command(*args)
        out.append(f"{' '.join(args)}\n  {code}: {said(printed_ + err)}\n")
    return "".join(out)


# --- how it is shown ---

SHOWN = ("json", "markdown", "html", "latex", "text")


def displays() -> dict[str, Maker]:
    """The schemas, and some tables, explanations and situations in every form."""
    one = ("table", "rooms", "Bottomless Pool", "--edition", EDITION, "--format")
    because = ("explain", "Fire // Ice", "colors", "--edition", EDITION, "--format")
    files = [
        f"{FOLDERS['example']}/{name}.toml"
        for name in ("712.21a-bottom-of-the-library", "709.4d-a-fused-spell-is-combined")
    ]
    return {
        "schema/situations.json": partial(printed, "schema"),
        "schema/vectors.json": partial(printed, "schema", "--vectors"),
        **{f"display/rooms.{form}.txt": partial(printed, *one, form) for form in SHOWN},
        **{f"display/explain.{form}.txt": partial(printed, *because, form) for form in SHOWN},
        "display/run.txt": partial(shown_run, *files),
        "display/run.json.txt": partial(shown_run, *files, "--json"),
        "display/run.html.txt": run_as_html,
        "display/history.txt": histories,
    }


def shown_run(*args: str) -> str:
    paths = (str(PROJECT / a) if a.endswith(".toml") else a for a in args)
    return printed("run", *paths, "--edition", EDITION).replace(f"{PROJECT}/", "")


def run_as_html() -> str:
    """A run as a notebook shows it, a line an element."""
    run = played(PROJECT / FOLDERS["example"] / "712.21a-bottom-of-the-library.toml")
    return re.sub(r"(?<=>)(?=<)", "\n", run._repr_html_()) + "\n"


def histories() -> str:
    """Some rules through time, by their numbers of an edition that stays."""
    rules = ("709.4b", "712.8g", "202.3d", "903.4", "709.5")
    out = []
    for rule in rules:
        text = printed("rules", "history", f"{rule}@{EDITION}")
        # what a later edition adds is not of this one
        out += [line for line in text.splitlines() if not re.search(r"2026-0[5-9]", line)]
    return "\n".join(out) + "\n"


# --- filters, amounts, explorations, decks, explorers

FILTERS = """
    t:room | t:room c:u | is:room mv>=6 | is:split -is:room | is:dfc t:land | is:mdfc | is:meld
    is:melded | is:card t:creature mv<=2 | c:wu | c=wu | c<=wu | c>=wu | c:c | -c:r t:instant
    id:g | id<=bg | ci:wubrg | mv=0 | mv>7 | mv:even | pow>=5 | tou<=1 | pow>tou | loy>=4
    kw:flying | kw:fuse or kw:aftermath | keyword:haste | name:fire | fire | "Fire // Ice"
    !fire | produces:g | mana:{u}{u} | mana>={2}{u} | devotion:{b}{b} | t:legendary t:creature
    (t:elf or t:human) c:g | not t:creature | -(t:creature or t:land) mv=1 | layout:adventure
    is:transform | is:flip | is:permanent -t:land | is:spell mv=1 | o:draw | colour:x | t:(x
    mv>=x | is:nothing | c:purple | mv>=two | or | ()
"""
AMOUNTS = (
    *(f"devotion {color}" for color in ("W", "U", "B", "R", "G", "WU")),
    "count t:creature",
    "count t:land in:graveyard",
    "count is:room",
    "doors is:room",
    "names is:room",
    "names t:creature",
)
EXPLORED = (
    "701.42c-a-clone-does-not-meld",
    "709.3a-a-permission-for-cards-looks-at-the-card",
    "709.4d-a-fused-spell-is-combined",
    "709.5d-the-half-that-was-cast-enters-unlocked",
    "709.5e-unlocking-is-a-special-action",
    "709.5h-unlocking-a-door-while-entering-or-later",
    "712.21a-bottom-of-the-library",
    "106.12-to-tap-for-mana",
)
DECK = """
4 Fire/Ice
1x Delver of Secrets
2 Insectile Aberration
3 Bottomless Pool // Locker Room (DSK) 43
1 Graf Rats
1 Chittering Host
2 Shatterskull, the Hammer Pass *F*
1 Wear//Tear
5 Firre
SB: 2 Cut
SIDEBOARD:
1 Lightning Bolt
"""
ROOM, FUSED, DELVER = "Bottomless Pool // Locker Room", "Wear // Tear", "Delver of Secrets"
LATER = {"edition": EDITION}
VIEWS: tuple[tuple[str, tuple[Any, ...], dict[str, Any]], ...] = (
    ("double_faced_view", (DELVER,), LATER),
    ("double_faced_view", (DELVER, "battlefield", "back", "clone"), LATER),
    ("double_faced_view", (DELVER, "battlefield", "back", "token"), LATER),
    ("double_faced_view", (DELVER, "hand", "back"), LATER),
    ("double_faced_view", ("Shatterskull Smashing", "stack", "front"), LATER),
    ("identity_view", ("Fire // Ice\nCecil, Dark Knight\nDryad Arbor",), LATER),
    ("identity_view", ("Fire // Ice\nCecil, Dark Knight\nDryad Arbor", "counted"), LATER),
    ("identity_view", ("Firre",), LATER),
    ("meld_game_view", ("Chittering Host",), LATER),
    ("meld_game_view", ("Chittering Host", ("battlefield", "hand")), LATER),
    (
        "meld_game_view",
        ("Brisela, Voice of Nightmares", ("battlefield", "battlefield"), ("card", "token")),
        LATER,
    ),
    ("meld_game_view", ("Chittering Host",), {"sent": "dies", **LATER}),
    ("meld_game_view", ("Chittering Host",), {"sent": "library", "order": 1, **LATER}),
    ("split_cast_view", (FUSED,), LATER),
    ("split_cast_view", (FUSED, "hand", "fused"), {"mana": "{2}{R}{W}", **LATER}),
    ("split_cast_view", (FUSED, "hand", "right"), {"mana": "{G}", **LATER}),
    ("split_cast_view", ("Cut // Ribbons", "graveyard", "right"), {"x": 3, **LATER}),
    ("split_cast_view", (ROOM, "hand", "left"), LATER),
    ("edition_view", ("Fire // Ice", "2016-07-22", EDITION), {}),
    ("edition_view", (ROOM, "2016-07-22", EDITION), {}),
    ("edition_view", ("Chittering Host", "2016-07-22", EDITION), {}),
    ("split_view", ("Fire // Ice", "hand", "the card"), LATER),
)


def questions() -> dict[str, Maker]:
    """What filters find, what is counted, what can come of a start, decks, what explorers show."""
    return {
        "questions/filters.txt": filters,
        "questions/amounts.txt": amounts,
        "questions/explorations.txt": explorations,
        "questions/decks.txt": decks,
        "questions/explorers.txt": explorers,
    }


def filters() -> str:
    """The cards of the tables that each filter finds, or the refusal."""
    whole, out = mm.load_catalog(), []
    catalog = mm.Catalog(whole.subject, whole.meld_pairs)
    for text in (f.strip() for f in FILTERS.replace("\n", "|").split("|")):
        if not text:
            continue
        try:
            found = [card.name for card in catalog.search(text)]
            answer = "\n  ".join([f"{len(found)} cards", *found])
        except mm.MtgmeldError as error:
            answer = f"{type(error).__name__}: {said(error)}"
        out.append(f"{text}\n  {answer}\n")
    return "".join(out)


def amounts() -> str:
    """What the bundled examples count at their end, for each player, where it is not 0."""
    out = []
    for path in sorted((PROJECT / FOLDERS["example"]).glob("*.toml")):
        run = played(path)
        for player in document(path).get("players") or ("you", "opponent"):
            for text in AMOUNTS:
                try:
                    answer = run.final.amount(text, player)
                except mm.MtgmeldError as error:
                    answer = f"{type(error).__name__}: {said(error)}"
                if not re.search(r" 0 \[", str(answer)):
                    out.append(f"{path.stem}, {player}, {text}: {said(answer)}\n")
    return "".join(out)


def explorations() -> str:
    """How much can come of some starts: states by depth, steps, and what they are."""
    out = []
    for name in EXPLORED:
        start = played(PROJECT / FOLDERS["example"] / f"{name}.toml").state_list[0]
        found = mm.explore(start, depth=2)
        rows = rows_of(found.transitions())
        out.append(f"{name}: {found.counts} states by depth, {len(rows)} steps")
        out += [f"  {line}" for line in map(edge, rows)]
    return "\n".join(out) + "\n"


def edge(row: Mapping[str, str]) -> str:
    """A step of an exploration in one line."""
    return " | ".join(
        row.get(c, "")
        for c in ("start", "end", "action", "arguments", "objects_moved", "cards_moved", "rules")
    )


def decks() -> str:
    """A deck list as it is read, and written in each style."""
    read = mm.read_deck(DECK)
    out = [read.to_csv(index=False, lineterminator="\n")]
    good = read[read["card"].notna()]
    for style in ("canonical", "arena", "mtgo", "combined"):
        try:
            out.append(f"{style}\n{mm.deck_text(good, style)}")
        except mm.MtgmeldError as error:
            out.append(f"{style}\n{said(error)}")
    return "\n".join(out).rstrip() + "\n"


def explorers() -> str:
    """The tables and words of some views."""
    with old_names():
        return "\n".join(view(*asked) for asked in VIEWS)


def view(name: str, args: tuple[Any, ...], more: Mapping[str, Any]) -> str:
    asked = ", ".join(map(repr, args)) + "".join(f", {k}={v!r}" for k, v in more.items())
    head = f"# {name}({asked})"
    try:
        made = getattr(mm.explorers, name)(*args, **more)
    except mm.MtgmeldError as error:
        return f"{head}\n{type(error).__name__}: {said(error)}\n"
    if not hasattr(made, "tables"):
        why = reasons(lambda: made.why)
        return f"{head}\n{made.title}\n{csv_of(made.frame)}row {made.row}\n{why}\n"
    out = [head, made.title, *([f"message: {said(made.message)}"] if made.message else [])]
    for table in made.tables:
        out.append(f"{table.name}: {table.caption}\n{csv_of(table.frame)}".rstrip())
    out += [f"{w.subject}: {reasons(lambda w=w: w)}" for w in made.why]
    return "\n".join(out) + "\n"


def csv_of(frame: Any) -> str:
    return str(frame.to_csv(index=False, lineterminator="\n"))
