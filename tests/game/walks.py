"""Games for properties: starts drawn from many cards, and steps drawn from what may be done."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from hypothesis import strategies as st

from mtgmeld.errors import ChoiceNeeded, IllegalAction
from mtgmeld.game import actions as A
from mtgmeld.game.engine import Transition, apply
from mtgmeld.game.legality import legal_actions
from mtgmeld.game.setup import new_game
from mtgmeld.game.state import State

EDITIONS = ("2016-07-22", "2020-01-24", "2020-06-01", "2023-04-14", "2025-07-25", None)
PLAYERS = ("you", "opponent", "third")

# what stands in play in pairs or alone, with how it is there
PERMANENTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("Chittering Host", {}),
    ("Brisela, Voice of Nightmares", {"commander": "Gisela, the Broken Blade"}),
    ("Hanweir, the Writhing Township", {}),
    ("Ragnarok, Divine Deliverance", {}),
    ("Urza, Planeswalker", {}),
    ("Graf Rats", {}),
    ("Midnight Scavengers", {"counters": {"+1/+1": 1}}),
    ("Hanweir Battlements", {}),
    ("Hanweir Garrison", {}),
    ("Bruna, the Fading Light", {}),
    ("Gisela, the Broken Blade", {"commander": True}),
    ("Mishra, Claimed by Gix", {}),
    ("Phyrexian Dragon Engine", {}),
    ("Graf Rats", {"token": True}),
    ("Roaring Furnace // Steaming Sauna", {"unlocked": "left"}),
    ("Glassworks // Shattered Yard", {}),
    ("Smoky Lounge // Misty Salon", {"unlocked": ("left", "right")}),
    ("Huntmaster of the Fells", {}),
    ("Delver of Secrets", {"face": "back"}),
    ("Valki, God of Lies", {}),
    ("Mimic Vat", {}),
    ("Duplicant", {}),
    ("Banisher Priest", {}),
    ("Leyline of the Void", {}),
    ("Rest in Peace", {}),
    ("Starfield of Nyx", {}),
    ("Reflecting Pool", {}),
    ("Forest", {}),
    ("Grizzly Bears", {"damage": 1}),
)
CARDS = (
    "Graf Rats",
    "Midnight Scavengers",
    "Gisela, the Broken Blade",
    "Bruna, the Fading Light",
    "Vanille, Cheerful l'Cie",
    "Fire // Ice",
    "Wear // Tear",
    "Commit // Memory",
    "Bottomless Pool // Locker Room",
    "Unholy Annex // Ritual Chamber",
    "Clone",
    "Copy Enchantment",
    "Valki, God of Lies",
    "Shatterskull Smashing",
    "Baithook Angler",
    "Hangarback Walker",
    "Otherworldly Journey",
    "Cloudshift",
    "Swords to Plowshares",
    "Banisher Priest",
    "Duplicant",
    "Hanweir Battlements",
    "Forest",
)
ATTACHED = ("False Demise", "Lignify")


@st.composite
def starts(draw: st.DrawFn) -> State:
    """A sound state with permanents of both players, cards in every zone and some watches."""
    players = PLAYERS[: draw(st.sampled_from((2, 2, 3)))]
    someone = st.sampled_from(players)
    made = new_game(
        players,
        edition=draw(st.sampled_from(EDITIONS)),
        active=draw(someone),
        step=draw(st.sampled_from(("upkeep", "precombat main", "declare attackers", "end"))),
    )
    permanents = draw(st.lists(st.sampled_from(PERMANENTS), min_size=2, max_size=7))
    for n, (name, how) in enumerate(permanents):
        owner = draw(someone)
        controller = draw(st.sampled_from((owner, owner, owner, *players)))
        made.put(name, owner=owner, controller=controller, id=f"p{n}", **how)
    for n, name in enumerate(draw(st.lists(st.sampled_from(CARDS), min_size=1, max_size=8))):
        zone = draw(st.sampled_from(("hand", "hand", "library", "graveyard", "exile")))
        made.put(name, zone, owner=draw(someone), id=f"c{n}")
    if draw(st.booleans()):
        host = draw(st.sampled_from(range(len(permanents))))
        owner = draw(someone)
        made.put(draw(st.sampled_from(ATTACHED)), owner=owner, attached_to=f"p{host}", id="aura")
    if draw(st.booleans()):
        made.put("Wheel of Sun and Moon", attached_to=draw(someone), id="wheel")
    made.watch("dies", "dies", "t:creature").watch("leaves", "leaves", one_or_more=True)
    made.watch("cards", "put into graveyard", "is:card")
    return made.state()


def _effects() -> dict[str, Callable[[Any, Any], A.Action]]:
    """What an effect may do to one object, with the help of another."""
    return {
        "destroy": lambda ref, _: A.Destroy(object=ref),
        "sacrifice": lambda ref, _: A.Sacrifice(object=ref),
        "exile": lambda ref, _: A.Exile(object=ref),
        "exile with": lambda ref, other: A.Exile(object=ref, with_=other),
        "exile until": lambda ref, other: A.Exile(object=ref, until=other),
        "hand": lambda ref, _: A.ReturnToHand(object=ref),
        "top": lambda ref, _: A.PutIntoLibrary(object=ref),
        "second": lambda ref, _: A.PutIntoLibrary(object=ref, where=2),
        "bottom": lambda ref, _: A.PutIntoLibrary(object=ref, where="bottom"),
        "graveyard": lambda ref, _: A.PutIntoGraveyard(object=ref),
        "battlefield": lambda ref, _: A.PutOntoBattlefield(object=ref),
        "transformed": lambda ref, _: A.PutOntoBattlefield(object=ref, transformed=True),
        "blink": lambda ref, _: A.Blink(object=ref),
        "journey": lambda ref, _: A.Blink(object=ref, until="end", counters={"+1/+1": 1}),
        "meld": lambda ref, other: A.Meld(object=ref, with_=other),
        "transform": lambda ref, _: A.Transform(object=ref),
        "face down": lambda ref, _: A.TurnFaceDown(object=ref),
        "face up": lambda ref, _: A.TurnFaceUp(object=ref),
        "control": lambda ref, _: A.GainControl(object=ref, until="end of turn"),
        "copy": lambda ref, other: A.BecomeCopy(object=ref, of=other, until="end of turn"),
        "token": lambda ref, _: A.CreateTokenCopy(of=ref),
        "unlock": lambda ref, _: A.UnlockByEffect(object=ref),
        "lock": lambda ref, _: A.LockByEffect(object=ref),
        "change": lambda ref, _: A.Change(object=ref, add_power=1, loses_abilities=True),
        "damage": lambda ref, other: A.Damage(to=ref, amount=3, source=other),
        "discard": lambda ref, _: A.Discard(object=ref),
        "counter": lambda ref, _: A.Counter(object=ref),
        "copy spell": lambda ref, _: A.CopySpell(object=ref),
        "cast copy": lambda ref, _: A.CastCopy(object=ref),
        "attach": lambda ref, other: A.Attach(object=ref, to=other),
        "counters": lambda ref, _: A.PutCounters(object=ref, kind="-1/-1", count=2),
        "later": lambda ref, _: A.AtStep(
            step="end", found=[ref], do_later=(A.ReturnToHand(object="that card"),)
        ),
    }


EFFECTS = _effects()
ON_CARDS = ("battlefield", "transformed", "cast copy", "token", "copy", "later", "exile with")
ON_STACK = ("counter", "copy spell")

Draw = Callable[[st.SearchStrategy[Any]], Any]


def effect(draw: Draw, state: State) -> A.Action:
    """Something that an effect does to objects of the state, legal or not."""
    word = draw(st.sampled_from((*EFFECTS, "wrath", "next step", "draw", "mill")))
    where = "stack" if word in ON_STACK else "hand" if word == "discard" else "battlefield"
    fit = state.in_zone(where)
    everything = not fit or word in ON_CARDS or draw(st.sampled_from((False, False, False, True)))
    ids = st.sampled_from(sorted(state.things) if everything else fit)
    if word == "wrath":
        return A.Destroy(object=list(state.in_zone("battlefield")))
    if word == "next step":
        return A.NextStep()
    if word in ("draw", "mill"):
        return A.Draw(count=2) if word == "draw" else A.Mill(count=2)
    if word == "meld":
        return _meld(draw, state)
    return EFFECTS[word](draw(ids), draw(ids))


def _meld(draw: Draw, state: State) -> A.Action:
    """Try to meld two objects, preferably meld cards."""
    cards = [i for i, o in state.things.items() if o.base.layout == "meld"]
    ids = st.sampled_from(cards if len(cards) > 1 else sorted(state.things))
    return A.Meld(object=draw(ids), with_=draw(ids), check=draw(st.booleans()))


def step(draw: Draw, state: State) -> A.Action:
    """Something that may be done now: what a player may do, the top of the stack, an effect."""
    if state.things and draw(st.booleans()):
        return effect(draw, state)
    if state.places["stack"] and draw(st.booleans()):
        return A.Resolve()
    return legal(draw, state)


def legal(draw: Draw, state: State) -> A.Action:
    """Something that a player may do now; passing less often than other things."""
    player = draw(st.sampled_from((state.active, *(p.name for p in state.players))))
    found = [one.action for one in legal_actions(state, player)]
    others = [a for a in found if not isinstance(a, A.Pass)]
    # who has lost may do nothing
    return draw(st.sampled_from([*others, *others, *found] or [A.Note()]))


LISTED = ("order", "replacement", "keep", "target")


def filled(draw: Draw, state: State, action: A.Action) -> tuple[A.Action, Transition] | None:
    """Apply an action, each choice that it asks for drawn from the options that are offered.

    None if it is illegal, or asks to choose among nothing.
    """
    for _ in range(60):
        try:
            return action, apply(state, action)
        except IllegalAction:
            return None
        except ChoiceNeeded as asked:
            if not asked.options:
                return None
            action = with_choice(action, asked, draw(st.sampled_from(asked.options)))
    raise AssertionError(f"{action} asks for more and more")


def with_choice(action: A.Action, asked: ChoiceNeeded, option: Any) -> A.Action:
    """Return an action with one more choice."""
    head, _, rest = asked.argument.partition(".")
    if rest:
        return msgspec.structs.replace(action, choose={**action.choose, rest: option})
    if head in LISTED:
        have = getattr(action, head)
        old = [] if have is None else list(have) if isinstance(have, list | tuple) else [have]
        new = list(option) if isinstance(option, tuple) else [option]
        return msgspec.structs.replace(action, **{head: [*old, *new]})
    return msgspec.structs.replace(action, **{head: option})
