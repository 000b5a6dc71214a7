"""Template tags about offers for other apps."""

from __future__ import annotations

from typing import Any

from django import template
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.utils.safestring import SafeString

from accounts.models import Player
from challenges import reading
from challenges.effective import OfferTermsForViewer
from challenges.limit_words import limit_sentences
from challenges.models import Challenge
from challenges.reading import OpenOfferFlags
from ratings.standing import rank_shown_to_reader
from wording.board_svg import small_board_svg

register = template.Library()


@register.simple_tag
def open_offers(player: Player) -> OpenOfferFlags:
    """Return which kinds of open offers this player has, so that pages without offers need not run `challenges_for` and
    the other tags about them. Takes one query."""
    return reading.which_offers_are_open(player.pk)


@register.inclusion_tag("challenges/_for_me.html")
def challenges_for(player: Player) -> dict[str, Any]:
    """Return the template context for the list of open offers to this player, including offers for whose komi the
    player is bidding."""
    in_bidding = Challenge.objects.bidding().of_player(player).without_blocks_with(player).with_people()
    return {"challenges": [*in_bidding, *Challenge.objects.addressed_to(player).with_people()], "user": player}


@register.inclusion_tag("challenges/_mine.html")
def offers_of(player: Player) -> dict[str, Any]:
    """Return the template context with the player's own open offers."""
    return {"offers": Challenge.objects.open().filter(creator=player).with_people(), "user": player}


@register.simple_tag
def effective_terms(offer: Challenge, viewer: Player | AnonymousUser) -> OfferTermsForViewer:
    """Return the terms, for this viewer, of the game that starts if the offer is accepted."""
    return offer.terms_for_viewer(viewer if isinstance(viewer, Player) else None)


@register.simple_tag
def first_board(offer: Challenge, viewer: Player | AnonymousUser) -> SafeString:
    """Return a picture of the board before the first move as this viewer would see it. The board is empty, or has the
    handicap stones with fixed points, or the start position."""
    meant = offer.for_joiner(viewer if isinstance(viewer, Player) else None)
    return small_board_svg(meant.agreed_setup().board(), None)


@register.filter
def limits_of(offer: Challenge) -> list[str]:
    """Return sentences on who may accept the offer, and for an offer of several games on how many remain."""
    limits = offer.limits
    own = rank_shown_to_reader(offer.creator) if limits.span is not None else None
    return list(limit_sentences(limits, own, left=offer.places_left))


@register.simple_tag
def server_bot_name() -> str:
    """Return the name of the server's bot, "" if no bot is running."""
    return settings.IGO_HOUSE_BOT_NAME if settings.IGO_HOUSE_BOT else ""
