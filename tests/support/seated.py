"""Games of any variant, with a player on each seat and without an offer."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal

from django.db import transaction

from challenges.models import Challenge
from games.models import Game
from games.services.beginning import NewGame, create_game
from games.terms import USUAL_TIME
from rules import RULE_SETS, Setup
from rules.clock import TimeControl
from rules.variants import Variant
from tests.factories import NOON, make_player


def seated(
    variant: Variant, *, rules: str = "chinese", time: TimeControl = USUAL_TIME, now: datetime = NOON, size: int = 9
) -> Game:
    """Create a game of this variant that has started."""
    setup = Setup(size, size, variant.rules_of(RULE_SETS[rules]), Decimal(0), variant=variant)
    people = [make_player() for _ in setup.order.seats]
    offer = Challenge(rule_set=rules, time_control=time.to_json())
    with transaction.atomic():
        return create_game(NewGame(offer, setup, [player.pk for player in people], "variant"), now)
