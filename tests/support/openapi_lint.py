"""`python -m tests.support.openapi_lint`: Redocly and Spectral check the OpenAPI document, and every warning is a
fault.

Both come from npm in the versions of package-lock.json, and their install scripts do not run. This takes a minute and
230 MB, so the test command does it at night (docs/testing.md).
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.support.programs import MissingProgram, need

ROOT = Path(__file__).resolve().parents[2]
MODULES = ROOT / "node_modules"
QUIET = {"REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true"}


def main() -> int:
    """Install missing packages, and check; return 1 if there is a fault, or no npm."""
    try:
        need("node")
        npm = need("npm")
    except MissingProgram as missing:
        print(missing)
        return 1
    if _is_old():
        _run(npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund")
    with tempfile.TemporaryDirectory() as folder:
        document = str(Path(folder, "openapi.json"))
        _run(sys.executable, "manage.py", "spectacular", "--format", "openapi-json", "--file", document)
        found = [
            _program("redocly", "lint", "--config", "tests/api/redocly.yaml", document),
            _program("spectral", "lint", "--ruleset", "tests/api/spectral.yaml", "--fail-severity=warn", document),
        ]
    return int(any(found))


def _is_old() -> bool:
    """Return whether the installed packages differ from the lock file."""
    there = MODULES / ".package-lock.json"
    return not there.exists() or there.stat().st_mtime < (ROOT / "package-lock.json").stat().st_mtime


def _run(*command: str) -> None:
    subprocess.run(command, cwd=ROOT, check=True, env={**os.environ, "IGO_BOOTSTRAPPED": "1"})


def _program(name: str, *arguments: str) -> int:
    command = [str(MODULES / ".bin" / name), *arguments]
    return subprocess.run(command, cwd=ROOT, check=False, env={**os.environ, **QUIET}).returncode


if __name__ == "__main__":
    sys.exit(main())
