"""The one resolver: from a typed name to a card, half, face or combined back face."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtgmeld.cards import Card, Face
from mtgmeld.catalog import Catalog, Resolved, find, load_catalog
from mtgmeld.errors import AmbiguousName, ImpossibleQuestion, MtgmeldError, UnknownCard
from mtgmeld.names import normal_form


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    """The cards of the tables, without the packed file of all others."""
    return Catalog(load_catalog().subject, load_catalog().meld_pairs)


def card(*names: str, layout: str | None = None) -> Card:
    faces = tuple(Face(n, types=("Sorcery",)) for n in names)
    return Card(" // ".join(names), layout or ("split" if len(names) > 1 else "normal"), faces)


# --- spellings ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "typed",
    [
        "Fire // Ice",
        "Fire//Ice",
        "Fire/Ice",
        "Fire / Ice",
        "fire // ice",
        "FIRE//ICE",
        "  Fire  //  Ice ",
        "Fire /// Ice",
        "Fire\t//\nIce",
        "Fire//\u00a0Ice",
    ],
)
def test_halves_with_any_separator(catalog: Catalog, typed: str) -> None:
    found = catalog.resolve(typed)
    assert (found.card.name, found.face, found.via) == ("Fire // Ice", None, "name")


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Derelict Attic/Widow\u2019s Walk", "Derelict Attic // Widow's Walk"),
        ("derelict attic // widow\u02bcs walk", "Derelict Attic // Widow's Walk"),
        ("Gaea\u2019s Cradle", "Gaea's Cradle"),
        ("gaea`s cradle", "Gaea's Cradle"),
        ("Fang, Fearless l\u2019Cie", "Fang, Fearless l'Cie"),
        ("walk\u2013in closet / forgotten cellar", "Walk-In Closet // Forgotten Cellar"),
        ("walk\u2011in closet/forgotten cellar", "Walk-In Closet // Forgotten Cellar"),
        ("Chittering\u200b Host\ufeff", "Chittering Host"),
        ("CHITTERING HOST", "Chittering Host"),
        ("Chittering   Host", "Chittering Host"),
        ("Ｃｈｉｔｔｅｒｉｎｇ Ｈｏｓｔ", "Chittering Host"),
        ("Chíttering Hóst", "Chittering Host"),
        ("Gi\u0301sela, the Broken Blade", "Gisela, the Broken Blade"),
        ("who/what/when/where/why", "Who // What // When // Where // Why"),
        ("Smelt // Herd // Saw", "Smelt // Herd // Saw"),
        ("there/they\u2019re/their", "There // They're // Their"),
        ("Valki, God of Lies/Tibalt, Cosmic Impostor", None),
        ("Delver of Secrets//Insectile Aberration", None),
    ],
)
def test_signs_accents_and_case(catalog: Catalog, typed: str, name: str | None) -> None:
    found = catalog.resolve(typed)
    assert found.face is None
    if name is not None:
        assert found.card.name == name


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Æther Vial", "Aether Vial"),
        ("aether vial", "Æther Vial"),
        ("Lim-Dul's Vault", "Lim-Dûl's Vault"),
        ("Lim\u2212Dûl\u2019s Vault", "Lim-Dul's Vault"),
        ("Jotun Grunt", "Jötun Grunt"),
        ("Séance", "Seance"),
        ("Dandân", "Dandan"),
        ("Bosium Strip", "Bösium Strip"),
        ("Khabal Ghoul", "Khabál Ghoul"),
        ("smørbrød", "Smorbrod"),
        ('"Ach! Hans, Run!"', "\u201cAch! Hans, Run!\u201d"),
    ],
)
def test_ligatures_and_accents_both_ways(typed: str, name: str) -> None:
    assert Catalog([card(name)]).resolve(typed).card.name == name


@given(
    st.sampled_from(["Wear // Tear", "Gaea's Cradle", "SP//dr, Piloted by Peni", "Widow's Walk"]),
    st.randoms(),
)
def test_any_case_and_spacing(name: str, random: Random) -> None:
    typed = "".join(
        (c.upper() if random.random() < 0.5 else c.lower()) + ("  " if c == " " else "")
        for c in name
    )
    assert load_catalog().resolve(typed) == load_catalog().resolve(name)


def test_every_name_of_the_catalog_finds_its_card(catalog: Catalog) -> None:
    for one in catalog:
        for typed in (
            one.name,
            one.name.lower(),
            one.name.replace("'", "\u2019"),
            one.name.replace(" // ", "/"),
            one.name.replace(" // ", " / "),
        ):
            assert catalog.resolve(typed).card is one, typed


def test_every_half_and_face_finds_its_card_or_says_which(catalog: Catalog) -> None:
    for one in catalog:
        for i, face in enumerate(one.faces if len(one.faces) > 1 else ()):
            try:
                found = catalog.resolve(face.name)
            except AmbiguousName as error:
                # both ways out of the try are right, so none may be demanded
                assert one.name in error.candidates  # noqa: PT017
                # as above: to be ambiguous is one of two right ways
                assert len(error.candidates) > 1  # noqa: PT017
            else:
                whole = found.face is None and found.card.name == face.name
                sanctioned = one.playtest and not found.card.playtest
                assert whole or sanctioned or (found.card, found.face) == (one, i)


# --- what comes first --------------------------------------------------------------------


def test_slashes_that_belong_to_a_name(catalog: Catalog) -> None:
    for typed in (
        "SP//dr, Piloted by Peni",
        "sp//dr, piloted by peni",
        "SP // dr, Piloted by Peni",
        "SP/dr, Piloted by Peni",
    ):
        found = catalog.resolve(typed)
        assert (found.card.name, found.face) == ("SP//dr, Piloted by Peni", None)
    with pytest.raises(UnknownCard):
        catalog.resolve("SP")


def test_an_exact_name_comes_before_halves() -> None:
    slashed, split = card("Up//Down"), card("Up", "Down")
    names = Catalog([split, slashed])
    assert names.resolve("Up//Down").card is slashed
    assert names.resolve("Up // Down").card is split
    with pytest.raises(AmbiguousName) as caught:
        names.resolve("up/down")
    assert set(caught.value.candidates) == {"Up // Down", "Up//Down"}


def test_a_whole_card_comes_before_a_half_of_the_same_name() -> None:
    whole, host = card("Rampant Growth"), card("Studious First-Year", "Rampant Growth")
    names = Catalog([host, whole])
    assert names.resolve("rampant growth").card is whole
    assert Catalog([host]).resolve("rampant growth").face == 1


def test_a_half_comes_before_another_name() -> None:
    split, other = card("Up", "Down"), card("Stairs")
    names = Catalog([split, other], aliases=[("Down", other), ("Cellar Stairs", other)])
    assert names.resolve("down").card is split
    found = names.resolve("cellar stairs")
    assert (found.card, found.face, found.via) == (other, None, "alias")


def test_other_names_with_slashes_and_shared_ones() -> None:
    one, other = card("One"), card("Other")
    names = Catalog([one, other], aliases=[("Choco/Mog", one), ("Twin", one), ("Twin", other)])
    assert names.resolve("choco // mog").card is one
    with pytest.raises(AmbiguousName):
        names.resolve("twin")


# --- halves and faces --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "name", "face"),
    [
        ("Ice", "Fire // Ice", 1),
        ("tear", "Wear // Tear", 1),
        ("Locker Room", "Bottomless Pool // Locker Room", 1),
        ("widow\u2019s walk", "Derelict Attic // Widow's Walk", 1),
        ("Insectile Aberration", "Delver of Secrets // Insectile Aberration", 1),
        ("Tibalt, Cosmic Impostor", "Valki, God of Lies // Tibalt, Cosmic Impostor", 1),
        ("Hook-Haunt Drifter", "Baithook Angler // Hook-Haunt Drifter", 1),
        ("Swift End", "Murderous Rider // Swift End", 1),
        ("Herd", "Smelt // Herd // Saw", 1),
        ("Why", "Who // What // When // Where // Why", 4),
        ("Finish", "Start // Finish", 1),
    ],
)
def test_a_half_or_face(catalog: Catalog, typed: str, name: str, face: int) -> None:
    found = catalog.resolve(typed)
    assert (found.card.name, found.face, found.via) == (name, face, "face")


def test_a_half_of_several_cards_is_refused_with_all_of_them() -> None:
    catalog = Catalog([card("Up", "Down"), card("Left", "Down"), card("Down", "Right")])
    with pytest.raises(AmbiguousName) as caught:
        catalog.resolve("down")
    assert set(caught.value.candidates) == {"Up // Down", "Left // Down", "Down // Right"}
    assert "Up // Down" in str(caught.value)
    assert catalog.resolve("left/down").card.name == "Left // Down"
    with pytest.raises(LookupError):
        catalog.resolve("down")


def test_a_card_of_sanctioned_play_comes_before_one_of_a_test_printing(catalog: Catalog) -> None:
    assert catalog.resolve("start") == Resolved(catalog["Start // Finish"], 0, "face")
    assert catalog.resolve("Fire").card.name == "Fire // Ice"
    assert catalog.resolve("start/fire").card.name == "Start // Fire"


def test_a_card_whose_halves_share_a_name_is_not_ambiguous() -> None:
    twin = card("Blood Crypt", "Blood Crypt", layout="reversible_card")
    assert Catalog([twin]).resolve("blood crypt").face == 0


@pytest.mark.parametrize(
    ("which", "index"),
    [
        ("left", 0),
        ("Right", 1),
        ("front", 0),
        ("back", 1),
        ("1", 0),
        (" 2 ", 1),
        ("Derelict Attic", 0),
        ("WIDOW\u2019S WALK", 1),
        ("widow's  walk", 1),
        ("3", None),
        ("0", None),
        ("", None),
        ("cellar", None),
    ],
)
def test_the_half_of_a_card(catalog: Catalog, which: str, index: int | None) -> None:
    assert catalog["Derelict Attic // Widow's Walk"].half(which) == index


def test_a_card_with_one_face_has_no_other_side(catalog: Catalog) -> None:
    assert catalog["Graf Rats"].half("back") is None
    assert catalog["Graf Rats"].half("front") == 0


# --- unknown names -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "near"),
    [
        ("Chitering Host", "Chittering Host"),
        ("Brisella", "Brisela, Voice of Nightmares"),
        ("Fier // Ice", "Fire // Ice"),
        ("Botomless Pool", "Bottomless Pool"),
        ("Insectile Abberation", "Insectile Aberration"),
        ("grizly bear", "Grizzly Bears"),
    ],
)
def test_an_unknown_name_gives_near_names(catalog: Catalog, typed: str, near: str) -> None:
    with pytest.raises(UnknownCard) as caught:
        catalog.resolve(typed)
    assert near in caught.value.near
    assert caught.value.name == typed
    assert near in str(caught.value)


def test_a_name_like_nothing_gives_none(catalog: Catalog) -> None:
    with pytest.raises(UnknownCard) as caught:
        catalog.resolve("\u4e00\u4e8c\u4e09")
    assert caught.value.near == ()


@pytest.mark.parametrize("typed", ["", " ", "/", "//", " / ", "\x00", "\n", "'", "\u0301"])
def test_names_that_are_none(catalog: Catalog, typed: str) -> None:
    with pytest.raises(UnknownCard):
        catalog.resolve(typed)


@pytest.mark.parametrize("typed", ["x" * 1_000_000, "Fire // " * 100_000, "\u0301" * 1_000_000])
def test_absurdly_long_names_are_refused_with_a_short_message(catalog: Catalog, typed: str) -> None:
    with pytest.raises(UnknownCard) as caught:
        catalog.resolve(typed)
    assert len(str(caught.value)) < 300


@given(st.text(max_size=60))
def test_any_text_is_a_name_or_refused(typed: str) -> None:
    try:
        found = load_catalog().resolve(typed)
    except (UnknownCard, AmbiguousName):
        return
    assert found.card.name in {c.name for c in load_catalog()}


@given(st.text(max_size=60))
def test_the_normal_form_is_stable(text: str) -> None:
    once = normal_form(text)
    assert normal_form(once) == once


# --- meld pairs --------------------------------------------------------------------------

PAIRS = [
    ("712.5a", "Midnight Scavengers", "Graf Rats", "Chittering Host"),
    ("712.5b", "Hanweir Garrison", "Hanweir Battlements", "Hanweir, the Writhing Township"),
    (
        "712.5c",
        "Bruna, the Fading Light",
        "Gisela, the Broken Blade",
        "Brisela, Voice of Nightmares",
    ),
    ("712.5d", "Phyrexian Dragon Engine", "Mishra, Claimed by Gix", "Mishra, Lost to Phyrexia"),
    ("712.5e", "The Mightstone and Weakstone", "Urza, Lord Protector", "Urza, Planeswalker"),
    ("712.5f", "Argoth, Sanctum of Nature", "Titania, Voice of Gaea", "Titania, Gaea Incarnate"),
    (
        "712.5g",
        "Fang, Fearless l'Cie",
        "Vanille, Cheerful l'Cie",
        "Ragnarok, Divine Deliverance",
    ),
]


@pytest.mark.parametrize(("rule", "counterpart", "bearer", "result"), PAIRS)
def test_a_pair_from_any_of_its_three_names(
    catalog: Catalog, rule: str, counterpart: str, bearer: str, result: str
) -> None:
    for typed in (counterpart, bearer, result, result.upper(), bearer.replace("'", "\u2019")):
        pair = catalog.meld_pair(typed)
        assert pair.rule == rule
        assert pair.bearer.name == bearer
        assert pair.counterpart.name == counterpart
        assert pair.result.name == result
        assert [c.name for c in pair.cards] == [bearer, counterpart]
    one, other = catalog[bearer], catalog[counterpart]
    assert catalog.result_of(one, other) is catalog[result]
    assert catalog.result_of(other, one) is catalog[result]
    assert catalog.pair_of(catalog[result]) == catalog.meld_pair(bearer)


@pytest.mark.parametrize(("rule", "counterpart", "bearer", "result"), PAIRS)
def test_a_meld_card_named_with_its_combined_face(
    catalog: Catalog, rule: str, counterpart: str, bearer: str, result: str
) -> None:
    for one in (counterpart, bearer):
        found = catalog.resolve(f"{one} // {result}")
        assert (found.card.name, found.face, found.via) == (one, None, "alias")
        assert catalog.resolve(f"{one}/{result}".lower()).card.name == one


def test_cards_of_different_pairs_do_not_meld(catalog: Catalog) -> None:
    """701.42b."""
    rats, bruna = catalog["Graf Rats"], catalog["Bruna, the Fading Light"]
    assert catalog.result_of(rats, bruna) is None
    assert catalog.result_of(rats, rats) is None
    assert catalog.result_of(rats, catalog["Chittering Host"]) is None
    assert catalog.result_of(catalog["Grizzly Bears"], rats) is None


def test_a_card_of_no_pair(catalog: Catalog) -> None:
    assert catalog.pair_of(catalog["Grizzly Bears"]) is None
    with pytest.raises(ImpossibleQuestion) as caught:
        catalog.meld_pair("Fire // Ice")
    assert caught.value.rules == ("701.42b", "712.5")
    with pytest.raises(UnknownCard):
        catalog.meld_pair("Graf Bats")


# --- the catalog as a container ----------------------------------------------------------


def test_the_catalog_as_a_container(catalog: Catalog) -> None:
    assert "fire/ice" in catalog
    assert "Ice" in catalog
    assert "Fire and Ice" not in catalog
    assert "Seed Suture" not in catalog
    assert 3 not in catalog
    assert catalog["graf rats"].name == "Graf Rats"
    assert len(list(catalog)) == len(catalog)
    with pytest.raises(LookupError):
        catalog["nothing of this name"]


def test_find_takes_a_card_or_a_name(catalog: Catalog) -> None:
    rats = catalog["Graf Rats"]
    assert find(rats).card is rats
    assert find("graf rats", catalog).card is rats
    own = Catalog([card("Own Card")])
    assert find("own card", own).card.name == "Own Card"
    for wrong in (None, 3, ["Graf Rats"]):
        with pytest.raises(MtgmeldError):
            # what the types forbid is refused at run time too
            find(wrong)  # type: ignore[arg-type]


# --- every card of the game ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "name", "face", "via"),
    [
        ("Sol Ring", "Sol Ring", None, "name"),
        ("sol   ring", "Sol Ring", None, "name"),
        ("Brisela", "Brisela, Voice of Nightmares", None, "beginning"),
        ("  bruna, the ", "Bruna, the Fading Light", None, "beginning"),
        ("Bottomless", None, None, ""),
        ("Insectile", "Delver of Secrets // Insectile Aberration", 1, "beginning"),
        ("\u201cBruna, the Fading Light\u201d", "Bruna, the Fading Light", None, "name"),
        ('!"Fire // Ice"', "Fire // Ice", None, "name"),
        ("!Fire", "Fire // Ice", 0, "face"),
        ("'Sol Ring'", "Sol Ring", None, "name"),
        ('"Ach! Hans, Run!"', '"Ach! Hans, Run!"', None, "name"),
        ("A-Sol Ring", "Sol Ring", None, "name"),
        ("A-Base Camp", "A-Base Camp", None, "name"),  # it has facts of its own
        ("Fire \u2215 Ice", "Fire // Ice", None, "name"),
        ("Fire \\ Ice", "Fire // Ice", None, "name"),
        ("fire \uff0f\uff0f ice", "Fire // Ice", None, "name"),
        ("Rampant Growth", "Rampant Growth", None, "name"),
        ("Gloin the Mighty", "Gl\u00f3in the Mighty // Easy Pickings", 0, "face"),
        ("Jotun Grunt", "J\u00f6tun Grunt", None, "name"),
        ("Claim Territory", "Bloomvine Regent // Claim Territory", 1, "face"),
        (
            "The Ultimate Nightmare of Wizards of the Coast Customer Service",
            "The Ultimate Nightmare of Wizards of the Coast\u00ae Customer Service",
            None,
            "alias",
        ),
    ],
)
def test_names_as_people_type_them(
    typed: str, name: str | None, face: int | None, via: str
) -> None:
    if name is None:
        with pytest.raises(AmbiguousName, match="Bottomless Pool // Locker Room"):
            load_catalog().resolve(typed)
        return
    found = load_catalog().resolve(typed)
    assert (found.card.name, found.face, found.via) == (name, face, via)


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Steam Vents // Steam Vents", "Steam Vents"),
        ("steam vents/Steam Vents", "Steam Vents"),
        (
            "Bloomvine Regent // Claim Territory // Bloomvine Regent // Claim Territory",
            "Bloomvine Regent // Claim Territory",
        ),
        ('"A-Steam Vents // A-Steam Vents"', None),
        ("Steam Vents // Steam Augury", None),
        ("Fire // Ice // Fire // Ice", "Fire // Ice"),
    ],
)
def test_a_reversible_card_is_the_card_of_either_side(typed: str, name: str | None) -> None:
    catalog = load_catalog()
    if name is None:
        assert typed not in catalog
    else:
        assert catalog[typed].name == name


@pytest.mark.parametrize(
    "name", ["Seed Suture", "Soul Tether", "Peer Review", "Omit Variables", "Vicious Verse"]
)
def test_spells_that_several_prepare_cards_have_are_ambiguous(name: str) -> None:
    with pytest.raises(AmbiguousName) as caught:
        load_catalog().resolve(name)
    assert len(caught.value.candidates) == 3
    assert all(c.endswith(f" // {name}") for c in caught.value.candidates)


def test_a_beginning_of_very_many_names_says_how_many_it_does_not_list() -> None:
    with pytest.raises(AmbiguousName) as caught:
        load_catalog().resolve("lightning")
    every = caught.value.candidates
    assert "Lightning Bolt" in every
    assert all(name.startswith("Lightning ") for name in every)
    said = str(caught.value)
    assert f"; {every[11]}; {len(every) - 12} more. Give one full name." in said


def test_an_unknown_card_says_where_it_was_looked_for() -> None:
    with pytest.raises(UnknownCard) as caught:
        load_catalog().resolve("Sol Rign")
    said = str(caught.value)
    assert caught.value.near[0] == "Sol Ring"
    assert "bundled cards of 2026-07-09 (28,1" in said
    assert "mtgmeld data fetch" in said
    assert "--cards" in said


def test_the_tables_are_closed_under_their_names() -> None:
    """A name found in them needs no look into the packed file: it would say the same."""
    whole = load_catalog()
    tables = Catalog(whole.subject, whole.meld_pairs)
    every = Catalog(whole, whole.meld_pairs)
    for one in whole.subject:
        for name in (one.name, *(f.name for f in one.faces)):
            try:
                found = tables.names.look_up(name)
            except AmbiguousName:
                continue
            assert found == every.names.look_up(name), name
    for kind in ("split", "room", "fuse", "aftermath", "meld", "meld_result"):
        assert {c.name for c in every.kind(kind)} == {c.name for c in tables.kind(kind)}


def test_a_packed_name_gives_what_an_index_of_all_names_gives() -> None:
    whole = load_catalog()
    every = Catalog(whole, whole.meld_pairs)
    drawn = Random(13).sample(list(whole), 400)
    for one in drawn:
        for name in (one.name, one.name.lower(), *(f.name.upper() for f in one.faces)):
            try:
                expected = every.names.look_up(name)
            except AmbiguousName:
                with pytest.raises(AmbiguousName):
                    whole.resolve(name)
            else:
                assert whole.resolve(name) == expected
