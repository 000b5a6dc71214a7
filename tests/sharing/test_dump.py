"""The public dump of a month's finished games (C95)."""

from __future__ import annotations

import hashlib
import json
import zipfile
from datetime import UTC, datetime, timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from sgfmill import sgf

from accounts.privacy.account_deletion import delete
from games import services, verbs
from games.services.idempotency import PlayerRequest
from rules import AfterRejection, Color
from sharing import dump
from tests.factories import act, make_game, make_moderator, make_player, side
from tests.support import games

pytestmark = pytest.mark.django_db
SPRING = datetime(2026, 3, 31, 23, 59, 59, tzinfo=UTC)
CANARY = "kanarienvogel"


@pytest.fixture
def published(settings, tmp_path):
    settings.IGO_DUMP = True
    settings.DATA_DIR = tmp_path

    def of(month="2026-03"):
        output = StringIO()
        call_command("dump_games", *([month] if month else []), stdout=output)
        return tmp_path / "dumps" / (month or "")

    return of


def ended(*, at=SPRING, moves="D4 F6", **terms):
    game = make_game(moves=moves, now=at - timedelta(hours=1), **terms)
    act(game, verbs.Resign, now=at)
    return game


def records_of(folder):
    with zipfile.ZipFile(folder / dump.RECORDS) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def rows_of(folder):
    return [json.loads(line) for line in (folder / dump.ROWS).read_text().splitlines()]


def test_a_month_has_the_public_games_that_ended_in_it_and_its_sums_are_right(published):
    first, second = ended(at=SPRING - timedelta(days=5)), ended(size=13, handicap=2, moves="E5")
    ended(at=SPRING + timedelta(seconds=1))

    folder = published()

    records, rows = records_of(folder), rows_of(folder)
    assert list(records) == [f"2026-03-26-{first.pk}.sgf", f"2026-03-31-{second.pk}.sgf"]
    assert [row["id"] for row in rows] == [first.pk, second.pk]
    for row, text in zip(rows, records.values(), strict=True):
        assert row["sgf"] == text
        assert sgf.Sgf_game.from_string(text).get_root().get("RE") == row["result"]
    for line in (folder / dump.SUMS).read_text().splitlines():
        digest, name = line.split("  ")
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == digest
    assert "Licence: CC0-1.0" in (folder / dump.ABOUT).read_text()
    before = {file.name: file.read_bytes() for file in folder.iterdir()}
    assert {file.name: file.read_bytes() for file in published().iterdir()} == before, "the same again"


def test_nothing_that_is_not_everybodys_is_in_the_dump(published):
    """C1: a canary in every secret."""
    game = games.stopped(black=make_player(), white=make_player())
    black = side(game, Color.BLACK)
    services.send_message(PlayerRequest(black, game.started_at, "k" * 8), game.pk, CANARY)
    services.write_note(game_id=game.pk, player=black, text=CANARY, now=game.started_at)
    act(game, verbs.Propose, dead=games.dead(game, "B5"), now=game.started_at)
    act(game, verbs.Reject, proposal=1, then=AfterRejection.RESUME, reason=CANARY, now=game.started_at)
    act(game, verbs.Resign, now=game.started_at)
    ended(private=True, black=make_player(f"{CANARY}1"))
    make_game(black=make_player(f"{CANARY}2"), now=SPRING)
    annulled = ended(black=make_player(f"{CANARY}3"))
    act(annulled, verbs.Annul, by=make_moderator(), reason=CANARY, now=SPRING)
    closed = ended(black=make_player(f"{CANARY}4"))
    pseudonym = side(closed, Color.BLACK)
    delete(player=pseudonym, now=SPRING)
    pseudonym.refresh_from_db()

    folder = published()

    text = "".join([*records_of(folder).values(), *((folder / one).read_text() for one in (dump.ROWS, dump.ABOUT))])
    assert CANARY not in text
    assert pseudonym.username not in text
    assert sorted(row["id"] for row in rows_of(folder)) == [game.pk, closed.pk]
    nameless = next(row for row in rows_of(folder) if row["id"] == closed.pk)["players"][0]
    assert (nameless["username"], nameless["rank"]) == ("", None)


def test_without_leave_nothing_is_written_and_where_it_is_given_people_are_notified(published, settings, tmp_path):
    browser = Client(headers={"Accept-Language": "en"})
    for month, why in (("2026-13", "Write the month"), ("2999-01", "not over"), ("x", "Write the month")):
        with pytest.raises(CommandError, match=why):
            published(month)
    assert "under the licence" in browser.get("/accounts/signup/").content.decode()
    browser.force_login(make_player())
    settings.IGO_DUMP_LICENCE = "ODbL-1.0"
    assert "ODbL-1.0" in browser.get("/settings/data/").content.decode()
    settings.IGO_DUMP = False
    with pytest.raises(CommandError, match="IGO_DUMP is off"):
        published()
    assert "licence" not in browser.get("/settings/data/").content.decode()
    assert not (tmp_path / "dumps").exists()


def test_the_last_whole_month_is_the_one_that_is_over():
    for now, month in (("2026-01-01", "2025-12"), ("2026-03-31", "2026-02"), ("2026-12-05", "2026-11")):
        assert str(dump.Month.last_complete(datetime.fromisoformat(now).replace(tzinfo=UTC))) == month
    december = dump.Month.parse("2025-12")
    assert december.end == datetime(2026, 1, 1, tzinfo=UTC)
