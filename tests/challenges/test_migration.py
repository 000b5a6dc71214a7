"""A database from before offers had a room of their own."""

from importlib import import_module
from types import SimpleNamespace

import pytest
from django.apps import apps as apps_now
from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.db import connection

from tests.factories import make_player


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
