"""Numbering the nodes of a graph in an order that does not depend on their names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

__all__ = ["Line", "numbered"]

Line = tuple[str, int, int]
Touching = dict[int, list[tuple[str, int]]]


def numbered(rows: Mapping[int, Any], lines: Sequence[Line]) -> list[int]:
    """Return the nodes of a graph in an order that follows from what they are.

    Parameters
    ----------
    rows : mapping of int to object
        What each node is by itself, of plain values.
    lines : sequence of (str, int, int)
        What a node has to do with another.

    Returns
    -------
    list of int
        Numbered by it, two graphs that are equal but for the names of their nodes come out
        equal; two that are not come out different.

    Notes
    -----
    Nodes are told apart by what they are, then by what they have lines to, again and again.
    Where some stay alike one of them is put first.  If nodes stay alike that cannot change
    places, equal graphs may come out different, never different ones equal.
    """
    rank = _ranked({n: repr(row) for n, row in rows.items()})
    touching: Touching = {n: [] for n in rank}
    for label, a, b in lines:
        touching[a].append((f">{label}", b))
        touching[b].append((f"<{label}", a))
    while lines:
        rank = _refined(rank, touching)
        count = Counter(rank.values())
        alike = [(r, n) for n, r in rank.items() if count[r] > 1 and touching[n]]
        if not alike:
            break
        first = min(alike)[1]
        rank = _ranked({n: (r, n != first) for n, r in rank.items()})
    return sorted(rank, key=lambda n: rank[n])


def _refined(rank: dict[int, int], touching: Touching) -> dict[int, int]:
    """Tell nodes apart by their lines until that tells no more apart."""
    classes = len(set(rank.values()))
    while True:
        rank = _ranked(
            {
                n: (r, tuple(sorted((label, rank[other]) for label, other in touching[n])))
                for n, r in rank.items()
            }
        )
        now = len(set(rank.values()))
        if now == classes:
            return rank
        classes = now


def _ranked(keys: Mapping[int, Any]) -> dict[int, int]:
    place = {key: n for n, key in enumerate(sorted(set(keys.values())))}
    return {node: place[key] for node, key in keys.items()}
