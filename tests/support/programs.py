"""Programs that tests need: found on the machine, otherwise installed, otherwise an error that says what to do."""

from __future__ import annotations

import fcntl
import glob
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress

PACKAGES = {
    "curl": "curl",
    "postgres": "postgresql",
    "psql": "postgresql",
    "pgbench": "postgresql",
    "pgbouncer": "pgbouncer",
    "redis-server": "redis-server",
    "chromium": "chromium",
    "chromium-headless-shell": "chromium-headless-shell",
    "xgettext": "gettext",
    "msgmerge": "gettext",
    "nginx": "nginx-light",
    "caddy": "caddy",
    "systemd-analyze": "systemd",
    "envsubst": "gettext-base",
    "gnugo": "gnugo",
    "faketime": "faketime",
    "node": "nodejs",
    "npm": "npm",
    "pg_dump": "postgresql-client",
    "pg_basebackup": "postgresql-client",
    "dovecot": "dovecot-imapd",
    "pgrep": "procps",
    "ps": "procps",
}
"""Programs that the tests run, and their Debian packages."""
OTHER_NAMES = {
    "redis-server": ("valkey-server",),
    "chromium": ("chromium-browser", "google-chrome", "google-chrome-stable"),
    "chromium-headless-shell": ("chrome-headless-shell",),
}
FOLDERS = ["/usr/lib/postgresql/*/bin", "/usr/local/pgsql/bin", "/usr/sbin", "/usr/games", "/opt/homebrew/bin"]


class MissingProgram(Exception):
    """Raised if a program is missing and cannot be installed; the message says what to do."""


def find(name: str) -> str | None:
    """Return the program's path, or None if it is missing."""
    folders = [folder for pattern in FOLDERS for folder in sorted(glob.glob(pattern), reverse=True)]
    path = os.pathsep.join([os.environ.get("PATH", ""), *folders])
    found = (shutil.which(candidate, path=path) for candidate in (name, *OTHER_NAMES.get(name, ())))
    return next((program for program in found if program), None)


def need(name: str) -> str:
    """Return the program's path, after installing it if possible; raises MissingProgram."""
    (found,) = need_all([name])
    return found


def wanted(name: str) -> str | None:
    """Return the path of a program that the tests can do without; None if it is missing and cannot be installed."""
    with suppress(MissingProgram):
        return need(name)
    return None


def need_all(names: Iterable[str]) -> list[str]:
    """Return the programs' paths, after installing all missing ones together; raises MissingProgram."""
    names = list(names)
    if not all(map(find, names)):
        with _one_at_a_time():
            _install([name for name in names if find(name) is None])
    found = [find(name) for name in names]
    missing = [name for name, program in zip(names, found, strict=True) if program is None]
    if missing:
        raise MissingProgram(
            f"The tests need {', '.join(missing)}. Install them (on Debian: apt-get install {_packages(missing)}) "
            "and run the tests again."
        )
    return [program for program in found if program]


def _packages(names: Iterable[str]) -> str:
    return " ".join(dict.fromkeys(PACKAGES[name] for name in names))


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    """Keep two test processes from running apt at the same time."""
    with open(os.path.join(tempfile.gettempdir(), f"igo-install-{os.geteuid()}"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _install(names: list[str]) -> None:
    """Install the missing programs with apt, as root; those that cannot be installed stay missing."""
    if not names or os.geteuid() != 0 or shutil.which("apt-get") is None:
        return
    print(f"Installing {_packages(names)} ...", flush=True)
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "env": environment}
    install = ["apt-get", "install", "-y", "--no-install-recommends", *_packages(names).split()]
    if subprocess.run(install, check=False, **quiet).returncode:  # type: ignore[call-overload]
        subprocess.run(["apt-get", "update"], check=False, **quiet)  # type: ignore[call-overload]
        subprocess.run(install, check=False, **quiet)  # type: ignore[call-overload]
