"""The ten kinds of visitor, and the things that they may come to look at."""

from __future__ import annotations

import time
from typing import Any

from allauth.usersessions.models import UserSession
from django.test import Client
from django.utils import timezone

from accounts.models import Player
from accounts.security import oauth, tokens
from challenges import services as challenging
from games.models import Game
from games.terms import Terms
from moderation.models.decision import Measure
from programs.services.webhooks import add_webhook
from rules import Color
from tests.factories import make_game, make_moderator, make_player, side
from tests.moderation import helpers as moderation

VISITORS = [
    "anonymous", "stranger", "player", "opponent", "suspended", "bot", "program",
    "helper", "moderator", "administrator",
]  # fmt: skip
"""`player` and `opponent` play both games; the other things are the player's. `bot` comes with a token that may do all
that bots may; `program` with a token of the player's that may read the account only. Both come without a session.
The case is about the stranger, the decision about the suspended; the message is the opponent's."""


class Place:
    """Two games, a challenge, a link, tokens and the rest; and how to come as each visitor."""

    def __init__(self) -> None:
        now = timezone.now()
        self.handler = Client().handler
        self.public = make_game(now=now)
        black, white = side(self.public, Color.BLACK), side(self.public, Color.WHITE)
        self.private = make_game(black=black, white=white, private=True, now=now)
        self.people = {
            "stranger": make_player(), "player": black, "opponent": white, "suspended": make_player(),
            "bot": make_player(is_bot=True), "program": black, "helper": make_moderator(grade="helpers"),
            "moderator": make_moderator(), "administrator": make_moderator(grade="administrators"),
        }  # fmt: skip
        self.chief = make_moderator(grade="administrators")
        report = moderation.report(self.people["suspended"], now=now)
        self.decision = moderation.decide(report, self.chief, Measure.SUSPENDED, days=9, now=now)
        self.headers = {name: self._token(name, scope) for name, scope in TOKENS.items()}
        self.cookies = {name: _session(self.people[name]) for name in self.people if name not in TOKENS}
        self.values = {**self._values(black, white), **MADE_UP}

    def _token(self, name: str, scope: str) -> dict[str, str]:
        player = self.people[name]
        _, text = tokens.make_token(player=player, name=name, scopes=[scope], days=1, now=timezone.now())
        return {"Authorization": f"Bearer {text}"}

    def _values(self, black: Player, white: Player) -> dict[str, Any]:
        now = timezone.now()
        direct = challenging.create_challenge(creator=black, terms=Terms(), now=now, opponent=white)
        link = challenging.create_challenge(creator=black, terms=Terms(), now=now, by_link=True)
        app = oauth.register_app(player=black, name="an app", redirect_uris=["http://localhost/back"])
        webhook = add_webhook(player=black, url="https://example.org/hook", now=now)
        return {
            "name": black.username, "username": black.username, "challenge_id": direct.pk, "token": link.token,
            "token_id": black.api_tokens.get().pk, "webhook_id": webhook.pk, "client_id": app.pk,
            "message_id": moderation.insult(self.private, white, now=now).pk, "decision_id": self.decision.pk,
            "session_id": _elsewhere(black),
            "case_id": moderation.report(self.people["stranger"], now=now).pk,
        }  # fmt: skip

    def come(self, visitor: str) -> Client:
        """A browser or a program of this visitor; anew for every request, so that none leaves anything behind."""
        client = Client(headers={"Accept-Language": "en", **self.headers.get(visitor, {})})
        client.handler = self.handler  # one for all: loading it reads every static file
        if visitor in self.cookies:
            client.cookies["sessionid"] = self.cookies[visitor]
        return client

    def game(self, name: str) -> Game:
        """The private or the public one."""
        return self.private if name == "private" else self.public


TOKENS = {"bot": "bot:play", "program": "account:read"}
MADE_UP = {
    "key": "japanese", "secret": "no-such-secret", "uidb36": "x", "app_label": "games", "url": "nowhere", "id": 1,
    "object_id": 1, "content_type_id": 1, "pk": 1,
}  # fmt: skip


def _elsewhere(player: Player) -> int:
    """The number of a session of this person in another browser."""
    row = UserSession.objects.create(user=player, session_key=_session(player), ip="127.0.0.1", user_agent="Firefox")
    return int(row.pk)


def _session(player: Player) -> str:
    """A session of this person, who typed the password a moment ago."""
    client = Client()
    client.force_login(player)
    session = client.session
    session["account_authentication_methods"] = [{"method": "password", "at": time.time(), "reauthenticated": True}]
    session["account_authentication_methods_user"] = str(player.pk)
    session.save()
    return session.session_key or ""
