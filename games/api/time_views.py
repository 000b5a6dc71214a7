"""The operations about one's own time: vacation, weekend and night, reminders, the calendar."""

from __future__ import annotations

from datetime import UTC, datetime, time
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

import api_types as shapes
from accounts.models import Player
from api import fields
from api.base import MAYBE_KEY, Api
from api.people import inputs
from api.schemas import answers, texts_of_fields
from foundation.moments import in_utc, moment
from games import services
from games.api.base import once
from games.api.examples import WEEKS
from games.models import TimeSettings, Vacation
from games.services import vacations
from rules import vacation as rules

MOST_ROWS = 100


def _of_time(field: str, shape: str = "MyTime") -> str:
    """What the answers say of a field of one's own time."""
    return texts_of_fields()[shape][field]


class ChoicesSerializer(fields.Strict):
    """Vacation by itself, and reminders."""

    automatic_vacation = fields.Truth(required=False, help_text=_of_time("automatic_vacation"))
    remind_day = fields.Truth(required=False, help_text=_of_time("remind_day"))
    remind_hours = fields.Truth(required=False, help_text=_of_time("remind_hours"))
    remind_by_mail = fields.Truth(required=False, help_text=_of_time("remind_by_mail"))


class WallClock(serializers.TimeField):
    """A time of day such as "22:00"."""

    def to_internal_value(self, value: Any) -> time:
        """The time; raises ValidationError."""
        if not isinstance(value, str) or len(value) > 8:
            self.fail("invalid", format="hh:mm")
        found: time = super().to_internal_value(value)
        return found


class NightSerializer(fields.Strict):
    """From when until when, on the wall clock; over midnight when the end is the earlier."""

    begin = WallClock(help_text=_of_time("begin", "Night"))
    end = WallClock(help_text=_of_time("end", "Night"))


class WeekSerializer(fields.Strict):
    """The hours that do not count. A weekend is two ISO weekdays (1 is Monday), or none."""

    zone = inputs.ZoneName(max_length=inputs.LONGEST_ZONE, help_text=_of_time("zone", "Week"))
    weekend = serializers.ListField(
        child=fields.Number(min_value=1, max_value=7), max_length=7, help_text=_of_time("weekend", "Week")
    )
    night = NightSerializer(allow_null=True, default=None, help_text=_of_time("night", "Week"))


class VacationSerializer(fields.Strict):
    """How long; without an end as long as there is vacation left."""

    until = serializers.DateTimeField(required=False, help_text="When I am back (UTC unless it says otherwise).")


class TimeView(Api):
    """What I have chosen about time."""

    scopes = {"GET": "account:read", "PATCH": "account:write"}
    body = ChoicesSerializer

    @extend_schema(operation_id="my_time", responses=answers(shapes.MyTime))
    def get(self, request: Request) -> Response:
        """My vacation, weekend and night, and reminders; durations in seconds."""
        return Response(_time_of(self.player, self.now))

    @extend_schema(operation_id="my_time_change", request=ChoicesSerializer, responses=answers(shapes.MyTime))
    def patch(self, request: Request) -> Response:
        """Choose reminders, and whether a vacation begins by itself before a loss on time."""
        vacations.choose(player=self.player, **self.read(request).validated_data)
        return Response(_time_of(self.player, self.now))


def _time_of(player: Player, now: datetime) -> shapes.MyTime:
    row, going_on = vacations.settings_of(player), vacations.vacation_now(player, now)
    return {
        "vacation": None if going_on is None else _vacation(going_on),
        "vacation_left": round(vacations.balance(player, now).total_seconds()),
        "vacations": [_vacation(one) for one in Vacation.objects.filter(player=player)[:MOST_ROWS]],
        "week": {
            "zone": row.zone,
            "weekend": row.weekend,
            "night": _night(row),
            "may_change_at": moment(rules.weekend_may_change_at(row.changed_at)),
        },
        "automatic_vacation": row.automatic_vacation,
        "remind_day": row.remind_day,
        "remind_hours": row.remind_hours,
        "remind_by_mail": row.remind_by_mail,
        "has_calendar": bool(row.calendar),
    }


def _night(row: TimeSettings) -> shapes.Night | None:
    if row.night_begin is None or row.night_end is None:
        return None
    return {"begin": f"{row.night_begin:%H:%M}", "end": f"{row.night_end:%H:%M}"}


def _vacation(vacation: Vacation) -> shapes.Vacation:
    return {
        "begin": moment(vacation.begin),
        "end": moment(vacation.end),
        "automatic": vacation.automatic,
        "saved": [{"game": one["game"], "deadline": in_utc(one["deadline"])} for one in vacation.saved],
    }


class WeekView(Api):
    """My weekend and night."""

    scopes = {"PUT": "account:write"}
    body = WeekSerializer

    @extend_schema(operation_id="my_week", request=WeekSerializer, responses=answers(shapes.MyTime), examples=WEEKS)
    def put(self, request: Request) -> Response:
        """Choose the hours that do not count; once in 30 days."""
        data = self.read(request).validated_data
        night = data["night"]
        services.set_week(
            player=self.player,
            zone=data["zone"],
            weekend=data["weekend"],
            night=None if night is None else (night["begin"], night["end"]),
            now=self.now,
        )
        return Response(_time_of(self.player, self.now))


class VacationView(Api):
    """My vacation."""

    scopes = {"POST": "account:write", "DELETE": "account:write"}
    body = VacationSerializer

    @extend_schema(
        operation_id="vacation_start",
        request=VacationSerializer,
        parameters=[MAYBE_KEY],
        responses=answers(shapes.VacationBegun, 201),
    )
    def post(self, request: Request) -> Response:
        """Go on vacation: my clocks stand still in games that allow it. With an `until` that is later than there is
        vacation left, it ends earlier: `shortened` says so."""
        until = self.read(request).validated_data.get("until")
        return once(request, self.player, self.now, lambda: self._start(until))

    def _start(self, until: datetime | None) -> Response:
        vacation = services.start_vacation(player=self.player, now=self.now, until=until)
        begun: shapes.VacationBegun = {
            **_vacation(vacation),
            "asked_until": moment(until and until.astimezone(UTC)),
            "shortened": until is not None and vacation.end < until,
        }
        return Response(begun, status.HTTP_201_CREATED)

    @extend_schema(operation_id="vacation_end", parameters=[MAYBE_KEY], responses=answers(shapes.Vacation))
    def delete(self, request: Request) -> Response:
        """Come back."""
        return once(request, self.player, self.now, self._end)

    def _end(self) -> Response:
        return Response(_vacation(services.end_vacation(player=self.player, now=self.now)))


class CalendarView(Api):
    """The secret address of my calendar."""

    scopes = {"POST": "account:write", "DELETE": "account:write"}

    @extend_schema(
        operation_id="calendar_make", request=fields.NothingSerializer, responses=answers(shapes.Calendar, 201)
    )
    def post(self, request: Request) -> Response:
        """Make a new address; an earlier one stops working. It is shown here only."""
        self.read(request)
        secret = vacations.make_calendar(player=self.player)
        return Response(shapes.Calendar(path=f"/calendar/{secret}.ics"), status.HTTP_201_CREATED)

    @extend_schema(operation_id="calendar_end", responses=answers(None, 204))
    def delete(self, request: Request) -> Response:
        """Let the address stop working."""
        vacations.end_calendar(player=self.player)
        return Response(status=status.HTTP_204_NO_CONTENT)
