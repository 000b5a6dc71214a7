"""The built packages: the wheels of the server and the client, each without a clone next to it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from zipfile import ZipFile

import pytest
import requests

from tests.support.app_packages import APPS
from tests.support.databases import put_migrated
from tests.support.newcomers import sign_up
from tests.support.servers import free_port, wait_until_open

ROOT = Path(__file__).resolve().parents[2]
PLAY = """
import sys
from igo_client import Client

url, aino, babak = sys.argv[1:]
aino, babak = Client(url, aino), Client(url, babak)
offer = aino.offer(size=9, opponent="babak", color="black", days=3)
game = babak.accept_challenge(offer["id"])["id"]
print(aino.play(game, "E5", expected=0)["point"], babak.game(game)["to_play"])
"""


def built(root: Path, folder: Path) -> Path:
    """The wheel that this pyproject.toml describes."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=root, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def server_wheel(tmp_path_factory) -> Path:
    return built(ROOT, tmp_path_factory.mktemp("server"))


@pytest.fixture(scope="module")
def client_wheel(tmp_path_factory) -> Path:
    return built(ROOT / "igo_client", tmp_path_factory.mktemp("client"))


def tracked(*folders: str) -> set[str]:
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", *folders],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return {name for name in listed.stdout.split("\n") if name and (ROOT / name).exists()}


def unpacked(wheel: Path, folder: Path) -> Path:
    """Installing a wheel of nothing but Python is unpacking it, but for the script that calls its command."""
    with ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def test_the_wheel_has_all_that_the_server_needs_and_nothing_else(server_wheel):
    with ZipFile(server_wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
    needed = {f"igo_server/{name}" for name in tracked(*APPS, "templates", "static", "manage.py", "locale/*.toml")}
    described = {f"igo_server/igo_client/{name}" for name in ("README.md", "pyproject.toml")}
    compiled = {f"igo_server/{path.parent}/django.mo" for path in map(Path, tracked("locale/*.po"))}

    assert len(compiled) >= 2
    assert names == needed - described | compiled | {"igo_server/__init__.py"}


def test_every_dependency_of_the_wheel_has_an_upper_bound():
    """A new major version of a library is taken when it was tested (renovate.json offers it), not when it appears."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = [spec for specs in project["optional-dependencies"].values() for spec in specs]

    assert [spec for spec in [*project["dependencies"], *extras] if ",<" not in spec] == []


def test_the_clients_wheel_is_one_package_with_its_types_and_a_permissive_licence(client_wheel):
    with ZipFile(client_wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
        (about,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        metadata = archive.read(about).decode()
        sources = {name: archive.read(name).decode() for name in names if name.endswith(".py")}

    described = {"igo_client/README.md", "igo_client/pyproject.toml"}
    types = {name.replace("api_types/", "igo_client/api_types/") for name in tracked("api_types")}
    assert names == tracked("igo_client") - described | types
    assert "License-Expression: MIT" in metadata
    assert [name for name, text in sources.items() if re.search(r"^(from|import) api_types", text, re.MULTILINE)] == []


@contextmanager
def serving(igo: list[str], folder: Path, environment: dict[str, str]) -> Iterator[str]:
    """`igo serve`, begun in this folder; its address."""
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    command = [*igo, "serve", "--port", str(port)]
    process = subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True)
    try:
        assert wait_until_open(port)
        yield url
    finally:
        process.terminate()
        output = process.communicate(timeout=30)[0]
    assert f":{port}/" in output
    assert "manage.py" not in output  # what is advised can be typed here


def own(environment: dict[str, str]) -> dict[str, str]:
    """Nothing of a clone is found: neither by Python nor by the settings of this test run."""
    foreign = ("DATABASE_URL", "REDIS_URL", "PYTHONPATH", "DJANGO_SETTINGS_MODULE", "IGO_BOOTSTRAPPED")
    kept = {name: value for name, value in os.environ.items() if name not in foreign}
    return {**kept, **environment}


def plays(url: str, client: Callable[[str], list[str]], environment: dict[str, str], folder: Path) -> str:
    """Two newcomers sign up, one offers, the other accepts, a stone is played, by the client's wheel."""
    command = [*client(PLAY), url, sign_up(url, "aino"), sign_up(url, "babak")]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def looks_whole(url: str) -> None:
    """A page in Finnish, with all its files under hashed names."""
    page = requests.get(url, headers={"Accept-Language": "fi"}, timeout=60).text
    files = re.findall(r'"(/static/[^"]+)"', page)
    assert '<html lang="fi"' in page
    assert "Kirjaudu" in page
    assert len(files) >= 3
    for file in files:
        assert re.search(r"\.[0-9a-f]{12}\.\w+$", file), file
        assert requests.get(url + file, timeout=60).ok


@pytest.mark.once
def test_igo_serve_works_from_the_wheel_in_an_empty_folder(server_wheel, client_wheel, tmp_path):
    """Unpacked, with the libraries that are here; at night in a Python of its own."""
    data, empty = tmp_path / "data", tmp_path / "empty"
    put_migrated(data)
    empty.mkdir()
    igo = [sys.executable, str(unpacked(server_wheel, tmp_path / "server") / "igo_server" / "manage.py")]
    environment = own({"IGO_DATA_DIR": str(data)})
    with_client = {**environment, "PYTHONPATH": str(unpacked(client_wheel, tmp_path / "client"))}

    with serving(igo, empty, environment) as url:
        looks_whole(url)
        assert plays(url, lambda code: [sys.executable, "-c", code], with_client, empty) == "E5 W"

    assert list(empty.iterdir()) == []


@pytest.mark.nightly
@pytest.mark.once
def test_both_wheels_install_on_a_bare_python_and_play(server_wheel, client_wheel, tmp_path):
    def venv(name: str, wheel: Path) -> Path:
        subprocess.run([sys.executable, "-m", "venv", str(tmp_path / name)], check=True)
        subprocess.run([str(tmp_path / name / "bin" / "pip"), "install", "--quiet", str(wheel)], check=True)
        return tmp_path / name / "bin"

    empty, environment = tmp_path / "empty", own({"IGO_DATA_DIR": str(tmp_path / "data")})
    empty.mkdir()
    igo, python = str(venv("server", server_wheel) / "igo"), str(venv("client", client_wheel) / "python")

    with serving([igo], empty, environment) as url:
        looks_whole(url)
        assert plays(url, lambda code: [python, "-c", code], environment, empty) == "E5 W"
    checked = subprocess.run(
        [igo, "check_games"], cwd=empty, env=environment, capture_output=True, text=True, check=False
    )

    assert "1 games checked, 0 faults" in checked.stdout, checked.stderr
    assert list(empty.iterdir()) == []
