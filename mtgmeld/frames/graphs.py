"""What was explored as a graph: of networkx, and as text for Mermaid and Graphviz."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mtgmeld.errors import need
from mtgmeld.frames.explored import actions_in_words, state_words
from mtgmeld.game.explore import Exploration
from mtgmeld.hooks import fills

if TYPE_CHECKING:
    from networkx import MultiDiGraph

# what may stand in a label of Mermaid as it is; anything else is written by its number
_PLAIN = frozenset(" ,.:+-/_'()")


@fills("graph.networkx", Exploration)
def to_networkx(explored: Exploration) -> MultiDiGraph[int]:
    """Return a graph of networkx; see :meth:`Exploration.to_networkx`."""
    need("graph", "networkx")
    from networkx import MultiDiGraph

    graph: MultiDiGraph[int] = MultiDiGraph(edition=explored.states[0].edition.date)
    found = zip(explored.states, explored.depths, state_words(explored), strict=True)
    for number, (state, depth, words) in enumerate(found):
        graph.add_node(number, state=state, depth=depth, words=words)
    for edge, words in actions_in_words(explored):
        about = {"objects": edge.objects, "cards": edge.cards, "rules": edge.rules}
        graph.add_edge(edge.start, edge.end, action=words, **about)
    return graph


def _mermaid(text: str) -> str:
    return "".join(c if c.isalnum() or c in _PLAIN else f"#{ord(c)};" for c in text)


@fills("graph.mermaid", Exploration)
def to_mermaid(explored: Exploration) -> str:
    """Return a flow chart; see :meth:`Exploration.to_mermaid`."""
    nodes = [f'    s{n}["{_mermaid(w)}"]' for n, w in enumerate(state_words(explored))]
    edges = [f'    s{e.start} -->|"{_mermaid(w)}"| s{e.end}' for e, w in actions_in_words(explored)]
    return "\n".join(["flowchart LR", *nodes, *edges]) + "\n"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


@fills("graph.dot", Exploration)
def to_dot(explored: Exploration) -> str:
    """Return a graph in the language of Graphviz; see :meth:`Exploration.to_dot`."""
    nodes = [f"    s{n} [label={_quoted(w)}];" for n, w in enumerate(state_words(explored))]
    edges = [
        f"    s{e.start} -> s{e.end} [label={_quoted(w)}];" for e, w in actions_in_words(explored)
    ]
    head = ["digraph explored {", "    rankdir=LR;", "    node [shape=box];"]
    return "\n".join([*head, *nodes, *edges, "}"]) + "\n"
