"""Finding each other: offering, accepting, declining, withdrawing."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from django.db import transaction

from accounts.blocking import are_apart
from accounts.models import Player
from accounts.models.restriction import Kind as Restricted
from accounts.restrictions import is_under
from games import access, events
from games.errors import (
    BadTerms,
    BotIsBusy,
    CannotChallenge,
    ChallengeGone,
    NoSuchChallenge,
    NoSuchPlayer,
    NotFinished,
    NotForBots,
    NotYours,
    OwnChallenge,
    TermsChanged,
)
from games.models import Challenge, Game, Notice, Seat
from games.models.challenge import ColorWish, Status
from games.models.event import Kind as EventKind
from games.sgf_import import position_json
from games.terms import (
    ALLOWED_KINDS,
    LARGEST_KOMI,
    LARGEST_SIZE,
    SMALLEST_KOMI,
    SMALLEST_SIZE,
    USUAL_KINDS,
    USUAL_TIME,
    is_offered,
)
from rules import RULE_SETS, Board, Color, Setup, new_game, sgf
from rules import clock as clocks
from rules.clock import Hardness, TimeControl
from rules.handicap import max_fixed_stones
from rules.off_time import Kind
from rules.ruleset import HandicapPlacement

from . import deadlines, idempotency

MOST_HANDICAP = 9
MOST_GAMES_OF_A_BOT = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What is offered. `komi` None means the rule set's own; `time` is the time control,
    `lateness` how hard it is, `off_time` the kinds of off time that are allowed (R56); `position` is what to play on
    from (None: the empty board), on a board of this width and height. `by_rank`: handicap, colours and komi follow
    from the ranks of the two (R44), and cannot be given, too.
    """

    width: int = 19
    height: int = 19
    rule_set: str = "brainking"
    komi: Decimal | None = None
    handicap: int = 0
    color: str = ColorWish.RANDOM
    time: TimeControl = USUAL_TIME
    lateness: Hardness = Hardness.STRICT
    off_time: tuple[Kind, ...] = USUAL_KINDS
    rated: bool = True
    private: bool = False
    position: sgf.Position | None = None
    by_rank: bool = False

    def check(self) -> None:
        """Raise BadTerms naming the first field that does not fit."""
        if not SMALLEST_SIZE <= min(self.width, self.height) <= LARGEST_SIZE:
            raise BadTerms(field="width")
        if max(self.width, self.height) > LARGEST_SIZE:
            raise BadTerms(field="width")
        if self.rule_set not in RULE_SETS:
            raise BadTerms(field="rule_set")
        if self.color not in ColorWish.values:
            raise BadTerms(field="color")
        if not is_offered(self.time):
            raise BadTerms(field="time")
        if not set(self.off_time) <= set(ALLOWED_KINDS):
            raise BadTerms(field="off_time")
        self._check_komi()
        self._check_handicap()
        self._check_position()
        if self.by_rank and (self.handicap, self.komi, self.color, self.position) != (0, None, ColorWish.RANDOM, None):
            raise BadTerms(field="by_rank")

    def _check_position(self) -> None:
        board = None if self.position is None else self.position.board
        if board is not None and (board.width, board.height) != (self.width, self.height):
            raise BadTerms(field="position")

    def _check_komi(self) -> None:
        if self.komi is None:
            return
        halves = self.komi * 2
        if halves != halves.to_integral_value() or not SMALLEST_KOMI <= self.komi <= LARGEST_KOMI:
            raise BadTerms(field="komi")

    def _check_handicap(self) -> None:
        most = MOST_HANDICAP
        if self.position is not None:
            most = self.width * self.height // 2
        elif RULE_SETS[self.rule_set].handicap_placement is HandicapPlacement.FIXED:
            most = max_fixed_stones(self.width, self.height)
        if self.handicap not in range(most + 1) or self.handicap == 1:
            raise BadTerms(field="handicap")


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
    does not name its opponent, and Barred or Suspended.
    """
    access.check_allowed(creator, now, Restricted.BARRED)
    terms.check()
    if opponent is not None and opponent.pk == creator.pk:
        raise OwnChallenge
    if creator.is_bot and opponent is None:
        raise NotForBots
    if opponent is not None and are_apart(creator.pk, opponent.pk):
        raise CannotChallenge
    wanted = idempotency.body_hash(verb="challenge", terms=repr(terms), to=opponent and opponent.pk, link=by_link)
    with transaction.atomic():
        _lock_players(creator.pk, None if opponent is None else opponent.pk)
        first = idempotency.recall(creator, key, wanted)
        if first is not None:
            return Challenge.objects.get(pk=first["challenge"])
        challenge = _create(creator, terms, now, opponent=opponent, by_link=by_link, rematch_of=rematch_of)
        idempotency.remember(creator, key, wanted, {"challenge": challenge.pk}, now)
        if opponent is not None:
            _tell(challenge, opponent.pk, "challenged", by=creator, now=now)
        return challenge


def counter_challenge(
    *, challenge_id: int, player: Player, terms: Terms, now: datetime, token: str = "", key: str | None = None
) -> Challenge:
    """Answer an offer with other terms: a new offer to its creator. One that was made to this player alone is closed
    by it; one to anyone stays open.

    Raises BadTerms, NoSuchChallenge, OwnChallenge, ChallengeGone, CannotChallenge, Barred and Suspended.
    """
    access.check_allowed(player, now, Restricted.BARRED)
    terms.check()
    wanted = idempotency.body_hash(verb="counter_challenge", challenge=challenge_id, terms=repr(terms))
    with transaction.atomic():
        _lock_players(player.pk, _creator_of(challenge_id))
        offer = _locked(challenge_id, player, token)
        first = idempotency.recall(player, key, wanted)
        if first is not None:
            return Challenge.objects.get(pk=first["challenge"])
        if offer.creator_id == player.pk:
            raise OwnChallenge
        _check_open(offer)
        _check_not_apart(offer, player)
        made = _create(player, terms, now, opponent=offer.creator, answer_to=offer)
        if offer.opponent_id == player.pk:
            _close(offer, Status.COUNTERED, now)
            events.challenge_changed(EventKind.CHALLENGE_COUNTERED, offer, player.pk)
        idempotency.remember(player, key, wanted, {"challenge": made.pk}, now)
        _tell(made, offer.creator_id, "challenge_countered", by=player, now=now)
        return made


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
    events.challenge_changed(EventKind.CHALLENGE_CREATED, challenge)
    return challenge


@dataclass(frozen=True, slots=True)
class Shown:
    """What an offer by ranks meant when it was looked at: the handicap, and its creator's colour."""

    handicap: int
    color: str


def accept_challenge(
    *,
    challenge_id: int,
    player: Player,
    now: datetime,
    token: str = "",
    key: str | None = None,
    shown: Shown | None = None,
) -> Game:
    """Start the game on exactly the terms offered. A link's token must be the right one. An offer by ranks is accepted
    as it was `shown`.

    Raises NoSuchChallenge, OwnChallenge, ChallengeGone, TermsChanged, CannotChallenge, Barred, Suspended; for a bot
    NotForBots in the waiting room, and BotIsBusy.
    """
    access.check_allowed(player, now, Restricted.BARRED)
    wanted = idempotency.body_hash(verb="accept_challenge", challenge=challenge_id)
    with transaction.atomic():
        _lock_players(player.pk, _creator_of(challenge_id))
        challenge = _locked(challenge_id, player, token)
        first = idempotency.recall(player, key, wanted)
        if first is not None:
            return Game.objects.get(pk=first["game"])
        if challenge.creator_id == player.pk:
            raise OwnChallenge
        _check_open(challenge)
        _check_not_apart(challenge, player)
        _check_bots(challenge, player)
        game = _start(_as_shown(challenge, player, shown), player, now)
        challenge.status, challenge.game, challenge.answered_at = Status.ACCEPTED, game, now
        challenge.save(update_fields=["status", "game", "answered_at"])
        idempotency.remember(player, key, wanted, {"game": game.pk}, now)
        _tell(challenge, challenge.creator_id, "game_started", by=player, now=now, game=game)
        events.challenge_changed(EventKind.CHALLENGE_ACCEPTED, challenge, player.pk)
        events.game_started(game)
        return game


def _check_not_apart(challenge: Challenge, player: Player) -> None:
    if are_apart(player.pk, challenge.creator_id):
        raise CannotChallenge


def _as_shown(challenge: Challenge, joiner: Player, shown: Shown | None) -> Challenge:
    """What the offer means for the one who joins; raises TermsChanged unless that is what was shown."""
    meant = challenge.for_joiner(joiner)
    now = Shown(meant.handicap, meant.color)
    if shown != now and (challenge.by_rank or shown is not None):
        raise TermsChanged(handicap=now.handicap, color=now.color)
    return meant


def _check_bots(challenge: Challenge, joiner: Player) -> None:
    """A bot plays only with those who ask for it, and no more games at once than it may."""
    if joiner.is_bot and challenge.opponent_id is None and not challenge.token:
        raise NotForBots
    for bot in (challenge.creator, joiner):
        if bot.is_bot and Game.objects.of(bot).in_progress().count() >= MOST_GAMES_OF_A_BOT:
            raise BotIsBusy


def decline_challenge(*, challenge_id: int, player: Player, now: datetime) -> Challenge:
    """Say no to a challenge that one was sent."""
    with transaction.atomic():
        challenge = _locked(challenge_id, player, "")
        if challenge.opponent_id != player.pk:
            raise NotYours
        _close(challenge, Status.DECLINED, now)
        events.challenge_changed(EventKind.CHALLENGE_DECLINED, challenge)
        _tell(challenge, challenge.creator_id, "challenge_declined", by=player, now=now)
        return challenge


def withdraw_challenge(*, challenge_id: int, player: Player, now: datetime) -> Challenge:
    """Take one's own offer back."""
    with transaction.atomic():
        challenge = _locked(challenge_id, player, "")
        if challenge.creator_id != player.pk:
            raise NotYours
        _close(challenge, Status.WITHDRAWN, now)
        events.challenge_changed(EventKind.CHALLENGE_WITHDRAWN, challenge)
        return challenge


def rematch(*, game_id: int, player: Player, now: datetime) -> Challenge | Game:
    """Offer the opponent the same terms with the colours exchanged; accept such an offer if there is one."""
    game = access.game_for(player, game_id)
    seat = game.seat_of(player)
    if seat is None:
        raise NotYours
    if not game.is_finished:
        raise NotFinished
    with transaction.atomic():
        _lock_players(*(seat.player_id for seat in game.seat_list()))
        Game.objects.select_for_update(no_key=True).get(pk=game_id)
        offers = Challenge.objects.open().filter(rematch_of=game)
        theirs = offers.filter(opponent=player).first()
        if theirs is not None:
            return accept_challenge(challenge_id=theirs.pk, player=player, now=now)
        mine = offers.filter(creator=player).first()
        return mine or _offer_rematch(game, seat, player, now)


def _offer_rematch(game: Game, seat: Seat, player: Player, now: datetime) -> Challenge:
    opponent = next(s.player for s in game.seat_list() if s.pk != seat.pk)
    ruleset = RULE_SETS[game.rule_set]
    own = ruleset.default_komi(game.width, game.height, game.handicap)
    return create_challenge(
        creator=player,
        opponent=opponent,
        now=now,
        rematch_of=game,
        terms=Terms(
            width=game.width,
            height=game.height,
            rule_set=game.rule_set,
            komi=None if game.komi == own else game.komi,
            handicap=game.handicap,
            color=ColorWish.WHITE if seat.color == Color.BLACK else ColorWish.BLACK,
            time=game.agreed_time,
            lateness=game.hardness,
            off_time=tuple(kind for kind in ALLOWED_KINDS if kind in game.off_kinds),
            rated=game.unrated_reason != "chosen",
            private=game.private,
            position=_position(game.agreed_setup),
        ),
    )


def _position(setup: Setup) -> sgf.Position | None:
    """The position that a game was played on from, None for one from the start."""
    if not setup.start:
        return None
    return sgf.Position(Board.from_rows(setup.start), setup.first_to_act(), setup.prisoners, 0)


def _lock_players(*numbers: int | None) -> None:
    """Lock those who are to be named in a new offer or game, before anything else is locked (docs/locking.md).

    Raises NoSuchPlayer when an account has been deleted; one that is being deleted is waited for.
    """
    rows = Player.objects.select_for_update(no_key=True).filter(pk__in=[pk for pk in numbers if pk is not None])
    if any(player.deleted_at is not None for player in rows.order_by("pk")):
        raise NoSuchPlayer


def _creator_of(challenge_id: int) -> int | None:
    return Challenge.objects.filter(pk=challenge_id).values_list("creator_id", flat=True).first()


def _locked(challenge_id: int, player: Player, token: str) -> Challenge:
    """Lock a challenge that this person may know of."""
    rows = Challenge.objects.select_for_update(no_key=True, of=("self",))
    challenge = rows.filter(pk=challenge_id).first()
    if challenge is None:
        raise NoSuchChallenge
    if player.pk in (challenge.creator_id, challenge.opponent_id):
        return challenge
    if challenge.opponent_id is not None:
        raise NoSuchChallenge
    if not secrets.compare_digest(challenge.token.encode(), token.encode()):
        raise NoSuchChallenge
    return challenge


def _check_open(challenge: Challenge) -> None:
    if challenge.status != Status.OPEN:
        raise ChallengeGone


def _close(challenge: Challenge, status: Status, now: datetime) -> None:
    _check_open(challenge)
    challenge.status, challenge.answered_at = status, now
    challenge.save(update_fields=["status", "answered_at"])


def _start(challenge: Challenge, joiner: Player, now: datetime) -> Game:
    setup = challenge.setup()
    state = new_game(setup)
    control = challenge.agreed_time
    assert state.to_play is not None
    clock = clocks.start(control, state.to_play, now)
    reason = challenge.unrated_reason or ("bot" if joiner.is_bot else "")
    if not reason and any(is_under(player, Restricted.UNRATED, now) for player in (challenge.creator, joiner)):
        reason = "restricted"
    game = Game.objects.create(
        setup=setup.to_json(),
        rule_set=challenge.rule_set,
        width=challenge.width,
        height=challenge.height,
        komi=challenge.agreed_komi,
        handicap=challenge.handicap,
        time_control=challenge.time_control,
        lateness=challenge.lateness,
        off_time=challenge.off_time,
        private=challenge.private,
        rated=not reason,
        unrated_reason=reason,
        rematch_of=challenge.rematch_of,
        started_at=now,
        last_action_at=now,
        turn=0 if state.to_play is Color.BLACK else 1,
        clock=clock.to_json(),
        snapshot=state.to_json(),
        position_keys=state.position_keys,
    )
    black, white = _by_color(challenge, joiner)
    Seat.objects.bulk_create(
        Seat(game=game, index=index, color=color, player_id=player_id)
        for index, (color, player_id) in enumerate([(Color.BLACK, black), (Color.WHITE, white)])
    )
    deadlines.refresh(game)
    return game


def _by_color(challenge: Challenge, joiner: Player) -> tuple[int, int]:
    """Who takes Black and who takes White."""
    wish = challenge.color
    if wish == ColorWish.RANDOM:
        wish = secrets.choice((ColorWish.BLACK, ColorWish.WHITE))
    pair = (challenge.creator_id, joiner.pk)
    return pair if wish == ColorWish.BLACK else (pair[1], pair[0])


def _tell(
    challenge: Challenge,
    player_id: int,
    kind: str,
    *,
    by: Player,
    now: datetime,
    game: Game | None = None,
) -> None:
    Notice.objects.create(player_id=player_id, kind=kind, challenge=challenge, game=game, by=by, created_at=now)
    events.player_changed(player_id)
