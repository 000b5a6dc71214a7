"""A database from before programs had a room of their own."""

import pytest

from challenges import services as challenging
from games.services.idempotency import PlayerRequest
from games.terms import Terms
from programs.models import Event, Feed, Webhook
from programs.models.webhook import sealed_secret
from programs.services import feed
from rules import Color
from tests.factories import NOON, make_game, side
from tests.support.migrating import at

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.xdist_group("migrations"),
]  # they take long, so they begin early


def test_events_keep_their_numbers_and_webhooks_their_secrets():
    game = make_game(moves="E5")
    player, sealed = side(game, Color.BLACK), sealed_secret("whsec_canary")
    last = feed.position(player.pk)

    with at(("games", "0014_suggestion_outside_the_lock"), ("challenges", None), ("programs", None)) as then:
        offer = then.get_model("games", "Challenge").objects.first()
        rows = then.get_model("games", "Event").objects.filter(player_id=player.pk)
        assert rows.filter(number=last).exists()
        rows.create(player_id=player.pk, kind="challenge.declined", challenge=offer, at=NOON)
        then.get_model("games", "Webhook").objects.create(
            player_id=player.pk, url="https://example.org/", sealed=sealed, created_at=NOON, next_try_at=NOON
        )

    (event,) = feed.events_after(player.pk, last).events
    assert (event.number, event.kind, event.challenge.creator) == (last + 1, "challenge.declined", player)
    assert Feed.objects.get(player=player).number == last + 1
    assert Webhook.objects.get(player=player).secret == "whsec_canary"
    challenging.create_challenge(PlayerRequest(player, NOON), Terms())
    assert Event.objects.waiting().get(player=player).kind == "challenge.created"
