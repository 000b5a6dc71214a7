"""Programs that the tests need: found on the machine, else installed, else a sentence that says what to do."""

from __future__ import annotations

import glob
import os
import shutil
import subprocess

PACKAGES = {
    "curl": "curl",
    "postgres": "postgresql",
    "psql": "postgresql",
    "redis-server": "redis-server",
    "chromium": "chromium",
    "xgettext": "gettext",
    "msgmerge": "gettext",
    "nginx": "nginx-light",
    "envsubst": "gettext-base",
    "gnugo": "gnugo",
    "faketime": "faketime",
}
OTHER_NAMES = {
    "redis-server": ("valkey-server",),
    "chromium": ("chromium-browser", "google-chrome", "google-chrome-stable"),
}
FOLDERS = ["/usr/lib/postgresql/*/bin", "/usr/local/pgsql/bin", "/usr/sbin", "/usr/games", "/opt/homebrew/bin"]


class MissingProgram(Exception):
    """A program is not there and cannot be installed; the message says what to do."""


def find(name: str) -> str | None:
    """Where the program is, None when it is nowhere."""
    folders = [folder for pattern in FOLDERS for folder in sorted(glob.glob(pattern), reverse=True)]
    path = os.pathsep.join([os.environ.get("PATH", ""), *folders])
    found = (shutil.which(candidate, path=path) for candidate in (name, *OTHER_NAMES.get(name, ())))
    return next((program for program in found if program), None)


def need(name: str) -> str:
    """Where the program is, after installing it if that is possible; raises MissingProgram."""
    found = find(name) or _install(name)
    if found is None:
        raise MissingProgram(
            f"The tests need {name}. Install it (on Debian: apt-get install {PACKAGES[name]}) and run them again."
        )
    return found


def _install(name: str) -> str | None:
    if os.name != "posix" or os.geteuid() != 0 or shutil.which("apt-get") is None:
        return None
    print(f"Installing {PACKAGES[name]} ...", flush=True)
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "env": environment}
    install = ["apt-get", "install", "-y", "--no-install-recommends", PACKAGES[name]]
    if subprocess.run(install, check=False, **quiet).returncode:  # type: ignore[call-overload]
        subprocess.run(["apt-get", "update"], check=False, **quiet)  # type: ignore[call-overload]
        subprocess.run(install, check=False, **quiet)  # type: ignore[call-overload]
    return find(name)
