"""A machine that plays at random: every state is sound, and every run replays from its text.

Steps are rows of the notation, so that what hypothesis shrinks is a situation file.  One that
fails is written to ``tests/trust/failures``, to be mended and then kept as a scenario.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import msgspec
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from mtgmeld.files import write_whole
from mtgmeld.game.actions import ACTIONS, Action
from mtgmeld.game.explore import choices_of, faults_in, signature
from mtgmeld.game.state import State
from mtgmeld.scenario import Scenario
from mtgmeld.scenario.checking import action_of

FAILURES = Path(__file__).resolve().parent / "failures"

STARTS: tuple[tuple[dict[str, Any], ...], ...] = (
    ({"card": "Chittering Host", "id": "a"}, {"card": "Clone", "zone": "hand", "id": "b"}),
    (
        {"card": "Graf Rats", "id": "a"},
        {"card": "Midnight Scavengers", "id": "b"},
        {"card": "Mimic Vat", "controller": "opponent", "id": "c"},
    ),
    (
        {"card": "Glassworks // Shattered Yard", "id": "a", "unlocked": ["left"]},
        {"card": "Grizzly Bears", "controller": "opponent", "id": "b"},
        {"card": "Copy Enchantment", "zone": "hand", "id": "c"},
    ),
    (
        {"card": "Wear // Tear", "zone": "hand", "id": "a"},
        {"card": "Commit // Memory", "zone": "graveyard", "id": "b"},
        {"card": "Mimic Vat", "controller": "opponent", "id": "c"},
        {"card": "Leyline of the Void", "controller": "opponent", "id": "d"},
    ),
    (
        {"card": "Huntmaster of the Fells", "id": "a"},
        {"card": "Valki, God of Lies", "id": "b"},
        {
            "card": "Brisela, Voice of Nightmares",
            "id": "c",
            "commander": "Gisela, the Broken Blade",
        },
    ),
)
HANDLES = st.sampled_from(("a", "b", "c", "d"))
ONE = st.sampled_from(
    (
        "destroy",
        "sacrifice",
        "exile",
        "return to hand",
        "put into graveyard",
        "put onto battlefield",
        "blink",
        "transform",
        "turn face down",
        "turn face up",
        "unlock by effect",
        "lock by effect",
        "tap",
        "untap",
        "discard",
        "counter",
        "copy spell",
        "gain control",
        "put counters",
    )
)
EDITIONS = st.sampled_from(("2016-07-22", "2018-06-08", "2020-06-01", "2023-04-14", "2026-04-17"))


def row_of(action: Action) -> dict[str, Any]:
    """Return an action with its choices as a row of the notation."""
    kind = type(action)
    row: dict[str, Any] = {"do": kind.__struct_config__.tag}
    for field in msgspec.structs.fields(kind):
        value = getattr(action, field.name)
        default = field.default
        if value in (None, {}, [], ()) or value == default:
            continue
        row[field.encode_name] = msgspec.to_builtins(value)
    return row


class Play(RuleBasedStateMachine):
    """A situation that grows by random steps."""

    def __init__(self) -> None:
        super().__init__()
        self.scenario = Scenario("a random run")
        self.state: State | None = None

    @initialize(start=st.sampled_from(STARTS), edition=EDITIONS)
    def begin(self, start: tuple[dict[str, Any], ...], edition: str) -> None:
        self.scenario = Scenario("a random run", edition=edition)
        for row in start:
            self.scenario = self.scenario.start(**row)
        self.state = self.scenario.begin()

    def _try(self, pick: int, **row: Any) -> None:
        """Take a step with one of the combinations of choices that it allows, if there is any."""
        assert self.state is not None
        if any(row.get(k) not in self.state.handles for k in ("object", "with", "of") if k in row):
            return
        found = []
        for made in choices_of(self.state, action_of(row)):
            found.append(made)
            if len(found) > pick:
                break
        if not found:
            return
        action, done = found[-1]
        self.state = done.after
        self.scenario = self.scenario.step(**row_of(action))

    @rule(do=ONE, ref=HANDLES, pick=st.integers(0, 3))
    def effect(self, do: str, ref: str, pick: int) -> None:
        self._try(pick, do=do, object=ref)

    @rule(ref=HANDLES, where=st.sampled_from(("top", "bottom", 2)), pick=st.integers(0, 1))
    def library(self, ref: str, where: str | int, pick: int) -> None:
        self._try(pick, do="put into library", object=ref, where=where)

    @rule(one=HANDLES, other=HANDLES)
    def meld(self, one: str, other: str) -> None:
        self._try(0, do="meld", object=one, **{"with": other})

    @rule(one=HANDLES, other=HANDLES)
    def copy(self, one: str, other: str) -> None:
        self._try(0, do="become copy", object=one, of=other, until="end of turn")

    @rule(of=HANDLES)
    def token(self, of: str) -> None:
        self._try(0, do="create token copy", of=of)

    @rule(ref=HANDLES, pick=st.integers(0, 3))
    def cast(self, ref: str, pick: int) -> None:
        self._try(pick, do="cast", object=ref)

    @rule(pick=st.integers(0, 3))
    def resolve(self, pick: int) -> None:
        self._try(pick, do="resolve")

    @rule()
    def next_step(self) -> None:
        self._try(0, do="next step")

    @invariant()
    def sound(self) -> None:
        if self.state is not None:
            broken = faults_in(self.state)
            assert not broken, f"{broken}\n{self._saved()}"

    def _saved(self) -> str:
        """Write the run down for whoever mends what it shows."""
        text = self.scenario.to_toml()
        FAILURES.mkdir(exist_ok=True)
        name = hashlib.sha256(text.encode()).hexdigest()[:12]
        write_whole(FAILURES / f"{name}.toml", text)
        return text

    def teardown(self) -> None:
        """Every run replays from its text and comes to the same state."""
        if self.state is None:
            return
        again = Scenario.from_text(self.scenario.to_toml())
        assert again == self.scenario
        same = signature(again.play().final) == signature(self.state)
        assert same, self._saved()


TestPlay = Play.TestCase
TestPlay.settings = settings(
    max_examples=60,
    stateful_step_count=25,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)


def test_every_action_by_one_handle_is_an_action() -> None:
    assert set(ONE.elements) <= set(ACTIONS)
