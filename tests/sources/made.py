"""Card objects of every layout, made up, with the values that the rules give."""

from __future__ import annotations

from typing import Any

DASH = " \u2014 "


def face(name: str, cost: str = "", line: str = "Creature", text: str = "", **more: Any) -> dict:
    return {"object": "card_face", "name": name, "mana_cost": cost, "type_line": line,
            "oracle_text": text, **more}  # fmt: skip


def scryfall(name: str, layout: str = "normal", **more: Any) -> dict[str, Any]:
    """Return a card object; without faces it has a cost, a type line and a text."""
    one = {} if "card_faces" in more else {"mana_cost": "", "type_line": "Artifact"}
    text = {} if "card_faces" in more else {"oracle_text": ""}
    return {"object": "card", "id": f"id of {name}", "name": name, "layout": layout, **one,
            **text, "color_identity": [], "set": "tst", **more}  # fmt: skip


def related(*cards: str, result: str) -> list[dict[str, Any]]:
    parts = [{"object": "related_card", "component": "meld_part", "name": n} for n in cards]
    last = {"object": "related_card", "component": "meld_result", "name": result}
    return [parts[0], last, *parts[1:]]


PAIR = related("Left Wing", "Right Wing", result="Both Wings")

# (object, mana value, colors, color identity, rules that must be among those of the value)
SCRYFALL: list[tuple[dict[str, Any], Any, str | None, str | None, str]] = [
    (scryfall("Plain", mana_cost="{2}{W}"), 3, "W", "W", "202.3"),
    (scryfall("Zero", mana_cost="{0}"), 0, "", "", "202.3"),
    (scryfall("Costless", color_indicator=["U"]), 0, "U", "U", "202.3a"),
    (scryfall("Any", mana_cost="{X}{X}{R}"), 1, "R", "R", "202.3e"),
    (scryfall("Mixed", mana_cost="{2/W}{U/P}{B/R}"), 4, "WUBR", "WUBR", "202.3f"),
    (scryfall("Halved", mana_cost="{1}{HW}"), 1.5, "W", "W", "202.3"),
    (scryfall("Huge", mana_cost="{1000000}"), 1_000_000, "", "", "202.3"),
    (scryfall("Texty", mana_cost="{1}", oracle_text="{G}, {T}: x. (Or {R}.)"), 1, "", "G", "202.3"),
    (scryfall("Rainbow", mana_cost="{4}", oracle_text="Rainbow is all colors."),
     4, "WUBRG", "WUBRG", "202.3"),
    (scryfall("Drone", mana_cost="{1}{U}", oracle_text="Devoid (It has none.)"),
     2, "", "U", "202.3"),
    (scryfall("Grove", type_line=f"Land{DASH}Forest"), 0, "", "", "202.3a"),
    (scryfall("Split // Halves", "split", card_faces=[
        face("Split", "{1}{R}", "Instant"), face("Halves", "{2}{U}", "Instant", "{G}")]),
     5, "UR", "URG", "202.3d"),
    (scryfall("Hall // Kitchen", "split", card_faces=[
        face("Hall", "{W}", f"Enchantment{DASH}Room"),
        face("Kitchen", "{3}{B}", f"Enchantment{DASH}Room")]), 5, "WB", "WB", "202.3d"),
    (scryfall("A // B // C", "split", card_faces=[
        face(n, c, "Instant") for n, c in zip("ABC", ("{W}", "{X}{U}", "{5}"), strict=True)]),
     7, "WU", "WU", "202.3d"),
    (scryfall("Front // Back", "transform", card_faces=[
        face("Front", "{1}{G}", colors=["G"]),
        face("Back", "", text="{B}", colors=["R"], color_indicator=["R"])]),
     2, "G", "BRG", "712.8a"),
    (scryfall("Modal // Land", "modal_dfc", card_faces=[
        face("Modal", "{X}{B}{B}", "Sorcery"), face("Land", "", "Land", "{T}: Add {G}.")]),
     2, "B", "BG", "712.8a"),
    (scryfall("Siege // Won", "battle", card_faces=[
        face("Siege", "{2}{R}", f"Battle{DASH}Siege"), face("Won", color_indicator=["R"])]),
     3, "R", "R", "712.8a"),
    (scryfall("Up // Down", "flip", mana_cost="{3}{W}", card_faces=[
        face("Up", "{3}{W}"), face("Down", "")]), 4, "W", "W", "710.2"),
    (scryfall("Giant // Errand", "adventure", mana_cost="{2}{R} // {1}{U}", card_faces=[
        face("Giant", "{2}{R}"), face("Errand", "{1}{U}", "Instant")]), 3, "R", "UR", "715.4"),
    (scryfall("Ready // Spell", "prepare", card_faces=[
        face("Ready", "{3}{U}"), face("Spell", "{U}", "Instant")]), 4, "U", "U", "722.4"),
    (scryfall("Twice // Twice", "reversible_card", card_faces=[
        face("Twice", "{1}{U}", layout="normal", cmc=2.0, colors=["U"]) for _ in range(2)]),
     2, "U", "U", "202.3"),
    (scryfall("Wyrm // Omen // Wyrm // Omen", "reversible_card", card_faces=[
        face("Wyrm", "{3}{G}{G}", cmc=5.0, colors=["G"]),
        face("Omen", "{2}{G}", f"Sorcery{DASH}Omen", cmc=3.0, colors=["G"])] * 2),
     5, "G", "G", "202.3"),
    (scryfall("Machine", "prototype", mana_cost="{7}",
              oracle_text="Prototype {1}{U} (Small.)"), 7, "", "U", "202.3"),
    (scryfall("Student", "class", mana_cost="{W}"), 1, "W", "W", "202.3"),
    (scryfall("Matter", "case", mana_cost="{1}{W}"), 2, "W", "W", "202.3"),
    (scryfall("Tale", "saga", mana_cost="{2}{G}"), 3, "G", "G", "202.3"),
    (scryfall("Riser", "leveler", mana_cost="{W}"), 1, "W", "W", "202.3"),
    (scryfall("Changer", "mutate", mana_cost="{4}{G}"), 5, "G", "G", "202.3"),
    (scryfall("World", "planar", type_line=f"Plane{DASH}Far Away"), 0, "", "", "202.3a"),
    (scryfall("Plot", "scheme", type_line="Scheme"), 0, "", "", "202.3a"),
    (scryfall("Avatar", "vanguard", type_line="Vanguard"), 0, "", "", "202.3a"),
    (scryfall("Host", "host", mana_cost="{1}{R}"), 2, "R", "R", "202.3"),
    (scryfall("Half-", "augment", color_indicator=["R"]), 0, "R", "R", "202.3a"),
    (scryfall("Art // Art", "art_series", card_faces=[
        face("Art", "", "Card"), face("Art", "", "Card")]), 0, "", "", "202.3a"),
    (scryfall("Bear", "token", type_line="Token Creature", colors=["G"]), 0, "G", None, "202.3a"),
    (scryfall("Emblem", "emblem", type_line="Emblem"), 0, "", None, "202.3a"),
    (scryfall("Imp // Elf", "double_faced_token", card_faces=[
        face("Imp", colors=["B"]), face("Elf", colors=["G"])]), 0, "B", None, "202.3a"),
    (scryfall("Left Wing", "meld", mana_cost="{2}{W}", all_parts=PAIR), 3, "W", "W", "712.8a"),
    (scryfall("Right Wing", "meld", mana_cost="{4}{B}", all_parts=PAIR), 5, "B", "B", "712.8a"),
    (scryfall("Both Wings", "meld", all_parts=PAIR), 8, "", "WB", "202.3c"),
    (scryfall("Tomorrow", "hologram", mana_cost="{2}{U}"), 3, "U", "U", "202.3"),
    # it says which theme a pack has; no rule knows it
    (scryfall("Pirates", "front_card", type_line="Card"), None, None, None, ""),
    (scryfall("Some // Day", "hologram", card_faces=[face("Some", "{1}"), face("Day", "{2}")]),
     None, None, None, ""),
]  # fmt: skip


def objects() -> list[dict[str, Any]]:
    return [row[0] for row in SCRYFALL]


def mtgjson(name: str, layout: str = "normal", **more: Any) -> dict[str, Any]:
    return {"name": name, "layout": layout, "type": "Creature", "colorIdentity": [],
            "uuid": f"{name} {more.get('side', '')}", **more}  # fmt: skip


def sided(name: str, layout: str, *faces: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the objects of the faces of one card."""
    ids = [f"{name} {side}" for side in "abcdefgh"[: len(faces)]]
    return [
        mtgjson(name, layout, side=side, faceName=part, **{**f, "uuid": own},
                otherFaceIds=[i for i in ids if i != own])
        for side, part, own, f in zip("abcdefgh", name.split(" // "), ids, faces, strict=False)
    ]  # fmt: skip


MELD = ["Left Wing", "Both Wings", "Right Wing"]

# (objects, mana value, colors, color identity)
MTGJSON: list[tuple[list[dict[str, Any]], Any, str | None, str | None]] = [
    ([mtgjson("Plain", manaCost="{2}{W}", manaValue=3.0)], 3, "W", "W"),
    ([mtgjson("Field", type="Land", text="{T}: Add {G}.")], 0, "", "G"),
    (sided("Split // Halves", "split", {"manaCost": "{1}{R}"}, {"manaCost": "{2}{U}"}),
     5, "UR", "UR"),
    (sided("Dusk // Dawn", "aftermath", {"manaCost": "{2}{W}"}, {"manaCost": "{3}{W}"}),
     7, "W", "W"),
    (sided("A // B // C", "split", *({"manaCost": c} for c in ("{W}", "{U}", "{5}"))),
     7, "WU", "WU"),
    (sided("Front // Back", "transform", {"manaCost": "{1}{G}"}, {"colorIndicator": ["R"]}),
     2, "G", "RG"),
    (sided("Twice // Twice", "reversible_card", {"manaCost": "{U}"}, {"manaCost": "{U}"}),
     1, "U", "U"),
    (sided("Wyrm // Omen // Wyrm // Omen", "reversible_card", {"manaCost": "{3}{G}{G}"},
           {"manaCost": "{2}{G}", "type": f"Sorcery{DASH}Omen"}), 5, "G", "G"),
    ([mtgjson("Bear", "token", colors=["G"])], 0, "G", None),
    ([mtgjson("Left Wing // Both Wings", "meld", side="a", faceName="Left Wing",
              manaCost="{2}{W}", cardParts=MELD)], 3, "W", "W"),
    ([mtgjson("Both Wings", "meld", side="b", faceName="Both Wings", cardParts=MELD)],
     8, "", "WB"),
    ([mtgjson("Right Wing // Both Wings", "meld", side="a", faceName="Right Wing",
              manaCost="{4}{B}", cardParts=MELD)], 5, "B", "B"),
]  # fmt: skip
