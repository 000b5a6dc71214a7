"""Every operation with every parameter in its schema: the server does not fail, and accepts all of them."""

from __future__ import annotations

import json

import pytest

from tests.access.visitors import Place
from tests.api.bodies import Values, ask, operations
from tests.support.nights import is_turn
from tests.support.schema import validator_of

pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("every operation")]

NOT_ASKED = {"events", "game_events"}
"""Streams: tests/programs/test_streams.py."""
OPERATIONS = [one for one in operations() if one.id not in NOT_ASKED]


@pytest.fixture
def place():
    return Place()


def wrong_fields(answer, code=None):
    """The fields that the answer says are wrong, or only those with this code."""
    errors = answer.json().get("errors", {}) if answer.status_code == 400 else {}
    found = [name for name, whys in errors.items() if code is None or code in [why["code"] for why in whys]]
    return {name.partition(".")[0] for name in found}


def test_every_operation_takes_every_optional_field_alone_and_all_of_them_at_once(place, subtests):
    values = Values(place)
    for operation in OPERATIONS:
        if not operation.body:
            continue
        for name, body in values.each(operation) if is_turn(operation.id, of=8) else ():
            with subtests.test(f"{operation.id} {name} {body[name]}"):
                answer = ask(place, values, operation, body)
                assert answer.status_code < 500, body
                assert name not in wrong_fields(answer), (body, answer.content)
        for body in values.least(operation), values.whole(operation):
            with subtests.test(f"{operation.id} {len(body)} fields"):
                answer = ask(place, values, operation, body)
                assert answer.status_code < 500, body
                assert not wrong_fields(answer, "unknown_field"), (body, answer.content)
                assert not wrong_fields(answer, "required"), (body, answer.content)


def test_the_bodies_that_are_tried_are_those_of_the_schema(place, subtests):
    values = Values(place)
    for operation in OPERATIONS:
        validator = validator_of(json.dumps(operation.body))
        for body in (values.whole(operation), values.least(operation)) if operation.body else ():
            with subtests.test(operation.id):
                assert [str(error) for error in validator.iter_errors(body)] == []


def test_every_operation_takes_every_parameter_of_its_query(place, subtests):
    values = Values(place)
    for operation in OPERATIONS:
        if not is_turn(operation.id, of=4):
            continue
        asked = {
            one["name"]: values.of(operation, one["name"], one["schema"])
            for one in operation.parameters("query")
            if one["name"] != "cursor"
        }
        for query in [asked, *({name: value} for name, value in asked.items())] if asked else []:
            with subtests.test(f"{operation.id} {query}"):
                answer = ask(place, values, operation, query=query)
                assert answer.status_code < 500
                assert not wrong_fields(answer) & set(query), answer.content
