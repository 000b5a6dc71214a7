"""The page of one class, and its actions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, time
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from accounts.models import Player
from accounts.security.staff_permissions import StaffPermission, may
from classes import access
from classes.access import ClassRole, SeenClass
from classes.errors import BadClass
from classes.forms import TeacherActForm
from classes.models import OWN, Classroom, Homework, Pupil, PupilStanding
from classes.services import acts, founding, games, joining, progress
from classes.services.acts import TeacherAct
from classes.services.homework import homework_of_class
from classes.services.shared import materials_of, shared_with_class
from clubs.views.shared import player_request
from foundation.keyset import MergedStreams, Stream, read_page, rows_in_key_order
from foundation.refusals import Refusal
from games.models import Game
from games.views.requests import received_at, requested_page
from learn.lesson import Words
from learn.lessons import LESSONS
from learn.models import Material
from learn.problems.collection import problems_of_goal
from learn.problems.goal_words import GOALS
from learn.services import collections
from learn.services.progress import PROBLEMS
from learn.views import collections as collection_pages
from learn.views import lessons, problems
from library.models import Record
from library.views.pictures import with_pictures
from rules import Board
from study.services import boards
from wording import dates
from wording.board_svg import small_board_svg

from .asked import class_or_404

MOST_MESSAGES, MOST_BOARDS, A_PAGE = 5, 20, 30
DONE: dict[TeacherAct, Words] = {
    TeacherAct.INVITE: gettext_lazy("%(player)s has been invited."),
    TeacherAct.REMOVE: gettext_lazy("%(player)s has been removed from the list."),
    TeacherAct.LINK: gettext_lazy("The link has been created. Send it to your pupils."),
    TeacherAct.END_LINK: gettext_lazy("The link has been disabled."),
    TeacherAct.MESSAGE: gettext_lazy("The message has been sent to the class."),
    TeacherAct.HOMEWORK: gettext_lazy("The homework has been assigned."),
    TeacherAct.END_HOMEWORK: gettext_lazy("The homework has been deleted."),
}
"""The message after each act."""


@require_safe
def class_page(request: HttpRequest, class_id: int) -> HttpResponse:
    """Return the page of a class: its pupils with their progress, their games and reviews, homework and messages.
    `?invitation=` is the secret of its link."""
    key = request.GET.get("invitation", "")[:43]
    return _render_class(request, class_or_404(request, class_id, key), key)


def _render_class(request: HttpRequest, seen: SeenClass, key: str = "", text: str = "") -> HttpResponse:
    """Return the page of a class. `text` is a message that was rejected, which stays in the form."""
    context: dict[str, Any] = {"seen": seen, "classroom": seen.classroom, "role": seen.role, "key": key, "text": text}
    context["moderates"] = _may_moderate(request, seen)
    if seen.may_see_pupils and isinstance(request.user, Player):
        context |= _insider_context(request, seen, request.user)
    return render(request, "classes/class.html", context)


@require_safe
@login_required
def class_messages(request: HttpRequest, class_id: int) -> HttpResponse:
    """Return a page of the messages to a class, the latest first. Raises Http404 for people outside the class."""
    seen = class_or_404(request, class_id)
    if not seen.may_see_pupils:
        raise Http404
    rows = access.visible_messages(request.user, seen)
    page = read_page(MergedStreams([Stream(rows.order_by())]), requested_page(request.GET, by_time=False), A_PAGE)
    there = rows_in_key_order(page.keys, rows.filter(pk__in=[number for _at, number in page.keys]))
    context = {"seen": seen, "classroom": seen.classroom, "found": page, "messages_to_class": there}
    context["moderates"] = _may_moderate(request, seen)
    return render(request, "classes/messages.html", context)


@require_safe
@login_required
def class_games(request: HttpRequest, class_id: int) -> HttpResponse:
    """Return a page of the pupils' games in progress, or of their reviewed games with `?show=reviews`, the latest first
    (T3). Raises Http404 for people outside the class."""
    seen = class_or_404(request, class_id)
    if not seen.may_see_pupils or not isinstance(request.user, Player):
        raise Http404
    reviews = request.GET.get("show") == "reviews"
    rows = games.class_games(seen.classroom, request.user, reviewed=reviews)
    page = read_page(MergedStreams([Stream(rows.order_by())]), requested_page(request.GET, by_time=False), A_PAGE)
    there = Game.objects.filter(pk__in=[number for _at, number in page.keys]).with_people()
    shown = rows_in_key_order(page.keys, there.defer("snapshot", "position_keys"))
    context = {"classroom": seen.classroom, "found": page, "games": shown, "is_reviews": reviews}
    return render(request, "classes/games.html", {**context, "query": "show=reviews" if reviews else ""})


def _may_moderate(request: HttpRequest, seen: SeenClass) -> bool:
    return not seen.teaches and may(request.user, StaffPermission.MODERATE)


def _insider_context(request: HttpRequest, seen: SeenClass, viewer: Player) -> dict[str, Any]:
    pupils = list(access.pupils_of(seen.classroom).prefetch_related("player__ratings"))
    people = [one.player_id for one in pupils]
    known = progress.progress_in(
        seen.classroom, people if seen.teaches else [viewer.pk] if seen.role == ClassRole.PUPIL else []
    )
    all_lessons, all_problems = progress.item_totals()
    to_class = list(access.visible_messages(viewer, seen)[: MOST_MESSAGES + 1])
    homework = _homework_lines(seen.classroom, pupils, known)
    rows = [(one, known.get(one.player_id), sum(one in line["missing"] for line in homework)) for one in pupils]
    if seen.teaches:
        rows.sort(key=lambda row: -row[2])
    return {
        "pupils": rows,
        "lessons": all_lessons,
        "problems": all_problems,
        "demo_boards": boards.boards_of_teacher(seen.classroom.teacher, viewer)[:MOST_BOARDS],
        "shared": list(_with_pictures(shared_with_class(seen.classroom, viewer))),
        "boards": games.running_boards(people, viewer),
        "reviews": games.latest_reviewed_games(people, viewer, received_at(request)),
        "messages_to_class": to_class[:MOST_MESSAGES],
        "has_older": len(to_class) > MOST_MESSAGES,
        "homework": homework,
        **(_teacher_context(request, seen) if seen.teaches else {}),
    }


def _teacher_context(request: HttpRequest, seen: SeenClass) -> dict[str, Any]:
    invited = (
        seen.classroom.pupils.filter(standing=PupilStanding.INVITED, player__deleted_at=None)
        .select_related("player")
        .order_by("pk")
    )
    key = seen.classroom.invite_key
    return {
        "invited": invited.prefetch_related("player__ratings"),
        "link": request.build_absolute_uri(seen.classroom.invitation_path) if key else "",
        "lesson_items": [(key, LESSONS[key].title) for key in progress.page_bits_by_item() if key in LESSONS],
        "own_items": [(OWN + one.key, one.name) for one in materials_of(seen.classroom, seen.classroom.teacher)],
        "problem_items": [(key, item_title(key)) for key in progress.page_bits_by_item() if key not in LESSONS],
    }


def homework_title(homework: Homework) -> Words:
    """Return the name of an item of homework: of its position, own material, lesson or goal."""
    if hasattr(homework, "position"):
        return homework.position.name
    return item_title(homework.item) if homework.material is None else homework.material.name


def item_title(item: str) -> Words:
    """Return the title of an item of homework: the name of a lesson, or of the goal whose problems it is."""
    return LESSONS[item].title if item in LESSONS else GOALS[item.removesuffix(PROBLEMS)]


def _homework_lines(classroom: Classroom, pupils: list[Pupil], known: Any) -> list[dict[str, Any]]:
    """Return the template context for each item of homework, with the pupils who have done it, as far as the viewer may
    know."""
    rows = list(homework_of_class(classroom))
    first_positions = collections.first_positions([one.material for one in rows if one.material is not None])
    return [_homework_line(one, pupils, known, first_positions) for one in rows]


def _homework_line(
    homework: Homework, pupils: list[Pupil], known: Any, first_positions: Mapping[int, Sequence[str]]
) -> dict[str, Any]:
    done = [pupil for pupil in pupils if pupil.player_id in known and homework.item in known[pupil.player_id].done]
    position = getattr(homework, "position", None)
    return {
        "row": homework,
        "title": homework_title(homework),
        "position": position,
        "picture": homework_picture(homework, first_positions),
        "is_lesson": homework.item in LESSONS,
        "goal": homework.item.removesuffix(PROBLEMS),
        "day": due_date_text(homework),
        "done": done,
        "missing": [pupil for pupil in pupils if pupil not in done],
    }


def _with_pictures(shared: Iterable[Record | Material]) -> Iterator[tuple[Record | Material, str]]:
    rows = list(shared)
    materials = [one for one in rows if isinstance(one, Material)]
    yield from collection_pages.with_pictures(materials, collections.first_positions(materials))
    yield from with_pictures(one for one in rows if isinstance(one, Record))


def homework_picture(homework: Homework, first_positions: Mapping[int, Sequence[str]]) -> str:
    """Return the SVG of a small board for an item of homework: the position, the lesson's first page or the first
    problem. `first_positions` has the first position of own materials, as rows of a board, by the material's id."""
    if hasattr(homework, "position"):
        return small_board_svg(homework.position.position.board, None)
    if homework.material is not None:
        rows = first_positions.get(homework.material.pk)
        return small_board_svg(Board.from_rows(rows), None) if rows else ""
    if homework.item in LESSONS:
        return lessons.picture_of_lesson(homework.item)
    return problems.picture_of_problem(problems_of_goal(homework.item.removesuffix(PROBLEMS))[0].key)


def due_date_text(homework: Homework) -> str:
    """Return the formatted due date of homework, which is the same day in every time zone."""
    return dates.day_text(datetime.combine(homework.due, time(12), timezone.get_current_timezone()))


@require_POST
@login_required
def change_membership(request: HttpRequest, class_id: int) -> HttpResponse:
    """Join or leave a class, or decline an invitation, as chosen in `do`. Redirect to the class, or after leaving to
    the list of classes."""
    key = request.POST.get("key", "")[:43]
    seen = class_or_404(request, class_id, key)
    shown = seen.classroom
    try:
        if request.POST.get("do") == "join":
            joining.join_class(player_request(request), class_id, key)
            messages.success(request, _("You have joined the class."))
            return redirect(shown)
        if request.POST.get("do") == "leave":
            made = joining.leave_class(player_request(request), class_id)
            left = made.standing == PupilStanding.LEFT
            messages.success(request, _("You have left the class.") if left else _("You have declined the invitation."))
            return redirect("classes:classes")
        messages.error(request, _("Choose what you want to do."))
    except Refusal as refusal:
        messages.error(request, refusal.message())
    return redirect(shown.invitation_path if seen.role == ClassRole.VISITOR else shown)


@require_POST
@login_required
def perform_teacher_act(request: HttpRequest, class_id: int) -> HttpResponse:
    """Perform a teacher's action, and redirect back to the class. A message that is rejected stays in the form."""
    seen, form = class_or_404(request, class_id), TeacherActForm(request.POST)
    try:
        if not form.is_valid():
            raise BadClass.from_validation(ValidationError(form.errors.as_data()))
        doing, data = TeacherAct(form.cleaned_data["do"]), form.act_input()
        acts.perform_teacher_act(player_request(request), class_id, doing, data)
        messages.success(request, str(DONE[doing]) % {"player": data.player})
    except Refusal as refusal:
        messages.error(request, refusal.message())
        text = request.POST.get("text", "")
        if text and seen.teaches:
            answer = _render_class(request, seen, text=text)
            answer.status_code = refusal.http_status
            return answer
    return redirect(seen.classroom)


@require_POST
@login_required
def delete_class(request: HttpRequest, class_id: int) -> HttpResponse:
    """Delete the class if its teacher has ticked the box, and redirect to the list of classes. Otherwise redirect back
    to the form."""
    shown = class_or_404(request, class_id).classroom
    if request.POST.get("sure") != "yes":
        messages.error(request, _("Tick the box first. This can't be undone."))
        return redirect("classes:edit", class_id)
    try:
        founding.delete_class(player_request(request), class_id)
    except Refusal as refusal:
        messages.error(request, refusal.message())
        return redirect(shown)
    messages.success(request, _("The class has been deleted."))
    return redirect("classes:classes")
