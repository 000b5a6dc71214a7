"""The bot's actions in one game, with a fake server and a fake engine."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from bot.seat import BotSeat, BotTools
from bot.table import BuiltInPlayer, EngineBoard
from bot.terms import OfferRules
from gtp import EngineError, EngineRefused
from igo_client import ApiError

EMPTY = ["." * 9 for _ in range(9)]
STONES = ["XO" + "." * 7, *EMPTY[1:]]


class Script:
    """An engine that answers by a list of commands; what is not in it is obeyed without a word."""

    def __init__(self, **answers: str | Exception) -> None:
        self.answers, self.heard = answers, list[str]()

    def send(self, command: str) -> str:
        self.heard.append(command)
        answer = self.answers.get(command.split()[0].replace("-", "_"), "")
        if isinstance(answer, Exception):
            raise answer
        return answer

    def close(self) -> None:
        self.heard.append("closed")


class Clients:
    """A client that writes down what is done; `refusals` are the codes of those kinds' refusals, one after another."""

    def __init__(self, **refusals: list[str]) -> None:
        self.done, self.keys, self.refusals = list[tuple[str, dict[str, Any]]](), list[str](), refusals
        self.margin, self.legal, self.counted = Decimal(0), ["C3"], list[Any]()
        self.states = iter(list[Any]())

    def act(self, game_id, kind, expected, key=None, **fields):
        self.keys.append(key)
        codes = self.refusals.get(kind, [])
        if codes:
            code = codes.pop(0)
            raise ApiError(409 if code == "look_twice" else 422, code, "", {})
        self.done.append((kind, fields))

    def game(self, game_id, *, legal=False, line=False):
        if not legal:
            return next(self.states)
        return {"legal": {"points": self.legal}}

    def count(self, game_id, dead=None):
        self.counted.append(dead)
        return {"score": score(self.margin)}


def score(black_leads):
    return {"totals": {"B": str(40 + black_leads), "W": "40"}}


def game(**changes):
    state = {
        "id": 7,
        "number": 12,
        "width": 9,
        "height": 9,
        "komi": "6.5",
        "handicap": 0,
        "board": EMPTY,
        "stage": "play",
        "to_play": "B",
        "line": {"start": EMPTY, "moves": []},
        "settling": None,
        "marking": None,
        "proposal": None,
        "rejections": 0,
        "doubt": None,
        "end_phase": {"count": 1, "settled": False, "may_resume": True, "may_settle": False, "rejection_ends": False},
        "actions": ["play", "pass"],
        "variant": {"goal": {"captures": [], "on_stop": "most"}, "passing": True, "wraps": False},
    }
    return {**state, **changes}


def proposal(*dead, black_leads=0):
    return {"number": 3, "by": "W", "dead": list(dead), "score": score(Decimal(black_leads))}


def marking(*suggested, pending=False):
    return {"pending": pending, "suggested": list(suggested)}


def act(state, engine=None, client=None, rules=None, color="B"):
    """Return the kind and the fields of each of the bot's actions that were not refused."""
    client = client or Clients()
    engine = engine or Script()
    BotSeat(BotTools(client, EngineBoard(lambda: engine), rules or OfferRules()), state, color).act()
    return client.done


# Requests and moves


def test_it_does_nothing_when_the_other_side_is_to_act():
    assert act(game(to_play="W")) == []


def test_it_plays_what_the_engine_plays_under_a_key_that_a_restart_makes_again():
    client = Clients()

    assert act(game(), Script(genmove="c3"), client) == [("play", {"point": "C3"})]
    assert client.keys == ["bot:7:12:play"]


@pytest.mark.parametrize("word", ["pass", "PASS", "resign"])
def test_it_passes_and_resigns(word):
    assert act(game(), Script(genmove=word)) == [(word.lower(), {})]


def test_nonsense_of_the_engine_is_no_move():
    with pytest.raises(EngineError):
        act(game(), Script(genmove="Z99"))


DAYS = {"system": "days", "per_move": 3 * 86400}
LIVE = {"system": "byo_yomi", "main_time": 600, "periods": 5, "period_time": 30}
CANADIAN = {"system": "canadian", "main_time": 600, "stones": 25, "period_time": 300, "periods": None}
FISCHER = {"system": "fischer", "main_time": 900, "increment": 20, "cap": None}


def facts(left, main=0, period=None, stones=None, overtime=False):
    return {"left": left, "main_time": main, "in_overtime": overtime, "period_left": period, "stones": stones}


@pytest.mark.parametrize(
    ("time", "facts", "commands"),
    [
        ({"system": "none"}, None, ["time_settings 0 1 0"]),
        (DAYS, facts(200_000, 200_000), ["time_settings 0 30 1", "time_left B 30 1"]),
        (DAYS, facts(12, 12), ["time_settings 0 30 1", "time_left B 12 1"]),
        ({"system": "absolute", "main_time": 900}, facts(417, 417), ["time_settings 900 0 0", "time_left B 417 0"]),
        ({"system": "absolute", "main_time": 36000}, facts(36000, 36000), ["time_settings 3600 0 0",
                                                                         "time_left B 3600 0"]),
        (FISCHER, facts(63, 63), ["time_settings 900 0 0", "time_left B 63 0"]),
        ({**FISCHER, "main_time": 259_200}, facts(100_000, 100_000), ["time_settings 0 30 1", "time_left B 30 1"]),
        (LIVE, facts(750, 600, 30), ["time_settings 600 30 1", "time_left B 600 0"]),
        (LIVE, facts(77, 0, 17, overtime=True), ["time_settings 600 30 1", "time_left B 17 1"]),
        (CANADIAN, facts(900, 600, 300, 25), ["time_settings 600 300 25", "time_left B 600 0"]),
        (CANADIAN, facts(240, 0, 240, 7, overtime=True), ["time_settings 600 300 25", "time_left B 240 7"]),
    ],
)  # fmt: skip
def test_before_each_move_the_engine_gets_its_time_as_gtp_has_it(time, facts, commands):
    engine = Script(genmove="C3")

    act(game(time=time, clock=None if facts is None else {"B": facts, "W": None}), engine)

    assert engine.heard[-len(commands) - 1 :] == [*commands, "genmove B"]


def test_an_engine_that_knows_no_time_plays_all_the_same():
    engine = Script(genmove="C3", time_settings=EngineRefused("unknown"), time_left=EngineRefused("unknown"))

    assert act(game(time=DAYS, clock={"B": facts(9, 9), "W": None}), engine) == [("play", {"point": "C3"})]


def test_an_illegal_move_of_the_engine_is_logged_with_the_game_the_move_and_its_board(caplog):
    client = Clients(play=["superko"])
    line = {"start": EMPTY, "moves": [{"color": "W", "point": "E5"}]}

    act(game(line=line), Script(genmove="A1", showboard="its own board"), client)

    [record] = caplog.records
    assert "game 7, move 2: B A1 of the engine is illegal (superko)" in record.getMessage()
    assert "its own board" in record.getMessage()


def test_a_move_that_the_rules_forbid_is_replaced_by_the_built_in_player():
    client = Clients(play=["superko"])
    client.legal = [f"{x}{y}" for x in "ABCDEFGHJ" for y in range(1, 10)]

    [(kind, fields)] = act(game(), Script(genmove="A1"), client)

    assert kind == "play"
    assert fields["point"] != "A1"


def test_where_nothing_is_legal_it_passes():
    client = Clients(play=["self_capture"])
    client.legal = []

    assert act(game(), Script(genmove="A1"), client) == [("pass", {})]


def test_an_old_state_is_not_a_forbidden_move():
    with pytest.raises(ApiError, match="idempotency_key_reused"):
        act(game(), Script(genmove="A1"), Clients(play=["idempotency_key_reused"]))


@pytest.mark.parametrize(("rules", "allow"), [(OfferRules(), False), (OfferRules(undo=True), True)])
def test_taking_back_is_answered_by_rule(rules, allow):
    state = game(actions=["play", "answer_undo"])

    assert act(state, rules=rules) == [("answer_undo", {"allow": allow})]


def test_its_own_request_is_not_answered():
    assert act(game(actions=["withdraw_request"], to_play="W")) == []


@pytest.mark.parametrize(("kind", "allow"), [("no_result", True), ("pause", True), ("draw", False)])
def test_no_result_and_pauses_are_agreed_to_whoever_is_to_play_and_draws_are_played_on(kind, allow):
    state = game(actions=["resign", f"answer_{kind}"], to_play="W")

    assert act(state) == [(f"answer_{kind}", {"allow": allow})]


def test_a_free_handicap_is_placed_by_the_engine_or_on_the_usual_points():
    state = game(stage="handicap", handicap=2)

    assert act(state, Script(place_free_handicap="c3 g7")) == [("place_handicap", {"points": ["C3", "G7"]})]
    for answer in ("C3", EngineRefused("no")):
        [(_, fields)] = act(state, Script(place_free_handicap=answer))
        assert len(set(fields["points"])) == 2


# The end phase


def test_it_proposes_what_the_engine_takes_for_dead():
    state = game(stage="marking", board=STONES, marking=marking())

    assert act(state, Script(final_status_list="B9\nA1")) == [("propose", {"dead": ["B9"]})]


def test_without_an_opinion_it_proposes_what_the_server_suggests():
    state = game(stage="marking", board=STONES, marking=marking("A9"))

    assert act(state, Script(final_status_list=EngineRefused("no"))) == [("propose", {"dead": ["A9"]})]


def test_it_waits_for_the_suggestion_but_not_for_ever(monkeypatch):
    monkeypatch.setattr("bot.seat.SECONDS_BETWEEN_LOOKS", 0)
    early = game(stage="marking", board=STONES, marking=marking(pending=True))
    for looks, dead in (([early, {**early, "marking": marking("A9")}], ["A9"]), ([early] * 10, [])):
        client = Clients()
        client.states = iter(looks)

        assert act(early, Script(final_status_list=EngineRefused("no")), client) == [("propose", {"dead": dead})]
        assert next(client.states, None) is None


def test_where_all_stones_live_it_proposes_none():
    state = game(stage="marking", board=STONES, marking=marking())

    assert act(state, Script(final_status_list="B9"), Clients(propose=["all_alive"])) == [("propose", {"dead": []})]


def test_its_own_marking_is_accepted_also_when_the_server_doubts_it():
    state = game(stage="deciding", board=STONES, proposal=proposal("B9"))

    assert act(state, Script(final_status_list="B9")) == [("accept", {"proposal": 3, "confirmed": True})]


@pytest.mark.parametrize(("color", "leads", "kind"), [("B", 5, "accept"), ("B", -5, "reject"), ("W", -5, "accept")])
def test_a_proposal_is_accepted_that_gives_at_least_as_much(color, leads, kind):
    state = game(stage="deciding", board=STONES, proposal=proposal("A9", black_leads=leads), to_play=color)

    assert act(state, Script(final_status_list="B9"), color=color)[0][0] == kind


def test_a_proposal_that_is_better_but_in_doubt_is_rejected():
    state = game(stage="deciding", board=STONES, proposal=proposal("A9", black_leads=5))

    [(kind, fields)] = act(state, Script(final_status_list="B9"), Clients(accept=["look_twice"]))

    assert (kind, fields["then"]) == ("reject", "mark")


@pytest.mark.parametrize(
    ("rejections", "refused", "then"),
    [(0, [], "mark"), (0, ["must_settle"], "settle"), (1, [], "settle"), (1, ["wrong_way"], "resume")],
)
def test_it_marks_differently_once_and_then_plays_it_out(rejections, refused, then):
    state = game(stage="deciding", board=STONES, proposal=proposal("A9", black_leads=-5), rejections=rejections)

    [(kind, fields)] = act(state, Script(final_status_list="B9"), Clients(reject=refused))

    assert (kind, fields["then"]) == ("reject", then)


DOUBT = {"stones": ["A9"], "estimate": "W+3", "points": "8", "other_winner": True, "confirmation": True}


def test_after_a_settling_it_accepts_what_is_no_worse_than_the_board_as_it_stands_R17():
    ending = {"count": 2, "settled": True, "may_resume": False, "may_settle": False, "rejection_ends": True}
    client = Clients()
    state = game(stage="deciding", board=STONES, proposal=proposal("A9", black_leads=5), end_phase=ending)

    assert act(state, Script(final_status_list="B9"), client)[0][0] == "accept"
    assert client.counted == [[]]


def test_after_much_dispute_the_server_judges():
    late = {"board": STONES, "rejections": 3}
    fair = game(stage="deciding", proposal=proposal("A9", black_leads=-5), **late)
    doubtful = game(stage="deciding", proposal=proposal("A9", black_leads=5), doubt=DOUBT, **late)
    ours = game(stage="marking", marking=marking("A9"), **late)
    engine = Script(final_status_list="B9")

    assert act(fair, engine)[0][0] == "accept"
    assert act(doubtful, engine)[0][0] == "reject"
    small = game(stage="deciding", proposal=proposal("A9"), doubt={**DOUBT, "confirmation": False}, **late)
    assert act(small, engine)[0][0] == "accept"
    assert act(ours, engine) == [("propose", {"dead": ["A9"]})]


def test_a_dispute_is_played_out_to_the_last_stone_if_the_engine_can():
    settling = game(settling={"turns": {}, "handed_over": {}})
    able = Script(known_command="true", kgs_genmove_cleanup="C3", genmove="pass")

    assert act(settling, able) == [("play", {"point": "C3"})]
    assert act(settling, Script(known_command="false", genmove="pass")) == [("pass", {})]


# The engine's board


def test_what_is_on_the_board_already_is_not_put_there_again():
    engine = Script(genmove="C3")
    table = EngineBoard(lambda: engine)
    line = [{"color": "B", "point": "C3"}, {"color": "W", "point": None}]

    table.choose_move(game(), "B")
    engine.heard.clear()
    table.choose_move(game(line={"start": EMPTY, "moves": line}), "B")

    assert engine.heard == ["play W PASS", "genmove B"]


def test_a_move_that_was_taken_back_puts_the_position_there_again():
    engine = Script(genmove="C3")
    table = EngineBoard(lambda: engine)

    table.choose_move(game(), "B")
    engine.heard.clear()
    table.choose_move(game(), "B")

    assert engine.heard[:2] == ["boardsize 9", "clear_board"]


def test_a_line_that_the_engine_refuses_is_put_there_stone_by_stone():
    class Strict(Script):
        def send(self, command: str) -> str:
            if command == "play W J1":
                raise EngineRefused("illegal move")
            return super().send(command)

    engine = Strict(genmove="C3")
    moves = [{"color": "B", "point": "A9"}, {"color": "W", "point": "J1"}]

    EngineBoard(lambda: engine).choose_move(game(board=STONES, line={"start": EMPTY, "moves": moves}), "B")

    assert engine.heard[-3:] == ["play B A9", "play W B9", "genmove B"]


def test_an_engine_that_dies_is_started_again():
    engines = [Script(genmove=EngineError("dead")), Script(genmove="C3")]
    table = EngineBoard(lambda: engines.pop(0))

    assert table.choose_move(game(), "B") == "C3"
    assert not engines


def test_the_sizes_of_boards_are_asked_for():
    table = EngineBoard(BuiltInPlayer)

    assert table.can_play_on(9, 9)
    assert not table.can_play_on(9, 7)
    assert not table.can_play_on(3, 3)


# Offers


@pytest.mark.parametrize(
    ("rules", "playing"),
    [
        (OfferRules(sizes=frozenset({13})), 0),
        (OfferRules(rule_sets=frozenset({"chinese"})), 0),
        (OfferRules(clocks=frozenset({"fischer"})), 0),
        (OfferRules(most_handicap=1), 0),
        (OfferRules(private=False), 0),
        (OfferRules(positions=False), 0),
        (OfferRules(most_games=2), 2),
    ],
)
def test_every_rule_is_kept(rules, playing):
    offer = {
        "width": 9,
        "height": 9,
        "rule_set": "aga",
        "time": {"system": "days"},
        "handicap": 2,
        "private": True,
        "position": {},
    }

    assert rules.decline_reason(offer, playing)
    assert OfferRules().decline_reason(offer, playing) is None
