"""Card files of any size, made up: the shape of a bulk file, with words of our own.

Names, texts and numbers come from a fixed seed, so two runs make the same bytes.  Costs, types
and layouts are drawn with the frequencies of real files, and the fields that nobody derives
from (links, prices, legalities) have their usual size, since reading past them is most of the
work.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

__all__ = ["write_bulk"]

COLORS = "WUBRG"
BASICS = {"W": "Plains", "U": "Island", "B": "Swamp", "R": "Mountain", "G": "Forest"}
SYLLABLES = "ka ro mi the lan dor vis per qua ne sol ur bra fen tir os gul ama rin eth".split()
WORDS = """
whenever a lantern or two other lanterns wake under your roof, sing once for each of them. the
keeper may walk a mile at dusk; if they do, every guest gains one story until the next morning.
count the doors that stand open and take as many steps, then close the last of them again
""".split()
TYPES = ("Creature", "Instant", "Sorcery", "Enchantment", "Artifact", "Planeswalker")
SUBTYPES = "Keeper Walker Singer Guest Lantern Warden Miller Rider Sage Smith".split()
FORMATS = """
standard future historic timeless gladiator pioneer explorer modern legacy pauper vintage penny
commander oathbreaker standardbrawl brawl alchemy paupercommander duel oldschool premodern predh
""".split()


class _Maker:
    def __init__(self, seed: int) -> None:
        self.draw = random.Random(seed)
        self.made = 0

    def name(self) -> str:
        d = self.draw
        first = "".join(d.choices(SYLLABLES, k=d.randint(2, 4))).capitalize()
        return f"{first} {d.choice(SUBTYPES)} {self.made}"

    def cost(self) -> str:
        d = self.draw
        colors = d.choices((0, 1, 2, 3), (10, 70, 18, 2))[0]
        letters = d.sample(COLORS, colors)
        generic = d.choices(range(9), (18, 20, 22, 18, 10, 6, 3, 2, 1))[0]
        pips = "".join("{" + c + "}" * 1 for c in letters)
        if d.random() < 0.25 and letters:
            pips += "{" + letters[0] + "}"
        if d.random() < 0.03 and len(letters) > 1:
            pips = "{" + "/".join(letters[:2]) + "}" + pips
        front = "{X}" if d.random() < 0.03 else ""
        number = "{" + str(generic) + "}" if generic or not (pips or front) else ""
        return front + number + pips

    def text(self, colors: list[str]) -> str:
        d = self.draw
        lines = []
        for _ in range(d.choices((0, 1, 2, 3, 4), (6, 34, 34, 18, 8))[0]):
            words = " ".join(d.choices(WORDS, k=d.randint(6, 34)))
            if d.random() < 0.35:
                symbol = d.choice(colors) if colors and d.random() < 0.4 else str(d.randint(1, 4))
                words = "{" + symbol + "}, {T}: " + words
            if d.random() < 0.3:
                words += " (" + " ".join(d.choices(WORDS, k=d.randint(5, 20))) + ".)"
            lines.append(words[:1].upper() + words[1:] + ".")
        return "\n".join(lines)


def _values(costs: list[str]) -> tuple[int, list[str]]:
    total, colors = 0, set()
    for cost in costs:
        for symbol in cost.strip("{}").split("}{"):
            if symbol.isdigit():
                total += int(symbol)
            elif symbol and symbol != "X":
                total += 1
                colors |= set(symbol) & set(COLORS)
    return total, sorted(colors)


def _envelope(maker: _Maker, number: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the fields before and after those that matter."""
    d = maker.draw
    key = f"{d.getrandbits(128):032x}"
    uuid = f"{key[:8]}-{key[8:12]}-{key[12:16]}-{key[16:20]}-{key[20:]}"
    host = "https://cards.example.invalid"
    code = f"s{number % 700:03d}"
    before = {
        "object": "card",
        "id": uuid,
        "multiverse_ids": [d.randint(1, 600_000)],
        "mtgo_id": d.randint(1, 100_000),
        "tcgplayer_id": d.randint(1, 500_000),
        "cardmarket_id": d.randint(1, 500_000),
    }
    middle = {
        "lang": "en",
        "released_at": f"{1994 + number % 32}-{1 + number % 12:02d}-{1 + number % 28:02d}",
        "uri": f"{host}/cards/{uuid}",
        "scryfall_uri": f"{host}/card/{code}/{number}/a-name-of-some-length?utm_source=api",
    }
    images = {
        size: f"{host}/{size}/front/{uuid[0]}/{uuid[1]}/{uuid}.jpg?1562{d.randint(0, 999_999):06d}"
        for size in ("small", "normal", "large", "png", "art_crop", "border_crop")
    }
    after = {
        "keywords": [],
        "legalities": {f: d.choice(("legal", "not_legal")) for f in FORMATS},
        "games": ["paper", "mtgo"],
        "reserved": False,
        "game_changer": False,
        "foil": True,
        "nonfoil": True,
        "finishes": ["nonfoil", "foil"],
        "oversized": False,
        "promo": False,
        "reprint": number % 3 == 0,
        "variation": False,
        "set_id": uuid,
        "set": code,
        "set_name": f"The Set of the Number {code}",
        "set_type": "expansion",
        "set_uri": f"{host}/sets/{uuid}",
        "set_search_uri": f"{host}/cards/search?order=set&q=e%3A{code}&unique=prints",
        "scryfall_set_uri": f"{host}/sets/{code}?utm_source=api",
        "rulings_uri": f"{host}/cards/{uuid}/rulings",
        "prints_search_uri": f"{host}/cards/search?order=released&q=oracleid%3A{uuid}",
        "collector_number": str(number % 400),
        "digital": False,
        "rarity": d.choice(("common", "uncommon", "rare", "mythic")),
        "flavor_text": " ".join(d.choices(WORDS, k=14)),
        "card_back_id": uuid,
        "artist": f"Painter {number % 900}",
        "artist_ids": [uuid],
        "illustration_id": uuid,
        "border_color": "black",
        "frame": "2015",
        "full_art": False,
        "textless": False,
        "booster": True,
        "story_spotlight": False,
        "edhrec_rank": d.randint(1, 30_000),
        "penny_rank": d.randint(1, 15_000),
        "prices": {
            k: f"{d.random() * 9:.2f}" for k in ("usd", "usd_foil", "eur", "eur_foil", "tix")
        },
        "related_uris": {
            k: f"{host}/{k}/search?type=card&text={uuid}&page=1&partner=p&utm_campaign=affiliate"
            for k in ("gatherer", "articles", "decks", "ranks")
        },
        "purchase_uris": {
            k: f"{host}/{k}/product/{number}?page=1&partner=p&utm_campaign=affiliate&utm_medium=api"
            for k in ("one", "two", "three")
        },
    }
    return {**before, "_": {**middle, "images": images}}, after


def _card(maker: _Maker, number: int) -> dict[str, Any]:
    d = maker.draw
    maker.made = number
    before, after = _envelope(maker, number)
    shared = before.pop("_")
    images = shared.pop("images")
    layout = d.choices(
        ("normal", "token", "transform", "split", "adventure", "modal_dfc", "saga", "land"),
        (830, 30, 18, 8, 6, 6, 8, 94),
    )[0]
    oracle = {"oracle_id": before["id"]}
    if layout in ("transform", "split", "adventure", "modal_dfc"):
        return _two_faces(maker, layout, {**before, **oracle}, shared, images, after)
    cost = "" if layout in ("token", "land") else maker.cost()
    value, colors = _values([cost])
    if layout == "land":
        basics = d.sample(COLORS, d.choice((0, 0, 0, 1, 2)))
        dash = " \u2014 " if basics else ""
        line, layout = "Land" + dash + " ".join(BASICS[b] for b in basics), "normal"
        text = maker.text(sorted(basics) or [d.choice(COLORS)])
    else:
        kind = d.choice(TYPES)
        line = f"{kind} \u2014 {d.choice(SUBTYPES)} {d.choice(SUBTYPES)}"
        text = maker.text(colors)
    if layout == "token":
        line, colors = "Token " + line, d.sample(COLORS, 1)
    found = [c for c in COLORS if c in colors or "{" + c + "}" in _plain(text)]
    return {
        **before,
        **oracle,
        "name": maker.name(),
        **shared,
        "layout": layout,
        "highres_image": True,
        "image_status": "highres_scan",
        "image_uris": images,
        "mana_cost": cost,
        "cmc": float(value),
        "type_line": line,
        "oracle_text": text,
        "colors": colors,
        "color_identity": sorted(found),
        **after,
    }


def _two_faces(
    maker: _Maker,
    layout: str,
    before: dict[str, Any],
    shared: dict[str, Any],
    images: dict[str, str],
    after: dict[str, Any],
) -> dict[str, Any]:
    d = maker.draw
    costs = [maker.cost(), "" if layout == "transform" else maker.cost()]
    room = layout == "split" and d.random() < 0.4
    faces = []
    for i, cost in enumerate(costs):
        _, colors = _values([cost])
        line = "Enchantment \u2014 Room" if room else f"{d.choice(TYPES)} \u2014 Walker"
        face: dict[str, Any] = {
            "object": "card_face",
            "name": maker.name() + "ab"[i],
            "mana_cost": cost,
            "type_line": line,
            "oracle_text": maker.text(colors),
            "artist": "Painter",
            "illustration_id": before["id"],
        }
        if layout in ("transform", "modal_dfc"):
            if layout == "transform" and i:
                face["color_indicator"] = colors = _values(costs[:1])[1]
            face |= {"colors": colors, "image_uris": images}
        faces.append(face)
    both = _values(costs if layout == "split" else costs[:1])
    every = set(_values(costs)[1])
    for face in faces:
        every |= {c for c in COLORS if "{" + c + "}" in _plain(face["oracle_text"])}
    card = {
        **before,
        "name": " // ".join(f["name"] for f in faces),
        **shared,
        "layout": layout,
        "highres_image": True,
        "image_status": "highres_scan",
        "cmc": float(both[0]),
        "type_line": " // ".join(f["type_line"] for f in faces),
        "color_identity": sorted(every),
        "card_faces": faces,
    }
    if layout in ("split", "adventure"):
        card |= {"mana_cost": " // ".join(costs), "colors": both[1], "image_uris": images}
    return {**card, **after}


def _plain(text: str) -> str:
    out, depth = [], 0
    for c in text:
        depth += c == "("
        if not depth:
            out.append(c)
        depth -= c == ")"
    return "".join(out)


def _cards(number: int, printings: int) -> Iterator[str]:
    """Yield the objects, each card `printings` times with its own identifiers."""
    maker = _Maker(20_260_417)
    other = _Maker(7)
    for i in range(number):
        card = _card(maker, i)
        yield json.dumps(card, ensure_ascii=False, separators=(",", ":"))
        for j in range(1, printings):
            before, after = _envelope(other, i * printings + j)
            card |= {"id": before["id"], "set": after["set"], "flavor_text": after["flavor_text"]}
            card["prices"] = after["prices"]
            yield json.dumps(card, ensure_ascii=False, separators=(",", ":"))


def write_bulk(path: Path, cards: int, printings: int = 1) -> int:
    """Write a bulk file, one object a line; return its size in bytes."""
    with path.open("w", encoding="utf-8", newline="\n") as out:
        out.write("[\n")
        for i, text in enumerate(_cards(cards, printings)):
            out.write(",\n" + text if i else text)
        out.write("\n]\n")
    return path.stat().st_size
