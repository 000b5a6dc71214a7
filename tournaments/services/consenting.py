"""Players' consent to their real names in federations' result files (E131)."""

from __future__ import annotations

from django.db import transaction

from games.services.idempotency import PlayerRequest
from tournaments.errors import NameConsentAlreadyUsed, NotEntered
from tournaments.models import Entry, EntryState

from .entering import check_has_real_name
from .rows import find_entry, lock_visible_tournament

NOT_IN = (EntryState.INVITED, EntryState.DECLINED)
"""States of players who have not entered, and so cannot give their consent."""


def set_federation_name_consent(request: PlayerRequest, tournament_id: int, *, shares: bool) -> Entry:
    """Allow result files to include the player's real name and numbers, or withdraw this consent. Other players cannot
    see the consent.

    Raises NoSuchTournament, NotEntered, NoFederationData, and NameConsentAlreadyUsed if a file with the name has been
    made.
    """
    with transaction.atomic():
        tournament = lock_visible_tournament(request.player, tournament_id)
        entry = find_entry(tournament, request.player.pk)
        if entry is None or entry.state in NOT_IN:
            raise NotEntered
        if shares:
            check_has_real_name(request.player)
        elif entry.named_at is not None:
            raise NameConsentAlreadyUsed
        entry.shares_name = shares
        entry.save(update_fields=["shares_name"])
        return entry
