"""One click to a game with the server's bot, for players and for visitors without an account."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.core.guests import NotForGuests
from accounts.models import Player
from challenges import services as challenging
from challenges.models import Challenge
from challenges.services import OfferRecipients
from games import services, verbs
from games.models import Game
from games.services.idempotency import PlayerRequest
from games.services.unused_guests import delete_unused_guests
from games.terms import Terms
from tests.factories import act, make_player, play
from tests.support.browsers import browser

pytestmark = pytest.mark.django_db
KEPT = {"username": "newcomer", "email": "", "password1": "a long pass phrase"}


@pytest.fixture(autouse=True)
def bot(settings) -> Player:
    settings.IGO_HOUSE_BOT = True
    return Player.objects.create_user(settings.IGO_HOUSE_BOT_NAME, is_bot=True)


def guest() -> tuple[Client, Player, Game]:
    """A visitor who has clicked once."""
    visitor = browser()
    answer = visitor.post("/play/")
    game = Game.objects.latest("pk")
    assert answer["Location"] == game.get_absolute_url()
    return visitor, Player.objects.get(is_guest=True, seats__game=game), game


def test_a_visitor_plays_the_bot_on_the_small_board_with_one_click(bot):
    visitor, player, game = guest()

    page = visitor.get(game.get_absolute_url()).content.decode()
    assert (game.width, game.rated, game.seat_on_turn().player) == (9, False, player)
    assert [seat.player for seat in game.seat_list()] == [player, bot]
    assert player.username.startswith("guest-")
    assert not player.has_usable_password()
    assert "Your move" in page
    assert 'href="/accounts/keep/"' in page


def test_a_guest_keeps_the_look_that_the_visitor_had_chosen():
    visitor = browser()
    visitor.post("/theme/", {"theme": "dark"})
    visitor.post("/theme/", {"board": "slate"})
    visitor.post("/play/")

    player = Player.objects.get(is_guest=True)
    assert (player.theme, player.board_theme) == ("dark", "slate")


def test_a_player_plays_the_bot_by_the_same_click_and_by_the_form(bot):
    aino = make_player("aino")
    page = browser(aino)
    form = {"opponent_kind": "bot", "size": "13", "rule_set": "japanese", "color": "white", "handicap": "2",
            "time": "days_1", "rated": "on"}  # fmt: skip

    assert page.post("/play/").status_code == page.post("/new/", form).status_code == 302

    by_click, by_form = Game.objects.order_by("pk")
    assert (by_click.width, by_form.width, by_form.handicap, by_form.rated) == (9, 13, 2, False)
    assert not Player.objects.filter(is_guest=True).exists()


def test_who_clicks_again_before_the_first_move_gets_the_same_board():
    visitor, player, game = guest()
    assert visitor.post("/play/")["Location"] == game.get_absolute_url()
    play(game, "E5", now=timezone.now())
    assert visitor.post("/play/")["Location"] != game.get_absolute_url()
    assert Game.objects.running_of(player).count() == 2


def test_a_network_makes_so_many_guests_and_none_where_nobody_may_register(settings):
    settings.IGO_GUESTS = "1/hour"
    guest()
    assert browser().post("/play/").status_code == 429
    settings.IGO_GUESTS, settings.IGO_OPEN_FOR_SIGNUP = "100/hour", False
    assert browser().post("/play/")["Location"] == "/accounts/login/"
    assert Player.objects.filter(is_guest=True).count() == 1


def test_without_a_bot_nobody_becomes_a_guest(settings):
    settings.IGO_HOUSE_BOT = False
    assert browser().post("/play/")["Location"] == "/waiting/"
    assert not Player.objects.filter(is_guest=True).exists()


def test_a_guest_plays_nobody_else_and_writes_to_nobody():
    visitor, player, game = guest()
    aino = make_player("aino")
    asked = PlayerRequest(player, timezone.now())
    to_anyone = challenging.create_challenge(PlayerRequest(aino, asked.now), Terms())
    to_guest = challenging.create_challenge(PlayerRequest(aino, asked.now), Terms(), OfferRecipients(player))

    for refused in (
        lambda: challenging.create_challenge(asked, Terms()),
        lambda: challenging.create_challenge(asked, Terms(), OfferRecipients(aino)),
        lambda: challenging.create_challenge(asked, Terms(), OfferRecipients(by_link=True)),
        lambda: challenging.accept_challenge(asked, to_anyone.pk),
        lambda: challenging.accept_challenge(asked, to_guest.pk),
        lambda: challenging.counter_challenge(asked, to_guest.pk, Terms()),
        lambda: services.send_message(asked, game.pk, "hello"),
    ):
        with pytest.raises(NotForGuests):
            refused()
    assert Challenge.objects.open().count() == 2
    for path in ("/accounts/password/set/", "/accounts/email/", "/settings/name/", "/settings/account/",
                 "/settings/programs/new-token/", "/report/player/aino/", "/accounts/2fa/totp/activate/"):  # fmt: skip
        for answer in (visitor.get(path), visitor.post(path)):
            assert answer["Location"] == "/accounts/keep/", path


def test_a_kept_account_has_its_games_a_password_and_a_name_of_its_own():
    visitor, player, _game = guest()

    for wrong in ({"username": ""}, {"username": "guest-17"}, {"username": "igo-bot"}, {"password1": "12345678"}):
        assert visitor.post("/accounts/keep/", {**KEPT, **wrong}).status_code == 400, wrong
    assert visitor.post("/accounts/keep/", {**KEPT, "email": "new@example.org"}).status_code == 302

    player.refresh_from_db()
    assert (player.username, player.email, player.is_guest) == ("newcomer", "new@example.org", False)
    assert player.check_password(KEPT["password1"])
    assert "Your turn in 1 game" in visitor.get("/games/").content.decode()  # still signed in
    challenging.create_challenge(PlayerRequest(player, timezone.now()), Terms())
    assert visitor.post("/accounts/keep/", {**KEPT, "username": "other"}).status_code == 302
    player.refresh_from_db()
    assert player.username == "newcomer"


def test_the_address_of_somebody_else_is_not_taken_and_not_notified(settings):
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    make_player("aino")
    visitor, player, _ = guest()

    answer = visitor.post("/accounts/keep/", {**KEPT, "email": "aino@example.org"})

    player.refresh_from_db()
    assert (answer.status_code, player.username, player.email) == (302, "newcomer", "")


def test_a_guest_takes_the_data_along_and_deletes_the_account():
    visitor, player, _ = guest()
    assert visitor.post("/settings/data/export/").status_code == 200
    assert visitor.post("/settings/delete/", {"name": player.username}).status_code in (200, 302)
    player.refresh_from_db()
    assert player.deleted_at is not None


def test_guests_who_play_no_more_are_deleted_after_two_weeks_and_nobody_else():
    _, plays, _ = guest()
    _, left, game = guest()
    kept = make_player("aino", last_login=timezone.now())
    act(game, verbs.Resign, by=left, now=timezone.now())
    now = timezone.now()

    assert delete_unused_guests(now=now + timedelta(days=13)) == 0
    assert delete_unused_guests(now=now + timedelta(days=15)) == 1

    for player in (plays, left, kept):
        player.refresh_from_db()
    assert (plays.deleted_at, kept.deleted_at, left.is_guest) == (None, None, False)
    assert left.deleted_at is not None
