"""Programs' accounts, and private notes."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st

from challenges import services as challenging
from challenges.errors import BotIsBusy, BotsCannotSeekGames
from challenges.services import OfferRecipients, answering
from games import services, verbs
from games.errors import CannotBecomeABot, NoSuchGame, NotAPlayer, TextTooLong
from games.models import Note
from games.services.idempotency import PlayerRequest
from games.terms import RatingConditions, Terms
from rules import RULE_SETS, Color
from tests.factories import NOON, act, make_game, make_moderator, make_player, side

pytestmark = pytest.mark.django_db


@pytest.fixture
def bot():
    return services.become_bot(player=make_player("deep-stone"))


def direct(creator, opponent, **terms):
    return challenging.create_challenge(
        PlayerRequest(creator, NOON), Terms(**terms), OfferRecipients(opponent=opponent)
    )


# Bots


def test_an_account_without_games_becomes_a_bot_for_good(bot):
    assert bot.is_bot
    assert Client().get("/api/v1/players/deep-stone/").json()["bot"] is True
    assert "This account is played by a program" in Client().get("/u/deep-stone/").content.decode()


def test_who_has_played_offers_a_game_or_keeps_order_cannot_become_a_bot():
    game = make_game()
    offering = make_player()
    challenging.create_challenge(PlayerRequest(offering, NOON), Terms())

    for player in (side(game, Color.BLACK), offering, make_moderator()):
        with pytest.raises(CannotBecomeABot):
            services.become_bot(player=player)


def test_a_bot_does_not_look_for_games(bot):
    human = make_player()
    waiting = challenging.create_challenge(PlayerRequest(human, NOON), Terms())

    for by_link in (False, True):
        with pytest.raises(BotsCannotSeekGames):
            challenging.create_challenge(PlayerRequest(bot, NOON), Terms(), OfferRecipients(by_link=by_link))
    with pytest.raises(BotsCannotSeekGames):
        challenging.accept_challenge(PlayerRequest(bot, NOON), waiting.pk)


@pytest.mark.parametrize("order", [0, 1])
def test_games_with_a_bot_are_unrated_and_the_offer_says_so(bot, order):
    pair = [bot, make_player()]
    offer = direct(pair[order], pair[1 - order])

    game = challenging.accept_challenge(PlayerRequest(pair[1 - order], NOON), offer.pk)

    assert offer.unrated_reason == "bot"
    assert (game.rated, game.unrated_reason) == (False, "bot")


def test_a_bot_that_joins_by_a_link_makes_the_game_unrated(bot):
    offer = challenging.create_challenge(PlayerRequest(make_player(), NOON), Terms(), OfferRecipients(by_link=True))

    game = challenging.accept_challenge(PlayerRequest(bot, NOON), offer.pk, token=offer.token)

    assert (game.rated, game.unrated_reason) == (False, "bot")


@settings(max_examples=60)
@given(
    size=st.sampled_from([9, 13, 19]), key=st.sampled_from(sorted(RULE_SETS)), handicap=st.integers(0, 9),
    timed=st.booleans(), wanted=st.booleans(),
)  # fmt: skip
def test_no_terms_make_a_game_with_a_bot_or_a_handicap_rated(size, key, handicap, timed, wanted):
    rules = RULE_SETS[key]
    terms = {
        "width": size, "height": size, "ruleset": rules, "komi": rules.default_komi(size, size, handicap),
        "handicap": handicap, "timed": timed, "wanted": wanted,
    }  # fmt: skip

    assert RatingConditions(**terms, with_bot=True).unrated_reason
    assert RatingConditions(**terms).unrated_reason or not handicap


def test_a_bot_plays_no_more_games_at_once_than_it_may(bot, monkeypatch):
    monkeypatch.setattr(answering, "MOST_GAMES_OF_A_BOT", 1)
    human = make_player()
    first, second = direct(human, bot), direct(bot, human)
    challenging.accept_challenge(PlayerRequest(bot, NOON), first.pk)

    with pytest.raises(BotIsBusy):
        challenging.accept_challenge(PlayerRequest(human, NOON), second.pk)


def test_a_rematch_with_a_bot_is_unrated_too(bot):
    human = make_player()
    game = challenging.accept_challenge(PlayerRequest(bot, NOON), direct(human, bot).pk)
    act(game, verbs.Resign, by=bot, expected=0, now=NOON)

    again = services.offer_or_accept_rematch(game_id=game.pk, player=human, now=NOON)

    assert again.unrated_reason == "bot"


def test_everybody_sees_on_the_board_that_a_bot_plays(bot):
    human = make_player()
    game = challenging.accept_challenge(PlayerRequest(bot, timezone.now()), direct(human, bot).pk)
    client = Client()
    client.force_login(human)

    assert ">bot</span>" in client.get(game.get_absolute_url()).content.decode()
    seats = Client().get(f"/api/v1/games/{game.pk}/").json()["players"]
    assert {seat["username"]: seat["bot"] for seat in seats} == {human.username: False, "deep-stone": True}


# Notes


@pytest.fixture
def game():
    return make_game(now=timezone.now())


def write(game, player, text):
    return services.write_note(game_id=game.pk, player=player, text=text, now=NOON)


def test_a_note_is_seen_by_its_player_only(game):
    write(game, side(game, Color.BLACK), "play at D4 next")

    for player in (side(game, Color.WHITE), make_player(), make_moderator(), None):
        client = Client()
        if player is not None:
            client.force_login(player)
        page = client.get(game.get_absolute_url()).content.decode()
        note = client.get(f"/api/v1/games/{game.pk}/note/").content.decode()
        state = client.get(f"/api/v1/games/{game.pk}/").content.decode()
        assert "D4 next" not in page + note + state
    mine = Client()
    mine.force_login(side(game, Color.BLACK))
    assert "D4 next" in mine.get(game.get_absolute_url()).content.decode()


def test_a_note_is_replaced_and_an_empty_one_is_none(game):
    black = side(game, Color.BLACK)
    write(game, black, "one")
    write(game, black, "two")
    assert services.note_of(game_id=game.pk, player=black).text == "two"

    write(game, black, "  ")

    assert services.note_of(game_id=game.pk, player=black) is None
    assert not Note.objects.exists()


def test_only_players_note_and_not_without_end(game):
    with pytest.raises(TextTooLong):
        write(game, side(game, Color.BLACK), "x" * 4001)
    with pytest.raises(NotAPlayer):
        write(game, make_player(), "mine")
    with pytest.raises(NoSuchGame):
        write(make_game(private=True), make_player(), "mine")
    assert not Note.objects.exists()


def test_the_note_is_written_on_the_page_without_javascript(game):
    client = Client()
    client.force_login(side(game, Color.BLACK))

    answer = client.post(f"/g/{game.pk}/note/", {"number": 0, "key": "12345678", "text": "look at C3"})

    assert answer["Location"] == f"/g/{game.pk}/?notes=1#notes"
    assert "look at C3" in client.get(answer["Location"]).content.decode()
