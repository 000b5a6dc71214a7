"""Permissions to create, join and direct a league, the notices of each action, and the log (E54, E56, E70 to E79)."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from accounts.core.guests import NotForGuests
from accounts.core.lookup import NoSuchPlayer
from accounts.core.restrictions import Muted, NewGamesBlocked
from clubs.errors import NotMember, TooManyNotices
from clubs.models import Membership
from leagues.errors import AlreadyInLeague, BadLeague, NoSuchLeague, NotInLeague
from leagues.models import League, LeagueLine, MemberState, SeasonState
from leagues.services import acts, leagues, of_clubs, seasons
from leagues.services.acts import LeagueDirectorAct, LeagueDirectorActInput
from leagues.services.asking import notice_checks
from leagues.services.moderating import LEAGUES
from notifications.models import Notice
from ratings.models import Category, Rating
from ratings.ranks import Rank
from tests.accounts.test_data_export import lines, opened
from tests.clubs.helpers import make_club
from tests.factories import NOON, days, make_moderator, make_player
from tests.leagues.helpers import decide_all, log_acts, make_league, season_of
from tests.tournaments.helpers import asked, keys, look, notified, refused
from tests.tournaments.test_entry_conditions import restricted
from tournaments import errors
from tournaments.announcing import notify_about
from tournaments.errors import BadActInput, BotNotAllowed, NotDirector, NotOwner, OwnGameAffected, WrongState
from tournaments.models import AuthorRole, Director, EntryState, Tournament, TournamentState
from tournaments.models.tournament_options import LATEST_START
from tournaments.services.waking import wake

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)


def people(count):
    return [make_player() for _ in range(count)]


def group_of(league):
    return Tournament.objects.get(league_group__season=season_of(league))


def member(league, player):
    return league.members.get(player=player)


def test_E70_bounds_of_a_league_between_its_options():
    owner = make_player()
    fits = (
        {"name": "x" * 45}, {"up": 2, "factor": 2, "size": 6}, {"at_once": 4}, {"starts_at": NOON + SECOND},
        {"starts_at": NOON + LATEST_START}, {"free": True},
    )  # fmt: skip
    for options in fits:
        made = make_league(owner, started=False, **options)
        made.closed_at = NOON
        made.save()
    for options in (
        {"name": "x" * 46}, {"up": 2, "factor": 2, "size": 5}, {"at_once": 5, "size": 5}, {"starts_at": NOON},
        {"starts_at": NOON + LATEST_START + SECOND}, {"free": True, "at_once": 1},
    ):  # fmt: skip
        with pytest.raises(BadLeague) as refusal:
            make_league(owner, started=False, **options)
        assert refusal.value.data["field"] in options


def test_a_player_runs_two_open_leagues_at_most():
    owner = make_player()
    first, _ = make_league(owner, started=False), make_league(owner, started=False)
    make_league(make_player(), started=False)
    refused(BadLeague, make_league, owner, started=False)
    acts.end_league_after_season(asked(owner), first.pk, "We are few.")
    assert make_league(owner, started=False).log.get(act="created").role == AuthorRole.OWNER
    refused(BadLeague, make_league, owner, started=False)


@pytest.mark.parametrize(
    ("fields", "refusal"),
    [({"barred_until": NOON + SECOND}, NewGamesBlocked), ({"is_guest": True}, NotForGuests),
     ({"is_bot": True}, BotNotAllowed)],
)  # fmt: skip
def test_who_may_neither_create_nor_join_a_league(fields, refusal):
    league, player = make_league(started=False), make_player(**fields)
    refused(refusal, make_league, player, started=False)
    refused(refusal, leagues.join_league, asked(player), league.pk)
    assert (League.objects.count(), league.members.count()) == (1, 0)


def test_E78_only_members_make_a_league_of_a_club_join_it_and_say_that_they_stay():
    who = people(4)
    club = make_club(*who)
    refused(NotMember, make_league, make_player(), club=club.pk, started=False)
    league = make_league(*who, club=club.pk)
    refused(NotMember, leagues.join_league, asked(make_player()), league.pk)
    Membership.objects.filter(player=who[1]).delete()
    refused(NotMember, leagues.set_next_season_answer, asked(who[1]), league.pk, stays=True)
    assert leagues.set_next_season_answer(asked(who[1]), league.pk, stays=False).stays is False


def test_who_joins_waits_and_who_comes_back_has_a_new_beginning(django_capture_on_commit_callbacks, monkeypatch):
    league, player = make_league(started=False), make_player()
    refused(NoSuchLeague, leagues.join_league, asked(player), league.pk + 1)
    with django_capture_on_commit_callbacks() as callbacks:
        joined = leagues.join_league(asked(player), league.pk)
    assert wake in callbacks
    assert joined.rank == Rank.of_rating(1500).steps, "without a rating"
    refused(AlreadyInLeague, leagues.join_league, asked(player), league.pk)
    leagues.leave_league(asked(player), league.pk)
    Rating.objects.create(
        player=player, category=Category.OVERALL, rating=2100, deviation=50, volatility=0.06, games=30, at=NOON
    )
    later = NOON + days(1)
    player.refresh_from_db()
    again = leagues.join_league(asked(player, later), league.pk)
    again.refresh_from_db()
    assert (again.pk, again.state, again.joined_at) == (joined.pk, MemberState.WAITING, later)
    assert again.rank == Rank.of_rating(2100).steps
    assert log_acts(league, about=player) == ["joined", "left", "joined"]
    assert {line.role for line in league.log.filter(about=player)} == {AuthorRole.PLAYER}
    monkeypatch.setattr(leagues, "MOST_PLAYERS", 2)
    leagues.join_league(asked(make_player()), league.pk)
    refused(BadLeague, leagues.join_league, asked(make_player()), league.pk)
    leagues.leave_league(asked(player), league.pk)
    leagues.join_league(asked(make_player()), league.pk)


def test_E72_only_who_plays_answers_and_nobody_who_waits_or_has_left():
    who = people(6)
    league = make_league(*who[:4])
    leagues.join_league(asked(who[4]), league.pk)
    for player in (who[4], who[5]):
        refused(NotInLeague, leagues.set_next_season_answer, asked(player), league.pk, stays=True)
    refused(NoSuchLeague, leagues.set_next_season_answer, asked(who[0]), league.pk + 1, stays=True)
    refused(NoSuchLeague, leagues.leave_league, asked(who[0]), league.pk + 1)


def test_E50_who_leaves_now_resigns_and_who_leaves_later_plays_on():
    who = people(5)
    league = make_league(*who)
    leagues.leave_league(asked(who[3]), league.pk)
    leagues.leave_league(asked(who[4]), league.pk, now=True)
    look()
    games = {
        player: {one.game.is_finished for one in row.as_black.all()}
        | {one.game.is_finished for one in row.as_white.all()}
        for player in who[3:]
        for row in [group_of(league).entries.get(player=player)]
    }
    assert (games[who[3]], games[who[4]]) == ({True, False}, {True})
    assert log_acts(league, act="left") == [], "both are in the league until the season ends"


def test_E50_who_leaves_one_of_two_leagues_or_after_the_last_game_is_entered_in_the_other():
    who = people(4)
    left, stayed = make_league(*who), make_league(*who)
    leagues.leave_league(asked(who[1]), left.pk)
    states = [group_of(league).entries.get(player=who[1]).state for league in (left, stayed)]
    assert states == [EntryState.WITHDRAWN, EntryState.ENTERED]
    decide_all(stayed)
    assert leagues.leave_league(asked(who[1]), stayed.pk).stays is False
    assert group_of(stayed).entries.get(player=who[1]).state == EntryState.ENTERED, "all games are over"


def test_E93_a_deleted_account_leaves_and_a_suspended_one_is_out_of_every_league_once():
    who = people(5)
    first, second = make_league(*who[:4], started=False), make_league(*who[:4], started=False)
    leagues.leave_league(asked(who[1]), second.pk)
    leagues.remove_deleted_from_leagues(who[1], NOON)
    leagues.remove_suspended_from_leagues(who[2], NOON)
    for league, left in ((first, ["joined", "left"]), (second, ["joined", "left"])):
        assert log_acts(league, about=who[1]) == left
        assert log_acts(league, about=who[2]) == ["joined", "suspended"]
        assert {one.player for one in league.members.filter(state=MemberState.WAITING)} == {who[0], who[3]}
    assert {line.role for line in first.log.filter(act="suspended")} == {AuthorRole.SYSTEM}


def test_E54_each_act_by_its_name_and_what_it_misses():
    who = people(6)
    league = make_league(*who[:5], started=False)
    owner, name = asked(league.owner), who[5].username

    def do(act, **given):
        acts.perform_director_act(owner, league.pk, act, LeagueDirectorActInput(**given))

    for act in (LeagueDirectorAct.REMOVE, LeagueDirectorAct.DIRECTOR, LeagueDirectorAct.NO_DIRECTOR):
        refused(BadActInput, do, act, player=" ", reason="x")
        refused(NoSuchPlayer, do, act, player="nobody", reason="x")
    do(LeagueDirectorAct.DIRECTOR, player=f" {name} ")
    assert [row.player for row in league.directors.all()] == [who[5]]
    do(LeagueDirectorAct.NO_DIRECTOR, player=name)
    assert not league.directors.exists()
    do(LeagueDirectorAct.START)
    refused(WrongState, do, LeagueDirectorAct.CLOSE)
    do(LeagueDirectorAct.NOTICE, text=" Welcome ")
    do(LeagueDirectorAct.REMOVE, player=who[4].username, reason="late")
    do(LeagueDirectorAct.END, reason="enough")
    done = ["director", "no_director", "season", "notice", "removed", "ended"]
    assert log_acts(league, by=league.owner)[-len(done) :] == done
    assert [league.log.get(act=act).reason for act in done[3:]] == ["Welcome", "late", "enough"]


def test_E104_directors_send_ten_notices_a_day_to_all_members_and_muted_ones_none():
    league = make_league(*people(4))
    for _ in range(10):
        acts.send_league_notice(asked(league.owner), league.pk, "Welcome")
    refused(TooManyNotices, acts.send_league_notice, asked(league.owner), league.pk, "Welcome")
    other = make_league(*people(4))
    muted = asked(restricted(other.owner, "muted_until"))
    refused(Muted, acts.send_league_notice, muted, other.pk, "Welcome")


def test_E54_directors_are_five_at_most_and_a_change_is_made_and_notified_once():
    league = make_league(*people(4))
    owner, (one, *others, sixth) = asked(league.owner), people(6)
    group = group_of(league)
    Director.objects.create(tournament=group, player=one)
    for _ in range(2):
        acts.set_director(owner, league.pk, one, is_director=True)
    for player in others:
        acts.set_director(owner, league.pk, player, is_director=True)
    refused(BadActInput, acts.set_director, owner, league.pk, sixth, is_director=True)
    assert (notified("league_act"), group.directors.count()) == (keys(one, *others), 5)
    for _ in range(2):
        acts.set_director(owner, league.pk, one, is_director=False)
    assert (log_acts(league, about=one), notified("league_act").count(one.pk)) == (["director", "no_director"], 2)
    acts.set_director(owner, league.pk, sixth, is_director=True)
    for refusal, player in ((NotOwner, sixth), (NotDirector, make_player())):
        refused(refusal, acts.set_director, asked(player), league.pk, others[0], is_director=False)
    acts.set_director(asked(make_moderator()), league.pk, sixth, is_director=False)


def test_E54_new_directors_do_not_direct_the_groups_of_seasons_that_are_done():
    league = make_league(*people(4))
    decide_all(league)
    old = make_player()
    acts.set_director(asked(league.owner), league.pk, old, is_director=True)
    assert group_of(league).directors.filter(player=old).exists(), "a season under review"
    seasons.confirm_season(asked(league.owner), league.pk)
    acts.set_director(asked(league.owner), league.pk, old, is_director=False)
    acts.set_director(asked(league.owner), league.pk, make_player(), is_director=True)
    assert [row.player for row in group_of(league).directors.all()] == [old]


def test_E54_a_director_removes_others_only_and_who_is_removed_is_notified():
    who = people(6)
    league = make_league(*who[:5])
    leagues.join_league(asked(who[5]), league.pk)
    director = asked(who[1])
    acts.set_director(asked(league.owner), league.pk, who[1], is_director=True)
    Notice.objects.all().delete()
    refused(OwnGameAffected, acts.remove_player, director, league.pk, who[1], "x")
    refused(NotInLeague, acts.remove_player, director, league.pk, make_player(), "x")
    for player in who[4:]:
        refused(errors.ReasonNeeded, acts.remove_player, director, league.pk, player, " ")
        assert acts.remove_player(director, league.pk, player, " late ").state == MemberState.LEFT
        assert league.log.get(act="removed", about=player).reason == "late"
        refused(NotInLeague, acts.remove_player, director, league.pk, player, "x")
    assert notified("league_act") == keys(*who[4:])
    assert group_of(league).entries.get(player=who[4]).state == EntryState.REMOVED


def test_E56_a_notice_and_the_end_reach_all_but_those_who_have_left():
    who = people(6)
    league = make_league(*who[:4])
    for player in who[4:]:
        leagues.join_league(asked(player), league.pk)
    leagues.leave_league(asked(who[5]), league.pk)
    refused(NotDirector, acts.send_league_notice, asked(who[1]), league.pk, "x")
    refused(errors.ReasonNeeded, acts.send_league_notice, asked(league.owner), league.pk, " ")
    acts.send_league_notice(asked(league.owner), league.pk, f" {'x' * 301}")
    assert league.log.get(act="notice").reason == "x" * 300
    acts.end_league_after_season(asked(league.owner), league.pk, "y" * 301)
    league.refresh_from_db()
    assert (league.closed_at, league.log.get(act="ended").reason) == (NOON, "y" * 300)
    assert notified("league_notice") == notified("league_ended") == keys(*who[:5])
    assert (member(league, who[4]).state, member(league, who[0]).state) == (MemberState.LEFT, MemberState.PLAYING)
    refused(WrongState, seasons.start_first_season, asked(league.owner), league.pk)


def test_E79_the_words_of_a_league_are_hidden_with_those_of_its_groups_and_given_back():
    league, other = make_league(*people(4), name="Awful", about="Very awful"), make_league(*people(4), name="Awful")
    director = make_player()
    acts.set_director(asked(league.owner), league.pk, director, is_director=True)
    Notice.objects.all().delete()
    for named in (league, season_of(league), group_of(league), group_of(other)):
        notify_about(named, [league.owner_id], "event_act", NOON)
    kept = LEAGUES.hide_texts(league.pk, NOON)
    league.refresh_from_db()
    assert (league.name, league.about, group_of(league).name) == (kept["neutral"], "", f"{kept['neutral']} 1 A")
    assert kept["name"] == "Awful"
    assert re.fullmatch(r"League \d{8}", kept["neutral"])
    assert (group_of(other).name, notified("event_moderated")) == ("Awful 1 A", keys(league.owner, director))
    line = league.log.get(act="moderated")
    assert (line.role, line.by) == (AuthorRole.MODERATOR, None)
    titles = Notice.objects.filter(kind="event_act").order_by("pk").values_list("title", flat=True)
    assert list(titles) == [kept["neutral"], kept["neutral"], f"{kept['neutral']} 1 A", "Awful 1 A"]
    LEAGUES.restore_texts(league.pk, kept, NOON)
    league.refresh_from_db()
    assert (league.name, league.about, group_of(league).name) == ("Awful", "Very awful", "Awful 1 A")
    assert list(titles.all()) == ["Awful", "Awful", "Awful 1 A", "Awful 1 A"]


def test_E79_words_that_were_changed_after_they_were_hidden_stay():
    league = make_league(make_player(), started=False, name="Awful", about="Very awful")
    kept = LEAGUES.hide_texts(league.pk, NOON)
    League.objects.filter(pk=league.pk).update(about="Better")
    LEAGUES.restore_texts(league.pk, kept, NOON)
    league.refresh_from_db()
    assert (league.name, league.about) == ("Awful", "Better")
    LEAGUES.restore_texts(league.pk, kept | {"name": "Third"}, NOON)
    league.refresh_from_db()
    assert (league.name, log_acts(league, act="moderated")) == ("Awful", ["moderated"] * 2)


def test_E78_a_club_shows_its_open_leagues_and_whoever_leaves_it_is_out_of_its_own_only(monkeypatch):
    who = people(5)
    club = make_club(*who)
    league, closed = make_league(*who[:4], club=club.pk), make_league(who[0], club=club.pk, started=False)
    acts.end_league_after_season(asked(who[0]), closed.pk, "x")
    other = make_league(*who[:4], started=False)
    shown = of_clubs.club_leagues(club)
    assert [line.path for line in shown] == [league.get_absolute_url()]
    for _ in range(2):
        of_clubs.remove_from_club_leagues(club.pk, who[2].pk, NOON)
    assert (member(league, who[2]).stays, member(other, who[2]).state) == (False, MemberState.WAITING)
    entry = group_of(league).entries.get(player=who[2])
    assert entry.state == EntryState.WITHDRAWN
    decide_all(league)
    of_clubs.remove_from_club_leagues(club.pk, who[3].pk, NOON)
    assert member(league, who[3]).stays is False
    of_clubs.end_club_leagues(club.pk, "We have moved.", NOON)
    assert League.objects.get(closed_at=None) == other
    assert [row.log.filter(act="ended").count() for row in (league, closed, other)] == [1, 1, 0]
    assert league.log.get(act="ended").reason == "We have moved."
    monkeypatch.setattr(of_clubs, "MOST_SHOWN", 1)
    League.objects.update(closed_at=None, club=club)
    assert [line.path for line in of_clubs.club_leagues(club)] == [other.get_absolute_url()], "the latest"


def test_E72_a_question_is_open_for_who_plays_and_has_not_answered_in_this_league():
    who = people(5)
    league, other = make_league(*who[:4]), make_league(*who[:4], started=False)
    leagues.join_league(asked(who[4]), league.pk)
    leagues.set_next_season_answer(asked(who[0]), league.pk, stays=True)
    leagues.set_next_season_answer(asked(who[1]), league.pk, stays=False)
    notices = [
        Notice(player=player, kind="league_asked", path=one.get_absolute_url(), created_at=NOON)
        for player in who for one in (league, other)
    ]  # fmt: skip
    still = notice_checks()["league_asked"](notices)
    assert {(one.player, one.path) for one in still} == {(player, league.get_absolute_url()) for player in who[2:4]}


def test_the_export_of_a_player_has_their_leagues_and_what_was_logged_about_them_only():
    who = people(4)
    league = make_league(*who, name="Mine")
    make_league(*people(4), name="Theirs")
    acts.set_director(asked(who[0]), league.pk, who[1], is_director=True)
    acts.remove_player(asked(who[1]), league.pk, who[2], "late")
    LeagueLine.objects.create(league=league, at=NOON, act="notice", by=who[1], about=who[2], other=who[3])
    files = {player: opened(player) for player in who}
    for player in who[:3]:
        assert [row["league__name"] for row in lines(files[player], "leagues")] == ["Mine"]
    counts = [[len(lines(files[player], name)) for player in who[:3]] for name in ("leagues_run", "league_directing")]
    assert counts == [[1, 0, 0], [0, 1, 0]]
    logged = [[row["act"] for row in lines(files[player], "league_log")] for player in who]
    assert logged == [
        ["created", "joined", "season", "director"], ["joined", "director", "removed", "notice"],
        ["joined", "removed", "notice"], ["joined", "notice"],
    ]  # fmt: skip


def test_E70_a_closed_league_begins_no_season():
    league = make_league(*people(4), started=False)
    League.objects.filter(pk=league.pk).update(closed_at=NOON)
    refused(WrongState, seasons.start_first_season, asked(league.owner), league.pk)
    assert not league.seasons.exists()


def test_E57_a_league_in_review_is_closed_by_its_directors_only():
    league = make_league(*people(4))
    refused(NotDirector, seasons.start_first_season, asked(make_player()), league.pk)
    decide_all(league)
    refused(NotDirector, seasons.confirm_season, asked(make_player()), league.pk)
    assert seasons.confirm_season(asked(league.owner, NOON + SECOND), league.pk).state == SeasonState.DONE
    season = season_of(league)
    assert (season.state, season.closed_at) == (SeasonState.DONE, NOON + SECOND)
    assert group_of(league).state == TournamentState.FINISHED
    assert league.log.get(act="closed").by == league.owner
    refused(WrongState, seasons.confirm_season, asked(league.owner), league.pk)
