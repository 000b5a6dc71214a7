"""Which tournaments and rounds the background steps choose, and what follows (E13, E21, E53, E57, E107)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.factories import NOON, days, make_player
from tests.tournaments.helpers import asked, look, make_open, make_running, pairings, reload, white_loses
from tests.tournaments.test_brackets import SINGLE
from tests.tournaments.test_tools import full
from tournaments.models import EntryState, Repeats, StartCondition, Tournament, TournamentState
from tournaments.services import advancing, brackets, directing, due, entering, leaving, replacing, starting
from tournaments.services.advancing import ROUND_PAUSE
from tournaments.systems.types import SystemKind

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)


def test_E21_without_players_a_tournament_ends_once_no_round_is_in_progress():
    made, people = make_running(2)
    for player in people:
        leaving.withdraw_from_tournament(asked(player), made.pk)
    assert not advancing.pair_next_round(made, NOON)
    assert reload(made).state == TournamentState.RUNNING
    white_loses(made, 1)
    advancing.finish_round(made.rounds.get(number=1).pk, NOON)
    assert advancing.pair_next_round(made, NOON)
    assert reload(made).state == TournamentState.REVIEW


def test_E21_only_a_running_knockout_goes_on():
    made = make_open(played=SINGLE)
    for state in TournamentState:
        Tournament.objects.update(state=state)
        assert brackets.knockouts_to_advance(NOON).contains(made) == (state == TournamentState.RUNNING)


def test_E13_the_next_tournament_of_a_series_opens_when_one_starts():
    made = make_open(starting=StartCondition.DATE, starts_at=NOON + days(5), repeats=Repeats.WEEK)
    for _ in range(2):
        entering.enter_tournament(asked(make_player()), made.pk)
    assert starting.start_if_due(made.pk, NOON + days(5))
    assert Tournament.objects.get(previous=made).starts_at == NOON + days(12)


def test_E13_only_players_who_have_entered_fill_a_tournament():
    made = make_open(starting=StartCondition.FULL, most=2)
    for _ in range(2):
        entering.enter_tournament(asked(make_player()), made.pk)
    assert list(due._tournaments_to_start(NOON)) == [made]
    entry = made.entries.first()
    for state in EntryState:
        made.entries.filter(pk=entry.pk).update(state=state)
        assert due._tournaments_to_start(NOON).exists() == (state == EntryState.ENTERED)


def test_E53_who_replaces_the_opponent_of_a_player_who_has_left_wins_by_forfeit():
    made, _people, late = full()
    pairing = pairings(made, 1)[0]
    leaving.withdraw_from_tournament(asked(pairing.black.player), made.pk)

    replacing.replace_player(asked(made.owner), made.pk, (pairing.white.player, late), "never came")

    found = pairings(made, 1)[0]
    assert (found.white.player, found.game, found.result) == (late, None, "white_by_default")


@pytest.mark.parametrize(("kind", "goes_on"), [(SystemKind.SWISS, True), (SystemKind.ROUND_ROBIN, False)])
def test_E107_only_systems_by_score_go_on_without_the_games_of_players_who_have_left(kind, goes_on):
    made, _ = make_running(4, played={"kind": kind, "rounds": 3})
    for pairing in pairings(made, 1):
        leaving.withdraw_from_tournament(asked(pairing.black.player), made.pk)
    assert advancing.tournaments_to_pair(NOON).contains(made) == goes_on


@pytest.mark.parametrize("without_review", [False, True])
def test_E21_a_round_waits_after_a_directors_result_only_without_a_review(without_review):
    made, _ = make_running(2, played={"rounds": 1, "without_review": without_review})
    directing.set_result(asked(made.owner), made.pk, (1, 1), ("black_wins", "by phone"))
    assert advancing.rounds_to_finish(NOON).exists() != without_review
    assert advancing.rounds_to_finish(NOON + ROUND_PAUSE).exists()
    look(NOON + ROUND_PAUSE)
    assert reload(made).state == (TournamentState.FINISHED if without_review else TournamentState.REVIEW)


def test_E13_an_open_tournament_starts_at_its_date_and_one_by_hand_does_not():
    made = make_open(starting=StartCondition.DATE, starts_at=NOON + days(5))
    start = NOON + days(5)
    assert not due._tournaments_to_start(start - SECOND).exists()
    for state in TournamentState:
        Tournament.objects.update(state=state)
        assert due._tournaments_to_start(start).contains(made) == (state == TournamentState.OPEN)
    Tournament.objects.update(state=TournamentState.OPEN, starting=StartCondition.HAND)
    assert not due._tournaments_to_start(start).exists()


def test_E57_results_become_final_a_week_after_the_end_unless_a_director_has_just_set_one():
    made, _ = make_running(2, played={"rounds": 1})
    white_loses(made, 1)
    look()
    week = NOON + days(7)
    final = lambda now: list(advancing.tournaments_to_finalize(now))  # noqa: E731
    assert (final(week - SECOND), final(week)) == ([], [made])
    directing.set_result(asked(made.owner, week), made.pk, (1, 1), ("white_by_default", "a mistake"))
    assert (final(week), final(week + ROUND_PAUSE)) == ([], [made])
    for state in TournamentState:
        Tournament.objects.update(state=state)
        assert final(week + ROUND_PAUSE) == ([made] if state == TournamentState.REVIEW else [])
