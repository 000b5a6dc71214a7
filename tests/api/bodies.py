"""Bodies and parameters for every operation, made from the schema, with every field set."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any, NamedTuple

from django.db import transaction
from django.utils import timezone

from foundation import limits
from games.verbs import IN_API
from games.verbs.fields import fields_of
from tests.access.visitors import SUBSCRIPTION, Place
from tests.support.schema import schema, validator_of

JSON = "application/json"
Schema = dict[str, Any]


class Operation(NamedTuple):
    """One operation of the schema."""

    id: str
    method: str
    path: str
    said: Schema

    @property
    def body(self) -> Schema:
        """The schema of its body, empty where it takes none."""
        return resolved(self.said.get("requestBody", {}).get("content", {}).get(JSON, {}).get("schema", {}))

    def parameters(self, where: str) -> list[Schema]:
        """Return its parameters in the path, the query or the headers."""
        return [one for one in self.said.get("parameters", []) if one["in"] == where]


def operations() -> list[Operation]:
    """All operations."""
    return [
        Operation(text["operationId"], method.upper(), path, text)
        for path, methods in schema()["paths"].items()
        for method, text in methods.items()
    ]


def resolved(one: Schema) -> Schema:
    """The schema itself where it is named only."""
    return schema()["components"]["schemas"][one["$ref"].rpartition("/")[2]] if "$ref" in one else one


class Values:
    """Values for fields and parameters: those that must name real rows from a place, the others from the schema."""

    def __init__(self, place: Place) -> None:
        other = place.people["opponent"].username
        self.names = {
            **dict.fromkeys(("opponent", "player", "other", "username", "black", "white"), other),
            "seats": [other, None], "players": [other], "seeds": [other], "instead_of": [],
            "club": place.club.pk, "guest": place.club_closed.pk, "game": place.public.pk, "post": 1, "message": 1,
            "time_zone": "Europe/Helsinki", "zone": "Europe/Helsinki", "rank": "5k", "bar": "4d", "floor": "20k",
            "lowest_rank": "20k", "highest_rank": "4d", "komi": "6.5", "sgf": "(;SZ[9];B[cc])", "text": "So it is.",
            "url": "https://example.org/hook", "redirect_uris": ["http://localhost/back"], "start": [], "tag": "joseki",
            "endpoint": SUBSCRIPTION["endpoint"], "p256dh": SUBSCRIPTION["p256dh"], "auth": SUBSCRIPTION["auth"],
            "points": ["E5"], "dead": ["E5"], "moves": ["E5"], "point": "E5", "node": "", "size": 9, "name": "Kaisla",
            "letters": "KA", "link": "https://example.org/", "stones": "A1", "area": "A1 B2", "branches": [],
            "scopes": ["game:read"], "ids": "1,2", "days": 3, "plan": [], "weekend": [6, 7],
            "operations": [{"op": "set", "id": "a", "node": "0" * 12, "text": "hm"}], "position": "g E5",
            "reason": "He was ill.", "holds": [], "ranking": ["B", "W"], "variant": {"passing": False},
            "time": {"system": "fischer", "main_time": 259200, "increment": 86400, "cap": 604800},
            "terms": {"size": 9, "time": {"system": "days", "per_move": 259200}},
            "egd_pin": "12345678", "aga_number": "12345", "ffg_licence": "1234567",
        }  # fmt: skip
        self.of_operations: dict[tuple[str, str], Any] = {
            ("challenge_create", "link"): True, ("challenge_create", "moves"): 1, ("challenge_counter", "moves"): 1,
            ("app_register", "name"): "Goban", ("me_rename", "name"): "kaisla", ("lesson_try", "point"): "C3",
            ("problem_try", "point"): "C3", ("report", "message"): place.values["message_id"],
            ("challenge_seats", "seats"): [None, other, None], ("challenge_create", "seats"): [None, other, None],
            ("estimate", "move"): 0, ("openings", "moves"): "E5", ("openings", "size"): "9",
            ("translate", "post"): place.values["post_id"], ("report", "post"): place.values["post_id"],
            ("class_act", "due"): "2100-01-31",
            **{(name, "since"): "2019" for name in ("library", "library_download")},
            **{(name, "until"): "2019-03-04" for name in ("library", "library_download")},
        }  # fmt: skip
        self.path = {**place.values, "game_id": place.private.pk, "form": "csv"}

    def address(self, operation: Operation) -> str:
        """Return its path with the values filled in."""
        return re.sub(r"\{(\w+)\}", lambda found: str(self.path[found[1]]), operation.path)

    def of(self, operation: Operation, name: str, one: Schema) -> Any:
        """A value for this field or parameter."""
        key = operation.id, name
        return self.of_operations[key] if key in self.of_operations else self._of(operation, name, one)

    def _of(self, operation: Operation, name: str, one: Schema) -> Any:
        one = resolved(one)
        if name in self.names and validator_of(json.dumps(one)).is_valid(self.names[name]):
            return self.names[name]
        choices = one.get("anyOf") or one.get("oneOf") or one.get("allOf")
        if choices:
            return self._of(operation, name, next(choice for choice in choices if choice.get("type") != "null"))
        if "enum" in one:
            return next(word for word in one["enum"] if word not in ("", None))
        if "properties" in one:
            return {key: self.of(operation, key, part) for key, part in one["properties"].items()}
        kinds = one["type"] if isinstance(one["type"], list) else [one["type"]]
        return self._plain(operation, name, one, kinds[0])

    def _plain(self, operation: Operation, name: str, one: Schema, kind: str) -> Any:
        if kind == "array":
            return [self._of(operation, name, one["items"])]
        if kind in ("integer", "number"):
            return max(one.get("minimum", 1), min(1, one.get("maximum", 1)))
        if kind == "boolean":
            return True
        if one.get("format") == "date-time":
            return (timezone.now() + timedelta(days=5)).isoformat()
        return one.get("examples", ["words"])[0][: one.get("maxLength")]

    def whole(self, operation: Operation) -> dict[str, Any]:
        """A body with every field."""
        return {name: self.of(operation, name, one) for name, one in operation.body.get("properties", {}).items()}

    def least(self, operation: Operation) -> dict[str, Any]:
        """A body with what is required only."""
        needed = operation.body.get("required", [])
        whole = self.whole(operation).items()
        least = {name: value for name, value in whole if name in needed} | TOGETHER.get(operation.id, {})
        if operation.id == "report":
            least |= {"game": self.names["game"], "player": self.names["player"]}
        return least | ({"post": self.of_operations["translate", "post"]} if operation.id == "translate" else {})

    def each(self, operation: Operation) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield bodies with one optional field in addition to the required ones, once for each of its words."""
        if operation.id == "act":
            yield from self._acts(operation)
            return
        whole, least = self.whole(operation), self.least(operation)
        needed = {name: least[name] for name in operation.body.get("required", [])}
        for name, one in operation.body.get("properties", {}).items():
            words = resolved(one).get("enum", [whole[name]])
            beside = needed if name in INSTEAD.get(operation.id, "").split() else least
            beside = {**beside, **OTHERS.get(operation.id, {}).get(name, {})}
            yield from ((name, {**beside, name: word}) for word in words if name not in least or len(words) > 1)

    def _acts(self, operation: Operation) -> Iterator[tuple[str, dict[str, Any]]]:
        """The same of each kind of action, which takes fields of its own."""
        whole = self.whole(operation)
        for kind, verb in IN_API.items():
            least = {"kind": kind, "expected": 1} | {
                one.name: whole[one.name] for one in fields_of(verb) if one.required
            }
            yield "kind", least
            yield from ((one.name, {**least, one.name: whole[one.name]}) for one in fields_of(verb))


INSTEAD = {
    "challenge_counter": "moves", "challenge_create": "moves", "post_write": "quick", "say": "quick",
    "report": "message post club club_notice tournament ladder league team_match record collection",
    "talk_say": "quick", "translate": "message",
}  # fmt: skip
"""Optional fields that come instead of others."""
OFFERS = ("challenge_create", "challenge_counter")
WITH = {"by_komi": {"by_rank": True}, "moves": {"sgf": "(;SZ[9];B[cc])"}}
"""Optional fields of offers, and what they are about."""
BY_SCORE, ON_A_DATE = {"kind": "swiss"}, {"starting": "date"}
OF_TOURNAMENTS = {
    "third_place": {"kind": "knockout"}, "komi_handicap": {**BY_SCORE, "handicaps": True},
    **dict.fromkeys(("handicaps", "half_for_missed", "absence", "drawn_down", "drawn_up"), BY_SCORE),
    **dict.fromkeys(("families_apart", "late_entry"), BY_SCORE),
    "most": {"fewest": 2}, "starts_at": ON_A_DATE,
    "repeats": {**ON_A_DATE, "starts_at": (timezone.now() + timedelta(days=9)).isoformat()},
}  # fmt: skip
"""Options of tournaments, and those that they need."""
OTHERS = {
    **dict.fromkeys(OFFERS, WITH), **dict.fromkeys(("tournament_create", "tournament_change"), OF_TOURNAMENTS),
}  # fmt: skip
TOGETHER: dict[str, dict[str, Any]] = {
    "act": {"kind": "resign"}, "challenge_accept": {"handicap": 0, "color": "black"}, "challenge_counter": {"size": 9},
    "challenge_create": {"size": 9}, "post_write": {"text": "Hello"}, "say": {"text": "Hello"},
    "talk_say": {"text": "Hello"},
}  # fmt: skip
"""Optional fields of which some are needed, or that do not come alone."""


def ask(place: Place, values: Values, operation: Operation, body: Any = None, **more: Any) -> Any:
    """The answer to the player or another `visitor`; what came of it is undone unless it `is_kept`.

    `more`: an `address`, a `query`, `headers`, and what Django's test client takes."""
    limits.reset_counts()
    is_kept = more.pop("is_kept", False)
    client = place.come(more.pop("visitor", "player"))
    headers = {"Idempotency-Key": "12345678", **more.pop("headers", {})}
    headers = {name: value for name, value in headers.items() if value is not None}
    with transaction.atomic():
        text = "" if body is None else json.dumps(body)
        answer = client.generic(
            operation.method, more.pop("address", values.address(operation)), text, more.pop("content_type", JSON),
            query_params=more.pop("query", None), headers=headers, **more,
        )  # fmt: skip
        transaction.set_rollback(not is_kept)
    return answer
