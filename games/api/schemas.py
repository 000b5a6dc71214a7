"""The answers of the API as the schema names them."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiResponse, inline_serializer
from rest_framework import serializers

PROBLEM = inline_serializer(
    "Problem",
    {
        "type": serializers.CharField(),
        "title": serializers.CharField(),
        "status": serializers.IntegerField(),
        "code": serializers.CharField(help_text="stable: clients may depend on it"),
        "detail": serializers.CharField(help_text="for people, in their language"),
        "errors": serializers.JSONField(required=False),
    },
)
_WHY = {
    400: "The request cannot be read, or a field is wrong.",
    401: "Sign in: send a token.",
    403: "Not yours to do.",
    404: "There is no such thing, or it is private.",
    405: "Not this method.",
    406: "Only JSON is answered.",
    409: "The game has changed (stale_number, out_of_time), or the offer is gone.",
    415: "Only JSON is read.",
    422: "The rules refuse it: the code says why.",
    429: "Too many tries: see Retry-After.",
    503: "The server cannot do that now: see Retry-After.",
}
ERRORS: dict[Any, Any] = {
    (code, "application/problem+json"): OpenApiResponse(PROBLEM, why) for code, why in _WHY.items()
}


def _object(name: str, **fields: serializers.Field[Any, Any, Any, Any]) -> Any:
    return inline_serializer(name, fields)


OBJECT_ANSWER = OpenApiResponse(dict[str, Any])
LIST_ANSWER = OpenApiResponse(_object("List", results=serializers.ListField(child=serializers.DictField())))
GAMES_ANSWER = OpenApiResponse(
    _object(
        "Games",
        next=serializers.CharField(allow_null=True),
        previous=serializers.CharField(allow_null=True),
        results=serializers.ListField(child=serializers.DictField()),
    )
)
_GAME: dict[str, Any] = {
    "id": serializers.IntegerField(),
    "number": serializers.IntegerField(help_text="of the last action: send it as expected"),
    "phase": serializers.CharField(),
    "stage": serializers.CharField(),
    "to_play": serializers.CharField(allow_null=True),
    "deadline": serializers.DateTimeField(allow_null=True),
    "board": serializers.ListField(child=serializers.CharField(), help_text=". X (Black) O (White)"),
    "result": serializers.CharField(allow_null=True),
}
GAME_ANSWER = OpenApiResponse(_object("Game", **_GAME))
CHALLENGE_ANSWER = OpenApiResponse(
    _object(
        "Offer",
        id=serializers.IntegerField(),
        status=serializers.CharField(),
        rule_set=serializers.CharField(),
        komi=serializers.CharField(),
    )
)
ACTION_ANSWER = OpenApiResponse(
    _object(
        "Receipt",
        game=serializers.IntegerField(),
        number=serializers.IntegerField(),
        kind=serializers.CharField(),
        stage=serializers.CharField(),
        to_play=serializers.CharField(allow_null=True),
        deadline=serializers.DateTimeField(allow_null=True),
        captured=serializers.ListField(child=serializers.CharField()),
        result=serializers.CharField(allow_null=True),
    )
)
