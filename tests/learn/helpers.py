"""Problem collections for tests, with their own positions."""

from __future__ import annotations

from django.utils import timezone

from learn.models import Material, OwnPage
from learn.services import collections, materials, own_lessons, own_problems
from learn.services.collections import ProblemFile
from learn.services.materials import MaterialDetails
from tests.social.helpers import ListsOfPeople

PROBLEM = "(;SZ[9]AB[ag][bg][cg][dg][dh][di]AW[af][bf][cf][df][ef][eg][eh][ei]C[Kill.];W[bh]C[RIGHT Well read.])"
"""White kills: the eye space of Black's corner group has four points, and B2 is the vital one."""


def make_collection(owner, *files: str, now=None, is_checked: bool = True, **details) -> Material:
    """Create a collection of this player with the problems in these files (default: PROBLEM), checked by the worker."""
    now = now or timezone.now()
    made = materials.create_material(
        owner, Material.Kind.PROBLEMS, MaterialDetails(**{"name": "Corners", **details}), now
    )
    for text in files or (PROBLEM,):
        collections.add_problem_file(owner, made, ProblemFile("", text), now)
    while is_checked and own_problems.prove_or_reject_next():
        pass
    made.refresh_from_db()
    return made


A_PAGE = {
    "task": "Capture the white stone.", "rows": ".....\n..X..\n.XO..\n..X..\n.....", "right": "D3",
    "good": "Captured.", "bad": "White escapes.", "answer": "D3", "claims": "captures D3 = 1",
}  # fmt: skip


def make_lesson(owner, *pages, now=None, **details) -> Material:
    """Create a lesson of this player with these pages, each with some fields of A_PAGE changed (default: one,
    A_PAGE)."""
    now = now or timezone.now()
    made = materials.create_material(
        owner, Material.Kind.LESSON, MaterialDetails(**{"name": "Captures", **details}), now
    )
    own_lessons.add_pages(owner, made, [OwnPage(**{**A_PAGE, **page}) for page in pages or ({},)], now)
    return made


class ListsOfCollections:
    """The lists in pages of collections and lessons, for tests/games/api/test_pages.py."""

    def collections(self):
        for number in range(ListsOfPeople.rows):
            materials.create_material(
                self.aino, Material.Kind.PROBLEMS, MaterialDetails(name=f"Corners {number}"), self.now
            )
        return "collections/"

    def player_lessons(self):
        for number in range(ListsOfPeople.rows):
            materials.create_material(
                self.aino, Material.Kind.LESSON, MaterialDetails(name=f"Captures {number}"), self.now
            )
        return "player-lessons/"
