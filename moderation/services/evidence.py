"""Copies of what a report is about, as it was at that moment."""

from __future__ import annotations

from typing import Any

from accounts.models import Player
from games.models import Game, Message


def of_message(message: Message) -> dict[str, Any]:
    """The words that were said, also when they are hidden later."""
    return {
        "what": "message",
        "id": message.pk,
        "game": message.game_id,
        "author": _name(message.author),
        "text": message.text,
        "at": message.said_at.isoformat(),
    }


def of_profile(player: Player) -> dict[str, Any]:
    """The name and what the player wrote about themselves."""
    return {"what": "profile", "name": _name(player), "text": player.bio}


def of_game(game: Game) -> dict[str, Any]:
    """How far the game was, and the proposal that was open."""
    state = game.state()
    proposal = state.proposal
    return {
        "what": "game",
        "game": game.pk,
        "number": game.number,
        "phase": game.phase,
        "result": game.result,
        "proposal": None if proposal is None else proposal.number,
        "score": "" if proposal is None else proposal.score.written,
    }


def _name(player: Player) -> str:
    """The name; empty for an account that has been deleted."""
    return player.username if player.deleted_at is None else ""
