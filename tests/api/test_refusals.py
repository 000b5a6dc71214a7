"""The refusals in the schema: each occurs at every operation that lists it, and no other refusal does."""

from __future__ import annotations

import itertools
import re
import time
from typing import Any, NamedTuple

import pytest
from django.db import transaction
from django.test import override_settings

from api.refusals import ALWAYS, WITH_A_BODY
from games import verbs
from goserver.middleware.bodies import MARK, TOO_LARGE, TOO_SLOW
from tests.access.visitors import Place
from tests.api.bodies import Values, ask, operations
from tests.factories import act, make_game
from tests.learn.helpers import A_PAGE, PROBLEM
from tests.support.nights import is_turn
from tests.support.refusals import PROOFS

pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("every operation")]

OPERATIONS = [one for one in operations() if is_turn(one.id, of=8)]
"""By day some of them, at night all."""


@pytest.fixture
def place():
    return Place()


@pytest.fixture
def values(place):
    return Values(place)


def listed(operation):
    """The refusals that the schema lists at an operation."""
    return {int(status) for status in operation.said["responses"] if status >= "4"}


def body_of(values, operation):
    return values.least(operation) if operation.body else None


def test_every_operation_refuses_what_the_schema_says_of_all_of_them(place, values, subtests):
    def status(operation, **more):
        if operation.id == "token_delete":  # a browser has no token to delete
            more = {"visitor": "program", **more}
        return ask(place, values, operation, body_of(values, operation), **more).status_code

    for operation in OPERATIONS:
        with subtests.test(operation.id):
            assert listed(operation) >= ALWAYS
            assert status(operation, query={"unheard_of": "1"}) == 400
            headers = {"Authorization": "Bearer nonsense"}
            assert status(operation, visitor="anonymous", headers=headers) == 401
            assert status(operation, headers={"Accept": "image/png"}) == 406
            with override_settings(SECURE_SSL_REDIRECT=True):
                assert status(operation) == 403
            with override_settings(IGO_PROXIES=1):
                for waited in (0, 10):
                    answer = status(operation, headers={"X-Request-Start": f"t={time.time() - waited}"})
                assert answer == 503
            if operation.id == "token_create":  # by another rate: tests/accounts/test_sign_in_limits.py
                continue
            with override_settings(IGO_API_READS="0/minute", IGO_API_WRITES="0/minute"):
                assert status(operation) == 429


def test_every_operation_with_a_body_refuses_what_is_too_large_too_slow_or_no_json(place, values, subtests):
    for operation in OPERATIONS:
        if not operation.body:
            assert not listed(operation) & WITH_A_BODY, operation.id
            continue
        with subtests.test(operation.id):
            body = values.least(operation)
            assert ask(place, values, operation, body, **{MARK: TOO_LARGE}).status_code == 413
            assert ask(place, values, operation, body, **{MARK: TOO_SLOW}).status_code == 408
            assert ask(place, values, operation, body, content_type="text/plain").status_code == 415


NOWHERE = {"username": "nobody-at-all", "system": "chess", "lesson": "nothing", "problem": "nothing-1", "rank": "5x"}


def test_every_operation_about_something_says_404_where_there_is_no_such_thing(place, values, subtests):
    for operation in OPERATIONS:
        names, found = re.findall(r"\{(\w+)\}", operation.path), set()
        for name in names:
            path = {**values.path, name: NOWHERE.get(name, 2**63)}
            address = re.sub(r"\{(\w+)\}", lambda part, path=path: str(path[part[1]]), operation.path)
            found.add(ask(place, values, operation, body_of(values, operation), address=address).status_code)
        with subtests.test(operation.id):
            assert 404 in found or not names


def test_every_operation_with_a_key_refuses_one_of_another_request(place, values, subtests):
    act(place.public, verbs.Resign, by=place.people["player"])
    path, public = values.path, {**values.path, "game_id": place.public.pk}
    client = place.come("player")
    used = {"Idempotency-Key": "used"}
    body = {"size": 13}
    assert client.post("/api/v1/challenges/", body, "application/json", headers=used).status_code == 201

    for operation in OPERATIONS:
        if any(one["name"] == "Idempotency-Key" for one in operation.parameters("header")):
            values.path = public if operation.id in ("talk_say", "variation") else path
            with subtests.test(operation.id):
                answer = ask(place, values, operation, body_of(values, operation), headers=used)
                assert (answer.status_code, answer.json()["code"]) == (422, "idempotency_key_reused")


def test_every_operation_with_if_match_refuses_what_has_changed(place, values, subtests):
    for operation in OPERATIONS:
        if any(one["name"] == "If-Match" for one in operation.parameters("header")):
            with subtests.test(operation.id):
                answer = ask(place, values, operation, body_of(values, operation), headers={"If-Match": '"other"'})
                assert answer.status_code == 412


class Step(NamedTuple):
    """An operation, its body and its visitor; the body has only the fields that differ from the usual ones."""

    operation: str
    body: dict[str, Any] | None = None
    visitor: str = "player"


KEYS = map(str, itertools.count())
NO_CLUB = {"club": 10**9}
TWICE = {
    "challenge_withdraw": "player", "challenge_decline": "opponent", "ladder_close": "player",
    "search_cancel": "player", "vacation_start": "player", "vote": "player", "appeal": "suspended",
}  # fmt: skip
"""Operations that work only once, with their visitors."""
AT_ONCE = {
    "player": "challenge_accept challenge_counter challenge_seat challenge_start club_membership count "
    "machine_review machine_review_ask marks plan_write rematch review teacher variation ladder_challenge "
    "ladder_rung league_act league_challenge league_membership block become_bot vacation_end tournament_change "
    "tournament_enter tournament_pair",
    "stranger": "tournament_stay tournament_withdraw",
}
"""Operations that the place does not allow, by visitor."""
SIZES = ([9], [13], [19], [9, 13], [9, 19], [13, 19], [9, 13, 19])
WAYS: dict[tuple[str, int], list[Step]] = {
    **{(name, 409): [Step(name, visitor=who), Step(name, visitor=who)] for name, who in TWICE.items()},
    **{(name, 409): [Step(name, visitor=who)] for who, names in AT_ONCE.items() for name in names.split()},
    **{(f"{name}_create", 404): [Step(f"{name}_create", NO_CLUB)] for name in ("ladder", "league", "tournament")},
    ("act", 409): [Step("act", {"expected": 10**6})],
    ("challenge_create", 404): [Step("challenge_create", {"opponent": "nobody-at-all"})],
    ("challenge_create", 409): [Step("challenge_create", {"opponent": "@opponent"}, "opponent")],
    ("challenge_seats", 409): [Step("challenge_withdraw"), Step("challenge_seats")],
    ("club_act", 409): [Step("club_act", {"act": "decline", "player": "@opponent"})],
    ("class_act", 409): [Step("class_act", {"act": "remove", "player": "@opponent"})] * 2,
    ("class_card", 409): [Step("class_card", {"player": "@opponent"})],
    ("class_children", 409): [Step("class_children", {"names": [""] * 40})] * 3,
    ("class_position_play", 409): [Step("class_position_play")],
    ("class_position_stop", 409): [Step("class_position_stop")],
    ("class_membership", 409): [Step("class_membership", {"do": "leave"})],
    ("club_change", 409): [Step("club_change", {"name": "Guests"})],
    ("topic_start", 404): [Step("topic_start", {"title": "Hello", "text": "all", "club": 10**9})],
    ("topic_reply", 409): [Step("topic_change", {"act": "close"}), Step("topic_reply", {"text": "hello"})],
    ("ladder_create", 409): [
        Step("ladder_close"),
        *(Step("ladder_create", {"name": name, "club": "@club"}) for name in ("One", "Two")),
    ],
    ("collection_share", 409): [Step("collection_share", {"clubs": [10**9]})],
    ("board_share", 409): [Step("board_share", {"clubs": [10**9]})],
    ("board_change", 409): [Step("board_edit", {"closed": True}), Step("board_change", {"shown": "0" * 12})],
    ("board_ask", 409): [Step("board_edit", {"closed": True}), Step("board_ask", {"text": "Why?"}, "opponent")],
    ("board_make", 404): [Step("board_make", {"name": "Game", "game": 10**9})],
    ("player_lesson_share", 409): [Step("player_lesson_share", {"clubs": [10**9]})],
    ("library_share", 409): [Step("library_share", {"clubs": [10**9]})],
    ("me_rename", 409): [Step("me_rename", {"name": "kaisla"}), Step("me_rename", {"name": "kaislanen"})],
    ("my_week", 409): [Step("my_week"), Step("my_week", {"weekend": [5, 6]})],
    ("problem_make", 404): [Step("problem_make")],
    ("report", 404): [Step("report", {"game": 10**9})],
    ("search_create", 409): [Step("search_create", {"sizes": sizes}) for sizes in SIZES],
    ("search_widen", 409): [Step("search_cancel"), Step("search_widen")],
    ("team_match_act", 409): [Step("team_match_act", {"act": "withdraw"})],
    ("team_match_place", 409): [
        Step("team_match_act", {"act": "cancel", "reason": "Nobody can come."}, "administrator"),
        Step("team_match_place"),
    ],
    ("tournament_act", 409): [Step("tournament_act", {"act": "open"})],
    ("translate", 404): [Step("translate")],
    ("tree", 409): [Step("tree")],
    ("tree_change", 409): [Step("tree_change", {"expected": 5})],
    ("tree_read", 409): [Step("tree_read")],
    ("tree_share", 409): [Step("tree_share")],
}
"""How each comes about that bodies made from the schema do not get; the last step is refused."""


A_POSITION = {"name": "A corner", "rows": "\n".join(["....."] * 5), "due": "2100-01-31"}
NO_ANALYSIS = ("tree", "tree_read", "tree_share")
MOST = {
    "club_found": ("clubs.services.founding.NEEDED_GAMES", {"name": "Guests"}),
    "class_create": ("classes.services.founding.MOST_CLASSES", {"name": "Guests"}),
    "class_position_give": ("classes.services.homework.MOST_HOMEWORK", A_POSITION),
    "follow": ("social.services.follows.MOST_FOLLOWED", {}),
    "collection_make": ("learn.services.materials.MOST_MATERIALS", {}),
    "collection_upload": ("learn.services.collections.MOST_PROBLEMS", {"sgf": PROBLEM}),
    "board_make": ("study.services.boards.MOST_BOARDS", {"name": "Ladders"}),
    "player_lesson_make": ("learn.services.materials.MOST_MATERIALS", {}),
    "player_lesson_add": ("learn.services.own_lessons.MOST_PAGES", A_PAGE),
    "library_add": ("library.services.uploading.MOST_RECORDS", {"sgf": "(;SZ[9])"}),
    "report": ("moderation.services.reports.MOST_EVIDENCE", {}),
}
"""Operations whose second try is refused once a limit is 0: the limit, and the body."""


def test_every_refusal_of_a_service_occurs(place, values, subtests):
    for (name, wanted), steps in WAYS.items():
        with subtests.test(f"{name} {wanted}"), transaction.atomic():
            game = make_game(black=place.people["player"], white=place.people["opponent"], analysis=False)
            values.path["game_id"] = game.pk if name in NO_ANALYSIS else place.private.pk
            for step in steps:
                answer = _take(place, values, step)
            transaction.set_rollback(True)
            assert answer.status_code == wanted, answer.content


@pytest.mark.parametrize("name", MOST)
def test_every_refusal_of_what_is_full_occurs(place, values, monkeypatch, name):
    where, body = MOST[name]
    monkeypatch.setattr(where, 0)

    answers = [_take(place, values, Step(name, body, "opponent" if name == "follow" else "player")) for _ in range(2)]

    assert answers[-1].status_code == 409, answers[-1].content


def test_every_refusal_of_a_service_that_is_listed_is_tried_here_or_in_a_test_that_is_named():
    tried = {*WAYS, *((name, 409) for name in MOST), *(pair for pairs in PROOFS.values() for pair in pairs)}
    keyed = {one.id for one in operations() if any(p["name"] == "Idempotency-Key" for p in one.parameters("header"))}
    matched = {one.id for one in operations() if any(p["name"] == "If-Match" for p in one.parameters("header"))}
    derived = {*ALWAYS, *WITH_A_BODY}

    listed_ones = {(one.id, status) for one in operations() for status in listed(one) - derived}
    follows = {(one.id, 404) for one in operations() if "{" in one.path} | {(name, 422) for name in keyed}
    follows |= {(name, 412) for name in matched}

    assert listed_ones - follows - tried == set()
    assert tried - listed_ones == set()


def _take(place, values, step):
    operation = next(one for one in operations() if one.id == step.operation)
    known = {"@opponent": place.people["opponent"].username, "@club": place.club.pk}
    text = {name: known.get(str(value), value) for name, value in (step.body or {}).items()}
    body = {**values.least(operation), **text} if operation.body else None
    headers = {"Idempotency-Key": next(KEYS)}
    return ask(place, values, operation, body, visitor=step.visitor, is_kept=True, headers=headers)
