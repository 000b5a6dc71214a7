"""The apps of the project, as the import contracts list them."""

from __future__ import annotations

import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
APPS: list[str] = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["root_packages"]
SERVED = [app for app in APPS if app != "igo_client"]
"""The apps that run on the server; the client runs on its users' machines."""
