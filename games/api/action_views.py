"""Actions in games through the API. The operation `act` and its request body are generated from the verbs
(games.verbs)."""

from __future__ import annotations

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

import api_types as shapes
from accounts.security.scopes import FOR_MODERATORS
from api.base import COUNT, KEY, Api, count_expensive_action, idempotency_key_of, number_from_query, require_scope
from api.schemas import answers
from games import access, verbs
from games.api.base import fetch_current_game
from games.api.examples import ACTIONS
from games.api.inputs import ActionSerializer, MarksSerializer, parse_common_action
from games.game_view import GameView
from games.verbs import fields
from games.verbs.fields import fields_of

MOST_ACTIONS = 10**6
CHAT_WRITE = "chat:write"
"""The scope for a message that is sent with a move."""


def _verbs_reference_text() -> str:
    """Return the list of verbs, with their docstrings, for the API reference."""
    lines = []
    for name, verb in verbs.IN_API.items():
        fields = ", ".join(
            f"`{field.name}`" if field.required else f"`{field.name}` (if you like)" for field in fields_of(verb)
        )
        about = " ".join((verb.__doc__ or "").split("\n\n")[0].split())
        lines.append(f"- `{name}`{f' with {fields}' if fields else ''}: {about}")
    return "\n".join(lines)


class ActionsView(Api):
    """Lists the actions of a game; performs an action."""

    scopes = {"GET": "game:read", "POST": "game:play"}
    public = ("GET",)
    body = ActionSerializer
    what_field = "kind"
    query = ("after",)

    @extend_schema(
        operation_id="actions",
        parameters=[
            OpenApiParameter("after", COUNT, description="The number of the last action that you have received.")
        ],
        responses=answers(shapes.Receipts),
    )
    def get(self, request: Request, game_id: int) -> Response:
        """List the actions after number `after` (0 by default), in order, at most 500 at a time."""
        game, after = fetch_current_game(request, game_id), number_from_query(request, "after")
        found = GameView(game, request.user).receipts(min(after or 0, MOST_ACTIONS), 500)
        return Response(shapes.Receipts(results=found))

    @extend_schema(
        operation_id="act",
        request=ActionSerializer,
        parameters=[KEY],
        responses=answers(shapes.Acted, refuses=(409,)),
        examples=ACTIONS,
        description=(
            "Perform an action. `expected` is the number of the last action that you saw; the response is the recorded "
            "action. A retry with the same Idempotency-Key gets the same response and changes nothing. `actions` of "
            "the game lists the kinds that you may use now. A `message` with a play or a pass is posted in the chat in "
            f"the same step; a token also needs `{CHAT_WRITE}` for it. If either is refused, nothing is stored.\n\n"
            + _verbs_reference_text()
        ),
    )
    def post(self, request: Request, game_id: int) -> Response:
        """Perform an action, store it, and return the recorded action."""
        data = parse_common_action(request.data) or self.read_body(request).validated_data
        verb = verbs.VERBS[data["kind"]]
        if verb.role is verbs.VerbRole.MODERATOR and self.player.is_staff:
            require_scope(request, FOR_MODERATORS)
        who = verbs.ActionRequest(game_id, self.player, data["expected"], idempotency_key_of(request), self.now)
        count_expensive_action(request, verb.name)
        text = data.get("message", "")
        if text:
            require_scope(request, CHAT_WRITE)
        done = verbs.perform_from_input(who, verb, data, text)
        return Response(done.raise_if_illegal_attempt().data)


class DeadStoneDraftView(Api):
    """Replaces your draft of the dead stones that you mark."""

    scopes = {"PUT": "game:play"}
    body = MarksSerializer

    @extend_schema(operation_id="marks", request=MarksSerializer, responses=answers(shapes.Marks, refuses=(409, 422)))
    def put(self, request: Request, game_id: int) -> Response:
        """Replace your draft of a marking. The stones in the body are marked as dead, and no others. Only you can see
        the draft."""
        data = self.read_body(request).validated_data
        game = access.game_for(request.user, game_id)
        dead = fields.Vertices().read(data["dead"], game)
        who = verbs.ActionRequest(game_id, self.player, data["expected"], None, self.now)
        return Response(shapes.Marks(dead=verbs.store_marking(who, dead).dead))
