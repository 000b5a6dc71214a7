"""Deleting an account (F38): deleted data, kept data, and no delay."""

from __future__ import annotations

import re

import pytest
from allauth.account.models import EmailAddress
from allauth.idp.oidc.models import Client as App
from allauth.mfa.models import Authenticator
from django.apps import apps
from django.contrib.auth import get_user
from django.core import mail
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import timezone

from accounts.core.audit import StaffContext
from accounts.core.lookup import NoSuchPlayer
from accounts.core.renaming import is_name_taken, rename_player
from accounts.core.restrictions import restrict_player
from accounts.forms import DeleteAccountForm
from accounts.models import ApiToken, Block, FormerName, Player, SecurityEvent, StaffAction
from accounts.models.restriction import RestrictionKind
from accounts.names import check_name
from accounts.privacy.account_deletion import delete
from accounts.privacy.blocking import block_player
from accounts.security.oauth import register_app
from accounts.security.tokens import NewToken, make_token
from challenges import services as challenging
from challenges.models import Challenge, ChallengeStatus
from challenges.services import OfferRecipients
from games import services, verbs
from games.models import Message, Note, Seat
from games.services.idempotency import PlayerRequest
from games.terms import Terms
from notifications.models import Notice
from rules.errors import GameOver
from tests.factories import act, code_of, give_second_factor, make_game, make_moderator, make_player, play, reload

pytestmark = pytest.mark.django_db

NOW = timezone.now()
PASSWORD = "correct horse"


@pytest.fixture
def aino():
    return make_player("aino", bio="my story", language="fi")


def gone(player):
    delete(player=player, now=NOW)
    return Player.objects.get(pk=player.pk)


def sign_in():
    client = Client(headers={"Accept-Language": "en"})
    client.post("/accounts/login/", {"login": "aino", "password": PASSWORD})
    return client


# Effects on games and offers


def test_running_games_end_by_resignation_and_the_opponent_wins(aino):
    game = make_game(black=aino, moves="E5 D4 C3 C4", now=NOW)

    gone(aino)

    game = reload(game)
    assert (game.is_finished, game.result) == (True, "W+R")
    last = game.actions.order_by("-number").first()
    assert (last.kind, last.seat.player_id) == ("resign", aino.pk)


def test_games_that_have_hardly_begun_are_cancelled_and_unrated(aino):
    fresh, short = make_game(black=aino, now=NOW), make_game(black=aino, moves="E5 D4", now=NOW)

    gone(aino)

    assert (reload(fresh).is_finished, reload(fresh).unrated_reason) == (True, "cancelled")
    assert (reload(short).result, reload(short).unrated_reason) == ("W+R", "too_short")


def test_games_in_every_phase_end(aino):
    stopped = make_game(white=aino, moves="E5 D4 C3 C4 pass pass", now=NOW)

    gone(aino)

    assert reload(stopped).result == "B+R"


def test_open_offers_of_every_kind_are_withdrawn(aino):
    babak = make_player("babak")
    for more in ({}, {"opponent": babak}, {"by_link": True}):
        challenging.create_challenge(PlayerRequest(aino, NOW), Terms(), OfferRecipients(**more))
    challenging.create_challenge(PlayerRequest(babak, NOW), Terms(), OfferRecipients(opponent=aino))

    gone(aino)

    assert not Challenge.objects.open().exists()
    assert Challenge.objects.filter(status=ChallengeStatus.WITHDRAWN).count() == 3
    assert Challenge.objects.filter(status=ChallengeStatus.DECLINED).count() == 1


def test_nobody_plays_with_somebody_who_is_gone(aino):
    babak = make_player("babak")
    offer = challenging.create_challenge(PlayerRequest(babak, NOW), Terms())
    mine = make_game(black=aino, white=babak, moves="E5 D4", now=NOW)
    gone(aino)

    for late in (
        lambda: challenging.accept_challenge(PlayerRequest(aino, NOW), offer.pk),
        lambda: challenging.create_challenge(PlayerRequest(aino, NOW), Terms()),
        lambda: challenging.create_challenge(PlayerRequest(babak, NOW), Terms(), OfferRecipients(opponent=aino)),
    ):
        with pytest.raises(NoSuchPlayer):
            late()
    with pytest.raises(GameOver):
        play(mine, "C3", by=aino, now=NOW)
    assert Seat.objects.count() == 2
    assert Challenge.objects.open().get() == offer


def test_finished_games_and_what_was_written_stay_for_the_opponent(aino):
    babak = make_player("babak")
    game = make_game(black=aino, white=babak, moves="E5 D4 C3 C4", now=NOW)
    act(game, verbs.Resign, by=babak, expected=4, now=NOW)
    for player, text in ((aino, "thank you"), (babak, "well played")):
        services.send_message(PlayerRequest(player, NOW), game.pk, text)
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(babak)

    gone(aino)

    page = client.get(f"/g/{game.pk}/").content.decode()
    assert reload(game).result == "B+R"
    assert reload(game).number == 5
    assert "thank you" in page
    assert "well played" in page
    assert "deleted player" in page
    assert "aino" not in page
    assert "aino" not in client.get(f"/g/{game.pk}.sgf").content.decode()
    assert [message.text for message in Message.objects.order_by("pk")] == ["thank you", "well played"]


# Deleted data


def test_nothing_says_who_it_was(aino, django_capture_on_commit_callbacks):
    client = sign_in()
    give_second_factor(aino)
    EmailAddress.objects.get_or_create(user=aino, email=aino.email)
    make_token(player=aino, wanted=NewToken("notebook", ["game:read"], None), now=NOW)
    register_app(player=aino, name="Goban", redirect_uris=["https://x.example/"])
    block_player(player=make_player("babak"), other=aino, now=NOW)
    game = make_game(black=aino, moves="E5 D4", now=NOW)
    services.write_note(game_id=game.pk, player=aino, text="canary", now=NOW)
    rename_player(player=aino, name="kaisa", now=NOW)

    with django_capture_on_commit_callbacks(execute=True):  # the farewell e-mail has left
        row = gone(Player.objects.get(pk=aino.pk))

    assert re.fullmatch(r"deleted-[0-9a-f]{16}", row.username)
    assert (row.email, row.bio, row.language, row.is_active, row.has_usable_password()) == ("", "", "", False, False)
    for model in (Authenticator, EmailAddress, ApiToken, App, Block, Note):
        assert not model.objects.exists(), model
    everything = str([list(model.objects.values()) for model in apps.get_models() if model.__name__ != "Session"])
    assert "canary" not in everything
    assert "'kaisa'" not in everything
    assert "'aino'" not in everything
    assert "aino@" not in everything
    assert get_user(client).is_anonymous
    assert list(SecurityEvent.objects.filter(player=aino).values_list("kind", flat=True)) == ["deleted"]


@pytest.mark.parametrize("name", ["kaisa", "KAISA", "ka1sa"])
def test_the_name_is_never_free_again_and_leads_nowhere(aino, name):
    rename_player(player=aino, name="kaisa", now=NOW)
    gone(aino)

    assert is_name_taken(name, NOW)
    assert Client().get(f"/u/{name}/").status_code == 404
    assert Client().get("/u/aino/").status_code == 404
    assert not FormerName.objects.exclude(name="", player=None).exists()


@pytest.mark.parametrize("name", ["deleted-1234", "Deleted_x", "de1eted", "deleted.player"])
def test_nobody_poses_as_somebody_deleted(name):
    with pytest.raises(ValidationError):
        check_name(name)


def test_no_way_to_sign_in_opens_again(aino):
    text = make_token(player=aino, wanted=NewToken("x", ["account:read"], None), now=NOW)[1]
    row = gone(aino)

    assert get_user(sign_in()).is_anonymous
    for login in ("aino", "aino@example.org", row.username):
        body = {"username": login, "password": PASSWORD}
        assert Client().post("/api/v1/token/", body, content_type="application/json").status_code == 401
    assert Client().get("/api/v1/me/", headers={"Authorization": f"Bearer {text}"}).status_code == 401
    Client().post("/accounts/password/reset/", {"email": "aino@example.org"})
    page = Client().get(f"/u/{row.username}/")
    assert page.status_code == 410
    assert "This account has been deleted." in page.content.decode()


def test_twice_is_as_good_as_once(aino):
    first = gone(aino)

    assert gone(first).username == first.username


# Requesting the deletion


@pytest.mark.parametrize("typed", ["น้ำ", "น\u0e49\u0e4d\u0e32"])
@pytest.mark.parametrize("stored", ["น้ำ", "น\u0e49\u0e4d\u0e32"])
def test_the_name_to_type_may_be_stored_in_the_form_of_older_accounts(stored, typed):
    assert DeleteAccountForm({"name": typed}, player=Player(username=stored)).is_valid()
    assert not DeleteAccountForm({"name": typed + "x"}, player=Player(username=stored)).is_valid()


def test_the_owner_shows_who_they_are_and_types_the_name(aino, django_capture_on_commit_callbacks):
    client = sign_in()
    asked = client.get("/settings/delete/")
    client.post(asked["Location"], {"password": PASSWORD})

    page = client.get("/settings/delete/").content.decode()
    wrong = client.post("/settings/delete/", {"name": "ainoo"})
    with django_capture_on_commit_callbacks(execute=True):
        done = client.post("/settings/delete/", {"name": "aino"}, follow=True)

    assert asked["Location"].startswith("/accounts/reauthenticate/")
    assert "Kaikki muut käynnissä olevat pelisi luovutetaan." in page
    assert wrong.status_code == 400
    assert done.redirect_chain[-1][0] == "/"
    assert Player.objects.get().deleted_at
    assert mail.outbox[-1].to == ["aino@example.org"]
    assert "poistettu" in mail.outbox[-1].subject


def test_the_page_does_nothing_without_the_password_again(aino):
    client = Client()
    client.force_login(aino)

    client.post("/settings/delete/", {"name": "aino"})

    assert Player.objects.get().deleted_at is None


def test_a_program_needs_name_password_and_code_again(aino):
    text = make_token(player=aino, wanted=NewToken("x", ["account:write"], None), now=NOW)[1]
    secret = give_second_factor(aino)
    make_player("babak")

    def ask(**body):
        headers = {"Authorization": f"Bearer {text}"}
        return Client().post("/api/v1/me/delete/", body, content_type="application/json", headers=headers).status_code

    assert ask() == 400
    assert ask(username="aino", password="guess", code=code_of(secret)) == 401
    assert ask(username="aino", password=PASSWORD) == 403
    assert ask(username="babak", password=PASSWORD) == 403
    assert Player.objects.filter(deleted_at=None).count() == 2
    assert ask(username="aino", password=PASSWORD, code=code_of(secret)) == 204
    assert ask(username="aino", password=PASSWORD) == 401


def test_the_suspended_may_go_and_take_their_data_along(aino):
    by = make_moderator()
    text = make_token(player=aino, wanted=NewToken("x", ["account:read", "account:write"], None), now=NOW)[1]
    restrict_player(aino, RestrictionKind.SUSPENDED, None, StaffContext(by, NOW, "insults"))
    body, headers = {"username": "aino", "password": PASSWORD}, {"Authorization": f"Bearer {text}"}

    codes = [
        Client().post(f"/api/v1/me/{what}/", body, content_type="application/json", headers=headers).status_code
        for what in ("export", "delete")
    ]

    assert codes == [200, 204]


def test_an_administrator_deletes_with_a_reason_that_is_logged(aino):
    chief = make_moderator("chief", grade="administrators")

    delete(player=aino, by=chief, reason="asked by e-mail", now=NOW)

    row = StaffAction.objects.get()
    assert (row.staff, row.action, row.player_id, row.reason) == (chief, "delete", aino.pk, "asked by e-mail")


def test_a_fault_half_way_leaves_everything_as_it_was(aino, monkeypatch):
    game = make_game(black=aino, moves="E5 D4", now=NOW)
    monkeypatch.setattr("accounts.privacy.account_deletion._log_deletion", lambda *_: 1 / 0)

    with pytest.raises(ZeroDivisionError):
        delete(player=aino, now=NOW)

    assert not reload(game).is_finished
    assert Player.objects.get(pk=aino.pk).username == "aino"
    assert not Notice.objects.filter(kind="game_finished").exists()
