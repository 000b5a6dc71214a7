"""What clients send, strictly typed; and how games, offers and people look to them."""

from __future__ import annotations

import zoneinfo
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from accounts.models import Player
from accounts.text import check_text
from games.api.fields import Number, Points, Strict, Text, Truth
from games.api.schemas import texts_of_fields
from games.models import Game, Message, Note, Seat
from games.models.action import in_utc
from games.models.note import LONGEST_NOTE
from games.models.timed import Timed
from games.services.asking import What
from games.services.lateness import MOST_DAYS
from games.services.referee import LEAST, MOST
from games.services.ruling import Ruling
from games.services.stone_removal import LONGEST_REASON
from games.terms import (
    least_played,
)
from notifications.models import Notice
from ratings.models import Rating
from ratings.pairs import FACTOR, FACTOR_OF_GUESSES, PAIR_DAYS
from ratings.ranks import is_provisional
from ratings.standing import label_of
from rules import Color, Then
from rules.clock import System
from rules.outcome import plain

LONGEST_ZONE = 40
NAME = "The name of the account, or its e-mail address."
PASSWORD = "The password."  # noqa: S105
CODE = "A code of the app, or a recovery code: only where the account has a second factor."


class ActionSerializer(Strict):
    """One action of a game. Which fields it needs depends on its kind."""

    NEEDS: dict[str, tuple[str, ...]] = {
        "play": ("point",),
        "pass": (),
        "resign": (),
        "cancel": (),
        "place_handicap": ("points",),
        "propose": ("dead",),
        "withdraw": ("proposal",),
        "accept": ("proposal",),
        "reject": ("proposal", "then"),
        "resume": (),
        "settle": (),
        "request_undo": (),
        "answer_undo": ("allow",),
        "request_no_result": (),
        "answer_no_result": ("allow",),
        "withdraw_request": ("request",),
        "claim_win": (),
        "grant_time": ("days",),
        "refuse_win": (),
        "request_pause": ("until",),
        "answer_pause": ("allow",),
        "report_stalling": (),
        "call_referee": (),
        "decide": ("ruling", "reason"),
        "set_marking": ("dead", "reason"),
        "let_resume": ("reason",),
        "adjust_clock": ("side", "minutes", "reason"),
    }
    MAY_HAVE: dict[str, set[str]] = {"reject": {"reason"}, "accept": {"confirmed"}, "let_resume": {"first"}}
    kind = serializers.ChoiceField(choices=list(NEEDS), help_text="What to do.")
    expected = Number(min_value=0, help_text="The number of the last action that you saw.")
    point = Text(max_length=3, required=False, help_text='Where to play, as a vertex such as "K11".')
    points = Points(required=False, help_text="Where the stones of a free handicap go, as vertices.")
    dead = Points(required=False, help_text="The dead stones, as vertices.")
    proposal = Number(min_value=1, required=False, help_text="The number of the proposal that is meant.")
    then = serializers.ChoiceField(
        choices=[then.value for then in Then],
        required=False,
        help_text="What to do instead: mark anew, resume play, or settle on the board.",
    )
    reason = Text(
        max_length=1000, required=False, allow_blank=True, validators=[check_text], help_text="Why, in your words."
    )
    allow = Truth(required=False, help_text="The answer: yes or no.")
    request = serializers.ChoiceField(
        choices=[what.value for what in What], required=False, help_text="Which of your own requests."
    )
    confirmed = Truth(required=False, help_text="The second confirmation of a proposal in doubt.")
    days = Number(min_value=1, max_value=MOST_DAYS, required=False, help_text="More time for the opponent, in days.")
    until = serializers.DateTimeField(
        required=False,
        help_text="When the pause is to end (UTC unless it says otherwise); a moment that has passed ends one.",
    )
    ruling = serializers.ChoiceField(
        choices=[ruling.value for ruling in Ruling], required=False, help_text="Moderators: how the game ends."
    )
    first = serializers.ChoiceField(
        choices=[color.letter for color in Color], required=False, help_text="Moderators: who moves first."
    )
    side = serializers.ChoiceField(
        choices=[color.letter for color in Color], required=False, help_text="Moderators: whose clock."
    )
    minutes = Number(
        min_value=1, max_value=MOST // LEAST, required=False, help_text="Moderators: more time, in minutes."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Exactly the fields of its kind."""
        needed = set(self.NEEDS[attrs["kind"]])
        optional = self.MAY_HAVE.get(attrs["kind"], set())
        given = set(attrs) - {"kind", "expected"}
        errors = {name: ["This field is required."] for name in needed - given}
        errors |= {name: ["This kind has no such field."] for name in given - needed - optional}
        if attrs["kind"] == "reject" and len(attrs.get("reason", "")) > LONGEST_REASON:
            errors["reason"] = [f"At most {LONGEST_REASON} characters."]
        if errors:
            raise serializers.ValidationError(errors)
        return attrs


class MarksSerializer(Strict):
    """The whole draft of dead stones."""

    dead = Points(help_text="The stones that are marked, as vertices.")
    expected = Number(min_value=0, help_text="The number of the last action that you saw.")


class MessageSerializer(Strict):
    """A chat message."""

    text = Text(max_length=1000, help_text="What to say.")


class NoteSerializer(Strict):
    """A private note; empty deletes it."""

    text = Text(max_length=LONGEST_NOTE, allow_blank=True, help_text="The whole note.")


class AgainSerializer(Strict):
    """Who one is, once more."""

    username = Text(max_length=254, help_text=NAME)
    password = Text(max_length=1024, trim_whitespace=False, help_text=PASSWORD)
    code = Text(max_length=40, required=False, help_text=CODE)


class NameSerializer(Strict):
    """A new name."""

    name = Text(max_length=30, help_text="The new name.")


@extend_schema_field({"type": "string", "format": "iana-time-zone", "minLength": 1, "maxLength": LONGEST_ZONE})
class ZoneName(Text):
    """The name of a time zone, as text. Whether there is such a zone is not checked."""


class TimeZone(ZoneName):
    """The name of a time zone that the server knows, such as Europe/Helsinki."""

    def to_internal_value(self, data: Any) -> str:
        """The name; raises ValidationError."""
        name = super().to_internal_value(data)
        if name not in zoneinfo.available_timezones():
            message = "This is not the name of a time zone of the IANA database, such as Europe/Helsinki."
            raise serializers.ValidationError(message, "invalid_choice")
        return name


def _of_me(field: str) -> str:
    """What the answers say of a field of oneself."""
    return texts_of_fields()["Me"][field]


class MeSerializer(Strict):
    """What one may change of oneself."""

    language = serializers.ChoiceField(choices=["", "en", "fi", "fa"], required=False, help_text=_of_me("language"))
    theme = serializers.ChoiceField(
        choices=["", "light", "dark", "contrast"], required=False, help_text=_of_me("theme")
    )
    bio = Text(max_length=500, required=False, allow_blank=True, validators=[check_text], help_text=_of_me("bio"))
    show_coordinates = Truth(required=False, help_text=_of_me("show_coordinates"))
    digits = serializers.ChoiceField(choices=["", "latin"], required=False, help_text=_of_me("digits"))
    motion = serializers.ChoiceField(choices=["", "none"], required=False, help_text=_of_me("motion"))
    time_zone = TimeZone(max_length=LONGEST_ZONE, required=False, help_text=_of_me("time_zone"))
    after_sending = serializers.ChoiceField(choices=["stay", "next"], required=False, help_text=_of_me("after_sending"))


def time_terms(agreed: Timed) -> dict[str, Any]:
    """What was agreed about time; `days` is for clients that know days per move only."""
    control = agreed.agreed_time
    return {
        "time": control.to_json(),
        "days": control.days if control.system is System.DAYS else None,
        "lateness": agreed.lateness,
        "off_time": agreed.off_time,
    }


def rating_terms(width: int) -> dict[str, Any]:
    """What a rated game counts (R46)."""
    return {
        "resignation_rates_from": least_played(width),
        "pair_days": PAIR_DAYS,
        "pair_factor": FACTOR,
        "pair_factor_of_guesses": FACTOR_OF_GUESSES,
    }


def moment(at: Any) -> str | None:
    """An instant as ISO 8601 in UTC."""
    return None if at is None else in_utc(at.isoformat())


def rank(player: Player) -> str | None:
    """The rank as it stands beside a name."""
    return label_of(player) or None


def person(player: Player) -> dict[str, Any]:
    """What anybody may know of a person."""
    return {
        "username": player.username,
        "bio": player.bio,
        "joined": moment(player.date_joined),
        "bot": player.is_bot,
        "rank": rank(player),
    }


def rating(row: Rating) -> dict[str, Any]:
    """A rating in one category."""
    return {
        "size": row.category or None,
        "rank": str(row.rank),
        "provisional": row.is_provisional,
        "rating": round(row.rating, 2),
        "deviation": round(row.deviation, 2),
        "games": row.games,
        "at": moment(row.at),
    }


def rating_event(event: Any) -> dict[str, Any]:
    """What a game did to a rating, an event of `with_seen`: a game that may not be seen is not named."""
    seen: bool = event.is_seen
    return {
        "game": event.game_id if seen else None,
        "opponent": event.opponent.username if seen else None,
        "at": moment(event.at),
        "size": event.size,
        "color": Color(event.color).letter,
        "score": event.score,
        "rank": str(event.rank),
        "provisional": is_provisional(event.deviation),
        "rating_before": round(event.rating_before, 2),
        "rating": round(event.rating, 2),
        "deviation": round(event.deviation, 2),
        "size_rating": round(event.size_rating, 2),
        "size_deviation": round(event.size_deviation, 2),
    }


def me(player: Player) -> dict[str, Any]:
    """What a person may know of themselves."""
    return {
        **person(player),
        "email": player.email,
        "language": player.language,
        "theme": player.theme,
        "time_zone": player.time_zone,
        "after_sending": player.after_sending,
        "show_coordinates": player.show_coordinates,
        "digits": player.digits,
        "motion": player.motion,
    }


def game_row(game: Game) -> dict[str, Any]:
    """A game in a list."""
    return {
        "id": game.pk,
        "number": game.number,
        "players": [_seat(game, seat) for seat in game.seat_list()],
        "width": game.width,
        "height": game.height,
        "rule_set": game.rule_set,
        "komi": plain(game.komi),
        "handicap": game.handicap,
        **time_terms(game),
        "rated": game.rated,
        "unrated_reason": game.unrated_reason or None,
        "private": game.private,
        "phase": game.phase,
        "move_number": game.move_number,
        "to_play": _letter_on_turn(game),
        "deadline": moment(game.deadline),
        "result": game.result or None,
        "end_reason": game.end_reason or None,
        "started_at": moment(game.started_at),
        "last_action_at": moment(game.last_action_at),
        "finished_at": moment(game.finished_at),
    }


def _seat(game: Game, seat: Seat) -> dict[str, Any]:
    event = game.rating_event_of(seat) if game.is_finished else None
    return {
        "color": Color(seat.color).letter,
        "username": seat.player.username,
        "bot": seat.player.is_bot,
        "rank": rank(seat.player),
        "rating_before": None if event is None else round(event.rating_before, 2),
        "rating_after": None if event is None else round(event.rating, 2),
    }


def _letter_on_turn(game: Game) -> str | None:
    seat = next((seat for seat in game.seat_list() if seat.index == game.turn), None)
    return None if seat is None else Color(seat.color).letter


def message(said: Message) -> dict[str, Any]:
    """A chat message."""
    return {
        "id": said.pk,
        "author": said.author.username,
        "text": said.shown_text,
        "hidden": said.is_hidden,
        "number": said.number,
        "said_at": moment(said.said_at),
    }


def notice(told: Notice) -> dict[str, Any]:
    """A notice."""
    return {
        "id": told.pk,
        "kind": told.kind,
        "game": told.game_id,
        "challenge": told.challenge_id,
        "path": told.path or None,
        "by": None if told.by is None else told.by.username,
        "created_at": moment(told.created_at),
        "read": told.read_at is not None,
    }


def note(written: Note | None) -> dict[str, Any]:
    """A private note; an empty one before anything was written."""
    return {
        "text": "" if written is None else written.text,
        "changed_at": None if written is None else moment(written.changed_at),
    }
