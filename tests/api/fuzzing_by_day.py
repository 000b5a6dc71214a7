"""What the fuzzer leaves out by day (SCHEMATHESIS_HOOKS): repetitions of its coverage phase, which asks for every
operation, every field and every way to be wrong, and for most of these in five ways.

By day a field of an operation is wrong in each way once, and what operations share (the number of a game, the limit of
a list, a field of that name in a body) at six of them; of each operation the first cases, which are right, always stay.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import schemathesis
from schemathesis import Case, HookContext
from schemathesis.generation.meta import CoveragePhaseData

ALWAYS, OPERATIONS = 4, 6
_of_operation: Counter[str] = Counter()
_in_it: Counter[tuple[object, ...]] = Counter()
_everywhere: Counter[tuple[object, ...]] = Counter()


@schemathesis.hook
def filter_case(context: HookContext, case: Case[Any]) -> bool:
    """Whether this case is tried."""
    what = case.meta.phase.data if case.meta else None
    if not isinstance(what, CoveragePhaseData):
        return True
    operation = case.operation.label
    way = (what.scenario, what.description, what.location, what.parameter, what.parameter_location)
    stays = _of_operation[operation] < ALWAYS or (not _in_it[operation, way] and _everywhere[way] < OPERATIONS)
    if stays:
        _of_operation[operation] += 1
        _in_it[operation, way] += 1
        _everywhere[way] += 1
    return stays
