"""Pages: the viewer's classes, creating a class, and changing its name and description."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.db.models import Prefetch
from django.forms import BaseForm
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from classes import access
from classes.forms import ClassForm
from classes.models import Classroom, Pupil, PupilStanding
from classes.services import founding
from classes.services.games import running_games
from classes.services.homework import next_homework
from clubs.services.founding import needs_finished_games
from clubs.views.shared import player_request
from foundation.refusals import Refusal
from games.event_boards import longest_games_in_progress

from .asked import class_or_404
from .pages import due_date_text, homework_picture, homework_title

MOST_FACES = 6


@require_safe
@login_required
def class_list(request: HttpRequest) -> HttpResponse:
    """Return the page with the classes that the viewer teaches, attends as a pupil, or is invited to."""
    player = player_request(request).player
    first = Pupil.objects.current().select_related("player").order_by("pk")[:MOST_FACES]
    taught = list(access.taught_classes_with_size(player).prefetch_related(Prefetch("pupils", first, "first_pupils")))
    joined = list(access.pupil_rows_of(player))
    inside = [*taught, *(one.classroom for one in joined if one.standing == PupilStanding.PUPIL)]
    _set_next_homework(inside)
    people = Pupil.objects.current().filter(classroom__in=inside).values_list("player", flat=True)
    games = longest_games_in_progress(running_games(set(people)), player)
    return render(request, "classes/classes.html", {"taught": taught, "joined": joined, "games": games})


def _set_next_homework(classes: Iterable[Classroom]) -> None:
    """Set `homework_shown` of each class to its next item's title, due date and picture, or None. One query."""
    known = next_homework(classes)
    for one in classes:
        row = known.get(one.pk)
        shown = row and {"title": homework_title(row), "day": due_date_text(row), "picture": homework_picture(row, {})}
        one.homework_shown = shown  # type: ignore[attr-defined]


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def new_class(request: HttpRequest) -> HttpResponse:
    """Return the form for a new class. POST creates the class."""
    form, status = ClassForm(request.POST if request.method == "POST" else None), 200
    if form.is_bound:
        status = 400
        if form.is_valid():
            try:
                return redirect(founding.create_class(player_request(request), form.details()))
            except Refusal as refusal:
                status = add_refusal(form, refusal)
    context = {"form": form, "confirms_email": settings.IGO_CONFIRM_EMAIL}
    context["needs_games"] = needs_finished_games(player_request(request).player)
    return render(request, "classes/new.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def edit_class(request: HttpRequest, class_id: int) -> HttpResponse:
    """Return the teacher's form for a class's name and description. POST changes them."""
    seen = class_or_404(request, class_id)
    if not seen.teaches:
        raise Http404
    form, status = ClassForm(request.POST if request.method == "POST" else None, instance=seen.classroom), 200
    if form.is_bound:
        status = 400
        if form.is_valid():
            try:
                return redirect(founding.change_class(player_request(request), class_id, form.details()))
            except Refusal as refusal:
                status = add_refusal(form, refusal)
    return render(request, "classes/edit.html", {"form": form, "classroom": seen.classroom}, status=status)


def add_refusal(form: BaseForm, refusal: Refusal, names: Mapping[str, str] = MappingProxyType({})) -> int:
    """Add the refusal's message to the form: to the field that the refusal names, if the form has it. Return the
    refusal's HTTP status. `names` maps the refusal's field names to the form's, where they differ."""
    field = next((names.get(name, name) for name in refusal.fields), None)
    form.add_error(field if field in form.fields else None, refusal.message())
    return refusal.http_status
