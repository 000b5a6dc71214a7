"""Results as files, by page and by the API; and tie-breaks that the organiser chose."""

from __future__ import annotations

import csv
import io
import json

import pytest
from django.test import Client

from accounts.privacy.account_deletion import delete
from competitions import exporting, tables
from competitions.errors import BadTournament
from competitions.systems.types import Criterion, Kind
from tests.competitions.helpers import look, make_draft, make_open, make_running, white_loses
from tests.factories import NOON

pytestmark = pytest.mark.django_db


def played(rounds=1, **asked_for):
    tournament, people = make_running(4, **asked_for)
    for number in range(1, rounds + 1):
        white_loses(tournament, number)
        look()
    return tournament, people


def test_E97_every_file_has_all_players_and_is_the_same_by_page_and_api():
    tournament, people = played()
    for form, about in exporting.FORMS.items():
        page = Client().get(f"/tournaments/{tournament.pk}/files/{form}/")
        program = Client().get(f"/api/v1/tournaments/{tournament.pk}/files/{form}/")
        assert page.content == program.content, form
        assert page.headers["Content-Type"].startswith(about.media_type)
        assert f"tournament-{tournament.pk}.{form}" in page.headers["Content-Disposition"]
        text = page.content.decode()
        assert all(player.username in text for player in people), form
    assert Client().get(f"/tournaments/{tournament.pk}/files/exe/").status_code == 404
    refused = Client().get(f"/api/v1/tournaments/{tournament.pk}/files/exe/")
    assert (refused.status_code, refused.json()["code"]) == (404, "no_such_file")
    assert Client().get(f"/tournaments/{make_open().pk}/files/h9/").status_code == 404, "before the start"
    assert Client().get(f"/tournaments/{make_draft().pk}/files/h9/").status_code == 404


def test_E97_h9_says_correspondence_and_json_and_csv_agree():
    tournament, _ = played()
    files = {
        form: Client().get(f"/tournaments/{tournament.pk}/files/{form}/").content.decode() for form in exporting.FORMS
    }
    assert "; CL[D]" in files["h9"]
    assert "; EV[Spring Open]" in files["h9"]
    rows = list(csv.DictReader(io.StringIO(files["csv"])))
    lines = json.loads(files["json"])["lines"]
    assert [(row["name"], row["points"]) for row in rows] == [(one["player"], one["values"]["points"]) for one in lines]
    assert [one["place"] for one in lines] == [line.place for line in tables.table_of(tournament).lines]


def test_E93_a_deleted_account_has_no_name_in_a_file():
    tournament, people = played()
    delete(player=people[0], now=NOON)
    for form in exporting.FORMS:
        assert people[0].username not in Client().get(f"/tournaments/{tournament.pk}/files/{form}/").content.decode()


def test_E30_E33_the_organiser_chooses_tie_breaks():
    chosen = (Criterion.SODOS, Criterion.SOSOS, Criterion.LOT)
    tournament, _ = played(played={"kind": Kind.MCMAHON, "tiebreaks": chosen})
    table = tables.table_of(tournament)
    assert table.criteria == [Criterion.MMS, *chosen]
    assert len({line.place for line in table.lines}) == 4, "lots part everybody"
    page = Client(headers={"Accept-Language": "en"}).get(f"/tournaments/{tournament.pk}/").content.decode()
    assert "MMS, SODOS, SOSOS, Lot" in page
    for wrong in ((Criterion.SOS, Criterion.SOS), (Criterion.SEED,)):
        with pytest.raises(BadTournament):
            make_draft(played={"tiebreaks": wrong})
