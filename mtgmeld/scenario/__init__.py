"""Situations as text: the notation, the runner, the schema."""

from mtgmeld.scenario.play import Scenario
from mtgmeld.scenario.runs import Run
from mtgmeld.scenario.schema import schema

__all__ = ["Run", "Scenario", "schema"]
