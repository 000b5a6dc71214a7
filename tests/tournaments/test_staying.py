"""Late entries, skipped rounds, the question whether a player continues, and the consequences of losses on time."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.usersessions.models import UserSession

from games import verbs
from games.models import Game
from games.services import timeouts
from notifications.models import Notice
from tests.factories import NOON, days, make_player, play
from tests.tournaments.helpers import (
    acts_of,
    asked,
    look,
    make_open,
    make_running,
    pairings,
    plan,
    points,
    refused,
    reload,
    white_loses,
)
from tests.tournaments.test_pages_and_api import program_of, send, signed_in
from tournaments import errors
from tournaments.models import Entry, EntryState, Pairing, StartCondition
from tournaments.services import entering, leaving, revising, starting, staying
from tournaments.systems.types import EventResult, SystemKind

pytestmark = pytest.mark.django_db

ROUND_ROBIN = {"kind": SystemKind.ROUND_ROBIN}


def run_out(pairing, now):
    """The player on turn of a pairing's game lets the time run out."""
    Game.objects.filter(pk=pairing.game_id).update(deadline=now - days(1))
    assert timeouts.apply_timeout(game_id=pairing.game_id, now=now)


def entry_of(tournament, player):
    return Entry.objects.get(tournament=tournament, player=player)


def test_E26_late_entry_until_half_of_the_rounds_have_started():
    tournament, people = make_running(4, played={"rounds": 4, "late_entry": True})
    late, later = make_player(), make_player()
    made = entering.enter_tournament(asked(late), tournament.pk)
    assert (made.state, made.number, made.skips) == (EntryState.ENTERED, 5, [1])
    assert "late" in acts_of(tournament)

    for number in (1, 2):
        white_loses(tournament, number)
        look()
    assert late.pk in {p.player_id for one in pairings(tournament, 2) for p in (one.black, one.white) if p}
    refused(errors.EntryClosed, entering.enter_tournament, asked(later), tournament.pk)
    strict, _ = make_running(2)
    refused(errors.EntryClosed, entering.enter_tournament, asked(later), strict.pk)
    refused(errors.BadTournament, make_open, played={**ROUND_ROBIN, "late_entry": True})
    assert len(people) == 4


def test_E26_who_skips_a_round_is_not_paired_in_it():
    tournament, people = make_running(4)
    staying.set_skipped_rounds(asked(people[0]), tournament.pk, [2])
    refused(errors.BadActInput, staying.set_skipped_rounds, asked(people[0]), tournament.pk, [1])
    refused(errors.NotEntered, staying.set_skipped_rounds, asked(make_player()), tournament.pk, [2])
    for number in (1, 2):
        white_loses(tournament, number)
        look()
    in_round = [
        {p.player_id for one in pairings(tournament, number) for p in (one.black, one.white) if p} for number in (2, 3)
    ]
    assert [people[0].pk in there for there in in_round] == [False, True]


def test_E26_a_player_skips_round_1_from_their_entry_on():
    made, people = make_open(), [make_player() for _ in range(5)]
    for player in people:
        entering.enter_tournament(asked(player), made.pk)
    path = f"/tournaments/{made.pk}/"
    assert 'name="rounds" value="1"' in signed_in(people[0]).get(path).content.decode()
    signed_in(people[0]).post(f"{path}entry/", {"do": "skip", "rounds": ["1", "2"]})
    answer = send(program_of(people[1], "events:play"), f"/api/v1{path}stay/", skips=[1])
    assert (answer.status_code, answer.json()["skips"]) == (200, [1])
    starting.start_tournament(asked(made.owner), made.pk)
    look()
    seated = {p.player for one in pairings(made, 1) for p in (one.black, one.white) if p}
    assert seated == set(people[2:])


def test_E26_another_system_forgets_the_rounds_to_skip():
    made, player = make_open(), make_player()
    entering.enter_tournament(asked(player), made.pk)
    staying.set_skipped_rounds(asked(player), made.pk, [1])
    revising.revise_tournament(asked(made.owner), made.pk, plan(played=ROUND_ROBIN))
    assert entry_of(made, player).skips == []


def test_E13_who_was_not_seen_for_two_weeks_confirms_or_the_waiting_list_moves_up():
    tournament = make_open(starting=StartCondition.DATE, starts_at=NOON + days(30), most=3)
    here, away, silent, gone, waits = (make_player() for _ in range(5))
    for player in (here, away, silent):
        entering.enter_tournament(asked(player), tournament.pk)
    for player in (gone, waits):
        entering.enter_tournament(asked(player), tournament.pk, waiting=True)
    for number, player in enumerate((here, waits)):
        UserSession.objects.create(
            user=player, session_key=f"{number}" * 32, ip="127.0.0.1", last_seen_at=NOON + days(20)
        )

    look(NOON + days(26))
    assert not Notice.objects.filter(kind="event_still_in").exists(), "three days before, not sooner"
    look(NOON + days(27))
    notices = set(Notice.objects.filter(kind="event_still_in").values_list("player_id", flat=True))
    assert not notices & set(Notice.objects.filter(kind="event_soon").values_list("player_id", flat=True))
    assert Notice.objects.filter(kind="event_soon").exists(), "E98: the others hear that it starts soon"
    assert notices == {away.pk, silent.pk}
    staying.confirm_entry(asked(away, NOON + days(28)), tournament.pk)
    look(NOON + days(30))

    states = {player: entry_of(tournament, player).state for player in (here, away, silent, gone, waits)}
    assert states == {
        here: EntryState.ENTERED, away: EntryState.ENTERED, silent: EntryState.WITHDRAWN, gone: EntryState.WAITING,
        waits: EntryState.ENTERED,
    }, "who is away gets no place that they could not confirm"  # fmt: skip
    assert reload(tournament).started_at == NOON + days(30)
    assert Notice.objects.filter(kind="event_dropped", player=silent).exists()


def test_E51_a_loss_on_time_asks_and_silence_withdraws():
    tournament, _ = make_running(4)
    first, second = pairings(tournament, 1)
    for one in (first, second):
        run_out(one, NOON + days(4))
    look(NOON + days(4))
    assert entry_of(tournament, first.black.player).answer_by == NOON + days(7)
    later = next(one for one in pairings(tournament, 2) if second.black in (one.black, one.white))
    game = Game.objects.get(pk=later.game_id)
    if game.seat_on_turn().player_id != second.black.player_id:
        verbs.perform(
            verbs.ActionRequest(game.pk, game.seat_on_turn().player, game.number, None, NOON + days(4)), verbs.Pass()
        )
        game.refresh_from_db()
    verbs.perform(verbs.ActionRequest(game.pk, second.black.player, game.number, None, NOON + days(5)), verbs.Pass())

    look(NOON + days(7))

    assert entry_of(tournament, first.black.player).state == EntryState.WITHDRAWN
    assert entry_of(tournament, second.black.player).state == EntryState.ENTERED, "a move in the event is a yes"
    assert acts_of(tournament).count("silent") == 1
    assert Game.objects.running_of(first.black.player).count() == 1, "running games go on"


@pytest.mark.parametrize(("after", "state"), [("out", EntryState.WITHDRAWN), ("ignore", EntryState.ENTERED)])
def test_E51_the_organiser_chooses_what_a_loss_on_time_costs(after, state):
    tournament, _ = make_running(2, played={"after_timeout": after})
    only = pairings(tournament, 1)[0]
    run_out(only, NOON + days(4))
    look(NOON + days(4))
    assert (entry_of(tournament, only.black.player).state, only.black.answer_by) == (state, None)


def test_E52_three_losses_on_time_are_out_and_in_a_round_robin_struck_out():
    tournament, people = make_running(6, played={**ROUND_ROBIN, "at_once": 5})
    gone = people[0]
    for one in [one for number in range(1, 6) for one in pairings(tournament, number)]:
        if one.black.player == gone:
            run_out(one, NOON + days(4))
        elif one.white is not None and one.white.player == gone:
            verbs.perform(verbs.ActionRequest(one.game_id, one.black.player, one.game.number, None, NOON), verbs.Pass())
            if Pairing.objects.filter(white__player=gone, game__end_reason="time").count() < 1:
                run_out(one, NOON + days(4))
    look(NOON + days(4))

    entry = entry_of(tournament, gone)
    assert (entry.state, entry.struck) == (EntryState.WITHDRAWN, True)
    mine = [one for number in range(1, 6) for one in pairings(tournament, number) if entry in (one.black, one.white)]
    assert {one.result for one in mine} == {EventResult.STRUCK}
    assert {points(tournament, player) for player in people} == {0}
    assert acts_of(tournament)[-2:] == ["timed_out", "struck"]


def test_E52_losses_on_time_count_for_72_hours_up_to_the_last_one():
    tournament, _ = make_running(2)
    (only,) = pairings(tournament, 1)
    run_out(only, NOON + days(4))
    ended, second = Game.objects.get(pk=only.game_id).finished_at, timedelta(seconds=1)
    for at, count in ((ended - second, 0), (ended, 1), (ended + days(3) - second, 1), (ended + days(3), 0)):
        assert staying._count_recent_time_losses(only.black, at) == count
        assert staying._count_recent_time_losses(only.white, at) == 0


def test_E51_two_losses_on_time_each_have_their_consequence():
    tournament, _ = make_running(4, played={"after_timeout": "out"})
    one, other = pairings(tournament, 1)
    for lost in (one, other):
        run_out(lost, NOON + days(4))
    for lost in (one, other):
        assert staying.apply_time_loss(lost.pk, NOON + days(4))
        assert entry_of(tournament, lost.black.player).state == EntryState.WITHDRAWN


def test_what_is_due_is_done_once(monkeypatch):
    tournament, _ = make_running(2)
    only = pairings(tournament, 1)[0]
    run_out(only, NOON + days(4))
    assert staying.apply_time_loss(only.pk, NOON + days(4))
    assert not staying.apply_time_loss(only.pk, NOON + days(4))
    assert not staying.withdraw_unconfirmed(only.black_id, NOON + days(4) + timedelta(hours=71))
    assert acts_of(tournament).count("asked") == 1
    leaving.withdraw_from_tournament(asked(only.black.player), tournament.pk)
    assert entry_of(tournament, only.black.player).answer_by is None
    assert starting is not None
    assert play is not None
