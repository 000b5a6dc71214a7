"""Lessons: every claim is proved, every point has an outcome, in three languages (C100 to C102)."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from functools import cache

import pytest
from django.utils import translation

from learn import claims
from learn.lesson import ANY, PASS, LessonStep, PageScoring
from learn.lessons import COURSE, JOSEKI, LESSONS, leaflet_game
from learn.outcomes import ChoiceOutcome, all_choices, outcome_of, right_choices
from rules import RULE_SETS, Color, parse_vertex
from rules.errors import BadVertex, OffBoard, RulesError
from rules.estimate import suggest_dead, unconditionally_alive
from rules.ruleset import SelfCaptureRule
from rules.scoring import ScoreContext, score

LANGUAGES = ("en", "fi", "fa")
STEPS = [
    pytest.param(step, id=f"{lesson.key}-{number}")
    for lesson in LESSONS.values()
    for number, step in lesson.numbered_pages()
]
ALIKE = ("game-", "joseki-")
SHOWN = ("game-1", "game-18", "game-36", "joseki-invasion-2", "joseki-hanging-2", "joseki-kick-4")
SOME = [one for one in STEPS if not one.id.startswith(ALIKE) or one.id in SHOWN]
"""A move of the whole game is a page like any other of it, and so is one of a joseki."""
EVERY = STEPS if os.environ.get("IGO_NIGHTLY") else SOME
"""At night every point of every page is tried."""
NEEDED = {
    "liberties", "capture", "chains", "self_capture", "ko", "eyes", "life", "seki", "ladder", "net", "cutting",
    "passing", "end", "territory", "area", "dispute", "handicap", "etiquette", "game",
}  # fmt: skip


def test_what_must_be_taught_is_taught_C100():
    assert set(COURSE) == NEEDED
    assert set(LESSONS) == NEEDED | set(JOSEKI)
    assert all(len(lesson.steps) >= 3 for lesson in LESSONS.values())


def test_every_claim_of_a_page_holds_C101():
    failed = {one.id: claims.failed_claims(one.values[0]) for one in STEPS}

    assert {name: what for name, what in failed.items() if what} == {}


def test_every_page_claims_something_C101():
    assert [one.id for one in STEPS if not one.id.startswith("game-") and not one.values[0].claims] == []


def test_a_false_claim_is_found_and_one_that_cannot_be_read_is_refused():
    step = LESSONS["liberties"].steps[0]
    false = LessonStep(step.task, step.rows, "C4", step.good, step.bad, claims=("liberties C3 = 3",))
    unread = LessonStep(step.task, step.rows, "C4", step.good, step.bad, claims=("beauty C3 = 3",))

    assert claims.failed_claims(false) == ["liberties C3 = 3: it is 4"]
    with pytest.raises(ValueError, match="beauty"):
        claims.failed_claims(unread)


def test_a_ladder_is_read_to_its_end_and_one_with_a_breaker_is_not_caught():
    first, *_, broken = LESSONS["ladder"].steps

    assert claims.claim_failure(first, "caught C5 = no") == "caught C5 = no: it is yes"
    assert claims.claim_failure(broken, "D5: caught C5 = yes") == "D5: caught C5 = yes: it is no"


@pytest.mark.parametrize(("deepest", "failure"), [(8, ""), (7, ""), (6, "caught C5 = yes: it is no")])
def test_a_ladder_is_read_as_far_as_moves_are_read_C101(monkeypatch, deepest, failure):
    monkeypatch.setattr(claims, "DEEPEST", deepest)
    assert claims.claim_failure(LESSONS["ladder"].steps[0], "caught C5 = yes") == failure


def test_a_chain_with_two_liberties_is_saved_by_a_point_two_lines_away_C101():
    page, empty = LESSONS["ladder"].steps[0], (".......",) * 3
    own = replace(page, rows=(".......", "OX.....", "O.XX...", "X......", *empty), first=Color.WHITE)
    net = replace(page, rows=(".O.....", ".XOXO..", ".......", "..OX...", *empty))

    assert claims.claim_failure(own, "caught A6 = no") == ""
    assert claims.claim_failure(net, "caught B7 = no") == ""


@pytest.mark.parametrize("step", EVERY)
def test_every_point_of_every_page_has_an_outcome_in_three_languages_C101(step):
    right = set(right_choices(step))
    assert right
    for choice in all_choices(step):
        calls = []
        for language in LANGUAGES:
            with translation.override(language):
                outcome = outcome_of(step, choice)
                calls.append(outcome.text)
        assert outcome.is_right == (choice in right), choice
        assert all(calls), choice
        assert len(set(calls)) == len(LANGUAGES), calls


@cache
def outcomes(page: str) -> list[tuple[str, ChoiceOutcome]]:
    """Return the outcome of every choice on this page, computed once."""
    (step,) = next(one.values for one in STEPS if one.id == page)
    return [(choice, outcome_of(step, choice)) for choice in all_choices(step)]


def test_what_an_outcome_shows_has_really_been_played():
    for one in SOME:
        (step,) = one.values
        for choice, outcome in outcomes(one.id):
            if outcome.moves:
                assert not step.taps, (one.id, choice)
                assert outcome.moves[0].color is step.to_play, (one.id, choice)
                chosen = None if choice == PASS else step.point_named(choice)
                assert outcome.moves[0].point == chosen, (one.id, choice)
                assert outcome.board != step.start.board, (one.id, choice)
            else:
                assert outcome.board == step.start.board, (one.id, choice)


def test_each_text_is_translated_and_one_plain_sentence_long_C100():
    steps = [one.values[0] for one in STEPS]
    found = [text for step in steps for text in (step.task, step.good, step.bad, *step.replies.values())]
    by_language = []
    for language in LANGUAGES:
        with translation.override(language):
            by_language.append(list(map(str, found)))

    for texts in zip(*by_language, strict=True):
        assert len(set(texts)) == len(LANGUAGES), texts
        assert max(map(len, texts)) < 180, texts


def test_a_wrong_move_is_answered_on_the_board_C100():
    for one in (each for each in STEPS if not each.id.startswith("joseki-")):  # P7 checks these
        (step,) = one.values
        for choice, outcome in outcomes(one.id) if not step.taps else ():
            if not outcome.is_right and outcome.moves:
                assert len(outcome.moves) == 2, (one.id, choice)
                assert outcome.moves[1].color is step.to_play.opponent, (one.id, choice)


@pytest.mark.parametrize(("key", "number"), [("passing", 2), ("etiquette", 3)])
def test_a_wrong_pass_is_answered_on_the_board_C100(key, number):
    step = LESSONS[key].steps[number - 1]
    outcome = outcome_of(step, "pass")

    assert not outcome.is_right
    assert [move.point is None for move in outcome.moves] == [True, False]
    assert outcome.board != step.start.board


COUNTED = [("liberties-4", "C3"), ("capture-1", "C3"), ("capture-2", "A1"), ("capture-3", "C3"), ("chains-3", "C2")]
NUMBERS = {"two": 2, "three": 3}


@pytest.mark.parametrize(("key", "point"), COUNTED)
def test_liberties_shown_after_a_wrong_move_are_those_on_the_board_C101(key, point):
    lesson, _, number = key.rpartition("-")
    step = LESSONS[lesson].steps[int(number) - 1]
    with translation.override("en"):
        for choice in all_choices(step):
            outcome = outcome_of(step, choice)
            result = re.search(r"(two|three) liberties", outcome.text)
            if outcome.moves and not outcome.is_right and result:
                assert len(outcome.board.chain_at(step.point_named(point)).liberties) == NUMBERS[result[1]], choice


def test_an_illegal_move_says_why_and_changes_nothing_R9():
    step = LESSONS["ko"].steps[1]
    outcome = outcome_of(step, "B3")

    assert step.right == ANY
    assert outcome == ChoiceOutcome(False, outcome.text, step.start.board)
    with translation.override("en"):
        assert "ko" in outcome_of(step, "B3").text


@pytest.mark.parametrize(
    ("choice", "refusal"), [("Z9", OffBoard), ("", BadVertex), ("resign", BadVertex), ("C", BadVertex)]
)
def test_what_is_no_point_is_refused(choice, refusal):
    with pytest.raises(RulesError) as caught:
        outcome_of(LESSONS["ko"].steps[0], choice)
    assert isinstance(caught.value, refusal | BadVertex)


def counts() -> dict[str, tuple[str, ...]]:
    found = {}
    for lesson in LESSONS.values():
        for number, step in lesson.numbered_pages():
            if step.count is not None:
                outcome = outcome_of(step, right_choices(step)[0])
                assert outcome.score is not None
                found[f"{lesson.key}-{number}"] = tuple(map(str, outcome.score.totals.values))
    return found


def test_the_counts_of_the_sources_come_out_C102():
    found = counts()

    assert found["territory-2"] == found["game-36"] == ("25", "24")
    assert found["territory-3"] == ("16", "17")
    assert found["territory-4"] == ("20.5", "24")


def test_the_game_is_as_the_leaflet_says_C102():
    game = LESSONS["game"]
    captures = [
        number for number, step in game.numbered_pages() if len(step.start.prisoners.values) and _captured(step)
    ]

    assert len(game.steps) == 36
    assert captures == [18]
    assert game.steps[12].to_play is Color.BLACK
    assert game.steps[12].right == "D5"
    assert game.steps[17].to_play is Color.WHITE
    assert game.steps[-1].count == PageScoring("leaflet", "B8", prisoners=(0, 1))
    assert leaflet_game.ENDED[1][1] == "X"


def _captured(step: LessonStep) -> int:
    before = sum(stone is not None for stone in map(step.start.board.__getitem__, step.start.board.points()))
    board = outcome_of(step, step.right).board
    return before + 1 - sum(board[point] is not None for point in board.points())


def texts_of(step: LessonStep) -> list[str]:
    return [str(one) for one in (step.task, step.good, step.bad, *step.replies.values())]


ALL_TEXTS = [
    text
    for lesson in LESSONS.values()
    for text in (str(lesson.about), *(said for step in lesson.steps for said in texts_of(step)))
]


def claimed_flatly(claim: str, unless: str) -> list[str]:
    """The sentences of lessons that make this claim without saying under which rules it holds."""
    return [text for text in ALL_TEXTS if re.search(claim, text, re.IGNORECASE) and not re.search(unless, text)]


def test_no_lesson_forbids_what_some_rule_set_allows():
    assert {key for key, rules in RULE_SETS.items() if rules.self_capture is SelfCaptureRule.ALLOWED} == {
        "new_zealand", "tromp_taylor", "ing",
    }  # fmt: skip
    forbidding = "illegal|may not (?:play|take the last)|is self-capture|circled points is"
    assert claimed_flatly(forbidding, "[Mm]ost rules") == []


def test_no_lesson_says_of_dead_stones_what_is_not_so_where_all_stones_are_alive():
    assert [key for key, rules in RULE_SETS.items() if rules.all_stones_alive] == ["tromp_taylor"]
    assert claimed_flatly("counts? (?:it )?as captured|has to capture", "[Mm]ost rules") == []


def test_no_lesson_counts_a_filled_point_as_lost_under_every_way_of_counting():
    start = LESSONS["passing"].steps[0].start
    filled = start.board.with_stones([(Color.BLACK, parse_vertex("A1", start.board.width, start.board.height))])
    points = {
        key: [score(board, (), RULE_SETS[key], ScoreContext()).totals.black for board in (start.board, filled)]
        for key in ("japanese", "chinese")
    }

    assert points["japanese"][0] - points["japanese"][1] == 1
    assert points["chinese"][0] == points["chinese"][1]
    assert claimed_flatly("costs you a point|cost four points", "territory scoring") == []


def test_the_lesson_on_life_and_death_makes_an_exception_for_seki():
    step = LESSONS["seki"].steps[0]
    board = step.start.board

    assert not suggest_dead(board, ruleset=RULE_SETS["japanese"]), "nothing is dead"
    assert Color.BLACK in {board[point] for point in board.points()} - {None}
    assert step.point_named("B5") not in unconditionally_alive(board, Color.BLACK), "and yet the corner has no two eyes"
    assert "seki" in str(LESSONS["life"].about)


def test_handicap_stones_are_on_star_points_under_some_rule_sets_only():
    placements = {rules.handicap_placement for rules in RULE_SETS.values()}

    assert len(placements) == 2
    assert claimed_flatly("star points\\. Place", "[Mm]any rules") == []
