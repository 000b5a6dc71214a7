"""Starting, refusing to start, health, backup and restore."""

from __future__ import annotations

import os
import re
import signal
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
import requests
import yaml
from django.core.management import CommandError, call_command
from django.db import connection
from django.http import HttpResponse
from django.test import Client

from accounts.models import Player
from games import verbs
from goserver.management.commands import demo
from goserver.middleware.every_request import KnownErrorMiddleware, ReceivedAtMiddleware
from goserver.middleware.headers import NO_DEVICES, OURS_ONLY, PERMISSIONS, RESOURCES
from goserver.operations.backup_files import checksum_path
from rules import Color
from tests.factories import act, make_game, reload, side
from tests.support.connections import wait_until_alone
from tests.support.databases import put_demo, put_migrated
from tests.support.programs import need
from tests.support.servers import SECONDS_TO_START, free_port

ROOT = Path(__file__).resolve().parents[2]
GOOD = {
    "IGO_PRODUCTION": "1",
    "SECRET_KEY": "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "ALLOWED_HOSTS": "igo.example.org",
    "EMAIL_URL": "smtp+tls://igo:password@mail.example.org:587",
}


def manage(*arguments: str, env: dict[str, str], folder: Path) -> subprocess.CompletedProcess[str]:
    environment = {k: v for k, v in os.environ.items() if k not in ("DATABASE_URL", "REDIS_URL", "DEBUG")}
    environment |= {"IGO_BOOTSTRAPPED": "1", "IGO_DATA_DIR": str(folder), **env}
    command = [sys.executable, str(ROOT / "manage.py"), *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


@contextmanager
def serving(folder: Path, *arguments: str, **env: str) -> Iterator[str]:
    """Run `serve` on a port of its own until the block ends; gives its address on this machine when it answers."""
    port = free_port()
    environment = {k: v for k, v in os.environ.items() if k not in ("DATABASE_URL", "REDIS_URL", "DEBUG")}
    environment |= {"IGO_BOOTSTRAPPED": "1", "IGO_DATA_DIR": str(folder), **env}
    command = [sys.executable, str(ROOT / "manage.py"), "serve", "--port", str(port), *arguments]
    output = (folder / "output").open("w")
    process = subprocess.Popen(command, env=environment, stdout=output, stderr=output)
    try:
        base, until = f"http://127.0.0.1:{port}", time.monotonic() + SECONDS_TO_START
        while time.monotonic() < until and process.poll() is None:
            try:
                requests.get(f"{base}/healthz", timeout=5)
            except requests.RequestException:
                time.sleep(0.1)
                continue
            break
        yield base
    finally:
        process.terminate()
        process.wait(SECONDS_TO_START)
        output.close()


def test_serve_for_the_network_answers_at_the_addresses_that_it_prints(tmp_path):
    put_migrated(tmp_path)
    with serving(tmp_path, "--host", "0.0.0.0", ALLOWED_HOSTS="go.lan", IGO_HOUSE_BOT="0") as base:
        port = base.rpartition(":")[2]
        printed = (tmp_path / "output").read_text()
        hosts = [f"localhost:{port}", f"go.lan:{port}", f"{socket.gethostname().lower()}:{port}", "other.example"]
        answers = [requests.get(base, headers={"Host": host}, timeout=SECONDS_TO_START) for host in hosts]
        setup = re.search(rf"http://go\.lan:{port}(/first-admin/\S+)", printed)
        form = requests.get(base + setup.group(1), headers={"Host": hosts[1]}, timeout=SECONDS_TO_START)

    assert [answer.status_code for answer in answers] == [200, 200, 200, 400]
    assert "ALLOWED_HOSTS" in answers[-1].text
    assert f"From other machines: http://go.lan:{port}/" in printed
    assert form.ok
    assert "Traceback" not in (tmp_path / "output").read_text()


@pytest.mark.parametrize("seconds", [0.5, 2.0])
def test_ctrl_c_ends_a_start_quietly(tmp_path, seconds):
    """Wherever a start is by then: how far it comes depends on the machine."""
    environment = {**os.environ, "IGO_BOOTSTRAPPED": "1", "IGO_DATA_DIR": str(tmp_path)}
    command = [sys.executable, str(ROOT / "manage.py"), "serve", "--port", str(free_port())]
    process = subprocess.Popen(  # what runs in the background ignores SIGINT, and so would its children
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )  # fmt: skip
    time.sleep(seconds)
    process.send_signal(signal.SIGINT)
    output = process.communicate(timeout=SECONDS_TO_START)[0]

    assert "Traceback" not in output
    assert process.returncode in (0, 130)


def test_ctrl_c_is_quiet_while_a_class_is_being_created(tmp_path):
    (tmp_path / "interrupted.py").write_text(
        "class Interrupts:\n    def __set_name__(self, owner, name):\n        raise KeyboardInterrupt\n\n\n"
        "class Created:\n    attribute = Interrupts()\n"
    )
    done = manage("check", env={"DJANGO_SETTINGS_MODULE": "interrupted", "PYTHONPATH": str(tmp_path)}, folder=tmp_path)

    assert (done.returncode, done.stderr) == (130, "")


def test_a_process_with_unsafe_production_settings_refuses_to_start(tmp_path):
    """One of them; each is refused in tests/goserver/test_configuration.py."""
    done = manage("check", env={**GOOD, "DEBUG": "1"}, folder=tmp_path)

    assert done.returncode != 0
    assert "DEBUG" in done.stderr


def test_text_becomes_markup_in_these_places_only_S22():
    """Where numbers and fixed words are drawn, or escaped pieces joined; and no script writes markup."""
    ours = [path for path in ROOT.glob("[a-z]*/**/*.py") if "tests" not in path.parts]
    marked = [path.relative_to(ROOT).as_posix() for path in ours if "mark_safe(" in path.read_text()]
    scripts = "".join(path.read_text() for path in (ROOT / "static").rglob("*.js"))
    templates = "".join(path.read_text() for path in (ROOT / "templates").rglob("*.html"))

    assert sorted(marked) == [
        "accounts/forms.py",
        "foundation/template_tags.py",
        "games/cards.py",
        "games/views/game_panels/board.py",
        "games/views/game_panels/record.py",
        "machine_review/graph.py",
        "ratings/graph.py",
        "study/views/drawing.py",
        "wording/board_svg.py",
        "wording/stones.py",
        "wording/words.py",
    ]
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(", scripts)
    assert not re.search(r"\|\s*safe\b|autoescape\s+off", templates)


def test_the_secret_key_is_made_once_outside_the_repository_for_the_owner_only(tmp_path):
    keys = [secret_key_of_a_process(tmp_path) for _ in range(2)]
    key = tmp_path / "secret_key"

    assert len(key.read_text()) > 50
    assert keys == [key.read_text()] * 2
    assert key.stat().st_mode & 0o077 == 0


def secret_key_of_a_process(folder: Path) -> str:
    """Return the secret key of a new process, which reads the settings and starts nothing else."""
    environment = {"PATH": os.environ["PATH"], "IGO_DATA_DIR": str(folder)}
    command = [sys.executable, "-c", "from goserver.settings import SECRET_KEY; print(SECRET_KEY)"]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True).stdout.strip()


@pytest.mark.django_db
def test_the_process_is_alive_and_ready():
    client = Client()

    assert client.get("/healthz").status_code == 200
    assert client.get("/readyz").json() == {"database": "ok", "clock": "ok"}


@pytest.mark.parametrize("path", ["/api/v1/games/", "/games/"])
def test_a_database_that_does_not_answer_is_a_503_that_says_when_to_come_back(rf, path):
    from django.db import OperationalError

    middleware = KnownErrorMiddleware(lambda request: None)

    answer = middleware.process_exception(rf.get(path), OperationalError("database is locked"))

    assert answer.status_code == 503
    assert answer["Retry-After"]


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/games/", "/api/v1/games/"])
def test_a_database_that_goes_away_before_the_view_is_a_503_too(monkeypatch, path):
    from django.db import OperationalError

    def gone(*_: object) -> None:
        raise OperationalError("server closed the connection")

    client = Client(raise_request_exception=False)
    client.force_login(Player.objects.create_user("hana"))
    monkeypatch.setattr("django.contrib.auth.middleware.get_user", gone)

    answer = client.get(path)

    assert answer.status_code == 503
    assert answer["Retry-After"]


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/waiting/", "/accounts/login/", "/api/v1/games/"])
def test_every_answer_carries_its_security_headers(path):
    answer = Client().get(path)

    assert "default-src 'self'" in answer["Content-Security-Policy"]
    assert "unsafe-inline" not in answer["Content-Security-Policy"]
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Referrer-Policy"] == "same-origin"
    assert answer["X-Frame-Options"] == "DENY"
    assert "camera=(), " in answer["Permissions-Policy"]
    assert answer["Cross-Origin-Resource-Policy"] == "same-origin"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "more"),
    [
        ("/nowhere/", {}), ("/healthz", {}), ("/readyz", {}), ("/admin/", {}), ("/oauth/authorize", {}),
        ("/games/", {"headers": {"Host": "elsewhere.example"}}), ("/service-worker.js", {}), ("/accounts/signup/", {}),
    ],
)  # fmt: skip
def test_what_no_view_answers_carries_the_headers_of_every_answer_too(path, more):
    answer = Client().get(path, **more)

    assert answer["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "geolocation=()" in answer["Permissions-Policy"]


@pytest.mark.django_db
@pytest.mark.parametrize("status", [200, 304])
def test_static_files_may_be_shown_by_other_sites(rf, status):
    answer = ReceivedAtMiddleware(lambda _: HttpResponse(status=status))(rf.get("/static/img/icon.svg"))

    assert answer["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert "camera=()" in answer["Permissions-Policy"]


def test_the_proxys_own_answers_carry_the_same_headers_as_ours():
    config = (ROOT / "deploy" / "nginx.conf").read_text()

    own = config.count("internal;")
    assert own == 6
    assert config.count(f'add_header {PERMISSIONS} "{NO_DEVICES}" always;') == own
    assert config.count(f"add_header {RESOURCES} {OURS_ONLY} always;") == own


def test_the_compose_file_names_every_part_with_a_health_check():
    compose = yaml.safe_load((ROOT / "docker-compose.yml").read_text())

    assert {"db", "redis", "web", "sockets", "worker", "proxy"} <= set(compose["services"])
    for name in ("db", "redis", "web", "sockets", "worker", "proxy"):
        assert "healthcheck" in compose["services"][name], name
    assert {"database", "redis"} <= set(compose["volumes"])


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_requests_are_bounded_in_time_and_migrations_are_not():
    def bound() -> str:
        with connection.cursor() as cursor:
            cursor.execute("SHOW statement_timeout")
            return cursor.fetchone()[0]

    connection.close()
    assert bound() == "5s"

    call_command("migrate", verbosity=0)

    assert bound() == "0"
    connection.close()


@pytest.mark.django_db(transaction=True)
def test_a_backup_is_drilled_and_brings_every_game_back(tmp_path):
    """On PostgreSQL it is drilled in a database of its own, and what was there before is kept."""
    if connection.vendor == "postgresql":
        need("pg_dump")
    game = make_game(moves="E5 D4 C3 C4")
    copy = tmp_path / "copy"
    call_command("backup", copy)
    act(game, verbs.Resign, by=side(game, Color.BLACK))
    assert reload(game).result == "W+R"

    _restore(copy)

    assert reload(game).result == ""
    assert reload(game).number == 4


def _restore(copy: Path) -> None:
    """SQLite's test database is in use: the copy is looked into instead of being put in its place."""
    if connection.vendor == "postgresql":
        call_command("drill", copy)
        assert wait_until_alone() == 0
        call_command("restore", copy, "--yes")
        (kept,) = (path for path in copy.parent.glob("copy.before-*") if path.suffix != ".sha256")
        assert stat.S_IMODE(kept.stat().st_mode) == 0o600
        assert kept.stat().st_size > 1000
        return
    import sqlite3

    with closing(sqlite3.connect(copy)) as backup:
        connection.ensure_connection()
        backup.backup(connection.connection)


@pytest.mark.django_db(transaction=True)
def test_a_damaged_backup_is_not_restored(tmp_path):
    copy = tmp_path / "copy"
    call_command("backup", copy)
    with copy.open("r+b") as file:
        file.seek(100)
        file.write(b"damage")

    with pytest.raises(CommandError, match="damaged"):
        call_command("restore", copy, "--yes")


@pytest.mark.django_db(transaction=True)
def test_a_backup_that_was_broken_off_never_carries_the_name(tmp_path, monkeypatch):
    copy = tmp_path / "copy"
    monkeypatch.setattr("goserver.management.commands.backup.checksum", lambda path: 1 / 0)

    with pytest.raises(ZeroDivisionError):
        call_command("backup", copy)

    assert list(tmp_path.iterdir()) == []
    assert not checksum_path(copy).exists()


@pytest.mark.nightly
def test_a_backup_on_sqlite_is_restored_in_its_place(tmp_path):
    data = tmp_path / "data"
    copy = tmp_path / "copy"
    put_demo(data)
    assert manage("backup", str(copy), env={}, folder=data).returncode == 0
    (data / "igo.sqlite3").write_bytes(b"")

    done = manage("restore", str(copy), "--yes", env={}, folder=data)

    assert done.returncode == 0, done.stderr
    assert "49 games checked, 0 faults" in done.stdout


@pytest.mark.nightly  # by day the games of tests/moved_clock end so, each with its clock
def test_a_game_whose_time_has_run_out_ends_with_nobody_watching_and_no_worker(tmp_path):
    import sqlite3

    put_demo(tmp_path)
    with closing(sqlite3.connect(tmp_path / "igo.sqlite3")) as database, database:
        database.execute(
            "UPDATE games_game SET clock = json_set(clock, '$.since', '2025-12-01T00:00:00+00:00'),"
            " deadline = '2026-01-01 00:00:00' WHERE id = 1"
        )
    environment = {**os.environ, "IGO_BOOTSTRAPPED": "1", "IGO_DATA_DIR": str(tmp_path), "IGO_WATCH_CLOCK": "0"}
    for name in ("DATABASE_URL", "REDIS_URL"):
        environment.pop(name, None)
    command = [sys.executable, str(ROOT / "manage.py"), "serve", "--port", str(free_port())]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
    try:
        result, until = "", time.monotonic() + SECONDS_TO_START
        while not result and time.monotonic() < until:
            time.sleep(0.5)
            with closing(sqlite3.connect(f"file:{tmp_path}/igo.sqlite3?mode=ro", uri=True)) as database:
                result, reason = database.execute("SELECT result, end_reason FROM games_game WHERE id = 1").fetchone()
    finally:
        process.terminate()
        process.wait(SECONDS_TO_START)

    assert (result, reason) == ("B+T", "time")


def test_the_demo_can_be_made_as_soon_as_a_new_server_answers(tmp_path):
    """The demo's bot creates an account and an administrator signs up while the demo writes, without collisions."""
    put_migrated(tmp_path)
    with serving(tmp_path) as base:
        done = manage("demo", "--password", "as easy as that", "--more", "3", env={}, folder=tmp_path)
        front = requests.get(f"{base}/", timeout=SECONDS_TO_START)

    assert done.returncode == 0, done.stderr
    assert "8 players" in done.stdout
    assert "Making 3 more games in play" in done.stdout
    assert front.ok
    assert "0 faults" in manage("check_games", env={}, folder=tmp_path).stdout


@pytest.mark.django_db(transaction=True)
def test_others_write_between_the_steps_of_the_demo(monkeypatch):
    taken = []

    def write(self, text: str, *_: object, **__: object) -> None:
        taken.append(Player.objects.create_user(f"visitor{len(taken)}", "", is_bot=True))
        assert not connection.in_atomic_block

    monkeypatch.setattr("django.core.management.base.OutputWrapper.write", write)

    call_command("demo")

    assert len(taken) == 8
    assert Player.objects.filter(is_bot=False).count() == 8


@pytest.mark.django_db
def test_a_demo_that_is_stopped_says_how_to_make_it_again(monkeypatch, capsys):
    def stop(_demo):
        raise KeyboardInterrupt

    monkeypatch.setattr(demo.DemoCreator, "steps", stop)

    with pytest.raises(KeyboardInterrupt):
        call_command("demo")

    assert capsys.readouterr().err == "The demo is incomplete. To make it again, use an empty data folder.\n"


@pytest.mark.django_db
def test_the_demo_leaves_a_server_with_people_or_with_its_names_alone():
    admin = Player.objects.create_superuser("aino", "", "correct horse")
    with pytest.raises(CommandError, match="already called aino"):
        call_command("demo")

    admin.is_superuser = False
    admin.save()
    with pytest.raises(CommandError, match="players on this server"):
        call_command("demo")

    assert Player.objects.count() == 1


@pytest.mark.nightly
def test_nobody_waits_for_the_database_while_the_demo_is_made_alongside_a_server_on_sqlite(tmp_path):
    """One who writes all the time, and waits no longer than the server does, always gets the lock."""
    import sqlite3
    import threading

    put_migrated(tmp_path)
    over, writes = threading.Event(), []

    def write() -> None:
        database = sqlite3.connect(tmp_path / "igo.sqlite3", timeout=4, isolation_level=None)
        while not over.wait(0.02):
            database.execute("BEGIN IMMEDIATE")
            database.execute("COMMIT")
            writes.append(1)
        database.close()

    server = threading.Thread(target=write)
    server.start()
    try:
        done = manage("demo", env={}, folder=tmp_path)
    finally:
        over.set()
        server.join(SECONDS_TO_START)

    assert done.returncode == 0, done.stderr
    assert len(writes) > 10
    for command in ("check_games", "check_ratings"):
        assert manage(command, env={}, folder=tmp_path).returncode == 0, command


IN_PRODUCTION = """
from django.core.management import execute_from_command_line
from django.test import Client
execute_from_command_line(["manage.py", "check", "--deploy", "--fail-level", "WARNING"])
from accounts.models import Player
Player.objects.create_user("aino", "", "correct horse")
client = Client(headers={"Host": "igo.example.org", "Referer": "https://igo.example.org/"})
client.get("/accounts/login/", secure=True)
client.post("/accounts/login/", {"login": "aino", "password": "correct horse"}, secure=True)
client.post("/theme/", {"theme": "dark"}, secure=True)
client.post("/language/", {"language": "fi"}, secure=True)
client.post("/settings/play/", {"after_sending": "stay"}, secure=True)
for cookie in client.cookies.values():
    flags = [bool(cookie[name]) for name in ("secure", "httponly")]
    print("cookie", cookie.key, *flags, cookie["samesite"], cookie["path"], cookie["domain"] or "-")
"""


@pytest.fixture(scope="module")
def in_production(tmp_path_factory):
    """Return the output of a process in production, and the cookies that it sets at sign-in."""
    folder = tmp_path_factory.mktemp("production")
    put_migrated(folder)
    return manage("shell", "-v0", "-c", IN_PRODUCTION, env=GOOD, folder=folder)


@pytest.mark.xdist_group("in production")
def test_djangos_own_checks_find_nothing_in_production_S18(in_production):
    assert in_production.returncode == 0, in_production.stderr
    assert "no issues" in in_production.stdout


@pytest.mark.xdist_group("in production")
def test_cookies_in_production_are_for_https_this_host_and_no_script_S10(in_production):
    cookies = [line.split()[1:] for line in in_production.stdout.splitlines() if line.startswith("cookie ")]
    assert {name for name, *_ in cookies} == {
        "__Host-sessionid",
        "__Host-csrftoken",
        "__Host-device",
        "__Host-language",
        "__Host-messages",
        "__Host-theme",
    }, in_production.stderr
    assert {tuple(flags) for _, *flags in cookies} == {("True", "True", "Lax", "/", "-")}
