"""Games as frames: objects, zones, events, legal actions, what could be cast, what differs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import compress
from operator import is_not
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from mtgmeld.cards import Face
from mtgmeld.catalog import load_catalog
from mtgmeld.frames import (
    Column,
    Kind,
    Origin,
    as_text,
    cells,
    citations,
    flag,
    frame,
    framed,
    kind,
    noted,
    number,
    numbers,
    plain,
    series,
    text,
)
from mtgmeld.game.actions import Action
from mtgmeld.game.card_abilities import faces_of, how_modeled, modeled_note
from mtgmeld.game.characteristics import Characteristics, CopiableValues
from mtgmeld.game.copiable import copiable_of
from mtgmeld.game.engine import Transition
from mtgmeld.game.hidden_information import HIDDEN_PLACES, may_see
from mtgmeld.game.layers import characteristics_of, effects_about
from mtgmeld.game.legality import Legal, legal_actions, options
from mtgmeld.game.questions import askable
from mtgmeld.game.state import State
from mtgmeld.game.values import Event, GameObject
from mtgmeld.hooks import fills
from mtgmeld.rules.citations import Explanation, TwoAnswers, cited

if TYPE_CHECKING:
    import pandas as pd

HIDDEN = "hidden"
REASONS = ("names", "mana_cost", "mana_value", "colors")


def _why(_: Kind, row: pd.Series[Any], column: str, **terms: Any) -> Explanation | None:
    """Explain a value of an object by the state that its frame was made from.

    A row of several states says which it is of; one of differences, which value it is about.
    """
    made_from = getattr(row.attrs.get("of"), "made_from", None)
    if made_from is None:
        return None
    if isinstance(made_from, State):
        state = made_from
    else:
        state = made_from[row["state"] if "state" in row.index else int(column == "after")]
    name = row["column"] if column in ("before", "after") else column
    if name not in askable() or plain(row["object"]) not in state.things:
        return None
    return state.explain(int(row["object"]), name)


# ---------------------------------------------------------------- objects


class _Seen(msgspec.Struct, frozen=True, gc=False):
    """An object as it is in a state, with what was worked out about it."""

    state: State
    obj: GameObject
    known: Characteristics
    what: CopiableValues
    handle: str | None

    def value(self) -> Any:
        """Return its mana value; none where each half answers for itself (rules to 2017)."""
        found = self.known.mana_value.value
        return None if isinstance(found, TwoAnswers) else found

    def face(self) -> str | None:
        """Return the face that is up."""
        if self.obj.zone not in ("battlefield", "stack"):
            return None
        return self.obj.side_up

    def unlocked(self) -> list[str] | None:
        """Return the unlocked halves of a Room permanent."""
        if self.obj.zone != "battlefield" or not self.what.shared_type_line:
            return None
        return [self.what.faces[h].name for h in self.obj.unlocked]


def attrs_of(*states: State) -> dict[str, Any]:
    """Return what a frame about states of one game remembers."""
    note = modeled_note(faces_of(o for s in states for o in s.things.values()))
    return {"edition": states[0].edition.date, **noted(note)}


def _host(state: State, obj: GameObject) -> str | None:
    return state.name_of(obj.attached) if isinstance(obj.attached, int) else obj.attached


def _modeled(faces: Callable[[Any], Iterable[Face]], unless: str = "") -> Column:
    """Return the column of how much is modeled of the faces that a row is about."""

    def word(item: Any) -> str | None:
        found = tuple(faces(item))
        return how_modeled(found).word if found else None

    means = "how much of what its text does is modeled: wholly, partly, not"
    return text("text_modeled", f"{means}; NA {unless}" if unless else means, word)


def _faces_of(state: State, number: int) -> tuple[Face, ...]:
    """Return the faces of an object, if it is, or was, there and no ability."""
    obj = state.get(number)
    return () if obj is None or obj.ability is not None else copiable_of(state, obj).faces


OBJECTS = kind(
    "objects",
    (
        number("object", "the object's number; a new one after every zone change"),
        text("handle", "the handle that actions use; NA without one"),
        text("zone", "where it is", "obj.zone"),
        text("owner", "its owner", "obj.owner"),
        text("controller", "its controller", "obj.controller"),
        text(
            "cards",
            "the cards that represent it, joined by '; '; empty for none",
            lambda s: [s.state.cards[c].card.name for c in s.obj.cards],
        ),
        text("names", "names, joined by '; '; empty for a nameless object", "known.names"),
        text("mana_cost", "mana cost; NA without one", "known.mana_cost"),
        number("mana_value", "mana value of the object", _Seen.value),
        text("colors", "colors in the order WUBRG; empty for colorless", "known.colors"),
        text("type_line", "type line", "known.type_line"),
        text("power", "power; NA without one", "known.power"),
        text("toughness", "toughness; NA without one", "known.toughness"),
        flag("tapped", "whether it is tapped; NA off the battlefield"),
        text("face", "front, back or down; NA off the battlefield and the stack", _Seen.face),
        text(
            "unlocked", "unlocked halves by name; NA for what is no Room permanent", _Seen.unlocked
        ),
        text(
            "counters",
            "counters, as '2 +1/+1'; empty for none",
            lambda s: [f"{n} {k}" for k, n in s.obj.counters],
        ),
        text(
            "attached_to", "what it is attached to; NA for nothing", lambda s: _host(s.state, s.obj)
        ),
        flag(
            "modeled",
            "whether everything that its text does is modeled",
            lambda s: how_modeled(s.what.faces).word == "wholly",
        ),
        _modeled(lambda s: s.what.faces),
        text(
            "rules",
            "rules that names, cost, value and colors rest on",
            lambda s: numbers(
                cited(r for n in REASONS for r in s.known[n].all_rules), s.state.edition.date
            ),
        ),
    ),
    ("names",),
    _why,
)
kind(
    "states",
    (number("state", "the state's number in the run, from 0"),),
    ("state", "names"),
    _why,
    "objects",
)


class _Rows:
    """The distinct rows of objects, each made once, and the facts that belong to each.

    Objects are told apart by where they are in memory, so their states must be kept meanwhile.
    """

    def __init__(self) -> None:
        self.numbers: list[int] = []
        self.tapped: list[bool | None] = []
        self.facts: list[int] = []
        self.seen: list[_Seen] = []
        self._facts: dict[Any, int] = {}
        self._alone: dict[Any, int] = {}
        self._at: dict[int, int] = {}

    def begin(self) -> None:
        """Forget which object has which row: handles, edition or policies are others now."""
        self._at, self._alone = {}, {}

    def row(self, state: State, obj: GameObject, handle: str | None, plain: bool) -> int:
        """Return the number of an object's row; -1 for an ability, which has none.

        What no effect is about depends on the object alone, but for the name of its host; where
        it only became tapped, say, the facts stay those that it had.
        """
        if obj.ability is not None:
            return -1
        if not plain or obj.attached is not None:
            return self._add(obj, self._facts_of(state, obj, handle))
        row = self._at.get(id(obj))
        if row is None:
            what = (obj.id, id(obj.base), id(obj.copy), id(obj.cast), obj.zone, obj.controller)
            like = (*what, obj.face, obj.side_up, obj.counters, obj.unlocked, obj.flipped)
            facts = self._alone.get(like)
            if facts is None:
                facts = self._alone[like] = self._facts_of(state, obj, handle)
            row = self._at[id(obj)] = self._add(obj, facts)
        return row

    def _facts_of(self, state: State, obj: GameObject, handle: str | None) -> int:
        known, what = characteristics_of(state, obj), copiable_of(state, obj)
        place = (obj.zone, obj.owner, obj.controller, obj.cards, _host(state, obj))
        how = (obj.face, obj.side_up, obj.unlocked, obj.counters)
        of = (id(known), id(what), id(state.edition), handle, place, how)
        facts = self._facts.get(of)
        if facts is None:
            facts = self._facts[of] = len(self.seen)
            self.seen.append(_Seen(state, obj, known, what, handle))
        return facts

    def _add(self, obj: GameObject, facts: int) -> int:
        self.numbers.append(obj.id)
        self.tapped.append(obj.tapped if obj.zone == "battlefield" else None)
        self.facts.append(facts)
        return len(self.facts) - 1

    def framed(
        self, picks: Any, date: str, of: Any, columns: dict[str, Any], lists: bool
    ) -> pd.DataFrame:
        """Return a frame of picked rows after some columns; each distinct cell is made once."""
        import numpy as np
        import pandas as pd

        at = np.asarray(picks, dtype=np.intp)
        facts_at = np.asarray(self.facts, dtype=np.intp)[at]
        for column in OBJECTS.columns:
            if column.name == "object":
                made: Any = pd.array(np.asarray(self.numbers, dtype=np.int64)[at], dtype="Int64")
            elif column.name == "tapped":
                made = series(column, self.tapped).array.take(at)
            else:
                distinct = series(column, cells(column, self.seen, date, lists))
                made = distinct.array.take(facts_at)
            columns[column.name] = made
        note = modeled_note(faces_of(s.obj for s in self.seen))
        return framed(columns, {"edition": date, "of": Origin.of(of), **noted(note)})


def _handles(state: State) -> dict[int, str]:
    return {i: h for h, ids in reversed(list(state.handles.items())) for i in ids}


@fills("frame.objects", State)
def objects_frame(state: State, lists: bool = False) -> pd.DataFrame:
    """Return one row an object; abilities on the stack are left out.

    With `lists` a cell of several values is a list of them.

    Returns
    -------
    pandas.DataFrame
        Columns and dtypes: those of the kind ``objects`` (:func:`mtgmeld.frames.columns_of`).
    """
    rows, handles = _Rows(), _handles(state)
    picks = [rows.row(state, o, handles.get(i), False) for i, o in state.things.items()]
    return rows.framed([p for p in picks if p >= 0], state.edition.date, state, {}, lists)


def states_frame(states: Sequence[State], lists: bool = False) -> pd.DataFrame:
    """Return the objects of several states, one row an object and state.

    The row of an object that does not change is made once and gathered, so that long runs cost
    little.  With `lists` a cell of several values is a list of them.

    Returns
    -------
    pandas.DataFrame
        Columns and dtypes: those of the kind ``states``, which are ``state`` (from 0) and those
        of ``objects``.
    """
    import numpy as np
    import pandas as pd

    rows, picks = _Rows(), []
    place: dict[int, int] = {}
    handles: dict[int, str] = {}
    now: Any = np.empty(0, dtype=np.intp)
    before: State | None = None
    for state in states:
        things, alone = state.things, not effects_about(state)
        if (
            before is None
            or before.handles is not state.handles
            or before.edition is not state.edition
            or before.policies is not state.policies
        ):
            rows.begin()
            handles, before = _handles(state), None
        if alone and before is not None and things.keys() == before.things.keys():
            # in the same places stand the same objects, most of them unchanged
            old = before.things.values()
            changed = list(compress(things.values(), map(is_not, things.values(), old)))
            if state.memo.attached:
                changed += [o for o in things.values() if o.attached is not None]
            now = now.copy() if changed else now
            for obj in changed:
                now[place[obj.id]] = rows.row(state, obj, handles.get(obj.id), True)
        else:
            found = [rows.row(state, o, handles.get(i), alone) for i, o in things.items()]
            now = np.asarray(found, dtype=np.intp)
            place = {i: k for k, i in enumerate(things)}
        picks.append(now[now >= 0] if state.places.get("stack") else now)
        before = state if alone else None
    sizes = [len(p) for p in picks]
    numbered = np.repeat(np.arange(len(sizes), dtype=np.int64), sizes)
    date = states[0].edition.date if states else ""
    picked = np.concatenate(picks) if picks else now
    columns = {"state": pd.array(numbered, dtype="Int64")}
    return rows.framed(picked, date, tuple(states), columns, lists)


# ---------------------------------------------------------------- zones


class _Place(msgspec.Struct, frozen=True, gc=False):
    """An object at its place in a zone, and whether who looks may know it."""

    state: State
    key: str
    place: int
    obj: GameObject
    seen: bool
    why: tuple[str, ...]

    def other_side(self) -> str | None:
        """Return what its other side shows: of a meld card, the face that it helps form."""
        if not self.seen or len(self.obj.cards) != 1:
            return None
        card = self.state.cards[self.obj.cards[0]].card
        if card.form.is_meld:
            pair = load_catalog().pair_of(card)
            return None if pair is None else pair.result.name
        if card.form.turns:
            return card.faces[0 if self.obj.face else 1].name
        return None


_ORDER = {"library": ("401.2", "712.21a"), "graveyard": ("404.2", "404.3")}
ZONES = kind(
    "zones",
    (
        text("zone", "the zone", "obj.zone"),
        text(
            "player", "whose it is; NA for a shared zone", lambda p: p.key.partition(":")[2] or None
        ),
        number("place", "place from the bottom, from 1"),
        number(
            "object",
            "the object's number; NA where it is hidden",
            lambda p: p.obj.id if p.seen or p.obj.zone not in HIDDEN_PLACES else None,
        ),
        text(
            "name",
            "what it is; 'hidden' where the player may not know",
            lambda p: p.state.name_of(p.obj.id) if p.seen else HIDDEN,
        ),
        text(
            "other_side",
            "the other face of its card, or the combined face that it melds into: who may look at"
            " a card may look at both sides (712.6); NA without one, and where it is hidden",
            _Place.other_side,
        ),
        _modeled(
            lambda p: _faces_of(p.state, p.obj.id) if p.seen else (),
            "for an ability, and where it is hidden",
        ),
        citations(
            "rules about the zone's order and who may look",
            lambda p: (*_ORDER.get(p.obj.zone, ("400.2",)), *p.why),
        ),
    ),
    ("zone", "name"),
)


@fills("frame.zones", State)
def zones_frame(state: State, player: str | None = None) -> pd.DataFrame:
    """Return the content of every zone in order, from the bottom to the top.

    Parameters
    ----------
    state : State
    player : str, optional
        Show only what this player may know: other hands, every library, and so the order in
        which two cards of a melded permanent were put there, are hidden, and what others have
        face down (400.2, 712.21a, 708.5).

    Returns
    -------
    pandas.DataFrame
        Columns and dtypes: those of the kind ``zones``.
    """
    places = (
        _Place(state, key, n, obj, *(may_see(obj, player) if player is not None else (True, ())))
        for key, ids in state.places.items()
        for n, obj in enumerate((state.things[i] for i in ids), 1)
    )
    return frame(ZONES, places, attrs_of(state))


# ---------------------------------------------------------------- events


class _Told(msgspec.Struct, frozen=True, gc=False):
    """An event with the number of its step, its own number, and what it happened in."""

    seq: int
    step: int
    done: Transition
    event: Event

    def moved(self, count: int) -> int | None:
        """Return how many moved, where something did."""
        e = self.event
        return count if e.kind in ("move", "ceases", "meld fails") or e.cards else None

    def faces(self) -> tuple[Face, ...]:
        """Return the faces of what it happened to: as it was before, or as what it became."""
        e, done = self.event, self.done
        found = (_faces_of(s, i) for i in (e.obj, *e.became) for s in (done.before, done.after))
        return next(filter(None, found), ())


EVENTS = kind(
    "events",
    (
        number("step", "the step of the run, from 1"),
        number("seq", "the event's number within the run, from 1"),
        text("event", "what happened", "event.kind"),
        text("name", "what it happened to", "event.name"),
        number(
            "object",
            "the object as it was before; NA where none was",
            lambda t: t.event.obj or None,
        ),
        text("became", "the objects it became, by number", "event.became"),
        text("from_zone", "zone before; NA where nothing moved", lambda t: t.event.start or None),
        text("to_zone", "zone after; NA where nothing moved", lambda t: t.event.end or None),
        number(
            "objects_moved",
            "objects that moved (712.21e); NA where nothing moved",
            lambda t: t.moved(t.event.objects),
        ),
        number(
            "cards_moved",
            "cards that moved (712.21e); NA where nothing moved",
            lambda t: t.moved(t.event.cards),
        ),
        text(
            "player",
            "who did it or whose it was; NA where nobody's",
            lambda t: t.event.player or None,
        ),
        text("note", "details in words; empty for none", "event.note"),
        _modeled(_Told.faces, "for an ability, and where it happened to no object"),
        citations("rules that made it so", "event.rules"),
    ),
    ("event", "name"),
)


def events_frame(transitions: Sequence[Transition | None], lists: bool = False) -> pd.DataFrame:
    """Return one row an event; with `lists` a cell of several values is a list of them.

    Returns
    -------
    pandas.DataFrame
        Columns and dtypes: those of the kind ``events``.
    """
    done = [(step, t) for step, t in enumerate(transitions, 1) if t is not None]
    told = ((step, t, event) for step, t in done for event in t.events)
    rows = (_Told(seq, *about) for seq, about in enumerate(told, 1))
    states = [s for _, t in done for s in (t.after, t.before)]
    return frame(EVENTS, rows, attrs_of(*states) if states else {"edition": ""}, lists)


@fills("frame.events", Transition)
def _events_of(done: Transition, lists: bool = False) -> pd.DataFrame:
    return events_frame([done], lists)


# ---------------------------------------------------------------- legal actions


def _done_to(legal: Legal) -> str | None:
    refs = getattr(legal.action, "object", None)
    listed = refs if isinstance(refs, list) else [] if refs is None else [refs]
    return "; ".join(map(str, listed)) or None


def tag_of(action: Action) -> str:
    """Return an action's name in a situation file."""
    return str(action.__struct_config__.tag)


LEGAL = kind(
    "legal",
    (
        text("action", "the action's name in a situation file", lambda a: tag_of(a.action)),
        text("object", "what it is done to, by its handle or number; NA for nothing", _done_to),
        text("says", "what it is, in words"),
        text("cost", "what it costs in all; NA where nothing is paid", lambda a: a.cost or None),
        _modeled(lambda a: a.faces, "where it is done to nothing"),
        citations("rules that allow it"),
    ),
    ("says",),
)
CASTABLE = kind(
    "castable",
    (
        text("action", "cast, or unlock for a door of a Room", "kind"),
        text("card", "the card, by its whole name"),
        text("zone", "where it is"),
        text("part", "the half, the face, or the halves that would be fused"),
        text("by", "what lets it be cast; empty for the usual way"),
        text("mana_cost", "mana cost of that part; NA without one"),
        text("total_cost", "what it costs in all (601.2f); NA where it is not legal", "total"),
        number("mana_value", "mana value of the spell; NA where it is none or not legal"),
        number(
            "x",
            "X: the highest that can be paid for; NA without an X in the cost",
            lambda o: o.x if o.allowed else None,
        ),
        flag("legal", "whether it may be done now, mana left aside", "allowed"),
        flag("payable", "whether the mana pays for it; NA if not legal or no mana is given"),
        text(
            "spends",
            "the mana that it would take; NA where it is not payable",
            lambda o: o.spends or None,
        ),
        text("why_not", "why it may not be done, or the mana that is lacking; empty where it may"),
        _modeled(lambda o: o.faces),
        citations("rules that allow or forbid it"),
    ),
    ("card", "part", "by"),
)


def legal_table(state: State, player: str | None = None, mana: str | None = None) -> pd.DataFrame:
    """Return what a player may do now, each with the rules that allow it.

    Parameters
    ----------
    state : State
    player : str, optional
        The active player by default.
    mana : str, optional
        Only what this mana (``{2}{U}``) pays for.

    Returns
    -------
    pandas.DataFrame
        Columns and dtypes: those of the kind ``legal``.

    Raises
    ------
    UnknownName
        If there is no such player.
    BadManaCost
        If the mana is not written as mana.

    Examples
    --------
    >>> game = mm.new_game().put("Bottomless Pool", unlocked="left", id="room").state()
    >>> mm.legal_table(game, mana="{4}{U}")[["action", "cost", "rules"]]
       action    cost           rules
    0  unlock  {4}{U}  709.5e, 116.2m
    1    pass    <NA>          117.3d
    """
    found = legal_actions(state, player, mana)
    rows = (a if a.faces else replace(a, faces=_done_with(state, a)) for a in found)
    return frame(LEGAL, rows, attrs_of(state))


def _done_with(state: State, legal: Legal) -> tuple[Face, ...]:
    ref = _done_to(legal)
    return () if ref is None else _faces_of(state, state.find_one(ref))


def castable_table(
    state: State, player: str | None = None, mana: str | None = None
) -> pd.DataFrame:
    """Return what a player could cast or unlock, for what, and whether some mana pays for it.

    One row for each half, face and fused spell of the cards in the player's hand and of those
    that something lets the player cast from elsewhere, and for each locked door of the player's
    Rooms; those that may not be chosen now say why (601.3, 709.3a, 709.5e).

    Parameters
    ----------
    state : State
    player : str, optional
        The active player by default.
    mana : str, optional
        The mana that is there, as ``{2}{U}``; ``pool`` is the player's own pool, in which mana
        with a restriction counts only for what it may be spent on (106.6).  Hybrid and
        Phyrexian symbols are paid in whichever way is possible (107.4e-f).

    Returns
    -------
    pandas.DataFrame
        Columns and dtypes: those of the kind ``castable``.

    Raises
    ------
    UnknownName, BadManaCost
        As :func:`legal_table`.

    Examples
    --------
    >>> game = mm.new_game().put("Wear // Tear", zone="hand").state()
    >>> mm.castable_table(game, mana="{1}{R}")[["part", "total_cost", "payable"]]
               part total_cost  payable
    0          Wear       <NA>     <NA>
    1          Tear       <NA>     <NA>
    2  Wear // Tear       <NA>     <NA>
    """
    return frame(CASTABLE, options(state, player or state.active, mana), attrs_of(state))


# ---------------------------------------------------------------- what differs


DIFFERENCES = kind(
    "differences",
    (
        number("object", "the object's number; a new one after every zone change"),
        text("name", "what it is called"),
        text("column", "which column of the objects differs"),
        text("before", "value before; NA for a new object"),
        text("after", "value after; NA for one that is gone"),
        citations("rules of what happened to it in between; empty if nothing did"),
    ),
    ("name", "column"),
    _why,
)


def diff_frame(before: State, after: State, events: Iterable[Event] = ()) -> pd.DataFrame:
    """Return what differs between two states, a row a cell.

    Parameters
    ----------
    before, after : State
    events : iterable of Event
        What happened between them, for the rules.

    Returns
    -------
    pandas.DataFrame
        Columns and dtypes: those of the kind ``differences``.
    """
    rules: dict[int, list[str]] = {}
    for e in events:
        for i in (e.obj, *e.became):
            rules.setdefault(i, []).extend(e.rules)
    records = (as_text(objects_frame(s)).to_dict("records") for s in (before, after))
    old, new = ({int(row["object"]): row for row in rows} for rows in records)
    rows = [
        {
            "object": i,
            "name": (after if i in new else before).name_of(i),
            "column": column.name,
            "before": was,
            "after": now,
            "rules": tuple(rules.get(i, ())),
        }
        for i in sorted({*old, *new})
        for column in OBJECTS.columns[1:]
        if (was := old.get(i, {}).get(column.name)) != (now := new.get(i, {}).get(column.name))
    ]
    attrs = {**attrs_of(after, before), "of": Origin.of((before, after))}
    return frame(DIFFERENCES, rows, attrs)
