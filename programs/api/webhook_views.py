"""The operations about webhooks."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

import api_types as shapes
from api import fields
from api.base import MAYBE_KEY, Api
from api.once import retryable, run_once
from api.schemas import answers
from programs.api import outputs
from programs.api.inputs import WebhookSerializer
from programs.services import webhooks


class WebhooksView(Api):
    """Lists your webhooks; adds one."""

    scopes = {"GET": "webhook:write", "POST": "webhook:write"}
    body = WebhookSerializer

    @extend_schema(operation_id="webhooks", responses=answers(shapes.Webhooks))
    def get(self, request: Request) -> Response:
        """List your webhooks, and whether they are working."""
        return Response(
            shapes.Webhooks(results=[outputs.webhook_json(row) for row in webhooks.webhooks_of(self.player, self.now)])
        )

    @extend_schema(
        operation_id="webhook_create",
        request=WebhookSerializer,
        parameters=[MAYBE_KEY],
        responses=answers(shapes.Webhook, 201),
    )
    def post(self, request: Request) -> Response:
        """Send your events to this address from now on. Each is one POST, in order, retried until the answer is 2xx,
        and signed according to Standard Webhooks. The secret for checking signatures is only shown in this response,
        and not repeated for a retry with the same key. If you lost the answer, delete the webhook and create another.
        After three days of failures the webhook is switched off. It ends with the token or access of the program that
        created it. The address must be HTTPS on the public internet.
        """
        url = self.read_body(request).validated_data["url"]
        return run_once(self, lambda: self._add(url), unstored="secret")

    def _add(self, url: str) -> Response:
        row = webhooks.add_webhook(player=self.player, url=url, now=self.now, made_with=self.request.auth)
        made: shapes.Webhook = {**outputs.webhook_json(row), "secret": row.secret}
        return Response(made, status.HTTP_201_CREATED)


class DeleteWebhookView(Api):
    """Deletes one of your webhooks."""

    scopes = {"DELETE": "webhook:write"}

    @extend_schema(operation_id="webhook_delete", responses=answers(None, 204))
    def delete(self, request: Request, webhook_id: int) -> Response:
        """Stop sending events to this address."""
        webhooks.remove_webhook(webhook_id=webhook_id, player=self.player)
        return Response(status=status.HTTP_204_NO_CONTENT)


class EnableWebhookView(Api):
    """Enables a webhook that was switched off."""

    scopes = {"POST": "webhook:write"}

    @retryable()
    @extend_schema(operation_id="webhook_enable", request=fields.NothingSerializer, responses=answers(shapes.Webhook))
    def post(self, request: Request, webhook_id: int) -> Response:
        """Switch a webhook on again. Events are sent from the first one that was not accepted."""
        self.read_body(request)
        return Response(
            outputs.webhook_json(webhooks.enable_webhook(webhook_id=webhook_id, player=self.player, now=self.now))
        )
