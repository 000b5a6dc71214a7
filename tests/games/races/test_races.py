"""Races on PostgreSQL: SQLite allows one writer at a time, so it cannot show them (RELIABILITY M1)."""

from __future__ import annotations

import os
import threading
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from typing import Any

import pytest
from django.db import connections
from django.utils import timezone

from accounts.models import StaffAction
from challenges import services as challenging
from challenges.models import Challenge
from games import access, services, verbs
from games.errors import GameError
from games.management.commands.check_games import find_record_faults
from games.models import Game
from games.services.idempotency import PlayerRequest
from games.services.timeouts import MARGIN
from games.terms import Terms
from games.verbs import Ruling
from games.verbs.agreement import MOST, rate_limited_kinds
from ratings.checking import replay_differences
from ratings.models import RatingEvent
from ratings.pairs import FACTOR_OF_GUESSES
from rules import BLACK_AND_WHITE, AfterRejection, Color, Point
from rules.errors import RulesError
from tests.factories import act, make_game, make_moderator, make_player, play, reload, side, to_act

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.django_db(transaction=True),
]

ROUNDS = int(os.environ.get("IGO_ROUNDS", "1"))
"""How often most races are run; many more at night."""


def at_once(*calls: Callable[[], Any]) -> list[str]:
    """Run all calls at the same moment in threads; return "ok", "replayed" or the refusal's code."""
    barrier = threading.Barrier(len(calls))
    outcomes: list[str] = []

    def run(call: Callable[[], Any]) -> None:
        try:
            barrier.wait()
            result = call()
            outcomes.append("replayed" if getattr(result, "replayed", False) else "ok")
        except (GameError, RulesError) as refusal:
            outcomes.append(refusal.code)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(call,)) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes


def test_eight_different_moves_at_once_are_one_move_and_seven_refusals():
    for _ in range(ROUNDS):
        game = make_game(now=timezone.now())
        black = to_act(game)
        calls = [
            lambda column=column: act(
                game,
                verbs.Play,
                by=black,
                point=Point(column, 4),
                expected=0,
                now=timezone.now(),
            )
            for column in range(8)
        ]

        outcomes = Counter(at_once(*calls))

        assert outcomes == {"ok": 1, "stale_number": 7}
        assert reload(game).number == 1
        assert find_record_faults(reload(game)) == []


def test_eight_retries_with_one_key_are_one_move_and_one_answer():
    game = make_game(now=timezone.now())
    black, now = to_act(game), timezone.now()

    def retry() -> Any:
        return act(game, verbs.Play, by=black, point=Point(4, 4), expected=0, key="k", now=now)

    outcomes = Counter(at_once(*[retry] * 8))

    assert outcomes == {"ok": 1, "replayed": 7}
    assert reload(game).number == 1


def test_eight_people_joining_one_offer_start_one_game():
    challenge = challenging.create_challenge(PlayerRequest(make_player(), timezone.now()), Terms(width=9, height=9))
    people = [make_player() for _ in range(8)]
    calls = [
        lambda person=person: challenging.accept_challenge(PlayerRequest(person, timezone.now()), challenge.pk)
        for person in people
    ]

    outcomes = Counter(at_once(*calls))

    assert outcomes == {"ok": 1, "challenge_gone": 7}
    assert Game.objects.count() == 1
    assert Challenge.objects.get().game is not None


@pytest.mark.parametrize("offset_ms", [-30, -5, -1, 0, 1, 5, 30])
def test_at_the_edge_of_the_deadline_the_time_of_receipt_decides_F22(offset_ms):
    for _ in range(ROUNDS):
        game = make_game(now=timezone.now(), days=1)
        black, deadline = to_act(game), reload(game).deadline
        assert deadline is not None
        received = deadline + timedelta(milliseconds=offset_ms)
        late = deadline + MARGIN + timedelta(milliseconds=1)

        outcomes = at_once(
            lambda: act(
                game,
                verbs.Play,
                by=black,
                point=Point(4, 4),
                expected=0,
                now=received,
            ),
            lambda: services.end_overdue_games(now=received + timedelta(seconds=1)),
        )
        services.end_overdue_games(now=late)

        in_time = offset_ms < 0
        assert ("ok" in outcomes and reload(game).move_number == 1) or not in_time
        assert reload(game).is_finished is not in_time
        assert find_record_faults(reload(game)) == []


def test_two_sweepers_at_once_end_every_game_once():
    now = timezone.now()
    games = [make_game(now=now, days=1) for _ in range(12)]
    late = now + timedelta(days=2)

    at_once(*[lambda: services.end_overdue_games(now=late)] * 3)

    for game in games:
        game = reload(game)
        assert game.is_finished
        assert game.actions.filter(kind="time_out").count() == 1


ENDINGS = ("accept", "reject", "resign", "withdraw", "resign_other")


@pytest.mark.parametrize("first", ENDINGS)
@pytest.mark.parametrize("second", ENDINGS)
def test_terminal_actions_against_each_other_give_one_result_F23(first, second):
    game = make_game(moves="E5 D4 C3 C4 pass pass", now=timezone.now())
    act(game, verbs.Propose, dead=[], now=timezone.now())
    black, white = side(game, Color.BLACK), side(game, Color.WHITE)
    number = reload(game).number
    common = {"expected": number, "now": timezone.now()}
    ways: dict[str, Callable[[], Any]] = {
        "accept": lambda: act(game, verbs.Accept, by=white, proposal=1, **common),
        "reject": lambda: act(
            game, verbs.Reject, by=white, proposal=1, then=AfterRejection.RESUME, reason="", **common
        ),
        "resign": lambda: act(game, verbs.Resign, by=white, **common),
        "resign_other": lambda: act(game, verbs.Resign, by=black, **common),
        "withdraw": lambda: act(game, verbs.Withdraw, by=black, proposal=1, **common),
    }

    outcomes = at_once(ways[first], ways[second])

    assert outcomes.count("ok") == 1
    assert set(outcomes) <= {"ok", "stale_number", "game_over"}
    after = reload(game)
    assert after.number == number + 1
    assert find_record_faults(after) == []


@pytest.mark.parametrize("of_player", ["accept", "resign", "reject"])
@pytest.mark.parametrize("ruling", ["set_marking", "let_resume", "decide"])
def test_a_ruling_and_a_player_at_the_same_time_give_one_result_R61(ruling, of_player):
    game = make_game(moves="E5 D4 C3 C4 pass pass", now=timezone.now())
    act(game, verbs.Propose, dead=[], now=timezone.now())
    white, staff = side(game, Color.WHITE), make_moderator()
    number = reload(game).number
    common = {"expected": number, "now": timezone.now()}
    ways: dict[str, Callable[[], Any]] = {
        "accept": lambda: act(game, verbs.Accept, by=white, proposal=1, **common),
        "reject": lambda: act(game, verbs.Reject, by=white, proposal=1, then=AfterRejection.MARK, reason="", **common),
        "resign": lambda: act(game, verbs.Resign, by=white, **common),
        "set_marking": lambda: act(
            game, verbs.EndWithModeratorMarking, by=staff, dead=[], reason="So it is.", **common
        ),
        "let_resume": lambda: act(game, verbs.ResumeByModerator, by=staff, reason="Play it out.", **common),
        "decide": lambda: act(game, verbs.Decide, by=staff, ruling=Ruling.BLACK, reason="Absent.", **common),
    }

    outcomes = at_once(ways[ruling], ways[of_player])

    assert outcomes.count("ok") == 1
    assert set(outcomes) <= {"ok", "stale_number", "game_over"}
    after = reload(game)
    assert after.number == number + 1
    assert StaffAction.objects.count() == after.actions.filter(kind=ruling).count()
    assert find_record_faults(after) == []


def test_both_sides_calling_a_referee_at_once_call_one_R61():
    game = make_game(moves="E5 D4 C3 C4 pass pass", now=timezone.now())
    for number in (1, 2):
        act(game, verbs.Propose, dead=[], now=timezone.now())
        act(game, verbs.Reject, proposal=number, then=AfterRejection.MARK, reason="", now=timezone.now())
    number = reload(game).number

    outcomes = at_once(
        *[
            lambda color=color: act(game, verbs.CallReferee, by=side(game, color), expected=number, now=timezone.now())
            for color in BLACK_AND_WHITE
        ]
    )

    assert sorted(outcomes) == ["ok", "stale_number"]
    assert game.actions.filter(kind="call_referee").count() == 1


def test_a_move_and_the_answer_to_an_undo_request_cannot_both_happen_F24():
    game = make_game(moves="E5 D4", now=timezone.now())
    black, white = side(game, Color.BLACK), side(game, Color.WHITE)
    act(game, verbs.RequestUndo, by=white, now=timezone.now())
    number = reload(game).number

    outcomes = at_once(
        lambda: play(game, "C3", by=black, expected=number, now=timezone.now()),
        lambda: act(game, verbs.AnswerUndo, by=black, allow=True, expected=number, now=timezone.now()),
    )

    assert sorted(outcomes) == ["ok", "stale_number"]
    assert find_record_faults(reload(game)) == []


def test_a_side_that_asks_and_gives_without_end_never_makes_the_others_move_stale_R45():
    now = timezone.now()
    game = make_game(moves="E5 D4", days=3, now=now)
    black, white = side(game, Color.BLACK), side(game, Color.WHITE)
    number = reload(game).number

    def starve() -> None:
        for _ in range(20):
            with suppress(GameError, RulesError):
                act(game, verbs.GrantTime, by=white, days=1, now=timezone.now())
            with suppress(GameError, RulesError):
                act(game, verbs.RequestPause, by=white, until=now + timedelta(days=7), now=timezone.now())
            with suppress(GameError, RulesError):
                act(game, verbs.WithdrawRequest, by=white, request="pause", now=timezone.now())

    outcomes = at_once(starve, starve, lambda: play(game, "C3", by=black, expected=number, now=timezone.now()))

    assert outcomes == ["ok"] * 3
    assert game.actions.filter(kind="play", seat__player=black).count() == 2
    asides = game.actions.filter(kind__in=rate_limited_kinds(), seat__player=white)
    assert 1 <= asides.count() <= MOST
    assert find_record_faults(reload(game)) == []


def test_of_two_games_of_a_pair_that_end_at_the_same_time_one_weighs_less_R46():
    black, white = make_player(), make_player()
    for _ in range(3):
        games = [
            make_game(black=black, white=white, moves="E5 D4 F6 C3 G7 B2 H8 A1 E7 E3", days=3, now=timezone.now())
            for _ in range(2)
        ]
        outcomes = at_once(*[lambda game=game: act(game, verbs.Resign, by=black, now=timezone.now()) for game in games])
        assert outcomes == ["ok", "ok"]

    weights = RatingEvent.objects.filter(player=black).in_rating_order().values_list("weight", flat=True)
    assert list(weights) == [FACTOR_OF_GUESSES**n for n in range(6)]
    assert list(replay_differences()) == []


RACES = int(os.environ.get("IGO_RACES", "100"))
"""How many games race in the next test; 2000 take some minutes."""


def test_every_move_around_its_deadline_has_one_outcome_while_a_sweeper_loops_F22():
    now = timezone.now()
    black, white = make_player(), make_player()
    games = [make_game(black=black, white=white, days=1, now=now) for _ in range(RACES)]
    due = games[0].deadline
    assert due is not None
    received = {game.pk: due + timedelta(milliseconds=n % 101 - 50) for n, game in enumerate(games)}
    outcomes: dict[int, str] = {}
    faults: list[BaseException] = []
    done = threading.Event()

    def move(part: list[Game]) -> None:
        for game in part:
            try:
                act(game, verbs.Play, by=black, point=Point(4, 4), expected=0, now=received[game.pk])
                outcomes[game.pk] = "ok"
            except (GameError, RulesError) as refusal:
                outcomes[game.pk] = refusal.code

    def sweep() -> None:
        while not done.is_set():
            services.end_overdue_games(now=due + MARGIN)
            services.end_overdue_games(now=due)

    def run(work: Callable[..., None], *arguments: Any) -> None:
        try:
            work(*arguments)
        except BaseException as fault:
            faults.append(fault)
        finally:
            connections.close_all()

    sweepers = [threading.Thread(target=run, args=(sweep,)) for _ in range(2)]
    movers = [threading.Thread(target=run, args=(move, games[n::3])) for n in range(3)]
    for thread in [*sweepers, *movers]:
        thread.start()
    for thread in movers:
        thread.join()
    done.set()
    for thread in sweepers:
        thread.join()
    services.end_overdue_games(now=due + MARGIN + timedelta(milliseconds=1), most=RACES)

    assert faults == []
    for game in games:
        in_time, after = received[game.pk] < due, reload(game)
        assert outcomes[game.pk] == ("ok" if in_time else "out_of_time")
        assert (after.move_number, after.is_finished) == ((1, False) if in_time else (0, True))
        assert after.actions.count() == 1


def test_games_of_one_player_that_end_at_once_are_rated_one_after_the_other_I3():
    black, white, third = make_player(), make_player(), make_player()
    for _ in range(ROUNDS + 1):
        games = [
            make_game(black=one, white=other, moves="E5 D4 F6 C3 G7 B2 H8 A1 E7 E3", days=3, now=timezone.now())
            for one, other in ((black, white), (white, black), (black, third), (third, white))
        ]
        ends = [
            lambda game=game: act(game, verbs.Resign, by=side(game, Color.BLACK), now=timezone.now()) for game in games
        ]

        assert at_once(*ends) == ["ok"] * 4

    assert RatingEvent.objects.count() == 8 * (ROUNDS + 1)
    assert sorted({event.number for event in RatingEvent.objects.all()}) == list(range(1, 4 * (ROUNDS + 1) + 1))
    assert list(replay_differences()) == []


def test_annulling_and_ending_at_once_leave_ratings_that_replay_I3():
    black, white, keeper = make_player(), make_player(), make_moderator()
    for _ in range(ROUNDS + 1):
        old, new = (
            make_game(black=black, white=white, moves="E5 D4 F6 C3 G7 B2 H8 A1 E7 E3", days=3, now=timezone.now())
            for _ in range(2)
        )
        act(old, verbs.Resign, by=black, now=timezone.now())

        outcomes = at_once(
            lambda old=old: act(old, verbs.Annul, by=keeper, reason="cheating", now=timezone.now()),
            lambda old=old: act(old, verbs.Unrate, by=keeper, reason="cheating", now=timezone.now()),
            lambda new=new: act(new, verbs.Resign, by=white, now=timezone.now()),
        )

        assert outcomes.count("ok") >= 2
        assert not RatingEvent.objects.filter(game=old).exists()
        assert RatingEvent.objects.filter(game=new).count() == 2
    assert list(replay_differences()) == []


def test_a_move_that_is_taken_back_while_it_is_shown_is_either_seen_or_undone():
    for _ in range(10 * ROUNDS):
        game = make_game(moves="E5", now=timezone.now(), undo_unseen=True)
        shown: list[int] = []
        outcome = at_once(
            lambda game=game: act(
                game, verbs.UndoUnseenMove, by=side(game, Color.BLACK), expected=1, now=timezone.now()
            ),
            lambda game=game: act(
                game, verbs.UndoUnseenMove, by=side(game, Color.BLACK), expected=1, now=timezone.now()
            ),
            lambda game=game, shown=shown: shown.append(
                access.game_for(side(game, Color.WHITE), game.pk, people=True).move_number
            ),
        )
        assert outcome.count("ok") == 2 - shown[0], (outcome, shown)
        assert reload(game).move_number == shown[0]
        assert find_record_faults(reload(game)) == []
