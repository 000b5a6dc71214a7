"""Rematches against the same opponents."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import Player
from challenges.models import Challenge
from games import access
from games.errors import NotFinished, NotTheOwner
from games.models import Game, Seat
from games.services.idempotency import PlayerRequest
from games.terms import ALLOWED_KINDS, ColorPreference, Terms, yes_no_terms_of
from rules import RULE_SETS, Board, Color, Setup, sgf

from .answering import accept_challenge
from .offering import OfferRecipients, create_challenge
from .places import take_place
from .rows import lock_players


def offer_or_accept_rematch(*, game_id: int, player: Player, now: datetime) -> Challenge | Game:
    """Offer a rematch of the game on the same terms with colours exchanged, and return the offer. If an opponent has
    already offered one, accept it and return the game. Raises NoSuchGame, NotTheOwner, NotFinished, and the errors of
    making or accepting an offer."""
    game = access.game_for(player, game_id)
    seat = game.seat_of(player)
    if seat is None:
        raise NotTheOwner
    if not game.is_finished:
        raise NotFinished
    with transaction.atomic():
        lock_players(*(seat.player_id for seat in game.seat_list()))
        Game.objects.select_for_update(no_key=True).get(pk=game_id)
        offers = Challenge.objects.open().filter(rematch_of=game)
        theirs = offers.filter(opponent=player).first()
        if theirs is not None:
            return accept_challenge(PlayerRequest(player, now), theirs.pk)
        place = offers.filter(places__player=player).first()
        if place is not None and place.creator_id != player.pk:
            return _agree_to_rematch(place, player, now)
        mine = offers.filter(creator=player).first()
        return mine or _offer_rematch(game, seat, player, now)


def _agree_to_rematch(offer: Challenge, player: Player, now: datetime) -> Challenge | Game:
    """Agree to the seating of a rematch with several seats. Return the game if all have now agreed, otherwise the
    offer."""
    sat = take_place(PlayerRequest(player, now), offer.pk, token=offer.token)
    return sat.game or sat


def _offer_rematch(game: Game, seat: Seat, player: Player, now: datetime) -> Challenge:
    people = [other.player for other in game.seat_list()]
    opponent = next(other for other in people if other.pk != player.pk)
    is_of_two = len(people) == 2
    ruleset = RULE_SETS[game.rule_set]
    own = ruleset.default_komi(game.width, game.height, game.handicap)
    terms = Terms(
        width=game.width,
        height=game.height,
        rule_set=game.rule_set,
        komi=None if game.komi == own or game.has_many_colors else game.komi,
        handicap=game.handicap,
        color=_swapped_color(seat) if is_of_two else ColorPreference.RANDOM,
        time=game.agreed_time,
        lateness=game.timeout_policy,
        off_time=tuple(kind for kind in ALLOWED_KINDS if kind in game.off_kinds),
        rated=game.unrated_reason != "chosen",
        **yes_no_terms_of(game),
        position=_start_position(game.agreed_setup),
        variant=game.agreed_variant,
    )
    to = OfferRecipients(opponent) if is_of_two else OfferRecipients(seats=_rematch_seating(game, people))
    return create_challenge(PlayerRequest(player, now), terms, to, rematch_of=game)


def _swapped_color(seat: Seat) -> ColorPreference:
    return ColorPreference.WHITE if seat.color == Color.BLACK else ColorPreference.BLACK


def _rematch_seating(game: Game, people: list[Player]) -> list[Player | None]:
    """Return the seating of the rematch. If all colours have equally many players, the first player moves to the end,
    so that the colours change; otherwise the seats stay the same. Where each player has their own colour, a lot decides
    the seats later (V50)."""
    order = game.agreed_setup.order
    sizes = {len(order.seats_for(color)) for color in order.colors}
    return [*people[1:], people[0]] if len(sizes) == 1 else [*people]


def _start_position(setup: Setup) -> sgf.SgfPosition | None:
    """Return the start position of a game, None if the game began with an empty board."""
    if not setup.start:
        return None
    return sgf.SgfPosition(Board.from_rows(setup.start), setup.first_to_act(), setup.prisoners, 0)
