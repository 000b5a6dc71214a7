"""Limits of guest accounts. Until guests sign up (accounts.security.guests), they cannot offer games, write to or
report people, or change permanent data.

Services refuse these actions (`check_not_guest`). Pages only redirect guests to their sign-up page. Children's accounts
are guests that cannot sign up (accounts.core.children).
"""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from foundation.refusals import Refusal

NOT_FOR_GUESTS = frozenset(
    {
        "account_set_password",
        "account_change_password",
        "account_email",
        "accounts:name",
        "accounts:change_picture",
        "accounts:federations",
        "programs:change",
    }
    | {"accounts:settings_tab:account", "clubs:new", "classes:new", "study:new_board", "learn:make_problem"}
    | {"idp:oidc:authorization"}
    | {f"moderation:report_{what}" for what in ("player", "game", "message", "post", "match")}
    | {f"moderation:report_{what}" for what in ("tournament", "ladder", "league")}
    | {f"moderation:report_{what}" for what in ("club", "club_notice", "record", "material", "board", "question")}
)
"""URL names of pages whose forms guests cannot send; these redirect to the guests' sign-up page. An entry
`accounts:settings_tab:TAB` is for one tab of the settings."""
NOT_FOR_CHILDREN = frozenset(
    {f"social:{name}" for name in ("threads", "write", "thread", "mute", "archive")}
    | {f"social:{name}" for name in ("following", "follow", "stars", "star")}
)
"""URL names of pages that are also closed to children: they write to no one and follow no one (T5)."""


class NotForGuests(Refusal, code="guest", http_status=403):
    """Raised if a guest tries to do more than play bots and accept private links."""

    sentence = _("Guests can't do this. Choose a name and a password to create an account first.")


class NotForChildren(NotForGuests, code="child", http_status=403):
    """Raised if a child's account tries to do what only full accounts may do."""

    sentence = _("Accounts created by a teacher can't do this. Ask your teacher.")


def check_not_guest(player: Player) -> None:
    """Raise NotForGuests for a guest, and NotForChildren for a child's account. Makes no query."""
    if player.is_guest:
        raise NotForChildren if player.is_child else NotForGuests


def is_closed_to_guests(view_name: str, tab: str) -> bool:
    """Return whether a page redirects guests to their sign-up page. `tab` is the tab of the settings page; "" for other
    pages."""
    return not NOT_FOR_GUESTS.isdisjoint({view_name, f"{view_name}:{tab}"}) or view_name.startswith("mfa_")
