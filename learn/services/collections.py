"""The problems of a collection: read from files, put in order, and tried (P1 to P4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, cast

from django.db import transaction
from django.db.models import QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext

from accounts.models import Player
from challenges.sgf_import import BadSgf, check_size
from foundation.cpu_slots import cpu_slot
from learn.errors import CollectionFull, NoSuchMaterial
from learn.models import Material, OwnPage, OwnProblem
from learn.problems.authored import Authored, AuthoredProblem, authored_of, stored_of
from learn.problems.found_files import FoundProblem, Unreadable, problem_in
from learn.problems.problem import Problem
from learn.services import progress, tries
from learn.services.materials import check_may_make, in_order, next_numbers, own_material
from learn.services.own_problems import TASK
from rules import sgf
from rules.sgf import SgfError

MOST_PROBLEMS, MOST_A_DAY = 200, 500
MOST_NODES = 20_000
A_BLOCK = 60
"""The number of problems whose progress is one row (models.Progress)."""
SHOWN = (OwnProblem.State.PROVED, OwnProblem.State.UNPROVED)
"""The states of problems that others see."""
LEFT_OUT: dict[str, Promise] = {
    "position": _("with an impossible position"),
    "answer": _("without a legal correct move"),
    "known": _("already in the collection"),
}
"""The messages about positions of a file that were left out, by code."""
RESULTS: dict[str, Promise] = {
    "": _("Proved: the server has read every first move."),
    "more": _("Proved. These first moves also work: %(points)s."),
    "area": _("Proved, if the stones outside the area are alive."),
    "area_more": _("Proved, if the stones outside the area are alive. These first moves also work: %(points)s."),
    "open": _("Not proved: the area is too open to read. The author's answer is used."),
    "too_hard": _("Not proved: there is too much to read. The author's answer is used."),
    "no_answer": _("Not proved: the server could not tell what the problem asks. The author's answer is used."),
    "decided": _("Not proved: the server could not tell what the problem asks. The author's answer is used."),
    "many": _("Not proved: many first moves seem to work. The author's answer is used."),
    "other": _("Not proved: the server's answer is %(points)s. Check this problem."),
}
"""The messages about the result of a check, by code."""
REFUSED: dict[str, Promise] = {
    "no_answer": _("Not shown to others: no first move achieves the goal in the file."),
    "decided": _("Not shown to others: the goal in the file is achieved even without a first move."),
    "many": _("Not shown to others: too many first moves achieve the goal in the file."),
    "other": _("Not shown to others: for the goal in the file, the server's answer is %(points)s."),
    "in_play": _("Not shown to others: this position occurs in a game in progress here."),
}
WAITING = _("Being checked. Others will see it after the check.")


@dataclass(frozen=True, slots=True)
class Added:
    """The result of an upload: the new problems, and the number of positions left out by reason."""

    rows: list[OwnProblem]
    left_out: Mapping[str, int]


def add(player: Player, material: Material, text: str, now: datetime) -> Added:
    """Add the problems of an SGF file to the player's collection; a worker will check them. Raises BadSgf,
    CollectionFull, NoSuchMaterial, NotForGuests, Suspended, TooBusy."""
    check_may_make(player, now)
    found, left_out = _read(text)
    with transaction.atomic():
        Player.objects.select_for_update(no_key=True).get(pk=player.pk)  # for the limit of a day in all collections
        row = own_material(player, material.key, Material.Kind.PROBLEMS)
        known = {_shape(question) for question in row.problems.values_list("question", flat=True)}
        fresh = dict[tuple[str, ...], FoundProblem]()
        for one in found:
            shape = (*one.board.rows(), one.first.letter)
            if shape in known or shape in fresh:
                left_out["known"] += 1
            else:
                fresh[shape] = one
        _check_room(player, row, len(fresh), now)
        place = (row.problems.order_by("-place").values_list("place", flat=True).first() or 0) + 1
        made = OwnProblem.objects.bulk_create(
            OwnProblem(
                author=player, game=0, move=0, material=row, number=number, place=place + at, made_at=now,
                question={"rows": one.board.rows(), "first": one.first.letter, **one.stated},
                authored=authored_of(one),
            )
            for at, (number, one) in enumerate(zip(next_numbers(row, len(fresh)), fresh.values(), strict=True))
        )  # fmt: skip
        transaction.on_commit(TASK.wake)
    return Added(made, dict(left_out))


def _read(text: str) -> tuple[list[FoundProblem], Counter[str]]:
    """Return the problems in a file, and the number of positions left out by reason. Raises BadSgf, TooBusy."""
    check_size(text)
    found, left_out = list[FoundProblem](), Counter[str]()
    with cpu_slot():
        try:
            roots = sgf.parse(text, MOST_NODES)
        except SgfError as error:
            raise BadSgf(sgf=error.code, line=error.line) from error
        for root in roots:
            try:
                found.append(problem_in(root))
            except (Unreadable, SgfError) as error:
                left_out[error.args[0] if isinstance(error, Unreadable) else "position"] += 1
    return found, left_out


def _shape(question: Mapping[str, Any]) -> tuple[str, ...]:
    return (*question["rows"], question["first"])


def _check_room(player: Player, material: Material, more: int, now: datetime) -> None:
    since = OwnProblem.objects.filter(author=player, made_at__gt=now - timedelta(days=1)).exclude(material=None)
    if material.problems.count() + more > MOST_PROBLEMS or since.count() + more > MOST_A_DAY:
        raise CollectionFull


def problems_of(viewer: object, material: Material) -> QuerySet[OwnProblem]:
    """Return the problems of a collection that this person may see, in order: its owner sees all, others those that
    were checked."""
    rows = material.problems.order_by("place", "number")
    return rows if isinstance(viewer, Player) and viewer.pk == material.owner_id else rows.filter(state__in=SHOWN)


def problem_for(viewer: object, material: Material, number: int) -> OwnProblem:
    """Return a problem of a collection that the viewer may see. Raises NoSuchMaterial."""
    row = problems_of(viewer, material).filter(number=number).first()
    if row is None:
        raise NoSuchMaterial
    return row


def problem_of(row: OwnProblem, author: str) -> Problem:
    """Return the problem of a row: with its proof, or with its author's answer."""
    if row.state == OwnProblem.State.PROVED and row.stored is not None:
        return Problem(row.stored, author, "")
    authored = cast(Authored, row.authored)
    stored = row.stored or stored_of({**row.question, "goal": "", "marks": "", "area": ""}, authored, str(row))
    return AuthoredProblem(stored, author, "")


def result_of(row: OwnProblem, *, shows_points: bool) -> str:
    """Return the result of the check of a problem as a sentence; without points of the solution unless these may be
    shown."""
    if row.points and not shows_points:
        is_proved = row.state == OwnProblem.State.PROVED
        return pgettext("problem", "Proved.") if is_proved else pgettext("problem", "Not proved.")
    if row.state == OwnProblem.State.WAITING:
        return str(WAITING)
    texts = REFUSED if row.state == OwnProblem.State.REFUSED else RESULTS
    return str(texts[row.why]) % {"points": ", ".join(row.points.split())}


def arrange(player: Player, material: Material, numbers: Sequence[int], now: datetime) -> None:
    """Put the problems with these numbers first, in this order; the others follow as before. Raises NoSuchMaterial,
    NotForGuests, Suspended."""
    check_may_make(player, now)
    with transaction.atomic():
        rows = in_order(own_material(player, material.key, Material.Kind.PROBLEMS).problems.all(), numbers)
        OwnProblem.objects.bulk_update(rows, ["place"])


def remove(player: Player, material: Material, numbers: Sequence[int]) -> int:
    """Delete these problems of the player's collection; return how many there were. Raises NoSuchMaterial."""
    with transaction.atomic():
        row = own_material(player, material.key, Material.Kind.PROBLEMS)
        return row.problems.filter(number__in=numbers).delete()[0]


def note(player: Player, row: OwnProblem, *, right: bool) -> None:
    """Store a player's try at a problem of a collection, as for the server's own problems."""
    problem = problem_of(row, "")
    tries.note(player, problem, right=right)
    if right:
        item, number = item_of(row)
        progress.add(player, {item: 1 << (number - 1)})


def solved_by(player: object, rows: Sequence[OwnProblem | OwnPage]) -> set[int]:
    """Return the numbers of those problems or pages that this player has done. One query, none for visitors."""
    if not isinstance(player, Player):
        return set()
    items = {item_of(row)[0] for row in rows}
    done = dict(player.progress.filter(item__in=items).values_list("item", "done")) if items else {}
    return {row.number for row in rows if progress.has_done(done, *item_of(row))}


def item_of(row: OwnProblem | OwnPage) -> tuple[str, int]:
    """Return the key of the progress that this problem or page belongs to, and its number in that."""
    block, at = divmod(row.number - 1, A_BLOCK)
    return f"set-{row.material_id}-{block}", at + 1
