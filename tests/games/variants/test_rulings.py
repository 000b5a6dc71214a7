"""A moderator in games of many colours and of teams: sees the end phase, marks, resumes, adds time, decides (R61, V56,
V58)."""

from __future__ import annotations

import pytest
from django.utils import timezone

from accounts.models import StaffAction
from games import verbs
from games.management.commands.check_games import find_record_faults
from moderation import services
from moderation.errors import AlreadyAppealed, InvolvedInCase
from moderation.models import Case, Decision
from moderation.models.decision import AppealOutcome
from notifications.models import Notice
from rules import AfterRejection, parse_vertex
from rules.clock import TimeControl
from rules.variants import Variant, VariantColors
from rules.variants.presets import PRESETS
from tests import factories
from tests.factories import make_moderator, make_player, reload
from tests.games.pages.test_counting import post
from tests.games.pages.test_rulings import marked
from tests.support.browsers import browser
from tests.support.callers import Caller
from tests.support.seated import seated

pytestmark = pytest.mark.django_db
SCOPES = ["game:play", "moderation:write"]
WHY = "Red's corner is dead."
STONES = "A1 A9 J1 J9 B2 B8 H2 H8 C3 C7 G3 G7"
"""A corner each, of Black, White, Red and Blue."""


def act(game, verb, **expected):
    return factories.act(game, verb, **{"now": timezone.now(), **expected})


def stopped(variant=Variant(colors=VariantColors(4)), moves=STONES, **terms):  # noqa: B008 - a frozen value
    """A game in which everyone has passed."""
    game = seated(variant, now=timezone.now(), **terms)
    for vertex in moves.split():
        act(game, verbs.Play, point=parse_vertex(vertex, 9, 9))
    for _side in game.agreed_setup.order.colors:
        act(game, verbs.Pass)
    return reload(game)


def people(game):
    return [seat.player for seat in game.seat_list()]


def results(game):
    return [seat.result for seat in reload(game).seat_list()]


def test_a_moderator_who_was_called_sees_the_end_phase_of_four_and_ranks_the_sides_R61_V56_V58():
    game, moderator = stopped(), make_moderator()
    for number in (1, 2):
        act(game, verbs.Propose, dead=[])
        act(game, verbs.Reject, proposal=number, then=AfterRejection.MARK, reason="")
    act(game, verbs.CallReferee, by=people(game)[3])
    act(game, verbs.Propose, dead=[parse_vertex("J1", 9, 9)])
    assert Notice.objects.filter(player=moderator, kind="referee_wanted").exists()

    staff = browser(moderator)
    page = staff.get(f"/g/{game.pk}/decide/").content.decode()

    assert marked(page) == "J1"
    assert 'aria-label="J 1, red, dead' in page
    for color in ("Black", "White", "Red", "Blue"):
        assert f"{color} wins" in page
        assert f"Place: {color}" in page
    for other in ("Green", "Yellow", "Both players lose"):
        assert other not in page
    assert 'name="place_R" id="ruling_place_R"' in page.replace(" required", "")
    assert '<option value="4" selected>4</option>' in page.split('name="place_R"')[1].split("</select>")[0]

    number, places = reload(game).number, {"place_B": "2", "place_W": "2", "place_R": "4", "place_U": "1"}
    values = {"ruling": "ranking", "reason": WHY}
    assert post(staff, game, "decide", **values, **{**places, "place_R": ""}).status_code == 400
    assert post(staff, game, "decide", **values, **places, place_G="3").status_code == 400
    assert reload(game).number == number
    assert post(staff, game, "decide", **values, **places).status_code == 302

    ended = reload(game)
    assert (ended.result, ended.end_reason, ended.ranking) == ("U+F", "forfeit", ["U", "BW", "R"])
    assert results(game) == ["lost", "lost", "lost", "won"]
    assert set(Notice.objects.filter(kind="game_decided").values_list("player", flat=True)) == {
        player.pk for player in people(game)
    }
    assert StaffAction.objects.get(action="decide").about["ranking"] == ["U", "BW", "R"]
    shown = browser().get(f"/g/{game.pk}/").content.decode()
    assert "Blue won by forfeit" in shown
    assert WHY.replace("'", "&#x27;") in shown


def test_by_program_a_side_wins_and_all_others_share_the_second_place_V58(client):
    game, staff = stopped(), Caller(client, make_moderator(), SCOPES)
    for wrong in (
        {"ruling": "green"},
        {"ruling": "both_lose"},
        {"ruling": "ranking"},
        {"ruling": "ranking", "ranking": ["R", "BW"]},
        {"ruling": "ranking", "ranking": ["R", "BWU", "R"]},
        {"ruling": "ranking", "ranking": ["R", "BWX"]},
        {"ruling": "red", "ranking": ["R", "BWU"]},
    ):
        refused = staff.act(game, "decide", reason=WHY, **wrong)
        assert (refused.status_code, refused.json()["code"]) == (400, "bad_ruling"), wrong

    done = staff.act(game, "decide", ruling="red", reason=WHY).json()

    assert (done["result"], done["outcome"]["ranking"]) == ("R+F", ["R", "UBW"])
    two = factories.make_game(now=timezone.now())
    for wrong in ({"ruling": "red"}, {"ruling": "ranking", "ranking": ["B", "W"]}, {"ruling": "ranking"}):
        assert staff.act(two, "decide", reason=WHY, **wrong).json()["code"] == "bad_ruling"
    refused = staff.act(two, "adjust_clock", side="R", minutes=5, reason=WHY).json()
    assert (refused["code"], list(refused["errors"])) == ("bad_ruling", ["side"])


def test_a_marking_is_set_play_resumed_and_time_added_for_any_side_R61_V55(client):
    game, staff = stopped(time=TimeControl.fischer(*(factories.days(3),) * 3)), Caller(client, make_moderator(), SCOPES)
    act(game, verbs.Resign, by=people(game)[3])
    refused = staff.act(game, "let_resume", first="U", reason=WHY).json()
    assert (refused["code"], list(refused["errors"])) == ("bad_ruling", ["first"])
    page = browser(make_moderator()).get(f"/g/{game.pk}/decide/").content.decode()
    assert '<option value="R">Red</option>' in page
    assert '<option value="G">' not in page
    answer = staff.act(game, "let_resume", first="R", reason=WHY).json()
    assert (answer["stage"], answer["to_play"]) == ("play", "R")
    assert staff.act(game, "adjust_clock", side="R", minutes=90, reason=WHY).status_code == 200
    for _side in range(3):
        act(game, verbs.Pass)

    ended = staff.act(game, "set_marking", dead=["J1", "H2", "G3"], reason=WHY).json()

    assert ended["result"] == reload(game).result
    assert (reload(game).end_reason, reload(game).ranking[-1]) == ("score", "U")


def test_a_pair_is_decided_as_a_team_and_all_four_are_notified_V35():
    game, staff = stopped(PRESETS["pair"], "A1 A9"), browser(make_moderator())
    assert "Place:" not in staff.get(f"/g/{game.pk}/decide/").content.decode()

    assert post(staff, game, "decide", ruling="white", reason=WHY).status_code == 302

    assert reload(game).result == "W+F"
    assert results(game) == ["lost", "won", "lost", "won"]
    assert Notice.objects.filter(kind="game_decided").count() == 4


def test_the_case_of_a_game_of_four_offers_its_sides_and_a_result_is_annulled_after_the_end():
    game, moderator = stopped(), make_moderator()
    case = Case.objects.create(kind="stalling", game=game, player=people(game)[0], opened_at=timezone.now())
    staff = browser(moderator)
    page = staff.get(case.get_absolute_url()).content.decode()
    assert "Blue wins" in page
    assert "Both players lose" not in page
    for number, (verb, fields) in enumerate((("decide", {"ruling": "blue"}), ("annul", {})), game.number):
        ruling = services.CaseRuling(
            verb=verb, fields=fields, reason=WHY, expected=number, key=f"key-{number:06}", ends_case=False
        )
        services.rule_in_case(case_id=case.pk, staff=moderator, ruling=ruling, now=timezone.now())
        if verb == "decide":
            assert reload(game).result == "U+F"
            ruled = staff.get(case.get_absolute_url()).content.decode()
            for seat, place in zip(game.seat_list(), "2221", strict=True):
                of_side = ruled.split(f"{seat.get_color_display()}: <a")[1].split("</li>")[0]
                assert f"/u/{seat.player.username}/" in of_side
                assert f"· Place {place}" in of_side
    ended = reload(game)
    assert (ended.result, ended.end_reason, ended.ranking) == ("Void", "annulled", None)
    assert browser(make_player()).get(f"/g/{game.pk}/").status_code == 200


@pytest.mark.parametrize(
    "variant", [Variant(colors=VariantColors(4)), PRESETS["pair"]], ids=["four colours", "Pair Go"]
)
def test_one_of_many_appeals_once_another_moderator_annuls_and_all_are_notified_R61_V35_V58(variant):
    game, first, other = stopped(variant, "A1 A9"), make_moderator(), make_moderator()
    act(game, verbs.Decide, by=first, ruling=verbs.Ruling.WHITE, reason=WHY)
    decision = Decision.objects.get()
    one, *others = people(game)

    appeal = services.appeal_decision(decision_id=decision.pk, player=others[-1], text="It lives.", now=timezone.now())
    with pytest.raises(AlreadyAppealed):
        services.appeal_decision(decision_id=decision.pk, player=one, text="It lives.", now=timezone.now())
    ruling = services.CaseRuling(verb="annul", reason=WHY, expected=reload(game).number, key="annul-it")
    with pytest.raises(InvolvedInCase):
        services.rule_in_case(case_id=appeal.case_id, staff=first, ruling=ruling, now=timezone.now())
    services.rule_in_case(case_id=appeal.case_id, staff=other, ruling=ruling, now=timezone.now())
    verdict = services.AppealAnswer(AppealOutcome.CHANGED, WHY)
    services.answer_appeal(case_id=appeal.case_id, staff=other, verdict=verdict, now=timezone.now())

    ended = reload(game)
    assert (ended.result, ended.end_reason, ended.ranking) == ("Void", "annulled", None)
    assert set(results(game)) == {"none"}
    assert find_record_faults(ended) == []
    notices = Notice.objects.filter(kind__in=("order_decided", "appeal_answered")).values_list("player", flat=True)
    assert set(notices) == {player.pk for player in people(game)}
    for player in people(game):
        page = browser(player).get("/decisions/").content.decode()
        assert ("It lives." in page) == (player == others[-1])
        assert ("Another player in the game appealed:" in page) == (player != others[-1])
