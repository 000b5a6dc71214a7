"""Make the project's own environment from the lock file. Only the standard library is needed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent
ENVIRONMENT = ROOT / ".venv"
STAMP = ENVIRONMENT / ".igo-installed"
MADE_HERE = ("serve", "test", "benchmarks")
"""The commands that always run in our environment; others make it only where Django is missing."""


def ensure(argv: list[str]) -> None:
    """Return when the libraries are at hand; else install them into .venv and start again there.

    Leaves the process with a sentence that says what to do when that is impossible.
    """
    if os.environ.get("IGO_BOOTSTRAPPED") or not _wanted(argv):
        return
    if sys.version_info < (3, 11):
        sys.exit("Igo needs Python 3.11 or newer; this is " + sys.version.split()[0] + ".")
    with_tests = argv[1] in ("test", "benchmarks")
    if not _is_installed(with_tests):
        _install(with_tests)
    python = ENVIRONMENT / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    os.execve(python, [str(python), *argv], environment_of(os.environ))


def environment_of(outside: Mapping[str, str]) -> dict[str, str]:
    """What our Python finds in its environment, made of what is there now.

    Where nothing may be written next to the sources (PYTHONDONTWRITEBYTECODE), the bytecode is kept inside .venv, which
    is ours: without it every start compiles two thousand modules, and takes three times as long.
    """
    inside = {**outside, "IGO_BOOTSTRAPPED": "1"}
    inside.pop("PYTHONPATH", None)
    if inside.pop("PYTHONDONTWRITEBYTECODE", ""):
        inside.setdefault("PYTHONPYCACHEPREFIX", str(ENVIRONMENT / "bytecode"))
    return inside


def python_to_take(system: str = "/usr/bin", arguments: str | None = None) -> str:
    """The Python to make the environment with: the one that runs, unless it was compiled without optimizations and the
    system has its own of the same version, in which plain Python code then takes two thirds of the time.

    pyenv, for one, compiles without them unless it is told to; those of distributions have them. `arguments` are those
    of the `configure` of the Python that runs. What the other one was compiled with is not asked, for distributions
    optimize by ways of their own that their `configure` does not know of.
    """
    if arguments is None:
        arguments = str(sysconfig.get_config_var("CONFIG_ARGS") or "")
    other = Path(system) / f"python{sys.version_info.major}.{sys.version_info.minor}"
    is_slow = arguments and "--enable-optimizations" not in arguments
    return str(other) if is_slow and os.access(other, os.X_OK) else sys.executable


def _wanted(argv: list[str]) -> bool:
    """Whether this command makes the environment, or there is one of ours that it should run in."""
    if len(argv) > 1 and argv[1] in MADE_HERE:
        return True
    inside = Path(sys.prefix).resolve() == ENVIRONMENT.resolve()
    return not inside and len(argv) > 1 and (STAMP.exists() or find_spec("django") is None)


def _wish(with_tests: bool) -> str:
    return ("test " if with_tests else "run ") + str((ROOT / "uv.lock").stat().st_mtime_ns)


def _is_installed(with_tests: bool) -> bool:
    if not STAMP.exists():
        return False
    kept = STAMP.read_text()
    return kept == _wish(True) or (not with_tests and kept == _wish(False))


def _install(with_tests: bool) -> None:
    print("Installing the libraries into .venv (once) ...", file=sys.stderr, flush=True)
    command = [*_uv(), "sync", "--frozen", "--quiet", "--python", python_to_take()]
    if not with_tests:
        command += ["--no-dev", "--inexact"]  # what a developer has put there stays
    done = subprocess.run(command, cwd=ROOT, check=False)
    if done.returncode:
        sys.exit("The libraries could not be installed: see above. Is the package index reachable?")
    STAMP.write_text(_wish(with_tests))


def _uv() -> list[str]:
    """How to call uv: the one on the machine, else one installed next to the environment."""
    found = shutil.which("uv")
    if found:
        return [found]
    tools = ROOT / ".venv-uv"
    python = tools / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not python.exists():
        _run(
            [sys.executable, "-m", "venv", str(tools)],
            "Python's venv module is missing. On Debian "
            "and Ubuntu: apt-get install python3-venv; or install uv (https://docs.astral.sh/uv/).",
        )
    _run([str(python), "-m", "pip", "install", "--quiet", "uv"], "uv could not be installed by pip.")
    return [str(python), "-m", "uv"]


def _run(command: list[str], otherwise: str) -> None:
    if subprocess.run(command, check=False).returncode:
        sys.exit(otherwise)
