"""The suggestion of dead stones: when it is made and stored (R10), and the text for unclear positions (R60)."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal

import pytest
from django.db import connection
from django.utils import timezone

from foundation import dispatch
from games import services, verbs
from games.errors import ConfirmationRequired, NotScoredYet
from games.models import Game
from games.services import mass_timeouts, suggestions, timeouts
from games.tasks import suggest_dead_stones
from rules import AfterRejection, Color, Phase, Stage
from rules.clock import TimeControl, TimeoutPolicy
from rules.estimate import suggest_dead_and_unsure
from tests import factories
from tests.factories import NOON, act, days, make_game, play, reload, side
from tests.games.pages.test_counting import browse
from tests.games.races.test_races import at_once
from tests.games.verbs.test_end_phase import propose, reject
from tests.support.callers import Caller
from tests.support.games import SPLIT, stopped

pytestmark = pytest.mark.django_db

assert browse  # a fixture
SUGGESTED = ["B5", "H5"]
SECOND = timedelta(seconds=1)


@pytest.fixture
def made(monkeypatch) -> list[bool]:
    """One entry for every board that the server counts: whether anything was locked then."""
    found = list[bool]()

    def noted(*arguments, **named):
        found.append(connection.in_atomic_block)
        return suggest_dead_and_unsure(*arguments, **named)

    monkeypatch.setattr(suggestions, "suggest_dead_and_unsure", noted)
    uncached = suggestions._cached_suggestion.__wrapped__
    monkeypatch.setattr(suggestions, "_cached_suggestion", uncached)  # the same boards once more
    monkeypatch.setattr(mass_timeouts, "suggest_dead", lambda *expected, **named: noted(*expected, **named).dead)
    return found


@pytest.mark.django_db(transaction=True)
def test_marking_opens_at_once_and_the_suggestion_is_made_after_it_with_no_lock_held_R10(made):
    suggestions.TASK.wanted.clear()

    game = stopped()

    assert game.state().stage is Stage.MARKING
    assert (made, game.suggested_dead) == ([], None)
    assert suggestions.TASK.wanted.is_set()  # the thread of this process has been told
    assert suggestions.compute_next_dead_stone_suggestion()
    assert made == [False]
    assert reload(game).suggested_dead == SUGGESTED
    assert not suggestions.compute_next_dead_stone_suggestion()


@pytest.mark.django_db(transaction=True)
def test_the_worker_is_woken_where_there_is_one_R10(monkeypatch):
    calls = []
    monkeypatch.setattr(dispatch, "dispatch", lambda task, fallback: calls.append(task))

    stopped()

    assert calls == ["games.tasks.suggest_dead_stones"]
    assert suggest_dead_stones.name == calls[0]
    suggest_dead_stones()
    assert Game.objects.get().suggested_dead == SUGGESTED


def test_a_suggestion_that_somebody_makes_is_left_to_them_and_then_made_by_others_R10():
    game, now = stopped(), timezone.now()
    assert suggestions._claim_next_game(now) == game  # and the process is killed
    assert suggestions._claim_next_game(now + suggestions.CLAIM) is None
    assert suggestions._claim_next_game(now + suggestions.CLAIM + SECOND) == game
    assert suggestions._claim_next_game(now - timedelta(hours=1)) == game  # the clock was set back


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_many_processes_that_look_at_once_make_each_suggestion_once_R10(made):
    games = [stopped(), stopped()]

    assert at_once(*[suggestions.compute_next_dead_stone_suggestion] * 6) == ["ok"] * 6

    assert made == [False, False]
    assert [reload(game).suggested_dead for game in games] == [SUGGESTED] * 2


def test_a_board_that_cannot_be_counted_keeps_nobody_from_marking_R10(monkeypatch):
    def broken(*arguments, **named):
        raise MemoryError

    other, game = stopped(now=NOON - days(1)), stopped()
    with monkeypatch.context() as patch:
        patch.setattr(suggestions, "suggest_dead_and_unsure", broken)
        assert suggestions.compute_next_dead_stone_suggestion()
        propose(game, "B5")
        with pytest.raises(MemoryError):
            act(game, verbs.Accept, proposal=1)

    assert suggestions.compute_next_dead_stone_suggestion()
    assert not suggestions.compute_next_dead_stone_suggestion()  # the broken one is tried again later
    assert reload(other).suggested_dead == SUGGESTED
    with pytest.raises(ConfirmationRequired):
        act(game, verbs.Accept, proposal=1)


@pytest.mark.django_db(transaction=True)
def test_whoever_proposes_or_accepts_makes_the_suggestion_that_is_missing_R60(made):
    game = stopped()
    propose(game, "B5")
    assert reload(game).suggested_dead == SUGGESTED
    Game.objects.filter(pk=game.pk).update(suggested_dead=None)

    with pytest.raises(ConfirmationRequired):
        act(game, verbs.Accept, proposal=1)

    assert reload(game).suggested_dead == SUGGESTED
    assert made == [False, False]


@pytest.mark.django_db(transaction=True)
def test_nothing_is_accepted_under_the_lock_before_the_server_has_counted_R60(monkeypatch, made):
    game = stopped()
    propose(game, "B5")
    Game.objects.filter(pk=game.pk).update(suggested_dead=None)
    monkeypatch.setattr(verbs.Accept, "prepare", lambda self, game_id: None)
    del made[:]

    with pytest.raises(NotScoredYet) as refused:
        act(game, verbs.Accept, proposal=1)

    assert (refused.value.http_status, refused.value.data) == (503, {"retry_after": 1})
    assert (made, reload(game).result) == ([], "")


@pytest.mark.django_db(transaction=True)
def test_a_game_that_ends_on_time_is_counted_before_it_is_locked_R52_R60(made):
    for verb in (None, verbs.ClaimWinOnTime):
        policy = TimeoutPolicy.CLAIM if verb else TimeoutPolicy.STRICT
        game = stopped(time=TimeControl.days_per_move(days(1)), lateness=policy)
        propose(game, "B5")
        Game.objects.filter(pk=game.pk).update(suggested_dead=None)
        del made[:]

        if verb is None:
            services.end_overdue_games(now=NOON + days(1.1))
        else:
            act(game, verb, by=side(game, Color.BLACK), now=NOON + days(1.1))

        assert reload(game).result == "B+T"  # in doubt, so silence does not accept
        assert made == [False]


def test_a_game_that_nobody_has_counted_yet_ends_with_the_next_sweep_R52(monkeypatch):
    game = stopped(days=1)
    propose(game, "B5", "H5")
    Game.objects.filter(pk=game.pk).update(suggested_dead=None)
    with monkeypatch.context() as patch:
        patch.setattr(timeouts, "score_boards_before_timeout", lambda game_ids: None)
        assert services.end_overdue_games(now=NOON + days(1.1)) == 0
        assert reload(game).deadline == NOON + days(1)

    assert services.end_overdue_games(now=NOON + days(1.2)) == 1

    assert (reload(game).result, reload(game).finished_at) == ("B+5.5", NOON + days(1))


@pytest.mark.django_db(transaction=True)
def test_the_position_of_a_fourth_loss_on_time_is_counted_before_the_game_is_locked(made):
    loser = factories.make_player()
    for _ in range(5):
        stopped(black=loser, days=1, rated=True)

    assert services.end_overdue_games(now=NOON + days(1.1)) == 5

    assert set(made) == {False}
    assert Game.objects.filter(rated=True).count() == 3


def test_the_suggestion_is_made_once_however_often_the_marking_is_sent_back_R10(monkeypatch):
    game = stopped()
    propose(game, "B5")
    monkeypatch.setattr(suggestions, "suggest_dead_and_unsure", None)
    reject(game, AfterRejection.MARK)
    propose(game, "H5")

    assert reload(game).suggested_dead == SUGGESTED


def test_a_suggestion_that_comes_too_late_is_not_stored_for_another_end_phase_R10():
    game = stopped()
    slow = reload(game)
    act(game, verbs.Resume)
    for move in ("A5", "A6", "pass", "pass"):
        play(game, move)
    newer = reload(game)
    assert newer.end_phase > slow.end_phase

    suggestions.ensure_dead_stone_suggestion(slow)
    assert slow.suggested_dead == SUGGESTED
    assert reload(game).suggested_dead is None

    suggestions.ensure_dead_stone_suggestion(newer)
    assert reload(game).suggested_dead == newer.suggested_dead


def test_there_is_no_suggestion_while_the_game_is_played_R10():
    game = make_game(moves="E5")

    suggestions.ensure_dead_stone_suggestion(game)

    assert game.phase == Phase.PLAY
    assert game.suggested_dead is None


def unsure_about(game, *vertices):
    """The server can't tell whether these stones are dead."""
    suggestions.ensure_dead_stone_suggestion(reload(game))
    Game.objects.filter(pk=game.pk).update(unsure_stones=[list(vertices)])


def test_stones_that_nobody_can_tell_and_that_decide_take_a_second_confirmation_R60():
    game = stopped(komi=Decimal("13.5"))
    unsure_about(game, "H5")
    propose(game, "B5")

    with pytest.raises(ConfirmationRequired) as refused:
        act(game, verbs.Accept, proposal=1)

    assert refused.value.data["unsure"] == ["H5"]
    act(game, verbs.Accept, proposal=1, confirmed=True)
    assert reload(game).result


def test_the_page_and_the_programs_get_the_stones_that_the_server_cannot_tell_R60(browse, client):
    game = just_stopped(komi=Decimal("13.5"))
    unsure_about(game, "H5")
    black, white = side(game, Color.BLACK), side(game, Color.WHITE)
    assert "can't tell whether these stones are dead: <bdi>H5</bdi>" in page_of(browse(black), game)
    assert Caller(client, black).get(f"games/{game.pk}/").json()["marking"]["unsure"] == [["H5"]]

    propose(game, "B5", now=timezone.now())

    assert "can't tell whether these stones are dead: <bdi>H5</bdi>" in page_of(browse(white), game)
    second = browse(white).get(f"/g/{game.pk}/accept/").content.decode()
    assert "can't tell whether these stones are dead: <bdi>H5</bdi>" in second
    assert Caller(client, white).get(f"games/{game.pk}/").json()["doubt"]["unsure"] == ["H5"]


def just_stopped(**terms):
    """As stopped(), now: pages go by the real clock."""
    return factories.make_game(moves=f"{SPLIT} H5 B5 pass pass", now=timezone.now(), **terms)


def page_of(browser, game):
    return browser.get(f"/g/{game.pk}/").content.decode()


def test_who_looks_at_the_marking_before_the_suggestion_is_made_sees_that_R10(browse, client, made):
    game = just_stopped()
    black, white = side(game, Color.BLACK), side(game, Color.WHITE)

    assert "The server is still looking for dead stones" in page_of(browse(black), game)
    assert "Reset to suggestion" not in page_of(browse(black), game)
    state = state_of(client, black, game)
    assert (state["suggestion"], state["marking"]["pending"], state["marking"]["suggested"]) == (None, True, [])
    assert (made, reload(game).suggested_dead) == ([], None)

    suggestions.compute_next_dead_stone_suggestion()

    assert "The server is still looking for dead stones" not in page_of(browse(black), game)
    assert "Reset to suggestion" in page_of(browse(black), game)
    state = state_of(client, black, game)
    assert (state["suggestion"]["dead"], state["marking"]["pending"]) == (SUGGESTED, False)
    assert state["marking"]["suggested"] == SUGGESTED
    assert state_of(client, white, game)["suggestion"]["dead"] == SUGGESTED


def test_a_proposal_that_the_server_has_not_counted_yet_is_shown_without_doubt_R60(browse, client):
    game = just_stopped()
    propose(game, "B5", now=timezone.now())
    Game.objects.filter(pk=game.pk).update(suggested_dead=None)
    white = side(game, Color.WHITE)

    assert "Check again" not in page_of(browse(white), game)
    state = state_of(client, white, game)
    assert (state["doubt"], state["suggestion"]) == (None, None)


def state_of(client, player, game):
    return Caller(client, player).get(f"games/{game.pk}/").json()


def test_a_suggestion_is_forgotten_when_marking_opens_again_R10():
    game = make_game(moves="E5 D4 pass pass")
    Game.objects.filter(pk=game.pk).update(suggested_dead=["E5"], unsure_stones=["D4"], suggestion_claimed_at=NOON)
    game = reload(game)
    suggestions.restart_dead_stone_suggestion(game)
    assert (game.suggested_dead, game.unsure_stones, game.suggestion_claimed_at) == (None, None, None)
    assert game.end_phase == game.number + 1
