"""Bidding for the komi on an offer's page: the panel and its form."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts.models import Player
from challenges import services
from challenges.forms.answers import KomiBidForm
from challenges.models import Challenge
from challenges.services.bidding import visible_bidding
from games.services.idempotency import PlayerRequest
from games.terms import KomiBy
from wording import words

ANSWERS = ("join", "bid", "black", "white")


def bids_context(offer: Challenge, viewer: Player | None) -> dict[str, Any]:
    """Return the template context for the bids, {} for viewers who are not part of a bidding."""
    seen = visible_bidding(offer, viewer) if offer.is_bidding else None
    if seen is None or viewer is None:
        return {}
    names = offer.komi_by in (KomiBy.CREATOR, KomiBy.JOINER)
    theirs = None if seen.theirs is None else words.localized_number(seen.theirs)
    return {
        "bids": seen,
        "other": offer.opponent if viewer.pk == offer.creator_id else offer.creator,
        "my_bid": None if seen.mine is None else words.localized_number(seen.mine),
        "their_bid": theirs,
        "asked": pgettext("label", "Komi") if names else _("Your bid for Black"),
        "does": _("Set this komi") if names else pgettext("text", "Bid"),
        "may_take_white": offer.komi_by == KomiBy.OPEN and theirs is not None,
        "take_white": _("Take White with %(komi)s komi") % {"komi": theirs},
    }


def perform_bid_action(request: HttpRequest, asked: PlayerRequest, offer: Challenge) -> Challenge | str:
    """Perform the action of the pressed button, one of ANSWERS, for an offer in bidding. Return the changed offer, or
    an error message if the komi in the form is not valid. Raises the errors of `services.place_bid`."""
    do, offered = request.POST["answer"], services.Bid()
    if do == "bid":
        form = KomiBidForm(request.POST)
        if not form.is_valid():
            return str(form.errors["komi"][0])
        offered = services.Bid(form.cleaned_data["komi"])
    elif do in ("black", "white"):
        offered = services.Bid(color=do)
    return services.place_bid(asked, offer.pk, offered, token=offer.token)
