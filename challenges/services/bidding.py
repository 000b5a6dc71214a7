"""Agree on the komi before the game starts, as on the Dragon Go Server: by an auction, or one player names the komi and
the other chooses the colour. White gets the komi. Secret bids are hidden until both players have bid."""

from __future__ import annotations

import secrets
from copy import copy
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal

from django.db import transaction

from accounts.core.guests import check_not_guest
from accounts.core.restrictions import check_allowed
from accounts.models import Player
from accounts.models.restriction import RestrictionKind as Restricted
from accounts.privacy.blocking import is_blocked_between
from challenges.announcing import OfferEvent, notify_about_offer, send_offer_event
from challenges.errors import (
    BidTooLow,
    BotCannotPlayVariant,
    CannotChallenge,
    ChallengeAlreadyClosed,
    NoSuchChallenge,
    NotYourBid,
)
from challenges.models import Bidding, Challenge, ChallengeStatus
from challenges.refusals import check_within_limits
from games import events
from games.errors import BadTerms
from games.services.idempotency import PlayerRequest
from games.terms import ColorPreference, KomiBy, check_komi
from notifications.models import Notice

from .rows import check_offer_open, close_challenge, close_with_last_game, find_creator_id, lock_challenge, lock_players
from .starting import start_game

STEP = timedelta(days=3)
"""How long a player has for a bid or a choice."""
NAMERS = {KomiBy.CREATOR.value: False, KomiBy.JOINER.value: True}
"""Whether the joiner, not the creator, names the komi, for the values of `komi_by` in which one player names it."""
MOST_AT_ONCE = 50


@dataclass(frozen=True, slots=True)
class Bid:
    """A player's action in a bidding: a komi, a colour, or neither (the player only joins the offer). A player may
    choose either colour after the other player has named the komi. In an open auction, a player may only choose
    White."""

    komi: Decimal | None = None
    color: str = ""


@dataclass(frozen=True, slots=True)
class BiddingResult:
    """The result of a bidding: the komi, and whether the joining player has Black."""

    komi: Decimal
    joiner_has_black: bool


def place_bid(request: PlayerRequest, offer_id: int, bid: Bid, *, token: str = "") -> Challenge:
    """Bid, name a komi or choose a colour in an offer without fixed komi. A player who has not joined yet joins. When
    the bidding ends, the game starts (`Challenge.game`). A secret bid can be changed until the other player bids.

    Raises NoSuchChallenge, ChallengeAlreadyClosed, NotYourBid, BidTooLow, BadTerms (`komi`, `color`), CannotChallenge,
    BotCannotPlayVariant, NotForGuests, NewGamesBlocked, Suspended, and the errors of `check_within_limits`.
    """
    player = request.player
    check_allowed(player, request.now, Restricted.BARRED)
    check_not_guest(player)
    if player.is_bot:
        raise BotCannotPlayVariant
    if bid.komi is not None:
        check_komi(bid.komi)
    with transaction.atomic():
        lock_players(player.pk, find_creator_id(offer_id))
        offer = lock_challenge(offer_id, player, token)
        if not offer.komi_by:
            raise NoSuchChallenge
        if offer.is_open:
            _join_offer(request, offer)
        if is_blocked_between(offer.creator_id, offer.opponent_id or player.pk):
            raise CannotChallenge
        bidding = _running_bidding_or_raise(offer, request.now)
        if bid != Bid():
            agreed = _apply_bid(offer, bidding, bid, is_joiner=player.pk == offer.opponent_id)
            bidding.due_at = None if agreed else request.now + STEP
            bidding.save()
            if agreed:
                return _start_game(request, offer, agreed)
        other = offer.creator_id if player.pk == offer.opponent_id else offer.opponent_id
        assert other is not None
        notify_about_offer(request, offer, other, "komi_bid")
        send_offer_event(OfferEvent.CHANGED, offer)
        return offer


def _join_offer(request: PlayerRequest, offer: Challenge) -> None:
    """Make the player the opponent of the offer. Raises NotYourBid for its creator, ChallengeAlreadyClosed, and the
    errors of `check_within_limits`."""
    check_offer_open(offer)
    if request.player.pk == offer.creator_id:
        raise NotYourBid
    check_within_limits(offer, request.player, request.now)
    offer.opponent, offer.status = request.player, ChallengeStatus.BIDDING
    offer.save(update_fields=["opponent", "status"])
    Bidding.objects.create(
        offer=offer, is_joiners_turn=offer.komi_by != KomiBy.CREATOR, due_at=request.now + STEP
    )  # fmt: skip


def _running_bidding_or_raise(offer: Challenge, now: datetime) -> Bidding:
    found = Bidding.objects.filter(offer=offer, due_at__gt=now).first()
    if found is None or not offer.is_bidding:
        raise ChallengeAlreadyClosed
    return found


def _apply_bid(offer: Challenge, bidding: Bidding, bid: Bid, *, is_joiner: bool) -> BiddingResult | None:
    """Store the bid and return None, or return the result if this action ends the bidding."""
    if offer.komi_by == KomiBy.SEALED:
        return _store_secret_bid(bidding, bid, is_joiner=is_joiner)
    if bidding.is_joiners_turn != is_joiner:
        raise NotYourBid
    if offer.komi_by == KomiBy.OPEN:
        return _store_higher_bid(bidding, bid, is_joiner=is_joiner)
    if NAMERS[offer.komi_by] == is_joiner:
        _store_bid(bidding, _komi_or_raise(bid), is_joiner=is_joiner)
        return None
    if bid.color not in (ColorPreference.BLACK, ColorPreference.WHITE) or bid.komi is not None:
        raise BadTerms(field="color")
    named = bidding.creator_bid if is_joiner else bidding.joiner_bid
    assert named is not None
    return BiddingResult(named, joiner_has_black=is_joiner == (bid.color == ColorPreference.BLACK))


def _store_secret_bid(bidding: Bidding, bid: Bid, *, is_joiner: bool) -> BiddingResult | None:
    """Store a secret bid. Return None, or the result once both have bid: the higher bidder plays Black and gives that
    komi, and equal bids are decided at random."""
    _store_bid(bidding, _komi_or_raise(bid), is_joiner=is_joiner)
    joiner, creator = bidding.joiner_bid, bidding.creator_bid
    if joiner is None or creator is None:
        return None
    return BiddingResult(
        max(joiner, creator), joiner > creator or (joiner == creator and secrets.choice((True, False)))
    )


def _store_higher_bid(bidding: Bidding, bid: Bid, *, is_joiner: bool) -> BiddingResult | None:
    """Store a higher bid in an open auction and return None. If the player chooses White instead, return the result:
    the other player's last bid is the komi."""
    standing = bidding.creator_bid if is_joiner else bidding.joiner_bid
    if bid.color:
        if bid.color != ColorPreference.WHITE or bid.komi is not None or standing is None:
            raise BadTerms(field="color")
        return BiddingResult(standing, joiner_has_black=not is_joiner)
    komi = _komi_or_raise(bid)
    if standing is not None and komi <= standing:
        raise BidTooLow(above=str(standing))
    _store_bid(bidding, komi, is_joiner=is_joiner)
    return None


def _komi_or_raise(bid: Bid) -> Decimal:
    if bid.komi is None or bid.color:
        raise BadTerms(field="komi")
    return bid.komi


def _store_bid(bidding: Bidding, komi: Decimal, *, is_joiner: bool) -> None:
    if is_joiner:
        bidding.joiner_bid = komi
    else:
        bidding.creator_bid = komi
    bidding.is_joiners_turn = not is_joiner


def _start_game(request: PlayerRequest, offer: Challenge, agreed: BiddingResult) -> Challenge:
    """Start the game with the colours and the komi from the bidding, and store both in the offer."""
    joiner = offer.opponent
    assert joiner is not None
    offer.komi = agreed.komi
    offer.color = ColorPreference.WHITE if agreed.joiner_has_black else ColorPreference.BLACK
    offer.save(update_fields=["komi", "color"])
    game = start_game(copy(offer), joiner, request.now)
    close_with_last_game(offer, game, request.now)
    for player in (offer.creator, joiner):
        if player.pk != request.player.pk:
            notify_about_offer(request, offer, player.pk, "game_started")
    send_offer_event(OfferEvent.ACCEPTED, offer)
    events.send_game_started(game)
    return offer


def end_overdue_biddings(*, now: datetime) -> int:
    """End biddings whose deadline for a bid or a choice has passed. Return their number."""
    late = Bidding.objects.filter(due_at__lte=now).order_by("due_at").values_list("offer", flat=True)
    return sum(_end_if_overdue(offer_id, now) for offer_id in list(late[:MOST_AT_ONCE]))


def _end_if_overdue(offer_id: int, now: datetime) -> bool:
    with transaction.atomic():
        offer = Challenge.objects.select_for_update(no_key=True, of=("self",)).get(pk=offer_id)
        ended = Bidding.objects.filter(offer=offer, due_at__lte=now).update(due_at=None)
        if not ended or not offer.is_bidding:
            return False
        close_challenge(offer, ChallengeStatus.DECLINED, now)
        send_offer_event(OfferEvent.DECLINED, offer)
        for player in [pk for pk in (offer.creator_id, offer.opponent_id) if pk is not None]:
            Notice.objects.create(player_id=player, kind="komi_lapsed", challenge=offer, created_at=now)
        return True


@dataclass(frozen=True, slots=True)
class VisibleBidding:
    """A bidding as one of its two players may see it: their own bid, the other's bid unless it is secret, whether the
    other has bid, and the player's possible action (`bid`, `choose`, or "")."""

    mine: Decimal | None
    theirs: Decimal | None
    has_theirs: bool
    can: str
    due_at: datetime | None


def visible_bidding(offer: Challenge, viewer: Player | None) -> VisibleBidding | None:
    """Return the bidding as this player may see it. Return None for other viewers, and if there is no bidding."""
    bidding: Bidding | None = getattr(offer, "bidding", None)
    if bidding is None or viewer is None or viewer.pk not in (offer.creator_id, offer.opponent_id):
        return None
    is_joiner = viewer.pk == offer.opponent_id
    both = (bidding.creator_bid, bidding.joiner_bid)
    mine, theirs = both[::-1] if is_joiner else both
    is_secret = offer.komi_by == KomiBy.SEALED and offer.is_bidding
    return VisibleBidding(
        mine=mine,
        theirs=None if is_secret else theirs,
        has_theirs=theirs is not None,
        can=_possible_action(offer, bidding, is_joiner=is_joiner) if offer.is_bidding else "",
        due_at=bidding.due_at,
    )


def _possible_action(offer: Challenge, bidding: Bidding, *, is_joiner: bool) -> str:
    if offer.komi_by == KomiBy.SEALED:
        return "bid"
    if bidding.is_joiners_turn != is_joiner:
        return ""
    if offer.komi_by == KomiBy.OPEN:
        return "bid"
    return "bid" if NAMERS[offer.komi_by] == is_joiner else "choose"
