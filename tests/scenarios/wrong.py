"""Situations that are wrong: what is wrong, the line below the title, and what is said of it."""

from __future__ import annotations

__all__ = ["HEAD", "IMPOSSIBLE", "SENSE", "SHAPE"]

HEAD = 'title = "A situation that is wrong"\n'

# a field or a word that the notation does not have: a stock validator refuses these too
SHAPE: dict[str, tuple[str, int | None, tuple[str, ...]]] = {
    "a field of the head": ('ruls = ["709.4"]', 1, ("'ruls'", "rules")),
    "a field of an object": (
        '[[start]]\ncard = "Forest"\nzoen = "hand"',
        3,
        ("start 1, field zoen", "zone"),
    ),
    "a kind of value": (
        '[[start]]\ncard = "Forest"\ntapped = "yes"',
        3,
        ("start 1, field tapped", "true or false, not 'yes'"),
    ),
    "a zone": ('[[start]]\ncard = "Forest"\nzone = "hnad"', 3, ("'hnad'", "hand")),
    "neither card nor token": ('[[start]]\nid = "it"', 1, ("one of card, token",)),
    "card and token": ('[[start]]\ncard = "Forest"\ntoken = "Human"', 1, ("one of card, token",)),
    "an event": ('[[watch]]\nid = "it"\nwhen = "die"', 3, ("'die'", "dies")),
    "an unknown verb": ('[[effect]]\nreplce = "graveyard"', 2, ("'replce'", "replace")),
    "two verbs": ('[[effect]]\nforbid = "cast"\nset = { power = 1 }', 1, ("one verb",)),
    "a field of an effect": (
        '[[effect]]\nforbid = "cast"\nwhatt = "t:creature"',
        3,
        ("'whatt'", "what"),
    ),
    "a field of a change": ("[[effect]]\nset = { powr = 1 }", 2, ("'powr'", "power")),
    "an instruction": (
        '[[effect]]\ntrigger = "dies"\ndo = { do = "drw" }',
        3,
        ("'drw'", "draw"),
    ),
    "a field of an instruction": (
        '[[effect]]\ntrigger = "dies"\ndo = { do = "draw", cuont = 1 }',
        3,
        ("'cuont'", "count"),
    ),
    "an action": ('[[step]]\ndo = "destory"\nobject = "it"', 2, ("'destory'", "destroy")),
    "no action": ('[[step]]\nobject = "it"', 1, ("does not say what is done",)),
    "an argument": (
        '''[[start]]
card = "Forest"

[[step]]
do = "destroy"
objct = "Forest"
object = "Forest"''',
        6,
        ("step 1, field objct", "object"),
    ),
    "an argument that is missing": ('[[step]]\ndo = "destroy"', 1, ("`object`",)),
    "a field of an expectation": (
        '[[start]]\ncard = "Forest"\n\n[[expect]]\nobject = "Forest"\nmana_vaule = 0',
        6,
        ("expectation 1, field mana_vaule", "mana_value"),
    ),
    "a field of a step's expectation": (
        '[[step]]\ndo = "note"\n\n[[step.expect]]\nstck = []',
        5,
        ("step 1, expectation 1, field stck", "stack"),
    ),
    "an expectation that is no table": (
        '[[step]]\ndo = "note"\nexpect = {}',
        3,
        ("[[step.expect]]",),
    ),
    "a step that would be allowed": (
        '[[expect]]\nallowed = { do = "destory" }',
        2,
        ("field allowed", "'destory'", "destroy"),
    ),
}

# what a validator cannot know
SENSE: dict[str, tuple[str, int | None, tuple[str, ...]]] = {
    "a rule": ('rules = ["712.99"]', 1, ("'712.99'", "712.9")),
    "an edition": ('edition = "2018-13-01"', 1, ("'2018-13-01'", "edition")),
    "an edition before all": ('edition = "2001-01-01"', 1, ("2016-07-22",)),
    "a policy": ('policies = { "devotion to a Rom" = "both halves" }', 1, ("devotion to a Room",)),
    "a reading": ('policies = { "devotion to a Room" = "none" }', 1, ("unlocked halves",)),
    "a step to begin in": ('begins = "upkep"', 1, ("'upkep'", "upkeep")),
    "a player": ('active = "me"', 1, ("'me'", "you")),
    "a player's life": ("life = { me = 3 }", 1, ("'me'", "you")),
    "a player's mana": ('mana = { me = "G" }', 1, ("'me'", "you")),
    "mana": ('mana = { you = "{Q}" }', 1, ("field mana", "{Q}")),
    "a card": ('[[start]]\ncard = "Chitering Host"', 2, ("'Chitering Host'", "Chittering Host")),
    "two objects of one handle": (
        '[[start]]\ncard = "Forest"\nid = "it"\n\n[[start]]\ncard = "Island"\nid = "it"',
        7,
        ("start 2, field id", "'it'"),
    ),
    "what it is attached to": (
        '''[[start]]
card = "False Demise"
attached_to = "host"

[[start]]
card = "Forest"
id = "hosts"''',
        3,
        ("'host'", "hosts"),
    ),
    "a chosen name": ('[[start]]\ncard = "Meddling Mage"\nnamed = "Ices"', 3, ("'Ices'", "Ice")),
    "a filter": (
        '[[watch]]\nid = "it"\nwhen = "dies"\nwhat = "t:(x"',
        4,
        ("field what", "position"),
    ),
    "a filter's field": (
        '[[effect]]\nforbid = "cast"\nwhat = "colr:w"',
        3,
        ("field what", "color"),
    ),
    "two watches of one id": (
        '[[watch]]\nid = "it"\nwhen = "dies"\n\n[[watch]]\nid = "it"\nwhen = "enters"',
        6,
        ("watch 2", "'it'"),
    ),
    "a change of a cost": ('[[effect]]\ncost = "a lot"', 2, ("'a lot'", "{1}")),
    "an amount": ('[[effect]]\nset = { power = "lots" }', 2, ("'lots'", "count FILTER")),
    "what is copied": (
        '[[start]]\ncard = "Silvercoat Lion"\n\n[[effect]]\ncopy = "Grizly Bears"',
        5,
        ("effect 1, field copy", "Grizzly Bears"),
    ),
    "a handle": (
        '''[[start]]
card = "Forest"
id = "the forest"

[[step]]
do = "destroy"
object = "the forst"''',
        7,
        ("step 1, field object", "the forest"),
    ),
    "a name of two objects": (
        '''[[start]]
card = "Forest"

[[start]]
card = "Forest"

[[step]]
do = "tap"
object = "Forest"''',
        9,
        ("'Forest'", "Forest #1", "Forest #2"),
    ),
    "a rule that refuses": ('[[step]]\ndo = "note"\nillegal = "709.99"', 3, ("'709.99'",)),
    "options without a question": ('[[step]]\ndo = "note"\noptions = [1]', 3, ("asks",)),
    "a step of a turn": ('[[step]]\ndo = "note"\nduring = "upkep"', 3, ("'upkep'", "upkeep")),
    "who acts": ('[[step]]\ndo = "draw"\nplayer = "me"', 3, ("'me'", "you")),
    "too many": ('[[step]]\ndo = "create token"\nname = "Human"\ncount = 1000000000', 4, ("1000",)),
    "fewer than none": ('[[step]]\ndo = "draw"\ncount = -5', 3, ("-5 is below 0 [107.1b]",)),
    "an object to ask about": ('[[expect]]\nobject = "nobody"\nnames = []', 2, ("'nobody'",)),
    "nothing that is asked": ('[[expect]]\nnote = "nothing"', 1, ("asks nothing",)),
    "a watch to ask about": (
        """[[watch]]
id = "creature died"
when = "dies"

[[expect]]
triggered = { "creature dies" = 1 }""",
        6,
        ("'creature dies'", "creature died"),
    ),
    "a kind of event": ("[[expect]]\nevents = { mov = 0 }", 2, ("'mov'", "move")),
    "a cost": ('[[expect]]\nobject = "it"\nmana_cost = "{Z"', 3, ("field mana_cost", "brace")),
}

# a start that the rules cannot bring about
IMPOSSIBLE: dict[str, tuple[str, int | None, tuple[str, ...]]] = {
    "two designations on a permanent that is no Room": (
        '[[start]]\ncard = "Grizzly Bears"\nunlocked = ["left", "right"]',
        3,
        ("field unlocked", "709.5c"),
    ),
    "a designation off the battlefield": (
        '[[start]]\ncard = "Bottomless Pool // Locker Room"\nzone = "hand"\nunlocked = "left"',
        4,
        ("field unlocked", "709.5c"),
    ),
    "a half that the Room does not have": (
        '[[start]]\ncard = "Bottomless Pool // Locker Room"\nunlocked = "Glassworks"',
        3,
        ("'Glassworks'", "Bottomless Pool"),
    ),
    "a token that melded": (
        '[[start]]\ncard = "Graf Rats"\ntoken_copy = true\nmelded = true',
        4,
        ("field melded", "701.42b"),
    ),
    "a card of no pair that melded": (
        '[[start]]\ncard = "Grizzly Bears"\nmelded = true',
        3,
        ("field melded", "701.42b"),
    ),
    "a melded permanent off the battlefield": (
        '[[start]]\ncard = "Chittering Host"\nzone = "hand"',
        3,
        ("field zone", "712.21"),
    ),
    "a melded permanent face down": (
        '[[start]]\ncard = "Chittering Host"\nface_down = true',
        3,
        ("field face_down", "712.16"),
    ),
    "a token in a hand": (
        '[[start]]\ncard = "Graf Rats"\ntoken_copy = true\nzone = "hand"',
        4,
        ("field zone", "111.7"),
    ),
    "a token that is a commander": (
        '[[start]]\ntoken = "Human"\ncommander = true',
        3,
        ("field commander", "903.3"),
    ),
    "a card in a hand that is tapped": (
        '[[start]]\ncard = "Forest"\nzone = "hand"\ntapped = true',
        4,
        ("field tapped", "110.5"),
    ),
    "the back of a split card": (
        '[[start]]\ncard = "Bottomless Pool // Locker Room"\nface = "back"',
        3,
        ("field face", "709.1"),
    ),
    "a split spell of no half": (
        '[[start]]\ncard = "Fire // Ice"\nzone = "stack"',
        None,
        ("709.3", "which"),
    ),
    "both halves without fuse": (
        '[[start]]\ncard = "Fire // Ice"\nzone = "stack"\ncast = "fused"',
        4,
        ("field cast", "702.102a"),
    ),
    "an instant on the battlefield": ('[[start]]\ncard = "Lightning Bolt"', None, ("304.4",)),
    "a land on the stack": ('[[start]]\ncard = "Forest"\nzone = "stack"', 3, ("305.1",)),
    "X of a permanent": ('[[start]]\ncard = "Hangarback Walker"\nx = 3', 3, ("field x", "107.3g")),
    "fewer counters than none": (
        '[[start]]\ncard = "Grizzly Bears"\ncounters = { "+1/+1" = -2 }',
        3,
        ("field counters", "122.1"),
    ),
    "an Aura on itself": (
        '[[start]]\ncard = "False Demise"\nid = "it"\nattached_to = "it"',
        None,
        ("303.4d",),
    ),
    "an Aura on a card in a hand": (
        '''[[start]]
card = "False Demise"
attached_to = "it"

[[start]]
card = "Grizzly Bears"
id = "it"
zone = "hand"''',
        None,
        ("no permanent",),
    ),
    "players of one name": ('players = ["you", "you"]', 1, ("field players", "100.1")),
}
