"""The server's work for a refusal in a hidden game reveals no more than its word, and each attempt costs (V22, V27,
V28)."""

from __future__ import annotations

import hashlib
import json

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.core.restrictions import FOR_GOOD
from accounts.privacy.blocking import block_player
from games.services.chat import send_message
from games.services.idempotency import PlayerRequest
from rules.variants import HiddenInformation, Variant, ViewKind
from tests.factories import make_game, reload
from tests.support.browsers import browser
from tests.support.calls import calls_of
from tests.support.nights import by_night_but

pytestmark = pytest.mark.django_db

MOVES = "B1 C1 A2 D2 B3 C3 J9 B2 C2"
"""White, who has lost B2, may not take back at once; A1 is Black's eye; C1 is White's own; J9 stands alone."""
REFUSED = {
    "ko": "B2",
    "self-capture": "A1",
    "enemy in atari": "C2",
    "enemy": "J9",
    "enemy in a chain": "A2",
    "own": "C1",
}
VIEWS = {
    kind: Variant(view=HiddenInformation(kind, 1) if kind is ViewKind.FADING else HiddenInformation(kind))
    for kind in ViewKind
}
LEGAL, ILLEGAL = "E5", "A1"


def refused_at(game, point, *, by_page):
    """Return a function that makes White's attempt at this point, and can be called repeatedly."""
    player = browser(game.seat_on_turn().player)
    number = reload(game).number
    if by_page:
        path, body, kind = f"/g/{game.pk}/play/", {"point": point, "number": number, "key": "1" * 16}, None
    else:
        path, body = f"/api/v1/games/{game.pk}/actions", {"kind": "play", "point": point, "expected": number}
        body, kind = json.dumps(body), "application/json"

    def ask():
        with transaction.atomic():
            more = {} if kind is None else {"content_type": kind, "headers": {"Idempotency-Key": "12345678"}}
            answer = player.post(path, body, **more)
            transaction.set_rollback(True)
        assert answer.status_code == 422
        return answer

    return ask


def statements_of(ask):
    """The database statements, each as its verb and how long it is, without the names of savepoints."""
    ask()
    with CaptureQueriesContext(connection) as asked:
        ask()
        return [(sql.split()[0], len(sql)) for query in asked if "SAVEPOINT" not in (sql := query["sql"])]


WAYS = [(kind, by_page) for kind in (ViewKind.ONE_COLOR, ViewKind.NONE, ViewKind.FADING) for by_page in (False, True)]
BY_DAY = {(ViewKind.ONE_COLOR, False), (ViewKind.NONE, True), (ViewKind.FADING, False)}
"""Each kind in one of the two ways."""


@pytest.mark.parametrize(
    "way", by_night_but(BY_DAY, WAYS), ids=lambda way: f"{way[0].value}-{'page' if way[1] else 'api'}"
)
def test_what_is_refused_with_one_word_asks_the_same_of_the_database_and_of_the_rules_V22_V27(way):
    kind, by_page = way
    game = make_game(variant=VIEWS[kind], moves=MOVES, now=timezone.now(), rule_set="japanese")
    told_by_sight = kind is ViewKind.ONE_COLOR
    points = [REFUSED["ko"], REFUSED["self-capture"]] if told_by_sight else list(REFUSED.values())
    asks = [refused_at(game, point, by_page=by_page) for point in points]
    statements = [statements_of(ask) for ask in asks]
    assert all(one == statements[0] for one in statements), statements
    counts = [calls_of(ask, within="/rules/") for ask in asks]
    assert min(counts) > 0
    assert max(counts) - min(counts) < calls_of(asks[0]) / 100


def _blocked(game, player):
    block_player(player=player, other=game.others(game.seat_of(player))[0].player, now=timezone.now())


def _muted(game, player):
    type(player).objects.filter(pk=player.pk).update(muted_until=FOR_GOOD)


def _key_spent(game, player):
    """The key under which what is said with the move is kept is known, and may be used up before."""
    key = hashlib.sha256(b"12345678 says").hexdigest()
    send_message(PlayerRequest(player, timezone.now(), key), game.pk, "something else")


ALONG = {
    "conditional moves": ({"plan": []}, None, "analysis_off"),
    "a message to somebody blocked": ({"message": "hello"}, _blocked, "chat_closed"),
    "a message of somebody muted": ({"message": "hello"}, _muted, "muted"),
    "a message under a spent key": ({"message": "hello"}, _key_spent, "idempotency_key_reused"),
}


@pytest.mark.parametrize("name", ALONG)
def test_a_move_cannot_be_asked_about_by_what_is_refused_along_with_it_V28(name):
    """The legal one would be taken back and the illegal one be a try: who asks would know, for nothing."""
    along, prepare, code = ALONG[name]
    game = make_game(variant=VIEWS[ViewKind.NONE], moves=MOVES, now=timezone.now())
    player = game.seat_on_turn().player
    if prepare is not None:
        prepare(game, player)
    calls = []
    for point in (LEGAL, ILLEGAL):
        body = {"kind": "play", "point": point, "expected": game.number, **along}
        answer = browser(player).post(
            f"/api/v1/games/{game.pk}/actions", body, "application/json", headers={"Idempotency-Key": "12345678"}
        )
        calls.append((answer.status_code, {**answer.json(), "instance": None}))
    assert calls[0] == calls[1]
    assert (calls[0][1]["code"], reload(game).number) == (code, game.number)
