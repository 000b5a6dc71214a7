"""The webhook by which a mail service delivers incoming e-mails (django-anymail's inbound webhooks). They are processed
like e-mails in the mailbox. The webhook exists only if IGO_INBOUND_SECRET is set."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from foundation import timesource
from mail_play.services import replies


@csrf_exempt
@require_http_methods(["HEAD", "POST"])
def receive_email(request: HttpRequest) -> HttpResponse:
    """Process an e-mail that the mail service has posted. The service must send the secret as user name and password
    (HTTP Basic). Return 400 for a wrong secret; raises Http404 if the webhook is off."""
    if not settings.IGO_INBOUND_SECRET or not settings.IGO_REPLY_ADDRESS:
        raise Http404
    service = settings.EMAIL_BACKEND.split(".")[-2]
    response: HttpResponse = _anymail_view_of(service)(request)
    return response


@lru_cache(maxsize=4)
def _anymail_view_of(service: str) -> Any:
    came_in = import_module("anymail.signals").inbound
    module: Any = import_module(f"anymail.webhooks.{service}")
    # Anymail has no setting for the class of an e-mail.
    module.AnymailInboundMessage = import_module("mail_play.webhook_mail").UnparsedEmail
    name = next(name for name in vars(module) if name.endswith("InboundWebhookView"))
    came_in.connect(_process_inbound, dispatch_uid="mail_play")
    return getattr(module, name).as_view()


def _process_inbound(sender: Any, event: Any, **_: Any) -> None:
    message = event.message
    replies.process_reply(
        replies.IncomingMail(message.raw, envelope=message.envelope_recipient or ""), timesource.now()
    )
