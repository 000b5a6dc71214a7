"""The last result of a stage can be reversed before the next stage starts (E21, E101)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.factories import NOON
from tests.tournaments.helpers import asked, look, lose, pairings, white_loses
from tests.tournaments.test_sections import sections
from tournaments.access import current_stage
from tournaments.models import LogLine, NextStage, RoundState, SectionAssignment
from tournaments.services import directing, due, proposing
from tournaments.services.advancing import ROUND_PAUSE
from tournaments.systems.types import Criterion

pytestmark = pytest.mark.django_db


def advancing(tournament):
    """The entries in the current stage."""
    return {pk for ids in current_stage(tournament).groups for pk in ids}


def test_E101_the_last_result_of_a_stage_can_be_reversed_until_the_next_stage_has_a_published_round():
    tournament, _people = sections(6, best=2)
    tournament.stages.update(drawing=SectionAssignment.HAND)
    for number in (1, 2):
        white_loses(tournament, number)
        look()
    one, other = pairings(tournament, 3)
    lose(one, one.white.player)
    seat, owner = (3, other.board), asked(tournament.owner)
    directing.set_result(owner, tournament.pk, seat, ("black_wins", "by phone"))
    look()
    assert current_stage(tournament).number == 2

    directing.set_result(owner, tournament.pk, seat, ("", "a mistake"))

    assert (current_stage(tournament).number, tournament.rounds.count()) == (1, 3), "the next stage is discarded"
    assert tournament.rounds.get(number=3).state == RoundState.PLAYING
    lose(other, other.black.player)
    look()
    assert other.white_id in advancing(tournament)
    assert other.black_id not in advancing(tournament)
    made = proposing.propose_next_round(owner, tournament.pk)
    proposing.publish_proposal(owner, tournament.pk, made.proposal)
    directing.set_result(owner, tournament.pk, seat, ("", "a mistake"))
    assert tournament.rounds.get(number=3).state == RoundState.DONE, "E92: a published round stays"


@pytest.mark.parametrize("then", [NextStage.KNOCKOUT, NextStage.SECTIONS])
def test_E21_the_next_stage_starts_a_minute_after_a_directors_result(then):
    tournament, _people = sections(6, best=2, then=then, tiebreaks=[Criterion.RATING])
    for number in (1, 2):
        white_loses(tournament, number)
        look()
    one, other = pairings(tournament, 3)
    lose(one, one.white.player)
    tournament.entries.filter(pk=other.black_id).update(rating=3000)
    owner, before = asked(tournament.owner), NOON + ROUND_PAUSE - timedelta(seconds=1)
    directing.set_result(owner, tournament.pk, (3, other.board), ("black_wins", "a wrong click"))
    due.run_all_background_steps(NOON)
    due.run_all_background_steps(before)
    assert tournament.rounds.filter(number__gt=3).exclude(state=RoundState.PLANNED).count() == 0
    assert other.black_id in advancing(tournament), "all three players of the section tie, and the rating decides"

    directing.set_result(asked(tournament.owner, before), tournament.pk, (3, other.board), ("white_wins", "mistake"))
    due.run_all_background_steps(before)
    advanced = advancing(tournament)
    look(before + ROUND_PAUSE)

    assert tournament.rounds.get(number=4).state == RoundState.PLAYING
    assert other.black_id not in advanced
    assert advanced >= {pk for one in pairings(tournament, 4) for pk in (one.black_id, one.white_id)}
    assert not LogLine.objects.filter(act="stray_stage").exists(), "no one advanced by the wrong result"
