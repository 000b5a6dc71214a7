"""Pages of problems that players make: making one of a position of an own finished game, and those that are proved."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import Player
from games import access
from games.errors import NoSuchGame
from learn import own_problems
from learn.forms import OwnProblemForm
from learn.models import OwnProblem
from learn.own_problems import WHY, Source
from learn.problems.goal_words import GOALS
from sharing.positions import Position, position_at
from wording.board_svg import Marks, diagram_svg

DIGITS = 12


@require_safe
def players_problems(request: HttpRequest) -> HttpResponse:
    """The latest problems that players have made, and what has become of one's own."""
    entries = [(row, GOALS[row.question["goal"]]) for row in own_problems.shown()]
    mine = own_problems.of_player(request.user) if isinstance(request.user, Player) else []
    told = [(row, GOALS[row.question["goal"]], WHY.get(row.why, "")) for row in mine]
    states = OwnProblem.State
    return render(request, "learn/players_problems.html", {"entries": entries, "mine": told, "states": states})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def make(request: HttpRequest) -> HttpResponse:
    """Make a problem of a position of one's own finished public game; 404 for any other game."""
    player = request.user
    assert isinstance(player, Player)
    source, position = _position(request, player)
    form = OwnProblemForm(position.board, request.POST or None)
    status = 200
    if request.method == "POST":
        if not own_problems.may_ask(player):
            form.add_error(None, _("You have made as many problems as one may in a day. Come back tomorrow."))
        if form.is_valid():
            own_problems.ask(source, form.asked())
            return redirect("learn:players_problems")
        status = 400
    svg = diagram_svg(position.board, Marks(last=position.last))
    context = {"form": form, "source": source, "svg": svg}
    return render(request, "learn/make_problem.html", context, status=status)


def _position(request: HttpRequest, player: Player) -> tuple[Source, Position]:
    """Raises Http404 for a game that the player has not finished or that others may not see."""
    try:
        game = access.game_for(player, _number(request, "game", 0))
    except NoSuchGame:
        raise Http404 from None
    if not game.is_finished or game.private or game.seat_of(player) is None or not game.agreed_setup.variant.plain:
        raise Http404
    position = position_at(game, _number(request, "move", game.move_number))
    if position is None:
        raise Http404
    return Source(player, game.pk, position.number), position


def _number(request: HttpRequest, name: str, default: int) -> int:
    """Raises Http404 for what is no number."""
    text = request.GET.get(name, str(default))
    if not text.isascii() or not text.isdecimal() or len(text) > DIGITS:
        raise Http404
    return int(text)
