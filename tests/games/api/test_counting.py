"""The explained count, doubts, agreements, files and records through the API."""

from __future__ import annotations

import io
import zipfile

import pytest
from django.utils import timezone

from challenges.sgf_import import LARGEST
from games import verbs
from games.models import Draft
from rules import Color
from tests.factories import act, make_moderator, make_player, reload, side
from tests.games.verbs.test_agreements import ROUND, position
from tests.support.callers import Caller
from tests.support.games import SPLIT, dead, make_game, suggested
from tests.support.games import just_stopped as stopped

pytestmark = pytest.mark.django_db


def propose(game, *vertices):
    return act(game, verbs.Propose, dead=dead(game, *vertices), now=timezone.now())


def test_the_count_is_explained_point_by_point_R62(client):
    game = stopped(rule_set="chinese")
    propose(game, "B5", "H5")

    count = Caller(client).get(f"games/{game.pk}/count/").json()

    assert count["dead"] == ["B5", "H5"]
    assert len(count["points"]) == 81
    assert count["points"]["B5"] == {"why": "under_dead_stone", "color": "B"}
    assert count["points"]["E1"] == {"why": "living_stone", "color": "B"}
    assert count["side_by_side"].keys() == {"japanese", "chinese", "aga"}
    assert count["score"]["margin"] == "1.5"
    assert count["half_count"] == {"B": "45", "needed": "44.25"}


def test_any_marking_can_be_counted_while_play_has_stopped_R62(client):
    game, caller = stopped(), Caller(client)

    assert caller.get(f"games/{game.pk}/count/").json()["code"] == "not_counted"
    assert caller.get(f"games/{game.pk}/count/", dead="B5,H5").json()["score"]["margin"] == "5.5"
    assert caller.get(f"games/{game.pk}/count/", dead="").json()["score"]["margin"] == "-3.5"
    assert caller.get(f"games/{game.pk}/count/", dead="A1").json()["code"] == "not_a_stone"
    assert caller.get(f"games/{game.pk}/count/", dead="Z99").json()["code"] in ("bad_vertex", "off_board")
    assert caller.get(f"games/{game.pk}/count/", dead="A1," * 5000).status_code == 400


def test_during_play_nothing_is_counted(client):
    game = make_game(moves="E5 D4")

    assert Caller(client).get(f"games/{game.pk}/count/", dead="E5").json()["code"] == "not_counted"


def test_a_doubtful_proposal_takes_a_second_confirmation_R60(client):
    game = stopped()
    propose(game, "B5")
    white = Caller(client, side(game, Color.WHITE))

    assert white.get(f"games/{game.pk}/").json()["doubt"]["stones"] == ["H5"]
    refused = white.act(game, "accept", proposal=1)
    assert (refused.status_code, refused.json()["code"]) == (409, "look_twice")
    assert refused.json()["stones"] == ["H5"]
    assert white.act(game, "accept", proposal=1, confirmed=True).json()["result"] == "B+33.5"
    assert white.get(f"games/{game.pk}/").json()["doubt"] is None, "there is nothing left to decide"


def test_no_result_by_agreement_R8(client):
    game = make_game(position=position(), moves=f"{ROUND} {ROUND}")
    black, white = Caller(client, side(game, Color.BLACK)), Caller(client, side(game, Color.WHITE))

    assert black.get(f"games/{game.pk}/").json()["no_result"] == {"possible": True, "asked_by": None}
    black.act(game, "request_no_result")
    assert white.get(f"games/{game.pk}/").json()["no_result"]["asked_by"] == "B"
    assert white.act(game, "answer_no_result", allow=True).json()["result"] == "Void"


def test_only_moderators_decide_R26(client):
    game = make_game(moves="E5 D4")
    player = Caller(client, side(game, Color.BLACK))
    staff = Caller(client, make_moderator(), ["game:play", "moderation:write"])

    assert player.act(game, "decide", ruling="black", reason="me").json()["code"] == "not_a_moderator"
    assert staff.act(game, "decide", ruling="both_lose", reason="Absent.").json()["result"] == "Void"
    assert reload(game).end_reason == "both_lose"


def test_a_record_can_be_played_on_from(client):
    caller = Caller(client, make_player())
    record = "(;SZ[9]KM[6.5]RU[Chinese]HA[2]AB[cc][gg];W[ba];B[aa];W[ab])"

    offer = caller.post("challenges/", sgf=record, moves=2).json()

    assert (offer["width"], offer["rule_set"], offer["komi"], offer["handicap"]) == (9, "chinese", "6.5", 2)
    assert offer["position"] == {"start": ["XO.......", *["........."] , "..X......", *["........."] * 3,
                                           "......X..", *["........."] * 2],
                                 "first": "W", "prisoners": [0, 0], "moves": 2}  # fmt: skip
    assert offer["unrated_reason"] == "handicap"


@pytest.mark.parametrize(
    ("body", "where"),
    [
        ({"sgf": "hello"}, ("bad_sgf", "sgf_no_game", 0)),
        ({"sgf": "(;SZ[9]\n;B[zz])"}, ("bad_sgf", "sgf_point", 2)),
        ({"sgf": "(;SZ[9];B[aa])", "moves": 5}, ("bad_sgf", "sgf_move", 0)),
        ({"sgf": "(;SZ[3])"}, ("bad_terms", None, None)),
        ({"sgf": "(;SZ[9])", "size": 9}, ("invalid", None, None)),
        ({"size": 9, "moves": 3}, ("invalid", None, None)),
        ({"sgf": "x" * (LARGEST + 1)}, ("invalid", None, None)),
        ({"sgf": 5}, ("invalid", None, None)),
    ],
)
def test_bad_records_are_refused_with_the_line(client, body, where):
    answer = Caller(client, make_player()).post("challenges/", **body)

    assert answer.status_code == 400
    problem = answer.json()
    assert (problem["code"], problem.get("sgf"), problem.get("line")) == where


def test_all_my_records_come_as_one_zip(client):
    me = make_player()
    make_game(black=me, moves="E5")
    answer = Caller(client, me).get("me/games.zip")

    assert len(zipfile.ZipFile(io.BytesIO(b"".join(answer.streaming_content))).namelist()) == 1


def test_a_superko_refusal_names_the_move_whose_position_would_come_back_R9(client):
    game = make_game(position=position(), rule_set="chinese", moves=ROUND.rsplit(maxsplit=1)[0])
    white = Caller(client, side(game, Color.WHITE))

    legal = white.client.get(f"/api/v1/games/{game.pk}/?legal=1").json()["legal"]
    answer = white.act(game, "play", point="B4")

    assert legal["refused"]["B4"] == "superko"
    assert legal["repeats"] == {"B4": 0, "B6": 4}
    assert (answer.status_code, answer.json()["code"], answer.json()["move_number"]) == (422, "superko", 0)
    assert "move 0" in answer.json()["detail"]


SMALL = f"{SPLIT} A1 G8 A2 H8 B1 J8 H9 pass pass"
"""White to mark; whether Black's stone H9 is dead makes four points, less than a tenth of the board."""


def test_both_sides_get_what_the_server_takes_for_dead_and_the_doubt_however_small_R60(client):
    game = make_game(moves=SMALL)
    black, white, other = _callers(client, suggested(game))
    for caller in (black, white):
        state = caller.get(f"games/{game.pk}/").json()
        assert state["suggestion"] == {"dead": ["H9"], "result": "B+4.5"}
        assert state["doubt"] is None
    assert other.get(f"games/{game.pk}/").json()["suggestion"] is None
    propose(game)

    for caller in (black, white):
        state = caller.get(f"games/{game.pk}/").json()
        assert state["suggestion"]["dead"] == ["H9"]
        assert state["doubt"] == {
            "stones": ["H9"], "estimate": "B+4.5", "points": "4", "other_winner": False, "unsure": [],
            "confirmation": False,
        }  # fmt: skip
    assert other.get(f"games/{game.pk}/").json()["doubt"] is None
    assert black.act(game, "accept", proposal=1).json()["result"] == "B+8.5"
    ended = black.get(f"games/{game.pk}/").json()
    assert ended["suggestion"] is ended["doubt"] is None


def _callers(client, game):
    players = [side(game, Color.BLACK), side(game, Color.WHITE), make_player()]
    return [Caller(client, player) for player in players]


def test_others_see_a_doubt_that_takes_a_second_confirmation_R60(client):
    game = stopped()
    propose(game, "B5")

    for caller in _callers(client, game):
        assert caller.get(f"games/{game.pk}/").json()["doubt"]["confirmation"] is True


def test_a_part_of_a_chain_is_refused_with_the_rest_R18(client):
    game = stopped()
    black, rest = Caller(client, side(game, Color.BLACK)), [f"E{row}" for row in range(1, 9)]

    refused = black.act(game, "propose", dead=["E9", "B5"])
    assert (refused.status_code, refused.json()["code"]) == (422, "part_of_a_chain")
    assert sorted(refused.json()["rest"]) == rest
    drafted = black.send("put", f"games/{game.pk}/marks/", {"dead": ["E9"], "expected": reload(game).number})
    assert drafted.json()["code"] == "part_of_a_chain"
    assert black.get(f"games/{game.pk}/count/", dead="E9").json()["code"] == "part_of_a_chain"
    assert reload(game).number == game.number
    assert not Draft.objects.exists()


def test_the_state_says_how_every_dispute_ends_and_either_side_demands_it_R17(client):
    game = stopped()
    black, white, _ = _callers(client, game)

    def end_phase():
        return white.get(f"games/{game.pk}/").json()["end_phase"]

    first = {"count": 1, "settled": False, "may_resume": True, "may_settle": False, "rejection_ends": False}
    assert end_phase() == first
    assert white.act(game, "settle").json()["code"] == "too_early_to_settle"
    for who, kind in ((black, "resume"), (black, "pass"), (white, "pass")):
        who.act(game, kind)
    assert end_phase() == first | {"count": 2, "may_resume": False, "may_settle": True}
    assert black.act(game, "resume").json()["code"] == "must_settle"
    assert white.act(game, "settle").json()["stage"] == "play"
    for who in (white, black):
        who.act(game, "pass")
    assert end_phase() == first | {"count": 3, "settled": True, "may_resume": False, "rejection_ends": True}
    assert white.act(game, "resume").json()["code"] == "already_settled"
    assert black.act(game, "settle").json()["result"] == "W+3.5"
