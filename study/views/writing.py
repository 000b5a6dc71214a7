"""Pages on which people write about a game: private comments during the game, and comments, variations and invitations
of teachers in the review."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.crypto import get_random_string
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.core.lookup import NoSuchPlayer, get_player_by_name
from foundation.refusals import Refusal
from games.errors import NoSuchGame
from games.services.idempotency import PlayerRequest
from games.views.game import game_or_404
from games.views.requests import player_of, received_at
from social.errors import NoSuchPost
from study.core.nodes import ROOT
from study.core.record import RecordMoves
from study.errors import NoSuchMove
from study.services import comments as commenting
from study.services import proposing, sharing, trees
from study.services.proposing import VariationLine

from .comments_panel import comments_in_move_order
from .drawing import numbered_move_html
from .review import redirect_to_node, render_review

if TYPE_CHECKING:
    from games.models import Game

LONGEST_KEY = 64


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def comments_during_game_page(request: HttpRequest, game_id: int) -> HttpResponse:
    """Return the page with a player's comments on a game in progress, and a form. After the game, redirect to the
    review."""
    game = game_or_404(request, game_id)
    if game.is_finished:
        return redirect("study:review", game_id)
    if game.seat_of(player_of(request)) is None:
        raise Http404
    return _add_comment(request, game) if request.method == "POST" else _render_comments_page(request, game)


def _add_comment(request: HttpRequest, game: Game) -> HttpResponse:
    record, posted = trees.trunk_of_game(game), request.POST
    try:
        node = _node_of_move_number(posted.get("move", ""), record)
        commenting.add_comment(_request_with_key(request), game.pk, node, posted.get("text", ""))
    except Refusal as refusal:
        return _render_comments_page(request, game, refusal)
    return redirect("study:comments", game.pk)


def _node_of_move_number(move: str, record: RecordMoves) -> str:
    """Return the name of the node of the move with this number in the game, without undone moves. Raises NoSuchMove."""
    line = list(dict.fromkeys(record.line))
    if not (move.isdecimal() and len(move) < 5 and int(move) < len(line)):
        raise NoSuchMove
    return line[int(move)]


def _request_with_key(request: HttpRequest) -> PlayerRequest:
    key = request.POST.get("key", "")[:LONGEST_KEY] or None
    return PlayerRequest(player_of(request), received_at(request), key)


def _render_comments_page(request: HttpRequest, game: Game, refusal: Refusal | None = None) -> HttpResponse:
    record = trees.trunk_of_game(game)
    written = request.POST if refusal is not None else request.GET
    last = len(set(record.line)) - 1
    context = {
        "game": game,
        "comments": [
            (post, _move_text_of_node(post.node, record)) for post in comments_in_move_order(request.user, game)
        ],
        "last": last,
        "move": written.get("move", last),
        "text": request.POST.get("text", "") if refusal is not None else "",
        "refusal": "" if refusal is None else refusal.message(),
        "longest": commenting.LONGEST_COMMENT,
        "key": get_random_string(16),
    }
    return render(request, "study/comments.html", context, status=200 if refusal is None else refusal.http_status)


def _move_text_of_node(node: str, record: RecordMoves) -> str:
    """Return the move of the node with this name as text."""
    stone = record.stones.get(node)
    return _("Before the first move") if stone is None else numbered_move_html(stone.number, stone.color, stone.move)


@login_required
@require_POST
def delete_comment(request: HttpRequest, game_id: int) -> HttpResponse:
    """Delete the viewer's own comment, and redirect to the page from which it was deleted."""
    game, number = game_or_404(request, game_id), request.POST.get("comment", "")
    try:
        commenting.withdraw_comment(
            player_of(request), game_id, int(number) if number.isdecimal() and len(number) < 19 else 0
        )
    except (NoSuchGame, NoSuchPost) as error:
        raise Http404 from error
    if game.is_finished:
        return redirect_to_node(game_id, request.POST.get("at", ""), "#comments")
    return redirect("study:comments", game_id)


@login_required
@require_POST
def add_variation_or_comment(request: HttpRequest, game_id: int) -> HttpResponse:
    """Add moves to the review, a comment on a move, or both, and redirect to the review. With both, the comment is
    about the last added move."""
    posted = request.POST
    at, moves, text = posted.get("at", "") or ROOT, posted.get("moves", "").split(), posted.get("text", "").strip()
    try:
        if moves:
            _row, at = proposing.add_line_to_review(_request_with_key(request), game_id, VariationLine(at, moves))
        if text or not moves:
            commenting.add_comment(_request_with_key(request), game_id, at, text)
    except NoSuchGame as error:
        raise Http404 from error
    except Refusal as refusal:
        return _review_page_with_input(request, game_id, at, refusal)
    return redirect_to_node(game_id, at, "#comments")


def _review_page_with_input(request: HttpRequest, game_id: int, at: str, refusal: Refusal) -> HttpResponse:
    """Return the review page with the error and the user's input. Raises Http404 before the end of the game."""
    try:
        return render_review(request, sharing.load_review(request.user, game_id), at, refusal)
    except Refusal as error:
        raise Http404 from error


@login_required
@require_POST
def delete_own_variations(request: HttpRequest, game_id: int) -> HttpResponse:
    """Delete all variations that the viewer added to this review, and redirect to the review."""
    game = game_or_404(request, game_id)
    proposing.delete_variations(player_of(request), game.pk)
    return redirect_to_node(game_id, request.POST.get("at", ""))


@login_required
@require_POST
def invite_teacher(request: HttpRequest, game_id: int) -> HttpResponse:
    """Invite the named player as a teacher to this game's review, and redirect to the review."""
    player = player_of(request)
    try:
        proposing.invite_teacher(
            player, game_id, get_player_by_name(request.POST.get("name", "")), received_at(request)
        )
    except NoSuchGame as error:
        raise Http404 from error
    except (Refusal, NoSuchPlayer) as refusal:
        messages.error(request, refusal.message())
    else:
        messages.success(request, _("The teacher has been invited."))
    return redirect_to_node(game_id, request.POST.get("at", ""))
