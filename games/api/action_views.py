"""Acting in games by the API: the operation `act` and its body follow from the verbs (games.verbs)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

import api_types as shapes
from accounts.security.scopes import FOR_MODERATORS
from api.base import COUNT, KEY, Api, check_cost, key_of, number_of, require
from api.fields import Number, Strict, Text, Truth
from api.schemas import answers
from foundation.text import check_text
from games import access, verbs
from games.api.base import game_of
from games.api.examples import ACTIONS
from games.api.points import Points
from games.api.serializers import MarksSerializer
from games.game_view import GameView
from games.verbs import fields
from games.verbs.fields import Field, fields_of, read_values

MOST_ACTIONS = 10**6


def _choice(field: Field, **options: Any) -> Any:
    return serializers.ChoiceField(choices=field.kind.choices, **options)  # type: ignore[attr-defined]


def _moment(**options: Any) -> Any:
    make: Any = serializers.DateTimeField
    return make(**options)


_SERIALIZERS: dict[type[fields.FieldKind], Callable[..., Any]] = {
    fields.Vertex: lambda field, **options: Text(max_length=3, **options),
    fields.Vertices: lambda field, **options: Points(**options),
    fields.Whole: lambda field, **options: Number(min_value=field.kind.least, max_value=field.kind.most, **options),
    fields.Text: lambda field, **options: Text(
        max_length=field.kind.longest, allow_blank=True, validators=[check_text], **options
    ),
    fields.YesNo: lambda field, **options: Truth(**options),
    fields.Moment: lambda field, **options: _moment(**options),
}
"""How each kind of field is said in JSON; those that have choices, by them."""


def _serializer_of(field: Field) -> Any:
    make: Any = _SERIALIZERS.get(type(field.kind), _choice)
    return make(field, required=False, help_text=field.help)


def _fields() -> dict[str, Any]:
    """The fields of all verbs together; one that several verbs have in the form that allows most."""
    widest: dict[str, Field] = {}
    for field in (field for verb in verbs.IN_API.values() for field in fields_of(verb)):
        first = widest.setdefault(field.name, field)
        if isinstance(field.kind, fields.Text) and field.kind.longest > getattr(first.kind, "longest", 0):
            widest[field.name] = Field(first.name, field.kind, first.help, first.required)
    return {name: _serializer_of(field) for name, field in widest.items()}


class _Action(Strict):
    """One action of a game. Which fields it needs depends on its kind."""

    kind = serializers.ChoiceField(choices=list(verbs.IN_API), help_text="What to do.")
    expected = Number(min_value=0, help_text="The number of the last action that you saw.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Exactly the fields of its kind."""
        known = {field.name: field for field in fields_of(verbs.VERBS[attrs["kind"]])}
        given = set(attrs) - {"kind", "expected"}
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


ActionSerializer = type("ActionSerializer", (_Action,), {"__doc__": _Action.__doc__, **_fields()})


def _what_verbs_do() -> str:
    """The list of verbs in the reference, from their docstrings."""
    lines = []
    for name, verb in verbs.IN_API.items():
        told = ", ".join(
            f"`{field.name}`" if field.required else f"`{field.name}` (if you like)" for field in fields_of(verb)
        )
        about = " ".join((verb.__doc__ or "").split("\n\n")[0].split())
        lines.append(f"- `{name}`{f' with {told}' if told else ''}: {about}")
    return "\n".join(lines)


class ActionsView(Api):
    """The record, and acting."""

    scopes = {"GET": "game:read", "POST": "game:play"}
    public = ("GET",)
    body = ActionSerializer
    query = ("after",)

    @extend_schema(
        operation_id="actions",
        parameters=[OpenApiParameter("after", COUNT, description="The number of the last action that you have.")],
        responses=answers(shapes.Receipts),
    )
    def get(self, request: Request, game_id: int) -> Response:
        """The actions after number `after` (0 by default), in order, at most 500 at a time."""
        game, after = game_of(request, game_id), number_of(request, "after")
        found = GameView(game, request.user).receipts(min(after or 0, MOST_ACTIONS), 500)
        return Response(shapes.Receipts(results=found))

    @extend_schema(
        operation_id="act",
        request=ActionSerializer,
        parameters=[KEY],
        responses=answers(shapes.Receipt),
        examples=ACTIONS,
        description=(
            "Do one action. `expected` is the number of the last action that you saw; the answer is what was recorded. "
            "A retry with the same Idempotency-Key gets the same answer and does nothing. Which kinds are open to you "
            "now is in `actions` of the game.\n\n" + _what_verbs_do()
        ),
    )
    def post(self, request: Request, game_id: int) -> Response:
        """Do one action."""
        data = self.read(request).validated_data
        verb = verbs.VERBS[data["kind"]]
        if verb.role is verbs.Role.MODERATOR and self.player.is_staff:
            require(request, FOR_MODERATORS)
        who = verbs.ActionRequest(game_id, self.player, data["expected"], key_of(request), self.now)
        check_cost(request, verb.name)
        game = access.game_for(request.user, game_id)
        return Response(verbs.perform(who, verb(**read_values(verb, data, game))).data)


class MarksView(Api):
    """The draft of the marking side."""

    scopes = {"PUT": "game:play"}
    body = MarksSerializer

    @extend_schema(operation_id="marks", request=MarksSerializer, responses=answers(shapes.Marks))
    def put(self, request: Request, game_id: int) -> Response:
        """Set the draft: these stones, and no others, are marked dead. Only you see it."""
        data = self.read(request).validated_data
        game = access.game_for(request.user, game_id)
        dead = fields.Vertices().read(data["dead"], game)
        who = verbs.ActionRequest(game_id, self.player, data["expected"], None, self.now)
        return Response(shapes.Marks(dead=verbs.mark(who, dead).dead))
