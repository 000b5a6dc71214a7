"""Deleting an account at the same time as other actions (F23, F38): one result, nothing left open, no deadlock."""

from __future__ import annotations

import os

import pytest
from django.utils import timezone

from accounts.privacy.account_deletion import delete
from challenges import services as challenging
from challenges.models import Challenge
from challenges.services import OfferRecipients
from games import verbs
from games.management.commands.check_games import find_record_faults
from games.models import Game
from games.services.idempotency import PlayerRequest
from games.terms import Terms
from ratings.checking import replay_differences
from rules import AfterRejection, Point
from tests.factories import act, make_game, make_player, play, reload
from tests.games.races.test_races import at_once

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.django_db(transaction=True),
]

ROUNDS = int(os.environ.get("IGO_ROUNDS", "1"))


def gone(player):
    return lambda: delete(player=player, now=timezone.now())


@pytest.mark.parametrize("verb", ["play", "resign", "by the one who leaves"])
def test_against_an_action_of_the_game_there_is_one_result(verb):
    for _ in range(ROUNDS):
        aino, babak = make_player(), make_player()
        game = make_game(black=aino, white=babak, moves="E5 D4 C3", now=timezone.now())
        by = aino if verb == "by the one who leaves" else babak
        what = verbs.Play if verb == "play" else verbs.Resign
        more = {"point": Point(0, 0)} if verb == "play" else {}

        outcomes = at_once(gone(aino), lambda: act(game, what, by=by, expected=3, now=timezone.now(), **more))

        game = reload(game)
        assert game.is_finished
        assert set(outcomes) <= {"ok", "game_over", "stale_number"}
        assert game.result in (("W+R", "B+R") if verb == "resign" else ("W+R",))
        assert game.actions.filter(kind="resign").count() == 1
        assert find_record_faults(game) == []


@pytest.mark.parametrize("whose", ["of the one who leaves", "of the other"])
def test_against_an_acceptance_no_game_goes_on_with_nobody(whose):
    for _ in range(ROUNDS):
        aino, babak = make_player(), make_player()
        creator, joiner = (aino, babak) if whose == "of the one who leaves" else (babak, aino)
        offer = challenging.create_challenge(PlayerRequest(creator, timezone.now()), Terms())

        at_once(
            gone(aino),
            lambda: challenging.accept_challenge(PlayerRequest(joiner, timezone.now()), offer.pk),
        )

        assert not Game.objects.in_progress().exists()
        assert not Challenge.objects.open().filter(creator=aino).exists()


def test_against_a_new_offer_nothing_stays_open():
    for _ in range(ROUNDS):
        aino, babak = make_player(), make_player()

        at_once(
            gone(aino),
            lambda: challenging.create_challenge(PlayerRequest(aino, timezone.now()), Terms()),
            lambda: challenging.create_challenge(
                PlayerRequest(babak, timezone.now()), Terms(), OfferRecipients(opponent=aino)
            ),
        )

        assert not Challenge.objects.open().exists()


def test_two_who_play_many_games_leave_at_once():
    for _ in range(ROUNDS):
        aino, babak = make_player(), make_player()
        games = [make_game(black=aino, white=babak, moves="E5 D4 C3 C4", now=timezone.now()) for _ in range(4)]

        outcomes = at_once(gone(aino), gone(babak), lambda: play(games[3], "A1", now=timezone.now()))

        assert all(reload(game).is_finished for game in games)
        assert set(outcomes) <= {"ok", "game_over", "stale_number"}
        assert list(replay_differences()) == []


@pytest.mark.parametrize("verb", ["report_stalling", "call_referee"])
def test_against_a_call_for_a_moderator_neither_is_broken_off(verb):
    for _ in range(ROUNDS):
        aino, babak = make_player(), make_player()
        game = make_game(black=aino, white=babak, moves="E5 D4 C3 C4 pass pass", now=timezone.now())
        for number in (1, 2):
            act(game, verbs.Propose, dead=[], now=timezone.now())
            act(game, verbs.Reject, proposal=number, then=AfterRejection.MARK, reason="", now=timezone.now())
        number = reload(game).number

        outcomes = at_once(
            gone(aino), lambda: act(game, verbs.VERBS[verb], by=babak, expected=number, now=timezone.now())
        )

        assert set(outcomes) <= {"ok", "game_over", "stale_number"}
        assert reload(game).result == "W+R"
