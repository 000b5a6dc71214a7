"""Views that make the site an installable app: manifest, service worker, offline page."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.db.models import F
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.core import site
from accounts.models import Player
from foundation import timesource
from games.cards import GameCard, cards_of, result_or_turn_text
from games.models import Game
from games.thumbnails import thumbnails
from notifications.pushed import PushKind
from wording import dates

MOST_KEPT = 20
"""The number of games whose last positions are stored on the device: those with the least time."""
FILES = (
    "css/base.css",
    "css/board.css",
    "css/boards.css",
    "css/pages.css",
    "css/lists.css",
    "img/icon.svg",
    "js/offline.js",
    "js/chosen.js",
)
"""The files that the offline page needs."""
BACKGROUND = "#f7f3ea"


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """Return the web app manifest with the name and appearance of the installed app."""
    values = {
        "id": "/",
        "name": site.name(),
        "short_name": site.name()[:12],
        "start_url": reverse("games:my_games"),
        "scope": "/",
        "display": "standalone",
        "lang": translation.get_language(),
        "dir": "rtl" if translation.get_language_bidi() else "ltr",
        "background_color": BACKGROUND,
        "theme_color": BACKGROUND,
        "icons": [
            {"src": static("img/icon-192.png"), "sizes": "192x192", "type": "image/png"},
            {"src": static("img/icon-512.png"), "sizes": "512x512", "type": "image/png"},
            {"src": static("img/icon-maskable.png"), "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
        ],
    }
    return JsonResponse(values, content_type="application/manifest+json", json_dumps_params={"ensure_ascii": False})


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """Return the script of the service worker, with its texts in the language that the page requests. The browser
    fetches the script again each time; the script contains no personal data."""
    asked = request.GET.get("language", "")
    language = asked if asked in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
    with translation.override(language):
        worker_settings = json.dumps(_settings_of_worker(), ensure_ascii=False)
    response = HttpResponse(
        f"const SETTINGS = {worker_settings};\n{_worker_script()}", content_type="text/javascript; charset=utf-8"
    )
    response["Cache-Control"] = "no-cache"
    return response


def _settings_of_worker() -> dict[str, Any]:
    return {
        "words": _notification_texts(),
        "title": site.name(),
        "lang": translation.get_language(),
        "dir": "rtl" if translation.get_language_bidi() else "ltr",
        "icon": static("img/icon-192.png"),
        "badge": static("img/badge.png"),
        "files": [static(name) for name in FILES],
        "offline": reverse("games:offline"),
        "game": reverse("games:game", args=[0]),
        "games": reverse("games:my_games"),
        "devices": reverse("programs:devices"),
        "messages": reverse("social:threads"),
        "problem": reverse("learn:problem_today"),
    }


def _notification_texts() -> dict[str, str]:
    return {
        PushKind.TURN: _("It is your turn."),
        PushKind.SHORT: _("You are running low on time."),
        PushKind.ANSWER: _("Your opponent is waiting for your answer."),
        PushKind.BEGUN: _("A game has started."),
        PushKind.ENDED: _("A game has ended."),
        PushKind.MESSAGE: _("You have a new message in a game."),
        PushKind.PRIVATE: _("You have a new message."),
        PushKind.OFFER: _("You have been challenged to a game."),
        PushKind.PROBLEM: _("Here is the problem of the day."),
        "other": _("There's an update in your games."),
    }


@lru_cache(maxsize=1)
def _worker_script() -> str:
    return (settings.BASE_DIR / "static" / "js" / "worker.js").read_text()


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """Return a page with the last positions of the player's games, for use without a connection. The service worker
    caches the page only if the response header `Igo-Account` names the account that the worker expects. The header
    `Igo-Turns` is the number of games in which the player has to act, which the app's icon shows."""
    player = request.user if isinstance(request.user, Player) else None
    now = timesource.now()
    cards = [] if player is None else _running_game_cards(player)
    kept = cards[:MOST_KEPT]
    pictures = thumbnails([(card.pk, card.number, card.color) for card in kept], request.user)
    context = {
        "kept": [(card, pictures[card.pk], result_or_turn_text(card, now)) for card in kept],
        "most": MOST_KEPT if len(cards) > MOST_KEPT else 0,
        "at": dates.day_text(now, "DATETIME_FORMAT"),
        "is_mine": player is not None,
    }
    response = render(request, "games/offline.html", context)
    if player is not None:
        response["Igo-Account"] = str(player.pk)
        response["Igo-Turns"] = str(Game.objects.awaiting(player).count())
    return response


def _running_game_cards(player: Player) -> list[GameCard]:
    """Return the cards of the most urgent games in progress, twice as many as the page keeps, because games in which
    the player has to act come first."""
    running = Game.objects.running_of(player).order_by(F("deadline").asc(nulls_last=True), "pk")
    found = cards_of(player, running[: MOST_KEPT * 2])[0]
    return sorted(found, key=lambda card: not card.my_turn)
