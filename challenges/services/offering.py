"""Offering a game, to somebody or to anyone, and answering an offer with other terms."""

from __future__ import annotations

import secrets
from datetime import datetime

from django.db import transaction

from accounts.core.restrictions import check_allowed
from accounts.models import Player
from accounts.models.restriction import RestrictionKind as Restricted
from accounts.privacy.blocking import blocked_between
from challenges.announcing import OfferEvent, announce, tell
from challenges.errors import CannotChallenge, NotForBots, OwnChallenge
from challenges.models import Challenge, Status
from challenges.sgf_import import position_json
from games.errors import NotYours
from games.models import Game
from games.services import idempotency
from games.terms import ALLOWED_KINDS, Terms

from .rows import check_not_apart, check_open, close, creator_of, lock_players, locked


def create_challenge(
    *,
    creator: Player,
    terms: Terms,
    now: datetime,
    opponent: Player | None = None,
    by_link: bool = False,
    key: str | None = None,
    rematch_of: Game | None = None,
) -> Challenge:
    """Offer a game: to anyone in the waiting room, to one player, or to whoever has the link.

    Raises BadTerms, OwnChallenge, CannotChallenge when one of the two has blocked the other, NotForBots for a bot that
    does not name its opponent, and NewGamesBlocked or Suspended.
    """
    check_allowed(creator, now, Restricted.BARRED)
    terms.check()
    if opponent is not None and opponent.pk == creator.pk:
        raise OwnChallenge
    if creator.is_bot and opponent is None:
        raise NotForBots
    if opponent is not None and blocked_between(creator.pk, opponent.pk):
        raise CannotChallenge
    wanted = idempotency.body_hash(verb="challenge", terms=repr(terms), to=opponent and opponent.pk, link=by_link)
    with transaction.atomic():
        lock_players(creator.pk, None if opponent is None else opponent.pk)
        first = idempotency.recall(creator, key, wanted)
        if first is not None:
            return Challenge.objects.get(pk=first["challenge"])
        challenge = _create(creator, terms, now, opponent=opponent, by_link=by_link, rematch_of=rematch_of)
        idempotency.remember(creator, key, wanted, {"challenge": challenge.pk}, now)
        if opponent is not None:
            tell(challenge, opponent.pk, "challenged", by=creator, now=now)
        return challenge


def counter_challenge(
    *, challenge_id: int, player: Player, terms: Terms, now: datetime, token: str = "", key: str | None = None
) -> Challenge:
    """Answer an offer with other terms: a new offer to its creator. One that was made to this player alone is closed
    by it; one to anyone stays open.

    Raises BadTerms, NoSuchChallenge, OwnChallenge, ChallengeGone, CannotChallenge, NewGamesBlocked and Suspended.
    """
    check_allowed(player, now, Restricted.BARRED)
    terms.check()
    wanted = idempotency.body_hash(verb="counter_challenge", challenge=challenge_id, terms=repr(terms))
    with transaction.atomic():
        lock_players(player.pk, creator_of(challenge_id))
        offer = locked(challenge_id, player, token)
        first = idempotency.recall(player, key, wanted)
        if first is not None:
            return Challenge.objects.get(pk=first["challenge"])
        if offer.creator_id == player.pk:
            raise OwnChallenge
        check_open(offer)
        check_not_apart(offer, player)
        made = _create(player, terms, now, opponent=offer.creator, answer_to=offer)
        if offer.opponent_id == player.pk:
            close(offer, Status.COUNTERED, now)
            announce(OfferEvent.COUNTERED, offer, player.pk)
        idempotency.remember(player, key, wanted, {"challenge": made.pk}, now)
        tell(made, offer.creator_id, "challenge_countered", by=player, now=now)
        return made


def withdraw_challenge(*, challenge_id: int, player: Player, now: datetime) -> Challenge:
    """Take one's own offer back."""
    with transaction.atomic():
        challenge = locked(challenge_id, player, "")
        if challenge.creator_id != player.pk:
            raise NotYours
        close(challenge, Status.WITHDRAWN, now)
        announce(OfferEvent.WITHDRAWN, challenge)
        return challenge


def _create(
    creator: Player,
    terms: Terms,
    now: datetime,
    *,
    opponent: Player | None,
    by_link: bool = False,
    rematch_of: Game | None = None,
    answer_to: Challenge | None = None,
) -> Challenge:
    challenge = Challenge.objects.create(
        creator=creator,
        opponent=opponent,
        token=secrets.token_urlsafe(32) if by_link else "",
        width=terms.width,
        height=terms.height,
        rule_set=terms.rule_set,
        komi=terms.komi,
        handicap=terms.handicap,
        color=terms.color,
        by_rank=terms.by_rank,
        time_control=terms.time.to_json(),
        lateness=terms.lateness.value,
        off_time=[kind.value for kind in ALLOWED_KINDS if kind in terms.off_time],
        rated_wanted=terms.rated,
        private=terms.private,
        position=None if terms.position is None else position_json(terms.position),
        rematch_of=rematch_of,
        answer_to=answer_to,
        with_bot=creator.is_bot or (opponent is not None and opponent.is_bot),
        created_at=now,
    )
    announce(OfferEvent.CREATED, challenge)
    return challenge
