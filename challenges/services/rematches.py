"""Once more against the same opponent."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import Player
from challenges.models import Challenge
from games import access
from games.errors import NotFinished, NotYours
from games.models import Game, Seat
from games.services.idempotency import PlayerRequest
from games.terms import ALLOWED_KINDS, ColorWish, Terms, yes_no_of
from rules import RULE_SETS, Board, Color, Setup, sgf

from .answering import accept_challenge
from .offering import To, create_challenge
from .rows import lock_players


def rematch(*, game_id: int, player: Player, now: datetime) -> Challenge | Game:
    """Offer the opponent the same terms with the colours exchanged; accept such an offer if there is one."""
    game = access.game_for(player, game_id)
    seat = game.seat_of(player)
    if seat is None:
        raise NotYours
    if not game.is_finished:
        raise NotFinished
    with transaction.atomic():
        lock_players(*(seat.player_id for seat in game.seat_list()))
        Game.objects.select_for_update(no_key=True).get(pk=game_id)
        offers = Challenge.objects.open().filter(rematch_of=game)
        theirs = offers.filter(opponent=player).first()
        if theirs is not None:
            return accept_challenge(PlayerRequest(player, now), theirs.pk)
        mine = offers.filter(creator=player).first()
        return mine or _offer_rematch(game, seat, player, now)


def _offer_rematch(game: Game, seat: Seat, player: Player, now: datetime) -> Challenge:
    opponent = next(s.player for s in game.seat_list() if s.pk != seat.pk)
    ruleset = RULE_SETS[game.rule_set]
    own = ruleset.default_komi(game.width, game.height, game.handicap)
    terms = Terms(
        width=game.width,
        height=game.height,
        rule_set=game.rule_set,
        komi=None if game.komi == own else game.komi,
        handicap=game.handicap,
        color=ColorWish.WHITE if seat.color == Color.BLACK else ColorWish.BLACK,
        time=game.agreed_time,
        lateness=game.timeout_policy,
        off_time=tuple(kind for kind in ALLOWED_KINDS if kind in game.off_kinds),
        rated=game.unrated_reason != "chosen",
        **yes_no_of(game),
        position=_position(game.agreed_setup),
        variant=game.agreed_variant,
    )
    return create_challenge(PlayerRequest(player, now), terms, To(opponent), rematch_of=game)


def _position(setup: Setup) -> sgf.Position | None:
    """The position that a game was played on from, None for one from the start."""
    if not setup.start:
        return None
    return sgf.Position(Board.from_rows(setup.start), setup.first_to_act(), setup.prisoners, 0)
