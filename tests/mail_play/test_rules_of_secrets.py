"""The secrets in e-mails: the turns that get one, their expiry, and the reasons against one (C67, C68)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import Player
from games import verbs
from games.emails.ways import EmailTurn
from games.models import Game
from mail_play.errors import DeadLinkReason, TokenVoid
from mail_play.models import MailToken
from mail_play.services import playing, replies, tokens
from mail_play.services.tokens import KEPT_FOR, WITHOUT_DEADLINE
from notifications.models import NoticeSettings
from tests.factories import NOON, act, days, make_game, play, reload, to_act

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)


@pytest.fixture(autouse=True)
def _with_replies(settings):
    settings.IGO_REPLY_ADDRESS = "igo@play.example.org"
    settings.IGO_INBOUND_SECRET = "x" * 20


def turn_of(game, **chosen):
    game = reload(game)
    seat = next(seat for seat in game.seat_list() if seat.index == game.turn)
    row, _ = NoticeSettings.objects.update_or_create(
        player=seat.player, defaults={"play_by_link": True, "play_by_reply": True, **chosen}
    )
    return EmailTurn(game, seat, row)


def made(game, now=NOON, **chosen):
    """The secret that an e-mail about this turn has, and its row."""
    (way,) = tokens.create_ways_to_play([turn_of(game, **chosen)], now).values()
    secret = (way.link or way.reply_to).rpartition("/mail/")[2].strip("/").rpartition("+")[2].partition("@")[0]
    return way, tokens.find_token(secret)


def void(token, now=NOON, by="play_by_link"):
    token = MailToken.objects.select_related("seat__game", "seat__player").get(pk=token.pk)
    try:
        tokens.check_token(token, now, setting=by)
    except TokenVoid as error:
        return error.data["why"]
    return None


def test_C67_a_turn_has_a_link_and_an_address_by_what_its_player_has_chosen():
    game = make_game(days=3)
    way, token = made(game)
    assert (bool(way.link), way.reply_to.startswith("igo+"), way.accepts) == (True, True, 0)
    assert (token.seat.player, token.number, token.until) == (to_act(game), 0, reload(game).deadline)
    assert made(game, play_by_reply=False)[0].reply_to == ""
    assert made(game, play_by_link=False)[0].link == ""
    assert MailToken.objects.count() == 3
    assert tokens.create_ways_to_play([turn_of(game, play_by_link=False, play_by_reply=False)], NOON) == {}
    assert MailToken.objects.count() == 3, "nothing can be played by it"


def test_C68_while_stones_are_marked_nothing_is_played_by_mail_and_a_proposal_is_decided_by_a_reply():
    game = make_game(moves="E5 D4 pass pass", days=3)
    assert tokens.create_ways_to_play([turn_of(game)], NOON) == {}
    act(game, verbs.Propose, dead=())
    way, _ = made(game)
    assert (way.link, way.reply_to.startswith("igo+"), way.accepts) == ("", True, reload(game).state().proposal.number)


@pytest.mark.parametrize(("after", "why"), [(-SECOND, None), (timedelta(0), DeadLinkReason.LATE)])
def test_C67_a_secret_is_good_until_the_deadline_or_for_thirty_days(after, why):
    game = make_game(days=3)
    _, token = made(game)
    assert void(token, reload(game).deadline + after) == why
    Game.objects.update(deadline=None)
    _, token = made(game)
    assert token.until == NOON + WITHOUT_DEADLINE == NOON + days(30)


def play_by(token, point):
    with playing.using_token(token, NOON) as request:
        verbs.perform_from_input(request, verbs.Play, {"point": point})


def test_C67_a_secret_plays_once_and_only_at_its_number():
    game = make_game(days=3)
    _, token = made(game)
    _, other = made(game)
    assert void(token) is None
    play_by(token, "E5")
    assert (reload(game).move_number, MailToken.objects.get(pk=token.pk).used_at) == (1, NOON)
    assert [void(token), void(other)] == [DeadLinkReason.USED, DeadLinkReason.STALE]
    for one, why in ((token, DeadLinkReason.USED), (other, DeadLinkReason.STALE)):
        with pytest.raises(TokenVoid) as refused:
            play_by(one, "D4")
        assert refused.value.data["why"] == why
    assert reload(game).move_number == 1
    with pytest.raises(TokenVoid):
        tokens.use_token(token, NOON)


def test_C67_a_secret_is_void_when_the_game_is_over_or_it_is_switched_off():
    game, other = make_game(days=3), make_game(days=3)
    _, token = made(game)
    NoticeSettings.objects.update(play_by_link=False)
    assert [void(token), void(token, by="play_by_reply")] == [DeadLinkReason.OFF, None]
    _, over = made(other)
    act(other, verbs.Resign)
    assert void(over) == DeadLinkReason.OVER
    play(game, "E5")
    assert void(token) == DeadLinkReason.STALE


def test_C67_a_secret_is_found_in_capitals_and_not_for_a_closed_account():
    game = make_game(days=3)
    way, token = made(game)
    secret = way.reply_to.partition("+")[2].partition("@")[0]
    assert tokens.find_token(secret.upper()) == token
    for wrong in (secret[:-1], f"{secret}0", "", "x" * 32):
        assert tokens.find_token(wrong) is None
    Player.objects.filter(pk=token.seat.player_id).update(is_active=False)
    assert tokens.find_token(secret) is None


def test_C67_what_ran_out_ninety_days_ago_is_forgotten_and_what_is_a_players_goes_with_them():
    one, other = make_game(days=3), make_game(days=3)
    (_, token), (_, kept) = made(one), made(other)
    MailToken.objects.update(until=NOON)
    assert tokens.delete_old_tokens(now=NOON + KEPT_FOR) == 0
    MailToken.objects.filter(pk=kept.pk).update(until=NOON + SECOND)
    assert tokens.delete_old_tokens(now=NOON + KEPT_FOR + SECOND) == 1
    assert list(MailToken.objects.all()) == [kept]
    tokens.delete_tokens_of(token.seat.player)
    assert MailToken.objects.exists()
    tokens.delete_tokens_of(kept.seat.player)
    assert not MailToken.objects.exists()


def test_C68_replies_are_taken_where_an_address_and_a_way_in_are_there(settings, monkeypatch):
    ways = {("", "", ""): False, ("igo@x", "", ""): False, ("igo@x", "imap://x", ""): True, ("igo@x", "", "s"): True,
            ("", "imap://x", "s"): False}  # fmt: skip
    for (address, mailbox, secret), taken in ways.items():
        settings.IGO_REPLY_ADDRESS, settings.IGO_IMAP_URL, settings.IGO_INBOUND_SECRET = address, mailbox, secret
        assert replies.replies_are_received() is taken
        assert replies.has_mailbox() is bool(mailbox)
    monkeypatch.setattr(replies, "find_spec", lambda name: None)
    settings.IGO_REPLY_ADDRESS, settings.IGO_IMAP_URL, settings.IGO_INBOUND_SECRET = "igo@x", "imap://x", ""
    assert not replies.has_mailbox(), "its library is missing"
