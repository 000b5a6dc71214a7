"""Serializers of requests about games, with strict types: actions, games, messages and time settings."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC
from typing import Any

from rest_framework import serializers

from api.fields import ColorChoice, Number, StrictBooleanField, StrictSerializer, Text, TimeOfDay, conflict_error
from api.people.inputs import LONGEST_ZONE, TimeZone
from api.schemas import texts_of_fields
from foundation.text import check_text
from games import verbs
from games.api.points import BranchesField, PointsField
from games.models.message import LONGEST_MESSAGE
from games.models.note import LONGEST_NOTE, Priority
from games.models.off_time import LEADS, MOST_REMINDERS
from games.services.listing import RUNNING
from games.verbs import fields as kinds
from games.verbs.fields import VerbField, fields_of
from rules import RULE_SETS, Phase
from rules.variants.presets import PLAYED
from rules.variants.variant import MOST_COLORS
from wording.quick_replies import GAME_KEYS

MOST_IDS = 300
PRIORITIES = {priority.name.lower(): priority.value for priority in sorted(Priority, reverse=True)}
"""The values of game priorities by their names in the API."""


def _color_choice_field(field: VerbField, **options: Any) -> Any:
    return ColorChoice(choices=field.kind.choices, **options)  # type: ignore[attr-defined]


def _time_field(**options: Any) -> Any:
    make: Any = serializers.DateTimeField
    return make(**options)


_SERIALIZERS: dict[type[kinds.FieldKind], Callable[..., Any]] = {
    kinds.Vertex: lambda field, **options: Text(max_length=3, **options),
    kinds.Vertices: lambda field, **options: PointsField(**options),
    kinds.WholeNumber: lambda field, **options: Number(
        min_value=field.kind.least, max_value=field.kind.most, **options
    ),
    kinds.Text: lambda field, **options: Text(
        max_length=field.kind.longest, allow_blank=True, validators=[check_text], **options
    ),
    kinds.YesNo: lambda field, **options: StrictBooleanField(**options),
    kinds.Time: lambda field, **options: _time_field(**options),
    kinds.Places: lambda field, **options: serializers.ListField(
        child=Text(max_length=MOST_COLORS), max_length=MOST_COLORS, **options
    ),
    kinds.ConditionalMoves: lambda field, **options: BranchesField(**options),
}
"""The serializer field for each kind of verb field; kinds with choices use the choices."""


def _serializer_field_for(field: VerbField) -> Any:
    make: Any = _SERIALIZERS.get(type(field.kind), _color_choice_field)
    return make(field, required=False, help_text=field.help)


def _merged_verb_fields() -> dict[str, Any]:
    """Return the fields of all verbs, by name. If several verbs have a field of the same name, the field with the
    longest limit is used."""
    widest: dict[str, VerbField] = {}
    for field in (field for verb in verbs.IN_API.values() for field in fields_of(verb)):
        first = widest.setdefault(field.name, field)
        if isinstance(field.kind, kinds.Text) and field.kind.longest > getattr(first.kind, "longest", 0):
            widest[field.name] = VerbField(first.name, field.kind, first.help, first.required)
    return {name: _serializer_field_for(field) for name, field in widest.items()}


class _Action(StrictSerializer):
    """One action of a game. Which fields it needs depends on its kind."""

    kind = serializers.ChoiceField(choices=list(verbs.IN_API), help_text="What to do.")
    expected = Number(min_value=0, help_text="The number of the last action that you saw.")
    message = Text(max_length=LONGEST_MESSAGE, required=False, help_text="With a play or a pass: a chat message.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Return the data if it has exactly the fields of its kind. Raises ValidationError."""
        verb = verbs.VERBS[attrs["kind"]]
        known = {field.name: field for field in fields_of(verb)}
        given = set(attrs) - {"kind", "expected", *(["message"] if verb.takes_message else [])}
        needed = {name for name, field in known.items() if field.required}
        errors = {name: ["This field is required."] for name in needed - given}
        errors |= {name: ["This kind has no such field."] for name in given - set(known)}
        for name in given & set(known):
            longest = getattr(known[name].kind, "longest", None)
            if longest is not None and len(attrs[name]) > longest:
                errors[name] = [f"At most {longest} characters."]
        if errors:
            raise serializers.ValidationError(errors)
        return attrs


ActionSerializer = type("ActionSerializer", (_Action,), {"__doc__": _Action.__doc__, **_merged_verb_fields()})

_PLAIN = {
    name: frozenset(("kind", "expected", *(field.name for field in fields_of(verb) if field.required)))
    for name, verb in verbs.IN_API.items()
    if all(isinstance(field.kind, kinds.Vertex | kinds.ConditionalMoves) for field in fields_of(verb))
}
"""The names of the required fields of verbs that take only points, such as play and pass. Conditional moves sent with
an action are read by the serializer."""


def parse_common_action(body: Any) -> dict[str, Any] | None:
    """Parse a request body of the most common forms, fifty times faster than ActionSerializer and with the same result.
    Return None for all other bodies, valid or not."""
    kind = body.get("kind") if type(body) is dict else None
    if type(kind) is not str or body.keys() != _PLAIN.get(kind):
        return None
    if type(body["expected"]) is not int or body["expected"] < 0:
        return None
    points = (body[name] for name in _PLAIN[kind] if name not in ("kind", "expected"))
    return body if all(type(point) is str and _VERTEX.fullmatch(point) for point in points) else None


_VERTEX = re.compile("[A-Za-z0-9]{1,3}")


class GameFilterSerializer(StrictSerializer):
    """The filters of the list of games and of the export of records."""

    player = serializers.CharField(max_length=30, required=False, help_text="The name of one of the players.")
    phase = serializers.ChoiceField(
        choices=[*(phase.value for phase in Phase), RUNNING],
        required=False,
        help_text="Where the game is; `running`: not finished.",
    )
    rule_set = serializers.ChoiceField(
        choices=list(RULE_SETS), required=False, help_text="The key of the rule set, such as `japanese`."
    )
    variant = serializers.ChoiceField(
        choices=PLAYED, required=False, help_text="How the game differs from standard Go."
    )
    size = serializers.IntegerField(
        min_value=1, max_value=25, required=False, help_text="The size of a square board, in points."
    )
    rated = serializers.ChoiceField(
        choices=["true", "false"], required=False, help_text="Whether the game counts for ratings."
    )
    mine = serializers.ChoiceField(choices=["true", "false"], required=False, help_text="`true`: games that I play.")
    waiting = serializers.ChoiceField(
        choices=["true", "false"], required=False, help_text="`true`: games in which I have to act."
    )
    ids = serializers.RegexField(
        rf"^[0-9]{{1,15}}(,[0-9]{{1,15}}){{0,{MOST_IDS - 1}}}$",
        required=False,
        help_text=f"These games: their numbers with commas, at most {MOST_IDS}.",
    )
    since = serializers.DateTimeField(
        required=False,
        default_timezone=UTC,
        help_text=("Games that began then (UTC unless given with a zone) or later."),
    )
    until = serializers.DateTimeField(required=False, default_timezone=UTC, help_text="Games that began before then.")
    active_since = serializers.DateTimeField(
        required=False, default_timezone=UTC, help_text="Games whose last action was then or later."
    )


FILTERS = tuple(GameFilterSerializer().fields)


class MarksSerializer(StrictSerializer):
    """The complete draft of a marking of dead stones."""

    dead = PointsField(help_text="The stones that are marked, as vertices.")
    expected = Number(min_value=0, help_text="The number of the last action that you saw.")


class MessageSerializer(StrictSerializer):
    """A chat message: a text, or one of the quick replies."""

    text = Text(max_length=LONGEST_MESSAGE, required=False, help_text="The text. Send either this or `quick`.")
    quick = serializers.ChoiceField(
        choices=list(GAME_KEYS),
        required=False,
        help_text=("A quick reply, which everyone reads in their own language."),
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Return the data. Raises ValidationError unless exactly one of its fields is given."""
        if len(attrs) != 1:
            raise conflict_error("Send a text or a quick reply.", "text", "quick")
        return attrs


class NoteSerializer(StrictSerializer):
    """A private note. An empty text deletes the note."""

    text = Text(max_length=LONGEST_NOTE, allow_blank=True, help_text="The whole note.")
    priority = serializers.ChoiceField(
        choices=list(PRIORITIES), required=False, help_text="How soon you want to play the game."
    )


def _time_field_help(field: str, shape: str = "MyTime") -> str:
    """Return the API documentation of a field of the player's time settings."""
    return texts_of_fields()[shape][field]


class TimeSettingsPatchSerializer(StrictSerializer):
    """A player's settings for the automatic vacation and for reminders before a loss on time."""

    automatic_vacation = StrictBooleanField(required=False, help_text=_time_field_help("automatic_vacation"))
    reminders = serializers.ListField(
        child=serializers.ChoiceField(choices=LEADS),
        required=False,
        max_length=MOST_REMINDERS,
        help_text=_time_field_help("reminders"),
    )
    remind_day = StrictBooleanField(required=False, help_text=_time_field_help("remind_day"))
    remind_hours = StrictBooleanField(required=False, help_text=_time_field_help("remind_hours"))
    remind_by_mail = StrictBooleanField(required=False, help_text=_time_field_help("remind_by_mail"))


class NightSerializer(StrictSerializer):
    """The beginning and end of the night in wall-clock time; the night spans midnight if its end is earlier than its
    beginning."""

    begin = TimeOfDay(help_text=_time_field_help("begin", "Night"))
    end = TimeOfDay(help_text=_time_field_help("end", "Night"))


class WeekSerializer(StrictSerializer):
    """The weekend and night, when clocks stop. A weekend is two ISO weekdays (1 is Monday), or none."""

    zone = TimeZone(max_length=LONGEST_ZONE, help_text=_time_field_help("zone", "Week"))
    weekend = serializers.ListField(
        child=Number(min_value=1, max_value=7), max_length=7, help_text=_time_field_help("weekend", "Week")
    )
    night = NightSerializer(allow_null=True, default=None, help_text=_time_field_help("night", "Week"))


class VacationSerializer(StrictSerializer):
    """The end of a vacation. Without an end, the vacation lasts until no vacation time is left."""

    until = serializers.DateTimeField(
        required=False, help_text=("The end of the vacation (UTC unless given with a zone).")
    )
