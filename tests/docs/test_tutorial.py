"""docs/tutorial.md works: every block runs against a real server and prints the promised output."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from goserver.management.commands.demo import NAMES
from tests.support.programs import need
from tests.support.servers import SECONDS_TO_START, free_port

ROOT = Path(__file__).resolve().parents[2]
TUTORIAL = ROOT / "docs" / "tutorial.md"
SECONDS_TO_RUN = 300
COMMANDS = ["python3 manage.py serve", 'python3 manage.py demo --password "correct horse"']
MAKE_PEOPLE = """
from accounts.models import Player
for name in ("aino", "babak"):
    Player.objects.create_user(name, "", "correct horse")
"""
"""Instead of `demo`, which makes these two, others, and many games in half a minute."""


def blocks() -> list[tuple[str, str]]:
    """The code blocks of the tutorial: language and text."""
    return re.findall(r"^```(\w+)\n(.*?)^```$", TUTORIAL.read_text(), re.MULTILINE | re.DOTALL)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    """The address of a server with Aino and Babak."""
    need("curl")
    data, port = tmp_path / "data", free_port()
    inherited = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    environment = {**inherited, "IGO_BOOTSTRAPPED": "1", "IGO_DATA_DIR": str(data)}
    manage = [sys.executable, str(ROOT / "manage.py")]
    with (tmp_path / "log").open("wb") as log:
        process = subprocess.Popen([*manage, "serve", "--port", str(port)], env=environment, stdout=log, stderr=log)
    try:
        url = f"http://127.0.0.1:{port}"
        wait_for(url)
        subprocess.run([*manage, "shell", "-v0", "-c", MAKE_PEOPLE], env=environment, check=True)
        yield url
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def wait_for(url: str) -> None:
    """Wait until the server is ready."""
    until = time.monotonic() + SECONDS_TO_START
    while time.monotonic() < until:
        try:
            with urllib.request.urlopen(f"{url}/readyz", timeout=5):
                return
        except OSError:
            time.sleep(0.1)
    raise AssertionError("the server does not start")


def as_script(folder: Path) -> str:
    """The sh blocks as one script, which says where each begins; programs are saved as what their first line says."""
    parts = ["trap 'kill $(jobs -p) 2>/dev/null || true' EXIT"]
    for number, (language, text) in enumerate(blocks()):
        if language == "python":
            name = text.partition("\n")[0].removeprefix("# ")
            (folder / name).write_text(text)
        elif language == "sh":
            parts += [f"printf '\\n=== {number} ===\\n'", text]
    return "\n".join(parts)


def run(script: str, folder: Path, url: str) -> dict[int, str]:
    """Run the tutorial's blocks in order; return the output of each."""
    folders = [str(Path(sys.executable).parent), os.environ["PATH"]]
    environment = {
        **os.environ,
        "PATH": os.pathsep.join(folders),
        "PYTHONPATH": str(ROOT),
        "IGO_SERVER": url,
        "NO_PROXY": "127.0.0.1",
        "no_proxy": "127.0.0.1",
    }
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=SECONDS_TO_RUN,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    pieces = re.split(r"^=== (\d+) ===$", done.stdout, flags=re.MULTILINE)[1:]
    return {int(number): text.strip() for number, text in zip(pieces[::2], pieces[1::2], strict=True)}


def looks_like(promised: str, printed: str) -> bool:
    """Whether this was printed; "..." stands for anything."""
    lines = [re.escape(line.strip()).replace(r"\.\.\.", ".*") for line in promised.strip().split("\n")]
    got = "\n".join(line.strip() for line in printed.strip().split("\n"))
    return re.fullmatch("\n".join(lines), got, re.DOTALL) is not None


@pytest.mark.nightly
def test_every_block_runs_and_prints_what_is_promised(server, tmp_path):
    folder = tmp_path / "here"
    folder.mkdir()

    printed = run(as_script(folder), folder, server)

    found = blocks()
    for number, (language, text) in enumerate(found):
        if language == "text":
            assert looks_like(text, printed[number - 1]), f"promised: {text}\nprinted: {printed[number - 1]}"


def test_the_tutorial_starts_what_there_is_and_its_programs_are_short():
    found = blocks()

    assert [text.strip().split("\n") for language, text in found if language == "console"] == [COMMANDS]
    assert {"aino", "babak"} <= set(NAMES)
    assert {language for language, _ in found} == {"console", "sh", "text", "python"}
    whole, bot = (text.strip().split("\n") for language, text in found if language == "python")
    assert len(whole) <= 40
    assert len([line for line in bot if line.strip() and not line.startswith("#")]) <= 25
