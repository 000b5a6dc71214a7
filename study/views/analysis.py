"""The analysis page and its form actions. The page's script uses the API instead of the forms."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_POST, require_safe

from games.errors import AnalysisNotAllowed, GameError
from games.views.requests import player_of, received_at
from study.core.nodes import PASS, SIGNS, TreeNode, node_name
from study.errors import NoSuchTree
from study.services import trees
from study.services.trees import OpenedTree
from wording.refusals import sentence_for

from .analysis_page import AnalysisPage, TreePage
from .drawing import LETTERS


@login_required
@require_safe
def analysis_page(request: HttpRequest, game_id: int) -> HttpResponse:
    """Return the page of the viewer's analysis at the node `?at=`, by default the current position."""
    opened = own_tree_if_allowed(request, game_id)
    if opened is None:
        return analysis_off_page(request, game_id)
    page = AnalysisPage(opened, request.GET.get("at", ""), request.GET.get("tool", "play"))
    return render(request, "study/analysis.html", {"page": page})


def own_tree_if_allowed(request: HttpRequest, game_id: int) -> OpenedTree | None:
    """Return the viewer's analysis tree of a game, or None if the game's terms forbid analysis now. Raises Http404 if
    the viewer has no seat in the game."""
    try:
        return trees.load_own_tree(player_of(request), game_id)
    except NoSuchTree as error:
        raise Http404 from error
    except AnalysisNotAllowed:
        return None


def analysis_off_page(request: HttpRequest, game_id: int) -> HttpResponse:
    context = {"game_id": game_id, "refusal": AnalysisNotAllowed().message()}
    return render(request, "study/analysis_off.html", context, status=403)


@login_required
@require_POST
def change_analysis(request: HttpRequest, game_id: int) -> HttpResponse:
    """Apply the submitted form of the analysis page to the viewer's tree, and redirect to the page at the resulting
    node. A refused change returns the page with the error."""
    opened, posted = own_tree_if_allowed(request, game_id), request.POST
    if opened is None:
        return analysis_off_page(request, game_id)
    tool = posted.get("tool", "play")
    page = AnalysisPage(opened, posted.get("node", ""), tool)
    operation = operation_from_form(page, posted)
    if operation is None:
        return _redirect_to_node(game_id, page.at, tool)
    wanted = trees.TreeChangeRequest([{"id": posted.get("key", "")[:32], **operation}])
    try:
        trees.change_tree(player_of(request), game_id, wanted, received_at(request))
    except GameError as refusal:
        context = {"page": page, "refusal": sentence_for(refusal)}
        return render(request, "study/analysis.html", context, status=refusal.http_status)
    return _redirect_to_node(game_id, node_to_show_after(page, operation), tool)


def _redirect_to_node(game_id: int, at: str, tool: str) -> HttpResponse:
    query = {"at": at} | ({"tool": tool} if tool != "play" else {})
    return redirect(f"{reverse('study:analysis', args=[game_id])}?{urlencode(query)}")


def node_to_show_after(page: TreePage, operation: Mapping[str, Any]) -> str:
    """Return the name of the node to show after the operation: the added node, or the parent of a branch that was cut
    off."""
    if operation["op"] == "add":
        return node_name(operation["parent"], operation["color"], operation["move"])
    return page.node.parent if operation["op"] == "cut" and "node" in operation else page.at


Posted = QueryDict
Operation = dict[str, Any]


def _no_operation(page: TreePage, posted: Posted) -> Operation | None:
    return None


def _operation_of_tap(page: TreePage, posted: Posted) -> Operation | None:
    point = posted.get("point", "").strip().upper()
    if page.tool == "play":
        return _operation_of_move(page, point)
    return {"op": "set", "node": page.at, "marks": {point: mark_after_tap(page.node, point, page.tool)}}


def _operation_of_move(page: TreePage, move: str) -> Operation:
    return {"op": "add", "parent": page.at, "color": page.next_color_letter, "move": move}


def mark_after_tap(node: TreeNode, point: str, tool: str) -> str:
    """Return the mark that a point gets when the user taps it with this tool, or "" if the tap removes the point's
    mark. With the tools "letter" and "number", it is the first that is not yet on the board."""
    signs = node.signs
    old = signs.get(point, "")
    kind = old if old in SIGNS or not old else "number" if old.isdigit() else "letter"
    if kind == tool:
        return ""
    if tool == "letter":
        return next((letter for letter in LETTERS if letter not in signs.values()), "")
    if tool == "number":
        return next(str(number) for number in range(1, 1000) if str(number) not in signs.values())
    return tool


_DO: dict[str, Callable[[TreePage, Posted], Operation | None]] = {
    "tap": _operation_of_tap,
    "pass": lambda page, posted: _operation_of_move(page, PASS),
    "text": lambda page, posted: {
        "op": "set",
        "node": page.at,
        "text": posted.get("text", "").replace("\r\n", "\n"),
        "over": posted.get("over", "").split(),
    },
    "arm": lambda page, posted: {"op": "set", "node": page.at, "armed": not page.node.is_armed},
    "cut": lambda page, posted: {"op": "cut", "node": page.at},
    "undo": lambda page, posted: {"op": "cut", "undo": posted.get("cut", "")},
}
"""The actions of the forms, by the value of `do`."""


def operation_from_form(page: TreePage, posted: Posted) -> Operation | None:
    """Return the change of the tree that a submitted form asks for, as the API takes it, or None if it asks for
    none."""
    return _DO.get(posted.get("do", ""), _no_operation)(page, posted)
