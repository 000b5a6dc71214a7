"""Commands in the docs: every block runs in a test or is marked, and the files and options it names exist."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import pytest
import yaml
from django.core.management import get_commands, load_command_class
from django.urls import resolve

from tests.support.databases import put_migrated

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.glob("**/*.md"))]
BY_THE_TUTORIAL = "docs/tutorial.md"
"""Its blocks run in test_tutorial.py."""
RUN_HERE = ("docs/backup.md", "docs/upgrading.md", "docs/operations.md")
"""In this order, each page from the top."""
BLOCK = re.compile(
    r"^(?:<!-- not run: (?P<reason>\S[^\n]*) -->\n)?```(?:sh|console)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL
)
INDENTED = re.compile(r"^ {4,}(?:python3?|\S*/python|uvx?|docker|pip) .*", re.MULTILINE)
COMMAND = re.compile(r"(?:manage\.py|(?<=`)igo|^igo) (?P<name>[a-z_]+)(?P<arguments>[^`\n]*)", re.MULTILINE)
SERVICES = re.compile(r"docker compose (?:exec|run --rm|restart|stop|logs(?: --since \w+)?) ([a-z]+)")
MODULE = re.compile(r"python3? -m (?P<name>[\w.]+)")
ADDRESS = re.compile(r"\$api/(?P<path>[\w$./-]*)")
NO_COMMANDS = ("test", "help")
"""The first is parsed in tests/run, the second by Django before it looks for commands."""


class Block(NamedTuple):
    """A block of shell commands on a page, and why it does not run ("" if it does)."""

    page: str
    text: str
    reason: str


def blocks() -> Iterator[Block]:
    """Every block of shell commands."""
    for page in PAGES:
        for found in BLOCK.finditer(page.read_text()):
            yield Block(page.relative_to(ROOT).as_posix(), found["text"], found["reason"] or "")


def arguments_of(text: str) -> list[str]:
    """The arguments of a command, up to the end of its line, a comment or the next command."""
    words = shlex.shlex(text, posix=True, punctuation_chars=True)
    words.whitespace_split = True
    found: list[str] = []
    for word in words:
        if set(word) <= set("();<>|&"):
            break
        found.append(word)
    return found


def test_every_block_of_commands_runs_in_a_test_or_says_why_not():
    unmarked = {block.page for block in blocks() if not block.reason}

    assert unmarked == {BY_THE_TUTORIAL, *RUN_HERE}


def test_no_command_stands_outside_a_block_of_shell():
    outside = (
        (page.name, re.sub(r"^```.*?^```$", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)) for page in PAGES
    )

    assert [(name, line) for name, text in outside for line in INDENTED.findall(text)] == []


def test_every_command_that_is_named_exists_and_takes_its_arguments(subtests):
    commands = get_commands()
    named = [(page, one) for page in PAGES for one in COMMAND.finditer(page.read_text())]

    assert len(named) > 50
    for page, one in named:
        name, arguments = one["name"], arguments_of(one["arguments"].rstrip(" ."))
        if name in NO_COMMANDS:
            continue
        with subtests.test(page=page.name, command=one[0]):
            assert name in commands
            if any(word.startswith("-") for word in arguments) and "--help" not in arguments:
                load_command_class(commands[name], name).create_parser("manage.py", name).parse_args(arguments)


def test_every_module_that_a_command_starts_exists(subtests):
    named = {(page.name, name) for page in PAGES for name in MODULE.findall(page.read_text())}

    assert len(named) > 10
    for page, name in sorted(named):
        with subtests.test(page=page, module=name):
            assert find_spec(name.rstrip(".")) is not None


def test_the_readme_has_at_most_60_lines():
    assert len((ROOT / "README.md").read_text().splitlines()) <= 60


def test_every_service_of_compose_that_is_named_exists():
    files = [yaml.safe_load((ROOT / name).read_text()) for name in ("docker-compose.yml", "docker-compose.scale.yml")]
    services = {name for file in files for name in file["services"]}
    named = [name for page in PAGES for name in SERVICES.findall(page.read_text())]

    assert len(named) > 10
    assert set(named) <= services


def test_every_address_of_the_api_in_an_example_exists(subtests):
    named = {(page.name, path) for page in PAGES for path in ADDRESS.findall(page.read_text())}

    assert len(named) > 30
    for page, path in sorted(named):
        with subtests.test(page=page, path=path):
            resolve("/api/v1/" + re.sub(r"\$\w+", "1", path))


@pytest.mark.nightly  # six programs start one after the other
def test_the_blocks_of_operators_pages_run(tmp_path):
    (tmp_path / "manage.py").symlink_to(ROOT / "manage.py")
    put_migrated(tmp_path / "data")
    script = "\n".join(block.text for page in RUN_HERE for block in blocks() if block.page == page and not block.reason)
    outside = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    path = os.pathsep.join([str(Path(sys.executable).parent), outside["PATH"]])
    environment = {**outside, "PATH": path, "IGO_BOOTSTRAPPED": "1", "IGO_DATA_DIR": str(tmp_path / "data")}

    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script], cwd=tmp_path, env=environment, capture_output=True, text=True,
        check=False,
    )  # fmt: skip

    assert done.returncode == 0, done.stdout + done.stderr
    assert (tmp_path / "backups" / "igo-2026-11-20.sha256").exists()
