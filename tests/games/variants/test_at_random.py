"""Random games of every kind of variant, played through the services by all seats, are the same when replayed."""

from __future__ import annotations

import os
import random
from dataclasses import replace
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from games import verbs
from games.errors import FreeTextNotAllowed
from games.game_view import GameView
from games.models import Action, SeatOffer, SeatOfferState
from games.services import successors
from games.services.idempotency import PlayerRequest
from rules import legal_points
from rules.errors import KoViolation, PartOfAChain, PointOccupied, SelfCapture, SuperkoViolation
from tests.factories import reload
from tests.games.verbs.test_allowed import values_of
from tests.support.nights import by_night_but
from tests.support.random_player import PLAYED
from tests.support.seated import seated

pytestmark = pytest.mark.django_db

NIGHTLY = os.environ.get("IGO_NIGHTLY")
GAMES = 100 if NIGHTLY else 1
RARELY = {"resign", "leave", "ask_to_resign", "cancel", "pause", "request_draw"}
STEPS = 60


def chosen(verb, game, player, chance) -> verbs.Verb:
    """The verb with values by chance: a point (where something is hidden, any), a marking, an answer."""
    done, state = values_of(verb, game, player), game.full_state()
    by_chance: dict[str, Any] = {}
    if verb is verbs.Play:
        legal = list(legal_points(state))
        is_try = state.setup.variant.hides and chance.random() < 0.3
        by_chance["point"] = chance.choice(list(state.board.points()) if is_try or not legal else legal)
    if hasattr(done, "dead"):
        stones = [point for point in state.board.points() if state.board[point] is not None]
        by_chance["dead"] = frozenset(chance.sample(stones, min(len(stones), chance.randrange(4))))
    if hasattr(done, "allow"):
        by_chance["allow"] = chance.random() < 0.5
    return replace(done, **by_chance)


def step(game, chance) -> None:
    """Someone does something that is open; what chance chose is refused only for its points. Who is invited to an
    empty seat mostly agrees (V39)."""
    for offer in SeatOffer.objects.filter(game=game, state=SeatOfferState.OPEN, agreed_at=None):
        asked = PlayerRequest(offer.player, timezone.now())
        successors.answer_invitation(asked, game.pk, allow=chance.random() < 0.8)
        game = reload(game)
    seats = game.seat_list()
    on_turn = [seat for seat in seats if seat.index == game.turn]
    player = chance.choice(on_turn if on_turn and chance.random() < 0.8 else seats).player
    open_now = sorted(verb.name for verb in verbs.available_verbs(GameView(game, player), timezone.now()))
    names = [name for name in open_now if name not in RARELY] if chance.random() < 0.95 else open_now
    if not names:
        return
    name = "play" if "play" in names and chance.random() < 0.7 else chance.choice(names)
    verb = chosen(verbs.VERBS[name], game, player, chance)
    try:
        verbs.perform(verbs.ActionRequest(game.pk, player, game.number, None, timezone.now()), verb)
    except (PointOccupied, SelfCapture, SuperkoViolation, KoViolation, PartOfAChain, FreeTextNotAllowed):
        assert name in ("play", "propose", "reject")


BY_DAY = {"no_pass", "fading", "rengo", "capture_of_three"}
"""Of which no other is of a kind of its own: something hidden, teams, many colours, captures, and no passing."""


@pytest.mark.parametrize("name", by_night_but(BY_DAY, PLAYED))
def test_random_games_of_every_variant_replay_as_they_were_played_V1(name):
    for seed in range(GAMES):
        chance = random.Random(f"{name} {seed}")
        game = seated(PLAYED[name], now=timezone.now(), size=5)
        for _ in range(STEPS):
            now = reload(game)
            if now.is_finished:
                break
            step(now, chance)
    done = set(Action.objects.values_list("kind", flat=True))
    assert "play" in done
    assert "try" not in done or PLAYED[name].hides
    call_command("check_games")
