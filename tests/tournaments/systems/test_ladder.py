"""Ladders: E60 to E65."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.systems.ladder import (
    AbsenceConsequence,
    ChallengePairHistory,
    ChallengeRefusal,
    FinishedLadderGame,
    HoldReason,
    LadderGameEnd,
    LadderPlaceValue,
    absence_after_days_unseen,
    absence_after_time_losses,
    add_player,
    challenge_refusal,
    count_time_loss_as,
    highest_challengeable_place,
    most_challenges_received,
    move_down,
    move_to_bottom,
    order_after_game,
    place_changes,
    remove_player,
)

ORDER = tuple("ABCDEFGH")


@pytest.mark.parametrize(
    ("place", "highest"), [(1, 1), (5, 1), (11, 1), (12, 2), (25, 15), (26, 16), (50, 30), (200, 120)]
)
def test_one_reaches_ten_places_up_or_forty_percent(place, highest):
    """E60."""
    assert highest_challengeable_place(place) == highest


def test_who_stands_high_defends_more_at_once():
    """E61."""
    assert [most_challenges_received(place) for place in (1, 5, 6, 10, 11, 200)] == [5, 5, 4, 4, 3, 3]


LOW, HIGH, FREE = LadderPlaceValue(20, 20), LadderPlaceValue(12, 12), ChallengePairHistory()


@pytest.mark.parametrize(
    ("challenger", "defender", "between", "code"),
    [
        (LOW, HIGH, FREE, None),
        (LOW, LOW, FREE, ChallengeRefusal.SELF),
        (HIGH, LOW, FREE, ChallengeRefusal.BELOW),
        (LOW, replace(HIGH, place=9), FREE, ChallengeRefusal.OUT_OF_RANGE),
        (replace(LOW, given=3), HIGH, FREE, ChallengeRefusal.MAX_GIVEN),
        (LOW, replace(HIGH, received=3), FREE, ChallengeRefusal.MAX_RECEIVED),
        (LOW, replace(HIGH, place=10, received=3), FREE, None),
        (LOW, HIGH, ChallengePairHistory(playing=True), ChallengeRefusal.PLAYING_ALREADY),
        (LOW, HIGH, ChallengePairHistory(days_since_last=6), ChallengeRefusal.TOO_SOON),
        (LOW, HIGH, ChallengePairHistory(days_since_last=7), None),
        (LOW, replace(HIGH, on_vacation=True), FREE, ChallengeRefusal.ON_VACATION),
        (LOW, replace(HIGH, hold=HoldReason.OWN), FREE, ChallengeRefusal.ON_HOLD),
        (replace(LOW, hold=HoldReason.UNSEEN), HIGH, FREE, ChallengeRefusal.ON_HOLD),
        (LOW, replace(HIGH, hold=HoldReason.TIMED_OUT), FREE, ChallengeRefusal.TIMED_OUT),
        (LOW, HIGH, ChallengePairHistory(blocked=True), ChallengeRefusal.BLOCKED),
        (LOW, HIGH, ChallengePairHistory(named_place=12), None),
        (LOW, HIGH, ChallengePairHistory(named_place=11), ChallengeRefusal.STALE),
    ],
)
def test_a_challenge_is_refused_with_the_reason(challenger, defender, between, code):
    """E61: and each of the reasons has its case here."""
    assert challenge_refusal(challenger, defender, between) is code


@pytest.mark.parametrize(
    ("winner", "loser", "end", "order"),
    [
        ("F", "B", LadderGameEnd.BOARD, "AFBCDEGH"),
        ("B", "F", LadderGameEnd.BOARD, "ABCDEFGH"),
        ("F", "B", LadderGameEnd.EARLY, "ACDEFBGH"),
        ("B", "F", LadderGameEnd.EARLY, "ABCDEGHF"),
        ("F", "B", LadderGameEnd.DRAW, "ABFCDEGH"),
        ("B", "F", LadderGameEnd.DRAW, "ABFCDEGH"),
        ("C", "B", LadderGameEnd.DRAW, "ABCDEFGH"),
        ("F", "B", LadderGameEnd.NOTHING, "ABCDEFGH"),
        ("F", "Z", LadderGameEnd.BOARD, "ABCDEFGH"),
    ],
)
def test_the_end_of_a_game_moves_its_players(winner, loser, end, order):
    """E63: line by line; a player who has left moves no one. E62: the challenger is the lower player, regardless of the
    challenge."""
    assert "".join(order_after_game(ORDER, FinishedLadderGame(winner, loser, end))) == order


def test_a_loss_on_time_counts_on_the_board_after_ten_moves_of_each():
    """E63."""
    assert [count_time_loss_as(*moves) for moves in ((10, 10), (10, 9), (0, 30))] == [
        LadderGameEnd.BOARD,
        LadderGameEnd.EARLY,
        LadderGameEnd.EARLY,
    ]


def test_one_joins_at_the_bottom_or_below_the_last_of_equal_rank():
    """E60."""
    ranks = {"A": 30, "B": 25, "C": 28, "D": 20, "E": 15, "N": 25}
    assert add_player(("A", "B"), "N") == ("A", "B", "N")
    assert add_player(tuple("ABCDE"), "N", ranks.__getitem__) == tuple("ABCNDE")


def test_a_hold_costs_places_and_leaving_closes_the_gap():
    """E64, E65."""
    assert "".join(move_down(ORDER, "B")) == "ACDEFGBH"
    assert "".join(move_down(ORDER, "G")) == "ABCDEFHG"
    assert "".join(move_to_bottom(ORDER, "A")) == "BCDEFGHA"
    assert "".join(remove_player(ORDER, "C")) == "ABDEFGH"
    assert place_changes(ORDER, remove_player(ORDER, "G")) == (("H", 8, 7), ("G", 7, None))


def test_absence_is_a_hold_and_then_the_end():
    """E64."""
    assert [absence_after_time_losses(n) for n in (0, 1, 2)] == [
        AbsenceConsequence.NONE,
        AbsenceConsequence.HOLD,
        AbsenceConsequence.WITHDRAWN,
    ]
    assert [absence_after_days_unseen(n) for n in (29, 30, 59, 60)] == [
        AbsenceConsequence.NONE, AbsenceConsequence.HOLD, AbsenceConsequence.HOLD, AbsenceConsequence.WITHDRAWN,
    ]  # fmt: skip


@given(st.permutations(range(12)), st.integers(0, 11), st.integers(0, 11), st.sampled_from(LadderGameEnd))
@settings(max_examples=60)
def test_no_game_makes_a_gap_or_moves_the_winner_down(order, one, other, end):
    """E63, E95: a gift from an absent player overtakes no one."""
    before = tuple(order)
    if one == other:
        return
    after = order_after_game(before, FinishedLadderGame(one, other, end))

    assert sorted(after) == sorted(before)
    if end is not LadderGameEnd.DRAW:
        assert after.index(one) <= before.index(one)
    if end is LadderGameEnd.EARLY and before.index(one) > before.index(other):
        assert before[: before.index(other)] == after[: before.index(other)]
        assert set(after[: after.index(one)]) == set(before[: before.index(one)]) - {other}
