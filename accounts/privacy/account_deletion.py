"""Delete an account: immediately, in one transaction, permanently (F38).

Games belong to both players: finished games stay, with the player's row as a placeholder. Everything else that
identifies the person is deleted. Other apps delete their own data (accounts.signals).

Locks: first the games in progress, then the player's row, then the offers, each in the order of their ids. Code that
creates an offer or game also locks its players' rows first, and checks `Player.deleted_at`.
"""

from __future__ import annotations

import secrets
from datetime import datetime

from allauth.account.models import EmailAddress
from allauth.idp.oidc.models import Client
from allauth.mfa.models import Authenticator
from django.apps import apps
from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.core import site
from accounts.core.audit import StaffContext, log_security_event, record_staff_action
from accounts.core.mail import queue_email
from accounts.core.outbox import delete_emails_of
from accounts.core.renaming import digest_of_name
from accounts.models import Block, FederationProfile, FormerName, Player, PlayerPicture, SecurityEvent, SecurityKind
from accounts.security.sessions import end_sessions
from accounts.security.tokens import revoke_all_tokens
from accounts.signals import access_ended, account_data_deleted, account_ends, deletion_begins

KEPT = frozenset({"id", "password", "username", "name_key", "date_joined", "is_bot", "is_active", "deleted_at"})
"""Columns of a player that deletion sets itself, or keeps; all others get their defaults."""


def delete(*, player: Player, now: datetime, by: Player | None = None, reason: str = "") -> None:
    """Delete the account. `by` is the administrator who deletes it, None if its owner does. Does nothing if it is
    deleted already.

    Does not check the permission of `by`. Sends an e-mail to the address that the account had.
    """
    with transaction.atomic():
        deletion_begins.send(Player, player=player, now=now)
        locked = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        if locked.deleted_at is not None:
            return
        account_ends.send(Player, player=locked, now=now)
        account_data_deleted.send(Player, player=locked)
        address, language = locked.email, locked.language
        _revoke_access(locked)
        _reserve_names(locked, now)
        _anonymise(locked, now)
        _log_deletion(locked, now, by, reason)
        access_ended.send(Player, player_id=locked.pk)
        if address:
            _email_deletion_notice(address, language)


def _revoke_access(player: Player) -> None:
    end_sessions(player=player)
    revoke_all_tokens(player.pk)
    Client.objects.filter(owner=player).delete()
    Authenticator.objects.filter(user=player).delete()
    if apps.is_installed("allauth.socialaccount"):
        social = apps.get_app_config("socialaccount")
        QuerySet(social.get_model("SocialAccount")).filter(user=player).delete()
    delete_emails_of(player)
    EmailAddress.objects.filter(user=player).delete()
    PlayerPicture.objects.filter(player=player).delete()
    FederationProfile.objects.filter(player=player).delete()
    Block.objects.filter(Q(player=player) | Q(blocked=player)).delete()


def _reserve_names(player: Player, now: datetime) -> None:
    """Reserve the names permanently, and remove their redirects."""
    digest = digest_of_name(player.username)
    FormerName.objects.filter(digest=digest).delete()
    FormerName.objects.filter(player=player).update(player=None, name="")
    FormerName.objects.create(digest=digest, at=now)


def _anonymise(player: Player, now: datetime) -> None:
    for field in Player._meta.concrete_fields:
        if field.name not in KEPT:
            setattr(player, field.attname, field.get_default())
    player.groups.clear()
    player.user_permissions.clear()
    player.username = f"deleted-{secrets.token_hex(8)}"
    player.is_active, player.deleted_at = False, now
    player.set_unusable_password()
    player.save()


def _log_deletion(player: Player, now: datetime, by: Player | None, reason: str) -> None:
    SecurityEvent.objects.filter(player=player).delete()
    log_security_event(SecurityKind.DELETED, player)
    if by is not None:
        record_staff_action(StaffContext(by, now, reason), "delete", player)


def _email_deletion_notice(address: str, language: str) -> None:
    with translation.override(language or settings.LANGUAGE_CODE):
        subject = _("Your account has been deleted")
        text = _("Your account has been deleted. Your finished games remain, without your name. Goodbye.")
        queue_email(EmailMessage(site.subject_with_site_name(subject), text, to=[address]))
