"""Commands in the docs: each one runs in a test, is parsed by one, or is marked; what it names exists."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tomllib
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
CHANGES = ROOT / "CHANGELOG.md"
OUTSIDE = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md", "igo_client/README.md")]
PAGES = [*OUTSIDE, CHANGES, *sorted(DOCS.glob("**/*.md"))]
BY_THE_TUTORIAL = "docs/tutorial.md"
"""Its blocks run in test_tutorial.py."""
RUN_HERE = ("docs/backup.md", "docs/upgrading.md", "docs/operations.md")
"""In this order, each page from the top."""
OTHERS = {"curl", "docker", "git", "gunicorn", "journalctl", "nginx", "pip", "psql", "systemctl", "uv", "uvx"}
"""Programs that are not ours; so is everything that takes options."""
BLOCK = re.compile(
    r"^(?:<!-- not run: (?P<reason>\S[^\n]*) -->\n)?```(?:sh|console)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL
)
MARK = re.compile(r"<!-- not run: \S[^\n]* -->")
FENCED = re.compile(r"^ *```.*?^ *```$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`([^`]+)`")
INDENTED = re.compile(r"^ {4,}(?:python3?|\S*/python|uvx?|docker|pip) .*", re.MULTILINE)
COMMAND = re.compile(r"(?:manage\.py |(?<=`)igo |^igo )(?P<name>[a-z_]+)(?P<arguments>[^`\n]*)", re.MULTILINE)
SHORT = re.compile(r"`(?P<name>[a-z_]+)(?P<arguments> [^`\n]*)?`")
"""A command without `manage.py`."""
SERVICES = re.compile(r"docker compose (?:(?:exec|run --rm) (\w+)|(?:restart|stop|logs)(?: --since \w+)?((?: \w+)+))")
SCALED = re.compile(r"--scale (\w+)=")
UNITS = re.compile(r"(?:systemctl|journalctl)(?: -?[\w-]+)* '?(igo-\w+@?|igo\.target)")
PROGRAM = re.compile(r"python3? (?P<name>-m [\w.]*\w|\w+/[\w/]+\.py)(?P<arguments>[^`\n]*)")
GROUP = re.compile(r"uv run --group (\w+)")
ADDRESS = re.compile(r"\$api/(?P<path>[\w$./-]*)")
NO_COMMANDS = ("test", "help")
"""The first is not Django's; Django finds the second before it looks for commands."""


class Block(NamedTuple):
    """A block of shell commands on a page, and why it does not run ("" if it does)."""

    page: str
    text: str
    reason: str


def blocks() -> Iterator[Block]:
    """Every block of shell commands."""
    for page in PAGES:
        for found in BLOCK.finditer(text_of(page)):
            yield Block(page.relative_to(ROOT).as_posix(), found["text"], found["reason"] or "")


def text_of(page: Path) -> str:
    """The text of a page; of the changes, those since the newest version."""
    text = page.read_text()
    return "\n## [".join(text.split("\n## [")[:2]) if page == CHANGES else text


def sentences(page: Path) -> str:
    """The text of a page without its blocks."""
    return FENCED.sub("", BLOCK.sub("", text_of(page)))


def is_of_another_program(code: str) -> bool:
    """Whether this is a command that no test here parses, with at least one argument."""
    words = [word for word in code.split() if not re.match(r"\w+=", word)]
    if len(words) < 2 or not re.fullmatch(r"[a-z][\w/.-]*", words[0]):
        return False
    is_ours = words[0] in get_commands() or re.fullmatch(r"igo|(\S*/)?(python3?|manage\.py)", words[0])
    return words[0] in OTHERS or (not is_ours and any(re.match(r"--?[a-z]", word) for word in words))


def parse(name: str, arguments: list[str]) -> None:
    """Parse the arguments of a management command; raise CommandError if they are not valid."""
    parser = load_command_class(get_commands()[name], name).create_parser("manage.py", name)
    parser.allow_abbrev = False
    parser.parse_args(arguments)


def unknown_options(command: list[str], arguments: list[str]) -> set[str]:
    """The options that the help of a program does not have. Their values are parsed. A program that does not know
    --help would do its work."""
    done = subprocess.run(
        [sys.executable, *command, *arguments, "--help"], cwd=ROOT, capture_output=True, text=True, check=False,
        env={**os.environ, "IGO_BOOTSTRAPPED": "1"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    known = set(re.findall(r"(?<![\w-])--?\w[\w-]*", done.stdout))
    return {word.partition("=")[0] for word in arguments if word.startswith("-")} - known


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
    assert [(page.name, line) for page in PAGES for line in INDENTED.findall(sentences(page))] == []


def test_every_command_of_another_program_in_a_sentence_says_why_it_does_not_run():
    """The mark is in the same paragraph, list or table."""
    parts = [(page.name, part) for page in PAGES for part in re.split(r"\n\s*\n", sentences(page))]
    named = [(name, code, part) for name, part in parts for code in CODE.findall(part) if is_of_another_program(code)]

    assert len(named) > 50
    assert [(name, code) for name, code, part in named if not MARK.search(part)] == []


def test_every_command_that_is_named_exists_and_takes_its_arguments(subtests):
    commands = get_commands()
    named = [(page, one) for page in PAGES for one in COMMAND.finditer(text_of(page))]

    assert len(named) > 50
    for page, one in named:
        name, arguments = one["name"], arguments_of(one["arguments"].rstrip(" ."))
        if name in NO_COMMANDS:
            continue
        with subtests.test(page=page.name, command=one[0]):
            assert name in commands
            if arguments and "--help" not in arguments:
                parse(name, arguments)


def test_every_command_that_is_named_without_manage_py_takes_its_options(subtests):
    short = [(page, one) for page in PAGES for one in SHORT.finditer(sentences(page)) if one["name"] in get_commands()]

    assert len(short) > 20
    for page, one in short:
        arguments = arguments_of(one["arguments"] or "")
        if any(word.startswith("-") for word in arguments):
            with subtests.test(page=page.name, command=one[0]):
                parse(one["name"], arguments)


def test_every_command_in_the_list_of_commands_exists():
    listed = (DOCS / "operators" / "commands.md").read_text().partition("## Run the server")[2]
    rows = re.findall(r"^\| (`.*?) \|", listed, re.MULTILINE)

    assert len(rows) > 15
    assert {one["name"] for row in rows for one in SHORT.finditer(row)} <= set(get_commands())


def test_every_program_of_ours_that_a_command_starts_exists_and_takes_its_options(subtests):
    named = {(one["name"], one["arguments"]) for page in PAGES for one in PROGRAM.finditer(text_of(page))}

    assert len(named) > 15
    for name, text in sorted(named):
        arguments = arguments_of(text)
        with subtests.test(program=name, arguments=text):
            assert find_spec(name[3:]) if name.startswith("-m ") else (ROOT / name).exists()
            if any(word.startswith("-") for word in arguments):
                assert unknown_options(name.split(), arguments) == set()


def test_the_test_command_takes_the_options_that_are_named(subtests):
    """Leave out arguments that are passed to pytest."""
    named = {one["arguments"] for page in PAGES for one in COMMAND.finditer(text_of(page)) if one["name"] == "test"}
    own = [arguments for arguments in map(arguments_of, sorted(named)) if arguments and arguments[0].startswith("-")]

    assert len(own) > 1
    for arguments in own:
        with subtests.test(arguments=arguments):
            assert unknown_options(["manage.py", "test"], arguments) == set()


def test_every_group_of_packages_that_a_command_installs_exists():
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text())["dependency-groups"]
    named = {name for page in PAGES for name in GROUP.findall(text_of(page))}

    assert named
    assert named <= set(groups)


def test_every_unit_of_systemd_that_is_named_exists():
    units = {path.name for path in (ROOT / "deploy" / "systemd").iterdir()}
    named = {name for page in PAGES for name in UNITS.findall(text_of(page))}

    assert len(named) > 3
    assert [name for name in named if not any(unit.startswith(name) for unit in units)] == []


def test_the_readme_has_at_most_60_lines():
    assert len((ROOT / "README.md").read_text().splitlines()) <= 60


def test_every_service_of_compose_that_is_named_exists():
    files = [yaml.safe_load((ROOT / name).read_text()) for name in ("docker-compose.yml", "docker-compose.scale.yml")]
    services = {name for file in files for name in file["services"]}
    groups = [group for page in PAGES for found in SERVICES.findall(text_of(page)) for group in found]
    named = [name for group in groups for name in group.split()]
    named += [name for page in PAGES for name in SCALED.findall(text_of(page))]

    assert len(named) > 10
    assert set(named) <= services


def test_every_address_of_the_api_in_an_example_exists(subtests):
    named = {(page.name, path) for page in PAGES for path in ADDRESS.findall(text_of(page))}

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
