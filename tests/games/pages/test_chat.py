"""The chat on the game page: its readers, and the forms to write."""

import re
import uuid

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Block, Player
from games import services, verbs
from games.models import Message
from games.services.chat import hide_message, unhide_message
from games.services.idempotency import PlayerRequest
from tests.factories import act, make_moderator, make_player, play, reload
from tests.support.games import make_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def game():
    return make_game(moves="D4")


def page(game, player) -> str:
    browser = Client()
    if player is not None:
        browser.force_login(player)
    return browser.get(game.get_absolute_url()).content.decode()


def posted(game, by: Player, text: str) -> Message:
    return services.send_message(PlayerRequest(by, timezone.now()), game.pk, text)


def people(game) -> list[Player]:
    return [seat.player for seat in game.seat_list()]


def test_chat_is_for_the_players_and_the_moderators_also_when_it_has_been_written_for_them(game):
    black, white = people(game)
    posted(game, black, "psst, a secret")
    for viewer in (black, white, make_moderator()):
        assert "psst, a secret" in page(game, viewer)
    for viewer in (None, make_player()):
        assert "psst, a secret" not in page(game, viewer)


def test_only_messages_of_the_other_may_be_reported_by_a_reader(game):
    black, white = people(game)
    message = posted(game, black, "hello")
    report = f"/report/message/{message.pk}/"
    for _ in range(2):
        assert report not in page(game, black)
        assert report in page(game, white)


def test_a_hidden_message_is_gone_at_once_and_its_author_alone_reads_why(game):
    black, white = people(game)
    message = posted(game, black, "rude words")
    assert "rude words" in page(game, white)
    hide_message(message_id=message.pk, reason="that was rude", now=timezone.now())
    for viewer, reads_why in ((black, True), (white, False)):
        text = page(game, viewer)
        assert "rude words" not in text
        assert "[hidden by a moderator]" in text
        assert ("that was rude" in text) is reads_why
    unhide_message(message_id=message.pk)
    assert "rude words" in page(game, white)


def test_the_chat_speaks_the_language_and_the_time_of_whoever_reads(game):
    black, white = people(game)
    message = posted(game, black, "hello")
    Message.objects.filter(pk=message.pk).update(said_at="2026-03-02T22:30:00Z")
    Player.objects.filter(pk=white.pk).update(time_zone="Asia/Tehran", language="fa")
    english, persian = page(game, black), page(game, white)
    assert "2026-03-02T22:30:00+00:00" in english
    assert "2026-03-03T02:00:00+03:30" in persian
    Player.objects.filter(pk=white.pk).update(time_zone="UTC", language="")
    assert "2026-03-02T22:30:00+00:00" in page(game, white)


def test_a_new_name_is_in_old_messages_and_marks_in_texts_are_text(game):
    black, white = people(game)
    posted(game, black, "<script>alert(1)</script>\nsecond line")
    assert "&lt;script&gt;alert(1)&lt;/script&gt;<br>second line" in page(game, white)
    Player.objects.filter(pk=black.pk).update(username="renamed")
    assert "<bdi>renamed</bdi></b> <small>" in page(game, white)
    Player.objects.filter(pk=black.pk).update(deleted_at=timezone.now())
    assert "<bdi>deleted player</bdi></b> <small>" in page(game, white)


def test_who_blocked_the_other_or_was_blocked_finds_the_chat_closed(game):
    black, white = people(game)
    assert "The chat is closed." not in page(game, black)
    Block.objects.create(player=white, blocked=black, at=timezone.now())
    for viewer in (black, white):
        assert "The chat is closed." in page(game, viewer)
    other = make_game(black=black)
    assert "The chat is closed." not in page(other, black)


def test_a_note_is_read_by_the_one_who_wrote_it_alone(game):
    black, white = people(game)
    services.write_note(game_id=game.pk, player=black, text="my plan", now=timezone.now())
    assert "my plan" in page(game, black)
    for viewer in (white, None, make_moderator()):
        assert "my plan" not in page(game, viewer)


def test_a_message_goes_with_the_move_in_one_step_or_neither_does():
    game = make_game(days=3)
    black = game.seat_list()[0].player
    browser = Client()
    browser.force_login(black)
    page = browser.get(f"{game.get_absolute_url()}?point=E5").content.decode()
    assert 'name="point" value="E5" id="point-with-message"' in page
    assert "<bdi>E5</bdi> and send message" in page
    sent = {"number": 0, "key": "k" * 32, "point": "E5", "text": "Good luck"}
    for _ in range(2):
        assert browser.post(f"{game.get_absolute_url()}play/", sent).status_code == 302
    assert [(text.text, text.number) for text in game.messages.all()] == [("Good luck", 1)]

    second = make_game(black=black, days=3)
    refused = browser.post(f"{second.get_absolute_url()}play/", {**sent, "key": "l" * 32, "text": "x" * 1001})
    assert refused.status_code == 400
    assert reload(second).number == second.messages.count() == 0
    passed = {"number": 0, "key": "m" * 32, "text": "Your move"}
    assert browser.post(f"{second.get_absolute_url()}pass/", passed).status_code == 302
    assert (reload(second).number, second.messages.count()) == (1, 1)


def new_messages(game, player) -> list[str]:
    """Return the messages that are listed as new under the headline."""
    found = re.search(r'<ul class="new-messages.*?</ul>', page(reload(game), player), re.DOTALL)
    texts = re.findall(r'<span dir="auto">(.*?)</span>', found[0]) if found else []
    assert not found or found[0].count(">new<") == (0 if reload(game).is_finished else len(texts))
    return texts


def send(game, by, point: str, text: str) -> None:
    """A move with a message, as the page sends them."""
    browser = Client()
    browser.force_login(by)
    fields = {"point": point, "text": text, "number": reload(game).number, "key": str(uuid.uuid4())}
    answer = browser.post(f"{game.get_absolute_url()}play/", fields)
    assert answer.status_code == 302


def test_a_message_that_came_with_the_last_move_is_shown_next_to_it_until_it_is_answered(game):
    black, white = people(game)
    posted(game, black, "before the move")
    play(reload(game), "F6", now=timezone.now())
    send(game, black, "E5", "a strong point")

    assert new_messages(game, white) == ["a strong point"], "what came before White's own move is not new"
    assert new_messages(game, black) == []
    assert new_messages(game, make_moderator()) == []

    play(reload(game), "C3", now=timezone.now())
    assert new_messages(game, white) == []


def test_messages_are_new_until_one_answers_them_or_acts(game):
    black, white = people(game)
    for text in ("one", "two", "three", "four"):
        posted(game, black, text)
    assert new_messages(game, white) == ["two", "three", "four"]
    posted(game, white, "thanks")
    assert new_messages(game, white) == []
    posted(game, black, "five")
    assert new_messages(game, white) == ["five"]
    act(reload(game), verbs.RequestUndo, by=black, now=timezone.now())
    assert new_messages(game, white) == ["five"], "the other one's action answers nothing"
    act(reload(game), verbs.AnswerUndo, by=white, allow=False, now=timezone.now())
    assert new_messages(game, white) == []


def test_an_undone_move_of_ones_own_makes_no_old_message_new(game):
    black, white = people(game)
    play(reload(game), "F6", now=timezone.now())
    posted(game, black, "an old one")
    play(reload(game), "E5", now=timezone.now())
    play(reload(game), "C3", now=timezone.now())
    play(reload(game), "C4", now=timezone.now())
    act(reload(game), verbs.RequestUndo, by=black, now=timezone.now())
    act(reload(game), verbs.AnswerUndo, by=white, allow=True, now=timezone.now())

    assert new_messages(game, white) == []


def test_messages_at_the_end_stand_next_to_the_result(game):
    black, white = people(game)
    act(reload(game), verbs.Resign, by=white, now=timezone.now())
    posted(game, black, "thank you")

    assert new_messages(game, white) == ["thank you"]


def test_a_hidden_message_and_earlier_positions_show_nothing_new(game):
    black, white = people(game)
    message = posted(game, black, "rude words")
    browser = Client()
    browser.force_login(white)
    assert "new-messages" not in browser.get(f"{game.get_absolute_url()}?move=0").content.decode()
    hide_message(message_id=message.pk, reason="that was rude", now=timezone.now())
    assert new_messages(game, white) == []
