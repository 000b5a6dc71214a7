"""Engines that evaluate positions: KataGo's two protocols, and GNU Go itself (C51)."""

from __future__ import annotations

import shlex

import pytest

from gtp import EngineError
from machine_review.engines import GamePositions, UnsupportedGame, process, running_engine
from rules import RULE_SETS, ByColor, Color, Pass, Play, Setup, Undo, new_game, parse_vertex, replay_states
from tests.machine_review.engines import asked, katago
from tests.support import programs

MOVES = "E5 C3 G7 pass C7"


def course(moves=MOVES, key="japanese", **setup):
    rules = RULE_SETS[key]
    setup = Setup(9, 9, rules, rules.komi[0], **setup)
    color, actions = new_game(setup).to_play, []
    for name in moves.split():
        if name == "undo":
            actions.append(Undo(color.opponent, 0))
            color = color.opponent
            continue
        actions.append(Pass(color) if name == "pass" else Play(color, parse_vertex(name, 9, 9)))
        color = color.opponent
    return GamePositions.of(replay_states(setup, actions))


def judged(command, course, turns=None, visits=100):
    with running_engine(shlex.split(command)) as engine:
        turns = range(len(course.boards)) if turns is None else turns
        return engine.name, dict(engine.judgements(course, list(turns), visits))


def test_katago_is_asked_about_all_positions_in_its_own_words_C51(tmp_path):
    name, found = judged(katago(tmp_path / "log"), course())

    (query,) = asked(tmp_path / "log")
    assert name == "KataGo 1.16.0"
    assert query["moves"] == [["B", "E5"], ["W", "C3"], ["B", "G7"], ["W", "pass"], ["B", "C7"]]
    assert (query["rules"], query["komi"], query["maxVisits"]) == ("japanese", 6.5, 100)
    assert (query["boardXSize"], query["boardYSize"], query["priority"]) == (9, 9, 0)
    assert query["analyzeTurns"] == [0, 1, 2, 3, 4, 5]
    assert [found[turn].score for turn in range(6)] == [0, 1.5, 2, 3.5, 3.5, 5]
    assert found[1].winrate == 0.515
    assert (found[1].best, found[1].line, found[1].visits) == ("A1", ("A1", "J1", "A9"), 100)


def test_handicap_stones_are_where_the_game_begins(tmp_path):
    judged(katago(tmp_path / "log"), course("E5 C7", handicap=2), turns=[0])

    (query,) = asked(tmp_path / "log")
    assert query["initialPlayer"] == "W"
    assert sorted(query["initialStones"]) == [["B", "C3"], ["B", "G7"]]


@pytest.mark.parametrize(
    ("key", "name", "komi"), [("chinese", "chinese", 9.5), ("aga", "aga", 8.5), ("brainking", "japanese", 3.5)]
)
def test_katago_is_given_the_compensation_with_the_komi_and_adds_none_of_its_own_R22_R23(tmp_path, key, name, komi):
    handicapped = course("", key=key, handicap=2)
    judged(katago(tmp_path / "json"), handicapped, turns=[0])
    judged(katago(tmp_path / "gtp", protocol="gtp"), handicapped, turns=[0])

    (query,) = asked(tmp_path / "json")
    assert (query["rules"], query["komi"], query["whiteHandicapBonus"]) == (name, komi, "0")
    log = (tmp_path / "gtp").read_text()
    assert f"komi {komi}\n" in log
    assert "kata-set-rule whiteHandicapBonus 0" in log


def test_katago_is_given_the_prisoners_of_a_set_up_position_with_the_komi_R21(tmp_path):
    judged(katago(tmp_path / "log"), course(prisoners=ByColor(5, 2)), turns=[0])

    (query,) = asked(tmp_path / "log")
    assert query["komi"] == 6.5 - 5 + 2


def test_kata_analyze_says_the_same_from_the_side_to_move_C51(tmp_path):
    name, found = judged(katago(tmp_path / "log", protocol="gtp"), course())

    assert name == "KataGo 1.16.0"
    assert [found[turn].score for turn in range(6)] == [0, 1.5, 2, 3.5, 3.5, 5]
    assert [round(found[turn].winrate, 3) for turn in range(3)] == [0.5, 0.515, 0.52]
    assert (found[1].best, found[1].line) == ("A1", ("A1", "J9"))
    assert "kata-set-rules japanese" in (tmp_path / "log").read_text()


def test_gnu_go_estimates_the_score_and_nothing_else_C51():
    name, found = judged(f"{programs.need('gnugo')} --mode gtp", course("E5 C3 G7 C7 G3"), turns=[0, 5])

    assert name.startswith("GNU Go 3")
    assert found[0].score == -6.5
    assert found[5].score > 0
    assert (found[5].winrate, found[5].best, found[5].line) == (None, "", ())


@pytest.mark.parametrize(
    ("how", "error"), [("refuses", UnsupportedGame), ("nonsense", EngineError), ("dies:2", EngineError)]
)
def test_an_engine_that_fails_says_so(tmp_path, how, error):
    with pytest.raises(error):
        judged(katago(tmp_path / "log", how), course())


def test_an_engine_that_is_silent_is_not_waited_for_forever(tmp_path, monkeypatch):
    monkeypatch.setattr(process, "SECONDS_OF_SILENCE", 0.6)
    monkeypatch.setattr(process, "SECONDS_BETWEEN_SIGNS", 0.1)
    signs = []
    with (
        pytest.raises(process.EngineSilent),
        running_engine(shlex.split(katago(tmp_path / "log", "silent")), lambda: signs.append(1)) as engine,
    ):
        monkeypatch.setattr(process, "SECONDS_OF_SILENCE", 0.3)
        list(engine.judgements(course(), [0], 1))
    assert signs


def test_a_course_is_what_was_played_without_what_was_undone():
    found = course("G5 undo E5 C3")

    assert [found.name_of(move) for move in found.moves] == ["E5", "C3"]
    assert [found.to_play(turn) for turn in range(3)] == [Color.BLACK, Color.WHITE, Color.BLACK]
