"""Situations as text: the notation, the runner, the schema."""

from mtgmeld.scenario.playing import Run, Scenario
from mtgmeld.scenario.schema import schema

__all__ = ["Run", "Scenario", "schema"]
