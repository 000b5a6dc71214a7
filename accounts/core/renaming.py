"""Changing one's name. The old one stays reserved for a year and leads to the new profile."""

from __future__ import annotations

import hashlib
from datetime import datetime, timedelta

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from accounts.core.audit import note
from accounts.core.guests import check_kept
from accounts.models import NAME_TAKEN, FormerName, Player, SecurityKind
from accounts.models.player import same_name
from accounts.names import check_name, normalized, skeleton
from foundation.moments import in_utc
from foundation.refusals import Refusal

BETWEEN_NAMES = timedelta(days=30)
RESERVED_FOR = timedelta(days=365)


class RenamedLately(Refusal, code="renamed_lately", sentence=_("You can change your name once every 30 days.")):
    """A name can be changed once in 30 days; `until` says when again."""


def rename(*, player: Player, name: str, now: datetime) -> Player:
    """Give the player another name, once in 30 days; capitals and accents that change nothing else, at any time.

    Raises ValidationError for a name that cannot be or is taken, RenamedLately, and NotForGuests.
    """
    check_kept(player)
    name = normalized(name)
    check_name(name)
    with transaction.atomic():
        player = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        if player.username == name:
            return player
        if not same_name(player.username, name):
            _leave_name(player, name, now)
        note(SecurityKind.NAME_CHANGED, player, detail=f"{player.username} → {name}")
        player.username = name
        try:
            with transaction.atomic():
                player.save(update_fields=["username"])
        except IntegrityError:
            raise ValidationError(NAME_TAKEN) from None
    return player


def _leave_name(player: Player, name: str, now: datetime) -> None:
    if is_taken(name, now, but=player):
        raise ValidationError(NAME_TAKEN)
    until = may_rename_at(player)
    if until is not None and until > now:
        raise RenamedLately(until=in_utc(until.isoformat()))
    keys = [digest_of_name(player.username), digest_of_name(name)]
    FormerName.objects.filter(digest__in=keys).delete()
    FormerName.objects.create(player=player, name=player.username, digest=keys[0], at=now, until=now + RESERVED_FOR)


def may_rename_at(player: Player) -> datetime | None:
    """From when on the player may change the name again; None for now: it was never changed, or it was taken away."""
    last = FormerName.objects.filter(player=player).order_by("-at", "-pk").first()
    return None if last is None or not last.name else last.at + BETWEEN_NAMES


def is_taken(name: str, now: datetime, *, but: Player | None = None) -> bool:
    """Whether somebody other than `but` is called so, or was until lately, or has a name that looks like it.

    Players are asked first: a name that is given up at this moment is in one of the two.
    """
    own = 0 if but is None else but.pk
    if Player.objects.filter(name_key=skeleton(name)).exclude(pk=own).exists():
        return True
    theirs = FormerName.objects.reserved(now).filter(digest=digest_of_name(name))
    return theirs.exclude(player__isnull=False, player_id=own, name__gt="").exists()


def renamed_from(name: str, now: datetime) -> Player | None:
    """Who was called so; None when nobody was, or the name is free again."""
    if not name.isprintable() or len(name) > 30:
        return None
    rows = FormerName.objects.reserved(now).filter(digest=digest_of_name(name), player__is_active=True)
    row = rows.select_related("player").first()
    return row.player if row is not None and same_name(row.name, name) else None


def withhold(player: Player, now: datetime) -> None:
    """Let nobody be called as this player is for a year, the player neither; the name leads nowhere. Anyone who has it
    can sign in with it all the same, and is free to choose another."""
    release(player.username)
    digest = digest_of_name(player.username)
    FormerName.objects.create(player=player, digest=digest, at=now, until=now + RESERVED_FOR)


def withheld_from(name: str) -> Player | None:
    """Whose name that was before it was taken away; None for any other name. Only for signing in."""
    row = FormerName.objects.filter(digest=digest_of_name(name), name="").select_related("player").first()
    return None if row is None else row.player


def release(name: str) -> None:
    """Take that back."""
    FormerName.objects.filter(digest=digest_of_name(name)).delete()


def digest_of_name(name: str) -> str:
    """What is kept of a former name: the hash of what it looks like."""
    return hashlib.sha256(skeleton(name).encode("utf-8", "surrogatepass")).hexdigest()


def forget_names(now: datetime) -> int:
    """Let names go that are no longer reserved; return how many."""
    return FormerName.objects.filter(until__lte=now).delete()[0]
