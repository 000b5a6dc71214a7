"""The analysis page, and what its forms do; the script of the page does the same by the API."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_POST, require_safe

from games.errors import AnalysisOff, GameError
from games.views.requests import player_of, received_at
from study.core.nodes import PASS, SIGNS, Node, name_of
from study.errors import NoSuchTree
from study.services import trees
from study.services.trees import Opened
from wording.refusals import sentence_for

from .analysis_page import AnalysisPage
from .drawing import LETTERS


@login_required
@require_safe
def analysis(request: HttpRequest, game_id: int) -> HttpResponse:
    """The page, at the node ?at=."""
    opened = opened_or_404(request, game_id)
    if opened is None:
        return not_now(request, game_id)
    page = AnalysisPage(opened, request.GET.get("at", ""), request.GET.get("tool", "play"))
    return render(request, "study/analysis.html", {"page": page})


def opened_or_404(request: HttpRequest, game_id: int) -> Opened | None:
    """The viewer's tree, None while the terms of the game forbid it. Raises Http404."""
    try:
        return trees.opened(player_of(request), game_id)
    except NoSuchTree as error:
        raise Http404 from error
    except AnalysisOff:
        return None


def not_now(request: HttpRequest, game_id: int) -> HttpResponse:
    context = {"game_id": game_id, "refusal": AnalysisOff().message()}
    return render(request, "study/analysis_off.html", context, status=403)


@login_required
@require_POST
def change(request: HttpRequest, game_id: int) -> HttpResponse:
    """Do what a form of the page asks, and show the node that it leads to."""
    opened, data = opened_or_404(request, game_id), request.POST
    if opened is None:
        return not_now(request, game_id)
    tool = data.get("tool", "play")
    page = AnalysisPage(opened, data.get("node", ""), tool)
    operation = _DO.get(data.get("do", ""), _nothing)(page, data)
    if operation is None:
        return _show(game_id, page.at, tool)
    wanted = trees.Change([{"id": data.get("key", "")[:32], **operation}])
    try:
        trees.change(player_of(request), game_id, wanted, received_at(request))
    except GameError as refusal:
        context = {"page": page, "refusal": sentence_for(refusal)}
        return render(request, "study/analysis.html", context, status=refusal.http_status)
    return _show(game_id, _after(page, operation), tool)


def _show(game_id: int, at: str, tool: str) -> HttpResponse:
    query = {"at": at} | ({"tool": tool} if tool != "play" else {})
    return redirect(f"{reverse('study:analysis', args=[game_id])}?{urlencode(query)}")


def _after(page: AnalysisPage, operation: Mapping[str, Any]) -> str:
    """The node to look at then: the new one; where the branch was that was cut off."""
    if operation["op"] == "add":
        return name_of(operation["parent"], operation["color"], operation["move"])
    return page.node.parent if operation["op"] == "cut" and "node" in operation else page.at


Operation = dict[str, Any]


def _nothing(page: AnalysisPage, data: QueryDict) -> Operation | None:
    return None


def _tap(page: AnalysisPage, data: QueryDict) -> Operation | None:
    point = data.get("point", "").strip().upper()
    if page.tool == "play":
        return _add(page, point)
    return {"op": "set", "node": page.at, "marks": {point: sign_after(page.node, point, page.tool)}}


def _add(page: AnalysisPage, move: str) -> Operation:
    return {"op": "add", "parent": page.at, "color": page.turn, "move": move}


def sign_after(node: Node, point: str, tool: str) -> str:
    """What a tap with this tool makes of a point: it takes off the mark of its kind, or sets it; of letters and numbers
    the next that is free."""
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


_DO: dict[str, Callable[[AnalysisPage, QueryDict], Operation | None]] = {
    "tap": _tap,
    "pass": lambda page, data: _add(page, PASS),
    "text": lambda page, data: {
        "op": "set",
        "node": page.at,
        "text": data.get("text", "").replace("\r\n", "\n"),
        "over": data.get("over", "").split(),
    },
    "arm": lambda page, data: {"op": "set", "node": page.at, "armed": not page.node.is_armed},
    "cut": lambda page, data: {"op": "cut", "node": page.at},
    "undo": lambda page, data: {"op": "cut", "undo": data.get("cut", "")},
}
"""What the forms do, by the value of `do`."""
