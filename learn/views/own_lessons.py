"""The pages of lessons made by players: lists, a lesson, its pages, and the owner's pages."""

from __future__ import annotations

import json
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import Player
from foundation import timesource
from foundation.refusals import Refusal
from learn.errors import ON_PAGE, InvalidLessonPage, LessonFull, NoSuchMaterial
from learn.forms import LessonPageForm, LessonPagesFileForm, MaterialForm
from learn.lessons import COURSE
from learn.models import Material, OwnPage
from learn.page_checks import page_fields_of, step_from_page
from learn.services import materials, own_lessons, progress
from learn.services.collections import solved_numbers
from learn.views import collections
from learn.views.collections import (
    LESSON,
    change_from_list_form,
    hide_url_for,
    material_or_404,
    player_of,
    sharing_context,
)
from learn.views.lessons import lesson_entry
from learn.views.step_page import AHEAD, TaskPage, dot_classes, picture_of_later_task
from rules import RulesError
from wording import words
from wording.board_svg import board_svg, small_board_svg
from wording.refusals import sentence_for

LARGEST, FIRST_LESSONS = 500_000, 3
"""The largest upload of pages in bytes, and how many of the server's lessons are listed below those of players."""


class PlayerLessonPage(TaskPage):
    """A page of a lesson made by a player, before or after the viewer's choice."""

    def __init__(self, lesson: Material, rows: list[OwnPage], row: OwnPage, choice: str) -> None:
        """Prepare the page. `choice` is the viewer's choice, or "" if they have not chosen yet. Raises
        rules.errors.BadVertex and OffBoard if the choice is invalid."""
        super().__init__(step_from_page(row), choice)
        self.lesson, self.row, self.language = lesson, row, lesson.language
        at = rows.index(row)
        self.preceding = rows[at - 1] if at else None
        self.following = rows[at + 1] if at + 1 < len(rows) else None
        self.progress = _("%(n)s of %(all)s") % {
            "n": words.localized_number(at + 1),
            "all": words.localized_number(len(rows)),
        }
        self.dots = dot_classes(at + 1, len(rows))
        following = rows[at + 1 : at + 1 + AHEAD]
        self.ahead = [
            (
                reverse("learn:own_page", args=[lesson.key, one.number]),
                one.task,
                picture_of_later_task(self.step, step_from_page(one)),
            )
            for one in following
        ]


@require_safe
def visible_lessons_page(request: HttpRequest) -> HttpResponse:
    """Return the page with the viewer's lessons, and lessons that others share with them."""
    done = progress.progress_of_viewer(request)
    course = [lesson_entry(lesson, done) for lesson in list(COURSE.values())[:FIRST_LESSONS]]
    return collections.material_list_page(request, LESSON, "learn/own_lessons.html", course=course)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_lesson(request: HttpRequest) -> HttpResponse:
    """Return the page with the form for a new lesson. POST creates an empty lesson and redirects to its owner's
    page."""
    return collections.new_material_page(request, LESSON, "learn/new_own_lesson.html")


@require_safe
def player_lesson_page(request: HttpRequest, lesson_key: str) -> HttpResponse:
    """Return the page of a lesson, with its pages and the viewer's progress."""
    found = material_or_404(request, lesson_key, LESSON)
    rows = list(own_lessons.pages_in_order(found))
    done = solved_numbers(request.user, rows)
    is_owner = found.owner_id == request.user.pk
    context = {
        "lesson": found,
        "pages": [(row, row.number in done) for row in rows],
        "begin": next((row for row in rows if row.number not in done), rows[0] if rows else None),
        "done": len(done),
        "picture": board_svg(step_from_page(rows[0]).start.board) if rows else "",
        "is_owner": is_owner,
        "hide_url": "" if is_owner else hide_url_for(request.user, found),
    }
    return render(request, "learn/own_lesson.html", context)


@require_safe
def player_lesson_step_page(request: HttpRequest, lesson_key: str, number: int) -> HttpResponse:
    """Return a page of a lesson. With `?point=`, show the outcome of that choice. If the choice is correct and the
    player is signed in, store that the page is done."""
    found = material_or_404(request, lesson_key, LESSON)
    rows = list(own_lessons.pages_in_order(found))
    row = next((one for one in rows if one.number == number), None)
    if row is None:
        raise Http404
    try:
        page, refusal, status = PlayerLessonPage(found, rows, row, request.GET.get("point", "").strip()[:6]), "", 200
    except RulesError as error:
        page, refusal, status = PlayerLessonPage(found, rows, row, ""), sentence_for(error), 400
    if page.is_done and request.method == "GET" and isinstance(request.user, Player):
        own_lessons.mark_page_done(request.user, row)
    return render(request, "learn/own_step.html", {"page": page, "refusal": refusal}, status=status)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit_lesson(request: HttpRequest, lesson_key: str) -> HttpResponse:
    """Return the owner's page of a lesson. POST performs the action `do`: change its details, add uploaded pages, sort
    or delete pages, or delete the lesson."""
    found, player = _viewers_own_lesson_or_404(request, lesson_key), player_of(request)
    form, status = MaterialForm(initial=vars(found)), 200
    if request.method == "POST":
        do = request.POST.get("do", "")
        if do == "delete":
            return _delete_lesson(player, found)
        if do == "texts":
            form = MaterialForm(request.POST)
        try:
            is_done = _perform_action_if_valid(request, found, form, do)
        except Refusal as refusal:
            messages.error(request, refusal.message())
            is_done = True
        if is_done:
            return redirect("learn:edit_own_lesson", found.key)
        status = 400
    rows = [(row, small_board_svg(step_from_page(row).start.board, None)) for row in own_lessons.pages_in_order(found)]
    context = {"form": form, "file": LessonPagesFileForm(), "rows": rows, **sharing_context(request, found, player)}
    return render(request, "learn/edit_own_lesson.html", context, status=status)


def _delete_lesson(player: Player, found: Material) -> HttpResponse:
    try:
        materials.delete_material(player, found)
    except NoSuchMaterial as error:
        raise Http404 from error
    return redirect("learn:own_lessons")


def _perform_action_if_valid(request: HttpRequest, found: Material, form: MaterialForm, do: str) -> bool:
    """Perform the action `do` of the owner's page: change the details, add uploaded pages, or sort and delete pages.
    Return False if `do` is none of these or the form of the details is not valid. Raises Refusal."""
    player, now = player_of(request), timesource.now()
    if do == "texts" and form.is_valid():
        materials.update_material(player, found, materials.MaterialChange(form.cleaned_data), now)
        messages.success(request, pgettext("text", "Saved."))
    elif do == "upload":
        added = own_lessons.add_pages(player, found, _uploaded_pages(request), now)
        message = ngettext("%(n)s page added.", "%(n)s pages added.", len(added))
        messages.success(request, message % {"n": words.localized_number(len(added))})
    elif do == "order":
        materials.update_material(player, found, change_from_list_form(request, found), now)
    else:
        return False
    return True


def _uploaded_pages(request: HttpRequest) -> list[OwnPage]:
    """Return the pages in the uploaded file. Raises InvalidLessonPage, LessonFull."""
    file = LessonPagesFileForm(request.POST, request.FILES)
    bad_file = gettext_lazy("This is not a JSON file with a list of pages.")
    if not file.is_valid() or file.cleaned_data["file"].size > LARGEST:
        raise InvalidLessonPage(field="file", why=bad_file)
    try:
        pages = json.loads(file.cleaned_data["file"].read())
        json.dumps(pages, ensure_ascii=False).encode()  # half a character cannot be stored
    except (ValueError, RecursionError) as error:
        raise InvalidLessonPage(field="file", why=bad_file) from error
    if not isinstance(pages, list) or not pages or not all(isinstance(page, dict) for page in pages):
        raise InvalidLessonPage(field="file", why=bad_file)
    if len(pages) > own_lessons.MOST_PAGES:
        raise LessonFull
    return [_page_from_fields(at, page) for at, page in enumerate(pages, 1)]


def _page_from_fields(page_number: int, fields: dict[str, Any]) -> OwnPage:
    form = LessonPageForm({**vars(OwnPage()), **fields})
    if not form.is_valid():
        name = next(iter(form.errors))
        label = form.fields[name].label if name in form.fields else name
        reason = str(form.errors[name][0])
        raise InvalidLessonPage(field="file", why=ON_PAGE, page=str(page_number), name=str(label), reason=reason)
    page: OwnPage = form.save(commit=False)
    return page


@require_safe
def download_lesson_pages(request: HttpRequest, lesson_key: str) -> HttpResponse:
    """Return the pages of the owner's lesson as a JSON file, in the format of uploads."""
    found = _viewers_own_lesson_or_404(request, lesson_key)
    pages = [page_fields_of(step_from_page(page)) for page in own_lessons.pages_in_order(found)]
    response = JsonResponse(pages, safe=False, json_dumps_params={"indent": 2, "ensure_ascii": False})
    response["Content-Disposition"] = f'attachment; filename="igo-lesson-{found.key}.json"'
    return response


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_lesson_page(request: HttpRequest, lesson_key: str) -> HttpResponse:
    """Return the page with the form for a new page of the viewer's own lesson. POST adds the page and redirects to
    it."""
    found = _viewers_own_lesson_or_404(request, lesson_key)
    return _respond_with_page_form(request, found, None)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit_lesson_page(request: HttpRequest, lesson_key: str, number: int) -> HttpResponse:
    """Return the page with the form for a page of the viewer's own lesson. POST changes the page and redirects to
    it."""
    found = _viewers_own_lesson_or_404(request, lesson_key)
    try:
        row = own_lessons.find_page(found, number)
    except NoSuchMaterial as error:
        raise Http404 from error
    return _respond_with_page_form(request, found, row)


def _respond_with_page_form(request: HttpRequest, found: Material, row: OwnPage | None) -> HttpResponse:
    player, now = player_of(request), timesource.now()
    form = LessonPageForm(request.POST if request.method == "POST" else None, instance=row)
    if request.method == "POST" and form.is_valid():
        page = form.save(commit=False)
        try:
            if row is None:
                own_lessons.add_pages(player, found, [page], now)
            else:
                own_lessons.replace_page(player, page, now)
        except Refusal as refusal:
            field = refusal.fields[0] if refusal.fields else ""
            form.add_error(field if field in form.fields else None, refusal.message())
        else:
            messages.success(request, _("The page has been checked and saved."))
            return redirect("learn:own_page", found.key, page.number)
    context = {"lesson": found, "form": form, "row": row}
    return render(request, "learn/edit_page.html", context, status=400 if form.errors else 200)


def share_lesson(request: HttpRequest, lesson_key: str) -> HttpResponse:
    """Set who may see the viewer's own lesson, and redirect to its owner's page."""
    return collections.share_material(request, lesson_key, LESSON)


def hide_lesson(request: HttpRequest, lesson_key: str) -> HttpResponse:
    """Hide a lesson as a moderator, and redirect to the list. The owner can read the reason, which is required."""
    return collections.hide_material(request, lesson_key, LESSON)


def _viewers_own_lesson_or_404(request: HttpRequest, key: str) -> Material:
    found = material_or_404(request, key, LESSON)
    if found.owner_id != request.user.pk:
        raise Http404
    return found
