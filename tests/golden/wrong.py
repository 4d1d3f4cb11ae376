"""Input that is wrong: situations with their text, and words of the command line."""

from __future__ import annotations

from tests.scenarios.wrong import HEAD, IMPOSSIBLE, SENSE, SHAPE

EDITION = 'edition = "2026-04-17"\n'

ROOM = '[[start]]\ncard = "Bottomless Pool // Locker Room"\nid = "room"\n'
ATTACK = 'begins = "declare attackers"\n'
BEARS = '[[start]]\ncard = "Grizzly Bears"\nid = "bears"\n'
PAIR = (
    '[[start]]\ncard = "Graf Rats"\nid = "rats"\n'
    '[[start]]\ncard = "Midnight Scavengers"\nid = "scavengers"\n'
)
DELVER = '[[start]]\ncard = "Delver of Secrets"\nid = "delver"\n'


def in_hand(card: str) -> str:
    return f'[[start]]\ncard = "{card}"\nzone = "hand"\nid = "card"\n'


def step(do: str, **fields: str) -> str:
    more = "".join(f"{k.removesuffix('_')} = {v}\n" for k, v in fields.items())
    return f'[[step]]\ndo = "{do}"\n{more}'


# what rules forbid, what does nothing by the rules, and what asks for a choice, though the file
# does not say so
FORBIDDEN: dict[str, str] = {
    "unlocking what is unlocked": ROOM.replace("id =", 'unlocked = "left"\nid =')
    + step("unlock", object='"room"', half='"left"'),
    "unlocking without saying which half": ROOM + step("unlock", object='"room"'),
    "unlocking for too little": ROOM + step("unlock", object='"room"', half='"left"', pay='"{1}"'),
    "unlocking in an opponent's turn": 'active = "opponent"\n'
    + ROOM
    + step("unlock", object='"room"', half='"left"', player='"you"'),
    "unlocking in the upkeep": 'begins = "upkeep"\n'
    + ROOM
    + step("unlock", object='"room"', half='"left"'),
    "unlocking a half that is not there": ROOM
    + step("unlock", object='"room"', half='"Glassworks"'),
    "unlocking what is no Room": BEARS + step("unlock", object='"bears"', half='"left"'),
    "unlocking a card in a hand": in_hand("Bottomless Pool // Locker Room")
    + step("unlock", object='"card"', half='"left"'),
    "unlocking another player's Room": ROOM.replace("id =", 'controller = "opponent"\nid =')
    + step("unlock", object='"room"', half='"left"', player='"you"'),
    "casting a Room without a half": in_hand("Bottomless Pool // Locker Room")
    + step("cast", object='"card"'),
    "casting a Room fused": in_hand("Bottomless Pool // Locker Room")
    + step("cast", object='"card"', half='"fused"'),
    "casting both halves without fuse": in_hand("Fire // Ice")
    + step("cast", object='"card"', half='"fused"'),
    "casting a half that is not there": in_hand("Fire // Ice")
    + step("cast", object='"card"', half='"Tear"'),
    "casting a land": in_hand("Forest") + step("cast", object='"card"'),
    "casting what is in play": BEARS + step("cast", object='"bears"'),
    "casting from a graveyard": in_hand("Grizzly Bears").replace("hand", "graveyard")
    + step("cast", object='"card"'),
    "casting a half with aftermath from a hand": in_hand("Cut // Ribbons")
    + step("cast", object='"card"', half='"Ribbons"'),
    "casting the back of a transforming card": in_hand("Delver of Secrets")
    + step("cast", object='"card"', face='"Insectile Aberration"'),
    "casting the land of a modal card": in_hand("Shatterskull Smashing")
    + step("cast", object='"card"', face='"Shatterskull, the Hammer Pass"'),
    "casting a creature in the upkeep": 'begins = "upkeep"\n'
    + in_hand("Grizzly Bears")
    + step("cast", object='"card"'),
    "a land with a full stack": in_hand("Forest")
    + '[[start]]\ncard = "Lightning Bolt"\nzone = "hand"\nid = "bolt"\n'
    + step("cast", object='"bolt"', target='"opponent"')
    + step("play land", object='"card"'),
    "a second land": 'land_played = ["you"]\n'
    + in_hand("Forest")
    + step("play land", object='"card"'),
    "playing what is no land": in_hand("Grizzly Bears") + step("play land", object='"card"'),
    "melding with nobody": PAIR + step("meld", object='"rats"', with_='"nobody"'),
    "melding what is no pair": PAIR + BEARS + step("meld", object='"rats"', with_='"bears"'),
    "melding a permanent with itself": PAIR + step("meld", object='"rats"', with_='"rats"'),
    "melding a token": PAIR.replace('id = "rats"', 'token_copy = true\nid = "rats"')
    + step("meld", object='"rats"', with_='"scavengers"'),
    "melding what another player owns": PAIR.replace(
        'id = "rats"', 'owner = "opponent"\nid = "rats"'
    )
    + step("meld", object='"rats"', with_='"scavengers"'),
    "transforming what has one face": BEARS + step("transform", object='"bears"'),
    "transforming a melded permanent": '[[start]]\ncard = "Chittering Host"\nid = "host"\n'
    + step("transform", object='"host"'),
    "transforming a Room": ROOM + step("transform", object='"room"'),
    "transforming a card in a hand": in_hand("Delver of Secrets")
    + step("transform", object='"card"'),
    "turning a double-faced permanent face down": DELVER
    + step("turn face down", object='"delver"'),
    "turning up what is up": BEARS + step("turn face up", object='"bears"'),
    "flipping what does not flip": BEARS + step("flip", object='"bears"'),
    "attacking with a tapped creature": ATTACK
    + BEARS.replace("id =", "tapped = true\nid =")
    + step("attack", object='"bears"'),
    "attacking with a Room": ATTACK + ROOM + step("attack", object='"room"'),
    "tapping for mana what makes none": BEARS + step("tap for mana", object='"bears"'),
    "tapping what is tapped for mana": (
        '[[start]]\ncard = "Forest"\ntapped = true\nid = "forest"\n'
        + step("tap for mana", object='"forest"')
    ),
    "destroying a card in a hand": in_hand("Grizzly Bears") + step("destroy", object='"card"'),
    "sacrificing another player's permanent": BEARS.replace("id =", 'controller = "opponent"\nid =')
    + step("sacrifice", object='"bears"', player='"you"'),
    "discarding what is in play": BEARS + step("discard", object='"bears"'),
    "countering what is in play": BEARS + step("counter", object='"bears"'),
    "resolving an empty stack": step("resolve"),
    "copying a permanent as a spell": BEARS + step("copy spell", object='"bears"'),
    "becoming a copy of itself in no play": in_hand("Grizzly Bears")
    + BEARS
    + step("become copy", object='"card"', of='"bears"'),
    "an ability that is not there": BEARS + step("activate", object='"bears"', ability='"fly"'),
    "loyalty of a creature": BEARS + step("activate loyalty", object='"bears"'),
    "more counters than there are": BEARS
    + step("remove counters", object='"bears"', kind='"+1/+1"', count="2"),
    "attaching a creature": BEARS + DELVER + step("attach", object='"bears"', to='"delver"'),
    "drawing by nobody": step("draw", player='"nobody"'),
    "a name that no card has": BEARS + step("choose name", object='"bears"', name='"Firre"'),
    "a name of a whole split card": (
        '[[start]]\ncard = "Meddling Mage"\nid = "mage"\n'
        + step("choose name", object='"mage"', name='"Fire // Ice"')
    ),
    "a name of a token": (
        '[[start]]\ncard = "Meddling Mage"\nid = "mage"\n'
        + step("choose name", object='"mage"', name='"Human"')
    ),
    "two piles in no order": '[[start]]\ncard = "Chittering Host"\nid = "host"\n'
    + step("put into library", object='"host"'),
    "a token of no type": step("create token", name='"Thing"', types='["Thingy"]'),
    "locking what is locked": ROOM + step("lock by effect", object='"room"', half='"left"'),
    "an object that has left": BEARS
    + step("destroy", object='"bears"')
    + step("destroy", object='"bears"'),
    "a target of a spell that is not modeled": in_hand("Act of Treason")
    + ROOM
    + step("cast", object='"card"', target='"room"'),
    "becoming a copy of nothing": ROOM + step("become copy", object='"room"', of='"nobody"'),
    "a copy of a melded permanent that melds": (
        PAIR
        + BEARS
        + step("become copy", object='"bears"', of='"rats"')
        + step("meld", object='"bears"', with_='"scavengers"')
    ),
    "a face that is not there": in_hand("Delver of Secrets")
    + step("cast", object='"card"', face='"Delver of Sekrets"'),
    "an X below nothing": in_hand("Hangarback Walker") + step("cast", object='"card"', x="-1"),
    "an X of no cost": in_hand("Grizzly Bears") + step("cast", object='"card"', x="2"),
    "mana that does not pay": in_hand("Grizzly Bears")
    + step("cast", object='"card"', pay='"{R}{R}"'),
    "mana that is no mana": in_hand("Grizzly Bears") + step("cast", object='"card"', pay='"{Q}"'),
    "locking without saying which half": ROOM + step("lock by effect", object='"room"'),
    "unlocking by an effect what is unlocked": ROOM.replace(
        "id =", 'unlocked = ["left", "right"]\nid ='
    )
    + step("unlock by effect", object='"room"', half='"left"'),
    "a token copy of nothing": step("create token copy", of='"nothing"'),
    "exiling what has left": BEARS + step("exile", object='"bears"') * 2,
    "milling a number that is none": step("mill", count='"two"'),
    "into the command zone though it is no commander": BEARS
    + step("put into command zone", object='"bears"'),
    "searching in a library for a word": step("search", what='"(("'),
    "tapping twice": BEARS + step("tap", object='"bears"') * 2,
    "untapping what is not tapped": BEARS + step("untap", object='"bears"'),
    "plotting from the battlefield": BEARS + step("plot", object='"bears"'),
    "ending an effect by a field that is not there": step("end effect", effect='"none"'),
    "winning twice": step("win game", player='"you"') * 2,
    "an effect without an amount": '[[effect]]\nset = { power = "count" }\n',
    "a filter with a field that is unknown": '[[expect]]\nzone = "battlefield"\n'
    'matching = "colour:x"\ncount = 0\n',
    "an amount of an unknown player": BEARS
    + '[[effect]]\nset = { power = "devotion Q" }\nwhat = "t:creature"\n',
    "an expectation that fails by its type": BEARS
    + '[[expect]]\nobject = "bears"\nmana_value = "two"\n',
    "more life than any number holds": "life = { you = 99999999999999999999 }\n",
    "a policy by another name": 'policies = { "devotion" = "both halves" }\n',
}

SITUATIONS: dict[str, str] = {
    **{
        name: HEAD + ("" if text.startswith("edition") else EDITION) + text
        for group in (SHAPE, SENSE, IMPOSSIBLE)
        for name, (text, *_) in group.items()
    },
    **{name: HEAD + EDITION + text for name, text in FORBIDDEN.items()},
}

_DATE = ("--edition", "2026-04-17")


def _explain(card: str, value: str, *more: str) -> tuple[str, ...]:
    return ("explain", card, value, *more, *_DATE)


COMMANDS: tuple[tuple[str, ...], ...] = (
    _explain("Chitering Host", "names"),
    _explain("Fire / Ice / Fire", "names"),
    _explain("", "names"),
    _explain("Fire // Tear", "names"),
    _explain("Fire // Ice", "mana_vaule"),
    _explain("Fire // Ice", "manavalue"),
    _explain("Fire // Ice", "colour identity of"),
    _explain("Fire // Ice", "names", "--zone", "hnad"),
    _explain("Fire // Ice", "names", "--zone", "battlefield"),
    _explain("Fire // Ice", "names", "--zone", "stack"),
    _explain("Fire // Ice", "names", "--cast", "fused"),
    _explain("Fire // Ice", "names", "--cast", "Tear"),
    _explain("Fire // Ice", "names", "--cast", "left", "--zone", "hand"),
    _explain("Fire // Ice", "names", "--face", "back"),
    _explain("Fire // Ice", "names", "--unlocked", "left"),
    _explain("Fire // Ice", "names", "--melded"),
    _explain("Fire // Ice", "names", "--token"),
    _explain("Fire // Ice", "mana_value", "--x", "3"),
    _explain("Ribbons", "mana_value", "--x", "-1"),
    _explain("Cut", "mana_value", "--x", "2"),
    _explain("Bottomless Pool // Locker Room", "names", "--unlocked", "middle"),
    _explain("Bottomless Pool // Locker Room", "names", "--unlocked", "Glassworks"),
    _explain("Bottomless Pool // Locker Room", "names", "--unlocked", "left", "--zone", "hand"),
    _explain("Bottomless Pool // Locker Room", "names", "--cast", "fused"),
    _explain("Bottomless Pool // Locker Room", "names", "--zone", "stack"),
    _explain("Bottomless Pool // Locker Room", "names", "--face", "front"),
    _explain("Chittering Host", "names", "--zone", "hand"),
    _explain("Chittering Host", "names", "--zone", "stack"),
    _explain("Chittering Host", "names", "--face", "back"),
    _explain("Graf Rats", "names", "--melded", "--zone", "graveyard"),
    _explain("Graf Rats", "names", "--melded", "--face", "front"),
    _explain("Graf Rats", "names", "--face", "back"),
    _explain("Grizzly Bears", "names", "--melded"),
    _explain("Grizzly Bears", "names", "--face", "back"),
    _explain("Grizzly Bears", "names", "--face", "sideways"),
    _explain("Grizzly Bears", "names", "--token", "--zone", "hand"),
    _explain("Grizzly Bears", "names", "--copy", "--zone", "hand"),
    _explain("Grizzly Bears", "names", "--cast", "left"),
    _explain("Forest", "names", "--zone", "stack"),
    _explain("Lightning Bolt", "names", "--zone", "battlefield"),
    _explain("Delver of Secrets", "names", "--face", "back", "--zone", "hand"),
    _explain("Delver of Secrets", "names", "--face", "back", "--zone", "stack"),
    _explain("Insectile Aberration", "names", "--zone", "graveyard"),
    _explain("Shatterskull Smashing", "names", "--zone", "battlefield"),
    _explain("Fire // Ice", "names", "--policy", "devotion"),
    _explain("Fire // Ice", "names", "--policy", "devotion to a Rom=both halves"),
    _explain("Fire // Ice", "names", "--policy", "devotion to a Room=none"),
    ("explain", "Fire // Ice", "names", "--edition", "2001-01-01"),
    ("explain", "Fire // Ice", "names", "--edition", "yesterday"),
    ("explain", "Fire // Ice", "names", "--edition", "2018-13-01"),
    ("table", "rooms", "Fire // Ice", *_DATE),
    ("table", "meld", "Grizzly Bears", *_DATE),
    ("table", "dfc", "Fire // Ice", *_DATE),
    ("table", "split", "Delver of Secrets", *_DATE),
    ("table", "names", "Firre", *_DATE),
    ("table", "identity", "Chitering Host", *_DATE),
    ("table", "rooms", "--edition", "1999"),
    ("rules", "history", "712.99@2026-04-17"),
    ("rules", "history", "712.4@2001-01-01"),
    ("rules", "history", "twelve"),
    ("vectors", "--rule", "999.9"),
    ("run",),
    ("run", "no/such/file.toml"),
    ("run", "--vectors", "no/such/file.jsonl"),
    ("rum",),
    ("tabel", "rooms"),
)
