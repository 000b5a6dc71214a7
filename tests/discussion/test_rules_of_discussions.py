"""Limits of discussions: notifications, read posts, titles (E110 to E113)."""

from __future__ import annotations

import pytest

from accounts.core.restrictions import Suspended
from accounts.models import Player
from clubs.models import Club, Membership
from discussion import services
from discussion.errors import InvalidTopicTitle, TooManyTopics
from discussion.services import TopicAct
from notifications.models import Notice
from notifications.models.notice import LONGEST_TITLE
from social.errors import TooManyPosts
from social.models import LONGEST_TOPIC, Mute, Topic, TopicSide
from tests.clubs.helpers import make_club
from tests.discussion.helpers import act, say, start_topic
from tests.factories import NOON, days, make_player
from tests.tournaments.helpers import asked, refused

pytestmark = pytest.mark.django_db


def side(player, topic):
    return TopicSide.objects.get(player=player, topic=topic)


def notified(topic):
    return set(Notice.objects.filter(kind="topic_post", path=topic.get_absolute_url()).values_list("player", flat=True))


def test_E110_a_title_has_at_least_one_character_and_a_longest_length(author):
    assert len(start_topic(author, title="x" * LONGEST_TOPIC).title) == LONGEST_TOPIC
    assert start_topic(author, title=" K ").title == "K"
    refused(InvalidTopicTitle, start_topic, author, title="x" * (LONGEST_TOPIC + 1))
    refused(InvalidTopicTitle, start_topic, author, title="  ")


def test_E111_a_notice_has_the_beginning_of_a_long_title(author, reader):
    topic = start_topic(author, title="x" * LONGEST_TOPIC)
    act(reader, topic, TopicAct.FOLLOW)
    say(author, topic)

    assert Notice.objects.get(player=reader).title == "x" * LONGEST_TITLE


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
    monkeypatch.setattr(services.events, "signal_player_lists_changed", lambda *players: changed.append(players))

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

    other_kind = Notice.objects.create(player=reader, kind="moderated", path=topic.get_absolute_url(), created_at=NOON)

    services.mark_posts_read(asked(reader), topic, 2)
    services.mark_posts_read(asked(reader), topic, 1)

    assert Notice.objects.unread().filter(pk=other_kind.pk).exists()
    assert [side(player, one).read for player in (reader, third) for one in (topic, other)] == [2, 0, 0, 0]
    unread = Notice.objects.unread().filter(kind="topic_post")
    assert set(unread.values_list("player", "path")) == {
        (reader.pk, other.get_absolute_url()),
        (third.pk, topic.get_absolute_url()),
        (third.pk, other.get_absolute_url()),
    }


def test_E112_reading_what_was_read_writes_nothing(author, reader, django_assert_num_queries):
    topic = start_topic(author)
    services.mark_posts_read(asked(reader), topic, 1)

    with django_assert_num_queries(2):
        services.mark_posts_read(asked(reader), topic, 1)


def test_E113_a_suspended_player_follows_nothing(author, reader):
    topic = start_topic(author)
    Player.objects.filter(pk=reader.pk).update(suspended_until=NOON + days(1))
    reader.refresh_from_db()

    refused(Suspended, act, reader, topic, TopicAct.FOLLOW)

    assert not TopicSide.objects.filter(player=reader).exists()


def test_E112_a_topic_that_is_opened_for_the_first_time_is_read_to_what_is_shown(author, reader):
    topic = start_topic(author)
    say(author, topic)

    services.mark_posts_read(asked(reader), topic, 1)

    assert (side(reader, topic).read, side(reader, topic).following) == (1, False)


@pytest.mark.parametrize(("waits", "seconds"), [(0.0, 1), (10.5, 11), (60.0, 61)])
def test_E110_who_has_written_too_much_waits_to_the_end_of_the_last_second(monkeypatch, author, waits, seconds):
    """The limits of topics and of public replies in the first week."""
    topic, newcomer = start_topic(author), make_player(date_joined=NOON)
    monkeypatch.setattr(services.limits, "count_hit", lambda *_: waits)

    for refusal, do in ((TooManyTopics, lambda: start_topic(author)), (TooManyPosts, lambda: say(newcomer, topic))):
        with pytest.raises(refusal) as caught:
            do()
        assert caught.value.data["retry_after"] == seconds

    assert topic.posts.count() == Topic.objects.count() == 1


def test_E111_open_pages_of_those_who_lose_a_notice_are_updated(monkeypatch, author, reader):
    topic, changed, last = start_topic(author), [], make_player()
    for player in (reader, last):
        act(player, topic, TopicAct.FOLLOW)
    post = say(author, topic, now=NOON + days(1))
    Notice.objects.filter(player=last).update(read_at=NOON)
    later, path = NOON + days(1), topic.get_absolute_url()
    for kind, elsewhere in (("moderated", path), ("topic_post", "/discussion/0/")):
        Notice.objects.create(player=last, kind=kind, path=elsewhere, created_at=later)
    monkeypatch.setattr(services.events, "signal_player_lists_changed", lambda *players: changed.append(players))

    services.delete_own_post(author, topic.pk, post.pk)

    assert changed == [(reader.pk,)]
    assert not Notice.objects.filter(player=reader).exists()
    kept = set(Notice.objects.filter(player=last).values_list("kind", "path", "read_at"))
    others = {("moderated", path, None), ("topic_post", "/discussion/0/", None)}
    assert kept == {("topic_post", path, NOON), *others}, "read, of another kind, or about another topic"


def test_E113_notices_of_posts_after_the_title_was_deleted_have_an_ellipsis(author, reader):
    topic = start_topic(author)
    act(reader, topic, TopicAct.FOLLOW)
    say(author, topic)
    services.delete_own_post(author, topic.pk, topic.posts.first().pk)
    Notice.objects.all().delete()

    say(author, topic)

    assert Notice.objects.get(player=reader).title == services.NO_TITLE == "…"
