"""Decisions that need everyone's consent among many colours and between teams: a score by silence, draws, pauses (V40,
V55, V56)."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games import verbs
from games.game_view import GameView
from games.management.commands.check_games import find_record_faults
from games.models import Game
from games.services.timeouts import apply_timeout
from games.verbs.agreements import AnswerDraw, NoDrawOffered, RequestDraw
from rules import AfterRejection, parse_vertex
from rules.clock import TimeControl
from rules.variants import Variant, VariantColors, VariantSeats
from rules.variants.presets import PRESETS
from tests.factories import act as acted
from tests.factories import reload
from tests.support.browsers import browser
from tests.support.nights import by_night_but
from tests.support.seated import seated

pytestmark = pytest.mark.django_db
FOUR = Variant(colors=VariantColors(4))
THREE_DAYS = TimeControl.days_per_move(timedelta(days=3))
BLACK, WHITE, RED, BLUE = range(4)


def begun(variant, turns=0, **terms):
    """A game that has just begun, after this many plays."""
    game = seated(variant, now=timezone.now(), **terms)
    for number in range(turns):
        act(game, verbs.Play, point=parse_vertex("ABCDEFGHJ"[number % 9] + str(1 + 2 * (number // 9)), 9, 9))
    return reload(game)


def act(game, verb, seat=None, **expected):
    by = {} if seat is None else {"by": reload(game).seat_list()[seat].player}
    return acted(reload(game), verb, **{"now": timezone.now(), **by, **expected})


def names_of(game, seat):
    found = verbs.available_verbs(GameView(reload(game), reload(game).seat_list()[seat].player), timezone.now())
    return {verb.name for verb in found}


def stopped():
    game = begun(FOUR, 4, time=THREE_DAYS)
    for _turn in range(4):
        act(game, verbs.Pass)
    return reload(game)


def test_silence_of_each_in_turn_accepts_for_it_alone_and_all_must_have_answered_V56():
    game = stopped()
    act(game, verbs.Propose, dead=[])
    act(game, verbs.Accept, RED, proposal=1)
    for silent, following in ((WHITE, BLUE), (BLUE, None)):
        game = reload(game)
        assert (game.phase, game.turn) == ("stone_removal", silent)
        assert apply_timeout(game_id=game.pk, now=game.deadline + timedelta(minutes=1))
        assert following is None or reload(game).turn == following
    game = reload(game)
    assert (game.phase, game.end_reason, game.left_seats, find_record_faults(game)) == ("finished", "score", set(), [])


def test_the_first_rejection_ends_the_proposal_and_earlier_answers_count_for_nothing_V56():
    game = stopped()
    act(game, verbs.Propose, dead=[])
    act(game, verbs.Accept, WHITE, proposal=1)
    act(game, verbs.Reject, BLUE, proposal=1, then=AfterRejection.MARK, reason="")
    assert reload(game).turn == BLUE
    act(game, verbs.Propose, BLUE, dead=[])
    for seat in (BLACK, WHITE):
        act(game, verbs.Accept, seat, proposal=2)
    assert reload(game).phase == "stone_removal"
    assert "settle" not in " ".join(names_of(game, RED))
    act(game, verbs.Reject, RED, proposal=2, then=AfterRejection.RESUME, reason="")
    game = reload(game)
    assert (game.phase, game.turn, find_record_faults(game)) == ("play", RED, [])


def test_a_draw_takes_all_sides_still_in_and_one_refusal_ends_the_offer_V40_V55_V58():
    game = begun(FOUR, 12)
    act(game, verbs.Resign, BLUE)
    act(game, RequestDraw, WHITE)
    assert "answer_draw" not in names_of(game, BLUE) | names_of(game, WHITE)
    with pytest.raises(NoDrawOffered):
        act(game, AnswerDraw, WHITE, allow=True)
    act(game, AnswerDraw, RED, allow=True)
    assert reload(game).phase == "play"
    act(game, AnswerDraw, BLACK, allow=True)
    game = reload(game)
    assert (game.phase, game.end_reason, game.winner, find_record_faults(game)) == ("finished", "agreement", None, [])
    assert (game.result, game.ranking) == ("0", ["BWR", "U"]), "who has left comes last (V58)"
    assert [seat.result for seat in game.seat_list()] == ["drawn", "drawn", "drawn", "lost"]
    other = begun(FOUR, 12)
    act(other, RequestDraw, WHITE)
    act(other, AnswerDraw, RED, allow=False)
    assert (reload(other).phase, reload(other).requests) == ("play", {})


@pytest.mark.parametrize("leaver", [BLACK, BLUE])
def test_a_pause_that_was_proposed_is_proposed_no_more_when_somebody_leaves_V40_V55(leaver):
    game = begun(FOUR, 4)
    Game.objects.filter(pk=game.pk).update(off_time=["pause"])
    until = timezone.now() + timedelta(days=2)
    act(game, verbs.RequestPause, BLACK, until=until)
    for seat in (WHITE, RED):
        act(game, verbs.AnswerPause, seat, allow=True)
    act(game, verbs.Resign, leaver)
    assert (reload(game).requests, reload(game).pauses) == ({}, [])
    act(game, verbs.RequestPause, RED, until=until)
    for seat in {BLACK, WHITE, BLUE} - {leaver}:
        act(game, verbs.AnswerPause, seat, allow=True)
    game = reload(game)
    assert (len(game.pauses), game.requests, find_record_faults(game)) == (1, {}, [])


def test_between_teams_one_of_the_other_side_agrees_to_a_draw_whoever_asked_V35_V40():
    game = begun(PRESETS["pair"], 10)
    act(game, RequestDraw, 2)
    assert "answer_draw" not in names_of(game, 0)
    act(game, AnswerDraw, 3, allow=True)
    game = reload(game)
    assert (game.phase, game.end_reason, find_record_faults(game)) == ("finished", "agreement", [])


@pytest.mark.parametrize("sizes", by_night_but({(2, 3)}, [(1, 2), (2, 3), (3, 3), (8, 8)]), ids=str)
def test_teams_of_any_size_draw_take_back_and_count_by_one_member_of_each_V35_V40(sizes):
    game = begun(Variant(seats=VariantSeats(sizes)), 10)
    black, white = ([seat.index for seat in game.seat_list() if seat.color == color] for color in (1, 2))
    on_turn, last = game.seat_on_turn(), game.actions.latest("number").seat
    assert (on_turn.color, last.color) == (1, 2)
    for seat in {*black, *white} - {last.index}:
        assert "request_undo" not in names_of(game, seat)
    act(game, verbs.RequestUndo, last.index)
    for seat in {*black, *white} - {on_turn.index}:
        assert "answer_undo" not in names_of(game, seat), "only the next player answers"
    act(game, verbs.AnswerUndo, on_turn.index, allow=True)
    assert reload(game).seat_on_turn().index == last.index
    act(game, verbs.Play, point=parse_vertex("J9", 9, 9))

    act(game, RequestDraw, black[-1])
    assert all("answer_draw" not in names_of(game, seat) for seat in black)
    act(game, AnswerDraw, white[-1], allow=False)
    for _turn in range(2):
        act(game, verbs.Pass)
    act(game, verbs.Propose, black[-1], dead=[])
    assert "accept" not in " ".join(names_of(game, black[0]))
    act(game, verbs.Accept, white[0], proposal=1)
    game = reload(game)
    assert (game.phase, game.end_reason, find_record_faults(game)) == ("finished", "score", [])


@pytest.mark.parametrize("variant", [FOUR, PRESETS["pair"]], ids=["four colours", "Pair Go"])
def test_who_offers_a_draw_among_many_reads_that_the_others_are_asked_V40_V55(variant):
    game = begun(variant, 12)
    player = game.seat_on_turn().player
    page = browser(player).get(f"/g/{game.pk}/draw/").content.decode()
    assert "The game will be a draw if the other players accept your offer." in page
    assert "if you both agree" not in page


def test_a_question_about_the_other_team_names_its_color_and_no_partner_V34():
    game = begun(PRESETS["pair"], 4)
    page = browser(game.seat_on_turn().player).get(f"/g/{game.pk}/pass/").content.decode()
    assert "If White also passes, play will stop and the dead stones will be marked." in page
