"""Add problems to a collection from files, list them, and record players' tries (P1 to P4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from time import thread_time
from typing import Any, TypeVar, cast

from django.db import transaction
from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext

from accounts.models import Player
from challenges.sgf_import import BadSgf, check_file_size
from foundation.cpu_slots import cpu_slot
from foundation.refusals import Refusal
from games.sgf_text import decode_sgf
from learn.errors import NoSuchMaterial, TooManyProblems, UploadFileCountRefused, UploadReadingTooLong
from learn.models import Material, OwnPage, OwnProblem
from learn.problems.authored import AuthoredProblem, AuthoredSolution, authored_stored_problem, solution_from_file
from learn.problems.found_files import ProblemFromFile, ProblemUnreadable, read_problem
from learn.problems.problem import Problem
from learn.services import progress, tries
from learn.services.materials import check_may_create_materials, lock_own_material, take_next_numbers
from learn.services.own_problems import TASK
from rules import sgf
from rules.sgf import SgfError
from wording import words

Row = TypeVar("Row", OwnProblem, OwnPage)
MOST_PROBLEMS, MOST_A_DAY = 200, 500
MOST_NODES = 20_000
MOST_FILES, MOST_SECONDS = 20, 5.0
"""The limits of one upload: its files, and the processor time for reading them."""
A_BLOCK = 60
"""The number of problems whose progress is one row (models.Progress)."""
PREFIX = "set-"
"""How the keys of these rows begin."""
SHOWN = (OwnProblem.State.PROVED, OwnProblem.State.UNPROVED)
"""The states of problems that others see."""
LEFT_OUT: dict[str, Promise] = {
    "position": _("with an impossible position"),
    "answer": _("without a legal correct move"),
    "known": _("already in the collection"),
}
"""The messages about positions of a file that were left out, by code."""
RESULTS: dict[str, Promise] = {
    "": _("Solution verified. The server has checked every first move."),
    "more": _("Solution verified. These first moves also work: %(points)s."),
    "area": _("Solution verified, assuming the stones outside the area are alive."),
    "area_more": _(
        "Solution verified, assuming the stones outside the area are alive. These first moves also work: %(points)s."
    ),
    "open": _("Not verified. The area isn't closed off, so the author's answer is used."),
    "too_hard": _("Not verified. There are too many variations to check, so the author's answer is used."),
    "no_answer": _("Not verified. The server couldn't tell what the goal is, so the author's answer is used."),
    "decided": _("Not verified. The server couldn't tell what the goal is, so the author's answer is used."),
    "many": _("Not verified. Many first moves seem to work, so the author's answer is used."),
    "other": _("Not verified. The server's answer is %(points)s. Check this problem."),
}
"""The messages about the result of a check, by code."""
REFUSED: dict[str, Promise] = {
    "no_answer": _("Hidden from others because no first move achieves the goal in the file."),
    "decided": _("Hidden from others because the goal in the file is achieved even if the first player passes."),
    "many": _("Hidden from others because too many different first moves achieve the goal."),
    "other": _("Hidden from others. The server found another answer for the goal in the file: %(points)s."),
    "in_play": _("Hidden from others because this position occurs in a game in progress on this server."),
}
WAITING = _("The server is checking this problem. Others can't see it yet.")


@dataclass(frozen=True, slots=True)
class ProblemFile:
    """An SGF file: its name and its content, as text or as bytes whose encoding is detected."""

    name: str
    data: str | bytes


@dataclass(slots=True)
class ProblemFileResult:
    """The result of reading a file: the new problems, the numbers of the positions that were left out (by the reason's
    code), and an error if no problem was added."""

    name: str
    rows: list[OwnProblem] = field(default_factory=list)
    left_out: dict[str, list[int]] = field(default_factory=dict)
    refusal: Refusal | None = None

    def leave_out(self, reason: str, number: int) -> None:
        """Record that the position with this number in the file was left out, by the code of the reason."""
        self.left_out.setdefault(reason, []).append(number)


Read = list[tuple[int, ProblemFromFile]]
"""The problems of a file with their numbers in it, counted from 1."""


def add_problem_file(player: Player, material: Material, file: ProblemFile, now: datetime) -> ProblemFileResult:
    """Add the problems of one file to the player's collection, and return the file's result. Raises BadSgf,
    UploadFileCountRefused, and the errors of `add_problem_files`."""
    (added,) = add_problem_files(player, material, [file], now)
    if added.refusal is not None:
        raise added.refusal
    return added


def add_problem_files(
    player: Player, material: Material, files: Sequence[ProblemFile], now: datetime
) -> list[ProblemFileResult]:
    """Add the problems of SGF files to the player's collection. A background task will check them. Return the result of
    each file. A file that is not valid is left out, and so is a file with more problems than there is room for.

    Raises UploadFileCountRefused, NoSuchMaterial, NotForGuests, Suspended, TooBusy.
    """
    check_may_create_materials(player, now)
    if not 1 <= len(files) <= MOST_FILES:
        raise UploadFileCountRefused
    with cpu_slot():
        until = thread_time() + MOST_SECONDS
        read = [_read_problems(file, until) for file in files]
    with transaction.atomic():
        Player.objects.select_for_update(no_key=True).get(pk=player.pk)  # for the limit of a day in all collections
        row = lock_own_material(player, material.key, Material.Kind.PROBLEMS)
        known = {_question_key(question) for question in row.problems.values_list("question", flat=True)}
        for added, found in read:
            fresh = dict[tuple[str, ...], ProblemFromFile]()
            for number, one in found:
                shape = (*one.board.rows(), one.first.letter)
                if shape in known or shape in fresh:
                    added.leave_out("known", number)
                else:
                    fresh[shape] = one
            if not _is_within_limits(player, row, len(fresh), now):
                added.refusal, added.left_out = TooManyProblems(), {}
                continue
            known.update(fresh)
            added.rows = _append_problems(row, list(fresh.values()), now)
        transaction.on_commit(TASK.wake)
    return [added for added, _found in read]


def _append_problems(row: Material, found: Sequence[ProblemFromFile], now: datetime) -> list[OwnProblem]:
    place = (row.problems.order_by("-place").values_list("place", flat=True).first() or 0) + 1
    return OwnProblem.objects.bulk_create(
        OwnProblem(
            author=row.owner, game=0, move=0, material=row, number=number, place=place + at, made_at=now,
            question={"rows": one.board.rows(), "first": one.first.letter, **one.stated},
            authored=solution_from_file(one),
        )
        for at, (number, one) in enumerate(zip(take_next_numbers(row, len(found)), found, strict=True))
    )  # fmt: skip


def _read_problems(file: ProblemFile, until: float) -> tuple[ProblemFileResult, Read]:
    """Read the problems of a file. Return the file's result, with the positions that were left out, and the problems
    with their numbers in the file. If the file is not valid, or `thread_time` reaches `until`, the result has the error
    and there are no problems."""
    added, found = ProblemFileResult(file.name), Read()
    try:
        _raise_if_out_of_time(until)
        check_file_size(file.data)
        text = file.data if isinstance(file.data, str) else decode_sgf(file.data).text
        for number, root in enumerate(sgf.parse(text, MOST_NODES), 1):
            _raise_if_out_of_time(until)
            try:
                found.append((number, read_problem(root)))
            except (ProblemUnreadable, SgfError) as error:
                added.leave_out(error.args[0] if isinstance(error, ProblemUnreadable) else "position", number)
    except SgfError as error:
        added.refusal = BadSgf(sgf=error.code, line=error.line)
    except (BadSgf, UploadReadingTooLong) as refusal:
        added.refusal = refusal
    if added.refusal is not None:
        return ProblemFileResult(file.name, refusal=added.refusal), []
    return added, found


def _raise_if_out_of_time(until: float) -> None:
    if thread_time() > until:
        raise UploadReadingTooLong


def _question_key(question: Mapping[str, Any]) -> tuple[str, ...]:
    return (*question["rows"], question["first"])


def _is_within_limits(player: Player, material: Material, more: int, now: datetime) -> bool:
    since = OwnProblem.objects.filter(author=player, made_at__gt=now - timedelta(days=1)).exclude(material=None)
    return material.problems.count() + more <= MOST_PROBLEMS and since.count() + more <= MOST_A_DAY


def visible_problems(viewer: object, material: Material) -> QuerySet[OwnProblem]:
    """Return the problems of a collection that the viewer may see, in order. Its owner sees all problems, others only
    those that have been checked and not rejected."""
    return material.problems.filter(_is_visible_to(viewer)).order_by("place", "number")


def first_positions(found: Sequence[Material], viewer: object = None) -> dict[int, Sequence[str]]:
    """Return the first position that the viewer sees in each collection or lesson, as the rows of a board. The keys are
    the materials' ids. Empty materials are left out. Two queries."""
    problems = _first_row_of_each(OwnProblem.objects.filter(_is_visible_to(viewer)), found)
    pages = _first_row_of_each(OwnPage.objects.all(), found)
    return {row.material_id: row.question["rows"] for row in problems if row.material_id} | {
        row.material_id: row.rows.split() for row in pages
    }


def with_item_counts(found: QuerySet[Material], viewer: object) -> QuerySet[Material]:
    """Annotate the materials with `size`: the number of problems in a collection that the viewer sees, or the number of
    pages of a lesson."""
    problems = OwnProblem.objects.filter(_is_visible_to(viewer), material=OuterRef("pk")).order_by()
    counted = problems.values("material").annotate(size=Count("pk")).values("size")
    pages = OwnPage.objects.filter(material=OuterRef("pk")).order_by()
    counted_pages = pages.values("material").annotate(size=Count("pk")).values("size")
    return found.annotate(size=Coalesce(Subquery(counted), Subquery(counted_pages), 0))


def _is_visible_to(viewer: object) -> Q:
    """Return the query condition for problems that the viewer sees: those in their own collections, and those that were
    checked and not rejected."""
    shown = Q(state__in=SHOWN)
    return shown | Q(material__owner=viewer) if isinstance(viewer, Player) else shown


def _first_row_of_each(rows: QuerySet[Row], found: Sequence[Material]) -> QuerySet[Row]:
    first = rows.filter(material=OuterRef("pk")).order_by("place", "number").values("pk")[:1]
    chosen = Material.objects.filter(pk__in=[one.pk for one in found]).annotate(first=Subquery(first))
    return rows.filter(pk__in=chosen.values("first"))


def visible_problem(viewer: object, material: Material, number: int) -> OwnProblem:
    """Return the problem with this number in a collection. Raises NoSuchMaterial if it does not exist or the viewer may
    not see it."""
    row = visible_problems(viewer, material).filter(number=number).first()
    if row is None:
        raise NoSuchMaterial
    return row


def problem_from_row(row: OwnProblem, author: str) -> Problem:
    """Return the problem stored in a row, with its proof or its author's solution."""
    if row.state == OwnProblem.State.PROVED and row.stored is not None:
        return Problem(row.stored, author, "")
    authored = cast(AuthoredSolution, row.authored)
    stored = row.stored or authored_stored_problem(
        {**row.question, "goal": "", "marks": "", "area": ""}, authored, str(row)
    )
    return AuthoredProblem(stored, author, "")


def verdict_sentence(row: OwnProblem, *, shows_points: bool) -> str:
    """Return the result of the problem's check as a sentence. Points are only named with `shows_points`, because they
    reveal the solution."""
    if row.points and not shows_points:
        is_proved = row.state == OwnProblem.State.PROVED
        return pgettext("problem", "Solution verified.") if is_proved else pgettext("problem", "Solution not verified.")
    if row.state == OwnProblem.State.WAITING:
        return str(WAITING)
    texts = REFUSED if row.state == OwnProblem.State.REFUSED else RESULTS
    return str(texts[row.why]) % {"points": words.join_as_list(row.points.split())}


def record_collection_try(player: Player, row: OwnProblem, *, right: bool) -> None:
    """Store a player's try at a problem of a collection, in the same way as for the server's own problems."""
    problem = problem_from_row(row, "")
    tries.record_try(player, problem, right=right)
    if right:
        item, number = progress_item_of_row(row)
        progress.add_progress(player, {item: 1 << (number - 1)})


def solved_numbers(player: object, rows: Sequence[OwnProblem | OwnPage]) -> set[int]:
    """Return the numbers of those problems or pages of `rows` that this player has solved. Takes one query, and none
    for visitors."""
    if not isinstance(player, Player):
        return set()
    items = {progress_item_of_row(row)[0] for row in rows}
    done = dict(player.progress.filter(item__in=items).values_list("item", "done")) if items else {}
    return {row.number for row in rows if progress.has_done(done, *progress_item_of_row(row))}


def solved_counts(player: object, found: Iterable[Material]) -> Counter[int]:
    """Return how many problems of each collection the player has solved, by the collection's id. Problems that the
    player does not see do not count. Takes at most two queries, and none for visitors."""
    if not isinstance(player, Player):
        return Counter()
    done = dict(player.progress.filter(item__startswith=PREFIX).values_list("item", "done"))
    begun = {one.pk for one in found} & set(map(_material_id_of, done))
    rows = OwnProblem.objects.filter(_is_visible_to(player), material__in=begun)
    places = rows.values_list("material_id", "number")
    return Counter(pk for pk, number in places if pk and progress.has_done(done, *progress_item_at(pk, number)))


def progress_item_of_row(row: OwnProblem | OwnPage) -> tuple[str, int]:
    """Return the key of the progress item to which this problem or page belongs, and its number in that item."""
    assert row.material_id is not None
    return progress_item_at(row.material_id, row.number)


def progress_item_at(material: int, number: int) -> tuple[str, int]:
    """Return the key of the progress item for a problem or page, and its number in that item. `material` is the
    material's id, and `number` the number of the problem or page in the material."""
    block, at = divmod(number - 1, A_BLOCK)
    return f"{PREFIX}{material}-{block}", at + 1


def _material_id_of(item: str) -> int:
    """Return the id of the material in the key of a progress item."""
    return int(item.split("-")[1])
