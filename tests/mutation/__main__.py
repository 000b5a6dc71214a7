"""Mutation testing of `rules`: change the code in small ways, one at a time, and see whether a test notices.

    uv run --group mutation python -m tests.mutation [folder]        (some hours; two processes)

It works in a folder of its own (a temporary one by default) with a copy of `rules` and of its tests, so that the tests
need neither Django nor a database. At the end it prints for every module how many mutants there were and how many
died. The survivors are listed by `mutmut results` in that folder, and one is shown by `mutmut show NAME`.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CONFIG = """[mutmut]
source_paths=rules
pytest_add_cli_args=
    -q
    -x
    -p
    no:cacheprovider
    -k
    not hostile and not written_nowhere
pytest_add_cli_args_test_selection=tests/rules
timeout_constant=3
"""
CONFTEST = """from hypothesis import settings

settings.register_profile("mutation", deadline=None, derandomize=True, max_examples=25, database=None)
settings.load_profile("mutation")
"""
NOT_NEEDED = ("test_cases.py", "cases_adapter.py", "test_staged_frauds.py", "__pycache__")
"""The shared cases are not part of a clone: the figures are those of our own tests. What else is left out, here and by
CONFIG, measures time or looks at other apps."""
KILLED = {1, 3, 24, 36, 255, -24, -11, -9}
"""Exit codes of a test run that noticed: a failure, an error, or a time-out of code that no longer ends."""


def prepare(folder: Path) -> None:
    """Copy what is needed into the folder."""
    shutil.copytree(ROOT / "rules", folder / "rules", ignore=shutil.ignore_patterns("__pycache__"))
    tests = folder / "tests"
    shutil.copytree(ROOT / "tests" / "rules", tests / "rules", ignore=shutil.ignore_patterns(*NOT_NEEDED))
    data = ROOT / "tests" / "data"
    if data.exists():
        shutil.copytree(data, tests / "data")
    for name in ("__init__.py", "diagrams.py"):
        shutil.copy(ROOT / "tests" / name, tests / name)
    (tests / "conftest.py").write_text(CONFTEST)
    (folder / "setup.cfg").write_text(CONFIG)


def results(folder: Path) -> Iterator[tuple[str, str, int | None]]:
    """The module, the name and the exit code of the tests for every mutant."""
    mutants = folder / "mutants"
    for path in sorted(mutants.rglob("*.meta")):
        module = str(path.relative_to(mutants))[: -len(".py.meta")].replace("/", ".")
        for name, code in json.loads(path.read_text())["exit_code_by_key"].items():
            yield module, name, code


def report(folder: Path) -> None:
    """Print how many mutants of each module died."""
    made, killed = Counter[str](), Counter[str]()
    for module, _, code in results(folder):
        made[module] += 1
        killed[module] += code in KILLED
    for module in made:
        print(f"{module:24} {made[module]:6} {killed[module]:6} {killed[module] / made[module]:7.1%}")
    total = sum(made.values())
    print(f"{'all':24} {total:6} {sum(killed.values()):6} {sum(killed.values()) / total:7.1%}")


def main() -> None:
    """Prepare, run, report."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(tempfile.mkdtemp(prefix="mutation-"))
    if not (folder / "rules").exists():
        prepare(folder)
    subprocess.run([sys.executable, "-m", "mutmut", "run", "--max-children", "2"], cwd=folder, check=False)
    report(folder)


if __name__ == "__main__":
    main()
