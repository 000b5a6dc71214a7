"""Pages for assigning a position as homework, and for pupils who play it out (T13, T14)."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from accounts.models import Player
from challenges.services.offering import OfferRecipients, unsaved_offer
from classes import access
from classes.access import ClassRole, SeenClass
from classes.errors import NoSuchHomework
from classes.forms import HomeworkPositionForm
from classes.models import HomeworkPosition
from classes.services import positions, progress
from clubs.views.shared import player_request
from foundation.refusals import Refusal
from wording.refusals import sentence_for

from .asked import class_or_404
from .lists import add_refusal
from .pages import due_date_text


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def new_position(request: HttpRequest, class_id: int) -> HttpResponse:
    """Return the teacher's form for a homework position. POST assigns the position, or with `look` shows a preview of
    its board."""
    seen = class_or_404(request, class_id)
    if not seen.teaches:
        raise Http404
    form, status = HomeworkPositionForm(*((request.POST, request.FILES) if request.method == "POST" else ())), 200
    board = None
    if form.is_bound:
        status = 400
        if form.is_valid():
            try:
                asked, given, due = player_request(request), form.position_to_assign(), form.cleaned_data["due"]
                if "look" not in request.POST:
                    return redirect(positions.assign_position(asked, class_id, given, due))
                board, status = positions.board_of_source(asked.player, given.source), 200
            except Refusal as refusal:
                status = add_refusal(form, refusal, {"sgf": "file"})
    context = {"form": form, "classroom": seen.classroom, "board": board}
    return render(request, "classes/new_position.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def position_page(request: HttpRequest, class_id: int, number: int) -> HttpResponse:
    """Return the page of a homework position with the games from it. POST starts the pupil's game, or stops waiting for
    a classmate."""
    seen = class_or_404(request, class_id)
    if not seen.may_see_pupils:
        raise Http404
    try:
        one = positions.get_homework_position(seen.classroom, number)
    except NoSuchHomework as error:
        raise Http404 from error
    if request.method == "POST":
        try:
            if request.POST.get("do") == "stop":
                positions.stop_waiting(player_request(request), class_id, number)
                return redirect(one)
            made = positions.play_position(player_request(request), class_id, number)
            return redirect(made.game or one)
        except Refusal as refusal:
            messages.error(request, sentence_for(refusal))
            return redirect(one)
    return render(request, "classes/position.html", _position_context(request, seen, one))


def _position_context(request: HttpRequest, seen: SeenClass, homework_position: HomeworkPosition) -> dict[str, Any]:
    asked = player_request(request)
    pupils = list(access.pupils_of(seen.classroom)) if seen.teaches else []
    names = {pupil.player_id: pupil.child_name for pupil in pupils}  # type: ignore[attr-defined]
    people = [pupil.player for pupil in pupils] or ([asked.player] if seen.role == ClassRole.PUPIL else [])
    known = progress.progress_in(seen.classroom, [player.pk for player in people])
    games: dict[Player, list[Any]] = {player: [] for player in people}
    for row in positions.games_from_position(homework_position, seen, asked.player):
        games.setdefault(row.player, []).append(row)
    return {
        "seen": seen,
        "classroom": seen.classroom,
        "homework": homework_position,
        "position": homework_position.position,
        "offer": unsaved_offer(asked, positions.terms_of_position(homework_position), OfferRecipients()),
        "day": due_date_text(homework_position.homework),
        "mine": positions.find_unfinished_game(homework_position, asked.player)
        if seen.role == ClassRole.PUPIL
        else None,
        "rows": [
            (
                player,
                names.get(player.pk),
                player.pk in known and homework_position.homework.item in known[player.pk].done,
                played,
            )
            for player, played in games.items()
        ],
    }
