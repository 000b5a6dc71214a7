"""Moderators' actions on a club, and their reversal (E79)."""

from __future__ import annotations

import pytest
from django.db import transaction

from clubs.models import Club, ClubAct, ClubActKind, ClubPicture
from clubs.services import moderating
from notifications.models import Notice
from tests.clubs.helpers import add, make_club
from tests.factories import NOON, make_player

pytestmark = pytest.mark.django_db
TEXTS = {"about": "A club.", "rules": "Be kind.", "place": "Tampere", "link": "https://example.org/"}


def reload(club):
    return Club.objects.get(pk=club.pk)


def texts_of(club):
    found = reload(club)
    return {name: getattr(found, name) for name in (*TEXTS, "letters", "picture")}


@transaction.atomic
def done(what, *arguments):
    return what(*arguments, NOON)


def test_E79_all_texts_are_hidden_and_come_back_unless_written_again():
    club = make_club(**TEXTS)
    Club.objects.filter(pk=club.pk).update(letters="TG", picture="of nobody")
    kept = done(moderating.clear_club_texts, club.pk)
    assert set(texts_of(club).values()) == {""}

    Club.objects.filter(pk=club.pk).update(about="Anew.")
    done(moderating.restore_club_texts, club.pk, kept)

    assert texts_of(club) == TEXTS | {"about": "Anew.", "letters": "TG", "picture": ""}, "the crest is gone"


@pytest.mark.parametrize("letter", ["x", "\u0628\u064e"])
def test_E79_the_log_shows_that_a_long_reason_was_cut(letter):
    """Letters with vowel signs count as two, because the column does."""
    club = make_club(**TEXTS)
    for what in (moderating.clear_club_texts, moderating.close_club_by_staff):
        with transaction.atomic():
            what(club.pk, NOON, letter * 301)
    assert list(club.acts.filter(by=None).values_list("reason", flat=True)) == [(letter * 301)[:299] + "…"] * 2


def test_E79_the_crest_comes_back_if_it_is_still_the_clubs():
    club, other = make_club(), make_club(name="Turku Go")
    for one, digest in ((club, "a" * 16), (other, "b" * 16)):
        crest_of(one, digest)
    Club.objects.filter(pk=club.pk).update(picture="a" * 16)
    kept = done(moderating.clear_club_texts, club.pk)
    done(moderating.restore_club_texts, club.pk, kept)
    assert texts_of(club)["picture"] == "a" * 16

    done(moderating.clear_club_texts, club.pk)
    done(moderating.restore_club_texts, club.pk, kept | {"picture": "b" * 16})
    assert texts_of(club)["picture"] == "", "this is another club's"


def crest_of(club, digest):
    return ClubPicture.objects.create(club=club, digest=digest, webp="", at=NOON)


def test_E79_a_name_is_taken_also_from_notices_and_given_back():
    club, other = make_club(name="Tampere Go"), make_club(name="Turku Go")
    Club.objects.filter(pk=club.pk).update(letters="XY")
    for one in (club, other):
        Notice.objects.create(
            player=one.founder, kind="club_notice", path=one.get_absolute_url(), title=one.name, created_at=NOON
        )
    kept = done(moderating.replace_club_name_by_neutral, club.pk)
    neutral = reload(club).name
    assert neutral.startswith("Club ")
    assert len(neutral) == len("Club 12345678")
    assert neutral[5:].isdigit()
    assert reload(club).letters != "XY"
    assert set(Notice.objects.filter(kind="club_notice").values_list("title", flat=True)) == {neutral, "Turku Go"}

    done(moderating.restore_club_name, club.pk, kept)
    assert (reload(club).name, reload(club).letters) == ("Tampere Go", "XY")


def test_E79_a_name_is_not_given_back_after_a_new_one_or_if_another_club_has_it():
    club = make_club(name="Tampere Go")
    kept = done(moderating.replace_club_name_by_neutral, club.pk)
    other = make_club(name="Tampere Go")
    done(moderating.restore_club_name, club.pk, kept)
    assert reload(club).name == kept["neutral"]

    Club.objects.filter(pk=other.pk).delete()
    renamed = reload(club)
    renamed.set_name_and_place("Pispala Go", "")
    renamed.save()
    done(moderating.restore_club_name, club.pk, kept)
    assert reload(club).name == "Pispala Go"


def test_E79_only_what_moderators_closed_is_opened_again():
    club = make_club()
    add(club, make_player())
    done(moderating.close_club_by_staff, club.pk)
    assert not reload(club).is_open
    done(moderating.reopen_club_by_staff, club.pk)
    assert reload(club).is_open
    assert not reload(club).closed_by_staff
    assert ClubAct.objects.filter(club=club, act=ClubActKind.MODERATED).count() == 1

    Club.objects.filter(pk=club.pk).update(closed_at=NOON)
    done(moderating.reopen_club_by_staff, club.pk)
    assert not reload(club).is_open, "the owner closed it"
    Club.objects.filter(pk=club.pk).update(closed_by_staff=True, member_count=0)
    done(moderating.reopen_club_by_staff, club.pk)
    assert not reload(club).is_open, "no one is in it"


def test_E79_a_club_is_not_opened_again_if_its_name_was_taken():
    club = make_club(name="Tampere Go")
    done(moderating.close_club_by_staff, club.pk)
    make_club(name="Tampere Go")
    done(moderating.reopen_club_by_staff, club.pk)
    assert not reload(club).is_open
