"""The front page. Visitors see a game in progress, an exercise with one move, and an offer to play the bot. Players are
redirected to their games."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django.views.decorators.http import require_safe

from games.cards import cards_of
from games.game_view import GameView
from games.models import Game
from games.stored_positions import example_position
from games.thumbnails import LIVELY
from rules import Board, Color, GameState, Play, Point, Setup, apply, new_game, parse_vertex
from rules.errors import RulesError
from rules.notation import COLUMNS
from rules.ruleset import RULE_SETS
from wording.board_svg import BoardMarks, board_svg
from wording.board_text import point_label
from wording.refusals import SENTENCES

MOST_OTHERS = 5
"""The number of small boards of other games in progress."""


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Return the front page. Signed-in players are redirected to their games."""
    if request.user.is_authenticated:
        return redirect("games:my_games")
    public = Game.objects.in_progress().filter(private=False, move_number__gt=LIVELY)
    games = list(public.order_by("-last_action_at", "-pk")[: 1 + MOST_OTHERS])
    game = games[0] if games else None
    cards = cards_of(None, games)[0]
    context = {
        "live": cards[0] if cards else None,
        "others": cards[1:],
        "picture": _board_picture(
            example_position() if game is None else GameView(game, request.user).state_without_history
        ),
        "may_play": settings.IGO_HOUSE_BOT and settings.IGO_OPEN_FOR_SIGNUP,
        "rule_sets": len(RULE_SETS),
        "task": CaptureExercise(request.GET.get("point", "")),
    }
    return render(request, "games/home.html", context)


def _board_picture(state: GameState) -> SafeString:
    return board_svg(state.board, BoardMarks(last=state.last_move))


class CaptureExercise:
    """The one-move exercise on the front page: capture the two white stones."""

    ROWS = (".....", "..XX.", ".XOO.", "..XX.", ".....")
    SIZE = len(ROWS)

    def __init__(self, point: str) -> None:
        rules = RULE_SETS["japanese"]
        self.state = new_game(Setup(self.SIZE, self.SIZE, rules, rules.komi[0], start=self.ROWS))
        self.answer: Any = ""
        self.done = False
        if point:
            self._try_move(point[:3])

    def _try_move(self, text: str) -> None:
        try:
            point = parse_vertex(text.strip(), self.SIZE, self.SIZE)
            after = apply(self.state, Play(Color.BLACK, point))
        except RulesError as error:
            self.answer = SENTENCES[error.code]
            return
        self.done = after.prisoners[Color.BLACK] == 2
        self.state = after if self.done else self.state
        self.answer = (
            _("Captured. The white stones have no liberties left.")
            if self.done
            else _("Not yet. The white stones still have one liberty, at the edge.")
        )

    @property
    def board(self) -> Board:
        """Return the position of the exercise."""
        return self.state.board

    @property
    def button_rows(self) -> list[list[tuple[str, str, bool]]]:
        """Return a row of points for each line of the board, for the buttons. Each point has its vertex, its label, and
        whether it is empty."""
        names = {
            None: pgettext_lazy("text", "empty"),
            Color.BLACK: pgettext_lazy("text", "black"),
            Color.WHITE: pgettext_lazy("text", "white"),
        }
        return [
            [
                (
                    f"{COLUMNS[c]}{self.SIZE - r}",
                    point_label(f"{COLUMNS[c]}{self.SIZE - r}", names[self.board[Point(c, r)]]),
                    self.board[Point(c, r)] is None,
                )
                for c in range(self.SIZE)
            ]
            for r in range(self.SIZE)
        ]
