"""The page of a private link to a game, whose visitors may play as guests."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.middleware import too_many_requests_page
from accounts.security.guests import sign_in_new_guest
from challenges.errors import ChallengeAlreadyClosed
from challenges.models import Challenge, ChallengeStatus
from challenges.services import ShownTerms, accept_challenge
from foundation.clients import client_network
from foundation.limits import count_hit
from games.services.idempotency import PlayerRequest
from games.views.requests import player_of, received_at

_TOO_LATE: dict[str, Promise] = {
    ChallengeStatus.ACCEPTED: _("Someone else accepted this offer just before you."),
    ChallengeStatus.BIDDING: _("Someone else accepted this offer just before you."),
    ChallengeStatus.WITHDRAWN: _("This offer was withdrawn just before you answered."),
}
"""Sentences for a player whose answer came too late, by the offer's status."""


def too_late_sentence(offer: Challenge, player_id: int | None) -> str:
    """Return a sentence that tells a player what happened to the offer before their answer. Return "" if no other
    person's action was the cause."""
    is_own = offer.creator_id == player_id or (offer.is_bidding and offer.opponent_id == player_id)
    return "" if is_own else str(_TOO_LATE.get(offer.status, ""))


def sign_in_as_guest(request: HttpRequest) -> HttpResponse | None:
    """Sign a visitor in as a new guest and return None. If guests are not accepted now, return the page to show
    instead."""
    if request.user.is_authenticated:
        return None
    if not settings.IGO_OPEN_FOR_SIGNUP:
        return redirect("account_login")
    wait = count_hit("guests", client_network(request), settings.IGO_GUESTS)
    if wait is not None:
        return too_many_requests_page(request, wait)
    request.user = sign_in_new_guest(request)
    return None


def may_guests_accept(offer: Challenge) -> bool:
    """Return whether a visitor may accept this offer as a guest, because it is an open private link to a single game of
    two players."""
    simple = not (offer.has_more_than_two_seats or offer.komi_by or offer.limits.requires_rank or offer.simul_places)
    return bool(settings.IGO_OPEN_FOR_SIGNUP and offer.token and offer.is_open and simple)


def accept_as_guest(request: HttpRequest, offer: Challenge) -> HttpResponse:
    """Sign the visitor in as a new guest, accept the private link's offer, and redirect to the game. If guests may not
    accept the offer, redirect to its page. Raises the errors of `accept_challenge`."""
    if offer.token and not offer.is_open:
        raise ChallengeAlreadyClosed
    page = sign_in_as_guest(request) if may_guests_accept(offer) else redirect(offer)
    if page is not None:
        return page
    player = player_of(request)
    terms = offer.terms_for_viewer(player)
    shown = ShownTerms(terms.handicap, terms.color, terms.komi if terms.by_komi else None)
    return redirect(
        accept_challenge(PlayerRequest(player, received_at(request)), offer.pk, token=offer.token, shown=shown)
    )
