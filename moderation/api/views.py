"""The operations of keeping order: reporting, reading decisions, appealing."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

import api_types as shapes
from api.base import MAYBE_KEY, Api
from api.pages import PARAMETERS, QUERY, page_of
from api.schemas import answers
from games.api.base import once
from moderation import services
from moderation.api import serializers as forms
from moderation.models import Decision, Report
from moderation.models.case import CaseKind
from moderation.services import Target


class ReportsView(Api):
    """My reports."""

    scopes = {"GET": "account:read", "POST": "account:write"}
    query = QUERY
    body = forms.ReportSerializer

    @extend_schema(operation_id="reports", parameters=PARAMETERS, responses=answers(shapes.Reports))
    def get(self, request: Request) -> Response:
        """What I reported, the newest first, with the answers: `right` or `no_action`."""
        rows = Report.objects.filter(reporter=self.player).select_related("case__player")
        return page_of(request, rows, forms.report)

    @extend_schema(
        operation_id="report",
        request=forms.ReportSerializer,
        parameters=[MAYBE_KEY],
        responses=answers(shapes.Report, 201),
    )
    def post(self, request: Request) -> Response:
        """Report a player to those who keep order: by name, as a player of a `game` (the opponent when `player` is left
        out), or as the author of a `message`. What you add about the same person joins your open report."""
        data = self.read(request).validated_data
        return once(request, self.player, self.now, lambda: self._report(data))

    def _report(self, data: dict[str, Any]) -> Response:
        kind, text = CaseKind(data["kind"]), data.get("text", "")
        made = services.report(reporter=self.player, target=self._target(data), kind=kind, text=text, now=self.now)
        return Response(forms.report(made), status.HTTP_201_CREATED)

    def _target(self, data: dict[str, Any]) -> Target:
        if "message" in data:
            return services.target_message(self.player, data["message"])
        if "game" in data:
            return services.target_game(self.player, data["game"], data.get("player", ""))
        return services.target_player(data["player"])


class DecisionsView(Api):
    """What was decided about me."""

    scopes = {"GET": "account:read"}
    query = QUERY

    @extend_schema(operation_id="decisions", parameters=PARAMETERS, responses=answers(shapes.Decisions))
    def get(self, request: Request) -> Response:
        """What those who keep order decided about me and in games of mine, the newest first."""
        rows = Decision.objects.concerning(self.player).select_related("appeal")
        return page_of(request, rows, forms.decision)


class AppealView(Api):
    """An appeal."""

    scopes = {"POST": "account:write"}
    while_suspended = ("POST",)
    body = forms.AppealSerializer

    @extend_schema(
        operation_id="appeal",
        request=forms.AppealSerializer,
        parameters=[MAYBE_KEY],
        responses=answers(shapes.Decision, 201),
    )
    def post(self, request: Request, decision_id: int) -> Response:
        """Ask that somebody else looks at a decision: once, within 30 days. Open to those who are suspended."""
        text = self.read(request).validated_data["text"]
        return once(request, self.player, self.now, lambda: self._appeal(decision_id, text))

    def _appeal(self, decision_id: int, text: str) -> Response:
        made = services.appeal(decision_id=decision_id, player=self.player, text=text, now=self.now)
        return Response(forms.decision(made.decision), status.HTTP_201_CREATED)
