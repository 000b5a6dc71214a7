"""The large board on a player's list of games: the game that the player should open first, the opponent's last action,
and how much time is left."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts.models import Player
from foundation.compiled_queries import CompiledQuery
from games.cards import GameCard, private_note_sentence
from games.game_view import GameView
from games.models import Game
from rules import Color, GameState, Move, Stage
from rules.notation import vertex
from wording import words
from wording.board_svg import BoardMarks, board_svg


@dataclass(frozen=True, slots=True)
class NextTurnBoard:
    """The data of the large board on a player's list of games: the card of the first game in which they have to act,
    and texts about it. `share` is the percentage of the turn's time that is left, or None if no clock runs."""

    card: GameCard
    board: SafeString
    headline: SafeString | str
    side: str
    action: str
    share: int | None
    note: str = ""


_NAMES = ("id", "setup", "number", "deadline", "snapshot", "last_action_at")
"""The column names in the order of the query."""
_GAME = CompiledQuery(lambda pk: Game.objects.filter(pk=pk).values_list(*_NAMES))


def next_turn_board(card: GameCard, player: Player, now: datetime) -> NextTurnBoard:
    """Return the data of the large board for the game of this card, in which the player has a seat. One query."""
    game = Game.from_db("default", _NAMES, _GAME.rows(card.pk)[0])
    show = GameView(game, player)
    state, last = show.state_without_history, show.last_move()
    name = format_html("<bdi>{}</bdi>", card.opponent.shown_name if card.opponent else player.shown_name)
    actions = {
        Stage.HANDICAP: _("Place the handicap stones"),
        Stage.MARKING: _("Mark the dead stones"),
        Stage.DECIDING: _("Check the score"),
    }
    return NextTurnBoard(
        card=card,
        board=board_svg(show.board(), BoardMarks(last=last), labels=player.show_coordinates),
        headline=_last_action_headline(state, last, name),
        side=_("you are Black") if card.color == Color.BLACK else _("you are White"),
        action=actions.get(state.stage, _("Play your move")),
        share=_percentage_left(game.last_action_at, game.deadline, now),
        note=private_note_sentence(card) if card.note else "",
    )


def _last_action_headline(state: GameState, last: Move | None, name: SafeString) -> SafeString | str:
    """Return a sentence about the opponent's last action. `name` is the opponent's name."""
    if state.stage is Stage.DECIDING:
        return format_html(_("{name} has proposed a score"), name=name)
    if state.stage is Stage.MARKING:
        return format_html(_("Play has stopped in your game with {name}"), name=name)
    if state.is_resumed:
        return format_html(_("Play continues in your game with {name}"), name=name)
    if last is None:
        return format_html(_("New game with {name}"), name=name)
    if last.point is None:
        return format_html(pgettext("first game", "{name} passed"), name=name)
    point = format_html('<bdi class="ltr">{}</bdi>', vertex(last.point, state.setup.height))
    return format_html(_("{name} played {point}"), name=name, point=point)


def _percentage_left(since: datetime, deadline: datetime | None, now: datetime) -> int | None:
    if deadline is None:
        return None
    whole = max(deadline - since, timedelta(seconds=1))
    return round(100 * min(1.0, max(0.0, (deadline - now) / whole)))


def time_left_sentence(deadline: datetime | None, now: datetime) -> str:
    """Return the time left as text, such as "5 h 12 min left". Return "no clock" if there is no deadline, and "time has
    run out" at and after the deadline."""
    if deadline is None or deadline <= now:
        return words.time_left_text(deadline, now)
    return pgettext("first game", "%(time)s left") % {"time": words.time_left_text(deadline, now)}
