"""The true board of a game with hidden stones, for a moderator who investigates a report of it (V63)."""

from __future__ import annotations

import pytest
from django.utils import timezone

from moderation import services
from moderation.errors import NoHiddenBoardToView
from moderation.models import BoardLook, Case
from moderation.models.case import CaseKind
from rules import Color
from rules.variants import HiddenInformation, Variant, ViewKind
from tests.factories import make_game, make_moderator, make_player, play, side
from tests.moderation.helpers import report
from tests.support.browsers import browser

pytestmark = pytest.mark.django_db

BLIND = Variant(view=HiddenInformation(ViewKind.NONE))


def reported(game) -> Case:
    """White reports Black, in this game."""
    black, white = side(game, Color.BLACK), side(game, Color.WHITE)
    complaint = services.ReportContent(CaseKind.PROGRAM, white, "how does Black know?")
    target = services.target_game(white, game.pk, black.username)
    return services.report_player(target=target, complaint=complaint, now=timezone.now()).case


def test_a_moderator_looks_at_the_true_board_of_a_reported_game_and_it_is_written_down_V63():
    game = make_game(variant=BLIND, moves="A2 H8 B1", now=timezone.now())
    case, staff, other = reported(game), make_moderator(), make_moderator()
    page = browser(staff).get(f"/mod/case/{case.pk}/").content.decode()
    assert "Show true board" in page
    assert "The players can't see this" not in page

    seen = browser(staff).post(f"/mod/case/{case.pk}/look/", follow=True).content.decode()

    assert "The players can't see this" in seen
    assert " 2 X . . . . . . . ." in seen
    assert " 8 . . . . . . . O ." in seen
    look = BoardLook.objects.get()
    assert (look.by, look.number, look.case) == (staff, game.number, case)
    services.release_case(case_id=case.pk, staff=staff, now=timezone.now())
    others = browser(other).get(f"/mod/case/{case.pk}/").content.decode()
    assert f"{staff.username}</bdi>" in others.split("Moderators who viewed the true board")[1]
    assert " 2 X . . ." not in others
    assert " 2 X . . ." not in browser(staff).get(game.get_absolute_url()).content.decode()


def test_a_look_is_at_one_position_and_the_same_one_is_written_down_once_V63():
    game = make_game(variant=BLIND, moves="A2 H8 B1", now=timezone.now())
    case, staff = reported(game), make_moderator()
    for _ in range(2):
        services.record_board_view(case_id=case.pk, staff=staff, now=timezone.now())
    assert BoardLook.objects.count() == 1

    play(game, "J1", now=timezone.now())
    page = browser(staff).get(f"/mod/case/{case.pk}/").content.decode()

    assert " 1 . X . . . . . . O" not in page
    assert "Show true board" in page


@pytest.mark.parametrize("variant", [BLIND, Variant()])
def test_nothing_is_looked_at_without_a_report_or_where_nothing_is_hidden_V63(variant):
    game = make_game(variant=variant, moves="A2 H8 B1", now=timezone.now())
    if variant.plain:
        case = reported(game)
    else:
        case = Case.objects.create(kind=CaseKind.SIGNAL, game=game, opened_at=timezone.now())
    staff = make_moderator()

    with pytest.raises(NoHiddenBoardToView):
        services.record_board_view(case_id=case.pk, staff=staff, now=timezone.now())

    answer = browser(staff).post(f"/mod/case/{case.pk}/look/")
    assert answer.status_code == 409
    assert browser(make_player()).post(f"/mod/case/{case.pk}/look/").status_code == 404
    assert not BoardLook.objects.exists()


def test_V63_nothing_is_looked_at_in_a_case_about_no_game():
    case = report(make_player(), now=timezone.now())
    with pytest.raises(NoHiddenBoardToView):
        services.record_board_view(case_id=case.pk, staff=make_moderator(), now=timezone.now())
