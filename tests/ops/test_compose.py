"""docker-compose.yml without Docker: the promises for every service, and the parts of it that run as processes."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
import redis
import yaml
from django.core.management import get_commands
from limits.storage import storage_from_string
from psycopg import errors, sql

from goserver.conf import configuration
from tests.support import databases, servers
from tests.support.programs import need

ROOT = Path(__file__).resolve().parents[2]
DOCKERFILE = (ROOT / "Dockerfile").read_text()
COMPOSE = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
SCALE = yaml.safe_load((ROOT / "docker-compose.scale.yml").read_text())
SERVICES = COMPOSE["services"]
ROLES = ROOT / "deploy" / "postgres" / "roles.sql"
LOG = "accounts_staffaction"


def networks(service: str) -> set[str]:
    return set(SERVICES[service]["networks"])


def test_every_service_has_no_way_to_more_rights_and_writes_only_where_it_must_S35():
    needs = {"proxy": {"CHOWN", "NET_BIND_SERVICE", "SETGID", "SETUID"}}
    for name, service in SERVICES.items():
        assert service["cap_drop"] == ["ALL"], name
        assert set(service.get("cap_add", [])) == needs.get(name, set()), name
        assert service["security_opt"] == ["no-new-privileges:true"], name
        assert service["read_only"] is True, name
        assert not {"privileged", "network_mode", "pid", "ipc"} & set(service), name
        assert "docker.sock" not in str(service.get("volumes", "")), name
    assert re.search(r"^USER [1-9]\d*:[1-9]\d*$", DOCKERFILE, re.MULTILINE)
    assert all(SERVICES[name].get("user") for name in ("db", "roles", "redis"))


def test_the_database_and_valkey_are_reached_by_those_who_need_them_only_S35():
    def who(network: str) -> set[str]:
        return {name for name in SERVICES if network in networks(name)}

    assert who("database") == {"db", "roles", "migrate", "web", "sockets", "worker", "backup", "bot"}
    assert who("messages") == {"redis", "web", "sockets", "worker", "bot"}
    assert who("front") == {"proxy", "web", "sockets", "bot"}
    assert networks("db") == {"database"}
    assert networks("redis") == {"messages"}
    assert all(COMPOSE["networks"][name]["internal"] for name in ("front", "database", "messages"))
    assert [name for name, service in SERVICES.items() if service.get("ports")] == ["proxy"]


def test_no_service_but_the_one_that_makes_the_roles_knows_the_superusers_password_S35():
    def who(secret: str) -> set[str]:
        return {name for name, service in SERVICES.items() if secret in service.get("secrets", [])}

    assert who("postgres_password") == {"db", "roles"}
    assert who("owner_password") == who("app_password") == {"roles"}
    assert who("owner_url") == {"migrate"}
    assert who("app_url") == OURS - {"migrate"}
    assert who("valkey_password") == {"redis"}
    assert who("secret_key") == who("redis_url") == OURS


def test_no_secret_is_in_an_environment_and_every_secret_is_a_file_that_the_script_makes_S35(tmp_path):
    subprocess.run([ROOT / "deploy" / "make-secrets", tmp_path], check=True)

    made = {path.name: path.read_text() for path in (tmp_path / "secrets").iterdir()}
    assert COMPOSE["secrets"] | SCALE["secrets"] == {name: {"file": f"./secrets/{name}"} for name in made}
    assert len(set(made.values())) == len(made) == 10
    assert (tmp_path / "secrets").stat().st_mode & 0o077 == 0
    assert not re.search(r"\$\{[A-Z_]*(PASSWORD|SECRET|KEY)", (ROOT / "docker-compose.yml").read_text())
    for name, service in SERVICES.items():
        known = {f"/run/secrets/{secret}" for secret in service.get("secrets", [])}
        assert set(re.findall(r"/run/secrets/\w+", str(service))) <= known, name
    for name in OURS:
        files = {key: value.replace("/run/", f"{tmp_path}/") for key, value in SERVICES[name]["environment"].items()}
        files |= {"ALLOWED_HOSTS": "go.example.org", "EMAIL_URL": "consolemail://"}
        values = configuration.read_settings(files)
        role = "igo_owner" if name == "migrate" else "igo_app"
        database = values["DATABASE_URL"]
        assert (database["HOST"], database["USER"]) == ("db", role)
        assert database["PASSWORD"] == made[role.removeprefix("igo_") + "_password"]
        assert values["REDIS_URL"] == f"redis://:{made['valkey_password']}@redis:6379/0"
        assert values["SECRET_KEY"] == made["secret_key"]


def test_passwords_of_earlier_versions_are_kept_and_files_that_are_there_stay(tmp_path):
    first_word, second_word = "first", "second"
    (tmp_path / ".env").write_text(f"POSTGRES_PASSWORD={first_word}\nPORT=80\nIGO_APP_PASSWORD=other\n")
    script, here = [ROOT / "deploy" / "make-secrets", tmp_path], {**os.environ, "IGO_APP_PASSWORD": second_word}

    subprocess.run(script, env=here, check=True)
    first = {path.name: path.read_text() for path in (tmp_path / "secrets").iterdir()}
    subprocess.run(script, check=True)

    assert first["postgres_password"] == first_word
    assert first["app_url"] == f"postgres://igo_app:{second_word}@db/igo"
    assert {path.name: path.read_text() for path in (tmp_path / "secrets").iterdir()} == first


def test_every_service_has_a_limit_of_memory_and_time_to_stop_gracefully():
    graceful = {
        "web": int(re.search(r"^graceful_timeout = (\d+)$", (ROOT / "deploy" / "gunicorn.py").read_text(), re.M)[1]),
        "sockets": int(re.search(r"--timeout-graceful-shutdown=(\d+)", str(SERVICES["sockets"]["command"]))[1]),
        "worker": 30,
    }
    for name, service in SERVICES.items():
        assert re.fullmatch(r"\d+[mg]", service["mem_limit"]), name
        if service["restart"] != "no":
            assert int(service["stop_grace_period"].removesuffix("s")) > graceful.get(name, 10), name


def test_the_image_that_runs_has_nothing_that_only_building_needs():
    build, runs = re.split(r"^FROM .*$", DOCKERFILE, flags=re.MULTILINE)[1:]

    assert "uv sync" in build
    assert "COPY --from=build /app /app" in runs
    assert not re.search(r"\buv\b|pip install|COPY \. ", runs)
    ignored = set((ROOT / ".dockerignore").read_text().split())
    assert {"secrets", ".env", "igo.env", ".git"} <= ignored


OURS = {"migrate", "web", "sockets", "worker", "backup", "bot"}


def test_one_service_builds_the_image_and_all_of_ours_use_it_with_every_setting():
    assert {name for name in SERVICES if "build" in SERVICES[name]} == {"migrate"}
    assert {name for name in SERVICES if SERVICES[name]["image"] == "igo"} == OURS
    for name in OURS:
        assert SERVICES[name]["env_file"] == [{"path": "igo.env", "required": False}], name
    fixed = {"IGO_PRODUCTION", "IGO_PROXIES", "IGO_PERSISTENT_CONNECTIONS", "SECRET_KEY_FILE", "ALLOWED_HOSTS",
             "DATABASE_URL_FILE", "REDIS_URL_FILE"}  # fmt: skip
    assert all(set(SERVICES[name]["environment"]) == fixed for name in OURS)


def test_what_runs_for_long_has_a_health_check_that_waits_for_the_start_and_a_log_that_does_not_grow():
    for name, service in SERVICES.items():
        assert service["logging"]["options"] == {"max-size": "10m", "max-file": "5"}, name
        if service.get("restart") == "unless-stopped" and name != "bot":
            assert service["healthcheck"]["start_period"], name


def settings_of(text: str) -> dict[str, str]:
    lines = (line.lstrip("# ") for line in text.splitlines())
    return dict(line.split("=", 1) for line in lines if re.match(r"[A-Z_]+=", line))


def test_the_example_of_settings_starts_in_production():
    example = settings_of((ROOT / "deploy" / "igo.env.example").read_text()) | {"SECRET_KEY": "x1" * 30}

    assert configuration.read_settings(example)["IGO_URL"] == "https://go.example.org"
    assert configuration.disabled_feature_warnings(configuration.read_settings(example)) == []


UNITS = sorted((ROOT / "deploy" / "systemd").iterdir())


def test_systemds_units_run_the_same_commands_and_commands_that_exist():
    found = {unit.name: unit.read_text() for unit in UNITS}
    sockets = [part for part in SERVICES["sockets"]["command"] if not part.startswith("--host")]

    assert all(part in found["igo-sockets.service"] for part in sockets)
    for name in ("igo-backup", "igo-drill"):
        command = re.search(r"manage.py (\w+)", found[f"{name}.service"])
        assert command is not None
        assert command[1] in get_commands()
        assert f"{name}.timer" in found
    for name, text in found.items():
        if name.endswith(".service"):
            assert "NoNewPrivileges=yes" in text, name
            assert "Wants=network-online.target\nAfter=network-online.target" in text, name
            assert re.search(r"^MemoryMax=\d+[MG]$", text, re.MULTILINE), name


def test_one_target_of_systemd_starts_and_stops_everything():
    text = {unit.name: unit.read_text() for unit in UNITS}
    wanted = set(re.sub(r"@\d+", "@", " ".join(re.findall("^Wants=(.*)$", text["igo.target"], re.MULTILINE))).split())

    by_timers = {name for name in text if name.replace(".service", ".timer") in text and name.endswith(".service")}
    assert wanted == set(text) - by_timers - {"igo.target"}
    assert all("PartOf=igo.target" in text[name] for name in wanted)
    assert "WantedBy=multi-user.target" in text["igo.target"]


def test_web_processes_are_restarted_one_by_one_and_not_past_one_that_does_not_become_ready(tmp_path):
    """With the script as it ships; what it restarts here are two small servers, the second of which never answers."""
    restarted, good, bad, never = tmp_path / "restarted", servers.free_port(), servers.free_port(), servers.free_port()
    restart = tmp_path / "restart"
    restart.write_text(f'#!/bin/sh\necho "$1" >> {restarted}\n')
    restart.chmod(0o755)
    (tmp_path / "curl").write_text(f'#!/bin/sh\nexec {need("curl")} "$@" --retry 1\n')
    (tmp_path / "curl").chmod(0o755)
    (tmp_path / "readyz").write_text("ok")
    server = subprocess.Popen([sys.executable, "-m", "http.server", str(good), "--bind", "127.0.0.1"], cwd=tmp_path)
    try:
        assert servers.wait_until_open(good)
        done = subprocess.run(
            [str(ROOT / "deploy" / "rolling-restart"), str(good), str(bad), str(never)],
            env={"PATH": f"{tmp_path}:{os.environ['PATH']}", "IGO_RESTART": str(restart)},
            capture_output=True, text=True, check=False,
        )  # fmt: skip
    finally:
        server.terminate()
        server.wait(20)

    assert done.returncode == 1
    assert restarted.read_text().split() == [f"igo-web@{good}", f"igo-web@{bad}"]


NEW = {name: service for name, service in SCALE["services"].items() if name not in SERVICES}


def test_what_scaling_adds_is_as_locked_as_the_rest_and_uses_the_pool_and_the_replica_S35(tmp_path):
    subprocess.run([ROOT / "deploy" / "make-secrets", tmp_path], check=True)

    assert set(NEW) == {"replica", "synchronous", "pool", "redis-replica"}
    for name, service in NEW.items():
        assert (service["cap_drop"], service["read_only"]) == (["ALL"], True), name
        assert service["networks"] == (["messages"] if name == "redis-replica" else ["database"]), name
        assert not service.get("ports"), name
        assert re.fullmatch(r"\d+[mg]", service["mem_limit"]), name
    images = {service["image"] for service in NEW.values()} - {"igo-pool"}
    assert images == {SERVICES["db"]["image"], SERVICES["redis"]["image"]}
    assert f"FROM {SERVICES['db']['image']}\n" in NEW["pool"]["build"]["dockerfile_inline"]
    for name in ("web", "sockets", "worker"):
        service = SCALE["services"][name]
        files = {key: value.replace("/run/", f"{tmp_path}/") for key, value in service["environment"].items()}
        values = configuration.read_settings({**files, "ALLOWED_HOSTS": "go.example.org", "SECRET_KEY": "x1" * 30})
        assert (values["DATABASE_URL"]["HOST"], values["DATABASE_REPLICA_URL"]["HOST"]) == ("pool", "replica")
        assert not values["IGO_PREPARED_STATEMENTS"]
        assert service["deploy"]["replicas"] > 1, name


def test_images_are_pinned_by_digest_S34():
    images = {service["image"] for service in SERVICES.values()} - {"igo"}
    images |= set(re.findall(r"^FROM (\S+)", (ROOT / "Dockerfile").read_text(), re.MULTILINE))

    assert len(images) == 4
    for image in images:
        assert re.fullmatch(r"[a-z/]+:[\d.]+(-[a-z0-9-]+)?@sha256:[0-9a-f]{64}", image), image
    assert re.search(r"pip install .*\buv==\d+\.\d+\.\d+", (ROOT / "Dockerfile").read_text())


@contextmanager
def valkey(password: str, folder: Path):
    """Run the redis service of docker-compose.yml with this machine's program and port."""
    port, service = servers.free_port(), SERVICES["redis"]
    shell, option, script, *rest = [part.replace("$$", "$") for part in service["entrypoint"]]
    secret = folder / "valkey_password"
    secret.write_text(password)
    script = script.replace("valkey-server", need("redis-server")).replace("/run/secrets/valkey_password", str(secret))
    process = subprocess.Popen(
        [shell, option, script, *rest, *service["command"], "--port", str(port), "--bind", "127.0.0.1"],
        stdout=subprocess.DEVNULL,
    )
    try:
        assert servers.wait_until_open(port)
        yield port, process
    finally:
        process.terminate()
        process.wait(20)


def test_valkey_answers_nobody_without_its_password_and_no_process_can_read_it_S35(tmp_path):
    password = "letters1and2digits"
    with valkey(password, tmp_path) as (port, process):
        assert password not in Path(f"/proc/{process.pid}/cmdline").read_text()
        assert password not in Path(f"/proc/{process.pid}/environ").read_text()
        for url in (f"redis://127.0.0.1:{port}/0", f"redis://:wrong@127.0.0.1:{port}/0"):
            with pytest.raises(redis.AuthenticationError), redis.Redis.from_url(url) as stranger:
                stranger.ping()
        url = f"redis://:{password}@127.0.0.1:{port}/0"
        assert storage_from_string(url).incr("tries", 60) == 1
        with redis.Redis.from_url(url) as known:
            assert known.config_get("maxmemory-policy") == {"maxmemory-policy": "noeviction"}


def manage(url: str, *arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    environment = {key: value for key, value in os.environ.items() if key not in ("REDIS_URL", "DEBUG")}
    environment |= {"IGO_BOOTSTRAPPED": "1", "IGO_DATA_DIR": str(folder), "DATABASE_URL": url}
    environment.pop("DJANGO_SETTINGS_MODULE", None)
    command = [sys.executable, str(ROOT / "manage.py"), *arguments]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


class Database:
    """PostgreSQL of its own, with a superuser as compose's is called, and the shipped roles."""

    def __init__(self, superuser: str, folder: Path) -> None:
        self.superuser, self.folder = superuser, folder
        self.owner, self.app = (superuser.replace("igo@", f"{role}@") for role in ("igo_owner", "igo_app"))

    def make_roles(self, **environment: str) -> None:
        passwords = {"IGO_OWNER_PASSWORD": "owners", "IGO_APP_PASSWORD": "apps", **environment}
        subprocess.run(
            [need("psql"), "--no-psqlrc", "--quiet", f"--file={ROLES}", self.superuser],
            env={**os.environ, **passwords}, check=True, capture_output=True,
        )  # fmt: skip

    def manage(self, url: str, *arguments: str) -> str:
        done = manage(url, *arguments, folder=self.folder)
        assert done.returncode == 0, (arguments, done.stdout[-2000:], done.stderr[-4000:])
        return done.stdout


@pytest.fixture(scope="module")
def database(tmp_path_factory):
    """Made by an earlier version, whose superuser owned everything; then the roles, at two starts."""
    with servers.postgres() as url:
        database = Database(url, tmp_path_factory.mktemp("roles"))
        databases.fill(url)
        database.make_roles()
        database.make_roles(IGO_APP_PASSWORD="another'one; --")
        yield database


FORBIDDEN = [
    f"DROP TRIGGER {LOG}_no_update ON {LOG}",
    f"ALTER TABLE {LOG} DISABLE TRIGGER ALL",
    f"ALTER TABLE {LOG} DISABLE TRIGGER {LOG}_no_delete",
    f"ALTER TABLE {LOG} OWNER TO igo_app",
    f"TRUNCATE {LOG}",
    f"TRUNCATE {LOG} CASCADE",
    f"DROP TABLE {LOG} CASCADE",
    f"CREATE TRIGGER other BEFORE INSERT ON {LOG} FOR EACH ROW EXECUTE FUNCTION igo_append_only()",
    f"CREATE RULE other AS ON UPDATE TO {LOG} DO INSTEAD NOTHING",
    "CREATE OR REPLACE FUNCTION igo_append_only() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'",
    "DROP FUNCTION igo_append_only() CASCADE",
    "SET session_replication_role = replica",
    "SET ROLE igo_owner",
    "SET SESSION AUTHORIZATION igo",
    "ALTER ROLE igo_app SUPERUSER",
    "ALTER ROLE igo_app CREATEROLE",
    "GRANT igo_owner TO igo_app",
    "CREATE ROLE somebody",
    "CREATE TABLE public.other (id int)",
    "CREATE SCHEMA other",
    "CREATE DATABASE other",
    "CREATE EXTENSION dblink",
    "COPY games_game TO PROGRAM 'cat'",
    "SELECT pg_read_file('/etc/passwd')",
    "ALTER DEFAULT PRIVILEGES FOR ROLE igo_owner GRANT ALL ON TABLES TO igo_app",
]


@pytest.mark.postgres
def test_what_serves_cannot_drop_change_or_switch_off_what_keeps_the_log_S32_S35(database):
    with psycopg.connect(database.app, autocommit=True) as app:
        for forbidden in FORBIDDEN:
            with pytest.raises(errors.InsufficientPrivilege):
                app.execute(forbidden)
        for (table,) in app.execute(
            "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')"
        ).fetchall():
            with pytest.raises(errors.InsufficientPrivilege):
                app.execute(sql.SQL("TRUNCATE {} CASCADE").format(sql.Identifier(table)))
            with pytest.raises(errors.InsufficientPrivilege):
                app.execute(sql.SQL("ALTER TABLE {} ADD COLUMN other int").format(sql.Identifier(table)))


SERVING = """
from django.core.management import call_command
from django.utils import timezone
from accounts.core.audit import StaffContext, record_staff_action
from accounts.models import Player

call_command("migrate", verbosity=0)  # nothing to do is not an error
call_command("demo", password="correct horse")
call_command("flag_overdue_games")
call_command("check_games")
hana = Player.objects.get(username="hana")
record_staff_action(StaffContext(hana, timezone.now()), "test", hana)
call_command("backup", {copy!r})
"""


@pytest.mark.postgres
@pytest.mark.nightly
def test_what_serves_plays_whole_games_and_the_owner_puts_its_backup_back_S32_S35(database):
    copy = str(database.folder / "copy")
    database.manage(database.app, "shell", "-v0", "-c", SERVING.format(copy=copy))
    keeps_the_log(database)

    database.manage(database.owner, "restore", copy, "--yes")

    keeps_the_log(database)
    with psycopg.connect(database.superuser, autocommit=True) as superuser:
        owners = superuser.execute("SELECT DISTINCT tableowner FROM pg_tables WHERE schemaname = 'public'")
        assert owners.fetchall() == [("igo_owner",)]
        assert not superuser.execute("SELECT * FROM pg_roles WHERE rolname LIKE 'igo\\_%' AND rolsuper").fetchall()


def keeps_the_log(database: Database) -> None:
    with psycopg.connect(database.app, autocommit=True) as app:
        assert app.execute("SELECT count(*) FROM games_action").fetchone()[0] > 100
        assert app.execute(f"SELECT action FROM {LOG}").fetchall() == [("test",)]
        app.execute("UPDATE games_game SET number = number")
        for change in (f"UPDATE {LOG} SET action = 'other'", f"DELETE FROM {LOG}"):
            with pytest.raises(errors.RaiseException, match="append-only"):
                app.execute(change)
        with pytest.raises(errors.InsufficientPrivilege):
            app.execute(f"ALTER TABLE {LOG} DISABLE TRIGGER ALL")
