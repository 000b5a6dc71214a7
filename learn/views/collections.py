"""The pages of problem collections made by players: lists, a collection, its problems, and the owner's page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.core.lookup import NoSuchPlayer
from accounts.models import Player
from accounts.security.staff_permissions import StaffPermission, may
from clubs import audience_form
from clubs.services.audiences import audience_of
from foundation import timesource
from foundation.refusals import Refusal
from foundation.text import clean_text, whole_number, whole_numbers
from learn.errors import NoSuchMaterial
from learn.forms import MaterialForm
from learn.models import Material
from learn.services import collections, materials
from learn.services.collections import ProblemFile, ProblemFileResult
from learn.views.collection_page import CollectionProblemEntry, CollectionProblemPage
from learn.views.problem_page import GIVEN_UP
from rules import Board, RulesError
from wording import words
from wording.board_parts import small_occupied_part_svg
from wording.board_svg import BoardMarks, board_svg
from wording.refusals import sentence_for

A_PAGE, MOST_NUMBERS = 24, 10
MOST_BOARDS = 30
"""How many problems of a collection are listed with a board, which takes about 2 kB. Later ones have numbers only."""
PROBLEMS, LESSON = Material.Kind.PROBLEMS, Material.Kind.LESSON
LISTS: dict[str, str] = {PROBLEMS: "learn:collections", LESSON: "learn:own_lessons"}
EDIT: dict[str, str] = {PROBLEMS: "learn:edit_collection", LESSON: "learn:edit_own_lesson"}
HIDE: dict[str, str] = {PROBLEMS: "learn:hide_collection", LESSON: "learn:hide_own_lesson"}
SHARE: dict[str, str] = {PROBLEMS: "learn:share_collection", LESSON: "learn:share_own_lesson"}


@require_safe
def visible_collections_page(request: HttpRequest) -> HttpResponse:
    """Return the page with the viewer's collections, and collections that others share with them."""
    return material_list_page(request, PROBLEMS, "learn/collections.html")


def material_list_page(request: HttpRequest, kind: str, template: str, **more: object) -> HttpResponse:
    """Return the page with the viewer's materials of this kind, and materials that others share with them. `more` is
    added to the template context."""
    mine = (
        list(
            collections.with_item_counts(materials.materials_of_owner(request.user, kind), request.user).order_by("-pk")
        )
        if isinstance(request.user, Player)
        else []
    )
    found = materials.others_materials_listed_for(request.user, kind).select_related("owner").order_by("-pk")
    shared = collections.with_item_counts(found, request.user)
    page = Paginator(shared, A_PAGE).get_page(whole_number(request.GET.get("page"), 6) or 1)
    covers = collections.first_positions([*mine, *page.object_list], request.user)
    solved = collections.solved_counts(request.user, page.object_list if kind == PROBLEMS else ())
    others = [(*row, solved[row[0].pk]) for row in with_pictures(page.object_list, covers)]
    context = {"mine": with_pictures(mine, covers), "others": others, "page": page}
    return render(request, template, context | more)


def with_pictures(found: Iterable[Material], covers: Mapping[int, Sequence[str]]) -> list[tuple[Material, str]]:
    """Return the materials, each with its first position as a small board ("" if it has none)."""
    return [(material, _picture_of_rows(covers.get(material.pk))) for material in found]


def _picture_of_rows(rows: Sequence[str] | None) -> str:
    return small_occupied_part_svg(Board.from_rows(rows)) if rows else ""


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_collection(request: HttpRequest) -> HttpResponse:
    """Return the page with the form for a new collection. POST creates an empty collection and redirects to its owner's
    page."""
    return new_material_page(request, PROBLEMS, "learn/new_collection.html")


def new_material_page(request: HttpRequest, kind: str, template: str, **more: object) -> HttpResponse:
    """Return the page with the form for a new material of this kind. POST creates the material and redirects to its
    owner's page. `more` is added to the template context."""
    form = MaterialForm(request.POST if request.method == "POST" else None, initial={"language": get_language()})
    if request.method == "POST" and form.is_valid():
        try:
            made = materials.create_material(player_of(request), kind, form.details(), timesource.now())
        except Refusal as refusal:
            form.add_error(None, refusal.message())
        else:
            return redirect(EDIT[kind], made.key)
    return render(request, template, {"form": form, **more}, status=400 if form.errors else 200)


@require_safe
def one_collection(request: HttpRequest, collection: str) -> HttpResponse:
    """Return the page of a collection with its problems and the viewer's progress."""
    found = _collection_or_404(request, collection)
    rows = list(collections.visible_problems(request.user, found))
    solved = collections.solved_numbers(request.user, rows)
    is_owner = found.owner_id == request.user.pk
    entries = [CollectionProblemEntry(row, at, row.number in solved) for at, row in enumerate(rows, 1)]
    context = {
        "collection": found,
        "entries": entries,
        "boards": MOST_BOARDS,
        "is_starred": not all(entry.is_proved for entry in entries),
        "solved": len(solved),
        "picture": board_svg(entries[0].step.start.board, BoardMarks(differs=entries[0].rings)) if rows else "",
        "is_owner": is_owner,
        "hide_url": "" if is_owner else hide_url_for(request.user, found),
    }
    return render(request, "learn/collection.html", context)


@require_safe
def collection_problem_page(request: HttpRequest, collection: str, number: int) -> HttpResponse:
    """Return the page of a problem in a collection. With `?point=`, show the outcome of that move; with `?answer=`,
    show the solution. A signed-in player's try is stored."""
    found = _collection_or_404(request, collection)
    rows = list(collections.visible_problems(request.user, found))
    row = next((one for one in rows if one.number == number), None)
    if row is None:
        raise Http404
    choice = GIVEN_UP if "answer" in request.GET else request.GET.get("point", "").strip()[:6]
    try:
        page, refusal, status = CollectionProblemPage(found, rows, row, choice), "", 200
    except RulesError as error:
        page, refusal, status = CollectionProblemPage(found, rows, row, ""), sentence_for(error), 400
    if page.moves_played and request.method == "GET" and isinstance(request.user, Player):
        collections.record_collection_try(request.user, row, right=page.is_done)
    return render(request, "learn/collection_problem.html", {"page": page, "refusal": refusal}, status=status)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit_collection(request: HttpRequest, collection: str) -> HttpResponse:
    """Return the owner's page of a collection. POST performs the action `do`: change its details, add a file, sort or
    delete problems, or delete the collection."""
    found = _collection_or_404(request, collection)
    if found.owner_id != request.user.pk:
        raise Http404
    form, status = MaterialForm(initial=vars(found)), 200
    if request.method == "POST":
        do = request.POST.get("do", "")
        if do == "delete":
            materials.delete_material(player_of(request), found)
            return redirect("learn:collections")
        if do == "texts":
            form = MaterialForm(request.POST)
        try:
            is_done = (
                _save_form_if_valid(request, found, form)
                if do == "texts"
                else _change_problems_if_asked(request, found, do)
            )
        except Refusal as refusal:
            messages.error(request, refusal.message())
            is_done = True
        if is_done:
            return redirect("learn:edit_collection", found.key)
        status = 400
    return render(request, "learn/edit_collection.html", _owner_page_context(request, found, form), status=status)


def _save_form_if_valid(request: HttpRequest, found: Material, form: MaterialForm) -> bool:
    if not form.is_valid():
        return False
    materials.update_material(player_of(request), found, materials.MaterialChange(form.cleaned_data), timesource.now())
    messages.success(request, pgettext("text", "Saved."))
    return True


def _change_problems_if_asked(request: HttpRequest, found: Material, do: str) -> bool:
    """Perform the action `do` of the owner's page: add files, or sort and delete problems. Return False if `do` is none
    of these. Raises Refusal."""
    player, now = player_of(request), timesource.now()
    if do == "upload":
        _add_problems_from_files(request, found)
    elif do == "order":
        materials.update_material(player, found, change_from_list_form(request, found), now)
    else:
        return False
    return True


def change_from_list_form(request: HttpRequest, found: Material) -> materials.MaterialChange:
    """Return the change that the owner entered in the list of problems or pages: new places in the order, and
    deletions."""
    places = {
        name[6:]: whole_number(str(value), 5) for name, value in request.POST.items() if name.startswith("place-")
    }
    wanted = {int(number): place for number, place in places.items() if place and whole_number(number, 5) is not None}
    gone = whole_numbers(request.POST.getlist("gone"), 5)
    return materials.MaterialChange(order=materials.reordered_numbers(found, wanted), gone=gone)


def _add_problems_from_files(request: HttpRequest, found: Material) -> None:
    files = [ProblemFile(clean_text(file.name or ""), file.read()) for file in request.FILES.getlist("file")]
    added = collections.add_problem_files(player_of(request), found, files, timesource.now())
    count = sum(len(one.rows) for one in added)
    message = ngettext("%(n)s position is being checked.", "%(n)s positions are being checked.", count)
    if count or all(one.refusal is None for one in added):
        messages.success(request, message % {"n": words.localized_number(count)})
    for one in added:
        if one.refusal is not None or one.left_out:
            messages.warning(request, _upload_message(one))


def _upload_message(added: ProblemFileResult) -> str:
    """Return the message after an upload: how many problems were added, and which positions were left out and why."""
    if added.refusal is not None:
        return pgettext("upload", "%(file)s: %(reason)s") % {"file": added.name, "reason": added.refusal.message()}
    taken = ngettext("%(file)s: %(n)s problem added.", "%(file)s: %(n)s problems added.", len(added.rows))
    lines = [taken % {"file": added.name, "n": words.localized_number(len(added.rows))}]
    for why, numbers in added.left_out.items():
        shown = words.join_as_list(words.localized_number(number) for number in numbers[:MOST_NUMBERS])
        if len(numbers) > MOST_NUMBERS:
            shown = _("%(numbers)s and more") % {"numbers": shown}
        reason = {"n": words.localized_number(len(numbers)), "why": collections.LEFT_OUT[why], "numbers": shown}
        lines.append(_("Skipped %(n)s (%(why)s). Problem numbers in the file: %(numbers)s.") % reason)
    return " ".join(lines)


def _owner_page_context(request: HttpRequest, found: Material, form: MaterialForm) -> dict[str, Any]:
    problems = collections.visible_problems(player_of(request), found)
    results = [(row, collections.verdict_sentence(row, shows_points=True)) for row in problems]
    return {
        "form": form,
        "most_files": collections.MOST_FILES,
        "rows": [(row, result, _picture_of_rows(row.question["rows"])) for row, result in results],
        **sharing_context(request, found, player_of(request)),
    }


def hide_url_for(viewer: object, found: Material) -> str:
    """Return the URL where a moderator hides the material, "" if the viewer is not a moderator."""
    return reverse(HIDE[found.kind], args=[found.key]) if may(viewer, StaffPermission.MODERATE) else ""


def sharing_context(request: HttpRequest, found: Material, player: Player) -> dict[str, Any]:
    """Return the template context of the form that shares a collection or lesson
    (templates/learn/collections/share.html)."""
    return {
        "collection": found,
        "share_url": reverse(SHARE[found.kind], args=[found.key]),
        **audience_form.audience_form_context(player, audience_of(found)),
        "link": request.build_absolute_uri(found.get_absolute_url()),
    }


@login_required
@require_POST
def share_material(request: HttpRequest, collection: str, kind: str = PROBLEMS) -> HttpResponse:
    """Set who may see the viewer's own collection or lesson, and redirect to its owner's page."""
    found = material_or_404(request, collection, kind)
    try:
        materials.share_material(
            player_of(request), found, audience_form.audience_from_form(request.POST), timesource.now()
        )
    except NoSuchMaterial as error:
        raise Http404 from error
    except (Refusal, NoSuchPlayer) as refusal:
        messages.error(request, refusal.message())
    else:
        messages.success(request, pgettext("text", "Saved."))
    return redirect(EDIT[kind], found.key)


@login_required
@require_POST
def hide_material(request: HttpRequest, collection: str, kind: str = PROBLEMS) -> HttpResponse:
    """Hide a collection or lesson as a moderator, and redirect to the list. The owner can read the reason, which is
    required."""
    by = audience_form.staff_context_from_form(request, timesource.now())
    found = material_or_404(request, collection, kind)
    if not by.reason:
        messages.error(request, _("Enter a reason."))
        return redirect(found)
    try:
        materials.hide_material(by, found)
    except NoSuchMaterial as error:
        raise Http404 from error
    return redirect(LISTS[kind])


def _collection_or_404(request: HttpRequest, key: str) -> Material:
    return material_or_404(request, key, PROBLEMS)


def material_or_404(request: HttpRequest, key: str, kind: str) -> Material:
    """Return the material of this kind and with this key if the viewer may see it. Raises Http404 otherwise."""
    try:
        return materials.visible_material(request.user, key, kind)
    except NoSuchMaterial as error:
        raise Http404 from error


def player_of(request: HttpRequest) -> Player:
    """Return the signed-in player. Only for views with login_required."""
    assert isinstance(request.user, Player)
    return request.user
