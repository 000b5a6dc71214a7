"""Sphinx settings of the documentation site: build it with `.venv/bin/python -m sphinx -W --keep-going docs site`,
then open site/index.html.

The test command's lint does the same without writing pages (`-b dummy`).

Sphinx is used with MyST and Furo: the files stay plain Markdown that is readable in a repository, every link is
checked including its heading, and pages request nothing from other hosts.
"""

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

from sphinx.application import Sphinx

ROOT = Path(__file__).resolve().parents[1]
OPENAPI = "openapi.json"
sys.path.insert(0, str(ROOT))  # for what the client says of itself

project = "Igo"
author = "the authors of Igo"
release = version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["pictures/*.py"]
suppress_warnings = ["myst.header"]  # a page may begin anywhere: some are read inside others

html_theme = "furo"
html_title = f"Igo {release}"
html_favicon = "../static/img/icon.svg"
html_copy_source = False
html_show_sphinx = False
html_theme_options: dict[str, object] = {"footer_icons": []}

myst_heading_anchors = 3
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
myst_enable_extensions = ["colon_fence"]


METHODS = ("get", "post", "put", "patch", "delete")
HERE = "<!-- operations -->"


def write_schema(app: Sphinx) -> None:
    """Write the OpenAPI document of this source into the site; only for HTML."""
    if app.builder.name != "html":
        return
    with_server = {**os.environ, "IGO_BOOTSTRAPPED": "1", "IGO_DATA_DIR": str(Path(app.doctreedir))}
    folder = Path(app.outdir)
    folder.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, str(ROOT / "manage.py"), "spectacular", "--format", "openapi-json"]
    made = subprocess.run(
        [*command, "--file", str(folder / OPENAPI)], env=with_server, check=False, capture_output=True
    )
    if made.returncode:
        raise RuntimeError(made.stderr.decode())


def list_operations(app: Sphinx, page: str, source: list[str]) -> None:
    """Replace the placeholder in a page by tables of all operations of the OpenAPI document, one for each tag."""
    if HERE not in source[0] or app.builder.name != "html":
        return
    rows: dict[str, list[str]] = {}
    paths = json.loads((Path(app.outdir) / OPENAPI).read_text())["paths"]
    for path, methods in paths.items():
        for method in filter(methods.get, METHODS):
            summary = " ".join(methods[method].get("description", "").replace("|", "/").split())
            row = f"| `{method.upper()} {path}` | {re.split(r'(?<=[.]) (?=[A-Z])', summary)[0]} |"
            rows.setdefault(methods[method]["tags"][0], []).append(row)
    tables = ("\n".join([f"## {kind.capitalize()}\n\n| | |\n|---|---|", *rows[kind]]) for kind in sorted(rows))
    source[0] = source[0].replace(HERE, "\n\n".join(tables))


def setup(app: Sphinx) -> None:
    """Register this module's handlers of Sphinx events. Called by Sphinx."""
    app.connect("builder-inited", write_schema)
    app.connect("source-read", list_operations)
