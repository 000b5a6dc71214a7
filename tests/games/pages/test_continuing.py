"""After a rejected marking, both players read who rejected it, why, and how the game continues (R12, R14, R15)."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client
from django.utils import timezone

from games import verbs
from rules import AfterRejection, Color, Stage
from tests.factories import act, play, reload, side, to_act
from tests.support.games import dead, just_stopped, suggested
from tests.support.pages import tight

pytestmark = pytest.mark.django_db
MARKED_AGAIN = "Mark the dead stones again."


def page(game, viewer, **query: str) -> str:
    browser = Client()
    if viewer is not None:
        browser.force_login(viewer)
    return unescape(browser.get(game.get_absolute_url(), query).content.decode())


def continuation(game, viewer) -> str:
    found = re.search(r'<span id="continuation">(.*?)</span>', page(reload(game), viewer), re.DOTALL)
    return tight(re.sub(r"<[^>]+>", "", found[1])).strip() if found else ""


@pytest.fixture
def game():
    """Black has proposed that B5 is dead."""
    game = suggested(just_stopped())
    act(game, verbs.Propose, by=side(game, Color.BLACK), dead=frozenset(dead(game, "B5")), now=timezone.now())
    return reload(game)


def reject(game, then: AfterRejection, reason: str = "") -> None:
    verb = {"proposal": 1, "then": then, "reason": reason}
    act(reload(game), verbs.Reject, by=side(game, Color.WHITE), now=timezone.now(), **verb)


def test_R12_only_who_must_answer_a_marking_gets_the_form_that_rejects_it(game):
    viewers = side(game, Color.BLACK), side(game, Color.WHITE), None
    assert ['name="then"' in page(game, viewer, reject="1") for viewer in viewers] == [False, True, False]


def test_after_play_on_the_opponent_reads_who_rejected_why_and_that_play_continues(game):
    black, white = side(game, Color.BLACK), side(game, Color.WHITE)
    assert continuation(game, black) == ""

    reject(game, AfterRejection.RESUME, "B5 has two eyes")

    expected = f"{white.username} rejected the marking. Play continues."
    assert continuation(game, black) == f"{expected} B5 has two eyes"
    assert continuation(game, white) == f"{expected} B5 has two eyes"
    quote = "<q><bdi>B5 has two eyes</bdi></q>"
    assert quote in page(reload(game), black), "the quotation marks follow the page's direction, not the text's"
    assert continuation(game, None) == expected, "the reason is the players' own"
    for viewer in (black, white, None):
        assert "passed" not in re.search(r'id="step">(.*?)</p>', page(reload(game), viewer), re.DOTALL)[1]

    play(reload(game), "A1", now=timezone.now())
    assert continuation(game, black) == ""


@pytest.mark.parametrize(
    ("then", "words"),
    [
        (AfterRejection.MARK, MARKED_AGAIN),
        (AfterRejection.PLAY_OUT, "The dispute will now be played out on the board."),
    ],
)
def test_other_rejections_say_what_follows(game, then, words):
    reject(game, then)

    name = side(game, Color.WHITE).username
    assert continuation(game, side(game, Color.BLACK)) == f"{name} rejected the marking. {words}"


def test_a_new_marking_answers_the_rejection(game):
    reject(game, AfterRejection.MARK)
    act(reload(game), verbs.Propose, by=to_act(reload(game)), dead=frozenset(), now=timezone.now())

    assert continuation(game, side(game, Color.BLACK)) == ""


def test_who_resumes_play_instead_of_marking_is_named():
    game = suggested(just_stopped())
    act(game, verbs.Resume, by=to_act(game), now=timezone.now())

    assert continuation(game, side(game, Color.WHITE)) == f"{side(game, Color.BLACK).username} has resumed play."


def test_lists_say_that_play_continues_and_not_that_somebody_passed(game):
    reject(game, AfterRejection.RESUME)
    player = to_act(reload(game))
    assert reload(game).full_state().stage is Stage.PLAY
    browser = Client()
    browser.force_login(player)
    name = next(seat.player.username for seat in game.seat_list() if seat.player_id != player.pk)

    for path in ("/games/", "/notifications/"):
        text = tight(re.sub(r"<[^>]+>", "", browser.get(path).content.decode()))
        assert f"Play continues in your game with {name}" in text, path
        assert f"{name} passed" not in text, path
