"""Programs repeat tournaments and confirm entries (E13), vacations that do not count (E23), the form's texts (E35)."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Game, TimeSettings, Vacation
from games.services import timeouts, vacations
from rules.vacation import LEAD
from tests.factories import make_player
from tests.tournaments.helpers import asked, look, make_running, pairings
from tests.tournaments.test_pages_and_api import program_of, send, signed_in
from tournaments.models import Entry, Tournament
from tournaments.services import entering

pytestmark = pytest.mark.django_db


def test_E13_programs_repeat_a_tournament_until_they_end_the_series():
    directs = program_of(make_player(), "events:direct")
    start = (timezone.now() + timedelta(days=9)).replace(microsecond=0)
    plan = {"name": "Winter Cup", "kind": "swiss", "starting": "date", "terms": {"size": 9, "days": 2}}
    made = send(directs, "/api/v1/tournaments/", **plan, starts_at=start.isoformat(), repeats="week").json()
    assert (made["repeats"], made["next_start"][:10]) == ("week", (start + timedelta(days=7)).date().isoformat())
    path = f"/api/v1/tournaments/{made['id']}/"
    send(directs, f"{path}acts/", act="open")
    look(start)
    look(start + timedelta(days=7))
    following = Tournament.objects.get(previous=made["id"])
    assert following.state == "open"
    ended = send(directs, f"/api/v1/tournaments/{following.pk}/acts/", act="once").json()
    assert (ended["repeats"], ended["next_start"], ended["previous"]) == ("", None, made["id"])


def test_E13_programs_confirm_an_entry_before_the_start():
    start = timezone.now() + timedelta(days=2)
    owner, player = make_player(), make_player()
    plan = {"name": "Winter Cup", "kind": "swiss", "starting": "date", "established": False}
    made = send(
        program_of(owner, "events:direct"), "/api/v1/tournaments/", **plan, starts_at=start.isoformat(),
        terms={"size": 9, "days": 2},
    ).json()  # fmt: skip
    path = f"/api/v1/tournaments/{made['id']}/"
    send(program_of(owner, "events:direct"), f"{path}acts/", act="open")
    entering.enter_tournament(asked(player, timezone.now() - timedelta(days=20)), made["id"])
    look(timezone.now())
    program = program_of(player, "events:play")
    assert program.get(path).json()["answer_by"][:16] == start.isoformat()[:16]

    assert send(program, f"{path}stay/", confirm=True).status_code == 200

    assert program.get(path).json()["answer_by"] is None
    look(start)
    assert Entry.objects.get(player=player).state == "entered"


@pytest.mark.parametrize(("off_time", "counts"), [((), False), (("vacation",), True)])
def test_E23_a_vacation_that_is_forbidden_neither_begins_by_itself_nor_stops_the_clock(off_time, counts):
    tournament, _ = make_running(2)
    game = Game.objects.get(pk=pairings(tournament, 1)[0].game_id)
    Game.objects.filter(pk=game.pk).update(off_time=list(off_time))
    player, due = game.seat_on_turn().player, game.deadline
    TimeSettings.objects.create(player=player, zone="UTC", automatic_vacation=True)

    begun = vacations.start_automatic_vacations(now=due - LEAD / 2)

    assert (begun, Vacation.objects.exists()) == ((1, True) if counts else (0, False))
    if not counts:
        vacations.start_vacation(player=player, now=due - LEAD / 2)
    assert timeouts.apply_timeout(game_id=game.pk, now=due + timedelta(hours=1)) is not counts


def test_E35_the_form_says_that_handicap_games_are_unrated_and_of_which_komi():
    page = signed_in(make_player()).get("/tournaments/new/").content.decode()
    assert "Handicap tournaments are unrated. Handicap games have 0.5 komi, even without stones." in page
