"""The base class of all API operations: authentication, scopes, rate limits, time of the request."""

from __future__ import annotations

import math
from collections.abc import Collection
from datetime import datetime
from functools import cache
from typing import Any, ClassVar

from django.conf import settings
from django.http import HttpRequest
from drf_spectacular.utils import OpenApiParameter
from rest_framework import exceptions, serializers
from rest_framework.permissions import BasePermission, IsAuthenticated
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from accounts.core.hidden_ranks import ranks_visible_to, show_ranks_to_program
from accounts.core.restrictions import check_allowed
from accounts.models import Player
from accounts.security.api_auth import has_scope
from api import etags, fields
from foundation import clients, limits, rate_limits, timesource

LONGEST_KEY = 255
MOST_ROWS = 100
SAFE = ("GET", "HEAD", "OPTIONS")


class ScopeMissing(exceptions.PermissionDenied):
    """Raised if the token does not have the scope for an operation. `scope` in the response is the missing scope."""

    def __init__(self, scope: str) -> None:
        super().__init__(f"The token lacks the scope {scope}.", "scope_missing")
        self.scope = scope


def require_scope(request: Request, scope: str) -> None:
    """Raise ScopeMissing if the request's token does not have this scope."""
    if not has_scope(request.auth, scope):
        raise ScopeMissing(scope)


class HasScope(BasePermission):
    """A permission class that requires the token scope which the view declares for the method. If the view declares
    none, requests with a token are refused."""

    def has_permission(self, request: Request, view: Any) -> bool:
        """Return whether the token may be used for the method. Raises ScopeMissing for a missing scope."""
        asked, scopes = request.method, view.scopes
        method = "GET" if asked == "HEAD" else asked
        if request.auth is None:
            return True
        scope = scopes.get(method)
        if scope is not None:
            require_scope(request, scope)
        return method in scopes


class AccountThrottle(BaseThrottle):
    """Applies the rate limits of an account, or of the client's network for requests without an account. Counts are
    exact even for parallel requests."""

    def allow_request(self, request: Request, view: Any) -> bool:
        """Count this request. Return False if it exceeds a limit. Store the quotas for the response's headers."""
        self._wait: float | None = None
        view.quotas = {}
        for name, key, rate in _request_limits(request, view):
            quota = view.quotas[name] = limits.count_against_quota(name, key, rate)
            if quota.is_over:
                self._wait = quota.seconds
                return False
        return True

    def wait(self) -> float | None:
        """Return the number of seconds until a request is possible again, None after an accepted request."""
        return self._wait


def quota_headers(quotas: dict[str, limits.RateLimitQuota]) -> dict[str, str]:
    """Return the headers RateLimit-Policy and RateLimit (draft-ietf-httpapi-ratelimit-headers), with the limits and the
    number of requests left for each."""
    if not quotas:
        return {}
    policies = [f'"{name}";q={quota.amount};w={quota.window}' for name, quota in quotas.items()]
    left = [f'"{name}";r={quota.left};t={math.ceil(quota.seconds)}' for name, quota in quotas.items()]
    return {"RateLimit-Policy": ", ".join(policies), "RateLimit": ", ".join(left)}


def _request_limits(request: Request, view: Any) -> list[tuple[str, str, str]]:
    who, method = _throttle_identity(request), request.method
    if not request.user.is_authenticated:
        exports = [("exports-anonymous", who, settings.IGO_API_EXPORTS)] if view.makes_exports else []
        return [("api-anonymous", who, settings.IGO_API_ANONYMOUS), *exports, *_expensive_limits(request, who)]
    if method in SAFE:
        exports = [("exports", who, settings.IGO_API_EXPORTS)] if view.makes_exports else []
        return [("read", who, settings.IGO_API_READS), *exports, *_expensive_limits(request, who)]
    offers = [("offers", who, settings.IGO_OFFERS)] if view.makes_offers else []
    return [("write", who, settings.IGO_API_WRITES), *offers]


def _throttle_identity(request: Request) -> str:
    """Return the identity for counting requests: the account, or the network if there is none."""
    user = request.user
    return str(user.pk) if user.is_authenticated else clients.client_network(request)


def _expensive_limits(request: Request, who: str, verb: str | None = None) -> list[tuple[str, str, str]]:
    """Return the rate limit of the requested operation, as a tuple of the limit's name, `who` and the rate. Return []
    if the operation is not expensive (foundation.rate_limits). `who` is the account or network whose requests are
    counted, and `verb` the requested action."""
    match = request.resolver_match
    cost = None if match is None else rate_limits.rate_limit_of(match.route, request.method or "", verb)
    return [] if cost is None else [(f"cost-{cost.name}", who, cost.rate)]


def count_expensive_action(request: Request, verb: str) -> None:
    """Count an action that is expensive to compute. Raises Throttled if there were too many."""
    for name, key, rate in _expensive_limits(request, _throttle_identity(request), verb):
        wait = limits.count_hit(name, key, rate)
        if wait is not None:
            raise exceptions.Throttled(wait)


class Api(APIView):
    """The base class of all operations. `scopes` has the token scope that each method needs (None if it needs none)."""

    permission_classes = [IsAuthenticated]
    throttle_classes = [AccountThrottle]
    scopes: ClassVar[dict[str, str | None]] = {}
    makes_offers: ClassVar[bool] = False
    makes_exports: ClassVar[bool] = False
    query: ClassVar[tuple[str, ...]] = ()
    """The query parameters of GET; the other methods have none."""
    quotas: dict[str, limits.RateLimitQuota]
    """The quotas of the rate limits that this request counts for."""
    while_suspended: ClassVar[tuple[str, ...]] = ()
    """The changing methods that suspended players can use."""
    public: ClassVar[tuple[str, ...]] = ()
    body: type[fields.StrictSerializer] = fields.NothingSerializer
    what_field: ClassVar[str] = ""
    """The field of the body that names the action. Errors because of a state (409, 422) that name no field are
    attributed to it."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        """Process a request. Which ranks are shown depends on the request's viewer, and is reset at the end
        (accounts.core.hidden_ranks)."""
        with ranks_visible_to(None):
            return super().dispatch(request, *args, **kwargs)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse unknown methods, unknown query parameters, and changes by suspended players, in this order.

        Raises MethodNotAllowed, ValidationError, Suspended.
        """
        self.quotas = {}
        method = request.method
        if method not in self.allowed_methods:
            raise exceptions.MethodNotAllowed(method or "")
        super().initial(request, *args, **kwargs)
        show_ranks_to_program(request.user)
        check_query_parameters(request, self.query if method in SAFE else ())
        user = request.user
        if method not in SAFE and method not in self.while_suspended and isinstance(user, Player):
            check_allowed(user, self.now)

    @property
    def allowed_methods(self) -> list[str]:
        """Return the names of the HTTP methods that the view implements."""
        return _methods_of(type(self))  # type: ignore[arg-type]

    def get_permissions(self) -> list[Any]:
        """Return the permissions: everyone for `public` methods, otherwise signed-in players, and the token's scope."""
        asked = self.request.method
        method = "GET" if asked in SAFE else asked
        return [HasScope()] if method in self.public else [*super().get_permissions(), HasScope()]

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Return the response with the rate limit headers. A GET response also gets an ETag, or becomes a 304 if the
        client has it."""
        answer = super().finalize_response(request, response, *args, **kwargs)
        for name, value in quota_headers(getattr(self, "quotas", {})).items():
            answer[name] = value
        if request.method in ("GET", "HEAD") and answer.status_code == 200 and not answer.streaming:
            etags.set_etag(request, answer, self.etag_data)
        return answer

    def etag_data(self, data: Any) -> Any:
        """Return the part of the response data from which the ETag is computed, by default all data."""
        return data

    def read_body(self, request: Request) -> Any:
        """Return the validated data of the request's body. Raises ValidationError."""
        form = self.body(data=request.data)
        form.is_valid(raise_exception=True)
        return form

    @property
    def player(self) -> Player:
        """Return the signed-in player."""
        user = self.request.user
        assert isinstance(user, Player)
        return user

    @property
    def now(self) -> datetime:
        """Return when the server received the request (R53)."""
        at: datetime = getattr(self.request, "received_at", None) or timesource.now()
        return at


@cache
def _methods_of(view: type[Api]) -> list[str]:
    """Return the methods that a view implements; GET includes HEAD."""
    there = [method.upper() for method in view.http_method_names if hasattr(view, method)]
    return [*there, "HEAD"] if "GET" in there else there


_KEY: dict[str, Any] = {"type": "string", "minLength": 1, "maxLength": LONGEST_KEY, "pattern": r"^[ -~]+$"}
KEY = OpenApiParameter(
    "Idempotency-Key",
    _KEY,
    "header",
    required=True,
    description="A unique key of this request. A retry sends the same key.",
)
MAYBE_KEY = OpenApiParameter(
    "Idempotency-Key",
    _KEY,
    "header",
    description="A unique key of this request. A retry sends the same key. Without one, a retry is a new request.",
)
IF_MATCH = OpenApiParameter(
    "If-Match",
    {"type": "string"},
    "header",
    description="The ETag of the response that you have seen. If it is outdated: 412, and nothing changes.",
)
COUNT: dict[str, Any] = {"type": "integer", "minimum": 0, "maximum": 10**15 - 1}
"""The schema of numbers that `number_from_query` reads."""


def check_query_parameters(request: Request, known: Collection[str]) -> None:
    """Raise ValidationError for query parameters that are unknown or repeated. A misspelt parameter would otherwise be
    ignored silently."""
    wrong = {name: _UNKNOWN for name in request.query_params if name not in known}
    wrong |= {name: _DOUBLED for name, values in request.query_params.lists() if name in known and len(values) > 1}
    if wrong:
        raise serializers.ValidationError({name[:50]: [why] for name, why in wrong.items()})


_UNKNOWN = serializers.ErrorDetail("This parameter is not known here.", "unknown_parameter")
_DOUBLED = serializers.ErrorDetail("This parameter is there twice.", "doubled_parameter")


def idempotency_key_of(request: Request) -> str:
    """Return the Idempotency-Key. Raises ValidationError if it is missing or not plain text."""
    key = request.headers.get("Idempotency-Key", "")
    if not (1 <= len(key) <= LONGEST_KEY and key.isascii() and key.isprintable()):
        detail = "Send a header Idempotency-Key of 1 to 255 printable ASCII characters."
        raise serializers.ValidationError({"Idempotency-Key": [detail]}, "idempotency_key_required")
    return key


def choice_from_query(request: Request, name: str, choices: Collection[str], default: str = "") -> str:
    """Return one of these choices from the query string, or `default` if it is missing. Raises ValidationError for
    other values."""
    text = request.query_params.get(name)
    if text is None:
        return default
    if text not in choices:
        raise serializers.ValidationError({name: [f"One of {', '.join(choices)}."]})
    return text


def number_from_query(request: Request, name: str, default: int | None = 0) -> int | None:
    """Return a whole number from the query string, or `default` if it is missing. Raises ValidationError if it is not
    valid."""
    text = request.query_params.get(name)
    if text is None:
        return default
    if not (text.isascii() and text.isdigit() and len(text) < 16):
        raise serializers.ValidationError({name: ["Write a whole number."]})
    return int(text)
