"""Forged markings that turn the winner, and honest ones, in games that an engine played to the end (R60)."""

from __future__ import annotations

import random

import pytest

from benchmarks.rules.discrepancies import frauds, passes, played, proposal
from rules import RULE_SETS
from rules.estimate import suggest


@pytest.fixture(scope="module")
def suggested():
    """The games, each with the suggestion that the server makes."""
    return [(ending, suggest(ending.state.board, ruleset=RULE_SETS["japanese"])) for ending in played()]


def test_of_a_hundred_forged_markings_that_turn_the_winner_three_at_most_pass_R60(suggested):
    dice = random.Random(60)
    staged = [(ending, forged, found) for ending, found in suggested for forged in frauds(ending)]
    staged = dice.sample(staged, 100)
    passed = sum(passes(*one) for one in staged)

    assert passed <= 3


def test_honest_markings_are_accepted_at_once_R60(suggested):
    asked = [
        ending.name for ending, found in suggested if not passes(ending, proposal(ending.state, ending.dead), found)
    ]

    assert len(suggested) >= 8
    assert asked == []
