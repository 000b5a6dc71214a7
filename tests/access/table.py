"""The expected answer for each visitor at each route: every cell of docs/authorization.csv is requested.

`python -m tests.access.write` writes the table again; read the changes before you commit them.

A row is a route with some of its methods. If a route serves several things, they follow it in brackets: the private and
the public game, the verb of a game, the page of settings. A cell is the status of the answer; "sign in" and "again" are
redirects to the pages that ask for a sign-in and for the password. 400 and 409 mean that the visitor has permission,
but the request was not valid.

The table has the answers of the default configuration: the socket processes (ASGI) serve streams; a web process answers
503 to visitors who have access to them. `python -m tests.access.walk` requests every cell from a running server.
"""

from __future__ import annotations

import csv
import itertools
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from asgiref.sync import async_to_sync
from django.contrib.admin import site
from django.db import transaction
from django.http import HttpResponseBase
from django.test import AsyncClient
from django.urls import URLPattern, get_resolver

from accounts.forms import TABS
from foundation import limits
from games.verbs import BY_PATH, IN_API, VERBS, Verb, VerbRole, fields
from games.verbs.fields import FieldKind, fields_of
from games.views.game import PATHS
from games.views.time_settings import _CHANGES as TIME
from goserver.dashboard.site import ADDRESSES
from moderation.views.queue import _ACTS as CASE
from notifications.views import CHANGES as NOTICES
from programs.views.settings import _CHANGES as PROGRAMS
from tests.access.visitors import SUBSCRIPTION, VISITORS, Place

TABLE = Path(__file__).resolve().parents[2] / "docs" / "authorization.csv"
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
API = "api/v1/"

# Bodies for verbs: values for each kind of field that fit any game, and the exceptions that some verbs need.
VALUES: dict[type[FieldKind], Any] = {
    fields.Vertex: "E5", fields.WholeNumber: 1, fields.Text: "so it is", fields.YesNo: False,
    fields.Time: "2999-01-01T00:00:00Z",
}  # fmt: skip
OTHER_VALUES: dict[str, dict[str, Any]] = {
    "place_handicap": {"points": ["E5"]},
    "withdraw_request": {"request": "pause"},
}
# Bodies for pages whose forms differ from the API, and for routes that are not verbs.
FORMS: dict[str, dict[str, Any]] = {
    "marks": {"dead": ""}, "chat": {"text": "hello"}, "note": {"text": "look again"}, "pause": {"days": 7},
    "adjust-clock": {"side": "B", "amount": 1, "unit": "days", "reason": "was ill"},
}  # fmt: skip
BODIES: dict[str, Any] = {
    "api/v1/games/<int:game_id>/messages": {"text": "hello"},
    "api/v1/lessons/<slug:lesson>/<int:number>": {"point": "C3"},
    "api/v1/problems/due": {"repeating": True},
    "api/v1/problems/<slug:problem>": {"point": "C3"},
    "problems/due/": {"repeat": "on"},
    "problems/daily/": {"daily": "on"},
    "api/v1/problems/daily": {"daily": True},
    "api/v1/problems/players": {"game": 1, "goal": "kill", "first": "B", "stones": "A1", "area": "A1 B2"},
    "api/v1/problems/players/sgf": {"sgf": "(;SZ[9])"},
    "api/v1/games/<int:game_id>/note": {"text": "look again"},
    "api/v1/games/<int:game_id>/seat": {"allow": True},
    "api/v1/games/<int:game_id>/plan": {"branches": [], "expected": 1},
    "g/<int:game_id>/plan/": {"what": "end", "number": 1, "version": 0},
    "api/v1/games/<int:game_id>/tree": {"operations": [{"op": "set", "id": "a", "node": "0" * 12, "text": "hm"}]},
    "api/v1/games/<int:game_id>/talk": {"text": "hello"},
    "g/<int:game_id>/talk/": {"text": "hello"},
    "api/v1/games/<int:game_id>/comments": {"text": "hello"},
    "api/v1/games/<int:game_id>/review/variations": {"moves": ["E5"]},
    "api/v1/games/<int:game_id>/review/teachers": {"username": "nobody"},
    "g/<int:game_id>/comments/": {"move": "0", "text": "hello"},
    "g/<int:game_id>/review/say/": {"moves": "E5"},
    "api/v1/bulletins/<int:bulletin_id>/vote": {"choice": 0},
    "bulletins/<int:bulletin_id>/": {"choice": "0"},
    "api/v1/threads/<str:username>": {"text": "hello"},
    "api/v1/me/machine-reviews": {"hidden": False},
    "api/v1/games/<int:game_id>/tree/sharing": {"shared": True},
    "api/v1/me/study": {"sharing": "never"},
    "api/v1/boards": {"name": "Ladders"},
    "api/v1/boards/<slug:board>/changes": {"shown": "0" * 12},
    "api/v1/boards/<slug:board>/questions": {"text": "Why there?"},
    "api/v1/boards/<slug:board>/questions/<int:question_id>": {"state": "answered"},
    "boards/<slug:board>/questions/": {"text": "Why there?"},
    "boards/<slug:board>/questions/<int:question_id>/": {"do": "answered"},
    "boards/<slug:board>/change/": {"do": "pass"},
    "api/v1/games/<int:game_id>/tree/sgf": {"sgf": "(;SZ[9];B[cc])"},
    "api/v1/me/starting-rank": {"system": "kgs", "rank": "7k"},
    "ranks/start/": {"system": "kgs", "rank": "7k"},
    "games/order/": {"order": "waiting"},
    "language/": {"language": "fi"},
    "tournaments/<int:tournament_id>/entry/": {"do": "withdraw"},
    "ladders/<int:ladder_id>/place/": {"do": "pause"},
    "ladders/<int:ladder_id>/challenge/": {"player": "nobody", "place": "1"},
    "api/v1/ladders/<int:ladder_id>/rung": {"do": "pause"},
    "api/v1/ladders/<int:ladder_id>/place": {"do": "pause"},
    "api/v1/ladders/<int:ladder_id>/challenges": {"player": "nobody", "place": 1},
    "opponents/<int:search_id>/": {"do": "widen", "what": "clocks"},
    "api/v1/searches/<int:search_id>/widen": {"what": "clocks"},
    "api/v1/challenges/<int:challenge_id>/bid": {"komi": "6.5"},
    "leagues/<int:league_id>/membership/": {"do": "stay"},
    "leagues/<int:league_id>/challenge/": {"player": "nobody"},
    "leagues/<int:league_id>/direct/": {"do": "close"},
    "team-matches/<int:match_id>/place/": {"do": "refuse"},
    "team-matches/<int:match_id>/act/": {"do": "lineup"},
    "api/v1/team-matches/<int:match_id>/place": {"do": "refuse"},
    "api/v1/team-matches/<int:match_id>/acts": {"act": "lineup"},
    "api/v1/leagues/<int:league_id>/membership": {"do": "stay"},
    "api/v1/leagues/<int:league_id>/place": {"do": "stay"},
    "api/v1/leagues/<int:league_id>/challenges": {"player": "nobody"},
    "api/v1/leagues/<int:league_id>/acts": {"act": "close"},
    "tournaments/<int:tournament_id>/direct/": {"do": "propose"},
    "classes/<int:class_id>/membership/": {"do": "leave"},
    "classes/<int:class_id>/act/": {"do": "end_link"},
    "classes/<int:class_id>/children/": {"names": "999"},
    "classes/<int:class_id>/hide/<int:message_id>/": {"reason": "rude"},
    "api/v1/classes/<int:class_id>/children": {"names": ["Aino"]},
    "api/v1/classes/<int:class_id>/cards": {"player": "nobody"},
    "api/v1/classes": {"name": "Beginners"},
    "api/v1/classes/<int:class_id>": {"about": "On Fridays"},
    "api/v1/classes/<int:class_id>/membership": {"do": "leave"},
    "api/v1/classes/<int:class_id>/acts": {"act": "end_link"},
    "api/v1/classes/<int:class_id>/positions": {
        "name": "A corner",
        "due": "2100-01-01",
        "rows": "\n".join(["....."] * 5),
    },
    "clubs/<int:club_id>/membership/": {"do": "notices"},
    "clubs/<int:club_id>/invite/": {"people": "nobody"},
    "api/v1/clubs/<int:club_id>/invitations": {"people": "nobody"},
    "clubs/<int:club_id>/act/": {"do": "end_link"},
    "clubs/<int:club_id>/games/names/": {"name": "0", "player": ""},
    "api/v1/clubs/<int:club_id>/imports": {"file_name": "a.sgf", "content": "KDs="},
    "api/v1/clubs/<int:club_id>/crest": {"content": "KDs="},
    "api/v1/clubs/<int:club_id>/names/<int:name_id>": {"act": "propose"},
    "api/v1/clubs/<int:club_id>/membership": {"do": "notices"},
    "api/v1/clubs/<int:club_id>/acts": {"act": "end_link"},
    "api/v1/tournaments/<int:tournament_id>/acts": {"act": "propose"},
    "following/change/": {},
    "messages/to/<str:name>/": {"text": "hello"},
    "messages/<int:thread_id>/": {"text": "hello"},
    "library/act/": {"record": "0", "folder": "Club"},
    "library/choose/": {"do": "all", "folder": "", "tags": ""},
    "api/v1/library": {"sgf": "(;SZ[9];B[ee])"},
    "api/v1/library/<int:record_id>": {"folder": "Club"},
    "api/v1/library/<int:record_id>/audience": {"everyone": False},
    "discussion/<int:topic_id>/": {"text": "hello"},
    "discussion/<int:topic_id>/act/": {"do": "mute"},
    "api/v1/discussion/<int:topic_id>": {"act": "mute"},
    "api/v1/discussion/<int:topic_id>/posts": {"text": "hello"},
    "messages/<int:thread_id>/archive/": {"do": "restore"},
    "settings/notifications/<slug:what>/": {"game": "1"},
    "api/v1/me/push": SUBSCRIPTION,
    "settings/devices/": SUBSCRIPTION,
    "settings/<slug:tab>/": {"board_theme": "wood"},
    "theme/": {"theme": "dark"},
}
# The things that one route serves, by the name in its address.
SEVERAL: dict[str, dict[str, list[str]]] = {
    "g/<int:game_id>/<verb:verb>/": {"verb": list(PATHS)},
    "settings/<slug:tab>/": {"tab": list(TABS)},
    "settings/time/<slug:what>/": {"what": list(TIME)},
    "settings/notifications/<slug:what>/": {"what": list(NOTICES)},
    "settings/programs/<slug:what>/": {"what": list(PROGRAMS)},
    "tournaments/<int:tournament_id>/files/<slug:form>/": {"form": ["csv"]},
    "tournaments/<int:tournament_id>/federation-files/<slug:form>/": {"form": ["egd"]},
    "api/v1/tournaments/<int:tournament_id>/federation-files/<slug:form>": {"form": ["egd"]},
    "api/v1/tournaments/<int:tournament_id>/files/<slug:form>": {"form": ["csv"]},
    "mod/case/<int:case_id>/<slug:what>/": {"what": list(CASE)},
    "api/v1/games/<int:game_id>/actions": {"kind": ["", *IN_API]},
}


Cells = tuple[str, ...]
"""The answers to each visitor, in the order of VISITORS."""


@dataclass(frozen=True)
class Asked:
    """An address and the methods to request it with, and the body for methods other than GET."""

    label: str
    path: str
    methods: tuple[str, ...]
    body: dict[str, Any] = field(default_factory=dict)
    is_verb: bool = False


def routes() -> list[str]:
    """Return every route of the site; those that exist with and without a final slash are included without it."""
    found = list(_routes(get_resolver().url_patterns))
    both = {route for route in found if route.endswith("/") and route.rstrip("/") in found}
    return list(dict.fromkeys(route.rstrip("/") if route in both else route for route in found))


def _routes(patterns: list[Any], prefix: str = "") -> Iterator[str]:
    for pattern in patterns:
        route = prefix + str(pattern.pattern)
        if isinstance(pattern, URLPattern):
            yield route
        else:
            yield from _routes(pattern.url_patterns, route)


def everything(place: Place) -> list[tuple[str, Asked]]:
    """Return the requests for all routes, each with its route."""
    return [(route, asked) for route in routes() for asked in all_asked(place, route)]


def all_asked(place: Place, route: str) -> list[Asked]:
    """Return the requests for one route."""
    several = SEVERAL.get(route, {})
    games = {"game_id": ["private", "public"]} if "game_id" in route else {}
    names, choices = [*several, *games], [*several.values(), *games.values()]
    return [_asked(place, route, dict(zip(names, chosen, strict=True))) for chosen in itertools.product(*choices)]


def _asked(place: Place, route: str, chosen: dict[str, str]) -> Asked:
    values: dict[str, Any] = {**place.values, **chosen}
    if "game_id" in chosen:
        values["game_id"] = place.game(chosen["game_id"]).pk
    if "object_id" in route:
        values["object_id"] = _first_row_of(route)
    plain = re.sub(r"\(\?P<(\w+)>(?:[^()]|\([^()]*\))*\)", r"<\1>", route).replace("^", "").replace("$", "")
    path = "/" + re.sub(r"<(?:\w+:)?(\w+)>", lambda found: str(values[found[1]]), plain)
    verb = VERBS.get(chosen.get("kind", "")) or BY_PATH.get(chosen.get("verb", ""))
    names = (
        WHOSE[verb.role] if verb is not None and name in (verb.name, verb.path) else name for name in chosen.values()
    )
    label = " ".join([route, *(f"[{name}]" for name in names if name)])
    methods = ("POST",) if chosen.get("kind") else METHODS
    return Asked(label, path, methods, _body(route, chosen, verb), is_verb=verb is not None)


def _first_row_of(route: str) -> int:
    """Return the key of a row for a page of the admin site; 1 if there is none."""
    rows = {f"admin/{admin.model._meta.app_label}/{admin.model._meta.model_name}/": model for model, admin in _pages()}
    rows |= {f"admin/{address}": model for model, address in ADDRESSES.items()}
    model = next((model for start, model in rows.items() if route.startswith(start)), None)
    found = None if model is None else model._default_manager.order_by("pk").first()
    return 1 if found is None else int(found.pk)


def _pages() -> list[tuple[Any, Any]]:
    return list(site._registry.items())


WHOSE = {VerbRole.PLAYER: "a player's verb", VerbRole.MODERATOR: "a moderator's verb"}
"""All verbs of a role have the same answers, so they share their rows."""


def _body(route: str, chosen: dict[str, str], verb: type[Verb] | None) -> dict[str, Any]:
    if chosen.get("kind"):
        assert verb is not None
        return {"kind": chosen["kind"], "expected": 0, **_input_of(verb)}
    if "verb" in chosen:
        result = FORMS.get(chosen["verb"]) or ({} if verb is None else _as_form(_input_of(verb)))
        return {"number": 0, "key": "12345678", **result}
    return dict(BODIES.get(route, {}))


def _input_of(verb: type[Verb]) -> dict[str, Any]:
    """Return a value for every required field of the verb, as JSON."""
    needed = [field for field in fields_of(verb) if field.required]
    return {field.name: _value(field.kind) for field in needed} | OTHER_VALUES.get(verb.name, {})


def _value(kind: FieldKind) -> Any:
    choices: list[str] = getattr(kind, "choices", [])
    return choices[0] if choices else VALUES.get(type(kind), [])


def _as_form(expected: dict[str, Any]) -> dict[str, Any]:
    """Return the same values as a form sends them."""
    words = {True: "yes", False: "no"}
    return {
        name: " ".join(value) if isinstance(value, list) else words[value] if isinstance(value, bool) else value
        for name, value in expected.items()
    }


def rows_of(place: Place, route: str) -> list[list[str]]:
    """Return a route's rows: its label, the methods with equal answers, a cell for each visitor."""
    rows: list[tuple[str, ...]] = []
    for asked in all_asked(place, route):
        by_cells: dict[Cells, list[str]] = {}
        for method, cells in cells_of(place, asked, asked.methods).items():
            by_cells.setdefault(cells, []).append(method)
        rows += [(asked.label, " ".join(methods), *cells) for cells, methods in by_cells.items()]
    return [list(row) for row in dict.fromkeys(rows)]


def cells_of(place: Place, asked: Asked, methods: Iterable[str]) -> dict[str, Cells]:
    """Return the cells of these methods of one address; `by_day.py` requests some of them."""
    return {method: _cells(place, method, asked) for method in methods}


def _cells(place: Place, method: str, asked: Asked) -> Cells:
    """Return a cell for each visitor. An address lacks the methods for which visitors, its owner and an administrator
    get 405; pages refuse suspended players before that."""
    first = {visitor: cell_of(place, visitor, method, asked) for visitor in FIRST}
    if {cell for visitor, cell in first.items() if visitor != "suspended"} == {"405"}:
        return tuple(first.get(visitor, "405") for visitor in VISITORS)
    return tuple(first.get(visitor) or cell_of(place, visitor, method, asked) for visitor in VISITORS)


FIRST = ("anonymous", "player", "suspended", "administrator")


def cell_of(place: Place, visitor: str, method: str, asked: Asked) -> str:
    """Request the address, and roll back the changes."""
    limits.reset_counts()
    place.allow[visitor] = ""
    client = place.come(visitor)
    if method == "GET" and STREAM.search(asked.path):
        return _word(_opened(place, visitor, asked.path))
    more: dict[str, Any] = {"headers": {"Idempotency-Key": "12345678"}}
    with transaction.atomic():
        if asked.path.startswith(f"/{API}") or method not in ("GET", "POST"):
            body = "" if method == "GET" else json.dumps(asked.body)
            answer = client.generic(method, asked.path, body, "application/json", **more)
        else:
            answer = client.generic("GET", asked.path) if method == "GET" else client.post(asked.path, asked.body)
        transaction.set_rollback(True)
    if answer.status_code == 405:
        place.allow[visitor] = answer.headers.get("Allow", "")
    return word_of(asked, method, answer)


def word_of(asked: Asked, method: str, answer: HttpResponseBase) -> str:
    """Return the word in the table for this answer."""
    word = _word(answer)
    if asked.is_verb and method in ("GET", "POST") and word in MAY[method]:
        return "page" if method == "GET" else "may"
    return word


MAY = {"GET": ("200", "302"), "POST": ("200", "302", "400", "409", "422")}
"""The statuses of a verb for a visitor with permission, whether or not the verb is possible in this game now."""


STREAM = re.compile(r"^/api/v1/(games/\d+/)?events$")


@async_to_sync
async def _opened(place: Place, visitor: str, path: str) -> HttpResponseBase:
    """Return the beginning of a stream, as the socket processes answer it."""
    client = AsyncClient()
    if visitor in place.cookies:
        client.cookies["sessionid"] = place.cookies[visitor]
    return await client.get(path, headers={"Accept-Language": "en", **place.headers.get(visitor, {})})


def _word(answer: HttpResponseBase) -> str:
    if answer.status_code == 302:
        to = answer.headers["Location"]
        for start, word in (
            ("/accounts/login/", "sign in"),
            ("/admin/login/", "sign in"),
            ("/accounts/reauth", "again"),
        ):
            if to.startswith(start):
                return word
    return str(answer.status_code)


WAYS = {"/accounts/login/": "sign in", "/admin/login/": "sign in", "/accounts/reauthenticate/": "again"}


def stored() -> list[list[str]]:
    """Return the table's rows, without its header."""
    with TABLE.open(newline="") as file:
        return list(csv.reader(file))[1:]


def store(rows: list[list[str]]) -> None:
    """Write the table."""
    with TABLE.open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["route", "methods", *VISITORS])
        writer.writerows(rows)


def stored_cells() -> dict[tuple[str, str], Cells]:
    """Return the table's cells, by the row's label and the method."""
    return {(row[0], method): tuple(row[2:]) for row in stored() for method in row[1].split()}


def of_route(rows: list[list[str]], route: str) -> list[list[str]]:
    """Return the rows of this route."""
    return [row for row in rows if row[0] == route or row[0].startswith(f"{route} [")]
