"""Creates the project's own virtual environment from the lock file. Needs only the standard library."""

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
"""The commands that always run in our environment; others create it only if Django is missing."""


def ensure_libraries(argv: list[str]) -> None:
    """Return if this Python has the libraries that the command needs. Otherwise install them into .venv and restart the
    command there.

    If that is impossible, exit with a sentence that says what to do.
    """
    if os.environ.get("IGO_BOOTSTRAPPED") or not _needs_environment(argv):
        return
    if sys.version_info < (3, 11):
        sys.exit("Igo needs Python 3.11 or newer; this is " + sys.version.split()[0] + ".")
    with_tests = argv[1] in ("test", "benchmarks")
    if not _is_installed(with_tests):
        _install(with_tests)
    python = ENVIRONMENT / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    os.execve(python, [str(python), *argv], environment_of(os.environ))


def environment_of(environ: Mapping[str, str]) -> dict[str, str]:
    """Return `environ` with the changes that the project's own Python needs.

    If Python may not write bytecode next to the sources (PYTHONDONTWRITEBYTECODE), it writes the bytecode into .venv.
    Without bytecode, every start compiles two thousand modules and takes three times as long.
    """
    ours = {**environ, "IGO_BOOTSTRAPPED": "1"}
    ours.pop("PYTHONPATH", None)
    if ours.pop("PYTHONDONTWRITEBYTECODE", ""):
        ours.setdefault("PYTHONPYCACHEPREFIX", str(ENVIRONMENT / "bytecode"))
    return ours


def python_for_environment(system: str = "/usr/bin", arguments: str | None = None) -> str:
    """Return the path of the Python for the folder .venv: the running one, or the system's of the same version if the
    running one was compiled without optimizations. With optimizations, plain Python code takes two thirds of the time.

    pyenv, for example, compiles without optimizations by default; distributions compile with them. `system` is the
    folder of the system's Python. `arguments` are the `configure` arguments of the running Python. Those of the
    system's Python are not checked, because distributions have their own ways to optimize.
    """
    if arguments is None:
        arguments = str(sysconfig.get_config_var("CONFIG_ARGS") or "")
    other = Path(system) / f"python{sys.version_info.major}.{sys.version_info.minor}"
    is_slow = arguments and "--enable-optimizations" not in arguments
    return str(other) if is_slow and os.access(other, os.X_OK) else sys.executable


def _needs_environment(argv: list[str]) -> bool:
    """Return whether the command must be run in the project's own environment: always for the commands in MADE_HERE,
    otherwise if this Python is another one and the environment exists or Django is missing."""
    if len(argv) > 1 and argv[1] in MADE_HERE:
        return True
    ours = Path(sys.prefix).resolve() == ENVIRONMENT.resolve()
    return not ours and len(argv) > 1 and (STAMP.exists() or find_spec("django") is None)


def _stamp_text(with_tests: bool) -> str:
    return ("test " if with_tests else "run ") + str((ROOT / "uv.lock").stat().st_mtime_ns)


def _is_installed(with_tests: bool) -> bool:
    if not STAMP.exists():
        return False
    kept = STAMP.read_text()
    return kept == _stamp_text(True) or (not with_tests and kept == _stamp_text(False))


def _install(with_tests: bool) -> None:
    print("Installing the libraries into .venv (once) ...", file=sys.stderr, flush=True)
    command = [*_uv(), "sync", "--frozen", "--quiet", "--python", python_for_environment()]
    if not with_tests:
        command += ["--no-dev", "--inexact"]  # what a developer has put there stays
    done = subprocess.run(command, cwd=ROOT, check=False)
    if done.returncode:
        sys.exit("The libraries could not be installed: see above. Is the package index reachable?")
    STAMP.write_text(_stamp_text(with_tests))


def _uv() -> list[str]:
    """Return the command that runs uv: the machine's own, otherwise one that is installed next to the environment."""
    found = shutil.which("uv")
    if found:
        return [found]
    tools = ROOT / ".venv-uv"
    python = tools / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not python.exists():
        _run_or_exit(
            [sys.executable, "-m", "venv", str(tools)],
            "Python's venv module is missing. On Debian "
            "and Ubuntu: apt-get install python3-venv; or install uv (https://docs.astral.sh/uv/).",
        )
    _run_or_exit([str(python), "-m", "pip", "install", "--quiet", "uv"], "uv could not be installed by pip.")
    return [str(python), "-m", "uv"]


def _run_or_exit(command: list[str], failure: str) -> None:
    if subprocess.run(command, check=False).returncode:
        sys.exit(failure)
