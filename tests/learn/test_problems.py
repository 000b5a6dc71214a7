"""The set of problems: proved, graded, with an outcome for every point in three languages (C104 to C106)."""

from __future__ import annotations

import json
import os
from collections import Counter
from datetime import date, timedelta
from itertools import islice

import pytest
from django.core.management import CommandError, call_command
from django.utils import translation

from learn.outcomes import all_choices, outcome_of, right_choices
from learn.problems import sgf
from learn.problems.collection import MOST, problems_of_goal, read_problems, server_problems
from learn.problems.daily import problem_of_day
from learn.problems.goal_words import GOALS
from learn.problems.making import DRAWN, generate_problems
from learn.problems.problem import GRADES, LEVELS, Problem, differing_fields
from learn.problems.proof import prove
from rules.sgf import parse

ALL = list(server_problems().values())
SOME = ALL if os.environ.get("IGO_NIGHTLY") else ALL[::10]
"""A tenth is proved always, all of them at night (C105)."""

FIRST = {"live": 45, "kill": 45, "race": 30, "connect": 25, "cut": 25, "ladder": 7}
"""How many problems of each goal the first release had."""


def test_there_are_150_of_all_grades_and_kinds_C105():
    assert len(ALL) >= 150
    assert set(Counter(problem.grade for problem in ALL)) == set(GRADES)
    assert len({(*problem.stored["rows"], problem.goal) for problem in ALL}) == len(ALL)
    for goal in GOALS:
        found = problems_of_goal(goal)
        assert [problem.key for problem in found] == [f"{goal}-{at}" for at in range(1, len(found) + 1)]
        assert len(found) <= MOST


def test_there_are_problems_of_every_kind_up_to_5k():
    hard = [problem for problem in ALL if LEVELS[problem.grade] == "5k"]
    new = [problem for problem in ALL if int(problem.key.rsplit("-", 1)[1]) > FIRST[problem.goal]]

    assert {problem.goal for problem in hard} == set(GOALS) - {"ladder"}
    assert len(hard) >= 40
    assert len(new) >= 60
    assert len([problem for problem in new if problem.is_ko]) >= 15
    assert len([problem for problem in new if problem.is_sacrifice]) >= 10


@pytest.mark.parametrize("ends", [("20k", "15k"), ("15k", "10k"), ("10k", "5k")])
def test_P17_each_band_of_ranks_has_twenty_problems_without_those_of_the_next(ends):
    band = [problem for problem in ALL if LEVELS[problem.grade] in ends]

    for end in ends:
        assert len([problem for problem in band if LEVELS[problem.grade] == end]) >= 20
    assert len({problem.goal for problem in band}) >= 5


def test_a_sacrifice_is_put_in_atari_and_captures_nothing():
    (throw_in,) = [problem for problem in problems_of_goal("live") if problem.is_sacrifice and problem.grade == 5]
    after = throw_in.board.place(throw_in.first, throw_in.step.point_named(throw_in.right))

    assert not after.captured
    assert len(after.board.chain_at(throw_in.step.point_named(throw_in.right)).liberties) == 1
    assert not problems_of_goal("kill")[0].is_sacrifice


def test_what_is_stored_is_what_the_solver_finds_C105():
    assert {problem.key: wrong for problem in SOME if (wrong := differing_fields(problem, _proof(problem)))} == {}


def _proof(problem: Problem):
    return prove(problem.question, problem.first)


def test_a_wrong_proof_is_found():
    problem = problems_of_goal("live")[0]
    wrong = Problem({**problem.stored, "right": "A1"})

    assert differing_fields(wrong, _proof(wrong)) == ["right"]


def test_every_point_has_an_outcome_and_right_ones_are_right_C104():
    for problem in SOME:
        right = set(right_choices(problem.step))
        assert 1 <= len(right) <= 2
        found = {choice: outcome_of(problem.step, choice) for choice in all_choices(problem.step)}
        assert {choice for choice, outcome in found.items() if outcome.is_right} == right
        assert all(outcome.text for outcome in found.values())
        wrong = [outcome for outcome in found.values() if outcome.moves and not outcome.is_right]
        assert all(len(outcome.moves) > 1 for outcome in wrong), problem.key


def test_every_sentence_is_in_three_languages():
    for goal in GOALS:
        for problem in problems_of_goal(goal)[:10]:
            step, found = problem.step, []
            for language in ("en", "fi", "fa"):
                with translation.override(language):
                    found.append((str(step.task), str(step.good), str(step.bad), str(GOALS[goal])))
            assert all(len(set(texts)) == 3 for texts in zip(*found, strict=True)), found


def test_no_problem_of_the_day_comes_back_for_60_days_C106():
    days = [problem_of_day(date(2026, 12, 1) + timedelta(days=day)).key for day in range(400)]

    for at in range(len(days) - 60):
        assert len(set(days[at : at + 60])) == 60
    assert set(days) == set(server_problems())


def test_problems_are_made_the_same_way_again_and_have_one_clear_answer_C105():
    first, second = (next(generate_problems("connection", 5)) for _ in range(2))

    assert first == second
    assert 1 <= len(first.proof.right) <= 2
    assert set(DRAWN) == {"group", "race", "connection", "ladder"}


def test_the_command_proves_a_file_and_refuses_a_wrong_one_C105(tmp_path, capsys):
    (tmp_path / "good.jsonl").write_text(json.dumps(problems_of_goal("kill")[0].stored))
    (tmp_path / "bad.jsonl").write_text(json.dumps({**problems_of_goal("kill")[0].stored, "right": "J9"}))

    call_command("recheck_problems", str(tmp_path / "good.jsonl"))
    assert "1 problems proved" in capsys.readouterr().out
    with pytest.raises(CommandError, match="1 of 1"):
        call_command("recheck_problems", str(tmp_path / "bad.jsonl"))
    with pytest.raises(CommandError, match="neither a problem"):
        call_command("recheck_problems", "chess-1")
    assert len(read_problems(tmp_path / "good.jsonl")) == 1


def test_a_set_is_an_sgf_collection_with_the_right_moves_first():
    found = list(islice(problems_of_goal("race"), 5))
    with translation.override("en"):
        roots = parse(sgf.problems_to_sgf(found))

    assert [root.simple_text("GN") for root in roots] == [problem.key for problem in found]
    for root, problem in zip(roots, found, strict=True):
        assert root.raw("CR")
        assert root.text("C") == "Black to play. Win the capturing race against the circled stones.".replace(
            "Black", "Black" if problem.first == 1 else "White"
        )
        assert [child.text("C").startswith("Right") for child in root.children].count(True) == len(
            problem.right.split()
        )
        assert root.children[0].text("C").startswith("Right")
