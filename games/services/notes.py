"""What a player notes down for nobody else."""

from __future__ import annotations

from datetime import datetime

from accounts.models import Player
from foundation.text import clean_text
from games import access
from games.errors import NotAPlayer, TooLong
from games.models import Note, Seat
from games.models.note import LONGEST_NOTE


def note_of(*, game_id: int, player: Player) -> Note | None:
    """The player's own note about the game, None before there is one. Raises NoSuchGame, NotAPlayer."""
    return Note.objects.filter(seat=_seat(game_id, player)).first()


def write_note(*, game_id: int, player: Player, text: str, now: datetime) -> Note | None:
    """Replace the note; an empty text deletes it. Raises NoSuchGame, NotAPlayer, TooLong."""
    text = clean_text(text)
    if len(text) > LONGEST_NOTE:
        raise TooLong(most=LONGEST_NOTE)
    seat = _seat(game_id, player)
    if not text:
        Note.objects.filter(seat=seat).delete()
        return None
    note, _ = Note.objects.update_or_create(seat=seat, defaults={"text": text, "changed_at": now})
    return note


def _seat(game_id: int, player: Player) -> Seat:
    seat = access.game_for(player, game_id).seat_of(player)
    if seat is None:
        raise NotAPlayer
    return seat
