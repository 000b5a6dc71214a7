"""Games against the server's own bot. The server accepts offers on the bot's behalf, so that the game opens with the
same click. The bot finds the game at its next poll."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from django.conf import settings
from django.db import transaction

from accounts.models import Player
from challenges.errors import BotIsBusy
from challenges.server_bots import LEVELS, bot_name
from games.errors import BadTerms
from games.models import Game, Seat
from games.services.idempotency import PlayerRequest
from games.terms import ColorPreference, Terms
from rules.clock import TimeControl
from rules.variants.presets import capture_go
from rules.variants.variant import MOST_STONES

from .answering import accept_challenge
from .offering import OfferRecipients, create_challenge

BOT_TIME = TimeControl.days_per_move(timedelta(days=30))
"""The time control against the server's bot. It is long, but abandoned games end some day, so that the bot can accept
others."""
FIRST_GAME = Terms(width=9, height=9, color=ColorPreference.BLACK, rated=False, time=BOT_TIME)
"""Terms of a first game: on the small board, and the player moves first."""
CAPTURE_SIZES = range(5, 10)
"""Board sizes on which newcomers play capture Go against the server's bot (C103)."""


def capture_game_terms(size: int, needed: int) -> Terms:
    """Return the terms of a first game of capture Go that is won by this many captures. Raises BadTerms."""
    if size not in CAPTURE_SIZES or not 1 <= needed <= MOST_STONES:
        raise BadTerms(field="variant")
    return replace(FIRST_GAME, width=size, height=size, variant=capture_go((needed, needed)))


def find_server_bot(level: int = LEVELS) -> Player:
    """Return the server bot of this level, or of the highest level if that bot is missing. Raises BotIsBusy if there
    is none."""
    for name in (bot_name(level), bot_name(LEVELS)):
        found = Player.objects.find_by_name(name) if settings.IGO_HOUSE_BOT else None
        if found is not None and found.is_bot and found.is_active:
            return found
    raise BotIsBusy


def bot_level_for(player: Player) -> int:
    """Return the level of the bot for a game started with one click. This is the lowest level until the player has
    finished a game."""
    return LEVELS if Seat.objects.filter(player=player, finished_at__isnull=False).exists() else 1


def find_unstarted_bot_game(player: Player, terms: Terms = FIRST_GAME, level: int = LEVELS) -> Game | None:
    """Return an existing game of this size and variant without moves, in which the player is to move, so that a second
    click opens the same game. Return None if there is none."""
    its_games = Seat.objects.running().filter(player=find_server_bot(level)).values("game_id")
    begun = Game.objects.awaiting(player).filter(move_number=0, pk__in=its_games, width=terms.width)
    return next((game for game in begun.order_by("pk")[:20] if game.agreed_variant == terms.variant), None)


def play_server_bot(request: PlayerRequest, terms: Terms = FIRST_GAME, level: int = LEVELS) -> Game:
    """Start and return an unrated game on these terms against the bot of this level.

    Raises the errors of `create_challenge` and `accept_challenge`. Raises BotIsBusy also if there is no bot of this
    level.
    """
    bot = find_server_bot(level)
    with transaction.atomic():
        offer = create_challenge(request, replace(terms, rated=False), OfferRecipients(bot))
        if offer.game is not None:
            return offer.game  # the answer to the same request again
        return accept_challenge(PlayerRequest(bot, request.now), offer.pk)
