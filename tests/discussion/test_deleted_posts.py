"""Posts that their authors delete, and reported posts on the page of a case (E113)."""

from __future__ import annotations

import pytest
from django.db import connection
from django.db.models import QuerySet
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.html import escape

from discussion import access, services
from discussion.services import TopicAct
from games.services.idempotency import PlayerRequest
from moderation.models.case import CaseKind
from moderation.services.reports import ReportContent, report_player, target_post
from notifications.models import Notice
from social.errors import NoSuchPost
from social.models import Post, Topic
from social.services.moderating import hide_post
from tests.clubs.helpers import make_club
from tests.discussion.helpers import act, say, start_topic
from tests.factories import NOON, days, make_moderator, make_player
from tests.support.callers import Caller
from tests.tournaments.helpers import asked, refused
from tests.tournaments.test_pages_and_api import signed_in

pytestmark = pytest.mark.django_db
SAYS_UNUSED = "apply to the decision you chose. Clear it or choose another decision."


def notified(topic):
    return set(Notice.objects.filter(kind="topic_post", path=topic.get_absolute_url()).values_list("player", flat=True))


def withdraw(player, post):
    services.delete_own_post(player, post.topic_id, post.pk)


def unread(player, topic):
    return Topic.objects.for_reader(player).get(pk=topic.pk).unread


def test_E113_a_deleted_post_is_gone_and_no_longer_unread(author, reader):
    topic = start_topic(author)
    act(reader, topic, TopicAct.FOLLOW)
    services.mark_posts_read(asked(reader), topic, 1)
    second, third = say(author, topic, now=NOON + days(1)), say(author, topic, now=NOON + days(2))

    withdraw(author, third)
    topic = Topic.objects.for_reader(reader).get()
    assert (topic.unread, topic.posts_left, topic.last_at) == (1, 2, NOON + days(1))
    assert notified(topic) == {reader.pk}, "one new post is left"

    withdraw(author, second)
    assert (unread(reader, topic), notified(topic)) == (0, set())
    assert say(author, topic).number == 4, "a number is not used again"
    assert unread(reader, topic) == 1


def test_E113_only_own_posts_that_moderators_have_not_hidden_are_deleted(author, reader):
    topic = start_topic(author)
    own, hidden, elsewhere = say(reader, topic), say(reader, topic), start_topic(reader)
    hide_post(post_id=hidden.pk, reason="rude", now=NOON)
    for post in (topic.posts.first(), hidden):
        refused(NoSuchPost, withdraw, reader, post)
    refused(NoSuchPost, services.delete_own_post, reader, topic.pk, elsewhere.posts.get().pk)

    withdraw(reader, own)

    assert set(topic.posts.values_list("number", flat=True)) == {1, 3}


def test_E113_the_title_goes_with_the_first_post_and_the_topic_with_the_last(author, reader):
    topic = start_topic(author, title="Rude title")
    reply = say(reader, topic)

    withdraw(author, topic.posts.first())
    assert Topic.objects.for_reader(reader).get().shown_title == "[deleted by its author]"
    assert Topic.objects.get().title == ""

    withdraw(reader, reply)
    assert not Topic.objects.exists()


def test_E113_a_deleted_title_leaves_the_notices_too(author, reader):
    topic, other = start_topic(author, title="Rude title"), make_player()
    for player in (reader, other):
        act(player, topic, TopicAct.FOLLOW)
    reply = say(other, topic)
    say(author, topic)
    services.mark_posts_read(asked(other), topic, 3)

    withdraw(author, topic.posts.first())
    assert set(Notice.objects.values_list("title", flat=True)) == {services.NO_TITLE}
    assert notified(topic) == {author.pk, reader.pk, other.pk}

    withdraw(author, topic.posts.get(number=3))
    withdraw(other, reply)
    assert notified(topic) == set(), "neither read nor unread"


def test_E113_a_post_that_is_hidden_meanwhile_is_not_deleted(author, monkeypatch):
    post, lock = start_topic(author).posts.get(), QuerySet.select_for_update

    def wait_for_a_moderator(rows, **how):
        if rows.model is Post:
            hide_post(post_id=post.pk, reason="rude", now=NOON)
        return lock(rows, **how)

    monkeypatch.setattr(QuerySet, "select_for_update", wait_for_a_moderator)
    refused(NoSuchPost, withdraw, author, post)

    assert Post.objects.exists()


def delete_after_reading(monkeypatch, times):
    """Let someone delete the topic after this process has read it this many times."""
    visible = access.visible_topic

    def visible_until_then(viewer, topic_id):
        found, left[0] = visible(viewer, topic_id), left[0] - 1
        if not left[0]:
            Topic.objects.filter(pk=topic_id).delete()
        return found

    left = [times]
    monkeypatch.setattr(access, "visible_topic", visible_until_then)


@pytest.mark.parametrize(("path", "times"), [("withdraw/", 1), ("withdraw/", 2), ("", 2)])
def test_E113_a_topic_that_is_deleted_meanwhile_is_not_there(monkeypatch, author, path, times):
    topic, client = start_topic(author), signed_in(author)
    delete_after_reading(monkeypatch, times)

    found = client.post(f"{topic.get_absolute_url()}{path}", {"post": 1, "text": "hello"})

    assert found.status_code == 404


@pytest.mark.django_db(transaction=True)
def test_E113_a_reader_of_a_topic_that_is_deleted_meanwhile_gets_404(monkeypatch, author, reader):
    topic = start_topic(author)
    delete_after_reading(monkeypatch, 1)

    assert signed_in(reader).get(topic.get_absolute_url()).status_code == 404


def test_E113_a_retry_of_a_deleted_post_writes_no_other(author):
    topic, once = start_topic(author), PlayerRequest(author, NOON, "key-1")
    withdraw(author, services.reply_to_topic(once, topic.pk, "hello"))

    refused(NoSuchPost, services.reply_to_topic, once, topic.pk, "hello")


def test_E113_a_post_is_deleted_on_the_page_and_a_reader_is_shown_what_is_left(author, reader):
    topic, client = start_topic(author, text="First post"), Client()
    posts = [say(author, topic, f"Post {number}.") for number in range(2, 53)]
    client.force_login(author)
    path = f"{topic.get_absolute_url()}withdraw/"
    for post in posts[-2:]:
        done = client.post(path, {"post": post.pk, "at": post.number})
        assert (done.status_code, done["Location"]) == (302, f"{topic.get_absolute_url()}?post={post.number}")
    page = client.get(topic.get_absolute_url()).content.decode()
    assert "Post 50." in page
    assert "Post 51." not in page
    assert client.post(path, {"post": posts[-1].pk}).status_code == 404
    client.force_login(reader)
    services.mark_posts_read(asked(reader), topic, 48)
    withdraw(author, posts[47])
    page = client.get(topic.get_absolute_url()).content.decode()
    assert page.index("New posts") < page.index("Post 50.")
    assert path not in page, "others do not delete it"


def test_E113_programs_delete_posts_of_their_player(client, author, reader):
    topic = start_topic(author)
    post = say(author, topic)

    for player, status in ((reader, 404), (author, 204), (author, 404)):
        assert (
            Caller(client, player).send("delete", f"discussion/{topic.pk}/posts/{post.pk}/", {}).status_code == status
        )
    assert Caller(client, reader).get(f"discussion/{topic.pk}/").json()["posts"] == 1


def test_E113_the_only_post_is_deleted_with_its_topic_on_the_page(author):
    topic, client = start_topic(author), Client()
    client.force_login(author)

    done = client.post(f"{topic.get_absolute_url()}withdraw/", {"post": topic.posts.get().pk})

    assert (done.status_code, done["Location"]) == (302, "/discussion/")


def test_E113_moderators_keep_a_copy_of_a_deleted_post_that_was_reported(author, reader):
    topic = start_topic(author, text="Buy my boards")
    target = target_post(reader, topic.posts.get().pk)
    report = report_player(target=target, complaint=ReportContent(CaseKind.OTHER, reader), now=NOON)

    withdraw(author, topic.posts.get())

    report.refresh_from_db()
    assert report.evidence[0]["text"] == "Buy my boards"
    assert "Buy my boards" in signed_in(make_moderator()).get(report.case.get_absolute_url()).content.decode()


def test_E113_a_case_links_to_the_post_where_the_moderator_may_read_it(author, reader):
    club = make_club(author, reader)
    page = {}
    for name, topic in (("open", start_topic(author)), ("club", start_topic(author, club))):
        post = topic.posts.get()
        complaint = ReportContent(CaseKind.SPAM, reader)
        case = report_player(target=target_post(reader, post.pk), complaint=complaint, now=NOON).case
        page[name] = escape(post.get_absolute_url())
    text = signed_in(make_moderator()).get(case.get_absolute_url()).content.decode()

    assert f'href="{page["open"]}"' in text
    assert page["club"] not in text
    assert "Spam or advertising" in text


def test_E113_a_case_of_many_posts_asks_as_much_as_a_case_of_one(author, reader):
    client, counts = signed_in(make_moderator()), []
    for _ in range(3):
        target = target_post(reader, start_topic(author).posts.get().pk)
        case = report_player(target=target, complaint=ReportContent(CaseKind.SPAM, reader), now=NOON).case
        with CaptureQueriesContext(connection) as captured:
            text = client.get(case.get_absolute_url()).content.decode()
        counts.append(len(captured))

    assert text.count("See it in context") == 3
    assert counts[1] == counts[2]


def test_E113_a_chosen_message_is_not_left_by_a_decision_that_does_not_use_it(author, reader):
    post = start_topic(author).posts.get()
    target, complaint = target_post(reader, post.pk), ReportContent(CaseKind.SPAM, reader)
    case = report_player(target=target, complaint=complaint, now=NOON).case
    client, form = signed_in(make_moderator()), {"seen": 0, "days": 7, "games_then": "play_on", "reason_key": "spam"}
    form |= {"message": f"post-{post.pk}", "ends_case": "on"}

    unchosen = client.post(f"/mod/case/{case.pk}/decide/", form)
    assert unchosen.status_code == 400
    assert SAYS_UNUSED not in unchosen.content.decode(), "nothing was chosen that it could not apply to"
    refused_page = client.post(f"/mod/case/{case.pk}/decide/", {**form, "measure": "none"})
    assert refused_page.status_code == 400
    assert SAYS_UNUSED in refused_page.content.decode()
    case.refresh_from_db()
    assert case.is_open

    assert client.post(f"/mod/case/{case.pk}/decide/", {**form, "measure": "hide"}).status_code == 302
    post.refresh_from_db()
    assert post.is_hidden
