"""Small rules texts in our own words, in the publisher's layout."""

from __future__ import annotations

HEAD = """Magic: The Gathering Comprehensive Rules

These rules are effective as of {date}.

Introduction

This text was made up for tests. It’s no rule of any game.

Contents

1. Game Concepts
100. General
101. Golden Things

7. Further Things
709. Halves

Glossary

Credits

"""

BODY = """1. Game Concepts

100. General

100.1. A made-up game needs two or more people. See rule 709.

100.1a With exactly two it’s a duel.

100.1b With more it’s a crowd. (See rules 709.2a–c and rule 101.)
     This paragraph belongs to the rule before it.

101. Golden Things

101.1. A card that argues with the text wins. This doesn’t hold for 100.1b.
Example: A card says “nobody loses.” Then nobody loses.
Example: Two cards disagree. The one that forbids wins.

7. Further Things

709. Halves

709.1. A card in halves has a left one and a right one.

709.2. Each half is half a card, see rule 101.1, “Golden Things.”

709.2a The left half comes first.

709.2b The right half comes second – always.

709.2c Neither half comes third.

"""

TAIL = """Glossary

Half
1. One of two parts. See rule 709.2a.

Credits

Written by nobody in particular.
"""

NUMBERS = ["100.1", "100.1a", "100.1b", "101.1", "709.1", "709.2", "709.2a", "709.2b", "709.2c"]


def text(date: str = "April 1, 2019", body: str = BODY) -> str:
    """Return a whole text of an edition."""
    return HEAD.format(date=date) + body + TAIL
