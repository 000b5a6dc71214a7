"""False markings that reverse the winner, and correct ones, in games that an engine played to the end (R60)."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import NamedTuple

import pytest

from rules import RULE_SETS, Color, GameState, Point, Proposal, Setup, find_discrepancy, new_game, parse_vertex
from rules.actions import score_of
from rules.estimate import suggest_dead_and_unsure, toggle_marking
from tests.diagrams import play

PLAYED = Path(__file__).resolve().parents[2] / "goserver" / "management" / "demo_games.json"
JAPANESE = RULE_SETS["japanese"]


class Ending(NamedTuple):
    """A finished board, and its dead stones according to the engine."""

    number: int
    state: GameState
    dead: frozenset[Point]


def played():
    for number, game in enumerate(json.loads(PLAYED.read_text())):
        size = game["size"]
        state = play(new_game(Setup(size, size, JAPANESE, JAPANESE.komi[0])), game["moves"])
        yield Ending(number, state, frozenset(parse_vertex(text, size, size) for text in game["dead"].split()))


def proposal(state, dead):
    """Return a proposal of these dead stones by the player who wins with it."""
    score = score_of(state, dead)
    return Proposal(1, score.winner or Color.BLACK, dead, score)


def frauds(ending):
    """Markings that turn the winner: a living chain or region as dead, or a dead one as alive."""
    board, markings = ending.state.board, {}
    for point in board.points():
        for whole in (False, True) if board[point] is not None else ():
            stones = toggle_marking(board, frozenset(), point, whole_region=whole)
            markings[ending.dead - stones if point in ending.dead else ending.dead | stones] = None
    winner = score_of(ending.state, ending.dead).winner
    return [forged for forged in (proposal(ending.state, dead) for dead in markings) if forged.score.winner != winner]


def passes(ending, made, suggestion):
    """Whether this proposal is accepted without a second confirmation."""
    return find_discrepancy(ending.state, made, suggestion.dead, suggestion.unsure) is None


@pytest.fixture(scope="module")
def suggested():
    """The games, each with the suggestion that the server makes."""
    return [(ending, suggest_dead_and_unsure(ending.state.board, ruleset=JAPANESE)) for ending in played()]


def test_of_a_hundred_forged_markings_that_turn_the_winner_three_at_most_pass_R60(suggested):
    dice = random.Random(60)
    staged = [(ending, forged, found) for ending, found in suggested for forged in frauds(ending)]
    staged = dice.sample(staged, 100)
    passed = sum(passes(*one) for one in staged)

    assert passed <= 3


def test_honest_markings_are_accepted_at_once_R60(suggested):
    asked = [
        ending.number for ending, found in suggested if not passes(ending, proposal(ending.state, ending.dead), found)
    ]

    assert len(suggested) >= 8
    assert asked == []
