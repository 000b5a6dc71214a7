"""The API operations about the player's own time: vacation, weekend and night, reminders, the calendar."""

from __future__ import annotations

from datetime import UTC, datetime

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

import api_types as shapes
from accounts.models import Player
from api import fields
from api.base import MAYBE_KEY, Api
from api.once import retryable, run_once
from api.schemas import answers
from foundation.iso_times import iso_time, with_z_suffix
from games import services
from games.api.examples import WEEKS
from games.api.inputs import TimeSettingsPatchSerializer, VacationSerializer, WeekSerializer
from games.models import TimeSettings, Vacation
from games.services import vacations
from rules import vacation as rules

MOST_ROWS = 100


class TimeSettingsView(Api):
    """Reads your vacation, weekend, night and reminders; changes reminders and the automatic vacation."""

    scopes = {"GET": "account:read", "PATCH": "account:write"}
    body = TimeSettingsPatchSerializer

    @extend_schema(operation_id="my_time", responses=answers(shapes.MyTime))
    def get(self, request: Request) -> Response:
        """Return your vacation, weekend, night and reminders. Durations are in seconds."""
        return Response(_time_settings_json(self.player, self.now))

    @extend_schema(operation_id="my_time_change", request=TimeSettingsPatchSerializer, responses=answers(shapes.MyTime))
    def patch(self, request: Request) -> Response:
        """Choose reminders, and whether a vacation begins automatically before a loss on time."""
        vacations.set_auto_vacation_and_reminders(player=self.player, **self.read_body(request).validated_data)
        return Response(_time_settings_json(self.player, self.now))


def _time_settings_json(player: Player, now: datetime) -> shapes.MyTime:
    row, going_on = vacations.time_settings_of(player), vacations.current_vacation(player, now)
    return {
        "vacation": None if going_on is None else _vacation_json(going_on),
        "vacation_left": round(vacations.remaining_vacation(player, now).total_seconds()),
        "vacations": [_vacation_json(one) for one in Vacation.objects.filter(player=player)[:MOST_ROWS]],
        "week": {
            "zone": row.zone,
            "weekend": row.weekend,
            "usual_weekend": None if row.has_chosen_week else row.chosen_or_usual_weekend,
            "night": _night_json(row),
            "may_change_at": iso_time(rules.weekend_may_change_at(row.changed_at)),
        },
        "automatic_vacation": row.automatic_vacation,
        "reminders": row.reminders,
        "remind_day": row.remind_day,
        "remind_hours": row.remind_hours,
        "remind_by_mail": vacations.reminds_by_email(player),
        "has_calendar": bool(row.calendar),
    }


def _night_json(row: TimeSettings) -> shapes.Night | None:
    if row.night_begin is None or row.night_end is None:
        return None
    return {"begin": f"{row.night_begin:%H:%M}", "end": f"{row.night_end:%H:%M}"}


def _vacation_json(vacation: Vacation) -> shapes.Vacation:
    return {
        "begin": iso_time(vacation.begin),
        "end": iso_time(vacation.end),
        "automatic": vacation.automatic,
        "saved": [{"game": one["game"], "deadline": with_z_suffix(one["deadline"])} for one in vacation.saved],
    }


class WeeklyOffTimeView(Api):
    """Replaces your weekend and night, when your clocks stop."""

    scopes = {"PUT": "account:write"}
    body = WeekSerializer

    @extend_schema(
        operation_id="my_week", request=WeekSerializer, responses=answers(shapes.MyTime, refuses=(409,)), examples=WEEKS
    )
    def put(self, request: Request) -> Response:
        """Choose your weekend and night, when your clocks stop, once every 30 days."""
        data = self.read_body(request).validated_data
        night = data["night"]
        week = services.WeeklyOffTime(
            zone=data["zone"],
            weekend=data["weekend"],
            night=None if night is None else (night["begin"], night["end"]),
        )
        services.set_weekly_off_time(player=self.player, week=week, now=self.now)
        return Response(_time_settings_json(self.player, self.now))


class VacationView(Api):
    """Starts your vacation; ends it."""

    scopes = {"POST": "account:write", "DELETE": "account:write"}
    body = VacationSerializer

    @extend_schema(
        operation_id="vacation_start",
        request=VacationSerializer,
        parameters=[MAYBE_KEY],
        responses=answers(shapes.VacationBegun, 201, refuses=(409,)),
    )
    def post(self, request: Request) -> Response:
        """Start a vacation: your clocks stop in games that allow it. If `until` is later than your remaining vacation
        allows, it ends earlier, and `shortened` is true.
        """
        until = self.read_body(request).validated_data.get("until")
        return run_once(self, lambda: self._start(until))

    def _start(self, until: datetime | None) -> Response:
        vacation = services.start_vacation(player=self.player, now=self.now, until=until)
        begun: shapes.VacationBegun = {
            **_vacation_json(vacation),
            "asked_until": iso_time(until and until.astimezone(UTC)),
            "shortened": until is not None and vacation.end < until,
        }
        return Response(begun, status.HTTP_201_CREATED)

    @extend_schema(
        operation_id="vacation_end", parameters=[MAYBE_KEY], responses=answers(shapes.Vacation, refuses=(409,))
    )
    def delete(self, request: Request) -> Response:
        """End your vacation now."""
        return run_once(self, self._end)

    def _end(self) -> Response:
        return Response(_vacation_json(services.end_vacation(player=self.player, now=self.now)))


class DeadlineCalendarUrlView(Api):
    """Creates the secret address of your deadlines for calendar apps; revokes it."""

    scopes = {"POST": "account:write", "DELETE": "account:write"}

    @retryable(sealed=True)
    @extend_schema(
        operation_id="calendar_make", request=fields.NothingSerializer, responses=answers(shapes.Calendar, 201)
    )
    def post(self, request: Request) -> Response:
        """Create a secret address of your deadlines for calendar apps. The previous one stops working. It is only
        shown in this response.
        """
        self.read_body(request)
        secret = vacations.CALENDAR.create(self.player)
        return Response(shapes.Calendar(path=f"/calendar/{secret}.ics"), status.HTTP_201_CREATED)

    @extend_schema(operation_id="calendar_end", responses=answers(None, 204))
    def delete(self, request: Request) -> Response:
        """Revoke the secret address for calendar apps."""
        vacations.CALENDAR.revoke(self.player)
        return Response(status=status.HTTP_204_NO_CONTENT)
