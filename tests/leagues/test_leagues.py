"""Leagues in the database: seasons, promotion and relegation, confirmations and removals (E70 to E73)."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.db.utils import DatabaseError
from django.test.utils import CaptureQueriesContext

from accounts.models import Block
from accounts.privacy.account_deletion import delete
from foundation import append_only
from games import verbs
from games.models import Game
from leagues import errors as league_errors
from leagues.models import League, LeagueGroup, LeagueLine, LeagueMember, MemberState, Season, SeasonState
from leagues.services import acts as league_acts
from leagues.services import free_games, leagues, seasons
from leagues.services.leagues import season_end
from leagues.standings import division_label
from leagues.tables import group_tables
from notifications.models import Notice
from tests.factories import NOON, days, make_player
from tests.leagues.helpers import end_all, groups_of, make_league, running, season_of, stay
from tests.tournaments.helpers import asked, look, refused
from tests.tournaments.test_pages_and_api import program_of, send, signed_in
from tournaments import errors
from tournaments.models import LogLine, Pairing, Tournament, TournamentState

pytestmark = pytest.mark.django_db


def people(count):
    return [make_player(f"p{number:02}") for number in range(1, count + 1)]


def named(*numbers):
    return [f"p{number:02}" for number in numbers]


def acts(league, **about):
    return list(league.log.filter(**about).order_by("pk").values_list("act", flat=True))


def to_the_second_season():
    """A season with drop-outs, losses on time and newcomers, as far as the next; the league and its first players."""
    who = people(13)
    league = make_league(*who, size=5, up=2, months=1)
    assert groups_of(league) == [named(*range(1, 6)), named(*range(6, 11)), named(11, 12, 13)]
    first = season_of(league)
    assert (first.number, first.ends_at) == (1, season_end(NOON, 1))
    assert len(running(league)) == 10 + 10 + 3, "E20: all games of a group at once"
    assert Notice.objects.filter(kind="league_season").count() == 13

    # p07 withdraws at once, p12 loses on time whatever is their turn, newcomers wait
    leagues.leave_league(asked(who[6]), league.pk, now=True)
    look()
    newcomers = [make_player("n1"), make_player("n2")]
    for new, rank in zip(newcomers, (3, 20), strict=True):
        leagues.join_league(asked(new), league.pk)
        league.members.filter(player=new).update(rank=rank)
    refused(league_errors.AlreadyInLeague, leagues.join_league, asked(newcomers[0]), league.pk)
    end_all(league, NOON + days(4), frozenset({who[11]}))
    look(NOON + days(8))
    assert season_of(league).state == SeasonState.REVIEW, "E57: the last game has ended"
    assert Notice.objects.filter(kind="league_review", player=league.owner).count() == 1
    seasons.confirm_season(asked(league.owner, NOON + days(8)), league.pk)
    assert Tournament.objects.filter(state=TournamentState.FINISHED).count() == 3
    look(NOON + days(9))
    assert season_of(league).asked_at is None, "E72: asked 72 hours before the end at the earliest"
    at = season_end(NOON, 1) - timedelta(hours=72)
    look(at)
    assert Notice.objects.filter(kind="league_asked").count() == 13 - 1, "p07 has said that they leave"
    stay(league, who[6], who[3], now=at)  # p04 says nothing
    look(at + timedelta(hours=71))
    assert season_of(league).number == 1, "who was asked has 72 hours"
    look(at + timedelta(hours=72))
    second = season_of(league)
    assert second.number == 2
    assert acts(league, about=who[3]) == ["joined", "silent"]
    assert acts(league, about=who[6]) == ["joined", "left"]
    assert acts(league, about=who[11])[-1] == "timed_out"
    # A: p01-p03 stay (p04 is out, p05 falls), p06 and p08 rise; B: p09 stays, p05 falls, p11, p13 rise; p10 fills a gap
    a, b, c = groups_of(league)
    assert sorted(a) == sorted(named(1, 2, 3, 6, 8))
    assert sorted(b) == sorted(named(5, 9, 10, 11, 13))
    assert c == ["n2", "n1"], "E71: newcomers at the bottom by rank"
    log = league.log.filter(act__in=("rose", "fell"), round=2)
    assert set(log.values_list("about__username", "act", "before", "after")) >= {
        ("p06", "rose", "B", "A"), ("p08", "rose", "B", "A"), ("p05", "fell", "A", "B"), ("p11", "rose", "C", "B"),
    }  # fmt: skip
    assert league.members.filter(state=MemberState.LEFT).count() == 3
    assert Notice.objects.filter(kind="league_out").count() == 3
    return league, who


def test_E70_E71_E72_a_season_with_drop_outs_losses_on_time_and_newcomers_and_the_next_one():
    league, _ = to_the_second_season()
    assert season_of(league).state == SeasonState.RUNNING


def test_E57_E72_a_season_that_ends_by_itself_is_followed_as_soon_as_there_are_enough_players():
    who = people(5)
    league = make_league(*who[:4], months=1)
    first = season_of(league)
    end_all(league, NOON + days(1))
    look(NOON + days(8))
    assert season_of(league).state == SeasonState.DONE, "E57: after a week by itself"
    look(first.ends_at - timedelta(hours=72))
    stay(league, who[0])
    look(first.ends_at)
    assert season_of(league).number == 1, "three are too few"
    assert league.members.filter(state=MemberState.PLAYING).count() == 4, "nothing is half done"
    leagues.join_league(asked(who[4], first.ends_at), league.pk)
    look(first.ends_at + days(1))
    assert season_of(league).number == 2
    assert groups_of(league) == [named(2, 3, 4, 5)]


@pytest.mark.nightly
def test_E70_E71_E72_three_seasons_with_drop_outs_losses_on_time_and_newcomers():
    league, who = to_the_second_season()
    second = season_of(league)

    # the second season: no one closes the review, no one but the top group answers
    end_all(league, second.started_at + days(2))
    look(second.started_at + days(2))
    look(second.started_at + days(9))
    assert season_of(league).state == SeasonState.DONE, "E57: after a week by itself"
    look(second.ends_at - timedelta(hours=72))
    for player in (who[0], who[1], who[2], who[5]):
        leagues.set_next_season_answer(asked(player), league.pk, stays=True)
    look(second.ends_at)
    third = season_of(league)
    assert third.number == 3
    assert [sorted(group) for group in groups_of(league)] == [named(1, 2, 3, 6)], "the silent are out"
    assert not league.members.filter(state=MemberState.WAITING).exists()

    # too few for a fourth one: it waits for players and begins as soon as there are enough
    end_all(league, third.started_at + days(1))
    look(third.started_at + days(1))
    look(third.started_at + days(8))
    look(third.ends_at - timedelta(hours=72))
    stay(league, who[0])
    look(third.ends_at)
    assert season_of(league).number == 3
    assert league.members.filter(state=MemberState.PLAYING).count() == 4, "nothing is half done"
    leagues.join_league(asked(who[3], third.ends_at), league.pk)
    look(third.ends_at + days(1))
    assert season_of(league).number == 4
    assert groups_of(league) == [named(2, 3, 6, 4)]


def test_E71_equals_stand_by_their_places_at_the_start():
    who = people(4)
    league = make_league(*who)
    table = group_tables(season_of(league).groups.all())[0]
    assert [line.entry.number for line in table.lines] == [1, 2, 3, 4]
    assert [line.place for line in table.lines] == [1, 2, 3, 4], "no place is shared"
    end_all(league, NOON + days(1))
    table = group_tables(season_of(league).groups.all())[0]
    assert [line.values[0] for line in table.lines] == ["3", "2", "1", "0"]
    assert [[game.result_mark for cell in line.cells if cell for game in cell] for line in table.lines] == [
        ["+", "+", "+"], ["−", "+", "+"], ["−", "−", "+"], ["−", "−", "−"],
    ]  # fmt: skip


def test_E24_games_that_run_on_after_the_season_are_the_directors_to_decide():
    league = make_league(*people(4), months=1)
    ends = season_of(league).ends_at
    look(ends)
    look(ends + days(1))
    assert Notice.objects.filter(kind="league_overdue", player=league.owner).count() == 1, "told once"
    assert season_of(league).state == SeasonState.RUNNING, "nothing ends by itself"
    end_all(league, ends + days(2))
    look(ends + days(2))
    assert season_of(league).asked_at == ends + days(2)
    stay(league)
    look(ends + days(5))
    assert season_of(league).number == 1, "the review lasts a week"
    look(ends + days(9))
    assert season_of(league).number == 2


def test_E73_free_pairing_two_games_a_pair_and_points_in_quarters():
    who = people(6)
    league = make_league(*who[:5], free=True, months=1)
    page = signed_in(who[0]).get(league.get_absolute_url()).content.decode()
    assert ("Ties are broken by wins, then" in page, "SODOS" in page) == (True, False)
    leagues.join_league(asked(who[5]), league.pk)
    assert running(league) == [], "no one is paired"

    def why(one, other, now=NOON):
        with pytest.raises(league_errors.LeagueGameRefused) as refusal:
            free_games.start_free_game(asked(one, now), league.pk, other)
        return refusal.value.data["why"]

    def play(one, other, loser, verb=None):
        pairing = free_games.start_free_game(asked(one), league.pk, other)
        game = Game.objects.get(pk=pairing.game_id)
        verbs.perform(verbs.ActionRequest(game.pk, loser, game.number, None, NOON), verb or verbs.Resign())
        return pairing

    first = play(who[0], who[1], who[1])
    second = free_games.start_free_game(asked(who[1]), league.pk, who[0])
    assert (first.black_id, first.white_id) == (second.white_id, second.black_id), "colours change"
    assert why(who[0], who[1]) == "playing_already"
    game = Game.objects.get(pk=second.game_id)
    verbs.perform(verbs.ActionRequest(game.pk, who[1], game.number, None, NOON), verbs.Resign())
    assert why(who[0], who[1]) == "played_twice"
    assert why(who[0], who[0]) == "self"
    assert why(who[0], who[5]) == "other_group"
    refused(league_errors.NotInLeague, free_games.start_free_game, asked(who[5]), league.pk, who[0])
    play(who[2], who[0], who[2], verbs.Cancel())  # given away before it began: a default
    Block.objects.create(player=who[3], blocked=who[0], at=NOON)
    assert why(who[0], who[3]) == "blocked"
    open_one = free_games.start_free_game(asked(who[3]), league.pk, who[4])
    assert Notice.objects.filter(kind="league_challenged", player=who[4], game=open_one.game).exists()
    table = group_tables(season_of(league).groups.all())[0]
    assert table.columns == ["Points", "Wins"]
    points = {line.entry.player.username: line.values[0] for line in table.lines}
    assert points == {"p01": "6", "p02": "1", "p03": "0", "p04": "0", "p05": "0"}, "win 2, loss 0.5, none 0"
    leagues.leave_league(asked(who[2]), league.pk)
    assert why(who[0], who[2]) == "out"
    ends = season_of(league).ends_at
    assert why(who[0], who[4], ends) == "season_over"
    look(ends)
    assert season_of(league).state == SeasonState.RUNNING, "a game is still running"
    end_all(league, ends + days(1))
    look(ends + days(1))
    assert season_of(league).state == SeasonState.REVIEW
    stay(league, now=ends + days(1))
    look(ends + days(8))
    assert groups_of(league) == [named(1, 4, 2, 5, 6)], "by the points of the season before"


def test_E54_E56_directors_act_and_the_log_says_so_for_good():
    who = people(5)
    league = make_league(*who)
    other = make_player()
    refused(errors.NotDirector, league_acts.remove_player, asked(other), league.pk, who[1], "late")
    league_acts.set_director(asked(league.owner), league.pk, other, is_director=True)
    group = Tournament.objects.get(league_group__season__league=league)
    assert group.directors.filter(player=other).exists(), "directors of the league direct its groups"
    refused(errors.ReasonNeeded, league_acts.remove_player, asked(other), league.pk, who[1], " ")
    league_acts.remove_player(asked(other), league.pk, who[1], "played with help")
    assert group.entries.get(player=who[1]).state == "removed"
    line = LeagueLine.objects.get(act="removed")
    assert (line.by, line.role, line.about, line.reason) == (other, "director", who[1], "played with help")
    refused(league_errors.NotInLeague, league_acts.remove_player, asked(other), league.pk, who[1], "again")
    refused(errors.WrongState, seasons.start_first_season, asked(other), league.pk)
    refused(errors.WrongState, seasons.confirm_season, asked(other), league.pk)
    league_acts.send_league_notice(asked(other), league.pk, "A meeting on Sunday")
    assert Notice.objects.filter(kind="league_notice").count() == 4
    refused(errors.NotOwner, league_acts.end_league_after_season, asked(other), league.pk, "enough")
    league_acts.end_league_after_season(asked(league.owner), league.pk, "enough")
    refused(league_errors.NoSuchLeague, leagues.join_league, asked(make_player()), league.pk)
    if connection.vendor == "sqlite":
        append_only.make_append_only(connection, "competitions_leagueline")
    with pytest.raises(DatabaseError), transaction.atomic():
        LeagueLine.objects.filter(pk=line.pk).update(reason="")
    end_all(league, NOON + days(1))
    look(NOON + days(100))
    look(NOON + days(108))
    assert season_of(league).number == 1, "no season follows"


def test_E93_a_deleted_account_is_out_and_its_season_goes_on():
    who = people(5)
    league = make_league(*who)
    delete(player=who[4], now=NOON)
    assert league.members.get(player=who[4]).state == MemberState.LEFT
    look()
    end_all(league, NOON + days(1))
    assert season_of(league).state == SeasonState.REVIEW
    assert len(groups_of(league)[0]) == 5, "results stay"


def test_E70_what_a_league_may_be():
    owner = make_player()
    for field, value in (
        ("size", 4), ("size", 11), ("up", 3), ("up", 0), ("factor", 4), ("months", 2), ("at_once", 5),
        ("name", "x" * 46), ("starts_at", NOON - days(1)),
    ):  # fmt: skip
        with pytest.raises(league_errors.BadLeague) as refusal:
            make_league(owner, **{field: value}, started=False)
        assert refusal.value.data["field"] == field
    refused(errors.BotNotAllowed, make_league, make_player(is_bot=True))
    made = make_league(owner, started=False, starts_at=NOON + days(3))
    refused(errors.CannotBePaired, seasons.start_first_season, asked(owner), made.pk)
    for _ in range(3):
        leagues.join_league(asked(make_player()), made.pk)
    look(NOON + days(2))
    assert not made.seasons.exists()
    look(NOON + days(3))
    assert made.seasons.get().number == 1, "at its date"
    assert (division_label(1), division_label(2, 3), division_label(28)) == ("A", "B3", "AB")


def test_the_tables_of_many_groups_cost_as_many_queries_as_those_of_one():
    league = make_league(*people(8))
    groups = list(LeagueGroup.objects.filter(season=season_of(league)))
    counts = []
    for some in (groups[:1], groups):
        with CaptureQueriesContext(
            connection,
        ) as seen:
            group_tables(some)
        counts.append(len(seen))
    assert counts[0] == counts[1] <= 9
    assert not Tournament.objects.listed().exists(), "groups stand on the page of their league"
    assert LogLine.objects.filter(act="started").count() == 2
    assert {Season.objects.count(), LeagueMember.objects.count(), Pairing.objects.count()} == {1, 8, 13}


def test_E96_E99_a_league_by_page_and_by_program(client):
    who = people(5)
    owner = make_player("runs")
    browser = signed_in(owner)
    terms = {"size": "9", "rule_set": "japanese", "time": "days_3", "rated": "on", "at_once": 0}
    form = {**terms, "name": "By page", "group_players": "5", "up": "2", "factor": "1", "months": "1", "free": "on"}
    bad = browser.post("/leagues/new/", {**form, "up": "3"})
    assert bad.status_code == 400
    assert League.objects.count() == 0
    assert browser.get("/leagues/new/").status_code == 200
    made = browser.post("/leagues/new/", form)
    assert made.status_code == 302, made.context["form"].errors
    league = League.objects.get()
    url = f"/leagues/{league.pk}/"
    assert "By page" in client.get("/leagues/").content.decode()
    for player in who[:2]:
        assert signed_in(player).post(f"{url}membership/", {"do": "join"}).status_code == 302
    for player in who[2:]:
        answer = send(program_of(player, "events:play"), f"/api/v1{url}membership", do="join")
        assert answer.json()["my_state"] == "waiting"
    assert "p05" in client.get(url).content.decode()
    started = send(program_of(owner, "events:direct"), f"/api/v1{url}acts", act="start")
    assert started.json()["season"] == 1
    page = signed_in(who[0]).get(url)
    assert page.context["my_group"].label == "A"
    assert [why for _player, why in page.context["chances"]] == ["", "", "", ""]
    assert signed_in(who[0]).post(f"{url}challenge/", {"player": "p02"}).status_code == 302
    refused_ = send(program_of(who[1], "events:play"), f"/api/v1{url}challenges", player="p01")
    assert (refused_.status_code, refused_.json()["why"]) == (409, "playing_already")
    begun = send(program_of(who[1], "events:play"), f"/api/v1{url}challenges", player="p03")
    assert begun.status_code == 201
    season = client.get(f"/api/v1{url}seasons/1").json()
    assert [line["player"] for line in season["groups"][0]["lines"]] == named(1, 2, 3, 4, 5)
    assert season["groups"][0]["lines"][0]["games"][0]["how"] == "open"
    assert client.get(f"{url}seasons/1/").status_code == 200
    assert client.get(f"{url}seasons/2/").status_code == 404
    assert signed_in(who[0]).get(f"{url}direct/").status_code == 404
    tools = browser.get(f"{url}direct/").content.decode()
    assert '<option value="p05">' in tools
    assert "reason_key" not in tools, "a league has no list of reasons"
    done = browser.post(f"{url}direct/", {"do": "remove", "player": "p05", "reason": "asked to go"})
    assert done.status_code == 302
    assert "asked to go" in client.get(f"{url}log/").content.decode()
    assert client.get(f"/api/v1{url}log").json()["results"][0]["act"] == "removed"
    group = LeagueGroup.objects.get().tournament
    assert client.get(f"/tournaments/{group.pk}/").status_code == 200
    assert client.get(f"/tournaments/{group.pk}/standings/").status_code == 200


def test_the_page_of_a_league_lists_its_seasons_and_says_when_one_starts(client):
    league = make_league(*(make_player() for _ in range(5)))
    client.force_login(make_player())

    page = client.get(league.get_absolute_url()).content.decode()
    season = client.get(f"{league.get_absolute_url()}seasons/1/").content.decode()

    assert f'href="{league.get_absolute_url()}seasons/1/"' in page
    assert "You'll start in season 2." in page
    assert "Join the league" in page
    assert "Join the league" not in season
    assert page.index("cross-table") < page.index('id="boards"')
