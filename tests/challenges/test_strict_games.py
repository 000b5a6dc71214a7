"""Strict games: no undo, no chat, no analysis until the game is over (C201)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.test import Client
from django.utils import timezone

from challenges import services as challenging
from challenges.forms.cards import NewGameFormData
from challenges.forms.counter import CounterForm
from challenges.forms.offers import ChallengeForm
from challenges.models import Challenge
from challenges.services import OfferRecipients
from games import access, services, verbs
from games.errors import BadTerms, ChatClosed, UndoNotAllowed
from games.models import Game
from games.services.idempotency import PlayerRequest
from games.terms import Terms
from games.verbs.taking_back import UndoNeedsRequest, UndoUnseenMove
from games.yes_no import STRICT
from rules import AfterRejection, Color
from rules.variants.presets import team_go
from tests.factories import act, make_player, reload, side
from tests.support.browsers import browser
from tests.support.callers import Caller
from tests.support.games import make_game

pytestmark = pytest.mark.django_db
OFFER = {"opponent_kind": "link", "size": "9", "rule_set": "japanese", "color": "random", "handicap": "0",
         "time": "days_3", "analysis": "on", "undo": "on", "undo_unseen": "on", "chat": "on"}  # fmt: skip
PHRASE = "strict game: no undo, chat or analysis board"


def strict(**more) -> Game:
    return make_game(moves="E5 D5", days=3, **STRICT, **more)


def text(page) -> str:
    return " ".join(page.content.decode().split())


def page_of(game: Game, color: Color = Color.BLACK) -> str:
    return text(browser(side(game, color)).get(game.get_absolute_url()))


def now(player) -> PlayerRequest:
    return PlayerRequest(player, timezone.now())


def test_one_box_of_the_offer_sets_all_its_terms_whatever_the_others_say_C201():
    browser(make_player()).post("/new/", OFFER | {"strict": "on"})
    browser(make_player()).post("/new/", OFFER)
    strict_one, usual = Challenge.objects.order_by("pk")
    assert [getattr(strict_one, name) for name in STRICT] == [False] * 4
    assert strict_one.is_strict
    assert [getattr(usual, name) for name in STRICT] == [True] * 4


def test_a_program_asks_for_a_strict_game_with_one_word_C201():
    offered = Caller(Client(), make_player()).post("challenges/", size=9, link=True, strict=True).json()
    assert {name: offered[name] for name in STRICT} == STRICT
    usual = Caller(Client(), make_player()).post("challenges/", size=9, link=True).json()
    assert {name: usual[name] for name in STRICT} == {**dict.fromkeys(STRICT, True), "undo_unseen": False}


def test_the_sentence_of_the_form_and_the_invitation_name_it_once_C201():
    sentence = NewGameFormData(ChallengeForm(initial={"strict": "on"})).sentence
    assert PHRASE in sentence
    assert "no chat" not in sentence.replace(PHRASE, "")

    offer = challenging.create_challenge(
        now(make_player()), Terms(width=9, height=9, **STRICT), OfferRecipients(by_link=True)
    )
    page = text(browser().get(offer.get_absolute_url()))
    assert PHRASE in page
    assert "<dt>Strict game</dt>" in page
    phrases = offer.terms_for_viewer(None).in_words
    assert [one for one in phrases if "no " in one and one != "no handicap"] == [PHRASE]
    assert CounterForm(offer=offer)["strict"].value() is True


def test_single_terms_are_named_on_their_own_C201():
    offer = challenging.create_challenge(
        now(make_player()), Terms(width=9, height=9, chat=False), OfferRecipients(by_link=True)
    )
    page = text(browser().get(offer.get_absolute_url()))
    assert "no chat" in page
    assert PHRASE not in page
    assert "<dt>Chat</dt> <dd>not allowed</dd>" in page


def test_a_strict_teaching_game_is_refused_C201():
    with pytest.raises(BadTerms):
        Terms(width=9, height=9, teaching=True, undo=False).check()


def test_no_one_can_undo_in_a_strict_game_C201():
    game = strict()
    for color in Color.BLACK, Color.WHITE:
        for verb, refusal in ((verbs.RequestUndo, UndoNotAllowed), (UndoUnseenMove, UndoNeedsRequest)):
            with pytest.raises(refusal):
                act(reload(game), verb, by=side(game, color), now=timezone.now())
        assert "Request undo" not in page_of(reload(game), color)
    assert "Request undo" in page_of(make_game(moves="E5 D5", days=3), Color.WHITE)


def test_the_chat_opens_when_a_strict_game_is_over_C201():
    game = strict()
    black = side(game, Color.BLACK)
    with pytest.raises(ChatClosed):
        services.send_message(now(black), game.pk, "hello")
    with pytest.raises(ChatClosed):
        services.send_message(now(black), game.pk, "", quick="thanks")
    assert "The chat is closed. You can chat once the game is over." in page_of(game)
    assert "Your opponent can see what you write." not in page_of(game)

    act(reload(game), verbs.Resign, by=black, now=timezone.now())
    services.send_message(now(black), game.pk, "Thank you for the game.")
    assert 'name="text"' in page_of(reload(game))


def test_a_rejection_in_a_strict_game_has_no_words_C201():
    game = make_game(moves="E5 D5 pass pass", days=3, **STRICT)
    act(game, verbs.Propose, dead=[], now=timezone.now())
    with pytest.raises(ChatClosed):
        act(reload(game), verbs.Reject, proposal=1, then=AfterRejection.MARK, reason="alive", now=timezone.now())
    act(reload(game), verbs.Reject, proposal=1, then=AfterRejection.MARK, now=timezone.now())


def test_there_is_no_analysis_in_a_strict_game_and_the_rematch_is_strict_C201():
    game = strict()
    assert not access.analysis_allowed(game)
    act(reload(game), verbs.Resign, by=side(game, Color.BLACK), now=timezone.now())
    offer = challenging.offer_or_accept_rematch(game_id=game.pk, player=side(game, Color.BLACK), now=timezone.now())
    assert offer.is_strict


def test_without_undo_no_unseen_move_can_be_undone_either_C201():
    terms = Terms(width=9, height=9, undo=False, undo_unseen=True)
    offer = challenging.create_challenge(now(make_player()), terms, OfferRecipients(by_link=True))
    assert (offer.undo, offer.undo_unseen) == (False, False)


@pytest.mark.parametrize(("players", "allowed"), [((1, 1), True), ((2, 2), False)])
def test_an_unseen_move_is_undone_only_where_two_play_C201(players, allowed):
    terms = Terms(width=9, height=9, undo=True, undo_unseen=True)
    if players != (1, 1):
        terms = replace(terms, variant=team_go(players))
    offer = challenging.create_challenge(now(make_player()), terms, OfferRecipients())
    assert (offer.undo, offer.undo_unseen) == (True, allowed)
