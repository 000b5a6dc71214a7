"""Results as files, on the page and in the API, and tie-breaks that the organiser chose."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from datetime import timedelta

import pytest
from django.test import Client

from accounts.core import site
from accounts.models import Player
from accounts.privacy.account_deletion import delete
from games.models import Game
from rules.clock import TimeControl
from tests.factories import NOON
from tests.tournaments.helpers import look, lose, make_draft, make_open, make_running, pairings, white_loses
from tournaments import exporting, tables
from tournaments.errors import BadTournament
from tournaments.systems.types import Criterion, SystemKind

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


def test_E132_the_page_has_one_file_for_the_egd_also_for_directors():
    tournament, _ = played()
    for visitor, path in ((None, "files/h9/"), (tournament.owner, "federation-files/egd/")):
        client = Client()
        if visitor is not None:
            client.force_login(visitor)
        page = client.get(f"/tournaments/{tournament.pk}/standings/").content.decode()
        assert page.count("European Go Database (.h9)") == 1
        assert f"/tournaments/{tournament.pk}/{path}" in page


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
    assert [one["place"] for one in lines] == [line.place for line in tables.standings_table_of(tournament).lines]


def test_E132_files_have_the_name_that_the_administrator_gave_the_server(settings, monkeypatch):
    settings.IGO_SITE_NAME = ""
    monkeypatch.setattr(site, "known", site.CachedSiteSettings(name="Club of Turku"))
    tournament, _ = played()
    assert "; PC[EU, Club of Turku]" in Client().get(f"/tournaments/{tournament.pk}/files/h9/").content.decode()
    browser = Client()
    browser.force_login(tournament.owner)
    aga, ffg = (
        browser.post(f"/tournaments/{tournament.pk}/federation-files/{form}/").content.decode("latin-1")
        for form in ("aga", "ffg")
    )
    assert (aga.splitlines()[0], ";vill=Club of Turku" in ffg) == ("TOURNEY Spring Open, Club of Turku", True)
    assert (tournament.rule_set, "rules=" in aga) == ("brainking", False), "rules that the AGA does not know"


def test_E97_E132_h9_has_country_and_place_and_the_adjusted_time(settings):
    settings.IGO_SITE_NAME = "Go in Turku"
    tournament, _ = played()
    text = Client().get(f"/tournaments/{tournament.pk}/files/h9/").content.decode()
    assert "; PC[EU, Go in Turku]" in text
    Player.objects.filter(pk=tournament.owner.pk).update(country="GB")
    text = Client().get(f"/tournaments/{tournament.pk}/files/h9/").content.decode()
    assert "; PC[UK, Go in Turku]" in text, "the organiser's country, as the EGD writes it"
    assert f"; TM[{exporting.adjusted_minutes(tournament.agreed_time)}]" in text
    assert "; TM[0]" not in text


@pytest.mark.parametrize(
    ("control", "minutes"),
    [
        (TimeControl.absolute(timedelta(hours=1)), 60),
        (TimeControl.byo_yomi(timedelta(hours=1), 5, timedelta(minutes=1)), 105),
        (TimeControl.canadian(timedelta(hours=1), 20, timedelta(minutes=10)), 90),
        (TimeControl.fischer(timedelta(hours=1), timedelta(minutes=1), timedelta(hours=2)), 120),
        (TimeControl.days_per_move(timedelta(days=1)), 60 * 24 * 60),
    ],
)
def test_E97_adjusted_time_is_main_time_and_45_moves_of_byo_yomi_or_60_others(control, minutes):
    assert exporting.adjusted_minutes(control) == minutes


def test_E93_a_deleted_account_has_no_name_in_a_file():
    tournament, people = played()
    delete(player=people[0], now=NOON)
    for form in exporting.FORMS:
        assert people[0].username not in Client().get(f"/tournaments/{tournament.pk}/files/{form}/").content.decode()


def test_E30_E33_the_organiser_chooses_tie_breaks():
    chosen = (Criterion.SODOS, Criterion.SOSOS, Criterion.LOT)
    tournament, _ = played(played={"kind": SystemKind.MCMAHON, "tiebreaks": chosen})
    table = tables.standings_table_of(tournament)
    assert table.criteria == [Criterion.MMS, *chosen]
    assert len({line.place for line in table.lines}) == 4, "lots part everybody"
    page = Client(headers={"Accept-Language": "en"}).get(f"/tournaments/{tournament.pk}/").content.decode()
    assert "MMS, SODOS, SOSOS, Lot" in page
    for wrong in ((Criterion.SOS, Criterion.SOS), (Criterion.SEED,)):
        with pytest.raises(BadTournament):
            make_draft(played={"tiebreaks": wrong})


def test_E97_finished_games_are_in_one_archive_and_those_that_run_or_are_private_are_not():
    tournament, _ = make_running(4)
    first, second = pairings(tournament, 1)
    for path in (f"/tournaments/{tournament.pk}/games.zip", f"/api/v1/tournaments/{tournament.pk}/games.zip"):
        assert names_in(path) == []
    lose(first, first.white.player)
    for path in (f"/tournaments/{tournament.pk}/games.zip", f"/api/v1/tournaments/{tournament.pk}/games.zip"):
        assert names_in(path) == [f"r01-b001-{first.game_id}.sgf"]
    assert Client().get(f"/tournaments/{make_draft().pk}/games.zip").status_code == 404
    Game.objects.filter(pk=first.game_id).update(private=True)
    assert names_in(f"/tournaments/{tournament.pk}/games.zip") == []
    assert second.game is not None


def names_in(path: str) -> list[str]:
    """The files of an archive; each is a record with a result."""
    answer = Client().get(path)
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/zip")
    archive = zipfile.ZipFile(io.BytesIO(b"".join(answer.streaming_content)))
    assert all(b"RE[B+R" in archive.read(name) for name in archive.namelist())
    return archive.namelist()
