"""Team matches between clubs in the database: challenged, ordered, played, counted (E40, E78, E91, E92)."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.db.utils import DatabaseError
from django.test.utils import CaptureQueriesContext

from accounts.models import Block
from clubs import errors as club_errors
from clubs.services import ending, joining
from foundation import append_only
from games import verbs
from games.models import Game
from games.terms import Terms
from notifications.models import Notice
from ratings.models import Category, Rating
from rules import Color
from team_matches import errors as match_errors
from team_matches.models import MatchState, MatchTeam, TeamBoard, TeamMatch
from team_matches.services import acts as match_acts
from team_matches.services import team_games, team_matches, teams
from team_matches.services.acts import MatchAct, MatchActInput
from team_matches.services.team_games import BoardRuling
from team_matches.services.team_matches import TeamMatchPlan
from team_matches.tables import match_score
from tests.factories import NOON, days, make_moderator, make_player
from tests.team_matches.helpers import Clubs
from tests.tournaments.helpers import asked, look, refused
from tournaments import errors

pytestmark = pytest.mark.django_db


def give_rating(player, rating):
    Rating.objects.create(
        player=player, category=Category.OVERALL, rating=rating, deviation=50, volatility=0.06, games=30, at=NOON
    )


def boards(match, number=1):
    return list(match.games.filter(round=number).order_by("board"))


def resign(board, loser, now=NOON):
    game = Game.objects.get(pk=board.game_id)
    verbs.perform(verbs.ActionRequest(game.pk, loser, game.number, None, now), verbs.Resign())


def acts(match):
    return list(match.log.order_by("pk").values_list("act", flat=True))


def state(match):
    return TeamMatch.objects.get(pk=match.pk).state


def black_of(board):
    return board.game.seats.get(color=Color.BLACK).player.username


def test_E40_a_match_from_the_challenge_to_the_result():
    clubs = Clubs()
    match = clubs.challenge()
    assert Notice.objects.filter(kind="match_offered").count() == 2, "the owner and the captain of Oulu"
    team_matches.accept_match(asked(clubs.owners[1]), match.pk)
    teams.ask_member_to_play(asked(clubs.a[0]), match.pk, clubs.a[1])
    assert Notice.objects.get(kind="match_asked").player == clubs.a[1]
    for player in (*clubs.a[:2], *clubs.b[:2]):
        teams.set_will_play(asked(player), match.pk, plays=True)
    teams.set_lineup(asked(clubs.a[0]), match.pk, clubs.a[:2])
    teams.set_lineup(asked(clubs.b[0]), match.pk, clubs.b[:2])
    teams.confirm_lineup(asked(clubs.a[0]), match.pk)
    look()
    assert state(match) == MatchState.LINEUP, "one team is still ordered"
    teams.confirm_lineup(asked(clubs.b[0]), match.pk)

    look()

    first, second = boards(match)
    assert (black_of(first), black_of(second)) == ("b1", "a2"), "colours alternate down the boards"
    assert all(board.game.rated for board in (first, second))
    resign(first, clubs.b[0])
    resign(second, clubs.b[1])
    look()

    assert state(match) == MatchState.DONE
    table = match_score(match)
    assert (table.points, table.halves, table.leads, table.by) == ((2, 0), (4, 0), MatchTeam.HOME, "points")
    assert acts(match) == [
        "offered", "accepted", "asked", "plays", "plays", "plays", "plays", "ordered", "ordered", "ready", "ready",
        "started", "round_done", "done",
    ]  # fmt: skip
    assert Notice.objects.filter(kind="match_finished", player=clubs.a[1]).exists()


def test_E40_substitutes_between_rounds_colours_swapped_and_equal_rounds_are_parted_by_the_top_board():
    clubs = Clubs()
    match = clubs.running(rounds=2)
    first, second = boards(match)
    resign(first, clubs.b[0])
    resign(second, clubs.a[1])
    look()
    assert state(match) == MatchState.LINEUP, "the second round waits for its orders"
    later = NOON + days(1)
    refused(match_errors.LineupRefused, teams.set_lineup, asked(clubs.a[0], later), match.pk, [clubs.a[2], clubs.a[2]])
    teams.set_lineup(asked(clubs.a[0], later), match.pk, [clubs.a[2], clubs.a[0]])
    clubs.ready(match, later)
    look(later)

    first, second = boards(match, 2)
    assert (first.home.username, second.home.username) == ("a3", "a1")
    assert black_of(first) == "a3", "the other team has Black on the top board now"
    resign(first, clubs.b[0], later)
    resign(second, clubs.a[0], later)
    look(later)
    table = match_score(match)
    assert (table.points, table.halves) == ((2, 2), (4, 4)), "a draw is a point each"
    assert (table.leads, table.by) == (MatchTeam.HOME, "upper_boards")


def test_E40_an_order_goes_by_rank_and_only_of_those_who_play():
    clubs = Clubs()
    match = clubs.ordered()
    for player, rating in ((clubs.a[0], 1500), (clubs.a[1], 1900)):
        give_rating(player, rating)

    with pytest.raises(match_errors.LineupRefused) as caught:
        teams.set_lineup(asked(clubs.a[0]), match.pk, clubs.a[:2])
    assert caught.value.data["why"] == "rank_order"
    teams.set_lineup(asked(clubs.a[0]), match.pk, [clubs.a[1], clubs.a[0]])
    for players, why in (
        ([clubs.b[0]], "not_playing"),
        ([clubs.a[1], clubs.a[1]], "twice"),
        ([clubs.a[1], clubs.a[0], clubs.a[2]], "too_many"),
    ):
        with pytest.raises(match_errors.LineupRefused) as caught:
            teams.set_lineup(asked(clubs.a[0]), match.pk, players)
        assert caught.value.data["why"] == why


def test_E78_who_may_challenge_accept_and_order():
    clubs = Clubs()
    plan = TeamMatchPlan(club=clubs.home.pk, guest=clubs.away.pk, terms=Terms(width=9, height=9))
    refused(club_errors.MayNotMakeEvents, team_matches.challenge_club, asked(clubs.a[0]), plan)
    refused(club_errors.NotMember, team_matches.challenge_club, asked(clubs.owners[1]), plan)
    match = clubs.challenge()
    refused(club_errors.NotMember, team_matches.accept_match, asked(clubs.owners[0]), match.pk)
    refused(errors.WrongState, teams.set_will_play, asked(clubs.a[0]), match.pk, plays=True)
    team_matches.accept_match(asked(clubs.owners[1]), match.pk)
    refused(errors.WrongState, team_matches.decline_match, asked(clubs.owners[1]), match.pk)
    refused(match_errors.NotTeamLeader, teams.set_lineup, asked(clubs.a[1]), match.pk, [])
    refused(match_errors.NotTeamLeader, teams.set_lineup, asked(clubs.a[0]), match.pk, [], MatchTeam.AWAY)
    refused(club_errors.NotMember, teams.ask_member_to_play, asked(clubs.a[0]), match.pk, clubs.b[0])
    refused(club_errors.NotMember, teams.set_will_play, asked(make_player()), match.pk, plays=True)
    for bad in ({"boards": 1}, {"boards": 11}, {"rounds": 4}, {"guest": clubs.home.pk}, {"guest": 10**30}):
        wanted = {"club": clubs.home.pk, "guest": clubs.away.pk, "terms": Terms(width=9, height=9), **bad}
        with pytest.raises(match_errors.InvalidMatchField) as caught:
            team_matches.challenge_club(asked(clubs.owners[0]), TeamMatchPlan(**wanted))
        assert caught.value.data["field"] == next(iter(bad))


def test_a_challenge_lapses_is_declined_or_withdrawn_and_a_club_has_five_at_most():
    clubs = Clubs()
    first, second, third = clubs.challenge(), clubs.challenge(), clubs.challenge()
    team_matches.decline_match(asked(clubs.owners[1]), first.pk)
    team_matches.withdraw_match(asked(clubs.owners[0]), second.pk)
    look(NOON + days(6))
    assert state(third) == MatchState.OFFERED
    look(NOON + days(8))
    assert [state(one) for one in (first, second, third)] == ["declined", "cancelled", "declined"]
    for _ in range(5):
        clubs.challenge()
    refused(match_errors.InvalidMatchField, clubs.challenge)


def test_E77_who_closes_a_club_calls_off_its_matches_that_have_not_begun():
    clubs = Clubs()
    running, ordered, offered = clubs.running(), clubs.ordered(), clubs.challenge()
    ending.close_club_by_owner(asked(clubs.owners[0]), clubs.home.pk, "We have moved.")

    assert [state(one) for one in (running, ordered, offered)] == ["playing", "cancelled", "cancelled"]
    assert ordered.log.first().reason == "We have moved."
    look()
    assert state(running) == MatchState.PLAYING


def test_an_empty_board_is_lost_by_default_and_a_captain_who_never_comes_loses_them_all():
    clubs = Clubs()
    match = clubs.ordered(a=2, b=1)
    teams.confirm_lineup(asked(clubs.a[0]), match.pk)

    look(NOON + timedelta(days=15))

    first, second = boards(match)
    assert second.result == "black_by_default", "White's seat is empty"
    assert first.game is not None
    resign(first, clubs.a[0], NOON + timedelta(days=15))
    look(NOON + timedelta(days=15))
    assert (match_score(match).points, state(match)) == ((1, 1), "done")
    nobody = clubs.accepted()
    look(NOON + timedelta(days=30))
    assert state(nobody) == MatchState.CANCELLED


def test_E85_two_who_have_blocked_each_other_never_meet():
    clubs = Clubs()
    match = clubs.ordered()
    Block.objects.create(player=clubs.a[0], blocked=clubs.b[0], at=NOON)
    teams.confirm_lineup(asked(clubs.a[0]), match.pk)
    with pytest.raises(match_errors.LineupRefused) as caught:
        teams.confirm_lineup(asked(clubs.b[0]), match.pk)
    assert caught.value.data == {"why": "apart", "board": 1}

    look(NOON + timedelta(days=15))

    first, second = boards(match)
    assert (first.result, first.game, second.game is not None) == ("void", None, True)


def test_E93_who_leaves_the_club_or_is_suspended_is_out_of_the_team_and_its_order_no_longer_stands():
    clubs = Clubs()
    match = clubs.ordered()
    clubs.ready(match)
    joining.leave_or_withdraw_request(asked(clubs.a[1]), clubs.home.pk)
    teams.remove_from_unstarted_teams(clubs.b[1], NOON)

    look()

    match.refresh_from_db()
    assert (match.state, match.home_ready, match.away_ready) == (MatchState.LINEUP, False, False)
    assert acts(match)[-2:] == ["out", "out"]
    assert match.members.filter(board__isnull=False).count() == 2


def test_E91_a_start_that_is_killed_leaves_nothing_and_run_again_every_board_has_one_game(monkeypatch):
    clubs = Clubs()
    match = clubs.ordered()
    clubs.ready(match)
    begin, begun = team_games.create_game, []

    def killed(new, now):
        begun.append(begin(new, now))
        if len(begun) == 2:
            raise KeyboardInterrupt
        return begun[-1]

    with monkeypatch.context() as patched:
        patched.setattr(team_games, "create_game", killed)
        with pytest.raises(KeyboardInterrupt):
            team_games.start_round_or_cancel(match.pk, NOON)
    assert (Game.objects.count(), TeamBoard.objects.count(), state(match)) == (0, 0, "lineup")

    assert [team_games.start_round_or_cancel(match.pk, NOON) for _ in range(2)] == [True, False]
    assert Game.objects.count() == TeamBoard.objects.count() == 2


def test_E92_E57_a_moderator_decides_a_board_and_the_table_counts_again():
    clubs = Clubs()
    match = clubs.running()
    resign(boards(match)[0], clubs.b[0])
    moderator = make_moderator()
    ruling = BoardRuling(1, 2, "both_lose", "Neither plays")
    refused(errors.NotDirector, team_games.set_result, asked(clubs.owners[0]), match.pk, ruling)
    refused(match_errors.NoSuchMatch, team_games.set_result, asked(moderator), match.pk, ruling._replace(board=9))
    refused(errors.ReasonNeeded, team_games.set_result, asked(moderator), match.pk, ruling._replace(reason=" "))
    refused(errors.BadActInput, team_games.set_result, asked(moderator), match.pk, ruling._replace(result="won"))
    team_games.set_result(asked(moderator), match.pk, ruling)
    look()
    assert (state(match), match_score(match).points) == ("done", (2, 0))

    team_games.set_result(asked(moderator), match.pk, BoardRuling(1, 1, "void", "Engine"))

    assert (match_score(match).points, match_score(match).halves) == ((1, 1), (1, 1))
    line = match.log.first()
    assert (line.act, line.before, line.after, line.role) == ("result", "", "void", "moderator")
    if connection.vendor == "sqlite":
        append_only.make_append_only(connection, "competitions_matchline")
    with pytest.raises(DatabaseError), transaction.atomic():
        match.log.update(reason="")


def test_who_cancels_a_game_before_it_has_begun_gives_the_board_away():
    clubs = Clubs()
    match = clubs.running()
    first = boards(match)[0]
    verbs.perform(verbs.ActionRequest(first.game_id, clubs.b[0], 0, None, NOON), verbs.Cancel())

    assert boards(match)[0].result == "white_by_default"


def test_acts_by_name_and_what_they_miss():
    clubs = Clubs()
    match = clubs.challenge()
    match_acts.perform_act(asked(clubs.owners[1]), match.pk, MatchAct.ACCEPT, MatchActInput())
    refused(errors.BadActInput, match_acts.perform_act, asked(clubs.a[0]), match.pk, MatchAct.ASK, MatchActInput())
    match_acts.perform_act(asked(clubs.a[0]), match.pk, MatchAct.ASK, MatchActInput(player="a2", side="home"))
    moderator = make_moderator()
    match_acts.perform_act(asked(moderator), match.pk, MatchAct.CANCEL, MatchActInput(reason="By wish of both"))
    assert (state(match), match.members.count()) == ("cancelled", 1)


def test_a_table_of_ten_boards_asks_as_much_as_one_of_two():
    clubs = Clubs(size=10)
    small = clubs.running()
    large = clubs.running(boards=10, a=10, b=10)
    asked_for = []
    for match in (small, large):
        with CaptureQueriesContext(
            connection,
        ) as captured:
            match_score(match)
        asked_for.append(len(captured))
    assert asked_for == [2, 2]
