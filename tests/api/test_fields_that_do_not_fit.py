"""An error names each wrong field, and its sentence says what to do."""

from __future__ import annotations

import pytest

from challenges.models import Challenge
from clubs.errors import InvalidClubField
from clubs.models import Club
from clubs.services.founding import ClubDetails
from rules import Color
from study.core.nodes import node_name
from tests.factories import make_player, side
from tests.support.callers import Caller
from tests.support.games import make_game

pytestmark = pytest.mark.django_db

FISCHER = {"system": "fischer", "main_time": 259200, "increment": 86400, "cap": 604800}
THREE = {"colors": {"count": 3}}
AREA = {"rule_set": "chinese"}


@pytest.fixture
def aino(client):
    return Caller(client, make_player("aino"))


OFFERS = [
    ({"handicap": 12}, {"handicap", "teaching"}, "a teaching game"),
    ({"size": 5, "handicap": 9, "rule_set": "japanese"}, {"handicap", "size", "rule_set"}, "Choose fewer"),
    ({"handicap": 1}, {"handicap"}, "at least two"),
    ({"time": FISCHER, "variant": {"seats": [2, 2], "clock": "member"}}, {"time", "variant.clock"}, "days per move"),
    ({"variant": THREE, "rule_set": "japanese"}, {"rule_set", "variant.colors"}, "Choose other rules"),
    ({"variant": THREE, "komi": "6.5", **AREA}, {"komi", "variant.colors.komi"}, "each has its own komi"),
    ({"variant": THREE, "handicap": 2, **AREA}, {"handicap", "variant.colors"}, "choose two colours"),
    ({"variant": {"colors": {"count": 3, "komi": ["0"]}}}, {"variant.colors.komi"}, "a number for each colour"),
    ({"variant": {"colors": {"count": 3, "komi": ["0.25", "0", "0"]}}, **AREA}, {"variant", "variant.colors.komi"}, ""),
    ({"variant": {"clock": "member"}}, {"variant.clock"}, "for teams"),
    ({"variant": {"seats": [2, 2]}, "color": "black"}, {"color", "variant.seats"}, "only for two-player games"),
    ({"variant": {"seats": [2, 2]}, "lateness": "claim"}, {"lateness", "variant.seats"}, "only for two-player games"),
    ({"variant": {"seats": [2, 2]}, "games": 2}, {"games", "variant"}, "Remove the limits"),
    ({"variant": {"view": {"kind": "none"}}, "teaching": True}, {"teaching", "variant.view"}, "Turn one"),
    ({"komi_by": "secret", "komi": "6.5"}, {"komi_by", "komi"}, "Leave out komi"),
    ({"komi_by": "secret", "variant": {"seats": [2, 2]}}, {"komi_by", "variant"}, "set the komi"),
    ({"komi_by": "secret", "games": 2}, {"games", "komi_by"}, "one game"),
    ({"by_rank": True, "handicap": 2, "color": "black"}, {"by_rank", "handicap", "color"}, "leave out"),
    ({"by_komi": True}, {"by_komi", "by_rank"}, "only with by_rank"),
    ({"days": 3, "time": FISCHER}, {"days", "time"}, "Give days, or time"),
    ({"width": 9, "height": 9}, {"size", "width", "height"}, "Give size"),
    ({"rank_span": 3, "lowest_rank": "5k"}, {"rank_span", "lowest_rank"}, "not both"),
    ({"lowest_rank": "1d", "highest_rank": "5k"}, {"highest_rank", "lowest_rank"}, "below"),
    ({"time": {"system": "fischer", "main_time": 259200, "periods": 3}}, {"time.periods"}, "fischer: main_time"),
]


@pytest.mark.parametrize(("terms", "names", "says"), OFFERS, ids=["+".join(sorted(names)) for _, names, _ in OFFERS])
def test_an_offer_is_refused_with_all_the_fields_that_do_not_fit_together(aino, terms, names, says):
    answer = aino.post("challenges/", **({"size": 9} | terms))

    assert answer.status_code == 400
    errors = answer.json()["errors"]
    assert set(errors) == names
    assert says in next(iter(errors.values()))[0]["message"]
    assert not Challenge.objects.exists()


EVENTS = [
    ("tournaments/", {"kind": "knockout", "following": "hand"}, {"following", "kind"}),
    ("tournaments/", {"fewest": 9, "most": 4}, {"fewest", "most"}),
    ("tournaments/", {"repeats": "week"}, {"repeats", "starting"}),
    ("tournaments/", {"terms": {"size": 9, "handicap": 2}}, {"terms.handicap"}),
    ("tournaments/", {"terms": {"size": 9, "time": {"system": "none"}}}, {"terms.time"}),
    ("ladders/", {"terms": {"size": 9, "teaching": True}}, {"terms.teaching"}),
    ("leagues/", {"size": 5, "up": 3}, {"up", "factor", "size"}),
]


@pytest.mark.parametrize(("path", "text", "names"), EVENTS, ids=["+".join(sorted(names)) for *_, names in EVENTS])
def test_an_event_is_refused_with_the_fields_that_do_not_fit_also_those_of_its_terms(aino, path, text, names):
    kind = {"kind": "swiss"} if path == "tournaments/" else {}
    answer = aino.post(path, **({"name": "Winter", "terms": {"size": 9}} | kind | text))

    assert (answer.status_code, set(answer.json().get("errors", ()))) == (400, names), answer.json()


def test_an_operation_on_an_analysis_is_refused_with_its_place_and_the_field_that_is_wrong(client):
    game = make_game(moves="E5 D4")
    aino = Caller(client, side(game, Color.BLACK))
    add = {"op": "add", "id": "a", "parent": "f" * 12, "color": "B", "move": "C3"}
    head = aino.get(f"games/{game.pk}/tree/").json()["head"]

    for sent, name in [
        (add, "parent"),
        ({**add, "parent": 7}, "parent"),
        ({**add, "color": "red"}, "color"),
        ({**add, "parent": head, "move": "E5"}, "move"),
        ({"op": "set", "id": "s", "node": node_name("f" * 12, "B", "C3"), "text": "?"}, "node"),
    ]:
        fine = {"op": "set", "id": "f", "node": head, "text": "fine"}
        answer = aino.post(f"games/{game.pk}/tree/", operations=[fine, sent])
        assert set(answer.json().get("errors", ())) == {f"operations.1.{name}"}, (sent, answer.json())


def test_what_cannot_be_done_now_or_there_names_the_field_that_asks_for_it(client):
    game = make_game(moves="E5")
    black, white = (Caller(client, side(game, color)) for color in (Color.BLACK, Color.WHITE))
    refused = [
        (white.act(game, "play", point="E5"), "occupied", "point"),
        (black.act(game, "play", point="C3"), "not_your_turn", "kind"),
        (white.act(game, "propose", dead=[]), "wrong_phase", "kind"),
        (white.act(game, "accept", proposal=1), "wrong_phase", "kind"),
        (white.act(game, "request_undo"), "nothing_to_undo", "kind"),
        (white.act(game, "play", point="C3", expected=0), "stale_number", "expected"),
    ]

    for answer, code, name in refused:
        found = answer.json()
        assert (found["code"], list(found["errors"])) == (code, [name])
        assert found["errors"][name] == [{"message": found["detail"], "code": code}]


def test_what_cannot_be_done_in_an_event_now_names_the_field_that_asks_for_it(aino):
    ladder = aino.post("ladders/", name="Winter", terms={"size": 9}).json()["id"]
    cup = aino.post("tournaments/", name="Cup", kind="swiss", terms={"size": 9}).json()["id"]

    for answer, code, name in (
        (aino.post(f"ladders/{ladder}/rung/", do="pause"), "not_on_ladder", "do"),
        (aino.post(f"tournaments/{cup}/acts/", act="start"), "wrong_state", "act"),
    ):
        found = answer.json()
        assert (answer.status_code, found["code"], list(found["errors"])) == (409, code, [name])


def test_a_week_is_refused_by_its_weekend_or_its_night(aino):
    week = {"zone": "Europe/Helsinki", "weekend": [6, 7], "night": None}
    three, long = {**week, "weekend": [5, 6, 7]}, {**week, "night": {"begin": "20:00", "end": "09:00"}}

    for body, name in ((three, "weekend"), (long, "night")):
        answer = aino.client.put("/api/v1/me/week/", body, content_type="application/json", headers=aino.headers)
        assert list(answer.json()["errors"]) == [name]


@pytest.mark.parametrize(
    ("path", "text", "names"),
    [
        ("searches/", {"sizes": [9, 9], "clocks": ["days_3"]}, {"sizes"}),
        ("reports/", {"kind": "abuse", "game": 1, "message": 1}, {"game", "message"}),
        ("translations/", {"post": 1, "message": 1}, {"post", "message"}),
        ("webhooks/", {"url": "ftp://example.org/hook"}, {"url"}),
        ("challenges/", {"sgf": "(;SZ[9]"}, {"sgf"}),
    ],
)
def test_other_requests_are_refused_by_their_fields_too(aino, path, text, names):
    answer = aino.post(path, **text)

    assert (answer.status_code, set(answer.json().get("errors", ()))) == (400, names), answer.json()


def test_a_club_is_refused_when_its_letters_are_not_in_its_name():
    with pytest.raises(InvalidClubField) as refused:
        ClubDetails(name="Kaisla", letters="XY").copy_to(Club())

    assert refused.value.fields == ("letters", "name")
    assert "from the club's name, in order" in refused.value.message()
