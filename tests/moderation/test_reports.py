"""Reporting: permissions, subjects, and how reports become cases."""

from decimal import Decimal

import pytest

from accounts.core.audit import StaffContext
from accounts.core.lookup import NoSuchPlayer
from accounts.core.restrictions import Suspended, restrict_player
from accounts.models import Player
from accounts.models.restriction import RestrictionKind as Restrict
from games.errors import NoSuchGame, TextTooLong
from games.services import chat
from moderation import services
from moderation.errors import CannotReport, NoSuchMessage, TooManyReports
from moderation.models import Case, Report
from moderation.models.case import GROUPS, CaseKind
from moderation.models.decision import Measure
from moderation.services.reports import reporter_weight
from notifications.models import Notice
from rules import Color
from tests.factories import NOON, days, make_game, make_moderator, make_player, side
from tests.moderation.helpers import decide, insult, report

pytestmark = pytest.mark.django_db


def test_a_report_opens_a_case_and_those_who_keep_order_hear_of_it():
    helper, player = make_moderator(grade="helpers"), make_player()

    case = report(player, kind=CaseKind.SANDBAGGING, text="resigns when ahead")

    assert (case.player, case.kind, case.score, case.is_open) == (player, "sandbagging", Decimal("1.00"), True)
    notice = Notice.objects.get(kind="case_waits")
    assert (notice.player, notice.path) == (helper, f"/mod/case/{case.pk}/")


def test_reports_about_one_person_and_one_kind_of_thing_are_one_case():
    player = make_player()

    cases = [report(player, kind=kind) for kind in (CaseKind.ABUSE, CaseKind.PROFILE, CaseKind.ABUSE)]

    assert len({case.pk for case in cases}) == 1
    assert cases[-1].reports.count() == 3
    assert cases[-1].score == 3
    assert report(player, kind=CaseKind.ESCAPING).pk != cases[0].pk
    assert report(make_player(), kind=CaseKind.ABUSE).pk != cases[0].pk


def test_what_the_same_person_adds_joins_their_report_and_weighs_nothing_more():
    player, reporter = make_player(), make_player()

    report(player, by=reporter, text="first")
    case = report(player, by=reporter, text="second")

    row = Report.objects.get()
    assert row.text == "first\n\nsecond"
    assert case.score == 1


def test_after_a_decision_a_new_report_opens_a_new_case():
    player = make_player()
    first = report(player)
    decide(first, make_moderator(), Measure.WARN)

    assert report(player).pk != first.pk


def test_reporters_who_were_right_weigh_more_than_those_who_were_not():
    moderator, good, bad = make_moderator(), make_player(), make_player()
    for reporter, measure in ((good, Measure.WARN), (bad, Measure.NONE)) * 8:
        decide(report(make_player(), by=reporter), moderator, measure)

    assert reporter_weight(good) == Decimal("1.40")
    assert reporter_weight(bad) == Decimal("0.60")
    assert reporter_weight(make_player()) == 1
    assert report(make_player(), by=good).score == Decimal("1.40")


def test_the_evidence_is_kept_as_it_was():
    game = make_game()
    black, white = side(game, Color.BLACK), side(game, Color.WHITE)
    message = insult(game, black, "fool")

    target = services.target_message(white, message.pk)
    row = services.report_player(target=target, complaint=services.ReportContent(CaseKind.ABUSE, white, ""), now=NOON)
    chat.hide_message(message_id=message.pk, reason="insult", now=NOON)

    assert row.case.player == black
    assert row.evidence[0]["text"] == "fool"
    assert row.game == game


def test_in_a_game_the_opponent_is_meant_and_spectators_say_whom():
    game = make_game()
    black, white = side(game, Color.BLACK), side(game, Color.WHITE)

    assert services.target_game(black, game.pk).player == white
    assert services.target_game(make_player(), game.pk, black.username).player == black
    for viewer, name in ((make_player(), ""), (black, black.username), (black, make_player().username)):
        with pytest.raises(CannotReport):
            services.target_game(viewer, game.pk, name)


def test_nobody_reports_themselves_or_what_they_may_not_see():
    game = make_game(private=True)
    black = side(game, Color.BLACK)
    message = insult(game, black)

    with pytest.raises(CannotReport):
        report(black, by=black)
    with pytest.raises(NoSuchMessage):
        services.target_message(make_player(), message.pk)
    with pytest.raises(NoSuchMessage):
        services.target_message(make_player(), insult(make_game(black=black), black).pk)
    with pytest.raises(NoSuchGame):
        services.target_game(make_player(), game.pk, black.username)
    with pytest.raises(NoSuchPlayer):
        services.target_player(make_player(), "nobody")
    with pytest.raises(TextTooLong):
        report(black, text="x" * 1001)
    assert not Case.objects.exists()


def test_the_suspended_do_not_report():
    player = make_player()
    restrict_player(player, Restrict.SUSPENDED, NOON + days(1), StaffContext(make_moderator(), NOON, "x"))

    with pytest.raises(Suspended):
        report(make_player(), by=Player.objects.get(pk=player.pk))


def test_twenty_reports_a_day_are_enough():
    reporter = make_player()
    for _ in range(20):
        report(make_player(), by=reporter)

    with pytest.raises(TooManyReports):
        report(make_player(), by=reporter)
    assert Report.objects.count() == Case.objects.count() == 20


def test_the_server_says_what_it_noticed_once():
    player, game = make_player(), make_game()
    target = services.ReportTarget(player, game, {"code": "time_out_wave"})

    assert services.report_finding_once(key="waves:1:2", target=target, now=NOON)
    assert not services.report_finding_once(key="waves:1:2", target=target, now=NOON)
    assert services.report_finding_once(key="waves:1:3", target=target, now=NOON)

    case = Case.objects.get()
    assert (case.kind, case.reports.count(), case.score) == (CaseKind.SIGNAL, 2, 2)


def test_every_kind_belongs_to_a_group():
    assert set(GROUPS) == set(CaseKind)
