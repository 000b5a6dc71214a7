"""The suggestion of dead stones (R10): reckoned after marking has opened, outside every lock, and stored once.

Marking opens without it. Whoever needs it first makes it: the request that opened marking, right after its commit, or
if that process died, whoever looks next. The same board gives the same answer, so it does not matter who.
"""

from __future__ import annotations

from django.db import transaction

from games.models import Game
from rules import Phase, Point, parse_vertex, vertex
from rules.estimate import Suggestion, suggest


def begin(game: Game) -> None:
    """Forget the last suggestion, for marking opens anew with the action that is being recorded. Under the lock.

    The new one is made after the commit. If that fails, whoever looks next makes it.
    """
    game.end_phase, number = game.number + 1, game.pk
    game.suggested_dead = game.unsure_stones = None
    transaction.on_commit(lambda: ensure_suggestion_of(number), robust=True)


def ensure_suggestion(game: Game) -> None:
    """Reckon and store the suggestion if play has stopped and there is none yet. Not under the lock of the game.

    Stored by comparison: only for the same end phase, and only where nobody was faster. `game` has it afterwards.
    """
    if game.phase != Phase.STONE_REMOVAL.value or game.suggested_dead is not None:
        return
    state = game.state()
    found = suggest(state.board, ruleset=state.setup.ruleset)
    game.suggested_dead = _written(found.dead, game.height)
    game.unsure_stones = [_written(group, game.height) for group in found.unsure]
    same = Game.objects.filter(pk=game.pk, end_phase=game.end_phase, suggested_dead__isnull=True)
    same.update(suggested_dead=game.suggested_dead, unsure_stones=game.unsure_stones)


def ensure_suggestion_of(game_id: int) -> None:
    """The same for the game with this number, as it is now; nothing for one that does not exist."""
    missing = Game.objects.filter(pk=game_id, phase=Phase.STONE_REMOVAL.value, suggested_dead__isnull=True)
    for game in missing:
        ensure_suggestion(game)


def suggestion_of(game: Game) -> Suggestion:
    """What was suggested when marking last began, and of which stones the server could not tell."""
    ensure_suggestion(game)
    unsure = (_read(group, game) for group in game.unsure_stones or [])
    return Suggestion(_read(game.suggested_dead or [], game), tuple(unsure))


def _written(points: frozenset[Point], height: int) -> list[str]:
    return sorted(vertex(point, height) for point in points)


def _read(texts: list[str], game: Game) -> frozenset[Point]:
    return frozenset(parse_vertex(text, game.width, game.height) for text in texts)
