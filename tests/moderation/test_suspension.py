"""Suspension: the actions that remain possible, and the effect on games in progress."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import get_resolver
from django.utils import timezone

from accounts.core.restrictions import is_restricted
from accounts.models import Player
from accounts.models.restriction import RestrictionKind as Restrict
from accounts.security import tokens
from accounts.security.scopes import USUAL
from challenges import services as challenging
from challenges.models import Challenge
from games.management.commands.check_games import find_record_faults
from games.models import Game
from games.services.idempotency import PlayerRequest
from games.services.pauses import current_pause_end
from games.terms import Terms
from moderation import services
from moderation.middleware import OPEN
from moderation.models import Decision
from moderation.models.decision import AppealOutcome, GamesAfterSuspension, Measure
from moderation.services import suspensions
from notifications.models import Notice
from rules import Color
from tests.factories import NOON, days, make_game, make_moderator, make_player, play, reload, side
from tests.moderation.helpers import decide, report

pytestmark = pytest.mark.django_db


def suspended(*, now=NOON, then=GamesAfterSuspension.PLAY_ON, days=7.0, game=None):
    """Someone who plays a game and has just been suspended."""
    game = game or make_game(moves="E5 D4 G7 F3", now=now)
    player = side(game, Color.BLACK)
    done = decide(report(player, now=now), make_moderator(), Measure.SUSPENDED, days=days, games_then=then, now=now)
    return Player.objects.get(pk=player.pk), game, done


def test_running_games_stand_still_for_a_day_and_offers_are_withdrawn():
    game = make_game(moves="E5 D4")
    black, white = side(game, Color.BLACK), side(game, Color.WHITE)
    offer = challenging.create_challenge(PlayerRequest(black, NOON), Terms())
    due = reload(game).deadline

    suspended(game=game)

    assert current_pause_end(reload(game), NOON) == NOON + days(1)
    assert reload(game).deadline == due + days(1)
    assert Challenge.objects.get(pk=offer.pk).status == "withdrawn"
    assert Notice.objects.filter(player=white, kind="paused_by_staff", game=game).count() == 1
    assert find_record_faults(reload(game)) == []


def test_games_that_stand_still_for_longer_stay_as_they_are():
    game = make_game(moves="E5 D4")
    longer = NOON + days(5)
    Game.objects.filter(pk=game.pk).update(pauses=[[NOON.isoformat(), longer.isoformat()]])

    suspended(game=game)

    assert current_pause_end(reload(game), NOON) == longer


@pytest.mark.parametrize(
    ("then", "result", "rated"),
    [(GamesAfterSuspension.LOST, "W+F", True), (GamesAfterSuspension.ANNULLED, "Void", False)],
)
def test_after_the_day_games_end_as_was_decided_once(then, result, rated):
    _, game, done = suspended(then=then)
    was_rated = reload(game).rated

    assert suspensions.sweep_suspensions(now=NOON + days(0.99)) == 0
    assert reload(game).result == ""
    assert suspensions.sweep_suspensions(now=NOON + days(1)) == 1
    assert suspensions.sweep_suspensions(now=NOON + days(2)) == 0

    assert reload(game).result == result
    assert reload(game).rated == (was_rated and rated)
    assert reload(game).actions.last().payload["reason"] == "A player's account has been suspended."
    assert find_record_faults(reload(game)) == []
    assert Decision.objects.get(pk=done.pk).games_settled_at == NOON + days(1)


def test_a_suspension_of_one_day_ends_the_games_too():
    _, game, _ = suspended(then=GamesAfterSuspension.LOST, days=1)

    suspensions.sweep_suspensions(now=NOON + days(1))

    assert reload(game).result == "W+F"


def test_games_may_go_on():
    player, game, _ = suspended(then=GamesAfterSuspension.PLAY_ON, days=0.5)

    suspensions.sweep_suspensions(now=NOON + days(1))

    assert reload(game).result == ""
    play(game, "C3", by=player, now=NOON + days(1))


def test_an_appeal_that_is_granted_within_the_day_leaves_the_games_as_they_were():
    player, game, done = suspended(then=GamesAfterSuspension.LOST)
    left = reload(game).deadline - NOON - days(1)
    appeal = services.appeal_decision(decision_id=done.pk, player=player, text="it was my brother", now=NOON)

    verdict = services.AppealAnswer(AppealOutcome.LIFTED, "it was")
    services.answer_appeal(case_id=appeal.case_id, staff=make_moderator(), verdict=verdict, now=NOON + days(0.5))

    assert current_pause_end(reload(game), NOON + days(0.5)) is None
    assert reload(game).deadline == NOON + days(0.5) + left
    assert suspensions.sweep_suspensions(now=NOON + days(1)) == 0
    assert reload(game).result == ""
    play(game, "C3", by=Player.objects.get(pk=player.pk), now=NOON + days(0.6))


def test_taking_the_suspension_back_does_the_same():
    player, game, done = suspended(then=GamesAfterSuspension.ANNULLED)

    services.undo_decision(decision_id=done.pk, staff=done.by, reason="a mistake", now=NOON + days(0.1))

    assert current_pause_end(reload(game), NOON + days(0.1)) is None
    suspensions.sweep_suspensions(now=NOON + days(1))
    assert reload(game).result == ""
    assert not is_restricted(Player.objects.get(pk=player.pk), Restrict.SUSPENDED, NOON + days(0.1))


def lift(done, *, now):
    """Lift what was decided, in a case of its own."""
    case = report(done.player, now=now)
    return decide(case, make_moderator(), Measure.LIFT, restriction=done.restriction_id, now=now)


def test_lifting_the_suspension_does_the_same_and_a_later_one_decides_for_itself():
    player, game, done = suspended(then=GamesAfterSuspension.LOST)

    lift(done, now=NOON + days(0.1))

    assert current_pause_end(reload(game), NOON + days(0.1)) is None
    assert Decision.objects.get(pk=done.pk).games_settled_at == NOON + days(0.1)
    suspended(game=game, then=GamesAfterSuspension.PLAY_ON, now=NOON + days(0.5))
    suspensions.sweep_suspensions(now=NOON + days(2))
    assert reload(game).result == ""
    assert is_restricted(Player.objects.get(pk=player.pk), Restrict.SUSPENDED, NOON + days(2))


def test_games_that_a_lifted_suspension_left_standing_are_found_by_the_sweeper():
    _, game, done = suspended(then=GamesAfterSuspension.LOST)
    done.restriction.lifted_at = NOON + days(0.1)
    done.restriction.save()
    Player.objects.filter(pk=done.player_id).update(suspended_until=None)

    suspensions.sweep_suspensions(now=NOON + days(0.2))

    assert current_pause_end(reload(game), NOON + days(0.2)) is None


def test_what_was_left_in_the_middle_is_done_by_the_sweeper():
    _, game, done = suspended()
    Decision.objects.filter(pk=done.pk).update(games_stopped_at=None)
    offer = challenging.create_challenge(PlayerRequest(make_player(), NOON), Terms())
    Challenge.objects.filter(pk=offer.pk).update(creator=done.player)

    suspensions.sweep_suspensions(now=NOON + timedelta(minutes=1))

    assert Challenge.objects.get(pk=offer.pk).status == "withdrawn"
    assert reload(game).actions.filter(kind="pause").count() == 1


def here(player):
    client = Client()
    client.force_login(player)
    return client


PAGES = [("/new/", {"opponent_kind": "anybody"}), ("/settings/board/", {"show_coordinates": "on"}),
         ("/settings/time/vacation-start/", {})]  # fmt: skip


@pytest.mark.parametrize(("path", "data"), PAGES)
def test_the_suspended_read_and_change_nothing_on_pages(path, data):
    player, game, _ = suspended(now=timezone.now())
    client = here(player)

    answer = client.post(path, data)
    refused = client.post(f"/g/{game.pk}/resign/", {"number": 4, "key": "12345678"})

    for page in (answer, refused):
        assert page.status_code == 403
        assert "/decisions/" in page.content.decode()
    assert reload(game).result == ""
    for path in ("/games/", f"/g/{game.pk}/", "/decisions/", "/reports/", "/notifications/"):
        page = client.get(path)
        assert page.status_code == 200
        assert "Your account is suspended" in page.content.decode()
        assert "data-me" not in page.content.decode()


def test_the_suspended_sign_in_appeal_choose_a_language_and_sign_out():
    player, _, done = suspended(now=timezone.now())
    client = Client()

    assert client.post("/accounts/login/", {"login": player.username, "password": "correct horse"}).status_code == 302
    assert "for a reason" in client.get("/decisions/").content.decode()
    assert client.post(f"/decisions/{done.pk}/appeal/", {"text": "please look"}).status_code == 302
    assert client.post("/language/", {"language": "fi"}).status_code == 302
    assert client.post("/accounts/logout/").status_code == 302


def test_programs_of_the_suspended_read_and_are_shown_why_they_do_not_write():
    player, game, _ = suspended(now=timezone.now())
    _, text = tokens.make_token(player=player, wanted=tokens.NewToken("t", USUAL, 1), now=timezone.now())
    client = Client(headers={"Authorization": f"Bearer {text}", "Idempotency-Key": "a key"})

    def post(path, body):
        return client.post(path, body, content_type="application/json")

    assert client.get(f"/api/v1/games/{game.pk}/").status_code == 200
    for path, body in (
        (f"/api/v1/games/{game.pk}/actions/", {"kind": "resign", "expected": 4}),
        (f"/api/v1/games/{game.pk}/messages/", {"text": "hello"}),
        ("/api/v1/challenges/", {}),
        ("/api/v1/me/vacation/", {}),
    ):
        refused = post(path, body)
        assert (refused.status_code, refused.json()["code"]) == (403, "suspended")
    assert post("/api/v1/notices/", {}).status_code == 200
    assert client.get("/api/v1/events/?wait=0").status_code == 200
    assert client.delete("/api/v1/token/").status_code == 204


def test_what_is_open_to_the_suspended_exists():
    def names(patterns, prefix=""):
        for pattern in patterns:
            if hasattr(pattern, "url_patterns"):
                space = f"{prefix}{pattern.namespace}:" if pattern.namespace else prefix
                yield from names(pattern.url_patterns, space)
            else:
                yield f"{prefix}{pattern.name}"

    assert set(names(get_resolver().url_patterns)) >= OPEN
