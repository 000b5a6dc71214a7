"""Programs sign in with personal tokens, and every operation needs a scope."""

from __future__ import annotations

import hashlib
import re
from datetime import timedelta

import pytest
from allauth.idp.oidc.adapter import get_adapter
from allauth.idp.oidc.models import Token as OAuthToken
from django.db import transaction
from django.test import Client
from django.utils import timezone

from accounts.models import ApiToken
from accounts.security import tokens
from accounts.security.scopes import BOT_PLAY, SCOPES, USUAL, includes_scope
from foundation import limits
from games.services import send_message
from games.services.idempotency import PlayerRequest
from rules import Color
from tests.factories import make_game, make_moderator, make_player, side
from tests.support.oauth import as_program, grant
from tests.support.schema import schema

pytestmark = pytest.mark.django_db


def made(player, scopes=("account:read",), days=30):
    return tokens.make_token(player=player, wanted=tokens.NewToken("test", scopes, days), now=timezone.now())


def shown_token(answer):
    return re.search(r"igo_[\w-]{43}", answer.content.decode())[0]


# Personal tokens


def test_a_token_is_made_on_a_page_shown_once_and_works(browser, aino):
    form = {"name": "my notebook", "days": 90, "scopes": ["account:read", "game:read"]}
    text = shown_token(browser.post("/settings/programs/token/", form))

    assert as_program(text).json()["username"] == "aino"
    page = browser.get("/settings/programs/").content.decode()
    assert "my notebook" in page
    assert text not in page


def test_at_rest_there_is_only_a_hash(aino):
    row, text = made(aino)

    kept = str(ApiToken.objects.filter(pk=row.pk).values().get())
    assert hashlib.sha256(text.encode()).hexdigest() in kept
    assert text not in kept
    assert text[12:] not in kept


def test_a_token_says_when_it_was_last_used(aino, time_machine):
    row, text = made(aino)
    as_program(text)
    first = ApiToken.objects.get(pk=row.pk).last_used_at

    time_machine.move_to(timezone.now() + timedelta(minutes=6))
    as_program(text)

    assert first is not None
    assert ApiToken.objects.get(pk=row.pk).last_used_at > first


def test_an_expired_token_is_none(aino, time_machine):
    _, text = made(aino, days=30)

    time_machine.move_to(timezone.now() + timedelta(days=29, hours=23))
    assert as_program(text).status_code == 200
    time_machine.move_to(timezone.now() + timedelta(hours=1))
    answer = as_program(text)

    assert (answer.status_code, answer["WWW-Authenticate"]) == (401, 'Bearer realm="api"')


def test_a_revoked_token_is_none(browser, aino):
    row, text = made(aino)

    browser.post("/settings/programs/revoke-token/", {"id": row.pk})

    assert as_program(text).status_code == 401


def test_nobody_revokes_anothers_token(browser):
    row, text = made(make_player("babak"))

    assert browser.post("/settings/programs/revoke-token/", {"id": row.pk}).status_code == 404
    _, mine = made(ApiToken.objects.get(pk=row.pk).player, ["account:write"])
    assert as_program(made(make_player(), ["account:write"])[1], f"tokens/{row.pk}/", "delete").status_code == 404
    assert as_program(text).status_code == 200
    assert as_program(mine, f"tokens/{row.pk}/", "delete").status_code == 204
    assert as_program(text).status_code == 401


@pytest.mark.parametrize("how", ["new password", "closed account"])
def test_what_ends_an_account_ends_its_tokens(aino, app, how):
    _, text = made(aino)
    access = grant(aino, app)["access_token"]
    assert as_program(text).status_code == as_program(access).status_code == 200
    if how == "new password":
        aino.set_password("another long phrase")
    else:
        aino.is_active = False
    aino.save()

    assert as_program(text).status_code == 401
    assert as_program(access).status_code == 401


def test_a_token_in_an_address_is_none(aino, app):
    _, text = made(aino)
    access = grant(aino, app)["access_token"]

    for token in (text, access):
        assert Client().get("/api/v1/me/", {"access_token": token}).status_code == 401
        assert Client().get("/api/v1/me/", {"token": token}).status_code == 401


@pytest.mark.parametrize(
    "header", ["Bearer", "Bearer ", "Bearer a b", "Bearer igo_", "Token x", "Bearer " + "x" * 10_000]
)
def test_what_is_no_token_is_refused(aino, header):
    answer = Client().get("/api/v1/me/", headers={"Authorization": header})

    assert (answer.status_code, answer.json()["code"]) == (401, "not_authenticated")


@pytest.mark.parametrize(
    ("scopes", "days"), [([], 30), (["all"], 30), (["bot:play"], 30), (["moderation:write"], 30), (["game:read"], 7)]
)
def test_a_token_that_cannot_be_is_refused_by_the_page(browser, scopes, days):
    answer = browser.post("/settings/programs/token/", {"name": "x", "days": days, "scopes": scopes})

    assert answer.status_code == 400
    assert not ApiToken.objects.exists()


def test_there_are_at_most_fifty_tokens(aino):
    for _ in range(tokens.MOST_TOKENS):
        made(aino)

    with pytest.raises(tokens.CannotCreateToken):
        made(aino)


def test_the_page_asks_for_the_password_again(aino):
    client = Client()
    client.force_login(aino)

    assert client.get("/settings/programs/")["Location"].startswith("/accounts/reauthenticate/")
    form = {"name": "x", "days": 30, "scopes": ["game:read"]}
    assert client.post("/settings/programs/token/", form)["Location"].startswith("/accounts/reauthenticate/")
    assert not ApiToken.objects.exists()


def test_expired_tokens_are_deleted_in_the_end(aino, time_machine):
    made(aino, days=1)
    tokens.delete_expired_tokens(timezone.now())
    assert ApiToken.objects.count() == 1

    tokens.delete_expired_tokens(timezone.now() + timedelta(days=32))

    assert not ApiToken.objects.exists()


# Scopes


def operations():
    found = []
    for path, methods in schema()["paths"].items():
        for method, operation in methods.items():
            if "security" in operation:
                needed = {scope for one in operation["security"] for scope in one.get("token", [])}
                found.append((method, path, needed))
    return found


def test_every_operation_needs_its_scope(aino, subtests):
    game = make_game(black=aino, now=timezone.now())
    for method, path, needed in operations():
        with subtests.test(f"{method} {path}"), transaction.atomic():
            limits.reset_counts()
            _asks_for_its_scope(aino, game, method, path, needed)
            transaction.set_rollback(True)


def _asks_for_its_scope(aino, game, method, path, needed):
    others = [scope for scope in USUAL if scope not in needed]
    _, text = made(aino, others)
    for name in re.findall(r"\{(\w+)\}", path):
        path = path.replace(f"{{{name}}}", {"username": "aino", "client_id": "x"}.get(name, str(game.pk)))

    sent = {"wait": 0} if path.endswith("events") else {}
    headers = {"Authorization": f"Bearer {text}"}
    how = {} if method == "get" else {"content_type": "application/json"}
    answer = getattr(Client(), method)(path, sent, headers=headers, **how)

    assert len(needed) <= 1
    if needed:
        assert (answer.status_code, answer.json()["code"], answer.json()["scope"]) == (403, "scope_missing", *needed)
    else:
        assert answer.status_code != 403


def test_every_scope_is_needed_somewhere():
    used = {scope for _, _, needed in operations() for scope in needed}

    assert used | {"moderation:write", "bot:play"} == set(SCOPES)


def test_bot_play_is_short_for_what_a_bot_needs():
    assert all(includes_scope(["bot:play"], scope) for scope in BOT_PLAY)
    assert not any(
        includes_scope(["bot:play"], scope) for scope in ("account:write", "webhook:write", "moderation:write")
    )


def test_a_moderators_token_decides_only_with_the_scope():
    game = make_game(moves="E5 D4", now=timezone.now())
    staff = make_moderator()
    body = {"kind": "decide", "ruling": "black", "reason": "Absent.", "expected": 2}

    for scopes, status in ((["game:play"], 403), (["game:play", "moderation:write"], 200)):
        _, text = made(staff, scopes)
        headers = {"Authorization": f"Bearer {text}", "Idempotency-Key": "one"}
        path = f"/api/v1/games/{game.pk}/actions/"
        assert Client().post(path, body, content_type="application/json", headers=headers).status_code == status


def test_private_games_need_the_scope_to_be_seen():
    game = make_game(private=True, now=timezone.now())
    player = side(game, 1)

    assert as_program(made(player, ["chat:read"])[1], f"games/{game.pk}/").status_code == 403
    assert as_program(made(player, ["game:read"])[1], f"games/{game.pk}/").status_code == 200


def test_a_program_of_a_moderators_reads_others_private_games_only_with_the_scope_for_it(app):
    staff, game = make_moderator(), make_game(private=True, now=timezone.now())
    send_message(PlayerRequest(side(game, Color.BLACK), timezone.now()), game.pk, "between us")
    reading = ["game:read", "chat:read"]
    OAuthToken.objects.create(
        user=staff,
        client=app,
        type=OAuthToken.Type.ACCESS_TOKEN,
        hash=get_adapter().hash_token("granted"),
        scopes="\n".join(reading),
        expires_at=timezone.now() + timedelta(hours=1),
    )

    def asked(token):
        paths = [f"games/{game.pk}/{more}" for more in ("", "messages/", "sgf/")]
        return [as_program(token, path).status_code for path in paths], as_program(token, "games/").json()["results"]

    for token in ("granted", made(staff, reading)[1]):
        assert asked(token) == ([404] * 3, [])
    statuses, games = asked(made(staff, [*reading, "moderation:write"])[1])
    assert statuses == [200] * 3
    assert [one["id"] for one in games] == [game.pk]
