"""What clients send, strictly typed; and how games, offers and people look to them."""

from __future__ import annotations

import re
import zoneinfo
from datetime import timedelta
from decimal import Decimal
from typing import Any

from allauth.idp.oidc.models import Client
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from accounts.models import ApiToken, Player
from accounts.scopes import SCOPES
from accounts.text import check_line, check_text
from accounts.tokens import LONGEST_DAYS, USUAL_DAYS
from games.api.schemas import schema_of, texts_of_fields
from games.models import Challenge, Game, Message, Note, Notice, Seat, Webhook
from games.models.action import in_utc
from games.models.challenge import ColorWish
from games.models.note import LONGEST_NOTE
from games.services.challenges import MOST_HANDICAP, Shown, Terms
from games.sgf_import import Upload, read_upload
from games.terms import (
    ALLOWED_KINDS,
    LARGEST_KOMI,
    LARGEST_SIZE,
    LONGEST_TURN,
    SMALLEST_KOMI,
    SMALLEST_SIZE,
    USUAL_KINDS,
    USUAL_TIME,
    is_offered,
    least_played,
)
from igo_client import shapes
from ratings.models import Rating
from ratings.pairs import FACTOR, FACTOR_OF_GUESSES, PAIR_DAYS
from ratings.ranks import is_provisional
from ratings.standing import label_of
from rules import DEFAULT_RULE_SET, RULE_SETS, Color
from rules.clock import Hardness, System, TimeControl, fields_of
from rules.outcome import plain

LARGEST_NUMBER = 1_000_000
MOST_POINTS = 625
LONGEST_ZONE = 40
NAME = "The name of the account, or its e-mail address."
PASSWORD = "The password."  # noqa: S105
CODE = "A code of the app, or a recovery code: only where the account has a second factor."
LINK = "The secret of a private link; only for such an offer."


class Strict(serializers.Serializer):  # type: ignore[type-arg]
    """Refuses fields that it does not know."""

    def to_internal_value(self, data: Any) -> Any:
        """The values; a field that is not expected is an error, not ignored."""
        if isinstance(data, dict):
            unknown = set(data) - set(self.fields)
            if unknown:
                message = "This field is not known here."
                raise serializers.ValidationError(
                    {str(name)[:50]: [serializers.ErrorDetail(message, "unknown_field")] for name in unknown}
                )
        return super().to_internal_value(data)


class Number(serializers.IntegerField):
    """A JSON integer; "1", 1.0 and true are none."""

    def to_internal_value(self, data: Any) -> int:
        """The number; raises ValidationError."""
        if isinstance(data, bool) or not isinstance(data, int):
            self.fail("invalid")
        return int(super().to_internal_value(data))


class Text(serializers.CharField):
    """A JSON string; numbers are none."""

    def to_internal_value(self, data: Any) -> str:
        """The text; raises ValidationError."""
        if not isinstance(data, str):
            self.fail("invalid")
        return str(super().to_internal_value(data))


class Truth(serializers.BooleanField):
    """true or false and nothing else."""

    def to_internal_value(self, data: Any) -> bool:
        """The truth; raises ValidationError."""
        if not isinstance(data, bool):
            self.fail("invalid", input=str(data)[:20])
        return data


class Points(serializers.ListField):
    """Vertices such as "K11"."""

    child = Text(max_length=3)
    max_length = MOST_POINTS


class MarksSerializer(Strict):
    """The whole draft of dead stones."""

    dead = Points(help_text="The stones that are marked, as vertices.")
    expected = Number(min_value=0, help_text="The number of the last action that you saw.")


class MessageSerializer(Strict):
    """A chat message."""

    text = Text(max_length=1000, help_text="What to say.")


class TokenSerializer(Strict):
    """Name and password; what the token may do, for how long, and what it is called."""

    username = Text(max_length=254, help_text=NAME)
    password = Text(max_length=1024, trim_whitespace=False, help_text=PASSWORD)
    code = Text(max_length=40, required=False, help_text=CODE)
    name = Text(max_length=60, required=False, validators=[check_line], help_text="By what you will know it again.")
    scopes = serializers.ListField(
        child=serializers.ChoiceField(choices=list(SCOPES)),
        required=False,
        help_text="What it allows; without them all but the special ones.",
    )
    days = Number(min_value=1, max_value=LONGEST_DAYS, default=USUAL_DAYS, help_text="For how many days it works.")


class NoteSerializer(Strict):
    """A private note; empty deletes it."""

    text = Text(max_length=LONGEST_NOTE, allow_blank=True, help_text="The whole note.")


class WebhookSerializer(Strict):
    """Where to send my events."""

    url = Text(max_length=500, help_text="The address; https, and not inside the server's own network.")


class AppSerializer(Strict):
    """A program of mine that asks others for access."""

    name = Text(max_length=60, validators=[check_line], help_text="What players read when it asks them.")
    redirect_uris = serializers.ListField(
        child=Text(max_length=300),
        min_length=1,
        max_length=10,
        help_text="Where codes may be sent: https, http on the device itself, or a scheme of the app's own.",
    )


class JoinSerializer(Strict):
    """The token of a private link; and handicap and colour as the offer showed them, which an offer by ranks needs."""

    token = Text(max_length=64, required=False, allow_blank=True, help_text=LINK)
    handicap = Number(
        min_value=0, max_value=MOST_POINTS, required=False, help_text="The handicap stones that the offer showed you."
    )
    color = serializers.ChoiceField(
        choices=ColorWish.values, required=False, help_text="The colour of its creator that the offer showed you."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Both, or none."""
        if ("handicap" in attrs) != ("color" in attrs):
            raise serializers.ValidationError({"color": ["Give handicap and color, or neither."]})
        return attrs

    def shown(self) -> Shown | None:
        """What was shown."""
        data = self.validated_data
        return Shown(data["handicap"], data["color"]) if "handicap" in data else None


class NothingSerializer(Strict):
    """No fields."""


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


@extend_schema_field(schema_of(shapes.TimeControl))
class TimeControlField(serializers.JSONField):
    """A time control: {"system": "fischer", "main_time": 259200, ...}, durations in seconds."""

    def to_internal_value(self, data: Any) -> Any:
        """The time control; raises ValidationError with what the system needs."""
        try:
            return self._read(data)
        except (AttributeError, KeyError, TypeError, ValueError, OverflowError):
            raise serializers.ValidationError(_HOW_TO_WRITE_A_CLOCK) from None

    def _read(self, data: Any) -> TimeControl:
        data = {name: value for name, value in data.items() if value is not None}
        names = fields_of(System(data["system"]))
        if set(data) - {"system", *names} or not all(_is_count(value) for name, value in data.items() if name in names):
            raise ValueError(data)
        control = TimeControl.from_json(data)
        if not is_offered(control):
            raise ValueError(data)
        return control


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 10**9


_HOW_TO_WRITE_A_CLOCK = (
    "Write an object such as "
    + '{"system": "fischer", "main_time": 259200, "increment": 86400, "cap": 604800}. Fields by system: '
    + "; ".join(f"{system.value}: {', '.join(fields_of(system)) or 'none'}" for system in System)
    + ". Times are whole seconds, from 60 to 60 days, main times up to a year; periods and stones from 1 to 100."
)


class TermsSerializer(Strict):
    """The terms of a game."""

    size = Number(
        min_value=SMALLEST_SIZE,
        max_value=LARGEST_SIZE,
        required=False,
        help_text="The size of a square board, in points.",
    )
    width = Number(
        min_value=SMALLEST_SIZE, max_value=LARGEST_SIZE, required=False, help_text="The width of the board, in points."
    )
    height = Number(
        min_value=SMALLEST_SIZE, max_value=LARGEST_SIZE, required=False, help_text="The height of the board, in points."
    )
    rule_set = serializers.ChoiceField(
        choices=list(RULE_SETS),
        required=False,
        help_text=f"The key of the rule set; {DEFAULT_RULE_SET} by default, or the one that the file names.",
    )
    komi = Text(
        max_length=6,
        required=False,
        help_text='What White gets, in points, a decimal as text such as "6.5"; the rule set\'s own by default.',
    )
    handicap = Number(min_value=0, max_value=MOST_HANDICAP, default=0, help_text="How many handicap stones Black gets.")
    color = serializers.ChoiceField(choices=ColorWish.values, default="random", help_text="The colour that you want.")
    days = Number(
        min_value=1, max_value=LONGEST_TURN.days, required=False, help_text="Days per move: short for such a `time`."
    )
    time = TimeControlField(required=False, help_text="The time control; three days per move by default.")
    lateness = serializers.ChoiceField(
        choices=[h.value for h in Hardness],
        default=Hardness.STRICT.value,
        help_text="What happens when time runs out: a loss, a claim, or days of grace first.",
    )
    off_time = serializers.ListField(
        child=serializers.ChoiceField(choices=[kind.value for kind in ALLOWED_KINDS]),
        required=False,
        max_length=len(ALLOWED_KINDS),
        help_text="When clocks may stand still; vacation, weekend and pause by default.",
    )
    by_rank = Truth(default=False, help_text="Whether handicap, colours and komi follow from the ranks of the two.")
    rated = Truth(default=True, help_text="Whether the game counts for ratings, where its terms allow that.")
    private = Truth(default=False, help_text="Whether only its players may see the game.")
    sgf = Text(max_length=60_000, required=False, help_text="A record (SGF) to play on from, instead of a size.")
    moves = Number(
        min_value=0,
        max_value=LARGEST_NUMBER,
        required=False,
        help_text="After how many of its moves; after all by default.",
    )

    def validate_komi(self, komi: str) -> Decimal:
        """A whole or half number."""
        if not re.fullmatch(r"-?[0-9]{1,3}(\.[05])?", komi, re.ASCII):
            raise serializers.ValidationError('Write a whole or half number as text, such as "6.5".')
        value = Decimal(komi)
        if not SMALLEST_KOMI <= value <= LARGEST_KOMI:
            raise serializers.ValidationError("Komi is from -50 to 150.")
        return value

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """A size, or a width with a height; one player or a link."""
        given = [name for name in ("size", "width", "height", "sgf") if name in attrs]
        if given not in (["size"], ["width", "height"], ["sgf"]):
            raise serializers.ValidationError({"size": ["Give size, or width and height, or sgf."]})
        if "moves" in attrs and "sgf" not in attrs:
            raise serializers.ValidationError({"moves": ["Only with sgf."]})
        if "sgf" in attrs and attrs["handicap"]:
            raise serializers.ValidationError({"handicap": ["The handicap is in the record."]})
        if "days" in attrs and "time" in attrs:
            raise serializers.ValidationError({"days": ["Give days, or time."]})
        fixed = attrs["handicap"] or attrs["color"] != ColorWish.RANDOM or "komi" in attrs or "sgf" in attrs
        if attrs["by_rank"] and fixed:
            raise serializers.ValidationError({"by_rank": ["Not with handicap, color, komi or sgf."]})
        return attrs

    def terms(self) -> Terms:
        """The terms as the service takes them. Raises BadSgf."""
        data = self.validated_data
        if "sgf" in data:
            return self._on(read_upload(data["sgf"], data.get("moves")))
        return Terms(
            **self._clock(),
            width=data.get("size") or data["width"],
            height=data.get("size") or data["height"],
            rule_set=data.get("rule_set", DEFAULT_RULE_SET),
            komi=data.get("komi"),
            handicap=data["handicap"],
            color=data["color"],
            by_rank=data["by_rank"],
            rated=data["rated"],
            private=data["private"],
        )

    def _clock(self) -> dict[str, Any]:
        """The time control, how hard it is, and what stops it."""
        data = self.validated_data
        kinds = data.get("off_time", [kind.value for kind in USUAL_KINDS])
        control = data.get("time", USUAL_TIME)
        if "days" in data:
            control = TimeControl.days_per_move(timedelta(days=data["days"]))
        return {
            "time": control,
            "lateness": Hardness(data["lateness"]),
            "off_time": tuple(kind for kind in ALLOWED_KINDS if kind.value in kinds),
        }

    def _on(self, upload: Upload) -> Terms:
        """The terms of a game that is played on from a record."""
        data, board = self.validated_data, upload.position.board
        return Terms(
            **self._clock(),
            width=board.width,
            height=board.height,
            rule_set=data.get("rule_set", upload.rule_set or DEFAULT_RULE_SET),
            komi=data.get("komi", upload.komi),
            handicap=upload.handicap,
            color=data["color"],
            rated=False,
            private=data["private"],
            position=upload.position,
        )


class ChallengeSerializer(TermsSerializer):
    """The terms of an offer; `opponent` offers it to one player, `link` makes a private link."""

    opponent = Text(max_length=30, required=False, help_text="The name of the one player whom it is made to.")
    link = Truth(default=False, help_text="Whether it is made to whoever has its secret link.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """One player or a link."""
        if attrs["link"] and "opponent" in attrs:
            raise serializers.ValidationError({"link": ["An offer to one player has no link."]})
        return super().validate(attrs)


class CounterSerializer(TermsSerializer):
    """Other terms; an offer by a private link needs its token."""

    token = Text(max_length=64, required=False, allow_blank=True, help_text=LINK)


def time_terms(agreed: Game | Challenge) -> dict[str, Any]:
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


def challenge(offer: Challenge, viewer: Player | None) -> dict[str, Any]:
    """An offer with its exact terms, one by ranks as what it means for this viewer; the token of a link is for its
    creator."""
    offer = offer.for_joiner(viewer)
    mine = viewer is not None and offer.creator_id == viewer.pk
    return {
        "id": offer.pk,
        "creator": offer.creator.username,
        "creator_rank": rank(offer.creator),
        "opponent": None if offer.opponent is None else offer.opponent.username,
        "opponent_rank": None if offer.opponent is None else rank(offer.opponent),
        "token": offer.token if offer.token and mine else None,
        "width": offer.width,
        "height": offer.height,
        "rule_set": offer.rule_set,
        "komi": plain(offer.agreed_komi),
        "handicap": offer.handicap,
        "color": offer.color,
        "by_rank": offer.by_rank,
        **time_terms(offer),
        "rated": not offer.unrated_reason,
        "unrated_reason": offer.unrated_reason or None,
        "rating_terms": None if offer.unrated_reason else rating_terms(offer.width),
        "private": offer.private,
        "position": offer.position,
        "status": offer.status,
        "answer_to": offer.answer_to_id,
        "game": offer.game_id,
        "created_at": moment(offer.created_at),
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


def token(row: ApiToken) -> dict[str, Any]:
    """A personal token, without its text."""
    return {
        "id": row.pk,
        "name": row.name,
        "hint": row.hint,
        "scopes": row.scopes,
        "created_at": moment(row.created_at),
        "expires_at": moment(row.expires_at),
        "last_used_at": moment(row.last_used_at),
    }


def webhook(row: Webhook) -> dict[str, Any]:
    """A webhook, without its secret."""
    return {
        "id": row.pk,
        "url": row.url,
        "created_at": moment(row.created_at),
        "sent": row.sent,
        "failures": row.failures,
        "failing_since": moment(row.failing_since),
        "last_answer": row.last_answer,
        "last_success_at": moment(row.last_success_at),
        "disabled_at": moment(row.disabled_at),
    }


def app(row: Client) -> dict[str, Any]:
    """A registered program."""
    return {
        "client_id": row.pk,
        "name": row.name,
        "redirect_uris": row.get_redirect_uris(),
        "created_at": moment(row.created_at),
    }
