"""The mutants of a file: the possible changes, and their texts."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.mutation.operators import Site, sites, text

ROOT = Path(__file__).resolve().parents[2]
AT_START = ("register", "_register", "use")
"""Functions that run before a mutant is put in, when the server starts, and their parts (`_what_...`)."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change: the number of its site in the file, and what it says."""

    path: Path
    number: int
    function: str
    before: str
    after: str

    @property
    def key(self) -> str:
        """Return the mutant's key in the list of equivalent mutants; line numbers would change."""
        return "\t".join((str(self.path.relative_to(ROOT)), self.function, self.before, self.after))


def mutants_of(path: Path) -> Iterator[Mutant]:
    """Return all mutants of this file: those of one function after the other, which is quicker than `mutant_at`."""
    first = 0
    body = ast.parse(path.read_text()).body
    for node in sorted(body, key=lambda one: not isinstance(one, ast.Assign | ast.AnnAssign)):  # as `sites` has them
        places = sites(ast.Module([node], []))
        for place, site in enumerate(places):
            if _can_be_noticed(site):
                yield _mutant(path, first + place, ast.Module([copy.deepcopy(node)], []), place)
        first += len(places)


def mutant_at(path: Path, number: int) -> Mutant:
    """Return the mutant of this number in the file."""
    return _mutant(path, number, ast.parse(path.read_text()), number)


def _mutant(path: Path, number: int, tree: ast.Module, place: int) -> Mutant:
    site = sites(tree)[place]
    statement, before = site.statement, text(site.statement)
    site.change()
    removed = statement not in set(ast.walk(tree))
    return Mutant(path, number, site.function, before, "pass" if removed else text(statement))


def numbers_of(path: Path) -> list[int]:
    """Return the numbers of the sites in this file that tests can notice."""
    return [number for number, site in enumerate(sites(ast.parse(path.read_text()))) if _can_be_noticed(site)]


def _can_be_noticed(site: Site) -> bool:
    return site.function.split("_what")[0] not in AT_START
