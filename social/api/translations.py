"""The operation that translates a message."""

from __future__ import annotations

from django.utils.translation import get_language
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

import api_types as shapes
from api.base import Api, require_scope
from api.once import retryable
from api.schemas import answers
from social.api import inputs
from social.services import translating
from social.services.moderating import visible_post


class TranslateMessageView(Api):
    """Translates a message into another language."""

    scopes = {"POST": None}
    body = inputs.TranslationSerializer

    @retryable()
    @extend_schema(
        operation_id="translate",
        request=inputs.TranslationSerializer,
        responses=answers(shapes.Translation, refuses=(404,)),
    )
    def post(self, request: Request) -> Response:
        """Translate a message into a language of your choice. Send either `post`, a private or a spectator's message
        (scope `message:read`), or `message`, a message in a game's chat (`chat:read`). Refusal: 404 `no_translator`, if
        the server has no translation service. Texts are sent to that service only by this operation."""
        data = self.read_body(request).validated_data
        require_scope(request, "message:read" if "post" in data else "chat:read")
        if "post" in data:
            text = visible_post(self.player, data["post"]).words
        else:
            text = translating.visible_chat_message(self.player, data["message"]).words
        language = get_language() or "en"
        found = translating.translate_text(self.player, text, language)
        return Response(shapes.Translation(text=found.text, language=language, source=found.source or None))
