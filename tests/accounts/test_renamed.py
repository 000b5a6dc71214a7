"""What has another name now: a database from before has its rows, permissions, secrets and sessions all the same."""

import pytest
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from accounts.core import outbox
from accounts.models import Player, QueuedEmail
from accounts.security import oauth_tokens, second_factor
from foundation.sealing import cipher
from tests.factories import make_player


@pytest.mark.django_db(transaction=True)
def test_a_letter_of_an_older_database_waits_and_whoever_might_see_it_still_may():
    player = make_player()
    try:
        call_command("migrate", "accounts", "0008", verbosity=0)
        old = MigrationExecutor(connection).loader.project_state([("accounts", "0008_spent_grants")]).apps
        now = timezone.now()
        letter = old.get_model("accounts", "Letter").objects.create(
            address="aino@example.org", made_at=now, due_at=now, expires_at=now
        )
        kind = ContentType.objects.get(app_label="accounts", model="letter")
        may_see = Permission.objects.get(codename="view_letter")
        player.user_permissions.add(may_see)
        logged = LogEntry.objects.create(user=player, content_type=kind, object_id=letter.pk, action_flag=CHANGE)
    finally:
        ContentType.objects.clear_cache()
        call_command("migrate", verbosity=0)
        ContentType.objects.clear_cache()

    assert QueuedEmail.objects.get().pk == letter.pk
    assert Player.objects.get(pk=player.pk).has_perm("accounts.view_queuedemail")
    assert not Permission.objects.filter(codename="view_letter").exists()
    assert LogEntry.objects.get(pk=logged.pk).get_edited_object() == QueuedEmail.objects.get()
    assert ContentType.objects.filter(app_label="accounts", model__in=("letter", "queuedemail")).count() == 1


def test_what_was_sealed_and_who_was_signed_in_before_modules_moved_stays_so(settings):
    assert (outbox.PURPOSE, second_factor.PURPOSE) == ("accounts.outbox", "accounts.second_factor")
    assert oauth_tokens._cipher("abc").decrypt(cipher("accounts.oauth_tokens abc ").encrypt(b"answer")) == b"answer"
    assert settings.AUTHENTICATION_BACKENDS == ["accounts.backends.PlayerBackend"]
