"""The settings pages about programs: tokens, third-party programs, the player's own programs, webhooks, and becoming a
bot."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from allauth.account.decorators import reauthentication_required
from allauth.idp.oidc.models import Client
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.forms import NewTokenForm, RegisterAppForm
from accounts.models import ApiToken
from accounts.security import oauth, tokens
from accounts.security.scopes import SCOPES
from foundation.text import whole_number
from games import services
from games.errors import GameError
from games.services.bots import can_become_bot
from games.views.requests import player_of, received_at
from programs.forms import WebhookForm
from programs.services import webhooks
from programs.services.origins import origin_sentence
from wording.refusals import sentence_for

Change = Callable[[HttpRequest], str | HttpResponse]


@require_safe
@reauthentication_required  # type: ignore[untyped-decorator]
def programs_page(request: HttpRequest) -> HttpResponse:
    """Return the page with the player's tokens, apps and webhooks, the programs with access, and the option to become a
    bot."""
    return _render_programs(request)


APP_IDS = "app_%s"
"""The pattern of ids in the form about programs: another form on the page also has a field `name`."""


@never_cache
def _render_programs(request: HttpRequest, *, status: int = 200, **more: Any) -> HttpResponse:
    player = player_of(request)
    context = {
        "tokens": [(row, [SCOPES[scope] for scope in row.scopes if scope in SCOPES]) for row in _own_tokens(request)],
        "grants": oauth.programs_with_access(player),
        "apps": Client.objects.filter(owner=player).order_by("created_at"),
        "webhooks": [(row, origin_sentence(row)) for row in webhooks.webhooks_of(player, received_at(request))],
        "may_become_bot": not player.is_bot and can_become_bot(player),
        "token_form": NewTokenForm(player=player),
        "app_form": RegisterAppForm(auto_id=APP_IDS),
        "webhook_form": WebhookForm(),
        **more,
    }
    return render(request, "programs/settings.html", context, status=status)


def _own_tokens(request: HttpRequest) -> list[ApiToken]:
    return list(ApiToken.objects.filter(player=player_of(request)))


@require_POST
@reauthentication_required  # type: ignore[untyped-decorator]
def perform_programs_action(request: HttpRequest, what: str) -> HttpResponse:
    """Perform the action `what` of a form on the page of programs, and redirect to the page; if the action is refused,
    return the page with the error. Raises Http404 for an unknown action."""
    if what not in _CHANGES:
        raise Http404
    try:
        answer = _CHANGES[what](request)
    except GameError as refusal:
        return _render_programs(request, status=refusal.http_status, refusal=sentence_for(refusal))
    if isinstance(answer, HttpResponse):
        return answer
    messages.success(request, answer)
    return redirect("programs:settings")


def _make_token(request: HttpRequest) -> HttpResponse:
    """Create a token, which is shown only in this response."""
    form = NewTokenForm(request.POST, player=player_of(request))
    if not form.is_valid():
        return _render_programs(request, status=400, token_form=form)
    try:
        row, text = tokens.make_token(
            player=player_of(request), wanted=tokens.NewToken(**form.cleaned_data), now=received_at(request)
        )
    except tokens.CannotCreateToken as refusal:
        return _render_programs(request, status=400, refusal=refusal.reason, token_form=form)
    return _render_programs(request, new_token=text, new_token_name=row.name)


def _revoke_token(request: HttpRequest) -> str:
    if not tokens.revoke_token(player=player_of(request), token_id=_posted_id(request)):
        raise Http404
    return _("The token has been revoked.")


def _posted_id(request: HttpRequest) -> int:
    number = whole_number(request.POST.get("id"), 15)
    if number is None:
        raise Http404
    return number


def _register_app(request: HttpRequest) -> str | HttpResponse:
    form = RegisterAppForm(request.POST, auto_id=APP_IDS)
    if not form.is_valid():
        return _render_programs(request, status=400, app_form=form)
    data = form.cleaned_data
    try:
        oauth.register_app(player=player_of(request), name=data["name"], redirect_uris=data["redirect_uris"].split())
    except oauth.CannotRegisterApp as refusal:
        form.add_error("redirect_uris", str(refusal))
        return _render_programs(request, status=400, app_form=form)
    return _("The app has been registered.")


def _delete_app(request: HttpRequest) -> str:
    if not oauth.delete_app(player=player_of(request), client_id=request.POST.get("id", "")[:100]):
        raise Http404
    return _("The app has been deleted and its access revoked.")


def _revoke_access(request: HttpRequest) -> str:
    oauth.revoke_program_access(player=player_of(request), client_id=request.POST.get("id", "")[:100])
    return _("The app's access has been revoked.")


def _add_webhook(request: HttpRequest) -> HttpResponse:
    """Create a webhook, whose secret is shown only in this response."""
    form = WebhookForm(request.POST)
    if not form.is_valid():
        return _render_programs(request, status=400, webhook_form=form)
    row = webhooks.add_webhook(player=player_of(request), url=form.cleaned_data["url"], now=received_at(request))
    return _render_programs(request, new_secret=row.secret, new_secret_url=row.url)


def _remove_webhook(request: HttpRequest) -> str:
    webhooks.remove_webhook(webhook_id=_posted_id(request), player=player_of(request))
    return _("The webhook has been deleted.")


def _enable_webhook(request: HttpRequest) -> str:
    webhooks.enable_webhook(webhook_id=_posted_id(request), player=player_of(request), now=received_at(request))
    return _("Trying the webhook again.")


def _become_bot(request: HttpRequest) -> str | HttpResponse:
    if request.POST.get("sure") != "yes":
        return _render_programs(request, status=400, refusal=_("Tick the box first. This can't be undone."))
    services.become_bot(player=player_of(request))
    return _("This account is now a bot.")


_CHANGES: dict[str, Change] = {
    "token": _make_token,
    "revoke-token": _revoke_token,
    "app": _register_app,
    "delete-app": _delete_app,
    "end-access": _revoke_access,
    "webhook": _add_webhook,
    "delete-webhook": _remove_webhook,
    "enable-webhook": _enable_webhook,
    "bot": _become_bot,
}
