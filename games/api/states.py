"""One game as clients see it: board, turn, prisoners, proposal, and what only this viewer may know."""

from __future__ import annotations

from typing import Any

from games import access
from games.api.serializers import game_row
from games.models import Draft, Game
from rules import ByColor, GameState, Score, Stage, illegal_points, legal_points, vertex
from rules.outcome import plain


def full_state(game: Game, show: access.Visibility, *, legal: bool) -> dict[str, Any]:
    """Everything about the game that this viewer may see."""
    state = game.state()
    return {
        **game_row(game),
        "stage": state.stage.value,
        "board": state.board.rows(),
        "last_move": _last_move(state),
        "prisoners": _pair(state.prisoners),
        "pass_stones": _pair(state.pass_stones),
        "passes": state.passes,
        "settling": None
        if state.settling is None
        else {
            "turns": _pair(state.settling.turns),
            "handed_over": _pair(state.settling.handed_over),
        },
        "proposal": _proposal(state),
        "rejections": state.rejection_count,
        "undo_request": _undo(game),
        "marking": _marking(game, state, show),
        "rules": game.setup["ruleset"],
        "legal": _legal(state) if legal else None,
    }


def _last_move(state: GameState) -> dict[str, Any] | None:
    move = state.last_move
    if move is None:
        return None
    point = None if move.point is None else vertex(move.point, state.setup.height)
    return {"color": move.color.letter, "point": point}


def _pair(values: ByColor[int]) -> dict[str, int]:
    return {"B": values.black, "W": values.white}


def _proposal(state: GameState) -> dict[str, Any] | None:
    proposal = state.proposal
    if proposal is None:
        return None
    height = state.setup.height
    return {
        "number": proposal.number,
        "by": proposal.by.letter,
        "dead": [vertex(point, height) for point in sorted(proposal.dead)],
        "score": score_json(proposal.score, height),
    }


def score_json(score: Score, height: int) -> dict[str, Any]:
    """A score with its terms, totals and the territory of each side."""
    data = score.to_json(height)
    return {
        "terms": [{"name": n, "B": b, "W": w} for n, b, w in data["terms"]],
        "totals": {"B": plain(score.totals.black), "W": plain(score.totals.white)},
        "margin": plain(score.margin),
        "winner": None if score.winner is None else score.winner.letter,
        "territory": {"B": data["black"], "W": data["white"]},
        "dame": data["dame"],
        "seki": data["seki"],
        "open_borders": data["open_borders"],
    }


def _undo(game: Game) -> dict[str, Any] | None:
    if game.undo_to is None:
        return None
    return {"to": game.undo_to, "by": "BW"[game.undo_seat or 0]}


def _marking(game: Game, state: GameState, show: access.Visibility) -> dict[str, Any] | None:
    """The suggestion, and the viewer's own draft if it is theirs to mark (R11)."""
    if state.stage is not Stage.MARKING or show.seat is None or show.seat.color != state.to_play:
        return None
    draft = Draft.objects.filter(seat=show.seat, number=game.number).first()
    return {"suggested": game.suggested_dead or [], "draft": None if draft is None else draft.dead}


def _legal(state: GameState) -> dict[str, Any] | None:
    """The points where the side to play may play, and why it may not on the other empty points."""
    if state.stage is not Stage.PLAY:
        return None
    height = state.setup.height
    return {
        "points": [vertex(point, height) for point in legal_points(state)],
        "refused": {vertex(p, height): code for p, code in illegal_points(state).items()},
    }
