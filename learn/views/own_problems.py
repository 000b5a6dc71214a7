"""Pages of problems made by players: create a problem from a position of the player's own finished game, and list
proved problems."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy, ngettext, pgettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import Player
from challenges.sgf_import import BadSgf, decode_upload, remark_sentence
from games import access
from games.errors import NoSuchGame
from learn import problem_files
from learn.forms import ProblemFileForm, ProblemFromGameForm
from learn.models import OwnProblem
from learn.problems.goal_words import GOALS, goal_sentences
from learn.services import own_problems
from learn.services.own_problems import WHY, PositionSource
from rules import Color
from rules.sgf import SgfError
from sharing.positions import PublicPosition, find_position
from wording import words
from wording.board_svg import BoardMarks, diagram_svg, small_board_svg
from wording.refusals import SGF_SENTENCES

DIGITS, MOST_BOARDS = 12, 30
TOO_MANY = gettext_lazy("You've reached today's limit of 10 new problems. Try again tomorrow.")


@require_safe
def players_problems(request: HttpRequest) -> HttpResponse:
    """Return the page with the latest problems by players, and the states of the viewer's own problems."""
    entries = [
        _problem_list_entry(row, with_board=at < MOST_BOARDS)
        for at, row in enumerate(own_problems.latest_proved_standalone_problems())
    ]
    mine = own_problems.latest_standalone_problems_of(request.user) if isinstance(request.user, Player) else []
    rows = [(row, GOALS[row.question["goal"]], WHY.get(row.why, "")) for row in mine]
    states = OwnProblem.State
    context = {"entries": entries, "mine": rows, "states": states, "file": ProblemFileForm()}
    return render(request, "learn/players_problems.html", context)


def _problem_list_entry(row: OwnProblem, *, with_board: bool) -> tuple[OwnProblem, object, object, str]:
    """Return a problem with its title, its task and a small board ("" unless `with_board`)."""
    question = row.question
    goal = question["goal"]
    task = goal_sentences(goal, Color.from_letter(question["first"])).task
    if not with_board:
        return row, GOALS[goal], task, ""
    step = own_problems.proved_problem_from_row(row).step
    return row, GOALS[goal], task, small_board_svg(step.start.board, None, step.points(step.rings))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def create_problem_from_game(request: HttpRequest) -> HttpResponse:
    """Return the page with the form that makes a problem from a position of the player's own finished public game. POST
    submits the problem and redirects to the list. Raises Http404 for any other game."""
    player = request.user
    assert isinstance(player, Player)
    try:
        source, position = position_of_finished_game(
            player, _query_number(request, "game", 0), _query_number(request, "move", None)
        )
    except NoSuchGame:
        raise Http404 from None
    form = ProblemFromGameForm(position.board, request.POST or None)
    status = 200
    if request.method == "POST":
        if not own_problems.problem_submissions_left(player):
            form.add_error(None, TOO_MANY)
        if form.is_valid():
            own_problems.submit_question(source, form.problem_question())
            return redirect("learn:players_problems")
        status = 400
    svg = diagram_svg(position.board, BoardMarks(last=position.last))
    context = {"form": form, "source": source, "svg": svg}
    return render(request, "learn/make_problem.html", context, status=status)


@login_required
@require_POST
def submit_problem_file(request: HttpRequest) -> HttpResponse:
    """Submit the positions of an uploaded SGF collection as problems, and redirect to the list of problems. A message
    says how many positions were left out, and why."""
    player = request.user
    assert isinstance(player, Player)
    form = ProblemFileForm(request.POST, request.FILES)
    try:
        if not form.is_valid():
            raise SgfError("sgf_no_game")
        file = decode_upload(form.cleaned_data["file"].read())
        rows, left_out = problem_files.submit_problems_in_file(player, file.text)
    except (SgfError, BadSgf) as error:
        code = error.code if isinstance(error, SgfError) else error.data["sgf"]
        messages.error(request, str(SGF_SENTENCES[code]))
        return redirect("learn:players_problems")
    text = ngettext("%(n)s position is being checked.", "%(n)s positions are being checked.", len(rows))
    messages.success(request, text % {"n": words.localized_number(len(rows))})
    if left_out:
        parts = [f"{problem_files.LEFT_OUT[why]}: {words.localized_number(number)}" for why, number in left_out.items()]
        messages.warning(request, pgettext("text", "Skipped: %(what)s.") % {"what": words.join_as_list(parts)})
    for remark in file.remarks:
        messages.warning(request, remark_sentence(remark))
    return redirect("learn:players_problems")


def position_of_finished_game(player: Player, game_id: int, move: int | None) -> tuple[PositionSource, PublicPosition]:
    """Return the position after `move` moves, by default the last position, of a public game that the player has
    finished. Raises NoSuchGame for any other game, or if there is no such position."""
    game = access.game_for(player, game_id)
    if not game.is_finished or game.private or game.seat_of(player) is None or not game.agreed_setup.variant.plain:
        raise NoSuchGame
    position = find_position(game, game.move_number if move is None else move)
    if position is None:
        raise NoSuchGame
    return PositionSource(player, game.pk, position.number), position


def _query_number(request: HttpRequest, name: str, default: int | None) -> Any:
    """Return a number from the query string, or `default` if it is missing. Raises Http404 if it is not valid."""
    text = request.GET.get(name)
    if text is None:
        return default
    if not text.isascii() or not text.isdecimal() or len(text) > DIGITS:
        raise Http404
    return int(text)
