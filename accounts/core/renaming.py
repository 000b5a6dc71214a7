"""Rename players. The old name stays reserved for a year and redirects to the new profile."""

from __future__ import annotations

import hashlib
from datetime import datetime, timedelta

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from accounts.core.audit import log_security_event
from accounts.core.guests import check_not_guest
from accounts.models import NAME_TAKEN, FormerName, Player, SecurityKind
from accounts.models.player import differ_only_in_case
from accounts.names import check_name, lookalike_form, normalize_name
from foundation.iso_times import with_z_suffix
from foundation.refusals import Refusal

BETWEEN_NAMES = timedelta(days=30)
RESERVED_FOR = timedelta(days=365)


class RenamedLately(
    Refusal, code="renamed_lately", sentence=_("You can change your name only once every 30 days. Try again later.")
):
    """Raised if the last change was less than 30 days ago. `until` is when the name can be changed again."""


def rename_player(*, player: Player, name: str, now: datetime) -> Player:
    """Rename the player. This is possible once every 30 days, and at any time if only case or accents change.

    Raises ValidationError for a name that is not valid or is taken, RenamedLately, and NotForGuests.
    """
    check_not_guest(player)
    name = normalize_name(name)
    check_name(name)
    with transaction.atomic():
        player = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        if player.username == name:
            return player
        if not differ_only_in_case(player.username, name):
            _change_name(player, name, now)
        log_security_event(SecurityKind.NAME_CHANGED, player, detail=f"{player.username} → {name}")
        player.username = name
        try:
            with transaction.atomic():
                player.save(update_fields=["username"])
        except IntegrityError:
            raise ValidationError(NAME_TAKEN) from None
    return player


def _change_name(player: Player, name: str, now: datetime) -> None:
    if is_name_taken(name, now, but=player):
        raise ValidationError(NAME_TAKEN)
    until = rename_allowed_at(player)
    if until is not None and until > now:
        raise RenamedLately(until=with_z_suffix(until.isoformat()))
    keys = [digest_of_name(player.username), digest_of_name(name)]
    FormerName.objects.filter(digest__in=keys).delete()
    FormerName.objects.create(player=player, name=player.username, digest=keys[0], at=now, until=now + RESERVED_FOR)


def rename_allowed_at(player: Player) -> datetime | None:
    """Return when the player may rename again. Return None if they may now, because the name was never changed or a
    moderator removed it."""
    last = FormerName.objects.filter(player=player).order_by("-at", "-pk").first()
    return None if last is None or not last.name else last.at + BETWEEN_NAMES


def is_name_taken(name: str, now: datetime, *, but: Player | None = None) -> bool:
    """Return whether a name cannot be chosen, because another player than `but` has it, had it within the last year, or
    has a similar name.

    The query for players runs before the query for former names. A name that another process gives up between them is
    then found in at least one of the tables.
    """
    own = 0 if but is None else but.pk
    if Player.objects.filter(name_key=lookalike_form(name)).exclude(pk=own).exists():
        return True
    theirs = FormerName.objects.reserved(now).filter(digest=digest_of_name(name))
    return theirs.exclude(player_id=own, name__gt="").exists()


def find_by_former_name(name: str, now: datetime) -> Player | None:
    """Return the player who had this name, None if there is none or the name is no longer reserved."""
    if not name.isprintable() or len(name) > 30:
        return None
    rows = FormerName.objects.reserved(now).filter(digest=digest_of_name(name), player__is_active=True)
    row = rows.select_related("player").first()
    return row.player if row is not None and differ_only_in_case(row.name, name) else None


def block_name(player: Player, now: datetime) -> None:
    """Block the player's current name for a year, for everyone including this player. The name does not redirect.

    The player can still sign in with it, and can choose another name.
    """
    unblock_name(player.username)
    digest = digest_of_name(player.username)
    FormerName.objects.create(player=player, digest=digest, at=now, until=now + RESERVED_FOR)


def find_by_removed_name(name: str) -> Player | None:
    """Return the player whose removed name this was, None if there is none. Only for signing in."""
    row = FormerName.objects.filter(digest=digest_of_name(name), name="").select_related("player").first()
    return None if row is None else row.player


def unblock_name(name: str) -> None:
    """Delete the block of this name that `block_name` created."""
    FormerName.objects.filter(digest=digest_of_name(name)).delete()


def digest_of_name(name: str) -> str:
    """Return the hash of a name's look-alike form, which is stored for former names."""
    return hashlib.sha256(lookalike_form(name).encode("utf-8", "surrogatepass")).hexdigest()


def delete_expired_names(now: datetime) -> int:
    """Delete former names that are no longer reserved. Return their number."""
    return FormerName.objects.filter(until__lte=now).delete()[0]
