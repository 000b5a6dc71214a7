"""The operations about the browsers in which a player is signed in."""

from __future__ import annotations

from allauth.usersessions.models import UserSession
from drf_spectacular.utils import extend_schema
from rest_framework import exceptions, status
from rest_framework.request import Request
from rest_framework.response import Response

import api_types as shapes
from accounts.core.audit import log_security_event
from accounts.models import SecurityKind
from accounts.security.sessions import device_name, end_session, end_sessions, sessions_of
from api.base import Api
from api.schemas import answers
from foundation.iso_times import iso_time


class SessionsView(Api):
    """Lists the browsers where you are signed in; signs you out of all others."""

    scopes = {"GET": "session:write", "DELETE": "session:write"}
    while_suspended = ("DELETE",)

    @extend_schema(operation_id="sessions", responses=answers(shapes.Sessions))
    def get(self, request: Request) -> Response:
        """List the browsers where you are signed in, the last used first. For programs that have access to your
        account, see `tokens` and `me/grants`."""
        return Response(shapes.Sessions(results=[_session_json(row) for row in sessions_of(self.player, self.now)]))

    @extend_schema(operation_id="sessions_end", responses=answers(shapes.Ended))
    def delete(self, request: Request) -> Response:
        """Sign out in all browsers, except this one. Their open connections close within five seconds."""
        ended = end_sessions(player=self.player, but=request.session.session_key)
        if ended:
            log_security_event(SecurityKind.SESSION_ENDED, self.player, request, str(ended))
        return Response(shapes.Ended(ended=ended))


class SessionView(Api):
    """Signs you out in one of your browsers."""

    scopes = {"DELETE": "session:write"}
    while_suspended = ("DELETE",)

    @extend_schema(operation_id="session_end", responses=answers(None, 204))
    def delete(self, request: Request, session_id: int) -> Response:
        """Sign out in the browser that has this session."""
        if not end_session(player=self.player, session_id=session_id):
            raise exceptions.NotFound
        log_security_event(SecurityKind.SESSION_ENDED, self.player, request, "1")
        return Response(status=status.HTTP_204_NO_CONTENT)


def _session_json(row: UserSession) -> shapes.Session:
    return {
        "id": row.pk,
        "device": device_name(row.user_agent),
        "address": row.ip,
        "began_at": iso_time(row.created_at),
        "last_used_at": iso_time(row.last_seen_at),
    }
