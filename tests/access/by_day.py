"""Choose the visitors who request each route by day; at night, every visitor does (docs/testing.md).

Each route is requested as the player, as one of the ten visitors (a different one for each route and method), and as
one visitor for each kind of answer in the table. A route that does not check the visitor gives some of them wrong
answers. If shared code forgets one kind of visitor, the routes at which that visitor's turn comes show it.
"""

from __future__ import annotations

from collections.abc import Mapping
from zlib import crc32

from tests.access import table
from tests.access.table import API, METHODS, Asked, Cells
from tests.access.visitors import VISITORS, Place

ONLY_IN_FORMS = ("PUT", "PATCH", "DELETE")
"""Methods of which pages, which know only GET and POST, test one."""
LIBRARYS = ("/accounts/", "/oauth/", "/admin/login/", "/admin/password_change/")
"""Pages that distinguish these methods."""
Found = dict[tuple[str, str], str]
"""The answers, by method and visitor."""


def some_cells_of(place: Place, asked: Asked, expected: Mapping[str, Cells]) -> Found:
    """Return the cells of these methods of one address, for some visitors."""
    found: Found = {}
    absent: set[str] = set()
    for method in some_of(asked, list(expected)):
        if method in absent:
            continue
        seen = {who: table.cell_of(place, who, method, asked) for who in _who(asked, method, expected[method])}
        found |= {(method, who): cell for who, cell in seen.items()}
        absent |= _absent(place, [who for who, cell in seen.items() if cell == "405"])
    return found


def some_of(asked: Asked, methods: list[str]) -> list[str]:
    """Return these methods; of those that pages treat alike, only one, which differs from page to page."""
    is_api = asked.path.startswith((f"/{API}", *LIBRARYS))
    turn = ONLY_IN_FORMS[_number(asked, "") % len(ONLY_IN_FORMS)]
    return [method for method in methods if is_api or method not in ONLY_IN_FORMS or method == turn]


def _who(asked: Asked, method: str, cells: Cells) -> list[str]:
    """Return the player, the visitor whose turn it is, and one visitor for each kind of answer in the table."""
    number = _number(asked, method)
    chosen = ["player", VISITORS[number % len(VISITORS)]]
    for word in sorted(set(cells)) if asked.path.startswith(f"/{API}") or method not in ONLY_IN_FORMS else ():
        alike = [visitor for visitor, cell in zip(VISITORS, cells, strict=True) if cell == word]
        chosen += [] if set(alike) & set(chosen) else [alike[number % len(alike)]]
    return list(dict.fromkeys(chosen))


def _number(asked: Asked, method: str) -> int:
    """Return a number that is the same in every run, does not depend on ids and secrets in the address, and differs
    from verb to verb."""
    verb = asked.body.get("kind") or asked.path.strip("/").rpartition("/")[2] if asked.is_verb else ""
    return crc32(f"{method} {asked.label} {verb}".encode())


def _absent(place: Place, refused: list[str]) -> set[str]:
    """Return the methods that, according to the `Allow` header of a 405, this address does not have."""
    texts = [place.allow[visitor] for visitor in refused]
    if not texts or not all(texts):
        return set()
    return set(METHODS) - {method for allowed in texts for method in allowed.split(", ")} - {"GET"}
