"""The draft of the side that marks dead stones: nobody else sees it, and it is no action of the record (R10, R11)."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction

from games import access
from games.models import Draft
from games.services.record import Actor
from rules import Point, check_whole_chains, vertex

from .end_phase import Propose
from .transaction import ActionRequest, check_moment


def mark(request: ActionRequest, dead: Iterable[Point]) -> Draft:
    """Keep the marking side's draft: these stones, and no others, are marked dead (R10, R11).

    It sets the whole marking, so that a repeated request changes nothing. Raises what Propose does.
    """
    with transaction.atomic():
        game, seat = access.locked_game_for(request.player, request.game_id)
        actor = Actor(game, seat, request.player, request.now, seen=request.expected)
        check_moment(Propose, actor)
        Propose.check(actor)
        stones = frozenset(dead)
        check_whole_chains(actor.state.board, stones)
        draft, _ = Draft.objects.update_or_create(
            seat=seat,
            defaults={"number": game.state_number, "dead": [vertex(point, game.height) for point in sorted(stones)]},
        )
        return draft
