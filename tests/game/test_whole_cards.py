"""What whole cards do, paragraph by paragraph, and what of the language they need.

The values are those of the rules that stand beside them.
"""

from __future__ import annotations

from typing import Any

import pytest

import mtgmeld as mm
from mtgmeld.errors import BadFilter, BadScenario, IllegalAction, UnaskedChoice, UnknownName
from mtgmeld.game import actions as A
from mtgmeld.game.notation import effect_of, instructions_of
from mtgmeld.query import compile_filter
from mtgmeld.query.filters import parsed
from tests.statements.game import choice, game, names_in, play, refused

BEARS, ANGEL, POOL = "Grizzly Bears", "Serra Angel", "Bottomless Pool // Locker Room"


# ---------------------------------------------------------------- one grammar


@pytest.mark.parametrize(
    ("text", "zones"),
    [
        ("t:creature", {"battlefield"}),
        ("in:library", {"library"}),
        ("in:graveyard or in:exile", {"graveyard", "exile"}),
        ("in:graveyard or t:creature", {"graveyard", "battlefield"}),
        (
            "-in:graveyard",
            {"battlefield", "stack", "hand", "library", "exile", "command"},
        ),
        ("-(in:hand or in:library)", {"battlefield", "stack", "graveyard", "exile", "command"}),
        ("t:land in:graveyard owner:you", {"graveyard"}),
        ("is:spell or t:land", {"stack", "battlefield"}),
    ],
)
def test_a_filter_looks_where_it_says(text: str, zones: set[str]) -> None:
    assert set(compile_filter(text).zones) == zones


@pytest.mark.parametrize(
    ("text", "count"),
    [("in:library", 2), ("-in:library", 3), ("in:graveyard or in:exile", 2), ("t:creature", 1)],
)
def test_every_zone_counts(text: str, count: int) -> None:
    """Two Forests in a library, a creature in play, one card each in a graveyard and in exile."""
    made = game().put("Forest", "library", id="a").put("Forest", "library", id="b").put(BEARS)
    state = made.put("Memnite", "graveyard", id="c").put("Memnite", "exile", id="d").state()
    assert state.amount(f"count {text}", "you").value == count


@pytest.mark.parametrize(
    ("kind", "text", "near"),
    [
        ("amount", "powr", "power"),
        ("amount", "half y", "half x"),
        ("selector", "that crd", "that card"),
        ("condition", "at lest 2 t:land", "at least"),
    ],
)
def test_words_that_stand_for_nothing_are_refused_with_near_ones(
    kind: str, text: str, near: str
) -> None:
    with pytest.raises(UnknownName, match=near):
        parsed(kind, text)


def test_a_filter_within_words_is_checked_as_they_are_read() -> None:
    with pytest.raises(BadFilter):
        parsed("amount", "count colr:w")


@pytest.mark.parametrize(
    "table",
    [
        {"do": "change", "object": "this", "keywords": ["Flyng"]},
        {"do": "create token", "name": "Bird", "keywords": ["Flyng"]},
    ],
)
def test_a_keyword_that_does_not_exist_is_refused(table: dict[str, object]) -> None:
    with pytest.raises(UnknownName, match="Flying"):
        instructions_of(table)
    with pytest.raises(UnknownName, match="Flying"):
        effect_of({"set": {"keywords": ["Flyng"]}}, 1)


def test_instructions_within_instructions_are_checked() -> None:
    with pytest.raises(UnknownName):
        instructions_of({"do": "if", "condition": "your turn", "then": [{"do": "drw"}]})
    with pytest.raises(UnknownName):
        instructions_of({"do": "lay effect", "effect": {"triger": "dies"}})


# ---------------------------------------------------------------- cards


def test_detention_sphere_takes_what_shares_a_name_with_a_room_of_two() -> None:
    """201.2a: one name in common is enough; a locked half's name is not there (709.5)."""
    made = game().put("Detention Sphere", "hand", id="sphere").put(BEARS, id="bears")
    made = made.put(POOL, owner="opponent", unlocked=["left", "right"], id="both")
    made = made.put(POOL, owner="opponent", unlocked="left", id="left")
    state = made.put(POOL, owner="opponent", unlocked="right", id="right").state()
    done = play(
        state,
        A.CastSpell(object="sphere"),
        A.Resolve(target="both"),
        A.Resolve(may=True),
    ).after
    assert [done.things[done.find_one(i)].zone for i in ("both", "left", "right")] == ["exile"] * 3
    done = play(state, A.CastSpell(object="sphere"), A.Resolve(target="left"), A.Resolve(may=True))
    zones = [done.after.things[done.after.find_one(i)].zone for i in ("both", "left", "right")]
    assert zones == ["exile", "exile", "battlefield"]


@pytest.mark.parametrize(
    ("card", "name"), [("Meddling Mage", "Memnite"), ("Pithing Needle", "Fire")]
)
def test_a_name_is_chosen_as_it_enters(card: str, name: str) -> None:
    """614.12, 201.4: it is asked for before the permanent is there."""
    state = play(game().put(card, "hand", id="it").state(), A.CastSpell(object="it")).after
    choice(state, A.Resolve(), "choose.name")
    done = play(state, A.Resolve(choose={"name": name})).after
    assert done.names[done.find_one("it")] == name


def test_a_mana_ability_may_cost_life() -> None:
    """605, 119.4: life is paid, and not more than there is."""
    made = game().put("Mana Confluence", id="land")
    done = play(made.state(), A.TapForMana(object="land", mana="{G}")).after
    assert done.player("you").life == 19
    poor = game(life={"you": 0}).put("Mana Confluence", id="land")
    refused(poor.state(), A.TapForMana(object="land", mana="{G}"), "119.4")


def test_an_additional_cost_is_paid_as_the_spell_is_cast() -> None:
    """601.2b, 118.8: a creature is sacrificed; without one the spell cannot be cast."""
    made = (
        game().put("Start // Finish", "graveyard", id="it").put(ANGEL, owner="opponent", id="angel")
    )
    finish = A.CastSpell(object="it", half="Finish", target="angel")
    refused(made.state(), finish, "118.3")
    done = play(made.put(BEARS, id="bears").state(), finish).after
    assert done.things[done.find_one("bears")].zone == "graveyard"


def test_damage_is_divided_as_its_controller_says() -> None:
    """601.2d: each is dealt at least 1; one target alone is dealt all of it."""
    made = game().put("Fire // Ice", "hand", id="it").put(ANGEL, owner="opponent", id="angel")
    state = made.state()
    one = play(state, A.CastSpell(object="it", half="Fire", target="opponent"), A.Resolve()).after
    assert one.player("opponent").life == 18
    both = {"object": "it", "half": "Fire", "target": ["opponent", "angel"]}
    choice(state, A.CastSpell(**both), "choose.divide", "601.2d")  # as it is cast
    for wrong in ([2, 0], [1, 2], [3, -1]):
        refused(state, A.CastSpell(**both, choose={"divide": wrong}), "601.2d")
    cast = play(state, A.CastSpell(**both, choose={"divide": {"angel": 1, "opponent": 1}})).after
    two = play(cast, A.Resolve()).after
    assert two.player("opponent").life == 19
    assert two.things[two.find_one("angel")].damage == 1
    # what was meant for a target that is no longer legal is not dealt to the other (608.2b)
    gone = play(cast, A.ReturnToHand(object="angel"), A.Resolve()).after
    assert gone.player("opponent").life == 19
    with pytest.raises(UnaskedChoice):
        play(cast, A.Resolve(choose={"divide": [2, 0]}))
    with pytest.raises(UnaskedChoice):
        play(state, A.CastSpell(object="it", half="Fire", target="angel", choose={"divide": [2]}))
    twice = {"object": "it", "half": "Fire", "target": ["angel", "angel"]}
    with pytest.raises((IllegalAction, UnaskedChoice)):  # one instance of the word (115.3)
        play(state, A.CastSpell(**twice, choose={"divide": [1, 1]}))
    copied = play(cast, A.CopySpell(object="it"), A.Resolve(), A.Resolve()).after
    assert copied.player("opponent").life == 18  # a copy is divided alike (707.10)


def test_a_trigger_that_divides_is_divided_as_it_goes_onto_the_stack() -> None:
    """603.3d, for an effect laid on the game; and a saved state keeps the division."""
    made = game().put(ANGEL, owner="opponent", id="angel").put("Memnite", "hand", id="memnite")
    made.effect(
        id="shower",
        trigger="enters",
        what="t:artifact",
        target="1 to 3 any target",
        do={"do": "divide damage", "amount": 3, "to": "the targets"},
    )
    cast = play(made.state(), A.CastSpell(object="memnite")).after
    both = {"target": ["angel", "opponent"]}
    choice(cast, A.Resolve(**both), "choose.divide", "601.2d")
    state = play(cast, A.Resolve(**both, choose={"divide": [1, 2]})).after
    for one in (state, mm.State.from_json(state.to_json())):
        after = play(one, A.Resolve()).after
        assert after.things[after.find_one("angel")].damage == 1
        assert after.player("opponent").life == 18


def test_each_copy_of_a_card_that_is_cast_has_targets_of_its_own() -> None:
    """601.2c for each of them (707.12)."""
    made = game().put("Assault // Battery", "graveyard", id="one")
    made.put("Assault // Battery", "graveyard", id="two").put(ANGEL, owner="opponent", id="angel")
    cards = {"object": ["one", "two"], "half": "Assault", "id": "copies"}
    done = play(made.state(), A.CastCopy(**cards, target=["angel", "opponent"])).after
    aims = [done.things[i].cast.targets for i in done.in_zone("stack")]
    assert aims == [(done.find_one("angel"),), ("opponent",)]
    same = play(made.state(), A.CastCopy(**cards, target="opponent")).after
    assert [same.things[i].cast.targets for i in same.in_zone("stack")] == [("opponent",)] * 2


def test_what_dies_at_once_is_doubled_by_what_dies_with_it() -> None:
    """603.2d, 603.10a."""
    made = game().put("Mirror Room // Fractured Realm", unlocked="right", id="realm")
    made = made.put("Wall of Omens", id="wall")
    ragnarok = made.put("Ragnarok, Divine Deliverance", id="r").put("Memnite", "graveyard", id="g")
    order = ["Fang, Fearless l'Cie", "Vanille, Cheerful l'Cie"]
    hit = A.Destroy(object=["realm", "r"], order=order, target=["wall", "g"])
    done = play(ragnarok.state(), hit)
    assert sum(e.kind == "trigger" for e in done.events) == 2


@pytest.mark.parametrize(("demon", "you", "opponent"), [(False, 18, 20), (True, 22, 18)])
def test_unholy_annex_looks_for_a_demon_as_it_resolves(
    demon: bool, you: int, opponent: int
) -> None:
    made = game().put("Unholy Annex // Ritual Chamber", unlocked="left").put("Forest", "library")
    if demon:
        made = made.token("Demon", subtypes=["Demon"], power=6, toughness=6)
    done = play(made.state(), A.NextStep(to="end"), A.Resolve()).after
    assert (done.player("you").life, done.player("opponent").life) == (you, opponent)


def test_cards_leaving_a_graveyard_at_once_trigger_once_and_once_each_turn() -> None:
    """Defiled Crypt: one or more cards, only once each turn (603.2)."""
    made = game().put("Defiled Crypt // Cadaver Lab", unlocked="left", id="room")
    for n in "abc":
        made = made.put(BEARS, "graveyard", id=n)
    done = play(made.state(), A.Exile(object=["a", "b"]), A.Resolve(), A.Exile(object="c")).after
    assert not done.places.get("stack")
    assert sum(o.is_token for o in done.battlefield()) == 1


def test_a_stun_counter_is_removed_instead_of_untapping() -> None:
    """122.1d: by an effect and in the untap step."""
    state = game().put(BEARS, id="it", tapped=True, counters={"stun": 2}).state()
    once = play(state, A.Untap(object="it")).after
    assert (
        once.things[once.find_one("it")].tapped,
        once.things[once.find_one("it")].count("stun"),
    ) == (True, 1)
    turn = play(state, A.NextTurn(), A.NextTurn()).after
    assert turn.things[turn.find_one("it")].tapped


def test_torture_pit_adds_to_damage_of_your_sources_to_opponents_alone() -> None:
    """614.1a: not to combat damage, not to creatures, not to you."""
    made = game().put("Spiked Corridor // Torture Pit", unlocked="right").put(BEARS, id="bears")
    state = made.put(ANGEL, owner="opponent", id="angel").state()

    def life(player: str, **more: Any) -> int:
        done = play(state, A.Damage(to=player, amount=1, **more)).after
        return int(done.player(player).life)

    assert life("opponent", source="bears") == 17
    assert life("opponent", source="bears", combat=True) == 19
    assert life("you", source="bears") == 19
    assert life("opponent", source="angel") == 19


def test_three_of_six_modes_are_chosen_as_it_triggers() -> None:
    """603.3c, 700.2b: Mishra, Lost to Phyrexia; a mode without a legal target is not offered."""
    state = game().put("Mishra, Lost to Phyrexia", id="m").put("Forest", id="f").state()
    attack = A.Attack(object=["m"])
    ready = play(state, A.NextStep(to="declare attackers")).after
    choice(ready, attack, "choose.modes")
    modes = {"modes": ["discard", "damage", "powerstones"]}
    chosen = A.Attack(object=["m"], choose=modes, target=["opponent", "opponent"])
    done = play(ready, chosen, A.Resolve()).after
    assert done.player("opponent").life == 17
    assert sum(o.is_token for o in done.battlefield()) == 2


@pytest.mark.parametrize("card", ["Hanweir Garrison", "Hanweir, the Writhing Township"])
def test_tokens_enter_tapped_and_attacking(card: str) -> None:
    """508.4: they attack though they were never declared."""
    state = play(game().put(card, id="it").state(), A.NextStep(to="declare attackers")).after
    done = play(state, A.Attack(object=["it"]), A.Resolve()).after
    tokens = [o for o in done.battlefield() if o.is_token]
    assert [(o.tapped, o.attacking) for o in tokens] == [(True, True)] * 2


def test_the_subject_is_whole() -> None:
    """All faces of meld pairs; of Rooms and split cards all whose text is known but these."""
    from mtgmeld.game.card_abilities import modeled_by_kind

    cards = [c for c in mm.load_catalog() if c.is_split or c.layout in ("meld", "meld_result")]
    found = modeled_by_kind(cards)
    whole = {k: sum(m.word == "wholly" for _, m in rows) for k, rows in found.items()}
    assert whole["meld"] == 14
    assert whole["meld_result"] == 7
    assert whole["room"] >= 52
    assert sum(n for k, n in whole.items() if k.startswith(("split", "fuse", "aftermath"))) >= 170


def test_a_policy_holds_whatever_takes_the_abilities_away() -> None:
    """Under the other reading a Room without abilities has no locks: both names show."""
    lost = {"Room that loses its abilities": "locks lost"}
    made = game(policies=lost).put(POOL, unlocked="left", id="one")
    made = made.put("Unholy Annex // Ritual Chamber", unlocked="right", id="two")
    whole = made.effect(what='name:"Locker Room"', set={"loses_abilities": True}).state()
    assert whole.characteristics("one").names.value == ("Bottomless Pool",)  # it fits no such name
    state = made.effect(what="t:room", set={"loses_abilities": True}).state()
    assert state.characteristics("one").names.value == ("Bottomless Pool", "Locker Room")
    assert state.characteristics("two").names.value == ("Unholy Annex", "Ritual Chamber")


@pytest.mark.parametrize(
    ("card", "why"),
    [
        ('name = "Ours"\nability = [{ triger = "dies" }]', "trigger"),
        ('name = "Ours"\nability = [{ do = { do = "drw" } }]', "draw"),
        ('name = "Ours"\nkeywrds = ["Flying"]', "keywords"),
        ('name = "Grizzly Bears"', "there is"),
        ('layout = "split"\npart = [{ name = "Half" }]', "2 parts"),
        ('layout = "splitt"', "split"),
    ],
)
def test_a_made_up_card_is_checked_with_its_place(card: str, why: str) -> None:
    with pytest.raises(BadScenario, match=why) as caught:
        mm.Scenario.from_text(f'title = "t"\n[[card]]\n{card}\n', "ours.toml")
    assert "ours.toml" in str(caught.value)
    assert "card 1" in str(caught.value)


def test_another_text_under_the_same_name_is_another_card() -> None:
    """What was said of a made-up card in one situation is not what another says."""
    for much in (1, 5):
        gain = {"do": {"do": "gain life", "amount": much}}
        card = {"name": "Our Spell", "mana_cost": "{1}", "types": ["Sorcery"], "ability": [gain]}
        run = mm.Scenario.from_dict(
            {
                "title": "ours",
                "card": [card],
                "start": [{"card": "Our Spell", "zone": "hand", "id": "it"}],
                "step": [
                    {"do": "cast", "object": "it"},
                    {"do": "resolve", "expect": [{"life": {"you": 20 + much}}]},
                ],
            }
        ).play()
        assert run.holds, run.failures


def _cast(state: Any, **more: Any) -> Any:
    """Cast the card ``s`` and let it resolve."""
    return play(state, A.CastSpell(object="s", **more), A.Resolve(choose=more.get("choose", {})))


def test_what_is_tapped_alone_is_destroyed() -> None:
    """601.2c: an untapped creature is no target of Push; 701.8a."""
    made = game().put("Push // Pull", "hand", id="s").put(BEARS, id="up", controller="opponent")
    state = made.put(ANGEL, id="down", controller="opponent", tapped=True).state()
    refused(state, A.CastSpell(object="s", half="Push", target="up"), "601.2c")
    after = _cast(state, half="Push", target="down").after
    assert names_in(after, "graveyard", "opponent") == [ANGEL]
    assert after.find("up")[0] in after.in_zone("battlefield")


def test_each_attacker_gets_a_counter_and_no_other_creature() -> None:
    """122.1a, 508.1k: attacking creatures that the player of Fuss controls."""
    made = game().put("Fuss // Bother", "hand", id="s").put(BEARS, id="one").put(BEARS, id="two")
    state = made.put(BEARS, id="home").put(BEARS, id="theirs", controller="opponent").state()
    state = play(state, A.NextStep(to="declare attackers"), A.Attack(object=["one", "two"])).after
    after = _cast(state, half="Fuss").after
    creatures = ("one", "two", "home", "theirs")
    powers = [int(after.characteristics(i).power.value) for i in creatures]
    assert powers == [3, 3, 2, 2]


def test_three_flying_tokens_and_two_cards_looked_at() -> None:
    """111.3, 701.25a: tokens by what made them; of two cards any number into the graveyard."""
    made = game().put("Fuss // Bother", "hand", id="s")
    for n in range(3):
        made = made.put("Forest", "library", id=f"f{n}")
    state = made.state()
    spell = play(state, A.CastSpell(object="s", half="Bother")).after
    after = play(spell, A.Resolve(choose={"graveyard": ["f2"]})).after
    tokens = [o.id for o in after.battlefield() if o.is_token]
    assert len(tokens) == 3
    for one in tokens:
        known = after.characteristics(one)
        assert known.type_line == "Artifact Creature — Thopter"
        assert (known.power.value, known.toughness.value, known.colors.value) == ("1", "1", "")
        assert known.keywords.value == ("Flying",)
    assert names_in(after, "graveyard", "you") == ["Forest", "Fuss // Bother"]
    assert names_in(after, "library", "you") == ["Forest", "Forest"]


def test_a_face_down_creature_may_be_turned_face_up() -> None:
    """708.7: the one that its controller chooses, or none; 702.19a for each."""
    made = game().put("Hustle // Bustle", "hand", id="s").put(BEARS, id="b", face_down=True)
    state = made.put(ANGEL, id="a", face_down=True).state()
    spell = play(state, A.CastSpell(object="s", half="Bustle")).after
    choice(spell, A.Resolve(choose={"option": "face up"}), "choose.object")
    done = play(spell, A.Resolve(choose={"option": "face up", "object": "a"})).after
    assert done.characteristics("a").power.value == 6  # 4 and 2
    assert done.characteristics("b").power.value == 4  # 708.2a: 2 and 2
    assert "Trample" in done.characteristics("a").keywords.value
    none = play(spell, A.Resolve(choose={"option": "none"})).after
    assert none.characteristics("a").power.value == 4


def test_every_artifact_and_enchantment_is_destroyed() -> None:
    """205.2b: an artifact creature too, and a Room, which is an enchantment (709.5)."""
    made = game().put("Cease // Desist", "hand", id="s").put(POOL, unlocked="left").put(BEARS)
    state = made.put("Ornithopter", controller="opponent").put("Omniscience").state()
    after = _cast(state, half="Desist").after
    assert names_in(after, "battlefield") == [BEARS]


def test_a_clue_is_paid_for_and_sacrificed() -> None:
    """701.17a, 701.16a, 111.10f: three cards milled; the Clue's ability draws a card."""
    made = game().put("Flotsam // Jetsam", "hand", id="s")
    for n in range(5):
        made = made.put("Forest", "library", id=f"f{n}")
    after = _cast(made.state(), half="Flotsam").after
    assert names_in(after, "graveyard", "you").count("Forest") == 3
    (clue,) = [o.id for o in after.battlefield() if o.is_token]
    assert after.characteristics(clue).type_line == "Artifact — Clue"
    done = play(after, A.Activate(object=clue), A.Resolve()).after
    assert names_in(done, "hand", "you") == ["Forest"]
    assert names_in(done, "battlefield") == []


@pytest.mark.parametrize("leaves", [A.Destroy, A.Exile, A.ReturnToHand])
def test_an_ability_that_was_given_goes_on_though_its_source_has_left(leaves: Any) -> None:
    """113.7a: of a token, whose ability nothing printed has, gone before the ability resolves."""
    gives = {"id": "looks", "activated": "abilities", "taps": True, "do": {"do": "draw"}}
    token = A.CreateToken(types=["Artifact"], subtypes=["Map"], grants=[gives])
    state = play(game().put("Forest", "library", id="f").state(), token).after
    (one,) = [o.id for o in state.battlefield() if o.is_token]
    state = play(state, A.Activate(object=one), leaves(object=one), A.Resolve()).after
    assert names_in(state, "hand", "you") == ["Forest"]


def test_the_left_half_of_a_fused_spell_counts_for_the_right() -> None:
    """702.102d, 613.4b-c: base 5/5 and a +1/+1 counter are 6, which then are the damage."""
    made = game().put("Double Jump // Flying Kick", "hand", id="s")
    made = made.put(BEARS, id="mine", counters={"+1/+1": 1})
    state = made.put("Colossal Dreadmaw", id="theirs", controller="opponent").state()
    cast = A.CastSpell(object="s", fused=True, target=["mine", "mine", "theirs"])
    after = play(state, cast, A.Resolve()).after
    assert names_in(after, "graveyard", "opponent") == ["Colossal Dreadmaw"]  # 6 damage of 6
    assert after.characteristics("mine").power.value == 6
    later = play(after, A.NextTurn()).after
    assert later.characteristics("mine").power.value == 3
    counters = dict(later.things[later.find_one("mine")].counters)
    assert counters == {"+1/+1": 1, "flying": 1}  # 122.1b: it flies on
    refused(state, A.CastSpell(object="s", half="Flying Kick", target=["mine", "mine"]), "601.2c")


def test_what_is_missing_says_what_it_would_need() -> None:
    """Each half of a split card whose text is known; nothing that is whole says so."""
    from mtgmeld.game.card_abilities import modeled_by_kind

    cards = [c for c in mm.load_catalog() if c.is_split]
    rows = [row for found in modeled_by_kind(cards).values() for row in found]
    for name, found in rows:
        lacking = found.word != "wholly" and found.paragraphs is not None
        assert bool(found.needs) == lacking, name
    plain = [r for k, f in modeled_by_kind(cards).items() if k != "room" for r in f]
    assert len(plain) == 217
    assert sum(found.word == "wholly" for _, found in plain) >= 186
