"""No import cycles: no two of the project's files need each other, even indirectly or by an import inside a
function."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from pathlib import Path

import grimp

from tests.support.app_packages import APPS

ROOT = Path(__file__).resolve().parents[2]


def circles(imports: Mapping[str, set[str]]) -> Iterator[set[str]]:
    """Every set of files of which each needs each other one (Tarjan's strongly connected components)."""
    counter = itertools.count()
    number: dict[str, int] = {}
    lowest: dict[str, int] = {}
    path: list[str] = []

    def visit(module: str) -> Iterator[set[str]]:
        number[module] = lowest[module] = next(counter)
        path.append(module)
        for needed in imports[module]:
            if needed not in number:
                yield from visit(needed)
                lowest[module] = min(lowest[module], lowest[needed])
            elif needed in path:
                lowest[module] = min(lowest[module], number[needed])
        if lowest[module] == number[module]:
            found = set(path[path.index(module) :])
            del path[path.index(module) :]
            if len(found) > 1:
                yield found

    for module in imports:
        if module not in number:
            yield from visit(module)


def test_a_circle_is_found_with_all_who_are_in_it():
    imports = {"a": {"b"}, "b": {"c", "d"}, "c": {"a"}, "d": {"e"}, "e": {"d"}, "f": {"a"}}

    assert sorted(map(sorted, circles(imports))) == [["a", "b", "c"], ["d", "e"]]


def test_no_files_import_each_other_in_a_circle():
    graph = grimp.build_graph(*APPS, cache_dir=None)
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}

    assert {"accounts.models.player", "games.models.game", "goserver.urls"} <= set(imports)
    assert list(circles(imports)) == []
