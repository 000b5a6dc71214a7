"""The bounds of discussions: who is notified, what is read, how long a title is (E110 to E113)."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.html import escape

from accounts.core.restrictions import Suspended
from accounts.models import Player
from clubs.models import Club, Membership
from discussion import services
from discussion.errors import BadTopic
from discussion.services import TopicAct
from games.services.idempotency import PlayerRequest
from moderation.models.case import CaseKind
from moderation.services.reports import ReportContent, report_player, target_post
from notifications.models import Notice
from social.errors import NoSuchPost
from social.models import LONGEST_TOPIC, Mute, Topic, TopicSide
from social.services.moderating import hide_post
from tests.clubs.helpers import make_club
from tests.discussion.helpers import say, start_topic
from tests.factories import NOON, days, make_moderator, make_player
from tests.support.callers import Caller
from tests.tournaments.helpers import asked, refused
from tests.tournaments.test_pages_and_api import signed_in

pytestmark = pytest.mark.django_db
SAYS_UNUSED = "apply to the decision you chose. Clear it or choose another decision."


@pytest.fixture
def author():
    return make_player()


@pytest.fixture
def reader():
    return make_player()


def act(player, topic, doing):
    services.perform_topic_act(asked(player), topic.pk, doing)


def side(player, topic):
    return TopicSide.objects.get(player=player, topic=topic)


def notified(topic):
    return set(Notice.objects.filter(kind="topic_post", path=topic.get_absolute_url()).values_list("player", flat=True))


def test_E110_a_title_has_at_least_one_character_and_a_longest_length(author):
    assert len(start_topic(author, title="x" * LONGEST_TOPIC).title) == LONGEST_TOPIC
    assert start_topic(author, title=" K ").title == "K"
    refused(BadTopic, start_topic, author, title="x" * (LONGEST_TOPIC + 1))
    refused(BadTopic, start_topic, author, title="  ")


def test_E110_a_topic_with_a_new_post_is_the_latest(author):
    topic = start_topic(author)

    say(author, topic, now=NOON + days(2))

    topic.refresh_from_db()
    assert (topic.last_at, topic.post_count) == (NOON + days(2), 2)


@pytest.mark.parametrize(
    ("doings", "following", "muted"),
    [
        ([TopicAct.FOLLOW], True, False),
        ([TopicAct.FOLLOW, TopicAct.UNFOLLOW], False, False),
        ([TopicAct.FOLLOW, TopicAct.MUTE], False, True),
        ([TopicAct.MUTE, TopicAct.FOLLOW], True, False),
        ([TopicAct.MUTE, TopicAct.UNMUTE], False, False),
    ],
)
def test_E111_following_ends_muting_and_muting_ends_following(author, reader, doings, following, muted):
    topic = start_topic(author)

    for doing in doings:
        act(reader, topic, doing)

    assert (side(reader, topic).following, side(reader, topic).muted) == (following, muted)
    say(author, topic)
    assert notified(topic) == ({reader.pk} if following else set())


def test_E111_only_followers_of_this_topic_are_notified(author, reader):
    topic, other = start_topic(author), start_topic(author, title="Another")
    act(reader, other, TopicAct.FOLLOW)
    TopicSide.objects.create(topic=topic, player=make_player(), following=False)
    TopicSide.objects.create(topic=topic, player=make_player(), following=True, muted=True)

    say(author, topic)

    assert notified(topic) == set()


def test_E111_an_unread_notice_of_another_topic_or_kind_hides_none(author, reader):
    topic, other = start_topic(author), start_topic(author, title="Another")
    Notice.objects.create(player=reader, kind="moderated", path=topic.get_absolute_url(), created_at=NOON)
    for one in (topic, other):
        act(reader, one, TopicAct.FOLLOW)
        say(author, one)

    assert notified(topic) == notified(other) == {reader.pk}


def test_E111_players_who_mute_the_author_or_deleted_their_account_are_not_notified(author, reader):
    topic, gone = start_topic(author), make_player()
    for player in (reader, gone):
        act(player, topic, TopicAct.FOLLOW)
    Mute.objects.create(player=reader, muted=author)
    Player.objects.filter(pk=gone.pk).update(deleted_at=NOON)

    say(author, topic)
    assert notified(topic) == set()

    say(make_player(), topic)
    assert notified(topic) == {reader.pk, author.pk}, "only this author is muted"


def test_E111_posts_of_a_club_notify_its_members_while_it_is_open(author, reader):
    club, stranger = make_club(author, reader), make_player()
    make_club(stranger, name="Another club")
    topic = start_topic(author, club)
    for player in (reader, stranger):
        TopicSide.objects.create(topic=topic, player=player, following=True)

    say(author, topic)
    assert notified(topic) == {reader.pk}

    Notice.objects.all().delete()
    Club.objects.filter(pk=club.pk).update(closed_at=NOON)
    services._notify_followers(Topic.objects.get(), topic.posts.latest("pk"))
    assert notified(topic) == set()
    assert Membership.objects.members().filter(club=club, player=reader).exists()


def test_E111_open_pages_of_those_who_are_notified_are_updated(monkeypatch, author, reader):
    topic, changed = start_topic(author), []
    act(reader, topic, TopicAct.FOLLOW)
    monkeypatch.setattr(services.events, "signal_player_changed", lambda *players: changed.append(players))

    say(author, topic)

    assert changed == [(reader.pk,)]


def test_E112_what_was_read_is_read_and_never_less(author, reader):
    topic, other = start_topic(author), start_topic(author, title="Another")
    third = make_player()
    for player in (reader, third):
        for one in (topic, other):
            act(player, one, TopicAct.FOLLOW)
    for one in (topic, other):
        say(author, one)

    services.mark_read(asked(reader), topic, 2)
    services.mark_read(asked(reader), topic, 1)

    assert [side(player, one).read for player in (reader, third) for one in (topic, other)] == [2, 0, 0, 0]
    unread = Notice.objects.unread().filter(kind="topic_post")
    assert set(unread.values_list("player", "path")) == {
        (reader.pk, other.get_absolute_url()),
        (third.pk, topic.get_absolute_url()),
        (third.pk, other.get_absolute_url()),
    }


def test_E112_reading_what_was_read_writes_nothing(author, reader, django_assert_num_queries):
    topic = start_topic(author)
    services.mark_read(asked(reader), topic, 1)

    with django_assert_num_queries(2):
        services.mark_read(asked(reader), topic, 1)


def test_E113_a_suspended_player_follows_nothing(author, reader):
    topic = start_topic(author)
    Player.objects.filter(pk=reader.pk).update(suspended_until=NOON + days(1))
    reader.refresh_from_db()

    refused(Suspended, act, reader, topic, TopicAct.FOLLOW)

    assert not TopicSide.objects.filter(player=reader).exists()


def withdraw(player, post):
    services.withdraw_post(player, post.topic_id, post.pk)


def unread(player, topic):
    return Topic.objects.for_reader(player).get(pk=topic.pk).unread


def test_E113_a_deleted_post_is_gone_and_no_longer_unread(author, reader):
    topic = start_topic(author)
    act(reader, topic, TopicAct.FOLLOW)
    services.mark_read(asked(reader), topic, 1)
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
    refused(NoSuchPost, services.withdraw_post, reader, topic.pk, elsewhere.posts.get().pk)

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
    services.mark_read(asked(reader), topic, 48)
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
