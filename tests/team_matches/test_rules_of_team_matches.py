"""Limits of team matches, permissions and questions, and moderators' decisions (E40, E54, E57, E78)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from clubs.services import joining
from games import verbs
from games.events import GameEvent
from games.terms import Terms
from team_matches import errors
from team_matches.models import MatchState, MemberAnswer, TeamBoard, TeamMatch
from team_matches.services import team_games, team_matches, teams
from team_matches.services.team_games import BoardRuling
from team_matches.services.team_matches import TeamMatchPlan
from tests.clubs.helpers import add
from tests.factories import NOON, act, days, make_game, make_moderator, make_player
from tests.team_matches.helpers import Clubs
from tests.team_matches.test_team_matches import acts, boards, resign, state
from tests.tournaments.helpers import asked, look, refused
from tournaments.errors import BadActInput, BotNotAllowed, WrongState
from tournaments.listeners import result_action_of

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)


def test_E40_a_match_has_two_to_ten_boards_and_one_to_three_rounds():
    for fits, sizes in ((True, ((2, 1), (10, 3))), (False, ((1, 1), (11, 1), (2, 0), (2, 4)))):
        for count, rounds in sizes:
            plan = TeamMatchPlan(club=1, guest=2, terms=Terms(width=9, height=9), boards=count, rounds=rounds)
            if fits:
                plan.check(NOON)
            else:
                refused(errors.InvalidMatchField, plan.check, NOON)


def test_E40_a_challenge_is_answered_within_seven_days_and_teams_are_ordered_within_fourteen():
    clubs = Clubs()
    match = clubs.challenge()
    assert match.due_at == NOON + days(7)
    later = clubs.challenge()
    TeamMatch.objects.filter(pk=later.pk).update(due_at=NOON + days(7) + SECOND)
    assert not team_matches.end_unanswered_challenge(match.pk, NOON + days(7) - SECOND)
    ended = [team_matches.end_unanswered_challenge(one.pk, NOON + days(7)) for one in (later, match, match)]
    assert ended == [False, True, False]
    ordered = clubs.ordered()
    due = NOON + days(14)
    assert (list(team_games.matches_to_start(due - SECOND)), list(team_games.matches_to_start(due))) == ([], [ordered])
    assert not team_games.start_round_or_cancel(ordered.pk, due - SECOND)
    assert [team_games.start_round_or_cancel(ordered.pk, due) for _ in range(2)] == [True, False]


def test_E40_a_challenge_that_is_answered_is_not_answered_again_and_the_log_says_how():
    clubs = Clubs()
    accepted, declined, withdrawn = (clubs.challenge() for _ in range(3))
    team_matches.accept_match(asked(clubs.owners[1]), accepted.pk)
    team_matches.decline_match(asked(clubs.owners[1]), declined.pk)
    team_matches.withdraw_match(asked(clubs.owners[0]), withdrawn.pk)
    for match in (accepted, declined, withdrawn):
        for do in (team_matches.accept_match, team_matches.decline_match):
            refused(WrongState, do, asked(clubs.owners[1]), match.pk)
        refused(WrongState, team_matches.withdraw_match, asked(clubs.owners[0]), match.pk)
    assert [acts(match) for match in (accepted, declined, withdrawn)] == [
        ["offered", "accepted"], ["offered", "declined"], ["offered", "withdrawn"],
    ]  # fmt: skip
    assert [state(match) for match in (accepted, declined, withdrawn)] == ["lineup", "declined", "cancelled"]


def test_E40_who_has_declined_may_be_asked_again_and_who_plays_is_not_asked():
    clubs = Clubs()
    match = clubs.accepted()
    captain, player = asked(clubs.a[0]), clubs.a[1]
    teams.set_will_play(asked(player), match.pk, plays=False)
    for _ in range(2):
        assert teams.ask_member_to_play(captain, match.pk, player).answer == MemberAnswer.ASKED
    teams.set_will_play(asked(player), match.pk, plays=True)
    assert teams.ask_member_to_play(captain, match.pk, player).answer == MemberAnswer.PLAYS
    assert acts(match).count("asked") == 1
    bot = make_player(is_bot=True)
    add(clubs.home, bot)
    refused(BotNotAllowed, teams.ask_member_to_play, captain, match.pk, bot)


def test_E78_who_leaves_one_of_two_clubs_plays_on_for_the_other():
    clubs = Clubs()
    both = clubs.a[1]
    joining.join_club(asked(both), clubs.away.pk)
    match = clubs.accepted()
    teams.ask_member_to_play(asked(clubs.a[0]), match.pk, both)
    teams.set_will_play(asked(both), match.pk, plays=True)
    joining.leave_or_withdraw_request(asked(both), clubs.away.pk)
    assert match.members.get(player=both).answer == MemberAnswer.PLAYS
    joining.leave_or_withdraw_request(asked(both), clubs.home.pk)
    assert match.members.get(player=both).answer == MemberAnswer.DECLINED


def test_E57_a_ruling_may_be_taken_back_where_a_game_has_a_result_of_its_own():
    clubs = Clubs()
    match = clubs.ordered(a=2, b=1)
    clubs.ready(match)
    look()
    played, empty = boards(match)
    moderator = asked(make_moderator())
    assert empty.game is None
    for result in ("void", ""):
        assert team_games.set_result(moderator, match.pk, BoardRuling(1, played.board, result, "x")).result == result
    refused(BadActInput, team_games.set_result, moderator, match.pk, BoardRuling(1, empty.board, "", "x"))
    assert (
        team_games.set_result(moderator, match.pk, BoardRuling(1, empty.board, "both_lose", "x")).result == "both_lose"
    )


def test_games_of_no_team_match_concern_none():
    clubs = Clubs()
    match = clubs.running()
    first = boards(match)[0]
    other = make_game()
    act(other, verbs.Resign)
    assert result_action_of(GameEvent.GAME_FINISHED, "team_match", {"action": other.actions.last()}) is None
    resign(first, clubs.b[0])
    last = first.game.actions.last()
    assert result_action_of(GameEvent.GAME_FINISHED, "team_match", {"action": last}) == last
    assert TeamBoard.objects.get(pk=first.pk).result == "", "the game's own result counts"
    assert state(match) == MatchState.PLAYING
