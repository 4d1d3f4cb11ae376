"""Names and texts that carry markup and scripts, and everything of ours that shows them."""

from __future__ import annotations

from mtgmeld.cards import Card, Face
from mtgmeld.catalog import Catalog

__all__ = ["ATTACK", "CELLS", "CONTROL", "card", "catalog", "rules", "situation"]

ATTACK = (
    '<script>window.hit=1</script><img src=x onerror="window.hit=1"> & \'"'
    "<svg onload=window.hit=1><iframe srcdoc='<script>parent.hit=1</script>'></iframe>"
    "<a href=javascript:window.hit=1 onmouseover=window.hit=1>x</a>"
    "</td></table></style></textarea></title>--><b style=position:fixed>hit</b>"
)
# what a page does with trusted markup: without this the test could not fail
CONTROL = """
from IPython.display import HTML
HTML("<i class=control>control</i><script>window.control = 1</script>")
"""


def card() -> Card:
    """Return a card whose every text is the attack."""
    face = Face(
        ATTACK,
        types=("Creature",),
        subtypes=(ATTACK,),
        power="1",
        toughness=ATTACK,
        keywords=(ATTACK,),
    )
    return Card(ATTACK, "normal", (face,), first_set=ATTACK, source=ATTACK)


def catalog() -> Catalog:
    """Return a catalog of that card."""
    return Catalog([card()])


def rules(other: str = "", date: str = "April 1, 2019") -> str:
    """Return a text in the layout of the rules whose every sentence is the attack."""
    lines = [f"These rules are effective as of {date}.", "", f"100. {ATTACK}"]
    lines += [f"100.{n}. {ATTACK} {n} {other if n == 2 else ''}" for n in range(1, 4)]
    return "\n".join([*lines, "Glossary", "", "Credits", ""])


def situation() -> str:
    """Return the text of a situation whose every free word is the attack."""
    from mtgmeld.scenario import Scenario

    made = (
        Scenario(ATTACK, note=ATTACK)
        .start(token=ATTACK, id=ATTACK, subtypes=[ATTACK], power=1, toughness=1)
        .watch(ATTACK, "dies")
        .step("destroy", object=ATTACK)
        .expect(triggered={ATTACK: 2})
    )
    return made.to_toml()


CELLS = [
    "import mtgmeld as mm\nfrom mtgmeld import explorers, figures\n"
    "from tests.trust import attack\n"
    "from IPython.display import HTML, SVG, Markdown, display\n"
    "%load_ext mtgmeld\n"
    "attack.ATTACK",
    "card, catalog = attack.card(), attack.catalog()\ncard",
    "mm.explain(card, 'names', catalog=catalog)",
    "mm.explain(card, 'subtypes', catalog=catalog)",
    "table = mm.color_identity_table(card, catalog=catalog)\ntable",
    "mm.show(table)",
    "HTML(mm.to_html(table, caption=attack.ATTACK))",
    "Markdown(mm.to_markdown(table))",
    "scenario = mm.Scenario.from_text(attack.situation())\nscenario",
    "run = scenario.play()\nrun",
    "run.state_list[0]",
    "run.transitions[0]",
    "run.events()",
    "run.diff(0, 1)",
    "mm.show(run.states())",
    "get_ipython().run_cell_magic('scenario', '', attack.situation())",
    "get_ipython().run_line_magic('why', \"'<img src=x onerror=window.hit=1>' names\")",
    "try:\n    mm.explain(attack.ATTACK, 'names')\nexcept mm.MtgmeldError as error:\n"
    "    print(error)",
    "ax = figures.room_states(mm.room_table('Bottomless Pool // Locker Room'),"
    " title=attack.ATTACK)\n"
    "SVG(figures.render(ax, 'svg'))",
    "HTML(figures.render(ax, 'svg').decode())",
    "explorers.scenario_player(attack.situation())",
    "explorers.identity_explorer(attack.ATTACK, catalog=catalog)",
    "from pathlib import Path\n"
    "Path('old.txt').write_text(attack.rules())\n"
    "Path('new.txt').write_text(attack.rules('changed <b onclick=hit>', 'April 1, 2020'))\n"
    "mm.rules.diff('old.txt', 'new.txt')",
    "mm.rules.read('old.txt')",
    "import json\n"
    "made = {'object': 'card', 'name': attack.ATTACK, 'layout': 'normal', 'mana_cost': '{1}',"
    " 'cmc': 2, 'type_line': attack.ATTACK, 'colors': [], 'color_identity': []}\n"
    "Path('cards.json').write_text(json.dumps([made]))\n"
    "mm.show(mm.read_cards('cards.json'))",
    "mm.read_card_file('cards.json').differences()",
    "mm.show(mm.read_deck(f'1 {attack.ATTACK}', catalog=catalog))",
]
