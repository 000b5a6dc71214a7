"""The draft of a player who marks dead stones. The draft is not part of the record, and no one else sees it (R10,
R11)."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction

from games import access
from games.models import Draft, Game
from games.services.record import Actor
from rules import Point, check_whole_chains, vertex

from .end_phase import Propose
from .transaction import ActionRequest, check_verb_allowed_now


def store_marking(request: ActionRequest, dead: Iterable[Point], *, undo: bool = False) -> Draft:
    """Store which stones the player marks as dead, as a draft that replaces the earlier draft (R10, R11), and return
    the draft. With `undo`, `dead` must be the marking before the last change, and that change is removed from the
    draft's history. The whole marking is replaced, so that a repeated request changes nothing. Raises the errors of
    Propose."""
    with transaction.atomic():
        game, seat = access.locked_game_for(request.player, request.game_id)
        actor = Actor(game, seat, request.player, request.now, seen=request.expected)
        check_verb_allowed_now(Propose, actor)
        Propose.check(actor)
        stones = frozenset(dead)
        check_whole_chains(actor.state.board, stones)
        marked = [vertex(point, game.height) for point in sorted(stones)]
        past = _earlier_markings(Draft.objects.filter(seat=seat, number=game.state_number).first(), game, marked)
        same = [n for n, one in enumerate(past) if set(one) == set(marked)]
        if undo and same:
            del past[same[-1] :]
        draft, _ = Draft.objects.update_or_create(
            seat=seat, defaults={"number": game.state_number, "dead": marked, "past": past[-Draft.MOST_PAST :]}
        )
        return draft


def _earlier_markings(draft: Draft | None, game: Game, marked: list[str]) -> list[list[str]]:
    """Return the markings before this one, oldest first, for undoing a change: the draft's history, then the draft's
    own marking if the new marking differs from it."""
    before = game.suggested_dead or [] if draft is None else draft.dead
    past = [] if draft is None else draft.past
    return past if set(before) == set(marked) else [*past, before]
