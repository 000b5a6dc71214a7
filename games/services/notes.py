"""Players' private notes about games."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import Player
from foundation.text import clean_text
from games import access
from games.errors import NotAPlayer, NotesClosed, TextTooLong
from games.models import Game, Note, Seat
from games.models.note import LONGEST_NOTE, Priority


def note_of(*, game_id: int, player: Player) -> Note | None:
    """Return the player's own note about the game, or None if there is none. Raises NoSuchGame, NotAPlayer."""
    return Note.objects.filter(seat=_seat_or_raise(game_id, player)).first()


def write_note(*, game_id: int, player: Player, text: str, now: datetime) -> Note | None:
    """Replace the text of the player's note and return the note; delete a note without text and priority. Raises
    NoSuchGame, NotAPlayer, TextTooLong, NotesClosed."""
    text = clean_text(text)
    if len(text) > LONGEST_NOTE:
        raise TextTooLong(most=LONGEST_NOTE)
    seat = _seat_or_raise(game_id, player)
    check_notes_open(seat.game, text)
    return _save_note(seat, text=text, changed_at=now)


def check_notes_open(game: Game, text: str) -> None:
    """Raise NotesClosed if a text is written while the game has hidden information (V24)."""
    if text and game.has_hidden_info:
        raise NotesClosed


def set_priority(*, game_id: int, player: Player, priority: int, now: datetime) -> Note | None:
    """Set the game's priority for the player and return the note; delete a note without text and priority. Raises
    NoSuchGame, NotAPlayer."""
    return _save_note(_seat_or_raise(game_id, player), priority=priority, changed_at=now)


def _save_note(seat: Seat, **values: object) -> Note | None:
    with transaction.atomic():
        note, _ = Note.objects.update_or_create(seat=seat, defaults=values)
        if note.text or note.priority != Priority.NORMAL:
            return note
        note.delete()
    return None


def _seat_or_raise(game_id: int, player: Player) -> Seat:
    seat = access.game_for(player, game_id).seat_of(player)
    if seat is None:
        raise NotAPlayer
    return seat
