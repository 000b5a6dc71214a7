"""What guests may not do: play people and write to them, until they keep their account (accounts.security.guests)."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from foundation.refusals import Refusal

NOT_FOR_GUESTS = frozenset(
    {"account_set_password", "account_change_password", "account_email", "accounts:name", "programs:change"}
    | {"accounts:settings_tab:account", "accounts:block"}
    | {"moderation:report_player", "moderation:report_game", "moderation:report_message", "moderation:report_post"}
    | {"moderation:report_club", "moderation:report_club_notice", "clubs:new"}
)
"""Pages that lead a guest to where the account is kept; of settings_tab the tab is named, too."""


class NotForGuests(Refusal):
    """A guest plays against bots only, and writes to nobody, until the account is kept."""

    code = "guest"
    http_status = 403
    sentence = _("Guests play the computer only. Keep this account to play people: it takes a name and a password.")


def check_kept(player: Player) -> None:
    """Raise NotForGuests for a guest. No query."""
    if player.is_guest:
        raise NotForGuests


def is_closed_to_guests(view_name: str, tab: str) -> bool:
    """Whether a page leads guests to where the account is kept."""
    return not NOT_FOR_GUESTS.isdisjoint({view_name, f"{view_name}:{tab}"}) or view_name.startswith("mfa_")
