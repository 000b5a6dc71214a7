"""The start-up prepares everything once, and the first request finds it ready."""

import gc
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
import redis
from django.contrib.staticfiles.finders import get_finder
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.template import engines
from django.template.base import Template
from django.test import Client
from django.urls import clear_url_caches
from django.urls.resolvers import URLResolver
from django.utils import timezone

from accounts.security.tokens import NewToken, make_token
from foundation import dispatch, statements
from goserver import preparing
from goserver.startup import warming
from tests.factories import make_game, to_act
from tests.support.servers import free_port


@pytest.fixture
def commands(monkeypatch, settings, tmp_path):
    """The commands that were called instead of run, with folders of its own."""
    called = []

    def call(name, **options):
        called.append(name)
        if name == "collectstatic":
            settings.STATIC_ROOT.mkdir(exist_ok=True)
            (settings.STATIC_ROOT / "staticfiles.json").touch()

    monkeypatch.setattr(preparing, "call_command", call)
    settings.DATA_DIR, settings.STATIC_ROOT = tmp_path, tmp_path / "static"
    settings.STATICFILES_DIRS = [tmp_path / "sources"]
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    (tmp_path / "sources").mkdir()
    (tmp_path / "sources" / "site.css").write_text("body {}")
    get_finder.cache_clear()
    yield called
    get_finder.cache_clear()


@pytest.mark.django_db
def test_a_database_is_migrated_when_it_lacks_something_and_only_then(commands):
    preparing.apply_migrations()
    assert commands == []

    MigrationRecorder.Migration.objects.filter(app="study").delete()
    preparing.apply_migrations()

    assert commands == ["migrate"]


def test_static_files_are_collected_when_one_of_them_has_changed_and_only_then(commands, tmp_path):
    preparing.collect_static_files()
    preparing.collect_static_files()
    assert commands == ["collectstatic"]

    (tmp_path / "sources" / "site.css").write_text("body { color: black }")
    preparing.collect_static_files()
    assert commands == ["collectstatic"] * 2

    (tmp_path / "static" / "staticfiles.json").unlink()
    preparing.collect_static_files()
    preparing.collect_static_files()
    assert commands == ["collectstatic"] * 3


@pytest.fixture(autouse=True)
def _own_garbage(monkeypatch):
    """Undo the settings of a serving process in the test process."""
    monkeypatch.setattr(gc, "freeze", lambda: None)
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)


@pytest.fixture
def work(monkeypatch):
    """Record compiled templates and address tables, in a process that has none yet."""
    done, compile_nodes, populate = [], Template.compile_nodelist, URLResolver._populate

    def compiled(template):
        done.append(template.name)
        return compile_nodes(template)

    def populated(resolver):
        done.append(resolver)
        return populate(resolver)

    monkeypatch.setattr(Template, "compile_nodelist", compiled)
    monkeypatch.setattr(URLResolver, "_populate", populated)
    clear_url_caches()
    for loader in engines["django"].engine.template_loaders:
        loader.reset()
    return done


@pytest.mark.django_db(transaction=True)
def test_the_first_page_compiles_no_template_and_no_address(work, caplog):
    game = make_game(moves="E5 D4")
    warming.warm_up()
    assert len(work) > 100
    assert not caplog.records
    work.clear()

    for path in ("/", game.get_absolute_url(), f"/api/v1/games/{game.pk}/", "/accounts/login/", "/help/", "/rules/"):
        assert Client().get(path).status_code in (200, 404)

    assert work == []


@pytest.mark.django_db(transaction=True)
def test_what_answers_leave_behind_is_freed_in_small_portions():
    """A process that frees forty thousand objects at once answers no one for a tenth of a second."""
    portions, game = [], make_game(moves="E5 D4")
    gc.set_threshold(50_000, 20, 20)
    warming.warm_up()
    warming.collect_garbage_often()
    gc.collect()  # what other tests have left behind

    gc.callbacks.append(lambda phase, text: portions.append(text["collected"]) if phase == "stop" else None)
    for _ in range(200):
        Client().get(f"/api/v1/games/{game.pk}/")
    gc.callbacks.pop()

    assert sum(portions) > 20_000
    assert max(portions) < 10_000


@pytest.mark.django_db(transaction=True)
def test_the_first_move_knows_how_the_rows_that_it_needs_are_read():
    game = make_game(moves="E5", now=timezone.now())
    _, text = make_token(player=to_act(game), wanted=NewToken("test", ["game:play"], 1), now=timezone.now())
    statements._column_readers.cache_clear()
    warming.warm_up()
    found_out = statements._column_readers.cache_info().misses

    done = Client().post(
        f"/api/v1/games/{game.pk}/actions/",
        {"kind": "play", "point": "D4", "expected": 1},
        content_type="application/json",
        headers={"Authorization": f"Bearer {text}", "Idempotency-Key": "first"},
    )

    assert done.status_code == 200
    assert found_out == statements._column_readers.cache_info().misses > 0


@pytest.mark.django_db(transaction=True)
def test_what_cannot_be_warmed_keeps_no_process_from_serving(monkeypatch, caplog):
    monkeypatch.setattr(warming, "compile_statements", lambda *models: 1 / 0)

    warming.warm_up()

    assert "slow" in caplog.text


@pytest.mark.django_db(transaction=True)
def test_a_page_that_fails_before_the_first_request_is_logged(monkeypatch, caplog):
    monkeypatch.setattr(warming, "PAGES", ("/g/1/",))  # there is no game

    warming.warm_up()

    assert "answered with 404" in caplog.text


@pytest.mark.django_db(transaction=True)
def test_each_thread_is_connected_and_looks_at_the_newest_public_game_before_the_first_request(monkeypatch):
    game, _ = make_game(), make_game(private=True)
    asked, together = [], threading.Barrier(2)
    monkeypatch.setattr(warming, "_request_page", asked.append)

    def is_connected():
        together.wait(30)
        found = connection.connection is not None
        connection.close()
        return found

    with ThreadPoolExecutor(2) as threads:
        warming.warm_threads(threads, 2)
        assert [one.result() for one in [threads.submit(is_connected) for _ in range(2)]] == [True] * 2

    assert sorted(asked) == [f"/api/v1/games/{game.pk}/"] * 2 + [game.get_absolute_url()] * 2


@pytest.mark.postgres
def test_what_publishes_is_used_once_before_the_first_request(monkeypatch, settings):
    settings.WORKER_EXPECTED = True
    monkeypatch.setattr(warming, "_warm_thread", lambda together: None)
    broker = redis.Redis.from_url(settings.REDIS_URL)
    with ThreadPoolExecutor(1) as threads, broker.pubsub() as received:
        received.psubscribe("*hints*")
        received.get_message(timeout=5)
        warming.warm_threads(threads, 1)
        shown = received.get_message(timeout=5)
    try:
        assert shown is not None
        assert b"hints" in shown["data"]
        assert dispatch.count_queued_tasks() == 1
    finally:
        broker.delete("celery")


def test_a_worker_that_is_away_is_one_line_a_minute_however_many_tasks_are_done_here(monkeypatch, settings, caplog):
    settings.REDIS_URL = f"redis://127.0.0.1:{free_port()}/0"
    monkeypatch.setattr(dispatch, "_warned", {})

    assert not any(dispatch._enqueue(f"task.{number}") for number in range(3))

    assert [record.getMessage() for record in caplog.records if record.name == dispatch.__name__] == [
        "the worker could not be asked (ConnectionError): task.0 is done here"
    ]
