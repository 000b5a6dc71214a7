"""Offer a game to one player or to anyone, or make a counter-offer."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.core.guests import check_not_guest
from accounts.core.restrictions import check_allowed
from accounts.models import Player
from accounts.models.restriction import RestrictionKind as Restricted
from accounts.privacy.blocking import is_blocked_between
from challenges.announcing import OfferEvent, notify_about_offer, send_offer_event
from challenges.errors import (
    BotCannotPlayVariant,
    BotsCannotSeekGames,
    CannotAcceptOwnChallenge,
    CannotChallenge,
    SeatRequired,
)
from challenges.limits import NO_LIMITS, OpponentLimits, columns_of
from challenges.models import Challenge, ChallengeStatus
from challenges.refusals import check_within_limits
from challenges.server_bots import level_of_bot_name
from challenges.sgf_import import position_json
from games.errors import BadTerms, NotTheOwner
from games.models import Game
from games.services import idempotency
from games.services.idempotency import PlayerRequest
from games.terms import ALLOWED_KINDS, ColorPreference, Terms, yes_no_terms_of
from ratings.standing import find_rank

from .places import Seating, check_seating, replace_places
from .rows import (
    check_no_block,
    check_offer_open,
    close_challenge,
    find_creator_id,
    lock_challenge,
    lock_players,
    withdraw_locked,
)


@dataclass(frozen=True, slots=True)
class OfferRecipients:
    """The recipients of an offer: one player, anyone with the link, or anyone within the limits.

    `seats` are the players of a game with more than two seats in the order of play, None for a free seat (V32). It is
    () for a game with two seats, and if the creator has the first seat and all other seats are free.
    """

    opponent: Player | None = None
    by_link: bool = False
    limits: OpponentLimits = NO_LIMITS
    seats: Seating = ()
    by_lot: bool = True

    def for_terms(self, terms: Terms, creator: Player) -> OfferRecipients:
        """Return the recipients for a game on these terms. With more than two seats, the named player gets the seat
        after the creator's, and the other seats are open to anyone with the link."""
        seats = len(terms.variant.order.seats)
        if seats == 2 or self.opponent is None:
            return self
        return replace(self, opponent=None, by_link=True, seats=(creator, self.opponent, *[None] * (seats - 2)))

    def check(self, creator: Player, seats: int) -> None:
        """Raise BadTerms with the first part that is not valid for a game with this many seats. An offer to one player
        has no limits; an offer with more than two seats has neither an opponent nor limits."""
        limits = self.limits.non_default_columns
        if self.opponent is not None and seats > 2:
            raise BadTerms(field="opponent", also=("variant",), why=_SEATS_NOT_OPPONENT)
        if self.opponent is not None and limits:
            raise BadTerms(field="opponent", also=limits, why=_NO_LIMITS_FOR_ONE)
        if seats > 2 and limits:
            raise BadTerms(field=limits[0], also=(*limits[1:], "variant"), why=_NO_LIMITS_FOR_MANY)
        if self.seats:
            check_seating(self.seats, creator, seats)
        self.limits.check(find_rank(creator) if self.limits.span is not None else None)


_SEATS_NOT_OPPONENT = _("In a game with more than two players, name the player for each seat instead of one opponent.")
_NO_LIMITS_FOR_ONE = _("A challenge to a named player can't limit who can accept it. Remove the limits or the player.")
_NO_LIMITS_FOR_MANY = _("A game for more than two players can't limit who can join. Remove the limits.")
_ONE_GAME = _("Players can bid for komi only in an offer for one game. Offer one game, or choose a fixed komi.")
_ONE_BOARD_EACH = _("Players can't bid for komi in simultaneous games. Choose a fixed komi, or offer a single game.")
_COUNTER_OF_TWO = _("A counter-offer must be for a game with two players. Create a new challenge instead.")
_BOTS_DO_NOT_BID = _("Bots can't bid for komi. Set a komi, or choose another opponent.")
ANYONE = OfferRecipients()


def create_challenge(
    request: PlayerRequest, terms: Terms, to: OfferRecipients = ANYONE, *, rematch_of: Game | None = None
) -> Challenge:
    """Offer a game, and return the offer.

    Raises BadTerms, CannotAcceptOwnChallenge, CannotChallenge if one of the two has blocked the other,
    BotCannotPlayVariant, NewGamesBlocked and Suspended. Bots that do not name an opponent get BotsCannotSeekGames.
    Guests get NotForGuests unless they name a bot; a child may also name people of the class.
    """
    creator, opponent = request.player, to.opponent
    check_allowed(creator, request.now, Restricted.BARRED)
    if opponent is None or not (opponent.is_bot or creator.is_child):
        check_not_guest(creator)
    terms.check()
    to = with_places(to, creator, len(terms.variant.order.seats))
    to.check(creator, len(terms.variant.order.seats))
    _check_allows_several_games(terms, to.limits)
    invited = [player for player in to.seats if player is not None and player.pk != creator.pk]
    _check_bot_can_play(creator, opponent, terms)
    if opponent is not None and opponent.pk == creator.pk:
        raise CannotAcceptOwnChallenge
    if creator.is_bot and opponent is None:
        raise BotsCannotSeekGames
    named = invited if opponent is None else [opponent]
    if named and is_blocked_between(creator.pk, *(player.pk for player in named)):
        raise CannotChallenge
    wanted = idempotency.body_hash(
        verb="challenge",
        terms=repr(terms),
        to=opponent and opponent.pk,
        link=to.by_link,
        **({} if to.limits == NO_LIMITS else {"limits": repr(to.limits)}),
        **({"seats": [player and player.pk for player in to.seats]} if to.seats else {}),
    )
    with transaction.atomic():
        lock_players(creator.pk, *(player.pk for player in named))
        first = idempotency.find_stored_answer(request, wanted)
        if first is not None:
            return Challenge.objects.get(pk=first["challenge"])
        challenge = _store_offer(request, terms, to, follows=rematch_of)
        idempotency.store_answer(request, wanted, {"challenge": challenge.pk})
        for player in named:
            notify_about_offer(request, challenge, player.pk, "challenged")
        return challenge


def counter_challenge(request: PlayerRequest, challenge_id: int, terms: Terms, *, token: str = "") -> Challenge:
    """Make a counter-offer, which is a new offer to the creator of the first offer. If the first offer was only to this
    player, it is closed; an offer to anyone stays open.

    Raises BadTerms, NoSuchChallenge, CannotAcceptOwnChallenge, ChallengeAlreadyClosed, CannotChallenge,
    BotCannotPlayVariant, NotForGuests, NewGamesBlocked, Suspended, and the errors of `check_within_limits`.
    """
    player = request.player
    check_allowed(player, request.now, Restricted.BARRED)
    check_not_guest(player)
    terms.check()
    if len(terms.variant.order.seats) > 2:
        raise BadTerms(field="variant", why=_COUNTER_OF_TWO)
    wanted = idempotency.body_hash(verb="counter_challenge", challenge=challenge_id, terms=repr(terms))
    with transaction.atomic():
        lock_players(player.pk, find_creator_id(challenge_id))
        offer = lock_challenge(challenge_id, player, token)
        first = idempotency.find_stored_answer(request, wanted)
        if first is not None:
            return Challenge.objects.get(pk=first["challenge"])
        if offer.creator_id == player.pk:
            raise CannotAcceptOwnChallenge
        check_offer_open(offer)
        if offer.has_more_than_two_seats or offer.starts_games_together:
            raise SeatRequired
        check_no_block(offer, player)
        _check_bot_can_play(player, offer.creator, terms)
        check_within_limits(offer, player, request.now)
        made = _store_offer(request, terms, OfferRecipients(offer.creator), follows=offer)
        if offer.opponent_id == player.pk:
            close_challenge(offer, ChallengeStatus.COUNTERED, request.now)
            send_offer_event(OfferEvent.COUNTERED, offer, player.pk)
        idempotency.store_answer(request, wanted, {"challenge": made.pk})
        notify_about_offer(request, made, offer.creator_id, "challenge_countered")
        return made


def withdraw_challenge(request: PlayerRequest, challenge_id: int) -> Challenge:
    """Withdraw the player's own offer. Raises NotTheOwner for another player's offer."""
    with transaction.atomic():
        challenge = lock_challenge(challenge_id, request.player, "")
        if challenge.creator_id != request.player.pk:
            raise NotTheOwner
        withdraw_locked(challenge, request.now)
        return challenge


def _check_allows_several_games(terms: Terms, limits: OpponentLimits) -> None:
    """Raise BadTerms if an offer of several games has a bidding for komi, or a simul has two games per player."""
    if terms.komi_by and limits.games > 1:
        raise BadTerms(field="games", also=("komi_by",), why=_ONE_GAME)
    if limits.simul_places is not None and (terms.komi_by or terms.color == ColorPreference.BOTH):
        field = "komi_by" if terms.komi_by else "color"
        raise BadTerms(field="simul_places", also=(field,), why=_ONE_BOARD_EACH)


def _check_bot_can_play(creator: Player, opponent: Player | None, terms: Terms) -> None:
    """Raise BotCannotPlayVariant if the bot does not play the variant (V61), and BadTerms if a bot would have to bid
    for the komi."""
    if terms.komi_by and (creator.is_bot or (opponent is not None and opponent.is_bot)):
        raise BadTerms(field="komi_by", also=("opponent",), why=_BOTS_DO_NOT_BID)
    if opponent is None or not opponent.is_bot or terms.variant.plain:
        return
    if terms.variant.hides or level_of_bot_name(opponent.username) is None:
        raise BotCannotPlayVariant


def _store_offer(
    request: PlayerRequest, terms: Terms, to: OfferRecipients, follows: Game | Challenge | None
) -> Challenge:
    """Store the offer with its places, send its event, and return it. `follows` is the finished game of a rematch, or
    the offer to which this is a counter-offer; None for any other offer."""
    challenge = unsaved_offer(request, terms, to, follows)
    challenge.save(force_insert=True)
    if to.seats:
        replace_places(challenge, to.seats, request.now)
    send_offer_event(OfferEvent.CREATED, challenge)
    return challenge


def unsaved_offer(
    request: PlayerRequest, terms: Terms, to: OfferRecipients, follows: Game | Challenge | None = None
) -> Challenge:
    """Return the unsaved row of an offer on these terms, without checks."""
    creator, opponent = request.player, to.opponent
    return Challenge(
        creator=creator,
        opponent=opponent,
        token=secrets.token_urlsafe(32) if to.by_link or (to.seats and None not in to.seats) else "",
        width=terms.width,
        height=terms.height,
        rule_set=terms.rule_set,
        komi=terms.komi,
        handicap=terms.handicap,
        color=terms.color,
        by_rank=terms.by_rank,
        by_komi=terms.by_komi,
        komi_by=terms.komi_by,
        time_control=terms.time.to_json(),
        lateness=terms.lateness.value,
        off_time=[kind.value for kind in ALLOWED_KINDS if kind in terms.off_time],
        rated_wanted=terms.rated,
        **yes_no_terms_of(terms) | _terms_allowed_by_variant(terms) | _private_term_if_with_child(creator, opponent),
        **columns_of(to.limits),
        position=None if terms.position is None else position_json(terms.position),
        variant=terms.variant.to_json(),
        rematch_of=follows if isinstance(follows, Game) else None,
        answer_to=follows if isinstance(follows, Challenge) else None,
        by_lot=not terms.variant.two_sided and to.by_lot,
        with_bot=creator.is_bot or (opponent is not None and opponent.is_bot),
        created_at=request.now,
    )


def _terms_allowed_by_variant(terms: Terms) -> dict[str, bool]:
    """Return the values of the terms `analysis` and `undo_unseen`: as chosen, but False where the variant or another
    term does not allow them."""
    variant = terms.variant
    undoes = terms.undo and terms.undo_unseen and not variant.hides and len(variant.order.seats) == 2
    return {"analysis": terms.analysis and variant.allows_analysis, "undo_unseen": undoes}


def _private_term_if_with_child(*people: Player | None) -> dict[str, bool]:
    """Return {"private": True} if one of these players is a child, whose games are always private (T5), otherwise
    {}."""
    return {"private": True} if any(person is not None and person.is_child for person in people) else {}


def with_places(to: OfferRecipients, creator: Player, seats: int) -> OfferRecipients:
    """Return the recipients with a place for each seat, if the game has more than two seats. The creator has the first
    seat unless players are named."""
    return to if to.seats or seats == 2 else replace(to, seats=(creator, *[None] * (seats - 1)))
