"""Marking, proposing, accepting, rejecting, playing on, playing out (R10 to R18), and silence (R52)."""

from datetime import timedelta

import pytest

from games import services, verbs
from games.errors import ConfirmationRequired
from games.management.commands.check_games import find_record_faults
from games.models import Draft
from notifications.models import Notice
from rules import AfterRejection, Color, Phase, Point, Stage
from rules.clock import TimeControl, TimeoutPolicy
from rules.errors import MustPlayOut, NotAStone, NotYourTurn, PartOfAChain, StaleProposal, TooEarlyToPlayOut, WrongPhase
from tests.factories import NOON, act, days, make_game, make_moderator, mark, play, reload, side, to_act
from tests.support.games import dead, stopped, suggested

pytestmark = pytest.mark.django_db


"""Black holds the four columns on the left, White the three on the right: 36 to 27."""


def propose(game, *vertices, **arguments):
    return act(game, verbs.Propose, dead=dead(game, *vertices), **arguments)


def reject(game, then, reason=""):
    number = reload(game).state().proposal.number
    return act(game, verbs.Reject, proposal=number, then=then, reason=reason)


def test_two_passes_in_a_row_begin_stone_removal_and_a_suggestion_follows_R10():
    game = stopped()

    assert game.phase == Phase.STONE_REMOVAL
    assert game.state().stage is Stage.MARKING
    assert game.suggested_dead is None
    assert suggested(game).suggested_dead == ["B5", "H5"]
    assert to_act(game) == side(game, Color.BLACK)


def test_the_draft_of_marks_is_kept_and_set_not_toggled_R11():
    game = stopped()

    for _ in range(2):
        act_mark(game, "B5")

    assert Draft.objects.get().dead == ["B5"]
    assert reload(game).number == game.number


def act_mark(game, *vertices, by=None):
    return mark(game, by=by or to_act(game), dead=dead(game, *vertices), expected=reload(game).number, now=NOON)


def test_only_the_marking_side_marks_R11():
    game = stopped()

    with pytest.raises(NotYourTurn):
        act_mark(game, "B5", by=side(game, Color.WHITE))


def test_only_stones_can_be_marked_R10():
    game = stopped()

    with pytest.raises(NotAStone):
        act_mark(game, "A1")


def test_marking_is_refused_during_play():
    game = make_game(moves="E5")

    with pytest.raises(WrongPhase):
        act_mark(game, "E5")


def test_an_accepted_proposal_is_the_result_R13():
    game = stopped(komi=None)
    propose(game, "B5", "H5")

    act(game, verbs.Accept, proposal=1)

    game = reload(game)
    assert game.is_finished
    # Black 36 - 1 dead - 3.5 komi, White 27 - 1 dead
    assert game.result == "B+5.5"
    assert game.state().outcome.winner is Color.BLACK
    assert find_record_faults(game) == []


def test_accepting_names_the_proposal_and_a_stale_number_is_refused_R12():
    game = stopped()
    propose(game, "B5", "H5")
    reject(game, AfterRejection.MARK)
    propose(game, "B5")

    with pytest.raises(StaleProposal):
        act(game, verbs.Accept, proposal=1)


def test_the_proposer_cannot_accept_his_own_proposal_R12():
    game = stopped()
    propose(game, "B5", "H5")

    with pytest.raises(NotYourTurn):
        act(game, verbs.Accept, proposal=1, by=side(game, Color.BLACK))


def test_rejecting_to_mark_differently_turns_the_roles_around_R12():
    game = stopped()
    propose(game, "B5")

    reject(game, AfterRejection.MARK, "H5 is dead, too")

    game = reload(game)
    assert game.state().stage is Stage.MARKING
    assert to_act(game) == side(game, Color.WHITE)
    assert game.actions.get(kind="reject").payload["reason"] == "H5 is dead, too"
    assert Notice.objects.filter(kind="proposal_rejected").get().player == side(game, Color.BLACK)


def test_resuming_leaves_the_board_as_it_was_and_the_rejecting_side_to_move_R14():
    game = stopped()
    before = game.state().board
    propose(game, "B5")

    reject(game, AfterRejection.RESUME)

    game = reload(game)
    assert game.phase == Phase.PLAY
    assert game.state().board == before
    assert to_act(game) == side(game, Color.WHITE)


def test_under_japanese_rules_the_opponent_of_who_resumes_moves_first_R14():
    game = stopped(rule_set="japanese")
    propose(game, "B5")

    reject(game, AfterRejection.RESUME)

    assert to_act(game) == side(game, Color.BLACK)


def test_the_marking_side_may_play_on_instead_R14():
    game = stopped()

    act(game, verbs.Resume)

    assert reload(game).phase == Phase.PLAY
    assert to_act(game) == side(game, Color.BLACK)


def test_settling_plays_the_dispute_out_without_changing_the_score_R15():
    game = stopped()
    propose(game, "B5")
    reject(game, AfterRejection.PLAY_OUT)

    for _ in range(2):
        play(game, "pass")

    game = reload(game)
    assert game.state().stage is Stage.MARKING
    act(game, verbs.Propose, dead=dead(game, "B5", "H5"))
    act(game, verbs.Accept, proposal=2)
    assert reload(game).result == "B+5.5"
    assert find_record_faults(reload(game)) == []


def test_a_proposal_may_be_withdrawn_until_it_is_answered_R12():
    game = stopped()
    propose(game, "B5")

    act(game, verbs.Withdraw, proposal=1, by=side(game, Color.BLACK))

    game = reload(game)
    assert game.state().stage is Stage.MARKING
    assert to_act(game) == side(game, Color.BLACK)


def test_marking_and_deciding_have_at_least_a_day_each_R51():
    game = make_game(moves="pass pass", days=1)

    assert game.deadline == NOON + days(1)


def test_out_of_time_in_marking_loses_on_time_R52():
    game = stopped(days=1)

    services.end_overdue_games(now=NOON + days(1.1))

    assert reload(game).result == "W+T"


def test_out_of_time_in_deciding_the_proposal_stands_as_accepted_R52():
    game = stopped(days=1)
    propose(game, "B5", "H5")

    services.end_overdue_games(now=NOON + days(1.1))

    game = reload(game)
    assert game.result == "B+5.5"
    assert game.finished_at == NOON + days(1)
    assert find_record_faults(game) == []


def test_the_whole_course_is_in_the_record_R16():
    game = stopped()
    propose(game, "B5")
    reject(game, AfterRejection.RESUME, "not yet")
    play(game, "pass")
    play(game, "pass")
    propose(game, "B5", "H5", by=to_act(game))
    act(game, verbs.Accept, proposal=2)

    kinds = list(reload(game).actions.order_by("number").values_list("kind", flat=True))

    assert kinds[-8:] == ["pass", "pass", "propose", "reject", "pass", "pass", "propose", "accept"]


def test_a_click_far_from_the_board_is_refused():
    game = stopped()

    with pytest.raises(Exception, match="off_board|not_a_stone"):
        act(game, verbs.Propose, dead=[Point(20, 20)])


def test_a_proposal_that_the_estimate_doubts_takes_a_second_confirmation_R60():
    game = stopped()
    propose(game, "B5")

    with pytest.raises(ConfirmationRequired) as refused:
        act(game, verbs.Accept, proposal=1)
    assert refused.value.data == {
        "stones": ["H5"],
        "proposed": "B+33.5",
        "estimated": "B+5.5",
        "unsure": [],
    }
    assert reload(game).result == ""

    act(game, verbs.Accept, proposal=1, confirmed=True)
    assert reload(game).result == "B+33.5"


def test_a_proposal_as_the_server_suggests_needs_no_second_confirmation_R60():
    game = stopped()
    propose(game, "B5", "H5")

    act(game, verbs.Accept, proposal=1)

    assert reload(game).result


# Every dispute ends by the will of either side alone (R17)


def stopped_again(**terms):
    """The same game, resumed by Black at once and stopped again: Black is to mark."""
    game = stopped(**terms)
    act(game, verbs.Resume)
    play(game, "pass")
    play(game, "pass")
    return reload(game)


def test_the_marker_who_always_resumes_does_it_once_R17():
    game = stopped_again()

    with pytest.raises(MustPlayOut):
        act(game, verbs.Resume)
    assert reload(game).state().stage is Stage.MARKING


def test_who_is_not_to_act_demands_settling_and_the_dispute_is_over_with_one_more_marking_R17():
    game = stopped_again()
    white = side(game, Color.WHITE)

    act(game, verbs.PlayOut, by=white)

    assert Notice.objects.get(kind="settling_demanded").player == side(game, Color.BLACK)
    assert to_act(game) == white
    for _ in range(2):
        play(game, "pass")
    propose(game, "B5", by=to_act(game))
    reject(game, AfterRejection.MARK)
    game = reload(game)
    assert game.result == game.state().proposal.score.sgf_result
    assert game.state().proposal.dead == frozenset()
    assert game.actions.get(kind="reject").payload["then"] == "end"
    assert find_record_faults(game) == []


def test_after_a_settling_either_side_ends_the_game_out_of_turn_R17():
    game = stopped_again()
    act(game, verbs.PlayOut)
    for _ in range(2):
        play(game, "pass")
    waiting = next(seat.player for seat in game.seat_list() if seat.player != to_act(game))

    act(game, verbs.PlayOut, by=waiting)

    assert reload(game).is_finished
    assert Notice.objects.filter(kind="settling_demanded").count() == 1
    assert find_record_faults(reload(game)) == []


def test_settling_cannot_be_demanded_in_the_first_end_phase_R17():
    game = stopped()

    with pytest.raises(TooEarlyToPlayOut):
        act(game, verbs.PlayOut)


def test_the_turn_that_begins_a_settling_has_at_least_a_day_R51():
    """Demanding it must not win on time: days of one hour would leave the opponent an hour."""
    game = stopped_again(time=TimeControl.absolute(timedelta(hours=1)))

    act(game, verbs.PlayOut)

    assert reload(game).deadline == NOON + days(1)


@pytest.mark.parametrize("verb", ["mark", "propose", "set_marking"])
def test_a_part_of_a_chain_is_refused_with_the_rest_and_nothing_is_stored_R18(verb):
    game = stopped()
    part, before = dead(game, "E9", "E8"), game.number
    rest = [f"E{row}" for row in range(7, 0, -1)]

    with pytest.raises(PartOfAChain) as refused:
        if verb == "mark":
            act_mark(game, "E9", "E8")
        elif verb == "propose":
            propose(game, "E9", "E8")
        else:
            act(game, verbs.EndWithModeratorMarking, dead=part, reason="So it is.", by=make_moderator())

    assert sorted(refused.value.data["rest"]) == sorted(rest)
    assert reload(game).number == before
    assert not Draft.objects.exists()


# Silence (R52)


def test_a_proposal_in_doubt_is_not_accepted_by_silence_R52_R60():
    game = stopped(days=1)
    propose(game, "B5")

    services.end_overdue_games(now=NOON + days(1.1))

    game = reload(game)
    assert game.result == "B+T"
    assert game.actions.get(kind="time_out").payload == {"in_doubt": True}
    assert find_record_faults(game) == []


def test_nor_by_a_claim_after_it_R52_R60():
    game = stopped(days=1, lateness=TimeoutPolicy.CLAIM)
    propose(game, "B5")

    act(game, verbs.ClaimWinOnTime, by=side(game, Color.BLACK), now=NOON + days(1.1))

    assert reload(game).result == "B+T"


def test_and_in_a_friendly_game_the_days_of_grace_come_first_R52_R60():
    game = stopped(days=1, lateness=TimeoutPolicy.FRIENDLY)
    propose(game, "B5")

    services.end_overdue_games(now=NOON + days(1.1))
    assert not reload(game).is_finished
    services.end_overdue_games(now=NOON + days(4.1))
    assert reload(game).result == "B+T"


def test_the_winner_on_time_may_refuse_the_win_and_the_proposal_is_open_again_R52():
    game = stopped(days=1)
    propose(game, "B5")
    services.end_overdue_games(now=NOON + days(1.1))

    act(game, verbs.RefuseWin, by=side(game, Color.BLACK), now=NOON + days(2))

    assert reload(game).state().stage is Stage.DECIDING
    assert find_record_faults(reload(game)) == []
