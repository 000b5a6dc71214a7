"""Permissions to ask, answer and set a lineup in a team match, and what happens when players or clubs leave (E40, E77,
E78, E93)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.core.guests import NotForGuests
from accounts.core.lookup import NoSuchPlayer
from accounts.core.restrictions import NewGamesBlocked
from accounts.models import Block, Player
from clubs.errors import NotMember
from clubs.models import Club, ClubRole
from notifications.models import Notice
from ratings.ranks import Rank
from team_matches.errors import LineupRefused, NoSuchMatch, NotTeamLeader
from team_matches.models import MatchTeam, MemberAnswer
from team_matches.services import acts, team_matches, teams
from team_matches.services.acts import MatchAct, MatchActInput
from team_matches.services.asking import notice_checks
from tests.accounts.test_data_export import lines, opened
from tests.clubs.helpers import add
from tests.factories import NOON, make_moderator, make_player
from tests.team_matches.helpers import Clubs
from tests.team_matches.test_team_matches import acts as log_acts
from tests.team_matches.test_team_matches import give_rating, state
from tests.tournaments.helpers import asked, keys, look, notified, refused
from tournaments.errors import BadActInput, BotNotAllowed, WrongState
from tournaments.models import AuthorRole
from tournaments.services.waking import wake

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)


@pytest.fixture
def clubs():
    return Clubs()


def refusal_of(do, *arguments, **named):
    with pytest.raises(LineupRefused) as refusal:
        do(*arguments, **named)
    return refusal.value.data["why"]


def places(match, side):
    """The lineup of a team, from the top board down."""
    rows = match.members.filter(side=side, board__isnull=False).order_by("board")
    return [row.player for row in rows]


def stands(match):
    match.refresh_from_db()
    return match.home_ready, match.away_ready


def both_captain(clubs):
    """A captain of both clubs."""
    player = make_player()
    for club in (clubs.home, clubs.away):
        add(club, player, ClubRole.CAPTAIN)
    return player


def test_E77_captains_managers_and_owners_lead_the_team_of_their_open_club(clubs):
    match = clubs.accepted()
    manager = make_player()
    add(clubs.home, manager, ClubRole.MANAGER)
    for player, sides in (
        (clubs.owners[0], [MatchTeam.HOME]), (manager, [MatchTeam.HOME]), (clubs.a[0], [MatchTeam.HOME]),
        (clubs.b[0], [MatchTeam.AWAY]),
        (clubs.a[1], []), (make_player(), []), (both_captain(clubs), [MatchTeam.HOME, MatchTeam.AWAY]),
    ):  # fmt: skip
        assert team_matches.teams_led_by(player, match) == sides
    Club.objects.filter(pk=clubs.home.pk).update(closed_at=NOON)
    assert team_matches.teams_led_by(clubs.a[0], match) == []
    refused(NotTeamLeader, teams.set_lineup, asked(clubs.a[0]), match.pk, [])


def test_E40_who_leads_both_teams_says_for_which_they_act(clubs):
    match, both = clubs.ordered(), asked(both_captain(clubs))
    assert refusal_of(teams.confirm_lineup, both, match.pk) == "both_clubs"
    teams.confirm_lineup(both, match.pk, MatchTeam.AWAY)
    assert stands(match) == (False, True)
    refused(NotTeamLeader, teams.confirm_lineup, asked(clubs.a[0]), match.pk, MatchTeam.AWAY)
    acts.perform_act(both, match.pk, MatchAct.READY, MatchActInput(side="home"))
    assert stands(match) == (True, True)
    assert [(line.side, line.round, line.role) for line in match.log.filter(act="ready").order_by("pk")] == [
        (MatchTeam.AWAY, 1, AuthorRole.CAPTAIN), (MatchTeam.HOME, 1, AuthorRole.CAPTAIN),
    ]  # fmt: skip


def test_E40_lineups_are_set_while_a_round_waits_for_them_and_not_by_who_is_barred(clubs):
    offered, running = clubs.challenge(), clubs.running()
    captain = asked(clubs.a[0])
    for match in (offered, running):
        for do, more in (
            (teams.ask_member_to_play, (clubs.a[1],)),
            (teams.set_lineup, ([],)),
            (teams.confirm_lineup, ()),
        ):
            refused(WrongState, do, captain, match.pk, *more)
            refused(NoSuchMatch, do, captain, running.pk + 9, *more)
        for plays in (True, False):
            refused(WrongState, teams.set_will_play, asked(clubs.a[1]), match.pk, plays=plays)
    match = clubs.accepted()
    Player.objects.filter(pk=clubs.a[0].pk).update(barred_until=NOON + SECOND)
    barred = asked(Player.objects.get(pk=clubs.a[0].pk))
    refused(NewGamesBlocked, teams.set_lineup, barred, match.pk, [])


def test_E40_a_captain_asks_members_of_the_club_who_hear_of_it_once(clubs):
    match, captain = clubs.accepted(), asked(clubs.a[0])
    both = clubs.b[1]
    add(clubs.home, both)
    for _ in range(2):
        assert teams.ask_member_to_play(captain, match.pk, both).side == MatchTeam.HOME
    assert notified("match_asked") == keys(both)
    assert refusal_of(teams.ask_member_to_play, asked(clubs.b[0]), match.pk, both) == "other_team"
    refused(NotMember, teams.ask_member_to_play, captain, match.pk, make_player())
    line = match.log.get(act="asked")
    assert (line.side, line.about, line.by) == (MatchTeam.HOME, both, clubs.a[0])
    assert refusal_of(teams.ask_member_to_play, asked(both_captain(clubs)), match.pk, clubs.a[1]) == "both_clubs"


def test_E40_who_answers_plays_for_their_club_and_a_change_is_logged_once(clubs):
    match = clubs.accepted()
    for plays in (True, True, False, False, True):
        row = teams.set_will_play(asked(clubs.b[1]), match.pk, plays=plays)
        assert (row.side, row.answer) == (MatchTeam.AWAY, MemberAnswer.PLAYS if plays else MemberAnswer.DECLINED)
    teams.set_will_play(asked(clubs.a[1]), match.pk, plays=False)
    assert log_acts(match)[2:] == ["plays", "refused", "plays", "refused"]
    assert {line.role for line in match.log.all()[:4]} == {AuthorRole.PLAYER}
    assert match.log.filter(about=clubs.b[1], side=MatchTeam.AWAY).count() == 3
    for plays in (True, False):
        refused(NotMember, teams.set_will_play, asked(make_player()), match.pk, plays=plays)


def test_E40_a_member_of_both_clubs_plays_for_the_one_that_asks(clubs):
    match, both = clubs.accepted(), clubs.a[1]
    add(clubs.away, both)
    assert refusal_of(teams.set_will_play, asked(both), match.pk, plays=True) == "both_clubs"
    teams.ask_member_to_play(asked(clubs.b[0]), match.pk, both)
    assert teams.set_will_play(asked(both), match.pk, plays=True).side == MatchTeam.AWAY
    type(match).objects.update(guest=None)
    assert teams.set_will_play(asked(clubs.a[2]), match.pk, plays=True).side == MatchTeam.HOME, (
        "the other club was deleted"
    )


@pytest.mark.parametrize(
    ("fields", "refusal"),
    [({"barred_until": NOON + SECOND}, NewGamesBlocked), ({"is_guest": True}, NotForGuests),
     ({"is_bot": True}, BotNotAllowed)],
)  # fmt: skip
def test_who_may_not_play_may_still_say_that_they_do_not(clubs, fields, refusal):
    match, player = clubs.accepted(), make_player(**fields)
    add(clubs.home, player)
    refused(refusal, teams.set_will_play, asked(player), match.pk, plays=True)
    assert not match.members.exists()
    assert teams.set_will_play(asked(player), match.pk, plays=False).answer == MemberAnswer.DECLINED


def test_E40_a_lineup_has_as_many_as_there_are_boards_and_the_others_sit_out(clubs):
    match, captain = clubs.ordered(a=2, b=1), asked(clubs.a[0])
    assert (places(match, MatchTeam.HOME), places(match, MatchTeam.AWAY)) == (clubs.a[:2], clubs.b[:1])
    teams.set_lineup(captain, match.pk, clubs.a[1:])
    assert (places(match, MatchTeam.HOME), places(match, MatchTeam.AWAY)) == (clubs.a[1:], clubs.b[:1])
    teams.set_will_play(asked(clubs.a[2]), match.pk, plays=False)
    for players, why in (
        ([clubs.a[0]] * 2, "twice"), (clubs.a, "too_many"), ([None, None, clubs.a[0]], "too_many"),
        ([clubs.b[0]], "not_playing"), ([clubs.a[2]], "not_playing"),
    ):  # fmt: skip
        assert refusal_of(teams.set_lineup, captain, match.pk, players) == why
    assert places(match, MatchTeam.HOME) == [clubs.a[1]], "who has refused is off their board"
    teams.set_lineup(captain, match.pk, [])
    assert refusal_of(teams.confirm_lineup, captain, match.pk) == "nobody"


def test_E40_a_lineup_has_the_ranks_of_today(clubs):
    match, captain = clubs.accepted(), asked(clubs.a[0])
    for player in clubs.a:
        teams.set_will_play(asked(player), match.pk, plays=True)
    give_rating(clubs.a[1], 1900.6)
    assert refusal_of(teams.set_lineup, captain, match.pk, clubs.a[:2]) == "rank_order"
    assert places(match, MatchTeam.HOME) == []
    teams.set_lineup(captain, match.pk, [clubs.a[1], clubs.a[0]])
    assert [(row.rating, row.rank) for row in match.members.exclude(board=None).order_by("board")] == [
        (1901, Rank.of_rating(1900.6).steps), (1500, Rank.of_rating(1500).steps),
    ]  # fmt: skip


def test_E40_a_lineup_that_changes_is_to_be_confirmed_again_and_the_other_stands(
    clubs, django_capture_on_commit_callbacks
):
    match = clubs.ordered()
    with django_capture_on_commit_callbacks() as callbacks:
        clubs.ready(match)
    assert callbacks.count(wake) == 2
    teams.set_will_play(asked(clubs.a[1]), match.pk, plays=True)
    assert (stands(match), places(match, MatchTeam.HOME)) == ((True, True), clubs.a[:2]), "they play as before"
    teams.set_lineup(asked(clubs.a[0]), match.pk, clubs.a[1:])
    assert stands(match) == (False, True)
    teams.set_will_play(asked(clubs.b[2]), match.pk, plays=False)
    assert stands(match) == (False, True), "they sat out"
    teams.set_will_play(asked(clubs.b[1]), match.pk, plays=False)
    assert stands(match) == (False, False)
    assert places(match, MatchTeam.AWAY) == [clubs.b[0]]
    assert [(line.side, line.round) for line in match.log.filter(act="ordered")][:1] == [(MatchTeam.HOME, 1)]


def test_E85_a_block_between_two_of_one_board_only_keeps_the_second_captain_from_confirming(clubs):
    match = clubs.ordered()
    for one, other in ((clubs.a[0], clubs.b[1]), (clubs.a[0], clubs.a[1]), (clubs.a[2], clubs.b[0])):
        Block.objects.create(player=one, blocked=other, at=NOON)
    assert teams.boards_with_blocks(match) == []
    Block.objects.create(player=clubs.b[1], blocked=clubs.a[1], at=NOON)
    assert teams.boards_with_blocks(match) == [2]
    teams.confirm_lineup(asked(clubs.b[0]), match.pk)
    assert refusal_of(teams.confirm_lineup, asked(clubs.a[0]), match.pk) == "apart"
    assert stands(match) == (False, True)
    Block.objects.create(player=clubs.a[0], blocked=clubs.b[0], at=NOON)
    assert teams.boards_with_blocks(match) == [1, 2]


def test_E78_who_leaves_a_club_is_out_of_its_team_only_and_only_before_the_round(clubs):
    match, running = clubs.ordered(), clubs.running()
    clubs.ready(match)
    for _ in range(2):
        teams.remove_from_teams_of_club(clubs.home.pk, clubs.b[1].pk, NOON)
    assert stands(match) == (True, True), "they play for the other club"
    for _ in range(2):
        teams.remove_from_teams_of_club(clubs.away.pk, clubs.b[2].pk, NOON)
        teams.remove_from_teams_of_club(clubs.home.pk, clubs.a[1].pk, NOON)
    assert (stands(match), places(match, MatchTeam.HOME), places(match, MatchTeam.AWAY)) == (
        (False, True),
        clubs.a[:1],
        clubs.b[:2],
    )
    out = match.log.filter(act="out").order_by("pk")
    assert [(line.about, line.side, line.by) for line in out] == [
        (clubs.b[2], MatchTeam.AWAY, None), (clubs.a[1], MatchTeam.HOME, None),
    ]  # fmt: skip
    assert match.members.filter(answer=MemberAnswer.DECLINED).count() == 2
    assert (running.log.filter(act="out").count(), places(running, MatchTeam.HOME)) == (0, clubs.a[:2])


def test_E93_who_is_suspended_is_out_of_every_team_that_has_not_begun(clubs):
    match, other, running = clubs.ordered(), clubs.ordered(), clubs.running()
    for _ in range(2):
        teams.remove_from_unstarted_teams(clubs.a[0], NOON)
    assert [places(one, MatchTeam.HOME) for one in (match, other, running)] == [[clubs.a[1]]] * 2 + [clubs.a[:2]]
    assert [one.log.filter(act="out").count() for one in (match, other, running)] == [1, 1, 0]


def test_E40_each_act_by_its_name_and_what_it_misses(clubs):
    captain, guests, a1 = asked(clubs.a[0]), asked(clubs.owners[1]), clubs.a[0]
    declined, withdrawn, match = (clubs.challenge() for _ in range(3))
    acts.perform_act(guests, declined.pk, MatchAct.DECLINE, MatchActInput())
    acts.perform_act(asked(clubs.owners[0]), withdrawn.pk, MatchAct.WITHDRAW, MatchActInput())
    acts.perform_act(guests, match.pk, MatchAct.ACCEPT, MatchActInput())
    assert [state(one) for one in (declined, withdrawn, match)] == ["declined", "cancelled", "lineup"]
    refused(BadActInput, acts.perform_act, captain, match.pk, MatchAct.ASK, MatchActInput(player=" "))
    for act, given in ((MatchAct.ASK, {"player": "nobody"}), (MatchAct.LINEUP, {"players": ("a1", "nobody")})):
        refused(NoSuchPlayer, acts.perform_act, captain, match.pk, act, MatchActInput(**given))
    acts.perform_act(captain, match.pk, MatchAct.ASK, MatchActInput(player=" a1 "))
    teams.set_will_play(captain, match.pk, plays=True)
    refused(
        NotTeamLeader, acts.perform_act, captain, match.pk, MatchAct.LINEUP, MatchActInput(players=("a1",), side="away")
    )
    acts.perform_act(captain, match.pk, MatchAct.LINEUP, MatchActInput(players=(" a1 ", " ", ""), side="any"))
    assert places(match, MatchTeam.HOME) == [a1]
    acts.perform_act(captain, match.pk, MatchAct.READY, MatchActInput())
    look(NOON + timedelta(days=14))
    moderator = asked(make_moderator())
    ruling = {"round": 1, "board": 2, "result": "void", "reason": "nobody came"}
    acts.perform_act(moderator, match.pk, MatchAct.RESULT, MatchActInput(**ruling))
    assert match.games.get(board=2).result == "void"


def test_questions_of_this_match_that_still_wait_for_this_player(clubs):
    match, other = clubs.accepted(), clubs.challenge()
    for player in clubs.a:
        teams.ask_member_to_play(asked(clubs.a[0]), match.pk, player)
    teams.set_will_play(asked(clubs.a[1]), match.pk, plays=True)

    def left_open(kind):
        paths = (match.get_absolute_url(), other.get_absolute_url())
        rows = [Notice(player=player, kind=kind, path=path, created_at=NOON) for player in clubs.a for path in paths]
        return {(row.player, row.path) for row in notice_checks()[kind](rows)}

    assert left_open("match_asked") == {(player, match.get_absolute_url()) for player in (clubs.a[0], clubs.a[2])}
    assert left_open("match_offered") == {(player, other.get_absolute_url()) for player in clubs.a}


def test_the_export_of_a_player_has_their_matches_and_what_was_logged_about_them_only(clubs):
    match = clubs.accepted()
    teams.ask_member_to_play(asked(clubs.a[0]), match.pk, clubs.a[1])
    teams.set_will_play(asked(clubs.b[1]), match.pk, plays=True)
    who = (clubs.owners[0], clubs.a[0], clubs.a[1], clubs.b[1])
    files = [opened(player) for player in who]
    names = ("team_matches", "team_matches_begun")
    assert [[len(lines(one, name)) for one in files] for name in names] == [[0, 0, 1, 1], [1, 0, 0, 0]]
    logged = [[row["act"] for row in lines(one, "team_match_log")] for one in files]
    assert logged == [["offered"], ["asked"], ["asked"], ["plays"]]
