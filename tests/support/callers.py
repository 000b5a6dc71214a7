"""Programs that call the API in tests."""

from __future__ import annotations

import itertools
import json

from django.utils import timezone

from accounts.security.tokens import NewToken, make_token
from tests.factories import reload

_keys = itertools.count(1)


class Caller:
    """An API client with a token."""

    def __init__(self, client, player=None, scopes=None):
        self.client, self.headers = client, {}
        if player is not None and player.is_staff:  # whose password alone opens nothing
            _, text = make_token(player=player, wanted=NewToken("test", scopes or [], 1), now=timezone.now())
            self.headers = {"Authorization": f"Bearer {text}"}
        elif player is not None:
            scopes = {} if scopes is None else {"scopes": scopes}
            answer = self.post("token/", username=player.username, password="correct horse", **scopes)
            self.headers = {"Authorization": f"Bearer {answer.json()['token']}"}

    def get(self, path, **query):
        return self.client.get(f"/api/v1/{path}", query, headers=self.headers)

    def post(self, path, key=None, **body):
        return self.send("post", path, json.dumps(body), key=key)

    def send(self, method, path, body, key=None, content_type="application/json"):
        headers = {**self.headers, "Idempotency-Key": key or f"key-{next(_keys)}"}
        call = getattr(self.client, method)
        return call(f"/api/v1/{path}", body, content_type=content_type, headers=headers)

    def act(self, game, kind, key=None, expected=None, **fields):
        number = reload(game).number if expected is None else expected
        return self.post(f"games/{game.pk}/actions/", key, kind=kind, expected=number, **fields)
