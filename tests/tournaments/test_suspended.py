"""Suspended players are withdrawn from tournaments and ladders; their games in progress end as decided (E93)."""

from __future__ import annotations

import pytest

from games.models import Game
from ladders.models import LadderMove
from moderation.models import Decision
from moderation.models.decision import GamesAfterSuspension, Measure
from moderation.services import suspensions
from tests.factories import NOON, days, make_moderator, make_player
from tests.ladders.test_ladders import challenge, names
from tests.moderation.helpers import decide, report
from tests.tournaments.helpers import asked, look, make_ladder, make_open, make_running, pairings, white_loses
from tournaments.models import EntryState, LogLine
from tournaments.services import entering

pytestmark = pytest.mark.django_db


def suspend(player, then=GamesAfterSuspension.LOST):
    moderator = make_moderator()
    return decide(report(player, now=NOON), moderator, Measure.SUSPENDED, days=7.0, games_then=then, now=NOON)


def test_E93_who_is_suspended_makes_room_in_a_tournament_that_is_open():
    made = make_open(fewest=2, most=2)
    one, other, waits = (make_player() for _ in range(3))
    for player in (one, other):
        entering.enter_tournament(asked(player), made.pk)
    entering.enter_tournament(asked(waits), made.pk, waiting=True)

    suspend(one)

    states = dict(made.entries.values_list("player", "state"))
    assert states == {one.pk: EntryState.WITHDRAWN, other.pk: EntryState.ENTERED, waits.pk: EntryState.ENTERED}
    assert LogLine.objects.get(tournament=made, about=one, act="suspended").role == "system"


def test_E93_who_is_suspended_is_paired_no_more_and_the_game_ends_as_was_decided():
    made, _ = make_running()
    first = pairings(made, 1)[0]
    assert first.white is not None
    player = first.white.player

    suspend(player)
    look()
    assert not Game.objects.get(pk=first.game_id).is_finished, "it stands still for an appeal"
    suspensions.sweep_suspensions(now=NOON + days(1))
    white_loses(made, 1)
    look()

    assert Game.objects.get(pk=first.game_id).result == "B+F"
    people = {entry.player for row in pairings(made, 2) for entry in (row.black, row.white) if entry is not None}
    assert len(people) == 3
    assert player not in people


def test_E93_who_is_suspended_is_off_the_ladder_and_resigns_nothing_there():
    people = [make_player() for _ in range(3)]
    ladder = make_ladder(*people)
    played = challenge(ladder, people[2], people[1])

    done = suspend(people[1], GamesAfterSuspension.ANNULLED)
    look()
    assert names(ladder) == [people[0], people[2]]
    assert not Game.objects.get(pk=played.game_id).is_finished
    suspensions.sweep_suspensions(now=NOON + days(1))
    look()

    assert Game.objects.get(pk=played.game_id).result == "Void"
    assert names(ladder) == [people[0], people[2]]
    Decision.objects.filter(pk=done.pk).update(games_stopped_at=None)
    suspensions.stop_clocks_and_withdraw_player(Decision.objects.get(pk=done.pk), NOON)
    assert LadderMove.objects.filter(ladder=ladder, why="suspended").count() == 1, "repeated, it is done once"
