"""Directors see late games, and write to one player or to all (E104, E105)."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from accounts.core.restrictions import Muted
from clubs.errors import TooManyNotices
from games.models import Game
from notifications.models import Notice
from tests.factories import NOON, days, make_player
from tests.tournaments.helpers import asked, make_open, make_running, pairings, refused
from tests.tournaments.test_entry_conditions import restricted
from tests.tournaments.test_pages_and_api import signed_in
from tournaments.errors import NotDirector, NotEntered
from tournaments.models import Round, Tournament, TournamentState
from tournaments.services import directing, entering
from tournaments.services.acts import ActInput, TournamentAct, perform_act
from tournaments.views.results import undecided_rows

pytestmark = pytest.mark.django_db
TEXT = "Please play a little faster."


def pages_with_the_log(tournament, client):
    paths = (f"/tournaments/{tournament.pk}/log/", f"/api/v1/tournaments/{tournament.pk}/log/")
    return [TEXT in client.get(path).content.decode() for path in paths]


def test_E104_a_message_to_one_entrant_reaches_that_player_and_nobody_else_reads_it():
    tournament, (one, other, *_) = make_running(4)
    perform_act(asked(tournament.owner), tournament.pk, TournamentAct.NOTICE, ActInput(text=TEXT, player=one.username))

    assert list(Notice.objects.filter(kind="event_message").values_list("player", flat=True)) == [one.pk]
    assert not Notice.objects.filter(kind="event_notice").exists()
    for reader in (one, tournament.owner):
        assert pages_with_the_log(tournament, signed_in(reader)) == [True, True]
    for client in (signed_in(other), Client()):
        assert pages_with_the_log(tournament, client) == [False, False]
    assert TEXT not in Client().get(f"/tournaments/{tournament.pk}/news.atom").content.decode()


def test_E55_directors_write_to_players_during_the_review_as_well():
    tournament, (one, *_others) = make_running(2)
    Tournament.objects.filter(pk=tournament.pk).update(state=TournamentState.REVIEW)
    path = f"/tournaments/{tournament.pk}/direct/?player={one.username}"
    page = signed_in(tournament.owner).get(path).content.decode()
    assert ["Notice to all players" in page, "Message a player" in page] == [True, True]
    assert "Set a player's rank" not in page


@pytest.mark.parametrize("late_entry", [True, False])
def test_E26_directors_can_invite_players_while_late_entry_is_possible(late_entry):
    tournament, _ = make_running(4, played={"late_entry": late_entry})
    page = signed_in(tournament.owner).get(f"/tournaments/{tournament.pk}/direct/").content.decode()
    assert ("Invite a player" in page) == late_entry


def test_E104_only_directors_write_and_only_to_entrants():
    tournament, (one, other, *_) = make_running(4)
    refused(NotEntered, directing.send_tournament_notice, asked(tournament.owner), tournament.pk, TEXT, make_player())
    refused(NotDirector, directing.send_tournament_notice, asked(one), tournament.pk, TEXT, other)
    assert not Notice.objects.filter(kind="event_message").exists()


@pytest.mark.parametrize(
    ("act", "more"),
    [
        (TournamentAct.NOTICE, {"text": TEXT}),
        (TournamentAct.REMOVE, {"reason": "away"}),
        (TournamentAct.ADJUST, {"halves": 2, "reason": "late"}),
        (TournamentAct.TIME, {"days": 1, "reason": "ill"}),
    ],
)
def test_E55_a_refusal_about_someone_who_has_not_entered_speaks_of_that_player(act, more):
    tournament, _ = make_running(4)
    stranger = ActInput(player=make_player().username, **more)
    with pytest.raises(NotEntered) as caught:
        perform_act(asked(tournament.owner), tournament.pk, act, stranger)
    assert caught.value.message() == "This player is not in the tournament."
    assert caught.value.code == "not_entered"


def test_E104_directors_send_ten_messages_a_day_to_each_entrant_and_to_all_and_muted_ones_none():
    tournament, (one, other, *_) = make_running(4)
    director = asked(tournament.owner)
    for player in (None, one):
        for _ in range(10):
            directing.send_tournament_notice(director, tournament.pk, TEXT, player)
        refused(TooManyNotices, directing.send_tournament_notice, director, tournament.pk, TEXT, player)
    directing.send_tournament_notice(director, tournament.pk, TEXT, other)
    assert Notice.objects.filter(kind="event_message", player=one).count() == 10

    muted = asked(restricted(tournament.owner, "muted_until"))
    refused(Muted, directing.send_tournament_notice, muted, tournament.pk, TEXT, other)


def test_E105_the_directors_page_lists_games_by_the_time_left_and_overdue_rounds_first():
    tournament, _ = make_running(6, played={"round_days": 7})
    games = [one.game_id for one in pairings(tournament, 1)]
    for game, left in zip(games, (3, 1, 2), strict=True):
        Game.objects.filter(pk=game).update(deadline=timezone.now() + days(left))
    rows = undecided_rows(tournament, 0, in_bracket=False)
    assert [row.pairing.game_id for row in rows] == [games[1], games[2], games[0]]
    assert {row.pairing.player_to_move for row in rows} == {row.black for row in rows}
    assert {row.is_overdue for row in rows} == {NOON + days(7) <= timezone.now()}
    page = signed_in(tournament.owner).get(f"/tournaments/{tournament.pk}/direct/").content.decode()
    assert page.count("to move") == 3
    Round.objects.filter(tournament=tournament).update(ends_at=timezone.now() + days(1))
    assert not any(row.is_overdue for row in undecided_rows(tournament, 0, in_bracket=False))
    Round.objects.filter(tournament=tournament, number=1).update(ends_at=timezone.now() - days(1))
    assert all(row.is_overdue for row in undecided_rows(tournament, 0, in_bracket=False))


def test_before_the_start_the_tools_for_a_player_are_in_the_row_of_the_player_who_is_chosen():
    tournament = make_open()
    for name in ("aino", "babak"):
        entering.enter_tournament(asked(make_player(name)), tournament.pk)
    client, path = signed_in(tournament.owner), f"/tournaments/{tournament.pk}/direct/"

    assert "Remove a player" not in client.get(path).content.decode()
    chosen = client.get(f"{path}?player=babak").content.decode().partition('id="chosen"')[2].partition("</ul>")[0]
    assert chosen.count('<input type="hidden" name="player" value="babak">') == 4
    for text in ("Remove a player", "Message a player", "Set a player's rank"):
        assert text in chosen
    assert (
        "The place will become free, and the player won't be able to enter again."
        in chosen.partition('value="remove"')[0]
    )
    assert chosen.count("button danger") == 1


def test_in_a_round_the_form_that_removes_a_player_is_in_the_row_of_the_player_who_is_chosen():
    tournament, (one, *_others) = make_running(4)
    client, path = signed_in(tournament.owner), f"/tournaments/{tournament.pk}/direct/"
    assert 'value="remove"' not in client.get(path).content.decode()
    chosen = client.get(f"{path}?player={one.username}").content.decode().partition('id="chosen"')[2]
    removing = chosen.partition("</form>")[0]
    assert f'<input type="hidden" name="player" value="{one.username}">' in removing
    before, button, _after = removing.partition('<button class="button danger" name="do" value="remove"')
    assert button
    assert "Unfinished games will count as lost in the" in before


def test_directors_see_when_a_round_ends_and_which_game_is_their_own():
    tournament, (one, *_others) = make_running(4, played={"round_days": 9})
    Tournament.objects.filter(pk=tournament.pk).update(owner=one)
    page = signed_in(one).get(f"/tournaments/{tournament.pk}/direct/").content.decode()
    assert "a director will rule on unfinished games" in page
    assert page.count("This is your own game.") == 1


def test_E105_the_directors_page_announces_no_round_after_the_last_one():
    for rounds, expected in ((2, True), (1, False)):
        tournament, _people = make_running(4, played={"rounds": rounds})
        page = signed_in(tournament.owner).get(f"/tournaments/{tournament.pk}/direct/").content.decode()
        assert ("The next round starts" in page) == expected


def test_E20_E105_the_directors_page_says_when_the_next_game_starts_while_some_have_not_started():
    starts = '<p class="muted">A game starts as soon as both players are below their limit on games in progress.</p>'
    for at_once, expected in ((1, True), (3, False)):
        tournament, _people = make_running(4, played={"kind": "round_robin", "at_once": at_once})
        page = signed_in(tournament.owner).get(f"/tournaments/{tournament.pk}/direct/").content.decode()
        assert (starts in page, "The next round starts" in page) == (expected, False)


def test_E105_the_directors_page_of_a_knockout_says_when_its_matches_start():
    tournament, _people = make_running(4, played={"kind": "knockout"})
    page = signed_in(tournament.owner).get(f"/tournaments/{tournament.pk}/direct/").content.decode()
    assert '<p class="muted">Each match starts as soon as both players are known.</p>' in page
