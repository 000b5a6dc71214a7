"""Idempotent requests: a retry with the same Idempotency-Key gets the stored response of the first request."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable
from typing import Any

from django.apps import apps
from django.db import transaction
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Player
from api.base import MAYBE_KEY, Api, idempotency_key_of
from foundation.request_hash import body_hash
from foundation.sealing import cipher_for

Post = Callable[..., Response]
PROOFS = ("password", "code")
"""Fields that prove the client's identity. The stored hash of a request leaves them out, because guesses could be
tested with it."""
PURPOSE = "idempotency"


def run_once(view: Api, do: Callable[[], Response], *, unstored: str = "", sealed: bool = False) -> Response:
    """Call `do` for the player and return its response. A retry with the same Idempotency-Key gets the stored first
    response. Without a key, only call `do`.

    `unstored` is a field of the response that is shown only once, so it is not stored and a retry does not get it. A
    `sealed` response is stored encrypted, so that a copy of the database does not reveal its secret. Raises
    IdempotencyKeyReused for another request with the same key, and ValidationError for an invalid key.
    """
    request = view.request
    if "Idempotency-Key" not in request.headers:
        return do()
    player, key, wanted = view.player, idempotency_key_of(request), _request_hash(request)
    # The table belongs to games, which keeps the answers of moves in it, and is above this package.
    keys = apps.get_model("games", "IdempotencyKey")
    with transaction.atomic():
        Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        first = keys.objects.find_answer(player, key, wanted)
        if first is not None:
            return Response(_decrypt(first["body"]) if sealed else first["body"], first["status"])
        answer = do()
        body = {name: value for name, value in answer.data.items() if name != unstored} if unstored else answer.data
        kept = {"body": _encrypt(body) if sealed else body, "status": answer.status_code}
        keys.objects.store_answer(keys(player=player, key=key, body_hash=wanted, answer=kept, created_at=view.now))
        return answer


def _request_hash(request: Request) -> str:
    body = request.data
    if isinstance(body, dict):
        body = {name: value for name, value in body.items() if name not in PROOFS}
    return body_hash(method=request.method, path=request.path, body=body)


def _encrypt(body: Any) -> str:
    return cipher_for(PURPOSE).encrypt(json.dumps(body).encode()).decode()


def _decrypt(body: str) -> Any:
    return json.loads(cipher_for(PURPOSE).decrypt(body.encode()))


def retryable(*, sealed: bool = False) -> Callable[[Post], Post]:
    """Decorate the `post` of an operation, above `extend_schema`, so that players may send an Idempotency-Key.

    See `run_once`, also for `sealed`. Nothing is stored for requests without a signed-in player.
    """

    def keyed(post: Post) -> Post:
        @extend_schema(parameters=[MAYBE_KEY])
        @functools.wraps(post)
        def answer(view: Api, request: Request, *args: Any, **kwargs: Any) -> Response:
            if not isinstance(request.user, Player):
                return post(view, request, *args, **kwargs)
            return run_once(view, lambda: post(view, request, *args, **kwargs), sealed=sealed)

        return answer

    return keyed
