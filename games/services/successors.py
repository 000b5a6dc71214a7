"""A successor for a member of a team who has left (V39). The team invites a player, the invited player agrees, and an
opponent accepts the player. All of this must happen within seven days; after that the seat is skipped permanently."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import CASCADE, QuerySet

from accounts.core.guests import check_not_guest
from accounts.core.restrictions import check_allowed, is_restricted
from accounts.models import Player
from accounts.models.restriction import RestrictionKind
from accounts.privacy.blocking import is_blocked_between
from foundation.statements import LARGEST_NUMBER
from games import events, storage
from games.errors import CannotTakeSeat, NoSuchGame
from games.models import Action, Game, Seat, SeatOffer, SeatOfferState
from games.services.beginning import set_usual_weekends
from rules import Color
from rules.actions.teams import TakeVacantSeat

from .idempotency import PlayerRequest
from .plans import set_armed_bit
from .record import Actor, record_action, record_non_rules_action

FOR = timedelta(days=7)


def find_vacant_seat(game: Game, color: Color, now: datetime) -> tuple[Seat, datetime] | None:
    """Return the vacant seat of this colour that was left last, and the time until which it can be filled. Return None
    if no seat can be filled. No query if no player has left."""
    left = {seat.index: seat for seat in game.seat_list() if seat.index in game.left_seats and seat.color == color}
    if not left:
        return None
    leaving = game.actions.filter(kind="leave", received_at__gt=now - FOR).order_by("-number")
    for seat, at in leaving.values_list("payload__seat", "received_at"):
        if seat in left:
            return left[seat], at + FOR
    return None


def open_seat_offers(game: Game, now: datetime) -> list[SeatOffer]:
    """Return the open invitations to vacant seats of a game. Takes no query if no player has left."""
    if not game.left_seats or game.is_finished:
        return []
    found = SeatOffer.objects.filter(game=game, state=SeatOfferState.OPEN, until__gt=now).order_by("pk")
    return [one for one in found.select_related("player", "by", "former") if one.index in game.left_seats]


def find_seat_offer_to(player: Player, game_id: int, now: datetime) -> SeatOffer | None:
    """Return this player's unanswered invitation, or None if there is none. One query for any game."""
    mine = SeatOffer.objects.filter(game=min(game_id, LARGEST_NUMBER), player=player, agreed_at=None)
    mine = mine.filter(state=SeatOfferState.OPEN, until__gt=now, game__finished_at=None)
    return mine.select_related("game", "player", "by", "former").order_by("pk").last()


def visible_seat_offers(player: Player, game_id: int, now: datetime) -> list[SeatOffer] | None:
    """Return the open invitations to seats of a game: its players see all of them, others only their own. Return None
    if they see none. Two queries for any game."""
    holding = SeatOffer.objects.filter(game=min(game_id, LARGEST_NUMBER), state=SeatOfferState.OPEN, until__gt=now)
    found = list(holding.filter(game__finished_at=None).select_related("player", "by", "former").order_by("pk"))
    if Seat.objects.filter(game=min(game_id, LARGEST_NUMBER), player=player).exists():
        return found
    return [one for one in found if one.player_id == player.pk] or None


def check_can_take_seat(player: Player, game: Game, now: datetime) -> None:
    """Raise CannotTakeSeat if this player cannot take a seat in the game. Bots, guests, players of the game, and
    suspended, barred or closed accounts cannot. Neither can a player who has blocked, or is blocked by, a player of the
    game."""
    seated = [seat.player_id for seat in game.seat_list()]
    keeps_out = (RestrictionKind.SUSPENDED, RestrictionKind.BARRED)
    if (
        player.is_bot
        or player.is_guest
        or not player.is_active
        or player.pk in seated
        or any(is_restricted(player, kind, now) for kind in keeps_out)
        or is_blocked_between(player.pk, *seated)
    ):
        raise CannotTakeSeat


def invite_successor(actor: Actor, player: Player) -> Action:
    """Offer the vacant seat of the actor's team to this player, and return the action. An earlier invitation to the
    seat is withdrawn. The caller must have locked the game."""
    found = find_vacant_seat(actor.game, actor.color, actor.now)
    assert found is not None
    seat, until = found
    check_can_take_seat(player, actor.game, actor.now)
    SeatOffer.objects.filter(game=actor.game, index=seat.index, state=SeatOfferState.OPEN).update(
        state=SeatOfferState.CLOSED
    )
    SeatOffer.objects.create(
        game=actor.game, index=seat.index, player=player, by=actor.own_seat.player, former=seat.player,
        made_at=actor.now, until=until,
    )  # fmt: skip
    actor.notify_outsider("seat_offered", player, invitation_path(actor.game))
    return record_non_rules_action(actor, "seat_offered")


def answer_invitation(request: PlayerRequest, game_id: int, *, allow: bool) -> None:
    """Accept or decline an invitation, and notify the opponents (accepted) or the team (declined).

    Raises NoSuchGame if there is no open invitation, CannotTakeSeat, NotForGuests, NewGamesBlocked, Suspended.
    """
    player = request.player
    with transaction.atomic():
        game = storage.locked_game(game_id)
        offer = find_seat_offer_to(player, game_id, request.now)
        if game is None or offer is None or offer.index not in game.left_seats:
            raise NoSuchGame
        actor = Actor(game, None, player, request.now)
        team = [seat for seat in game.seat_list() if seat.color == game.seat_list()[offer.index].color]
        if allow:
            check_allowed(player, request.now, RestrictionKind.BARRED)
            check_not_guest(player)
            check_can_take_seat(player, game, request.now)
            offer.agreed_at = request.now
            actor.notify_seats("seat_agreed", [seat for seat in game.seat_list() if seat not in team])
        else:
            offer.state = SeatOfferState.DECLINED
            actor.notify_seats("seat_declined", team)
        offer.save(update_fields=["agreed_at", "state"])
        record_non_rules_action(actor, "seat_agreed" if allow else "seat_declined")


def refuse_successor(actor: Actor, offer: SeatOffer) -> Action:
    """Record that an opponent refuses a successor, and return the action. The team may invite another player. The game
    must be locked."""
    offer.state = SeatOfferState.CLOSED
    offer.save(update_fields=["state"])
    color = actor.game.seat_list()[offer.index].color
    actor.notify_seats("seat_refused", [seat for seat in actor.game.seat_list() if seat.color == color])
    actor.notify_outsider("seat_refused", offer.player)
    return record_non_rules_action(actor, "seat_refused")


def accept_successor(actor: Actor, offer: SeatOffer) -> Action:
    """Record that an opponent accepts a successor, and return the action. The successor gets the seat, and the former
    player's private data about it is deleted. The game must be locked. Raises CannotTakeSeat."""
    game = actor.game
    seat = game.seat_list()[offer.index]
    check_can_take_seat(offer.player, game, actor.now)
    for relation in Seat._meta.related_objects:
        if relation.on_delete is CASCADE:
            QuerySet(relation.related_model).filter(**{relation.field.name: seat}).delete()
    set_armed_bit(game, seat, is_armed=False)
    seat.player = offer.player
    if seat.weekend_zone:
        set_usual_weekends(game, [seat])
    seat.save(update_fields=["player", "weekend_zone"])
    member = Actor(game, seat, offer.player, actor.now, to_keep=actor.to_keep)
    row = record_action(member, TakeVacantSeat(Color(seat.color), seat.index))
    offer.state, offer.number = SeatOfferState.TAKEN, row.number
    offer.save(update_fields=["state", "number"])
    member.notify_others("seat_taken")
    actor.notify_seats("seat_given", [seat])
    events.send_game_event(events.GameEvent.GAME_STARTED, [offer.player_id], game=game)
    events.signal_player_lists_changed(offer.player_id, offer.former_id)
    return row


def invitation_path(game: Game) -> str:
    """Return the path of the page on which the player answers the invitation. The player may not be able to open the
    game page, because the game may be private."""
    return f"{game.get_absolute_url()}seat/"
