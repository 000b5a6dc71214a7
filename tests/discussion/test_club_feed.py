"""The feed of a club at a member's secret address (E154)."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from clubs.services import joining, notices
from notifications.services import choosing
from social.models import Post
from tests.clubs.helpers import asked, make_club
from tests.discussion.helpers import start_topic
from tests.factories import NOON, make_player
from tests.tournaments.helpers import make_ladder
from tests.tournaments.test_pages_and_api import signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner():
    return make_player()


@pytest.fixture
def member():
    return make_player()


@pytest.fixture
def club(owner, member):
    club = make_club(owner, member)
    start_topic(owner, club)
    notices.write_notice(asked(owner), club.pk, "We meet on Tuesday.")
    make_ladder(owner, now=NOON, club=club.pk)
    return club


def address(club, player):
    return f"/clubs/{club.pk}/news/{choosing.FEED.create(player)}.atom"


def test_E154_a_member_reads_posts_notices_and_events_in_a_feed(client, club, member):
    page = client.get(path := address(club, member))

    assert page["Content-Type"].startswith("application/atom+xml")
    assert page["Cache-Control"] == "private, no-store"
    text = page.content.decode()
    for said in (Post.objects.get().text, "We meet on Tuesday.", "Small board"):
        assert said in text, said
    assert text.count("<entry>") == 3
    assert path in signed_in(member).get(f"/clubs/{club.pk}/discussion/").content.decode()


def test_E154_only_members_and_only_with_the_present_address(client, club, owner, member):
    old = address(club, member)
    new = address(club, member)
    assert client.get(old).status_code == 404
    assert client.get(address(club, make_player())).status_code == 404, "a stranger's own address"
    assert client.get(new).status_code == 200

    joining.leave_or_withdraw_request(asked(member), club.pk)
    assert client.get(new).status_code == 404


def test_E154_what_is_hidden_on_the_pages_is_not_in_the_feed(client, club, member):
    Post.objects.update(hidden_at=NOON)
    text = Post.objects.get().text

    assert text not in client.get(address(club, member)).content.decode()


@pytest.mark.parametrize("path", ["/discussion/news.atom", "of the club"])
def test_E154_a_post_in_a_feed_is_text_with_its_lines_and_no_markup(client, club, owner, member, path):
    start_topic(owner, None if path.startswith("/") else club, text="<b>like</b> if a<b\n& c>d")

    feed = ElementTree.fromstring(client.get(path if path.startswith("/") else address(club, member)).content)

    (summary,) = [one for one in feed.iter("{http://www.w3.org/2005/Atom}summary") if "like" in one.text]
    assert summary.attrib == {"type": "html"}
    assert summary.text == "<p>&lt;b&gt;like&lt;/b&gt; if a&lt;b<br>&amp; c&gt;d</p>"
