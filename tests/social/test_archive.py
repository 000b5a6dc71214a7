"""The archive and search of private messages (C80, S03)."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from social.models import Post, ThreadSide
from social.services import threads
from tests.factories import NOON, make_moderator
from tests.social.test_messages import browser, count, old, write

pytestmark = pytest.mark.django_db


def names_in(page):
    return [side.other.username for side, _ in page.context["sides"]]


def ids_in(page):
    return [post.pk for post, *_ in page.context["rows"]]


def test_an_archived_conversation_is_read_and_is_back_after_the_next_message():
    aino, babak = old("aino"), old("babak")
    thread = write(aino, babak).thread
    mine = browser(babak)

    mine.post(f"/messages/{thread.pk}/archive/", {"do": "archive"})

    assert count(babak) == 0
    assert (names_in(mine.get("/messages/")), names_in(mine.get("/messages/?archived=1"))) == ([], ["aino"])
    assert names_in(browser(aino).get("/messages/")) == ["babak"]
    write(aino, babak, "are you there")
    assert (names_in(mine.get("/messages/")), names_in(mine.get("/messages/?archived=1"))) == (["aino"], [])
    mine.post(f"/messages/{thread.pk}/archive/", {"do": "archive"})
    mine.post(f"/messages/{thread.pk}/archive/", {"do": "restore"})
    assert names_in(mine.get("/messages/")) == ["aino"]


def test_a_muted_conversation_stays_in_the_archive_until_its_owner_writes():
    aino, babak = old("aino"), old("babak")
    write(aino, babak)
    side = threads.find_thread_side_with(babak, aino)
    threads.set_thread_muted(side, muted=True)
    threads.set_thread_archived(side, NOON, archived=True)

    write(aino, babak, "are you there")
    assert ThreadSide.objects.get(player=babak).archived
    write(babak, aino, "yes")
    assert not ThreadSide.objects.get(player=babak).archived


def test_the_search_finds_messages_of_ones_own_conversations_only():
    aino, babak, cyrus = old("aino"), old("babak"), old("cyrus")
    mine = [write(aino, babak, "A ladder at R4"), write(babak, aino, "Which LADDER?")]
    write(babak, cyrus, "our secret ladder")
    hidden = write(cyrus, aino, "rude ladder")
    Post.objects.filter(pk=hidden.pk).update(hidden_at=NOON)

    page = browser(aino).get("/messages/", {"q": "ladder"})

    assert ids_in(page) == [post.pk for post in reversed(mine)]
    assert f"/messages/{mine[0].thread_id}/?before={mine[0].pk + 1}#post-{mine[0].pk}" in page.content.decode()
    assert ids_in(browser(make_moderator()).get("/messages/", {"q": "ladder"})) == []


def test_the_search_reads_quick_replies_in_the_players_language():
    aino, babak = old("aino", language="fi"), old("babak")
    reply = write(babak, aino, "", quick="thanks")

    assert ids_in(browser(aino).get("/messages/", {"q": "kiitos"})) == [reply.pk]
    assert ids_in(browser(babak).get("/messages/", {"q": "kiitos"})) == []


def test_the_search_shows_the_place_in_a_long_message_and_takes_any_text():
    aino, babak = old("aino"), old("babak")
    write(babak, aino, "long " * 60 + "at the <b>end</b> 100%")
    mine = browser(aino)

    page = mine.get("/messages/", {"q": "END"}).content.decode()

    assert "at the &lt;b&gt;<mark>end</mark>&lt;/b&gt; 100%" in page
    assert len(ids_in(mine.get("/messages/", {"q": "0%"}))) == 1
    assert ids_in(mine.get("/messages/", {"q": "%end"})) == []
    assert mine.get("/messages/", {"q": "x\x00" + "y" * 5000}).status_code == 200
    assert "sides" in mine.get("/messages/", {"q": "  "}).context


def test_the_pages_of_a_search_keep_the_text_and_ask_the_same_number_of_queries(monkeypatch):
    monkeypatch.setattr("social.views.messages.A_PAGE", 4)
    aino = old("aino")
    mine = browser(aino)

    def queries():
        with CaptureQueriesContext(connection) as asked:
            page = mine.get("/messages/", {"q": "stone"})
        return page, len(asked)

    write(old(), aino, "a stone")
    queries()
    _, few = queries()
    for _ in range(5):
        write(old(), aino, "another stone")
    page, many = queries()

    assert many == few
    assert len(ids_in(page)) == 4
    assert "?q=stone&amp;after=" in page.content.decode()
    assert len(ids_in(mine.get("/messages/?q=stone&page=2"))) == 2


def test_an_excerpt_begins_with_a_whole_word():
    aino = old("aino")
    write(old("babak"), aino, "When I looked at the joseki again, the ladder was broken.")
    page = browser(aino).get("/messages/?q=ladder")
    assert [excerpt for *_, excerpt in page.context["rows"]] == ["… looked at the joseki again, the ladder was broken."]
    assert "1 message found" in page.content.decode()


def test_programs_archive_and_search_too():
    aino, babak = old("aino"), old("babak")
    post = write(babak, aino, "Shall we play on a 13x13?")
    mine = browser(aino)

    def get(path, client=mine):
        return client.get(f"/api/v1/{path}").json()["results"]

    answer = mine.patch("/api/v1/threads/babak/", {"archived": True}, "application/json")
    assert answer.json()["archived"]
    assert get("threads/?archived=false") == []
    assert [row["player"] for row in get("threads/?archived=true")] == ["babak"]
    assert [row["player"] for row in get("threads/")] == ["babak"]
    (found,) = get("private-messages/?q=13x13")
    assert (found["id"], found["thread"], found["player"]) == (post.pk, post.thread_id, "babak")
    assert get("private-messages/?q=13x13", browser(babak))[0]["player"] == "aino"
    assert [row["id"] for row in get("private-messages/")] == [post.pk]
    for path in (f"private-messages/?q={'x' * 101}", "threads/?archived=1"):
        assert mine.get(f"/api/v1/{path}").status_code == 400
    assert mine.patch("/api/v1/threads/babak/", {}, "application/json").status_code == 400
