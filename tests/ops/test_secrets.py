"""The search for secrets in committed files."""

from __future__ import annotations

import re
from base64 import b64encode
from pathlib import Path

import pytest

from tests.support import secret_scan

ROOT = Path(__file__).resolve().parents[2]
PLANTED = {
    "of a cloud": "AKIA" + "QYLPMN5HFIQR7XYA",
    "of GitHub": "ghp_" + "wWPw5k4aXcaT" + "4fNP0UcnZwJU" + "VFk6LO0pINUx",
    "of Cloudant": "cl_pw = " + "qzjxkv" * 4,
    "of IBM's storage": "secret_key = " + "9f3c1e" * 8,
    "of SoftLayer": "sl_pass = " + "q7x2m9k4" * 8,
    "a private key": "-----BEGIN EC " + "PRIVATE KEY-----\nMHcCAQEEIBh7OfT3bRyeIOh2l4q1m5o7Zl0bFQyX3s9V",
    "a database": "postgres://igo:" + "Tr0ub4dor3xx@db/igo",
    "a password": "password = " + '"Tr0ub4dor3xx"',
    "a random one": "key = " + repr(b64encode(b"a text that is long enough to look like a key").decode()),
}


@pytest.mark.parametrize("secret", PLANTED.values(), ids=PLANTED)
def test_a_secret_in_a_file_is_found_S33(tmp_path, secret):
    (tmp_path / "settings.py").write_text(f"first = 1\n{secret}\n")

    found = list(secret_scan.found_in(tmp_path, ["settings.py"]))

    assert [one.line_number for one in found] in ([2], [3])


def test_a_secret_is_not_hidden_by_what_stands_on_the_line_before_it_S33(tmp_path):
    (tmp_path / "settings.py").write_text(f"def settings():  \n    {PLANTED['a random one']}  \n    return key\n")

    assert [one.line_number for one in secret_scan.found_in(tmp_path, ["settings.py"])] == [2]


@pytest.mark.parametrize("suffix", ["py", "js", "html", "md"])
def test_no_secret_hides_from_the_look_at_a_whole_file_S33(tmp_path, suffix):
    """A file for each of the lines in which detect-secrets finds something: what is allowed, and what was planted."""
    lines = {value: f'password = "{value}"' for values in secret_scan.ALLOWED.values() for value in values}
    for number, line in enumerate([*PLANTED.values(), *lines.values()]):
        (tmp_path / f"{number}.{suffix}").write_text(f"first = [\n    1,\n]\nif first:\n    {line}\n\nlast = 2\n")
    paths = sorted(path.name for path in tmp_path.iterdir())

    found = [[str(one) for one in secret_scan.found_in(tmp_path, paths, thoroughly=way)] for way in (True, False)]

    assert found[0] == found[1]
    assert len(found[0]) >= len(PLANTED)


@pytest.mark.nightly
def test_the_look_at_whole_files_finds_what_the_one_at_lines_finds_S33(monkeypatch):
    monkeypatch.setattr(secret_scan, "ALLOWED", {})
    paths = secret_scan.kept_files()

    found = [{str(one) for one in secret_scan.found_in(ROOT, paths, thoroughly=way)} for way in (True, False)]

    assert found[0] == found[1]


def test_what_may_look_like_a_secret_is_in_its_file_still_S33():
    for path, values in secret_scan.ALLOWED.items():
        text = (ROOT / path).read_text()
        assert all(value in text for value in values), path


def test_an_archive_that_was_unpacked_where_there_is_no_git_is_looked_through_S33(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))

    paths = secret_scan.kept_files()

    assert {"manage.py", "tests/ops/test_secrets.py"} <= set(paths)
    assert not [path for path in paths if path.startswith(".")]


SPEAK_SQL = {
    "foundation/statements.py", "games/storage.py", "games/reading.py", "games/reading_cards.py",
    "challenges/reading.py", "accounts/backends.py", "accounts/security/session_store.py",
    "accounts/security/tokens.py", "benchmarks/growth/**", "social/unread.py", "games/api/etags.py",
}  # fmt: skip
"""Where statements are put together of the names of models alone, and values are always parameters."""


def test_the_lint_step_looks_for_secrets_and_for_unsafe_code_S24_S33():
    command = (ROOT / "tests" / "run" / "parts.py").read_text()
    ruff = (ROOT / "pyproject.toml").read_text()

    assert '"-m", "tests.support.secret_scan"' in command
    assert re.search(r'^    "S",', ruff, re.MULTILINE)
    for rule in ("S102", "S301", "S307", "S308", "S311", "S602", "S605", "S701", "S324", "S501"):
        assert rule not in ruff, rule
    assert set(re.findall(r'^"(.+)" = \[.*"S608".*\]', ruff, re.MULTILINE)) == SPEAK_SQL
