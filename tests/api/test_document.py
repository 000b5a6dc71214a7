"""The OpenAPI document, compared with the server: names, values, headers, examples, size."""

from __future__ import annotations

import json
import re
from enum import Enum
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client
from drf_spectacular.management.commands.spectacular import SchemaGenerationError
from rest_framework import serializers

from accounts.models import player as of_player
from api.document import TAGS
from api.fields import StrictSerializer
from api.schemas import COMPONENTS
from api_types import words
from challenges.sgf_import import REMARKS
from games.api.inputs import PRIORITIES
from machine_review.services.texts import REASONS
from notifications import kinds
from notifications.models import choices
from ratings.equivalents import RankSystem
from rules import Phase, off_time, ruleset
from rules.actions.end_phase import AfterRejection
from rules.clock import TimeoutPolicy
from rules.explain import PointStatus
from rules.outcome import Reason
from rules.state import Stage
from tests.access.visitors import Place
from tests.api.bodies import JSON, Values, ask, operations, resolved
from tests.support.nights import is_turn
from tests.support.schema import resolved as named_answer
from tests.support.schema import schema, validator_of
from tournaments.exporting import FORMS
from tournaments.systems import types as of_systems
from tournaments.systems.weights import NAMES

OPERATIONS = operations()


@pytest.fixture
def place(db):
    return Place()


# Two things with one name


def test_two_things_with_one_name_fail_the_making_of_the_schema(monkeypatch):
    monkeypatch.setitem(COMPONENTS, "FoundClubRequest", COMPONENTS["Club"])

    with pytest.raises(SchemaGenerationError):
        call_command("spectacular", "--fail-on-warn", stdout=StringIO())


def test_a_club_is_founded_with_what_the_schema_says(db):
    (found,) = (one for one in OPERATIONS if one.id == "club_found")

    assert {"name", "about", "joining"} <= set(found.body["properties"])
    assert found.body["required"] == ["name"]


# The document


def test_the_document_names_licence_and_contact_and_is_smaller_than_a_megabyte():
    answer = Client().get("/api/v1/schema/")

    assert len(answer.content) < 900_000
    assert schema()["info"]["license"]["identifier"] == "AGPL-3.0-or-later"
    assert schema()["info"]["contact"]["name"]


def test_every_operation_has_a_summary_and_a_tag_that_is_described():
    for operation in OPERATIONS:
        assert 3 < len(operation.said["summary"]) <= 160, operation.id
        assert set(operation.said["tags"]) <= set(TAGS), operation.id
    assert {tag for operation in OPERATIONS for tag in operation.said["tags"]} == set(TAGS)
    assert [tag["name"] for tag in schema()["tags"] if tag["description"]] == list(TAGS)


def test_every_tag_has_a_name_for_people_in_one_group():
    grouped = [tag for group in schema()["x-tagGroups"] for tag in group["tags"]]

    assert sorted(grouped) == sorted(TAGS)
    assert all(tag["x-displayName"][0].isupper() for tag in schema()["tags"])


def test_refusals_are_written_down_once():
    for operation in OPERATIONS:
        for status, answer in operation.said["responses"].items():
            assert status < "4" or list(answer) == ["$ref"], (operation.id, status)


# Examples


def shown(content):
    """The examples of a body or an answer."""
    named = [one if "value" in one else _example(one) for one in content.get("examples", {}).values()]
    return [*(one["value"] for one in named), *([content["example"]] if "example" in content else [])]


def _example(one):
    return schema()["components"]["examples"][one["$ref"].rpartition("/")[2]]


def test_every_operation_has_an_example_of_its_answer():
    for operation in OPERATIONS:
        for status, answer in operation.said["responses"].items():
            for kind, content in named_answer(answer).get("content", {}).items():
                assert shown(content) or kind == "application/zip", (operation.id, status)


def test_every_example_fits_its_schema():
    count = 0
    for operation in OPERATIONS:
        answers = [named_answer(answer) for answer in operation.said["responses"].values()]
        for part in (operation.said.get("requestBody", {}), *answers):
            for content in part.get("content", {}).values():
                for example in shown(content):
                    count += 1
                    validator = validator_of(json.dumps(content["schema"]))
                    assert [str(error) for error in validator.iter_errors(example)] == [], operation.id
    assert count > 300


# What the server takes


def test_every_body_takes_exactly_its_fields_and_needs_what_it_says(place, subtests):
    values = Values(place)
    for operation in OPERATIONS:
        if not operation.body or not is_turn(operation.id, of=4):
            continue
        least = values.least(operation)
        with subtests.test(operation.id):
            answer = ask(place, values, operation, {**least, "unheard_of": 1})
            assert answer.json()["errors"]["unheard_of"][0]["code"] == "unknown_field"
        for name in operation.body.get("required", []):
            with subtests.test(f"{operation.id} without {name}"):
                body = {field: value for field, value in least.items() if field != name}
                errors = ask(place, values, operation, body).json()["errors"]
                assert [error["code"] for error in errors[name]] == ["required"]


def objects(one, within=()):
    """The objects inside the type of a body, by where they stand."""
    found = resolved(one)
    if "properties" in found:
        yield within, found
        for name, part in found["properties"].items():
            yield from objects(part, (*within, name))
    for part in (*found.get("anyOf", ()), *found.get("oneOf", ()), *found.get("allOf", ()), *_items(found)):
        yield from objects(part, within)


def _items(found):
    return [found["items"]] if isinstance(found.get("items"), dict) else []


def test_nothing_inside_a_body_has_other_fields_either():
    inside = [(one.id, where, found) for one in OPERATIONS if one.body for where, found in objects(one.body)]

    assert [(name, where) for name, where, found in inside if found.get("additionalProperties") is not False] == []
    assert len(inside) > 100


TIMES = [("me/week/", "night", "begin"), ("me/week/", "night", "end"), ("me/notifications/", "quiet_begin", "")]


@pytest.mark.parametrize(("path", "field", "inside"), TIMES)
def test_a_time_of_day_is_taken_as_the_schema_writes_it(place, path, field, inside):
    (body,) = (
        one.body for one in OPERATIONS if one.path == f"/api/v1/{path}" and field in one.body.get("properties", {})
    )
    one = body["properties"][field]
    one = resolved(one.get("oneOf", one.get("anyOf", [one]))[0])["properties"][inside] if inside else one
    client = place.come("player")

    def send(text):
        week = {"zone": "Europe/Helsinki", "weekend": [6, 7], "night": {"begin": "22:00", "end": "07:00"}}
        if inside:
            week["night"][inside] = text
            return client.put(f"/api/v1/{path}", week, JSON).status_code
        found = {"quiet": "own", "quiet_end": "07:00", field: text}
        return client.patch(f"/api/v1/{path}", found, JSON).status_code

    assert "format" not in one
    for text in ("23:30", "05:00:00"):
        assert re.fullmatch(one["pattern"], text)
        assert send(text) in (200, 409)
    for text in ("24:00", "7:00 pm", ""):
        assert not re.fullmatch(one["pattern"], text)
        assert send(text) == 400


def test_an_idempotency_key_is_needed_read_or_ignored_as_the_schema_says(place, subtests):
    values = Values(place)
    for operation in OPERATIONS:
        if not is_turn(operation.id, of=4):
            continue
        body = values.least(operation) if operation.body else None
        keys = [one for one in operation.parameters("header") if one["name"] == "Idempotency-Key"]
        with subtests.test(operation.id):
            bad = ask(place, values, operation, body, headers={"Idempotency-Key": "x" * 256})
            assert _names_the_key(bad) is bool(keys)
            without = ask(place, values, operation, body, headers={"Idempotency-Key": None})
            assert _names_the_key(without) is any(one.get("required", False) for one in keys)


def _names_the_key(answer):
    return answer.status_code == 400 and "Idempotency-Key" in answer.json().get("errors", {})


# Words


def values_of(kind):
    return {str(one.value) for one in kind} if isinstance(kind, type) and issubclass(kind, Enum) else set(kind)


WORDS = {
    "After": of_player.PageAfterMove, "AnswerTo": AfterRejection, "BoardStyle": of_player.BoardTheme,
    "Button": ("pass", "resign"), "CalendarName": of_player.Calendar, "Compensated": ruleset.HandicapCompensation,
    "CountedBy": ruleset.CountingMethod, "CountedFor": PointStatus, "CriterionName": of_systems.Criterion,
    "DigitsName": of_player.DigitsPreference, "EmailLevel": choices.EmailDetail, "EmailWhen": kinds.EmailTiming,
    "EmailState": ("good", "unconfirmed", "refused", "none"), "EndReason": Reason, "KoRule": ruleset.KoRule,
    "EventRulingResult": set(of_systems.EventResult) - {of_systems.EventResult.UNDECIDED},
    "FileRemarkCode": REMARKS,
    "MotionName": of_player.MotionPreference,
    "NotePriority": PRIORITIES, "OffTime": set(off_time.OffTimeKind) - {off_time.OffTimeKind.OUTAGE},
    "OrderOfGames": of_player.NextGameOrder, "PairedFor": {*NAMES, "director"}, "PassStones": ruleset.PassStones,
    "PhaseName": Phase, "QuietHours": choices.QuietHoursChoice,
    "RequestName": ("undo", "no_result", "pause", "draw", "result"),
    "ReviewFailure": REASONS, "SelfCapture": ruleset.SelfCaptureRule, "StageName": Stage,
    "StandsStill": off_time.OffTimeKind, "StonesPlaced": ruleset.HandicapPlacement,
    "TermName": ("territory", "stones", "captured", "dead", "pass_stones", "komi", "compensation", "ties"),
    "ThemeName": of_player.Theme, "TimeoutPolicy": TimeoutPolicy, "WantedColor": ("random", "black", "white", "both"),
}  # fmt: skip


def test_the_words_of_answers_are_those_of_the_server():
    text = {name: one.__metadata__[0] for name, one in vars(words).items() if hasattr(one, "__metadata__")}

    assert text.keys() == WORDS.keys()
    assert {name: set(one) for name, one in text.items()} == {name: values_of(one) for name, one in WORDS.items()}


NO_LIST = {
    "Continuation.move", "RecordMove.move", "TreeNode.move", "Event.type", "TournamentLogLine.act", "GoProblem.rows",
    "LessonStep.rows", "Game.board", "Line.start", "Position.start", "TreeNode.marks", "TournamentStanding.rounds",
    "Game.result", "GameRecord.result", "GameRow.result", "Night.begin", "Night.end", "Session.device",
    "TournamentPairings.proposal", "LessonChoiceRequest.point", "VariationRequest.moves", "NightRequest.begin",
    "NightRequest.end", "ActRequest.reason", "MakeProblemRequest.stones", "ServerRuleSet.komi",
    "CollectionFileRequest.sgf", "NamedFileRequest.sgf", "CollectionProblem.rows",
    "ClassActRequest.item", "ClassHomework.item", "LibraryRecord.played", "LibraryRecord.position",
    "StartingRankRequest.rank",
}  # fmt: skip
"""Texts whose descriptions show some of what they can be, or how they are written."""


def test_no_text_lists_what_it_can_be_in_its_description_only():
    listing = {
        f"{name}.{field}"
        for name, shape in schema()["components"]["schemas"].items()
        for field, one in shape.get("properties", {}).items()
        if "'string'" in str(one) and not {"enum", "format"} & set(re.findall(r"'(\w+)':", str(one)))
        if len(re.findall(r"`[^` ]+`", one.get("description", ""))) > 1
    }

    assert listing - NO_LIST == set(), "Give them their words: api_types/words.py, or a ChoiceField"


def test_what_stands_in_an_address_is_listed_where_the_server_has_a_list():
    def words_of(operation, name):
        (found,) = (p for one in OPERATIONS if one.id == operation for p in one.parameters("path") if p["name"] == name)
        return found["schema"].get("enum")

    assert words_of("tournament_file", "form") == sorted(FORMS)
    assert words_of("rank_convert", "system") == sorted(RankSystem)


def test_every_choice_of_a_body_is_a_list_in_the_schema(subtests):
    shapes = schema()["components"]["schemas"]
    for kind in _all_strict(StrictSerializer):
        name = f"{kind.__name__.removesuffix('Serializer')}Request"
        for field, one in (kind().fields if name in shapes else {}).items():
            if isinstance(one, serializers.ChoiceField):
                with subtests.test(f"{name}.{field}"):
                    listed = resolved(shapes[name]["properties"][field])
                    assert set(one.choices) - {"", None} == _listed(listed) - {"", None}


def _all_strict(kind):
    for below in kind.__subclasses__():
        yield below
        yield from _all_strict(below)


def _listed(one):
    """The words of a schema, through what it names and what it joins."""
    one = resolved(one)
    parts = [*one.get("anyOf", ()), *one.get("oneOf", ()), *one.get("allOf", ())]
    return {*one.get("enum", ()), *(word for part in parts for word in _listed(part))}


def test_names_of_components_of_0_1_0_stay():
    document = StringIO()
    call_command("spectacular", stdout=document)
    for name in ("MarksRequest", "TokenRequest"):
        assert f"    {name}:\n" in document.getvalue()
