"""The pages of demonstration boards: lists, a board, its owner's forms, and questions."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.core.lookup import NoSuchPlayer
from accounts.models import Player
from accounts.security.staff_permissions import StaffPermission, may
from challenges.sgf_import import decode_upload
from clubs import audience_form
from clubs.services.audiences import audience_of
from foundation.refusals import Refusal
from foundation.text import whole_number
from games.errors import NoSuchGame
from games.views.requests import player_of, received_at
from study.errors import NoSuchBoard
from study.forms import BoardNameForm, NewBoardForm
from study.models import BoardQuestion, DemoBoard
from study.services import board_questions, boards
from study.services.board_questions import NewQuestion
from study.services.boards import BoardChange, NewBoard
from study.services.files import LEFT_OUT
from wording import words

from .analysis import node_to_show_after, operation_from_form
from .board_page import BoardPage

A_PAGE = 24


@require_safe
def visible_boards_page(request: HttpRequest) -> HttpResponse:
    """Return the page with the viewer's boards, and boards that others share with them."""
    mine = boards.boards_of_teacher(request.user, request.user) if isinstance(request.user, Player) else []
    shared = boards.others_boards_listed_for(request.user).order_by("-pk")
    page = Paginator(shared, A_PAGE).get_page(whole_number(request.GET.get("page"), 6) or 1)
    return render(request, "study/boards/list.html", {"mine": mine, "page": page})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_board(request: HttpRequest) -> HttpResponse:
    """Return the page with the form for a new board. POST creates the board and redirects to it. The board is empty, or
    begins with an uploaded file or a finished game; `?game=` fills in the game."""
    if request.method != "POST":
        form = NewBoardForm(initial={"game": whole_number(request.GET.get("game"), 18)})
        return render(request, "study/boards/new.html", {"form": form})
    form = NewBoardForm(request.POST, request.FILES)
    if form.is_valid():
        data = form.cleaned_data
        upload = data.pop("file")
        try:
            text = decode_upload(upload.read()).text if upload else ""
            made, start = boards.create_board(player_of(request), NewBoard(**data, sgf=text), received_at(request))
        except NoSuchGame as error:
            raise Http404 from error
        except Refusal as refusal:
            form.add_error(None, refusal.message())
        else:
            lines = [
                str(LEFT_OUT[why]) % {"n": words.localized_number(number)} for why, number in start.left_out.items()
            ]
            if lines:
                messages.warning(request, " ".join(f"{line}." for line in lines))
            return redirect(made)
    return render(request, "study/boards/new.html", {"form": form}, status=400)


@require_safe
def board_page(request: HttpRequest, board: str) -> HttpResponse:
    """Return the page of a board at the node `?at=`, by default the node that everyone sees."""
    page = BoardPage(
        board_or_404(request, board), request.user, request.GET.get("at", ""), request.GET.get("tool", "play")
    )
    return render(request, "study/boards/board.html", {"page": page})


@require_safe
def board_sgf(request: HttpRequest, board: str) -> HttpResponse:
    """Return a board as an SGF file, with its variations, marks and comments."""
    row = board_or_404(request, board)
    response = HttpResponse(boards.board_as_sgf(row), content_type="application/x-go-sgf; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="igo-board-{row.key}.sgf"'
    return response


@login_required
@require_POST
def change_board(request: HttpRequest, board: str) -> HttpResponse:
    """Apply the submitted form of the owner's page to the board, and redirect to the resulting node. If a move is added
    at the node that everyone sees, everyone sees the new node, unless the form field `aside` is set."""
    row, posted = _own_board_or_404(request, board), request.POST
    page = BoardPage(row, request.user, posted.get("node", ""), posted.get("tool", "play"))
    operation, at = operation_from_form(page, posted), page.at
    wanted = BoardChange(shown=at if posted.get("do") == "show" else "")
    if operation is not None:
        at = node_to_show_after(page, operation)
        leads = operation["op"] == "add" and page.is_shown_to_all and not posted.get("aside")
        wanted = BoardChange([{"id": posted.get("key", "")[:32], **operation}], at if leads else "")
    try:
        row = boards.change_board(page.row.owner, board, wanted, received_at(request))
    except Refusal as refusal:
        return _refusal_page(request, page, refusal)
    return _redirect_to_node(row, at, page.tool)


def _redirect_to_node(row: DemoBoard, at: str, tool: str = "play") -> HttpResponse:
    query = ({"at": at} if at != row.shown else {}) | ({"tool": tool} if tool != "play" else {})
    return redirect(f"{row.get_absolute_url()}?{urlencode(query)}" if query else row)


def _refusal_page(request: HttpRequest, page: BoardPage, refusal: Refusal) -> HttpResponse:
    context = {"page": page, "refusal": refusal.message(), "text": request.POST.get("text", "")}
    return render(request, "study/boards/board.html", context, status=refusal.http_status)


@login_required
@require_POST
def ask_question(request: HttpRequest, board: str) -> HttpResponse:
    """Ask a question about the node that the form names, and redirect to the board at this node."""
    row, posted = board_or_404(request, board), request.POST
    page = BoardPage(row, request.user, posted.get("node", ""))
    try:
        asked = NewQuestion(posted.get("text", ""), page.at)
        board_questions.ask_question(player_of(request), board, asked, received_at(request))
    except Refusal as refusal:
        return _refusal_page(request, page, refusal)
    messages.success(request, _("Your question has been added to the board."))
    return _redirect_to_node(row, page.at)


@login_required
@require_POST
def change_question(request: HttpRequest, board: str, question_id: int) -> HttpResponse:
    """Set the state of a question as the board's owner, delete the viewer's own question, or hide a question as a
    moderator. Redirect to the board's questions."""
    do, now, player = request.POST.get("do", ""), received_at(request), player_of(request)
    try:
        asked = board_questions.visible_question(player, question_id, board)
        if do == "delete":
            board_questions.withdraw_question(player, asked, now)
        elif do == "hide" and may(player, StaffPermission.MODERATE):
            board_questions.hide_question(audience_form.staff_context_from_form(request, now), asked)
        elif do in BoardQuestion.State.values:
            board_questions.set_question_state(player, asked, do, now)
        else:
            raise Http404
    except NoSuchBoard as error:
        raise Http404 from error
    return redirect(f"{asked.board.get_absolute_url()}#questions")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit_board(request: HttpRequest, board: str) -> HttpResponse:
    """Return the owner's page of a board. POST performs the action `do`: close, reopen or delete the board. Without
    `do`, it sets the board's name and who may see the board."""
    row, player, now, status = _own_board_or_404(request, board), player_of(request), received_at(request), 200
    form = BoardNameForm(initial={"name": row.name})
    do = request.POST.get("do", "")
    if do == "delete":
        boards.delete_board(player, row.key)
        messages.success(request, _("The board has been deleted."))
        return redirect("study:boards")
    if do in ("close", "open"):
        boards.close_or_reopen_board(player, row.key, now, closed=do == "close")
        return redirect(row)
    if do:
        raise Http404
    audience = shared = audience_of(row)
    if request.method == "POST":
        form, status, audience = BoardNameForm(request.POST), 400, audience_form.audience_from_form(request.POST)
        if form.is_valid():
            try:
                with transaction.atomic():
                    boards.rename_board(player, row.key, form.cleaned_data["name"], now)
                    if audience != shared:
                        boards.share_board(player, row.key, audience, now)
            except (Refusal, NoSuchPlayer) as refusal:
                form.add_error(None, refusal.message())
            else:
                messages.success(request, pgettext("text", "Saved."))
                return redirect("study:edit_board", row.key)
    context: dict[str, Any] = {"board": row, "form": form, **audience_form.audience_form_context(player, audience)}
    context["link"] = request.build_absolute_uri(row.get_absolute_url())
    return render(request, "study/boards/edit.html", context, status=status)


@login_required
@require_POST
def hide_board(request: HttpRequest, board: str) -> HttpResponse:
    """Hide a board as a moderator, and redirect to the list of boards. The owner can read the reason, which is
    required."""
    by, row = audience_form.staff_context_from_form(request, received_at(request)), board_or_404(request, board)
    if not by.reason:
        messages.error(request, _("Enter a reason."))
        return redirect(row)
    try:
        boards.hide_board(by, row)
    except NoSuchBoard as error:
        raise Http404 from error
    return redirect("study:boards")


def board_or_404(request: HttpRequest, key: str) -> DemoBoard:
    """Return the board if the viewer may see it. Raises Http404."""
    try:
        return boards.visible_board(request.user, key)
    except NoSuchBoard as error:
        raise Http404 from error


def _own_board_or_404(request: HttpRequest, key: str) -> DemoBoard:
    row = board_or_404(request, key)
    if row.owner_id != request.user.pk:
        raise Http404
    return row
