"""The limits of leagues, their steps, and each member's state (E50, E54, E57, E70 to E73)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from accounts.models import Player
from clubs.services import joining
from games.terms import Terms
from leagues import errors
from leagues.models import LeagueMember, MemberState, Season, SeasonState
from leagues.services import acts, free_games, leagues, seasons
from leagues.services.leagues import season_end
from notifications.models import Notice
from tests.clubs.helpers import make_club
from tests.factories import NOON, days, make_player
from tests.leagues.helpers import decide_all, end_all, groups_of, make_league, season_of, stay
from tests.tournaments.helpers import asked, refused
from tournaments.errors import BadActInput, NotOwner, ReasonNeeded, WrongState
from tournaments.models import Entry, EntryState, Pairing, Tournament, TournamentState
from tournaments.models.terms import LONGEST_ABOUT

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)


def people(count):
    return [make_player() for _ in range(count)]


def notified(kind):
    return set(Notice.objects.filter(kind=kind).values_list("player", flat=True))


def entered(league):
    rows = Entry.objects.filter(tournament__league_group__season__league=league, state=EntryState.ENTERED)
    return {entry.player for entry in rows.select_related("player")}


def test_E57_E72_each_step_of_a_season_is_made_when_it_is_due_and_once():
    league = make_league(*people(4), months=1)
    season = season_of(league)
    assert not seasons.begin_season_review(season.pk, NOON), "games are running"
    assert not seasons.ask_about_next_season(season.pk, season.ends_at), "games are running"
    end_all(league, NOON + days(1))
    assert season_of(league).state == SeasonState.REVIEW
    week = season_of(league).review_at + days(7)
    assert not seasons.confirm_season_if_due(season.pk, week - SECOND)
    asks = season.ends_at - timedelta(hours=72)
    assert not seasons.ask_about_next_season(season.pk, asks - SECOND)
    for step, now in ((seasons.confirm_season_if_due, week), (seasons.ask_about_next_season, asks)):
        assert [step(season.pk, now) for _ in range(2)] == [True, False]
    stay(league)
    assert not seasons.begin_next_season(season.pk, season.ends_at - SECOND)
    assert [seasons.begin_next_season(season.pk, season.ends_at) for _ in range(2)] == [True, False]
    assert season_of(league).number == 2


def test_E72_a_season_follows_its_own_and_not_that_of_another_league():
    first, second = (make_league(*people(4), months=1) for _ in range(2))
    for league in (first, second):
        end_all(league, NOON + days(1))
    seasons.confirm_season(asked(first.owner), first.pk)
    ends = season_of(first).ends_at
    assert seasons.ask_about_next_season(season_of(first).pk, ends)
    for league in (first, second):
        stay(league)
    later = ends + days(4)
    assert seasons.seasons_due_for_next(later).get() == season_of(first)
    assert not seasons.begin_next_season(season_of(second).pk, later)
    assert season_of(second).number == 1


def test_E57_E72_no_step_of_a_season_follows_from_that_of_another_league():
    season, other = (season_of(make_league(*people(4), months=1)) for _ in range(2))
    Pairing.objects.update(result="void")
    Tournament.objects.filter(league_group__season=season).update(state=TournamentState.REVIEW)
    assert [seasons.begin_season_review(one.pk, NOON) for one in (other, season)] == [False, True]
    Season.objects.filter(pk=other.pk).update(state=SeasonState.REVIEW, review_at=NOON + SECOND)
    Tournament.objects.filter(league_group__season=other).update(state=TournamentState.REVIEW)
    Pairing.objects.filter(round__tournament__league_group__season=other).update(result="")
    assert [seasons.confirm_season_if_due(one.pk, NOON + days(7)) for one in (other, season)] == [False, True]
    Season.objects.filter(pk=other.pk).update(ends_at=season.ends_at + SECOND)
    asks = season.ends_at - timedelta(hours=72)
    assert [seasons.ask_about_next_season(one.pk, asks) for one in (other, season)] == [False, True]


def test_E70_a_league_starts_at_its_date_and_one_without_a_date_by_hand():
    dated = make_league(*people(4), started=False, starts_at=NOON + days(2))
    undated = make_league(*people(4), started=False)
    assert list(seasons.leagues_to_start(NOON + days(2) - SECOND)) == []
    assert list(seasons.leagues_to_start(NOON + days(2))) == [dated]
    assert not seasons.start_first_season_if_due(undated.pk, NOON + days(2))
    assert [seasons.start_first_season_if_due(dated.pk, NOON + days(2)) for _ in range(2)] == [True, False]
    assert seasons.start_first_season(asked(undated.owner), undated.pk).number == 1


def test_the_text_about_a_league_has_a_bound():
    owner = make_player()
    assert make_league(owner, started=False, about="x" * LONGEST_ABOUT).about
    refused(errors.BadLeague, make_league, owner, started=False, about="x" * (LONGEST_ABOUT + 1))


@pytest.mark.parametrize(
    ("began", "months", "ends"),
    [((2026, 1, 31), 1, (2026, 2, 28)), ((2027, 12, 31), 2, (2028, 2, 29)), ((2026, 11, 15), 3, (2027, 2, 15)),
     ((2026, 10, 31), 1, (2026, 11, 30)), ((2026, 9, 30), 3, (2026, 12, 30)),
     ((2026, 12, 5), 1, (2027, 1, 5))],
)  # fmt: skip
def test_E70_a_season_ends_on_the_same_day_or_the_last_of_a_shorter_month(began, months, ends):
    assert season_end(datetime(*began, 9, tzinfo=UTC), months) == datetime(*ends, 9, tzinfo=UTC)


def test_E50_who_leaves_a_league_withdraws_from_their_own_group_only():
    who = people(10)
    league = make_league(*who)
    assert season_of(league).groups.count() == 2
    leagues.leave_league(asked(who[-1]), league.pk)
    assert entered(league) == set(who[:-1])
    member = league.members.get(player=who[-1])
    assert (member.state, member.stays) == (MemberState.PLAYING, False), "out after the season"
    refused(errors.NotInLeague, leagues.leave_league, asked(make_player()), league.pk)


def test_E50_who_waits_for_a_season_is_out_at_once_and_no_one_else():
    who = people(5)
    league = make_league(*who[:4])
    leagues.join_league(asked(who[4]), league.pk)
    leagues.leave_league(asked(who[4]), league.pk)
    assert league.members.get(player=who[4]).state == MemberState.LEFT
    refused(errors.NotInLeague, leagues.leave_league, asked(who[4]), league.pk)
    leagues.join_league(asked(who[4]), league.pk)
    acts.remove_player(asked(league.owner), league.pk, who[4], "asked to go")
    assert entered(league) == set(who[:4])


def test_E54_the_owner_alone_makes_directors_and_one_who_is_no_more_leaves_the_others():
    league = make_league(*people(4))
    owner, one, other = asked(league.owner), make_player(), make_player()
    for player in (one, other):
        acts.set_director(owner, league.pk, player, is_director=True)
    refused(NotOwner, acts.set_director, asked(one), league.pk, other, is_director=False)
    group = season_of(league).groups.get().tournament
    assert {row.player for row in group.directors.all()} >= {one, other}
    acts.set_director(owner, league.pk, one, is_director=False)
    assert [row.player for row in league.directors.all()] == [other]
    assert one not in {row.player for row in group.directors.all()}
    assert other in {row.player for row in group.directors.all()}
    for player in (make_player(is_bot=True), league.owner):
        refused(BadActInput, acts.set_director, owner, league.pk, player, is_director=True)


def test_members_are_notified_of_the_end_of_a_league_and_who_waits_is_out():
    who = people(6)
    league = make_league(*who[:4])
    for player in who[4:]:
        leagues.join_league(asked(player), league.pk)
    leagues.leave_league(asked(who[5]), league.pk)
    refused(ReasonNeeded, acts.end_league_after_season, asked(league.owner), league.pk, " ")
    acts.end_league_after_season(asked(league.owner), league.pk, "We are few.")
    assert notified("league_ended") == {player.pk for player in who[:5]}
    assert league.members.get(player=who[4]).state == MemberState.LEFT
    assert league.members.filter(state=MemberState.PLAYING).count() == 4
    refused(WrongState, acts.end_league_after_season, asked(league.owner), league.pk, "again")


def test_E93_who_is_suspended_is_out_of_all_leagues_by_a_line_of_the_log():
    who = people(4)
    league = make_league(*who)
    for _ in range(2):
        leagues.remove_suspended_from_leagues(who[1], NOON)
    assert league.members.get(player=who[1]).state == MemberState.LEFT
    assert [line.about for line in league.log.filter(act="suspended")] == [who[1]]
    assert league.members.filter(state=MemberState.PLAYING).count() == 3


def test_E78_who_leaves_the_club_of_a_league_is_out_of_it_after_the_season_or_at_once():
    who = people(6)
    club = make_club(*who, name="Turku Go")
    league = make_league(*who[:4], club=club.pk)
    leagues.join_league(asked(who[4]), league.pk)
    leagues.join_league(asked(who[5]), league.pk)
    leagues.leave_league(asked(who[5]), league.pk)
    for player in (who[3], who[4], who[5]):
        joining.leave_or_withdraw_request(asked(player), club.pk)
    assert entered(league) == set(who[:3])
    states = {player: league.members.get(player=player).state for player in who[3:]}
    assert states == {who[3]: MemberState.PLAYING, who[4]: MemberState.LEFT, who[5]: MemberState.LEFT}
    assert league.members.get(player=who[3]).stays is False
    assert league.log.filter(act="left").count() == 2, "who had left is not put out again"


def test_E73_a_game_of_an_unrated_league_is_unrated_by_choice_also_of_who_may_only_play_unrated():
    who = people(4)
    league = make_league(*who, free=True, terms=Terms(width=9, height=9, rated=False))
    Player.objects.filter(pk=who[0].pk).update(unrated_until=NOON + days(1))
    game = free_games.start_free_game(asked(who[0]), league.pk, who[1]).game
    assert (game.rated, game.unrated_reason) == (False, "chosen")


def test_E72_an_answer_is_kept_and_may_be_changed():
    who = people(4)
    league = make_league(*who)
    for stays in (True, False, True):
        leagues.set_next_season_answer(asked(who[1]), league.pk, stays=stays)
        assert LeagueMember.objects.get(league=league, player=who[1]).stays is stays


def test_E71_who_was_removed_and_has_joined_again_plays_the_next_season_as_a_newcomer():
    who = people(5)
    league = make_league(*who, months=1)
    acts.remove_player(asked(league.owner), league.pk, who[1], "by mistake")
    leagues.join_league(asked(who[1]), league.pk)
    decide_all(league)
    season = seasons.confirm_season(asked(league.owner), league.pk)
    assert seasons.ask_about_next_season(season.pk, season.ends_at)
    stay(league)
    assert seasons.begin_next_season(season.pk, season.ends_at + days(3))
    assert groups_of(league) == [[player.username for player in (who[0], *who[2:], who[1])]]
    assert list(league.log.filter(about=who[1]).order_by("pk").values_list("act", flat=True)) == [
        "joined", "removed", "joined",
    ]  # fmt: skip
    assert notified("league_out") == set(), "no one is out"
    assert league.members.get(player=who[1]).state == MemberState.PLAYING
