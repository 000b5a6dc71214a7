"""The mutation runner's changes in services, and its list of changes that no test can notice."""

from __future__ import annotations

import ast
from types import SimpleNamespace

from tests.mutation import services
from tests.mutation.mutants import Mutant
from tests.mutation.operators import sites, text

SOURCE = '''
MOST = 2

def take(rows, now):
    """Take some."""
    found = rows.filter(state=OPEN, at__lt=now)
    if not found or len(found) > MOST:
        raise TooMany
    row.taken = True
    logger.info("taken")
    tell(row)
'''


def changes():
    """Yield each change to the line."""
    for number in range(len(sites(ast.parse(SOURCE)))):
        tree = ast.parse(SOURCE)
        site = sites(tree)[number]
        site.change()
        yield text(site.statement) if site.statement in set(ast.walk(tree)) else f"without {text(site.statement)}"


def test_each_operator_changes_one_thing():
    assert sorted(changes()) == sorted([
        "MOST = 3",
        "found = rows.filter(at__lt=now)", "found = rows.filter(state=OPEN)",
        "found = rows.filter(state=OPEN, at__lte=now)",
        "if not (not found or len(found) > MOST):", "if not found and len(found) > MOST:",
        "if False or len(found) > MOST:", "if not found or False:", "if found or len(found) > MOST:",
        "if not found or len(found) >= MOST:",
        "without raise TooMany", "without row.taken = True", "row.taken = False", "without tell(row)",
    ])  # fmt: skip


def test_a_test_that_names_a_limit_is_run_with_another_one():
    def names_it():
        assert services.SECONDS > 0

    def names_another():
        assert services.PATIENCE > 0

    path = services.ROOT / "tests" / "mutation" / "services.py"
    before, after = "SECONDS, LEAST = (15, 1)", "SECONDS, LEAST = (16, 1)"
    mutants = [Mutant(path, 0, function, before, after) for function in ("", "take")]
    found = [services.names_values_of(SimpleNamespace(function=one), mutants) for one in (names_it, names_another)]
    assert found == [{mutants[0].key}, set()]


def test_equivalent_mutants_are_mutants_with_a_reason():
    rows = [row.split("\t") for row in services.EQUIVALENT.read_text().splitlines()[1:]]
    assert all(len(row) == 5 and row[4] for row in rows)
    for path in {row[0] for row in rows}:
        there = {mutant.key for mutant in services.mutants_of(services.ROOT / path)}
        assert {"\t".join(row[:4]) for row in rows if row[0] == path} <= there
