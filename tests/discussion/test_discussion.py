"""Discussions of clubs and of the whole server (E110 to E113)."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.core.guests import NotForGuests
from accounts.core.restrictions import Muted, Suspended
from accounts.models import Block, Player
from accounts.privacy.account_deletion import delete
from clubs.errors import NotMember
from clubs.models import Club, ClubRole, Membership, MemberStanding
from discussion import access, errors, services
from discussion.services import NewTopic, TopicAct
from games.services.idempotency import PlayerRequest
from notifications.models import Notice
from social.errors import InvalidPostContent, NoSuchPost, TooManyPosts
from social.models import Mute, Post, Topic, TopicSide
from social.services.moderating import hide_post, nearest_messages, visible_post
from social.templatetags.social import quotations
from tests.clubs.helpers import add, make_club
from tests.discussion.helpers import say, start_topic
from tests.factories import NOON, days, make_moderator, make_player
from tests.tournaments.helpers import asked, refused

pytestmark = pytest.mark.django_db


def visible(viewer):
    return list(Topic.objects.visible_to(viewer).order_by("pk").values_list("title", flat=True))


def topic_of(viewer, topic):
    return access.visible_topic(viewer, topic.pk)


def signed_in(player):
    client = Client()
    client.force_login(player)
    return client


def notified(topic):
    return set(Notice.objects.filter(kind="topic_post", path=topic.get_absolute_url()).values_list("player", flat=True))


def test_E110_members_read_a_clubs_topics_others_read_those_of_the_whole_server():
    owner, member, stranger, left = (make_player() for _ in range(4))
    club = make_club(owner, member)
    add(club, left)
    Membership.objects.filter(player=left).update(standing=MemberStanding.LEFT)
    topic, _open = start_topic(owner, club, title="Ours"), start_topic(owner, title="For all")
    guest, moderator = make_player(is_guest=True), make_moderator()
    for reader in (owner, member):
        assert visible(reader) == ["Ours", "For all"]
        assert visible_post(reader, topic.posts.get().pk)
    for reader in (stranger, left, guest, moderator):
        assert visible(reader) == ["For all"]
        refused(NoSuchPost, visible_post, reader, topic.posts.get().pk)
        refused(errors.NoSuchTopic, services.reply_to_topic, asked(reader), topic.pk, "hello")
        refused(NotMember, access.check_may_read, reader, club)
        page = signed_in(reader).get(f"/clubs/{club.pk}/discussion/")
        assert page.status_code == 200
        assert "Ours" not in page.content.decode()
        assert signed_in(reader).get(topic.get_absolute_url()).status_code == 404
    assert "For all" in Client().get("/discussion/").content.decode()
    assert Client().get(topic.get_absolute_url()).status_code == 404
    Club.objects.update(closed_at=NOON)
    assert visible(owner) == ["For all"], "the club is closed"


def test_E110_blocked_and_muted_players_do_not_read_each_other():
    author, blocked, muting = (make_player() for _ in range(3))
    topic, neutral = start_topic(author, title="By author"), start_topic(make_player(), title="Neutral")
    post = say(author, neutral)
    Block.objects.create(player=author, blocked=blocked, at=NOON)
    Mute.objects.create(player=muting, muted=author)
    for reader in (blocked, muting):
        refused(NoSuchPost, visible_post, reader, topic.posts.get().pk)
        refused(NoSuchPost, visible_post, reader, post.pk)
        assert topic_of(reader, neutral).unread == 1
    result = say(blocked, neutral)
    refused(NoSuchPost, visible_post, author, result.pk)
    services.perform_topic_act(asked(blocked), neutral.pk, TopicAct.FOLLOW)
    say(author, neutral)
    assert blocked.pk not in notified(neutral)


@pytest.mark.parametrize("blocks", [True, False], ids=["author blocks", "reader blocks"])
def test_E110_a_topic_that_a_blocked_player_started_stays_without_their_posts(blocks):
    author, reader = make_player(), make_player()
    topic = start_topic(author, title="By author", text="first of the author")
    Block.objects.create(player=author if blocks else reader, blocked=reader if blocks else author, at=NOON)
    client = signed_in(reader)
    for path in ("/discussion/", "/api/v1/discussion/"):
        assert "By author" not in client.get(path).content.decode(), "nothing in it can be read"
    mine = say(reader, topic, "mine")
    say(make_player(), topic, "of another")

    page = client.get(topic.get_absolute_url()).content.decode()
    for text, is_there in (("By author", True), ("first of the author", False), ("mine", True), ("of another", True)):
        assert (text in page) is is_there, text
    row = client.get("/api/v1/discussion/").json()["results"][0]
    assert (row["title"], row["posts"], row["unread"]) == ("By author", 2, 0)
    assert "mine" not in signed_in(author).get(topic.get_absolute_url()).content.decode()
    services.delete_own_post(reader, topic.pk, mine.pk)
    assert not Post.objects.filter(pk=mine.pk).exists()


@pytest.mark.parametrize("path", ["/discussion/?q=", "/api/v1/discussion/?q="])
def test_E111_search_finds_no_words_of_posts_that_the_reader_may_not_read(path):
    author, reader = make_player(), make_player()
    topic = start_topic(make_player(), title="Neutral")
    say(author, topic, "avalanche")

    def is_found():
        return "Neutral" in signed_in(reader).get(f"{path}avalanche").content.decode()

    assert is_found()
    for player, other in ((author, reader), (reader, author)):
        block = Block.objects.create(player=player, blocked=other, at=NOON)
        assert not is_found()
        block.delete()
    Mute.objects.create(player=reader, muted=author)
    assert not is_found()


def test_E112_guests_bots_muted_and_suspended_players_do_not_write():
    topic = start_topic(make_player())
    suspended, muted = make_player(), make_player()
    Player.objects.filter(pk=suspended.pk).update(suspended_until=NOON + days(1))
    Player.objects.filter(pk=muted.pk).update(muted_until=NOON + days(1))
    for player, refusal in (
        (make_player(is_guest=True), NotForGuests), (make_player(is_bot=True), errors.NoBotsInDiscussions),
        (suspended, Suspended), (muted, Muted),
    ):  # fmt: skip
        player.refresh_from_db()
        refused(refusal, services.reply_to_topic, asked(player), topic.pk, "hello")
        refused(refusal, services.start_topic, asked(player), NewTopic(title="Title", text="hello"))
    assert Post.objects.count() == 1


def test_E112_new_players_reply_and_start_topics_in_their_club_only():
    new = make_player(date_joined=NOON - days(6))
    club = make_club(new)
    say(new, start_topic(make_player()))
    refused(errors.TooNewToStartTopic, services.start_topic, asked(new), NewTopic(title="Title", text="hello"))
    assert services.start_topic(asked(new), NewTopic(title="Title", text="hello", club=club.pk)).club == club
    refused(NotMember, services.start_topic, asked(make_player()), NewTopic(title="Title", text="hello", club=club.pk))
    assert services.start_topic(asked(new, NOON + days(1)), NewTopic(title="Title", text="hello")).pk


def test_E112_three_topics_a_day_and_as_many_posts_as_messages(settings):
    author = make_player()
    topics = [start_topic(author, title=f"Topic {number}") for number in range(3)]
    refused(errors.TooManyTopics, start_topic, author)
    settings.IGO_MESSAGES = "1/hour"
    other = make_player()
    say(other, topics[0])
    refused(TooManyPosts, say, other, topics[0])
    for title in ("", " ", "two\nlines", "x" * 101):
        refused(errors.InvalidTopicTitle, services.start_topic, asked(author), NewTopic(title=title, text="hello"))
    refused(InvalidPostContent, services.reply_to_topic, asked(author), topics[0].pk, " ")


def test_E112_refused_topics_and_replies_use_up_no_limit(settings, monkeypatch):
    monkeypatch.setattr(services, "REPLIES_OF_NEW_PLAYERS", 1)
    monkeypatch.setattr(services, "RATE", "1/day")
    settings.IGO_MESSAGES = "2/hour"
    author, new = make_player(), make_player(date_joined=NOON)
    topic = start_topic(author)
    owner, writer = make_player(), make_player(date_joined=NOON - days(8))
    in_club = start_topic(owner, make_club(owner, new))

    refused(errors.TooManyTopics, start_topic, author)
    say(author, topic)
    say(new, topic)
    refused(TooManyPosts, say, new, topic)
    say(new, in_club)

    for _ in range(2):
        say(writer, topic)
    refused(TooManyPosts, start_topic, writer)
    settings.IGO_MESSAGES = "9/hour"
    assert start_topic(writer).pk


def test_E112_new_players_write_few_replies_a_day_in_topics_of_the_whole_server(monkeypatch):
    monkeypatch.setattr(services, "REPLIES_OF_NEW_PLAYERS", 2)
    topic, new = start_topic(make_player()), make_player(date_joined=NOON - days(7) + days(0.001))
    for _ in range(2):
        say(new, topic)
    with pytest.raises(TooManyPosts) as caught:
        say(new, topic)
    assert "limit of 2 replies a day" in str(caught.value.message())

    owner = make_player()
    say(new, start_topic(owner, make_club(owner, new)))
    for other in (make_player(date_joined=NOON - days(7)), make_player(is_staff=True, date_joined=NOON)):
        for _ in range(3):
            say(other, topic)


def test_a_retry_with_the_same_key_gives_the_first_topic_and_post():
    author = make_player(date_joined=NOON - days(9))
    once = PlayerRequest(author, NOON, "key-1")
    first = services.start_topic(once, NewTopic(title="Title", text="hello"))
    assert services.start_topic(once, NewTopic(title="Title", text="hello")) == first
    again = PlayerRequest(author, NOON, "key-2")
    assert services.reply_to_topic(again, first.pk, "yes") == services.reply_to_topic(again, first.pk, "yes")
    assert topic_of(author, first).post_count == 2


def test_E111_a_topic_is_unread_until_it_is_opened_and_never_while_muted():
    author, reader = make_player(), make_player()
    topic = start_topic(author)
    client = signed_in(reader)
    assert topic_of(reader, topic).unread == 1
    client.get(topic.get_absolute_url(), headers={"Sec-Fetch-Mode": "cors"})
    assert topic_of(reader, topic).unread == 1, "a reload by a script is no visit"
    client.get(topic.get_absolute_url())
    assert topic_of(reader, topic).unread == 0
    say(author, topic)
    assert topic_of(reader, topic).unread == 1
    services.perform_topic_act(asked(reader), topic.pk, TopicAct.MUTE)
    assert topic_of(reader, topic).unread == 0
    services.perform_topic_act(asked(reader), topic.pk, TopicAct.UNMUTE)
    assert topic_of(reader, topic).unread == 1


def test_E111_followers_get_one_notice_until_they_read_and_muted_topics_none():
    author, follower, muter, left = (make_player() for _ in range(4))
    club = make_club(author, follower, muter, left)
    topic = start_topic(author, club)
    for player in (follower, muter, left):
        services.perform_topic_act(asked(player), topic.pk, TopicAct.FOLLOW)
    services.perform_topic_act(asked(muter), topic.pk, TopicAct.MUTE)
    Membership.objects.filter(player=left).update(standing=MemberStanding.LEFT)
    say(author, topic)
    say(author, topic)
    assert notified(topic) == {follower.pk}
    assert Notice.objects.filter(kind="topic_post").count() == 1
    signed_in(follower).get(topic.get_absolute_url())
    assert not Notice.objects.unread().filter(kind="topic_post").exists()
    say(follower, topic)
    assert notified(topic) == {follower.pk, author.pk}, "who writes follows"
    assert TopicSide.objects.get(topic=topic, player=follower).read == 4


def test_E113_managers_close_topics_of_their_club_and_moderators_those_of_all():
    owner, member, manager = (make_player() for _ in range(3))
    club = make_club(owner, member)
    add(club, manager, ClubRole.MANAGER)
    ours, of_all = start_topic(member, club), start_topic(member)
    moderator = make_moderator()
    for player, topic in ((member, ours), (manager, of_all)):
        refused(errors.CannotCloseTopic, services.perform_topic_act, asked(player), topic.pk, TopicAct.CLOSE)
    for player, topic in ((manager, ours), (moderator, of_all)):
        services.perform_topic_act(asked(player), topic.pk, TopicAct.CLOSE)
        refused(errors.TopicClosed, say, owner, topic)
        services.perform_topic_act(asked(player), topic.pk, TopicAct.REOPEN)
        say(owner, topic)


def test_E113_a_hidden_first_post_hides_the_title_and_reports_carry_the_posts_around():
    author, reader = make_player(), make_player()
    topic = start_topic(author, title="Rude title", text="rude")
    other = start_topic(author)
    answer = say(reader, topic)
    assert [one.text for one in nearest_messages(answer)] == ["rude"], "nothing of other topics"
    client = signed_in(reader)
    assert client.get(f"/report/post/{topic.posts.get(number=1).pk}/").status_code == 200
    hide_post(post_id=topic.posts.get(number=1).pk, reason="rude", now=NOON)
    for path in ("/discussion/", topic.get_absolute_url(), "/discussion/news.atom", "/discussion/?q=rude"):
        assert "Rude title" not in client.get(path).content.decode()
    assert topic.get_absolute_url() not in client.get("/discussion/?q=title").content.decode()
    assert other.title in client.get("/discussion/").content.decode()


def test_E111_search_quotation_and_feed():
    author, reader = make_player("aino"), make_player()
    topic = start_topic(author, title="Joseki", text="The avalanche\nis long")
    start_topic(author, make_club(author), title="Secret avalanche")
    start_topic(author, title="Something else")
    client = signed_in(reader)
    page = client.get("/discussion/?q=AVALANCHE long").content.decode()
    assert "Joseki" in page
    assert "Something else" not in page
    assert "Secret" not in page
    page = client.get(f"{topic.get_absolute_url()}?quote=1").content.decode()
    assert "&gt; aino:\n&gt; The avalanche\n&gt; is long" in page
    feed = Client().get("/discussion/news.atom")
    assert feed["Content-Type"].startswith("application/atom+xml")
    assert "The avalanche" in feed.content.decode()
    assert "Secret" not in feed.content.decode()


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("plain\nlines", [(False, "plain\nlines")]),
        ("> aino:\n>  <b>I</b>\n\nNo.", [(True, "aino:\n<b>I</b>"), (False, "No.")]),
        ("No.\n>\n", [(False, "No.")]),
        ("1 > 0", [(False, "1 > 0")]),
    ],
)
def test_quoted_lines_are_shown_as_quotations(text, parts):
    assert quotations(text) == parts


def test_a_quotation_on_the_page_is_text_and_no_markup():
    topic = start_topic(make_player("aino"), text="> <b>bold</b>\nNo.")

    page = Client().get(topic.get_absolute_url()).content.decode()

    assert '<blockquote dir="auto">&lt;b&gt;bold&lt;/b&gt;</blockquote>' in page


def test_a_topic_is_started_and_answered_on_plain_pages():
    author = make_player(date_joined=NOON - days(30))
    client = signed_in(author)
    done = client.post("/discussion/new/", {"title": "Title", "text": "First post"}, follow=True)
    assert "First post" in done.content.decode()
    topic = Topic.objects.get()
    assert "Second post" in client.post(topic.get_absolute_url(), {"text": "Second post"}, follow=True).content.decode()
    assert client.post(topic.get_absolute_url(), {"text": ""}).status_code == 400
    client.post(f"{topic.get_absolute_url()}act/", {"do": "mute"})
    assert topic_of(author, topic).muted


def test_long_topics_open_at_the_first_unread_post_and_have_pages():
    author, reader = make_player(), make_player()
    topic = start_topic(author)
    Post.objects.bulk_create(
        Post(topic=topic, number=number, author=author, text=f"post {number}.", said_at=NOON)
        for number in range(2, 121)
    )
    Topic.objects.update(post_count=120)
    client = signed_in(reader)
    for first in (1, 51, 101):
        page = client.get(topic.get_absolute_url()).content.decode()
        assert f"post {first + 1}." in page
        assert topic_of(reader, topic).read == min(first + 49, 120)
    assert "post 49." in client.get(f"{topic.get_absolute_url()}?post=50").content.decode()


def test_a_deleted_account_leaves_its_posts_without_the_name():
    author, reader = make_player("aino"), make_player()
    topic = start_topic(author)
    services.perform_topic_act(asked(reader), topic.pk, TopicAct.FOLLOW)
    delete(player=author, now=NOON)
    assert not TopicSide.objects.filter(player=author).exists()
    page = signed_in(reader).get(topic.get_absolute_url()).content.decode()
    assert "hello" in page
    assert "aino" not in page


def test_E111_one_topic_is_enough_to_search():
    club = make_club(author := make_player())
    client = signed_in(author)
    for path, place in (("/discussion/", None), (f"/clubs/{club.pk}/discussion/", club)):
        assert 'role="search"' not in client.get(path).content.decode(), "nothing to search"
        start_topic(author, place)
        assert 'role="search"' in client.get(path).content.decode()
    page = client.get("/discussion/?q=nothing").content.decode()
    assert 'role="search"' in page
    assert "No topics found." in page
