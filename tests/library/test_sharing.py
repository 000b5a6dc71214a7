"""Sharing records with players, clubs and everyone."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.utils import timezone

from accounts.core.audit import StaffContext
from accounts.core.guests import NotForGuests
from accounts.core.lookup import NoSuchPlayer
from accounts.core.restrictions import Muted
from accounts.models import StaffAction
from accounts.privacy.account_deletion import delete
from accounts.privacy.blocking import block_player
from clubs.errors import RecipientsRefused
from clubs.models import Club, Membership
from clubs.services.audiences import Audience, audience_of
from library import access
from library.errors import NoSuchRecord
from library.models import Record, Share
from library.services import sharing
from tests.clubs.helpers import make_club
from tests.factories import make_moderator, make_player
from tests.library.helpers import GAME, OTHER, add

pytestmark = pytest.mark.django_db
NOBODY = AnonymousUser()


@pytest.fixture
def owner():
    return make_player()


@pytest.fixture
def record(owner):
    return add(owner, GAME)[0]


def share(owner, record, **audience):
    return sharing.share_record(owner, record.pk, Audience(**audience), timezone.now())


def sees(viewer, record):
    try:
        found = access.visible_record(viewer, record.pk)
    except NoSuchRecord:
        return False
    return found == record and access.others_records_visible_to(viewer).filter(pk=record.pk).exists()


def test_L8_a_record_is_shared_with_a_player_and_with_nobody_else(owner, record):
    friend, stranger = make_player(), make_player()

    share(owner, record, players=(friend.username.upper(),))

    assert [sees(viewer, record) for viewer in (friend, stranger, make_moderator(), NOBODY)] == [True] + [False] * 3
    share(owner, record)
    assert not sees(friend, record)


def test_L8_a_record_is_shared_with_the_members_of_a_club(owner, record):
    club, friend = make_club(owner), make_player()
    share(owner, record, clubs=(club.pk,))
    assert not sees(friend, record)

    Membership.objects.create(club=club, player=friend, standing="member", at=timezone.now(), joined_at=timezone.now())

    assert sees(friend, record)
    Club.objects.filter(pk=club.pk).update(closed_at=timezone.now())
    assert not sees(friend, record)


def test_L8_a_record_for_everyone_is_seen_without_an_account(owner, record):
    share(owner, record, everyone=True)

    assert [sees(viewer, record) for viewer in (make_player(), make_player(is_guest=True), NOBODY)] == [True] * 3
    client = Client()
    assert "Aino – Babak" in client.get("/library/shared/").content.decode()
    assert "Shared by" in client.get(f"/library/{record.pk}/?at=2").content.decode()
    assert client.get(f"/library/{record.pk}.sgf").content == GAME.encode()
    assert "Folder and tags" not in client.get(f"/library/{record.pk}/").content.decode()


def test_L8_the_shared_records_are_those_of_others(owner, record):
    viewer, client = make_player(), Client()
    mine = add(viewer, OTHER)[0]
    client.force_login(viewer)

    def listed() -> list[bool]:
        html = client.get("/library/shared/").content.decode()
        return [row.get_absolute_url() in html for row in (mine, record)]

    assert listed() == [False, False]
    share(owner, record, everyone=True)
    assert listed() == [False, True]


def test_L8_blocks_mutes_and_suspensions_hold(owner, record):
    viewer, now = make_player(), timezone.now()
    share(owner, record, everyone=True, players=(viewer.username,))
    for column in ("muted_until", "suspended_until"):
        setattr(owner, column, now + timedelta(days=1))
        owner.save()
        assert not sees(viewer, record)
        setattr(owner, column, None)
        owner.save()
    assert sees(viewer, record)
    block_player(player=viewer, other=owner, now=now)
    assert not sees(viewer, record)
    other = make_player()
    assert sees(other, record)
    block_player(player=owner, other=other, now=now)
    assert not sees(other, record)


def test_L8_what_cannot_be_shared_is_refused_and_changes_nothing(owner, record):
    now, foreign, blocked = timezone.now(), make_club(make_player()), make_player()
    share(owner, record, everyone=True)
    block_player(player=blocked, other=owner, now=now)
    many = tuple(make_player().username for _ in range(21))
    for refusal, audience in (
        (NoSuchPlayer, {"players": ("nobody-here",)}),
        (RecipientsRefused, {"players": (owner.username,)}),
        (RecipientsRefused, {"players": (blocked.username,)}),
        (RecipientsRefused, {"players": many}),
        (RecipientsRefused, {"clubs": (foreign.pk,)}),
        (RecipientsRefused, {"clubs": (10**12,)}),
    ):
        with pytest.raises(refusal):
            share(owner, record, **audience)
    with pytest.raises(NoSuchRecord):
        share(make_player(), record, everyone=True)
    with pytest.raises(NotForGuests):
        share(make_player(is_guest=True), record, everyone=True)
    assert audience_of(Record.objects.get()) == Audience(everyone=True)


def test_L8_muted_players_can_only_end_the_sharing(owner, record):
    share(owner, record, everyone=True)
    owner.muted_until = timezone.now() + timedelta(days=1)
    owner.save()

    with pytest.raises(Muted):
        share(owner, record, everyone=True)
    share(owner, record)

    assert not Record.objects.get().is_public


def test_L8_the_form_shares_and_shows_the_choice(owner, record):
    club, friend, client = make_club(owner), make_player(), Client()
    client.force_login(owner)

    client.post(f"/library/{record.pk}/share/", {"players": f" {friend.username}, ", "club": [club.pk]})

    assert audience_of(record) == Audience(players=(friend.username,), clubs=(club.pk,))
    shown = client.get(f"/library/{record.pk}/").content.decode()
    assert f'value="{friend.username}"' in shown
    assert f'value="{club.pk}" checked' in shown


def test_L8_unknown_names_are_listed_and_the_form_keeps_what_was_typed(owner, record):
    club, friend, client = make_club(owner), make_player(), Client()
    client.force_login(owner)
    typed = f"{friend.username}, nosuch, nor-this"

    page = client.post(f"/library/{record.pk}/share/", {"players": typed, "club": [club.pk], "everyone": "1"})

    text = page.content.decode()
    assert page.status_code == 404
    assert "No such player: nosuch, nor-this. Check the spelling." in text
    assert f'value="{typed}"' in text
    assert f'value="{club.pk}" checked' in text
    assert 'name="everyone" value="1" checked' in text
    assert "<details open>" in text
    assert audience_of(record) == Audience()
    assert "<details open>" not in client.get(f"/library/{record.pk}/").content.decode()


def test_L8_moderators_hide_a_shared_record_and_its_owner_reads_why(owner, record):
    moderator, client, own = make_moderator(), Client(), Client()
    share(owner, record, everyone=True)
    path = f"/library/{record.pk}/hide/"
    own.force_login(owner)
    assert own.post(path, {"reason": "x"}).status_code == 404
    client.force_login(moderator)
    client.post(path, {"reason": ""})
    assert sees(NOBODY, record)

    client.post(path, {"reason": "insults in comments"})

    assert not sees(NOBODY, record)
    assert "insults in comments" in own.get(f"/library/{record.pk}/").content.decode()
    assert StaffAction.objects.get(action="hide_record").reason == "insults in comments"


def test_L8_a_reason_keeps_its_first_500_characters(owner, record):
    client = Client()
    client.force_login(make_moderator())
    share(owner, record, everyone=True)

    client.post(f"/library/{record.pk}/hide/", {"reason": "a" * 500 + "b"})

    record.refresh_from_db()
    assert record.hidden_reason == "a" * 500


def test_L8_moderators_cannot_hide_what_they_cannot_see(record):
    client = Client()
    client.force_login(make_moderator())

    assert client.post(f"/library/{record.pk}/hide/", {"reason": "x"}).status_code == 404
    assert Record.objects.get().hidden_at is None


def test_L8_moderators_do_not_hide_their_own_records():
    moderator = make_moderator()
    mine = add(moderator, GAME)[0]
    share(moderator, mine, everyone=True)

    with pytest.raises(NoSuchRecord):
        sharing.hide_record(StaffContext(moderator, timezone.now(), "mine"), mine.pk)

    assert sees(NOBODY, mine)


def test_L8_an_account_that_is_deleted_ends_the_shares(owner, record):
    friend = make_player()
    theirs = add(friend, OTHER)[0]
    share(owner, record, everyone=True, players=(friend.username,))
    share(friend, theirs, players=(owner.username,))

    delete(player=owner, now=timezone.now())

    assert list(Record.objects.all()) == [theirs]
    assert not Share.objects.exists()


def test_L8_others_get_no_folder_and_no_tags_from_the_api(owner, record):
    Record.objects.update(folder="Secret plans", is_public=True)

    found = Client().get(f"/api/v1/library/{record.pk}/").json()
    listed = Client().get("/api/v1/library/shared/").json()["results"]

    assert (found["owner"], found["folder"], found["tags"]) == (owner.username, "", [])
    assert listed == [found]
