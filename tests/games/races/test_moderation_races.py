"""Two moderators at the same time, on PostgreSQL: one decides, the other is refused."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import StaffAction
from games import verbs
from games.verbs import Ruling
from moderation import services
from moderation.models import Case, Decision, Report
from moderation.models.case import CaseKind
from moderation.models.decision import Measure
from rules import Color
from tests.factories import act, make_game, make_moderator, make_player, reload, side
from tests.games.races.test_races import at_once
from tests.moderation.helpers import report

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.django_db(transaction=True),
]


def test_of_two_decisions_at_once_one_is_made():
    for measure in (Measure.WARN, Measure.MUTED, Measure.SUSPENDED):
        case, staff, now = (
            report(make_player(), now=timezone.now()),
            [make_moderator() for _ in range(2)],
            timezone.now(),
        )
        sanction = services.Sanction(measure=measure, reason="a reason", until=now + timedelta(days=3))
        calls = [
            lambda one=one, case=case, sanction=sanction: services.decide_case(
                case_id=case.pk, staff=one, sanction=sanction, now=now
            )
            for one in staff
        ]

        outcomes = at_once(*calls)

        assert outcomes.count("ok") == 1
        assert set(outcomes) - {"ok"} <= {"case_over", "case_taken"}
        assert Decision.objects.filter(case=case).count() == 1
        assert StaffAction.objects.filter(about__case=case.pk).count() == 1


def test_of_two_who_take_a_case_at_once_one_has_it():
    case = report(make_player(), now=timezone.now())
    calls = [
        lambda one=one: services.assign_case(case_id=case.pk, staff=one, now=timezone.now())
        for one in [make_moderator() for _ in range(4)]
    ]

    assert Counter(at_once(*calls)) == {"ok": 1, "case_taken": 3}


def test_many_reports_at_once_are_one_case_with_all_of_them():
    player = make_player()
    target = services.target_player(make_player(), player.username)
    calls = [
        lambda one=one: services.report_player(
            target=target, complaint=services.ReportContent(CaseKind.ABUSE, one, "x"), now=timezone.now()
        )
        for one in [make_player() for _ in range(8)]
    ]

    assert Counter(at_once(*calls)) == {"ok": 8}
    assert Case.objects.get().score == 8
    assert Report.objects.count() == 8


def test_a_report_of_stalling_and_a_ruling_at_once_harm_nothing():
    for _ in range(5):
        game = make_game(moves="E5 D4 pass pass", now=timezone.now())
        white, staff = side(game, Color.WHITE), make_moderator()
        now = timezone.now()
        calls = [
            lambda game=game, white=white: act(game, verbs.ReportStalling, by=white, now=now, expected=4),
            lambda game=game, staff=staff: act(
                game, verbs.Decide, by=staff, ruling=Ruling.WHITE, reason="x", now=now, expected=4
            ),
        ]

        outcomes = at_once(*calls)

        assert set(outcomes) <= {"ok", "game_over"}  # a report makes no ruling stale (R45)
        assert "ok" in outcomes
        assert reload(game).number == 4 + outcomes.count("ok")
