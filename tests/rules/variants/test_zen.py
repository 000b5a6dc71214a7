"""Zen Go: players and colours alternate independently, so that no one owns a colour and no one wins (V73 to V76)."""

from __future__ import annotations

import random
from decimal import Decimal

import pytest

from rules import RULE_SETS, Color, Outcome, Point, Reason, Setup, Stage, apply, legal_points, new_game, replay
from rules.actions import (
    Accept,
    AfterRejection,
    Cancel,
    Pass,
    Play,
    Propose,
    Reject,
    Resign,
    Resume,
    ResumeByModerator,
    Undo,
    Withdraw,
)
from rules.actions.end_phase import check_playing_out
from rules.actions.endings import AgreeOnDraw, TimeOut
from rules.actions.rulings import Decide, EndWithModeratorMarking
from rules.errors import BadVariant, NotYourTurn, PlayingOutNotAllowed
from rules.order import shared_color_order, team_order
from rules.state import GameState
from rules.variants import HiddenInformation, Variant, VariantColors, VariantGoal, VariantSeats, ViewKind
from rules.variants.leaving import check_may_resign
from rules.variants.presets import PRESETS, differences_from_standard, preset_of, team_go_form_values
from rules.variants.rotation import color_of_seat, proposing_seat_index
from rules.variants.seats import (
    check_may_answer_undo,
    check_may_ask_undo,
    check_seat_may_act,
    may_act,
    seat_name,
    seat_on_turn,
    seats_still_in,
)
from rules.variants.variant import TeamClock

B, W = Color.BLACK, Color.WHITE
ZEN = PRESETS["zen"]


def start(variant=ZEN, rules="chinese", **changes):
    size = changes.pop("size", 5)
    komi = changes.pop("komi", Decimal("0.5"))
    return new_game(Setup(size, size, RULE_SETS[rules], komi, variant=variant, **changes))


def turn(state):
    """The seat on turn, counted from 1 as on the pages, and its colour."""
    return f"{seat_on_turn(state) + 1}{state.to_play.letter}"


def turns(state, count):
    """So many turns from here: each a play on the next free point of the diagonal, or a pass."""
    found = []
    for _ in range(count):
        found.append(turn(state))
        state = apply(state, Pass(state.to_play) if state.move_number > 3 else Play(state.to_play, _diagonal(state)))
    return " ".join(found)


def _diagonal(state):
    return Point(state.move_number, state.move_number)


def stopped(**changes):
    """A game in which player 1 played one black stone, and then all three passed."""
    state = apply(start(**changes), Play(B, Point(2, 2)))
    for _ in range(3):
        state = apply(state, Pass(state.to_play))
    return state


def test_players_and_colors_alternate_so_that_each_plays_both_in_turn_V73():
    """The order of Sensei's Library's page on Zen Go."""
    order = ZEN.order
    assert [f"{seat + 1}{color.letter}" for seat, color in order.cycle] == ["1B", "2W", "3B", "1W", "2B", "3W"]
    assert (order.rotates_colors, order.seats, order.parties) == (True, (B, W, B), 3)
    state = start()
    seen = []
    for number in range(7):
        seen.append(turn(state))
        state = apply(state, Play(state.to_play, Point(number % 5, number // 5)))
    assert " ".join(seen) == "1B 2W 3B 1W 2B 3W 1B"
    five = start(Variant(seats=VariantSeats((5,))))
    assert turns(five, 4) == "1B 2W 3B 4W"
    assert len(five.setup.order.cycle) == 10


def test_the_order_of_teams_and_of_colors_is_the_same_kind_of_cycle_V30_V73():
    written = {
        (2, 2): "1B 2W 3B 4W",
        (1, 2): "1B 2W 1B 3W",
        (3, 1): "1B 2W 3B 2W 4B 2W",
        (1, 1, 1): "1B 2W 3R",
    }
    for members, text in written.items():
        order = team_order(members)
        assert " ".join(f"{seat + 1}{color.letter}" for seat, color in order.cycle) == text
        assert not order.rotates_colors
        assert order.parties == len(order.colors)
    assert team_order((3, 1)).seats_for(B) == (0, 2, 3)
    assert shared_color_order(3, 2).seats_for(W) == (1, 0, 2)


def test_a_handicap_is_the_first_turn_and_a_position_says_which_color_begins_V73():
    assert turns(start(handicap=2, rules="japanese", size=9), 2) == "2W 3B"
    free = start(handicap=2)
    assert (free.stage, turn(free)) == (Stage.HANDICAP, "1B")
    assert turn(start(first=W)) == "2W"
    assert [color_of_seat(ZEN.order, start(first=W).course, seat) for seat in range(3)] == [B, W, B]


def test_only_the_player_on_turn_acts_and_others_hear_who_V73():
    state = apply(start(), Play(B, Point(0, 0)))
    assert [may_act(state, seat) for seat in range(3)] == [False, True, False]
    with pytest.raises(NotYourTurn) as refused:
        check_seat_may_act(state, 2)
    assert refused.value.data == {"seat": "2"}
    assert [seat_name(ZEN.order, seat) for seat in range(3)] == ["1", "2", "3"]
    with pytest.raises(NotYourTurn):
        apply(state, Play(B, Point(1, 1)))


def test_a_seat_has_the_color_of_its_turn_or_of_its_last_one_V73():
    state, seen = start(), []
    for _ in range(5):
        seen.append("".join(color_of_seat(ZEN.order, state.course, seat).letter for seat in range(3)))
        state = apply(state, Pass(state.to_play) if state.move_number == 1 else Play(state.to_play, _diagonal(state)))
    assert seen == ["BWB", "BWB", "BWB", "WWB", "WBB"]


def test_play_stops_when_all_players_have_passed_in_a_row_V74():
    state = start()
    for _ in range(2):
        state = apply(state, Pass(state.to_play))
    assert state.stage is Stage.PLAY
    assert apply(apply(state, Play(B, Point(2, 2))), Pass(W)).stage is Stage.PLAY
    assert apply(state, Pass(B)).stage is Stage.MARKING
    five = start(Variant(seats=VariantSeats((5,))))
    for number in range(5):
        assert five.stage is Stage.PLAY, number
        five = apply(five, Pass(five.to_play))
    assert five.stage is Stage.MARKING


def test_marking_goes_round_in_turn_until_all_have_agreed_V74():
    state = stopped()
    assert (turn(state), state.stage) == ("2B", Stage.MARKING)
    marked = apply(state, Propose(B, frozenset()))
    assert (turn(marked), marked.stage, proposing_seat_index(marked)) == ("3W", Stage.DECIDING, 1)
    with pytest.raises(NotYourTurn):
        apply(marked, Accept(B, 1))
    second = apply(marked, Accept(W, 1))
    assert (turn(second), second.stage, proposing_seat_index(second)) == ("1B", Stage.DECIDING, 1)
    ended = apply(second, Accept(B, 1))
    assert ended.outcome == Outcome((), Reason.SCORE, Decimal("24.5"), B)
    for state in (marked, second, ended):
        keys = state.position_keys
        assert GameState.from_json(state.setup, state.to_json(), keys) == state


def test_the_player_who_rejects_marks_or_play_goes_round_from_there_V74():
    marked = apply(stopped(), Propose(B, frozenset()))
    again = apply(marked, Reject(W, 1, AfterRejection.MARK))
    assert (turn(again), again.stage, proposing_seat_index(again)) == ("3W", Stage.MARKING, None)
    played_on = apply(apply(marked, Accept(W, 1)), Reject(B, 1, AfterRejection.RESUME))
    assert (played_on.stage, turns(played_on, 2)) == (Stage.PLAY, "1B 2W")
    for rules in ("japanese", "chinese", "aga"):
        assert turns(apply(stopped(rules=rules), Resume(B)), 2) == "2B 3W"
    assert turn(apply(marked, ResumeByModerator(W))) == "3W"
    assert turn(apply(marked, ResumeByModerator(B))) == "1B"


def test_a_withdrawn_marking_gives_the_turn_back_V74():
    marked = apply(stopped(), Propose(B, frozenset()))
    for state in (marked, apply(marked, Accept(W, 1))):
        back = apply(state, Withdraw(B, 1))
        assert (turn(back), back.stage, back.withdrawals) == ("2B", Stage.MARKING, 1)


def test_disputes_are_not_played_out_and_play_can_be_resumed_every_time_V74():
    for rules in ("chinese", "new_zealand", "ing"):
        state = stopped(rules=rules)
        for number in (1, 2):
            with pytest.raises(PlayingOutNotAllowed):
                check_playing_out(state)
            state = apply(state, Propose(state.to_play, frozenset()))
            state = apply(state, Reject(state.to_play, number, AfterRejection.RESUME))
            for _ in range(3):
                state = apply(state, Pass(state.to_play))
        assert state.stage is Stage.MARKING
        assert state.may_resume


def test_a_color_is_ahead_and_no_one_wins_V75():
    outcomes = (
        (Outcome((), Reason.SCORE, Decimal("24.5"), B), "B+24.5"),
        (Outcome((), Reason.SCORE, Decimal(3), W), "W+3"),
        (Outcome((), Reason.SCORE, Decimal(0)), "0"),
        (Outcome((), Reason.AGREEMENT), "Void"),
        (Outcome((), Reason.RESIGNATION), "Void"),
    )
    for outcome, written in outcomes:
        assert (outcome.sgf, outcome.winner, outcome.is_draw) == (written, None, False)
        assert Outcome.from_json(outcome.to_json()) == outcome
    even = apply(apply(stopped(komi=Decimal(25)), Propose(B, frozenset())), Accept(W, 1))
    assert apply(even, Accept(B, 1)).outcome == Outcome((), Reason.SCORE, Decimal(0))
    assert apply(start(), AgreeOnDraw()).outcome == Outcome((), Reason.AGREEMENT)
    assert apply(stopped(), EndWithModeratorMarking(frozenset())).outcome.sgf == "B+24.5"
    ruled = Decide(Outcome.of_two(B, Reason.FORFEIT))
    assert apply(start(), ruled).outcome == Outcome((), Reason.FORFEIT)
    assert Outcome.of_two(None, Reason.SCORE, Decimal(0)).to_json() == {
        "winner": None,
        "reason": "score",
        "margin": "0",
    }


def test_whoever_leaves_ends_the_game_for_all_without_a_result_V76():
    state = apply(start(), Play(B, Point(2, 2)))
    check_may_resign(state, B)
    assert seats_still_in(state, B) == ()
    assert apply(state, Resign(B)).outcome == Outcome((), Reason.RESIGNATION)
    assert apply(state, TimeOut(W)).outcome == Outcome((), Reason.TIME)
    assert apply(state, Cancel(B)).outcome == Outcome((), Reason.CANCELLED)
    marked = apply(stopped(), Propose(B, frozenset()))
    silent = apply(apply(marked, TimeOut(W)), TimeOut(B))
    assert (silent.outcome.reason, silent.outcome.ahead) == (Reason.SCORE, B)
    assert apply(marked, TimeOut(W, in_doubt=True)).outcome == Outcome((), Reason.TIME)


def test_the_last_player_asks_for_an_undo_and_all_others_answer_V76():
    state = apply(apply(start(), Play(B, Point(2, 2))), Play(W, Point(1, 1)))
    check_may_ask_undo(state, 1)
    for seat in (0, 2):
        with pytest.raises(NotYourTurn):
            check_may_ask_undo(state, seat)
        check_may_answer_undo(state, seat)
    back = replay(state.setup, [Play(B, Point(2, 2)), Play(W, Point(1, 1)), Undo(B, 1)])
    assert turn(back) == "2W"


def test_the_variant_has_a_name_facts_a_json_and_limits_V73():
    assert (preset_of(ZEN), [fact.key for fact in differences_from_standard(ZEN)]) == (
        "zen",
        ["shared", "no_winner", "one_leaves"],
    )
    assert (ZEN.to_json(), Variant.from_json({"seats": [3]})) == ({"seats": [3]}, ZEN)
    assert (ZEN.plain, ZEN.allows_analysis, ZEN.two_sided, ZEN.plays_out_disputes) == (False, False, True, False)
    assert team_go_form_values(ZEN) == (2, 2, TeamClock.TEAM)
    assert preset_of(Variant(seats=VariantSeats((5,)), wraps=True)) == "zen"
    assert preset_of(PRESETS["pair"]) == "pair"
    wrong = (
        {"seats": VariantSeats((1,))}, {"seats": VariantSeats((2,))},
        {"seats": VariantSeats((4,))}, {"seats": VariantSeats((9,))},
        {"seats": VariantSeats((1, 1, 1))}, {"seats": VariantSeats((3,)), "colors": VariantColors(3)},
        {"seats": VariantSeats((3,)), "passing": False},
        {"seats": VariantSeats((3,)), "goal": VariantGoal((1, 1))},
        {"seats": VariantSeats((3,)), "view": HiddenInformation(ViewKind.ONE_COLOR)},
        {"seats": VariantSeats((3,), TeamClock.MEMBER)},
    )  # fmt: skip
    for parts in wrong:
        with pytest.raises(BadVariant):
            Variant(**parts)


@pytest.mark.parametrize("seed", range(6))
def test_random_games_are_what_their_record_gives_and_no_one_plays_twice_running_V73(seed):
    chance = random.Random(seed)
    state = start(Variant(seats=VariantSeats((chance.choice((3, 5, 7)),)), wraps=seed % 2 == 1))
    actions = []
    while state.outcome is None and len(actions) < 150:
        action = _next(state, chance)
        after = apply(state, action)
        assert (
            after.outcome
            or (after.stage is Stage.MARKING)
            or seat_on_turn(after) != seat_on_turn(state)
            or _stays(action)
        )
        assert after.to_play is None or (seat_on_turn(after), after.to_play) == after.setup.order.turn(
            after.course.acted[0]
        )
        state = after
        actions.append(action)
    again = replay(state.setup, actions)
    assert again == state
    assert state.outcome is None or state.outcome.winner is None


def _stays(action):
    """Whether the player who acts stays on turn: after a rejection."""
    return isinstance(action, Reject)


def _next(state, chance):
    color = state.to_play
    if state.stage is Stage.PLAY:
        points = list(legal_points(state))
        return Play(color, chance.choice(points)) if points and chance.random() < 0.7 else Pass(color)
    if state.stage is Stage.MARKING:
        return Propose(color, frozenset())
    number = state.proposal.number
    return (
        Accept(color, number)
        if chance.random() < 0.7
        else Reject(color, number, chance.choice((AfterRejection.MARK, AfterRejection.RESUME)))
    )
