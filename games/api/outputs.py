"""The representation of games and their messages in the API."""

from __future__ import annotations

from typing import cast

from django.conf import settings

import api_types as shapes
from accounts.core.hidden_ranks import is_rank_shown
from api.people.outputs import rank_json
from foundation.iso_times import iso_time
from games.event_names import event_of
from games.models import Game, Message, Note, Plan, Seat
from games.models.note import Priority
from games.models.timed import AbstractAgreedTerms
from games.terms import moves_needed_for_rating, yes_no_terms_of
from ratings.pairs import FACTOR, FACTOR_OF_GUESSES, PAIR_DAYS
from rules.clock import NO_CAP, TimeSystem
from rules.outcome import format_points
from wording.letters import letter


def time_terms_json(agreed: AbstractAgreedTerms) -> shapes.TimeTerms:
    """Return the JSON of the agreed time control. The field `days` repeats the days per move, for clients that do not
    know other time controls; it is None for all other time controls."""
    control = agreed.agreed_time
    time = control.to_json() | ({"cap": None} if control.cap == NO_CAP else {})
    return {
        "time": cast("shapes.TimeControl", time),
        "days": control.days if control.system is TimeSystem.DAYS else None,
        "lateness": agreed.lateness,
        "off_time": agreed.off_time,
    }


def yes_no_terms_json(agreed: AbstractAgreedTerms) -> shapes.AgreedTerms:
    """Return the JSON of the agreed yes-or-no terms, such as whether players may undo moves."""
    return cast("shapes.AgreedTerms", yes_no_terms_of(agreed))


def variant_json(terms: AbstractAgreedTerms) -> shapes.PlayedAs:
    """Return the JSON of the variant with all its parts."""
    return {"variant": cast("shapes.Variant", terms.agreed_variant.to_full_json())}


def rating_terms_json(width: int) -> shapes.RatingTerms:
    """Return the JSON of the conditions under which a rated game on a board of this width counts for the ratings
    (R46)."""
    return {
        "resignation_rates_from": moves_needed_for_rating(width),
        "pair_days": PAIR_DAYS,
        "pair_factor": FACTOR,
        "pair_factor_of_guesses": FACTOR_OF_GUESSES,
    }


def game_row_json(game: Game) -> shapes.GameRow:
    """Return the JSON of a game in a list."""
    left = game.left_seats
    return {
        "id": game.pk,
        "number": game.number,
        "players": [_seat_json(game, seat, seat.index in left) for seat in game.seat_list()],
        "width": game.width,
        "height": game.height,
        "rule_set": game.rule_set,
        "komi": format_points(game.komi),
        "handicap": game.handicap,
        **time_terms_json(game),
        "event": event_of_game_json(game),
        "rated": game.rated,
        "unrated_reason": game.unrated_reason or None,
        **yes_no_terms_json(game),
        **variant_json(game),
        "phase": cast("shapes.Phase", game.phase),
        "move_number": game.move_number,
        "to_play": _letter_on_turn(game),
        "seat": game.turn,
        "deadline": iso_time(game.deadline),
        "result": game.result or None,
        "end_reason": game.end_reason or None,
        "ranking": game.ranking,
        "started_at": iso_time(game.started_at),
        "last_action_at": iso_time(game.last_action_at),
        "finished_at": iso_time(game.finished_at),
    }


def event_of_game_json(game: Game) -> shapes.EventOfGame | None:
    """Return the JSON of the event that the game belongs to, such as a tournament, or None if there is none."""
    found = event_of(game)
    if found is None:
        return None
    return {
        "kind": cast("shapes.EventKind", found.kind),
        "id": found.number,
        "name": found.name,
        "round": found.round,
        "url": f"{settings.IGO_URL.rstrip('/')}{found.path}",
    }


def _seat_json(game: Game, seat: Seat, is_out: bool) -> shapes.SeatOf:
    event = game.rating_event_of(seat) if game.is_finished and is_rank_shown(seat.player) else None
    return {
        "index": seat.index,
        "color": letter(seat.color),
        "out": is_out,
        "username": seat.player.username,
        "bot": seat.player.is_bot,
        "rank": rank_json(seat.player),
        "rating_before": None if event is None else round(event.rating_before, 2),
        "rating_after": None if event is None else round(event.rating, 2),
    }


def _letter_on_turn(game: Game) -> shapes.Color | None:
    seat = next((seat for seat in game.seat_list() if seat.index == game.turn), None)
    return None if seat is None else letter(seat.color)


def message_json(row: Message) -> shapes.Message:
    """Return the JSON of a chat message."""
    return {
        "id": row.pk,
        "author": row.author.username,
        "text": row.shown_text,
        "quick": None if row.is_hidden else row.quick or None,
        "hidden": row.is_hidden,
        "number": row.number,
        "said_at": iso_time(row.said_at),
    }


def plan_json(plan: Plan | None) -> shapes.Plan:
    """Return the JSON of a player's conditional moves. If none were ever saved, it has version 0 and no branches."""
    if plan is None:
        return {"version": 0, "branches": [], "armed": False, "held": None, "holds": True, "saved_at": None}
    return {
        "version": plan.version,
        "branches": plan.branches,
        "armed": plan.is_armed and plan.seat.finished_at is None,
        "held": plan.held or None,
        "holds": plan.holds,
        "saved_at": iso_time(plan.saved_at),
    }


def note_json(note: Note | None) -> shapes.Note:
    """Return the JSON of a private note, with an empty text if nothing was written."""
    return {
        "text": "" if note is None else note.text,
        "priority": Priority.NORMAL.name.lower() if note is None else Priority(note.priority).name.lower(),
        "changed_at": None if note is None else iso_time(note.changed_at),
    }
