"""The operations of moderation: reporting, reading decisions, appealing."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

import api_types as shapes
from accounts.models import Player
from api.base import MAYBE_KEY, Api
from api.once import run_once
from api.pages import PARAMETERS, QUERY, page_of
from api.schemas import answers
from moderation import services
from moderation.api import inputs, outputs
from moderation.models import Decision, Report
from moderation.models.case import CaseKind
from moderation.services import ReportTarget
from moderation.services.events_and_matches import EVENTS

BY_ONE_FIELD: dict[str, Callable[[Player, Any], ReportTarget]] = {
    "message": services.target_message,
    "post": services.target_post,
    "club": services.target_club,
    "club_notice": services.target_club_notice,
    "record": services.target_record,
    "collection": services.target_material,
    "board": services.target_board,
    "board_question": services.target_question,
    **{kind: partial(services.target_event, kind) for kind in EVENTS},
}
"""The fields of a report that each name its subject alone, with the functions that return the subject as the reporter
may see it."""


class ReportsView(Api):
    """Lists your reports to the moderators; sends one."""

    scopes = {"GET": "account:read", "POST": "account:write"}
    query = QUERY
    body = inputs.ReportSerializer

    @extend_schema(operation_id="reports", parameters=PARAMETERS, responses=answers(shapes.Reports))
    def get(self, request: Request) -> Response:
        """List your reports, the newest first, with the answers: `right` or `no_action`."""
        rows = Report.objects.filter(reporter=self.player).select_related("case__player")
        return page_of(request, rows, outputs.report_json)

    @extend_schema(
        operation_id="report",
        request=inputs.ReportSerializer,
        parameters=[MAYBE_KEY],
        responses=answers(shapes.Report, 201, refuses=(404, 409)),
    )
    def post(self, request: Request) -> Response:
        """Report something to the moderators: a player by name, or your opponent in a `game`. Or report the author of
        a `message`, `post`, `club_notice`, `board_question` or problem `collection`, the owner of a `club`, shared
        `record` or demonstration `board`, the organiser of a `tournament`, `ladder` or `league`, or someone in a
        `team_match`. Further reports about the same player are added to your open report.
        """
        data = self.read_body(request).validated_data
        return run_once(self, lambda: self._report(data))

    def _report(self, data: dict[str, Any]) -> Response:
        complaint = services.ReportContent(CaseKind(data["kind"]), self.player, data.get("text", ""))
        made = services.report_player(target=self._target(data), complaint=complaint, now=self.now)
        return Response(outputs.report_json(made), status.HTTP_201_CREATED)

    def _target(self, data: dict[str, Any]) -> ReportTarget:
        for name, find in BY_ONE_FIELD.items():
            if name in data:
                return find(self.player, data[name])
        if "team_match" in data:
            return services.target_match(self.player, data["team_match"], data["player"])
        if "game" in data:
            return services.target_game(self.player, data["game"], data.get("player", ""))
        return services.target_player(self.player, data["player"])


class DecisionsView(Api):
    """Lists the moderators' decisions about you."""

    scopes = {"GET": "account:read"}
    query = QUERY

    @extend_schema(operation_id="decisions", parameters=PARAMETERS, responses=answers(shapes.Decisions))
    def get(self, request: Request) -> Response:
        """List the moderators' decisions about you, your games and the clubs that you manage, the newest first."""
        rows = Decision.objects.concerning(self.player).select_related("appeal")
        return page_of(request, rows, partial(outputs.decision_json, viewer=self.player))


class AppealView(Api):
    """Appeals against a decision of the moderators."""

    scopes = {"POST": "account:write"}
    while_suspended = ("POST",)
    body = inputs.AppealSerializer

    @extend_schema(
        operation_id="appeal",
        request=inputs.AppealSerializer,
        parameters=[MAYBE_KEY],
        responses=answers(shapes.Decision, 201, refuses=(409,)),
    )
    def post(self, request: Request, decision_id: int) -> Response:
        """Appeal against a decision, once, within 30 days. Another moderator looks at it. Suspended players can
        also appeal.
        """
        text = self.read_body(request).validated_data["text"]
        return run_once(self, lambda: self._appeal(decision_id, text))

    def _appeal(self, decision_id: int, text: str) -> Response:
        made = services.appeal_decision(decision_id=decision_id, player=self.player, text=text, now=self.now)
        return Response(outputs.decision_json(made.decision, self.player), status.HTTP_201_CREATED)
