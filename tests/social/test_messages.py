"""Private messages between two players (C80, C61, C4)."""

import json
from datetime import timedelta

import pytest
from django.core.exceptions import ObjectDoesNotExist
from django.test import Client

from accounts.core.audit import StaffContext
from accounts.core.restrictions import Muted, restrict_player
from accounts.models.restriction import RestrictionKind
from accounts.privacy import account_deletion, data_export
from accounts.privacy.blocking import block_player
from games.models import Message
from games.services.idempotency import PlayerRequest
from moderation import services as moderation
from moderation.models import Report
from moderation.models.case import CaseKind
from moderation.models.decision import Measure
from notifications.models import Notice
from social.errors import CannotWriteToPlayer, InvalidPostContent, NewPlayerCannotWrite, NoSuchPost, TooManyPosts
from social.models import Post, Thread, ThreadSide
from social.services import threads
from social.services.threads import TextOrQuickReply
from tests.factories import NOON, make_game, make_moderator, make_player
from tests.moderation.helpers import decide

pytestmark = pytest.mark.django_db
LONG_AGO = NOON - timedelta(days=100)


def old(name="", **fields):
    """A player who has been here for long."""
    return make_player(name, date_joined=LONG_AGO, **fields)


def write(player, other, text="hello", *, key=None, now=NOON, quick=""):
    return threads.write_message(PlayerRequest(player, now, key), other, TextOrQuickReply(text, quick))


def browser(player):
    client = Client()
    client.force_login(player)
    return client


def count(player):
    return browser(player).get("/waiting/").context["message_count"]


def test_two_players_write_to_each_other_in_one_conversation():
    aino, babak = old(), old()

    posts = [write(aino, babak), write(babak, aino, "hi"), write(aino, babak, "bye")]

    assert {post.thread_id for post in posts} == {Thread.objects.get().pk}
    page = browser(babak).get(f"/messages/{posts[0].thread_id}/").content.decode()
    assert page.index("hello") < page.index("hi<") < page.index("bye")


def test_what_is_new_is_counted_in_the_header_with_one_notice_until_it_is_read():
    aino, babak = old(), old()
    thread = write(aino, babak).thread
    write(aino, babak, "more")

    assert count(babak) == 1
    assert ThreadSide.objects.get(player=babak).unread == 2
    assert [n.path for n in Notice.objects.filter(player=babak)] == [f"/messages/{thread.pk}/"]
    browser(babak).get(f"/messages/{thread.pk}/")
    assert count(babak) == 0
    assert not Notice.objects.unread().filter(player=babak).exists()
    assert count(aino) == 0


def test_a_page_that_asks_for_itself_again_behind_other_windows_has_not_been_read():
    aino, babak = old(), old()
    path = f"/messages/{write(aino, babak).thread_id}/"
    mine = browser(babak)
    assert 'id="messages" data-live' in mine.get(path, headers={"Sec-Fetch-Mode": "cors"}).content.decode()
    assert count(babak) == 1
    mine.get(path, headers={"Sec-Fetch-Mode": "navigate"})
    assert count(babak) == 0


def test_the_list_shows_how_the_last_message_begins_unless_it_is_hidden(client):
    aino, babak, cyrus = old("aino"), old("babak"), old("cyrus")
    write(aino, babak, "An old message")
    write(babak, aino, "The newest one, " + "long " * 40)
    hidden = write(cyrus, aino, "Something rude")
    Post.objects.filter(pk=hidden.pk).update(hidden_at=NOON)
    client.force_login(aino)

    page = client.get("/messages/").content.decode()

    assert "The newest one, long" in page
    assert page.count("long") < 25
    assert "An old message" not in page
    assert "Something rude" not in page


def test_the_list_shows_new_messages_first_and_which_message_is_ones_own():
    player, first, second = old(), old(), old()
    write(first, player, "new for me")
    write(player, second, "from me", now=NOON + timedelta(hours=1))

    html = browser(player).get("/messages/").content.decode()

    assert html.index("new for me") < html.index("You:") < html.index("from me")
    assert html.count("You:") == 1


def test_who_mutes_a_conversation_is_not_notified_of_it_and_can_read_it():
    aino, babak = old(), old()
    thread = write(aino, babak).thread
    mine = browser(babak)
    mine.post(f"/messages/{thread.pk}/mute/", {"do": "mute"})

    write(aino, babak, "are you there")

    assert (count(babak), Notice.objects.filter(player=babak).count()) == (0, 1)
    assert "are you there" in mine.get(f"/messages/{thread.pk}/").content.decode()
    mine.post(f"/messages/{thread.pk}/mute/", {"do": "unmute"})
    write(aino, babak, "and now")
    assert count(babak) == 1


def test_in_the_first_week_people_write_only_to_opponents_staff_and_those_who_wrote_to_them():
    newcomer, stranger, opponent = make_player(date_joined=NOON - timedelta(days=6)), old(), old()
    make_game(black=newcomer, white=opponent)

    with pytest.raises(NewPlayerCannotWrite) as refusal:
        write(newcomer, stranger)
    assert refusal.value.data == {"until": "2026-03-03T12:00:00Z"}
    write(newcomer, opponent)
    write(newcomer, make_moderator())
    write(stranger, newcomer)
    write(newcomer, stranger)
    write(newcomer, old(), now=NOON + timedelta(days=1))
    with pytest.raises(NewPlayerCannotWrite):
        write(old(is_bot=True), stranger)


def test_nobody_writes_where_one_has_blocked_the_other_or_cannot_answer():
    aino, babak = old(), old()
    thread = write(aino, babak).thread
    block_player(player=babak, other=aino, now=NOON)

    for player, other in ((aino, babak), (babak, aino), (aino, aino), (aino, old(is_guest=True))):
        with pytest.raises(CannotWriteToPlayer):
            write(player, other)
    assert Post.objects.count() == 1
    page = browser(aino).get(f"/messages/{thread.pk}/").content.decode()
    assert "You can&#x27;t write to this player." in page
    assert "<textarea" not in page


def test_a_muted_player_writes_nothing_and_too_many_messages_are_refused(settings):
    aino, babak = old(), old()
    restrict_player(aino, RestrictionKind.MUTED, None, StaffContext(make_moderator(), NOON, "x"))
    with pytest.raises(Muted):
        write(aino, babak)
    settings.IGO_MESSAGES = "1/hour"
    write(babak, aino, key="once")
    write(babak, aino, key="once")
    with pytest.raises(TooManyPosts):
        write(babak, aino, key="twice")
    answer = browser(babak).post(f"/messages/to/{aino.username}/", {"text": "more"})
    assert (answer.status_code, "Retry-After" in answer) == (429, True)
    assert Post.objects.count() == 1


def test_a_message_has_1_to_2000_characters():
    aino, babak = old(), old()
    for text in ("", " \n ", "x" * 2001, "\u200b"):
        with pytest.raises(InvalidPostContent):
            write(aino, babak, text)
    with pytest.raises(InvalidPostContent):
        write(aino, babak, quick="no such reply")
    write(aino, babak, "x" * 2000)
    assert browser(aino).post(f"/messages/to/{babak.username}/", {"text": ""}).status_code == 400
    assert Post.objects.count() == 1


def test_a_quick_reply_is_kept_as_a_key_and_read_in_the_readers_language_C61():
    aino, babak = old(language="fi"), old(language="fa")
    browser(aino).post(f"/messages/to/{babak.username}/", {"quick": "thanks", "text": ""})

    post = Post.objects.get()
    assert (post.quick, post.text) == ("thanks", "")
    path = f"/messages/{post.thread_id}/"
    read = [browser(player).get(path).content.decode() for player in (aino, babak)]
    assert [("Kiitos pelistä." in page, "بابت بازی سپاسگزارم." in page) for page in read] == [
        (True, False),
        (False, True),
    ]


def test_a_quick_reply_in_the_chat_of_a_game_is_read_in_the_readers_language_C61():
    aino, babak = old(language="fi"), old(language="fa")
    game = make_game(black=aino, white=babak)
    chat, path = f"/g/{game.pk}/chat/", f"/g/{game.pk}/?chat=1"
    browser(aino).post(chat, {"number": 0, "key": "12345678", "text": "not this", "quick": "good_move"})

    assert list(Message.objects.values_list("quick", "text")) == [("good_move", "")]
    text = [browser(player).get(path).content.decode().split('<ul class="chat">')[1] for player in (aino, babak)]
    read = [page.split("</ul>")[0] for page in text]
    assert [("Hyvä siirto." in page, "حرکت خوبی بود." in page) for page in read] == [(True, False), (False, True)]
    (row,) = browser(babak).get(f"/api/v1/games/{game.pk}/messages/").json()["results"]
    assert (row["quick"], row["text"]) == ("good_move", "حرکت خوبی بود.")
    bad = {"number": 0, "key": "12345679", "quick": "no such reply"}
    assert browser(aino).post(chat, bad).status_code == 400
    for body in ({}, {"text": "x", "quick": "hello"}, {"quick": "x"}):
        asked = browser(aino).post(
            f"/api/v1/games/{game.pk}/messages/", body, "application/json", headers={"Idempotency-Key": "k"}
        )
        assert asked.status_code == 400
    assert Message.objects.count() == 1


def test_only_the_two_read_a_conversation_whoever_asks():
    aino, babak = old(), old()
    post = write(aino, babak, "CANARY")
    for visitor in (old(), make_moderator(grade="administrators")):
        for path in (f"/messages/{post.thread_id}/", f"/report/post/{post.pk}/"):
            assert browser(visitor).get(path).status_code == 404
        with pytest.raises(NoSuchPost):
            moderation.target_post(visitor, post.pk)
        answer = browser(visitor).get(f"/api/v1/threads/{aino.username}/")
        assert (answer.status_code, b"CANARY" in answer.content) == (404, False)
    with pytest.raises(ObjectDoesNotExist):
        Post.objects.readable_by(old()).get(pk=post.pk)


def test_a_report_shows_moderators_the_message_and_ten_around_it():
    aino, babak = old(), old()
    posts = [write(aino, babak, f"number {n:02}") for n in range(20)]
    complaint = moderation.ReportContent(CaseKind.ABUSE, babak, "rude")

    for post, seen in ((posts[9], range(4, 15)), (posts[0], range(11)), (posts[18], range(9, 20))):
        moderation.report_player(target=moderation.target_post(babak, post.pk), complaint=complaint, now=NOON)
        result = Report.objects.get().evidence[-1]
        assert [one["text"] for one in result["around"]] == [f"number {n:02}" for n in seen if n != posts.index(post)]

    page = browser(make_moderator()).get(Report.objects.get().case.get_absolute_url()).content.decode()
    assert page.index("number 04") < page.index("number 09") < page.index("number 14")


def test_moderators_hide_a_reported_message_its_author_reads_why_and_it_can_be_shown_again():
    aino, babak = old(), old()
    post = write(aino, babak, "an insult")
    complaint = moderation.ReportContent(CaseKind.ABUSE, babak)
    case = moderation.report_player(target=moderation.target_post(babak, post.pk), complaint=complaint, now=NOON).case
    staff, path = make_moderator(), f"/messages/{post.thread_id}/"
    browser(staff).get(case.get_absolute_url())

    made = decide(case, staff, Measure.HIDE, post=post.pk, reason="No insults here.")

    pages = {player: browser(player).get(path).content.decode() for player in (aino, babak)}
    assert not any("an insult" in page for page in pages.values())
    assert ["No insults here." in pages[player] for player in (aino, babak)] == [True, False]
    moderation.undo_decision(decision_id=made.pk, staff=staff, reason="mistake", now=NOON)
    assert "an insult" in browser(babak).get(path).content.decode()


def test_the_api_writes_lists_reads_and_mutes():
    aino, babak = old("aino"), old("babak")
    mine, theirs = browser(aino), browser(babak)
    headers = {"Idempotency-Key": "k1"}
    for _ in range(2):
        answer = mine.post("/api/v1/threads/babak/", {"quick": "hello"}, "application/json", headers=headers)
        assert (answer.status_code, answer.json()["text"]) == (201, "Hi, have a good game.")
    (row,) = theirs.get("/api/v1/threads/").json()["results"]
    assert (row["player"], row["unread"], row["muted"]) == ("aino", 1, False)
    assert [one["quick"] for one in theirs.get("/api/v1/threads/aino/").json()["results"]] == ["hello"]
    assert theirs.post("/api/v1/threads/aino/read/", {}, "application/json").status_code == 204
    assert count(babak) == 0
    answer = theirs.patch("/api/v1/threads/aino/", json.dumps({"muted": True}), "application/json")
    assert answer.json()["muted"] is True
    for body in ({}, {"text": "x", "quick": "hello"}, {"quick": "nonsense"}, {"text": "x" * 2001}):
        answer = mine.post("/api/v1/threads/babak/", body, "application/json", headers={"Idempotency-Key": "k2"})
        assert answer.status_code == 400
    assert Post.objects.count() == 1


def test_what_one_wrote_is_taken_along_and_goes_with_the_account():
    aino, babak = old(), old()
    thread = write(aino, babak, "mine").thread
    write(babak, aino, "yours")
    assert [row["text"] for row in Post.objects.filter(author=aino).values("text")] == ["mine"]
    archive = b"".join(data_export.export_archive(aino))
    assert (b"private_messages.jsonl" in archive, b"conversations.jsonl" in archive) == (True, True)

    account_deletion.delete(player=aino, now=NOON)

    assert [post.text for post in Post.objects.all()] == ["yours"]
    page = browser(babak).get(f"/messages/{thread.pk}/").content.decode()
    assert ("yours" in page, "<textarea" in page) == (True, False)
    account_deletion.delete(player=babak, now=NOON)
    assert not Thread.objects.exists()
