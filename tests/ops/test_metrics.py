"""Monitoring: metrics for Prometheus, and the Grafana board."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import urllib.error
import urllib.request
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.mail import EmailMessage
from django.db import DatabaseError, connection
from django.test import RequestFactory
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from accounts.core import outbox
from games.services.timeouts import apply_timeout
from games.signals import game_event
from goserver.metrics import process, stored
from goserver.metrics.exposition import metrics_text, metrics_view
from tests.factories import make_game, play
from tests.support.databases import put_migrated
from tests.support.servers import free_port, wait_until_open

ROOT = Path(__file__).resolve().parents[2]


def read(text: str) -> dict[str, float]:
    """The value of each sample by its name and its labels."""
    samples = [sample for family in text_string_to_metric_families(text) for sample in family.samples]
    return {" ".join([one.name, *one.labels.values()]): one.value for one in samples}


@pytest.fixture
def scrape(monkeypatch):
    """Return a function that reads the metrics as a permitted scraper."""

    def ask() -> dict[str, float]:
        monkeypatch.setattr("goserver.metrics.exposition._collector", stored.StoredMetricsCollector())
        return read(metrics_text().decode())

    return ask


@pytest.fixture
def counting():
    """As where metrics are switched on."""
    game_event.connect(process._count_action_on_commit)
    yield
    game_event.disconnect(process._count_action_on_commit)


@pytest.mark.django_db
def test_moves_and_deadlines_are_counted_when_they_are_committed(counting, scrape, django_capture_on_commit_callbacks):
    game, before = make_game(), scrape()
    with django_capture_on_commit_callbacks(execute=True):
        play(game, "E5")
        play(game, "D4")
    with django_capture_on_commit_callbacks(execute=False):
        play(game, "C3")  # undone
    game.refresh_from_db()
    with django_capture_on_commit_callbacks(execute=True):
        assert apply_timeout(game_id=game.pk, now=game.deadline + timedelta(minutes=1))

    after = scrape()
    changed = {name: after[name] - before.get(name, 0) for name in after if "total" in name or "lag" in name}
    assert changed["igo_moves_total play"] == 2
    assert changed["igo_deadlines_swept_total"] == changed["igo_deadline_lag_seconds_count"] == 1


@pytest.mark.django_db
def test_counting_a_move_asks_the_database_nothing(request):
    def statements() -> int:
        game = make_game()
        with CaptureQueriesContext(connection) as asked:
            play(game, "E5")
        return len(asked)

    before = statements()
    request.getfixturevalue("counting")

    assert statements() == before


@pytest.mark.django_db
def test_what_waits_is_measured_and_queried_once_in_ten_seconds(scrape):
    now = timezone.now()
    make_game(now=now)
    outbox.store_email(EmailMessage("Hello", "text", "a@b.example", ["c@d.example"]), now=now - timedelta(hours=1))

    found = scrape()

    assert found["igo_database_up"] == 1
    assert found["igo_games_running play"] == 1
    assert (found["igo_emails_waiting"], found["igo_email_oldest_seconds"] >= 3600) == (1, True)
    assert found["igo_deadlines_overdue"] == found["igo_webhooks_waiting"] == found["igo_sockets_open"] == 0
    assert [name for name in found if name.startswith("igo_build_info")]
    with CaptureQueriesContext(connection) as asked:
        metrics_text()
    assert len(asked) == 0


@pytest.mark.django_db
def test_a_database_that_is_away_is_reported_and_the_rest_is_read_all_the_same(monkeypatch, scrape):
    def away(now):
        raise DatabaseError

    monkeypatch.setattr(stored, "_game_metrics", away)

    found = scrape()

    assert found["igo_database_up"] == 0
    assert "igo_emails_waiting" not in found
    assert "igo_clock_difference_seconds" in found


def test_strangers_find_nothing(settings):
    def status(settings_, address="192.0.2.9", **headers) -> int:
        settings.IGO_METRICS_TOKEN, settings.IGO_METRICS_NETWORKS = settings_
        request = RequestFactory().post if headers.pop("post", False) else RequestFactory().get
        return metrics_view(request("/metrics", REMOTE_ADDR=address, headers=headers)).status_code

    by_token, by_network, by_both = ("s3cret", []), ("", ["192.0.2.0/24"]), ("s3cret", ["192.0.2.0/24"])
    right = {"Authorization": "Bearer s3cret"}
    for strange in ({}, {"Authorization": "Bearer other"}, {"Authorization": "s3cret"}, {"Authorization": "Bearer é"}):
        assert status(by_token, **strange) == status(by_both, **strange) == 404
    assert status(by_network, "198.51.100.1") == status(by_both, "198.51.100.1", **right) == 404
    assert status(by_network, "192.0.2.9", post=True) == 404


def test_it_is_off_unless_it_is_switched_on(client):
    assert client.get("/metrics").status_code == 404


def test_each_worker_of_gunicorn_reports_all(tmp_path):
    put_migrated(tmp_path)
    port = free_port()
    environment = {**os.environ, "IGO_DATA_DIR": str(tmp_path), "IGO_BOOTSTRAPPED": "1", "WEB_WORKERS": "2",
                   "IGO_METRICS_TOKEN": "s3cret", "TMPDIR": str(tmp_path)}  # fmt: skip
    for name in ("DATABASE_URL", "REDIS_URL", "DJANGO_ALLOW_ASYNC_UNSAFE"):
        environment.pop(name, None)
    command = ["-m", "gunicorn", "goserver.wsgi", "--config", "deploy/gunicorn.py", "--bind", f"127.0.0.1:{port}"]

    def get(path: str, **headers: str) -> str:
        asked = urllib.request.Request(f"http://127.0.0.1:{port}{path}", headers=headers)
        with urllib.request.urlopen(asked) as answer:
            return str(answer.read().decode())

    def pages() -> float:
        found = read(get("/metrics", Authorization="Bearer s3cret"))
        return sum(value for name, value in found.items() if "responses_total_by_status_view_method" in name)

    with subprocess.Popen([sys.executable, *command], cwd=ROOT, env=environment) as server:
        try:
            assert wait_until_open(port)
            with pytest.raises(urllib.error.HTTPError, match="404"):
                get("/metrics")
            before = pages()
            for _ in range(12):
                get("/api/v1/games/")
            assert [pages() - before for _ in range(6)] == [12] * 6
        finally:
            server.terminate()
    assert not list(tmp_path.glob("igo-metrics-*"))


@pytest.mark.django_db
def test_every_metric_of_the_board_and_of_the_alerts_exists(scrape):
    """The library names the metrics of django-prometheus; the server's own samples all exist before anything
    happens."""
    from django_prometheus import middleware  # noqa: F401

    process.MOVES.labels("play")
    known = {re.sub(r"_(total|bucket|sum|count|created)$", "", name.split(" ")[0]) for name in scrape()}
    known |= {"igo_redis_up", "igo_task_queue"}
    known |= {name.removesuffix("_total") for name in _of_django()}
    board = json.loads((ROOT / "deploy" / "grafana.json").read_text())
    asked = [target["expr"] for panel in board["panels"] for target in panel.get("targets", [])]
    asked += re.findall(r"expr: (.+)", (ROOT / "deploy" / "prometheus-alerts.yml").read_text())
    named = {name for text in asked for name in re.findall(r"\b((?:igo|django)_[a-z_]+)\b", text)}

    assert len(asked) > 20
    assert {re.sub(r"_(total|bucket|sum|count)$", "", name) for name in named} <= known


def _of_django() -> list[str]:
    from django_prometheus.middleware import Metrics

    return [metric._name for metric in vars(Metrics.get_instance()).values()]
