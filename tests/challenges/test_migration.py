"""A database from before offers had a room of their own."""

from importlib import import_module
from types import SimpleNamespace

import pytest
from django.apps import apps as apps_now
from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.db import connection

from challenges import services as challenging
from challenges.models import Challenge
from games.services.idempotency import PlayerRequest
from games.terms import Terms
from notifications.models import Notice
from tests.factories import NOON, make_player
from tests.support.migrating import at


@pytest.mark.xdist_group("migrations")  # it takes long, so it begins early
@pytest.mark.django_db(transaction=True)
def test_offers_and_the_notices_of_them_are_there_after_the_move_and_changed_in_nothing():
    aino, babak = make_player("aino"), make_player("babak")
    terms = {"width": 9, "height": 9, "rule_set": "japanese", "time_control": {"system": "none"}, "created_at": NOON}

    with at(("games", "0014_suggestion_outside_the_lock"), ("challenges", None)) as then:
        offers, notices = then.get_model("games", "Challenge"), then.get_model("games", "Notice")
        old = offers.objects.create(creator_id=aino.pk, opponent_id=babak.pk, **terms)
        answer = offers.objects.create(creator_id=babak.pk, answer_to=old, **terms)
        notices.objects.create(player_id=babak.pk, kind="challenged", challenge=old, created_at=NOON)

    offer = Challenge.objects.get(pk=answer.pk)
    assert (offer.answer_to.pk, offer.answer_to.opponent, offer.rule_set) == (old.pk, babak, "japanese")
    assert Notice.objects.get(player=babak).challenge == offer.answer_to
    new = challenging.create_challenge(PlayerRequest(aino, NOON), Terms())
    assert new.pk > offer.pk
    offer.answer_to.delete()
    assert not Notice.objects.filter(player=babak).exists()


@pytest.mark.django_db
def test_who_may_see_offers_in_the_back_office_may_afterwards():
    permission = Permission.objects.get(codename="view_challenge")
    group = Group.objects.create(name="those who look")
    group.permissions.add(permission)
    ContentType.objects.filter(app_label="challenges").update(app_label="games")
    step = import_module("games.migrations.0015_offers_are_a_room")

    step.forwards(apps_now, SimpleNamespace(connection=connection))

    assert group.permissions.get().content_type.app_label == "challenges"
    assert make_player("cyrus", is_superuser=True).has_perm("challenges.view_challenge")
