"""Settings: their documentation is correct, and invalid values are refused in one sentence."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from goserver import preparing
from goserver.conf import configuration, setting_kinds
from tests.ops.test_project import GOOD, ROOT, manage
from tests.support.servers import SECONDS_TO_START, free_port

ROW = re.compile(r"^\| `([A-Z_]+)` \| (.*?) \| (.*?) \| (.+) \|$", re.MULTILINE)


def test_the_table_of_settings_in_the_docs_is_the_table_in_the_code():
    rows = ROW.findall((ROOT / "docs" / "configuration.md").read_text())
    text = {name: (values, default) for name, values, default, _ in rows}
    true = {one.name: (one.values, one.default_in_words) for one in configuration.SETTINGS}

    assert {name: text[name] for name in text if name in true} == true


def test_every_variable_that_any_part_reads_is_known():
    """A setting is read from the table; names of tests and tools that begin like ours are listed."""
    known = {one.name for one in configuration.SETTINGS} | configuration.READ_ELSEWHERE
    sources = [
        path for path in ROOT.glob("[a-z]*/**/*.py") if path.name not in ("test_configuration.py", "test_project.py")
    ]
    read = {
        name for path in sources for name in re.findall(r"""environ[^\n]*?["'](IGO_[A-Z_]+)["']""", path.read_text())
    }

    assert "environ.Env()" not in (ROOT / "goserver" / "settings.py").read_text()
    assert read <= known


BAD = {
    "IGO_PRODUCTION": ["ja", "2", "-"],
    "IGO_API_READS": ["1200perminute", "0/minute", "-1/hour", "many", "5/fortnight"],
    "IGO_VACATION_DAYS": ["-3", "367", "3.5", "NaN", "١٢"],
    "IGO_KEEP_SECURITY_DAYS": ["0", "-180"],
    "IGO_GTP_SECONDS": ["nan", "inf", "-1", "0"],
    "IGO_URL": ["go.example.org", "ftp://go.example.org", "https://", "https://x:y"],
    "CSRF_TRUSTED_ORIGINS": ["go.example.org", "https://a.example/path"],
    "ALLOWED_HOSTS": ["https://go.example.org", "go.example.org:8000", "a b"],
    "DATABASE_URL": ["go", "mysql://h/n", "postgres://u:p@h:port/n", "postgres://h"],
    "REDIS_URL": ["redis", "http://h", "redis://h:x"],
    "EMAIL_URL": ["mail.example.org", "smtp://h:x", "smtp://", "anymail+postmark://", "anymail+pigeon://?api_key=1"],
    "IGO_METRICS_NETWORKS": ["here", "192.0.2.1/8"],
    "IGO_SENTRY_DSN": ["sentry.io", "https://sentry.io/1", "https://key@sentry.io"],
    "LOG_LEVEL": ["LOUD"],
    "WEB_WORKERS": ["0", "two"],
    "IGO_VACATON_DAYS": ["30"],
}


def test_a_value_that_cannot_be_right_is_refused_by_its_name():
    for name, values in BAD.items():
        for value in values:
            with pytest.raises(setting_kinds.InvalidSetting, match=f"^{name}\\b"):
                configuration.read_settings({name: value})


def test_every_setting_can_be_in_a_file(tmp_path):
    (tmp_path / "url").write_text("postgres://igo:swordfish@h/n\n")

    values = configuration.read_settings({"DATABASE_URL_FILE": str(tmp_path / "url"), "IGO_SITE_NAME_FILE": ""})

    assert (values["DATABASE_URL"]["USER"], values["DATABASE_URL"]["PASSWORD"]) == ("igo", "swordfish")
    assert values["IGO_SITE_NAME"] == ""


@pytest.mark.parametrize("how", ["missing", "both", "wrong", "unknown"])
def test_a_file_that_cannot_be_read_a_setting_that_is_there_twice_and_a_wrong_one_are_refused_by_name(tmp_path, how):
    (tmp_path / "url").write_text("mysql://igo:swordfish@h/n")
    environment = {
        "missing": {"DATABASE_URL_FILE": str(tmp_path / "nothing")},
        "both": {"DATABASE_URL_FILE": str(tmp_path / "url"), "DATABASE_URL": "sqlite:////x"},
        "wrong": {"DATABASE_URL_FILE": str(tmp_path / "url")},
        "unknown": {"IGO_NOTHING_FILE": str(tmp_path / "url")},
    }[how]

    with pytest.raises(
        setting_kinds.InvalidSetting, match="^DATABASE_URL|^IGO_NOTHING_FILE is not a setting"
    ) as refused:
        configuration.read_settings(environment)

    assert "swordfish" not in str(refused.value)


def test_a_refused_secret_is_not_printed():
    with pytest.raises(setting_kinds.InvalidSetting) as refused:
        configuration.read_settings({"DATABASE_URL": "postgres://igo:swordfish@h:port/n"})

    assert "swordfish" not in str(refused.value)


def test_an_empty_variable_is_one_that_is_not_set():
    empty = {one.name: " " for one in configuration.SETTINGS}

    assert configuration.read_settings(empty) == configuration.read_settings({})


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"DEBUG": "1"}, "IGO_PRODUCTION and DEBUG"),
        ({"SECRET_KEY": "short"}, "SECRET_KEY"),
        ({"SECRET_KEY": ""}, "SECRET_KEY"),
        ({"ALLOWED_HOSTS": "*"}, "ALLOWED_HOSTS"),
        ({"ALLOWED_HOSTS": ""}, "ALLOWED_HOSTS"),
        ({"EMAIL_URL": ""}, "EMAIL_URL"),
        ({"EMAIL_URL": "consolemail://", "IGO_CONFIRM_EMAIL": "1"}, "IGO_CONFIRM_EMAIL"),
        ({"IGO_URL": "http://127.0.0.1:8000"}, "IGO_URL"),
        ({"IGO_URL": "https://localhost"}, "IGO_URL"),
        ({"IGO_URL": "https://[::1]/"}, "IGO_URL"),
        ({"ALLOWED_HOSTS": "localhost"}, "IGO_URL"),
    ],
)
def test_production_that_is_unsafe_without_mail_or_at_an_address_of_its_own_machine_does_not_start(change, word):
    with pytest.raises(setting_kinds.InvalidSetting, match=f"^{word}"):
        configuration.read_settings({**GOOD, **change})


def test_production_says_what_does_not_work():
    result = " ".join(
        configuration.disabled_feature_warnings(configuration.read_settings({**GOOD, "EMAIL_URL": "consolemail://"}))
    )

    assert "EMAIL_URL" in result
    assert "REDIS_URL" in result
    assert configuration.disabled_feature_warnings(configuration.read_settings({})) == []
    assert configuration.read_settings(GOOD)["IGO_URL"] == "https://igo.example.org"


def assert_one_sentence(done: subprocess.CompletedProcess[str], *words: str) -> None:
    assert done.returncode != 0
    assert "Traceback" not in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    for word in words:
        assert word in done.stderr


def test_every_program_says_one_sentence_and_ends(tmp_path):
    environment = {**os.environ, "IGO_BOOTSTRAPPED": "1", "IGO_DATA_DIR": str(tmp_path), "IGO_PRODUCTION": "ja"}
    commands = (
        ["manage.py", "check"],
        ["-m", "gunicorn", "goserver.wsgi", "--config", "deploy/gunicorn.py"],
        ["-m", "uvicorn", "goserver.asgi:application"],
        ["-m", "celery", "-A", "goserver", "worker"],
    )
    for command in commands:
        done = subprocess.run(
            [sys.executable, *command],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
            timeout=SECONDS_TO_START,
            check=False,
        )
        assert_one_sentence(done, "IGO_PRODUCTION")


def test_a_taken_port_is_reported_before_the_database_is_touched(monkeypatch):
    touched: list[str] = []
    monkeypatch.setattr(preparing, "apply_migrations", lambda: touched.append("the database"))

    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(CommandError, match=rf"^Port {port} of 127\.0\.0\.1 .*--port"):
            call_command("serve", "--port", str(port))

    assert touched == []


@pytest.mark.nightly  # by day the same in this process
def test_a_taken_port_is_reported_in_one_sentence(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = manage("serve", "--port", str(port), env={}, folder=tmp_path)

    assert_one_sentence(done, str(port), "--port")
    assert not (tmp_path / "igo.sqlite3").exists()


@pytest.mark.nightly
def test_a_database_or_a_folder_that_cannot_be_used_is_one_sentence(tmp_path):
    file = tmp_path / "a file"
    file.write_text("")

    away = manage("migrate", env={"DATABASE_URL": f"postgres://u:p@127.0.0.1:{free_port()}/n"}, folder=tmp_path)
    folder = manage("serve", env={}, folder=file / "data")
    static = manage("serve", "--port", str(free_port()), env={"IGO_STATIC_ROOT": str(file / "static")}, folder=tmp_path)

    assert_one_sentence(away, "database")
    assert_one_sentence(folder, "IGO_DATA_DIR", str(file))
    assert_one_sentence(static, str(file))


@pytest.mark.parametrize("path", ["/", "/api/v1/games/", "/static/nothing.css"])
def test_a_request_for_another_server_is_a_plain_400_and_one_line_of_the_log(path, caplog):
    answer = Client(headers={"Host": "evil.example\r\nx"}).get(path)

    assert answer.status_code == 400
    assert len(caplog.records) == 1
    assert caplog.records[0].exc_info is None
    assert "\n" not in caplog.records[0].getMessage()
