"""The table of the end phase in docs/api.md lists exactly the actions that the rules accept, and their results (R12 to
R17)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from rules import (
    BLACK_AND_WHITE,
    Accept,
    Action,
    AfterRejection,
    GameState,
    Pass,
    Phase,
    PlayOut,
    Propose,
    Reject,
    Resume,
    RulesError,
    Stage,
    Withdraw,
    apply,
)
from tests import diagrams

API = Path(__file__).resolve().parents[2] / "docs" / "api.md"
ROW = re.compile(
    r"^\| (?P<state>`(?:count|settled)`.*?) \| (?P<action>.*?) \| (?P<by>.*?) \| (?P<after>.*?) \|$", re.MULTILINE
)
TO_STATE = {
    "`count` 1, `marking`": "pass pass",
    "`count` 1, `deciding`": "pass pass propose",
    "`count` 2 or more, `marking`": "pass pass resume pass pass",
    "`count` 2 or more, `deciding`": "pass pass resume pass pass propose",
    "`settled`, `marking`": "pass pass propose settle pass pass",
    "`settled`, `deciding`": "pass pass propose settle pass pass propose",
}
"""How an empty board of 5x5 comes to each state of the table; `settle` rejects that way."""


class Step(NamedTuple):
    """An action in a state, by the side to act or by the other one, and what follows."""

    action: str
    by_side_to_act: bool
    after: str


def promised(state: str) -> set[Step]:
    """The steps of the table in this state."""
    steps = set()
    for row in ROW.finditer(API.read_text()):
        if row["state"] != state:
            continue
        name, *then = re.findall(r"`(\w+)`", row["action"])
        actions = [f"{name} {one}" for one in then if one != "then"] or [name]
        sides = {"side to act": [True], "proposer": [False], "either side": [True, False]}[row["by"]]
        steps |= {Step(action, side, row["after"]) for action in actions for side in sides}
    return steps


def tried(state: GameState) -> Iterator[Step]:
    """Every action of the end phase that the rules accept now."""
    number = state.proposal.number if state.proposal else 1
    for color in BLACK_AND_WHITE:
        actions: dict[str, Action] = {
            "propose": Propose(color, frozenset()),
            "resume": Resume(color),
            "accept": Accept(color, number),
            "withdraw": Withdraw(color, number),
            "settle": PlayOut(color),
            **{
                f"reject {then.value}": Reject(color, number, then)
                for then in AfterRejection
                if then is not AfterRejection.END
            },
        }
        for name, action in actions.items():
            try:
                after = apply(state, action)
            except RulesError:
                continue
            yield Step(name, color is state.to_play, described(after, by_acting=after.to_play is color))


def described(state: GameState, *, by_acting: bool) -> str:
    """A state as the last column of the table names it."""
    if state.stage is Stage.MARKING:
        return "marking, by the same side" if by_acting else "marking"
    if state.stage is Stage.DECIDING:
        return "deciding"
    if state.phase is Phase.PLAY:
        return "playing it out" if state.dispute is not None else "play"
    agreed = state.proposal is not None and state.proposal.by is not None
    return "finished: the proposal's score" if agreed else "finished: as it stands, all stones alive"


def reached(moves: str) -> GameState:
    """The state after these actions, each by the side to act."""
    state = diagrams.game(size=5, rules="japanese")
    for move in moves.split():
        color = state.to_play
        assert color is not None
        number = state.proposal.number if state.proposal else 0
        action = {
            "pass": Pass(color),
            "propose": Propose(color, frozenset()),
            "resume": Resume(color),
            "settle": Reject(color, number, AfterRejection.PLAY_OUT),
        }[move]
        state = apply(state, action)
    return state


@pytest.mark.parametrize("name", TO_STATE)
def test_the_table_has_exactly_what_the_rules_accept(name):
    state = reached(TO_STATE[name])

    assert set(tried(state)) == promised(name)


def test_no_other_state_is_in_the_table():
    assert {row["state"] for row in ROW.finditer(API.read_text())} == set(TO_STATE)
