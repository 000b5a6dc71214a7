"""Pages that show a message and its translation."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_http_methods

from foundation.refusals import Refusal
from games.models import Message
from games.views.requests import player_of
from social.errors import NoSuchPost
from social.models import Post
from social.services import translating
from social.services.moderating import visible_post


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def translate_post(request: HttpRequest, post_id: int) -> HttpResponse:
    """Return the page of a private message or a comment, with a button that translates it. POST also shows the
    translation into the current language."""
    try:
        post = visible_post(player_of(request), post_id)
    except NoSuchPost as error:
        raise Http404 from error
    return _translation_page(request, post, post.get_absolute_url())


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def translate_message(request: HttpRequest, message_id: int) -> HttpResponse:
    """Return the page of a message of a game's chat, with a button that translates it. POST also shows the translation
    into the current language."""
    try:
        message = translating.visible_chat_message(player_of(request), message_id)
    except NoSuchPost as error:
        raise Http404 from error
    return _translation_page(request, message, f"/g/{message.game_id}/?chat=1#chat")


def _translation_page(request: HttpRequest, message: Post | Message, back: str) -> HttpResponse:
    if not translating.is_translation_on():
        raise Http404
    refusal, found = None, None
    if request.method == "POST":
        try:
            found = translating.translate_text(player_of(request), message.words, get_language() or "en")
        except Refusal as error:
            refusal = error
    context = {
        "message": message,
        "back": back,
        "found": found,
        "refusal": "" if refusal is None else refusal.message(),
        "service": urlsplit(settings.IGO_TRANSLATE_URL).hostname,
    }
    response = render(
        request, "social/translation.html", context, status=200 if refusal is None else refusal.http_status
    )
    if refusal is not None and "retry_after" in refusal.data:
        response["Retry-After"] = str(refusal.data["retry_after"])
    return response
