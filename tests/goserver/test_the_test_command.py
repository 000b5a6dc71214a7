"""`python3 manage.py test`: its selection for a change, and no overlooked failures."""

from __future__ import annotations

import runpy
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tests.run import changed
from tests.run.lanes import MOST_AGAIN, Impossible, Lane, Run, Step
from tests.run.parts import parallel

pytestmark = pytest.mark.xdist_group("test command")  # who imports whom is found out once

ROOT = Path(__file__).resolve().parents[2]
SERVICES = "tests/games/services"


def test_a_file_of_tests_that_has_changed_is_run():
    assert changed.pick(["tests/rules/test_moves.py"]) == ["tests/rules/test_moves.py"]
    assert changed.pick(["tests/rules/test_no_more.py"]) == []


def test_who_imports_a_module_can_break_by_it_also_through_the_name_that_a_package_gives_it():
    assert "tests/ratings/test_glicko2.py" in changed.pick(["ratings/glicko2.py"])
    assert f"{SERVICES}/test_off_time.py" in changed.pick(["games/services/vacations.py"])
    picked = changed.pick(["games/verbs/moves.py"])
    assert {"tests/games/verbs", "tests/games/races/test_races.py"} <= set(picked)  # says verbs.Play


def test_who_uses_other_names_of_the_package_cannot():
    picked = changed.pick(["games/services/vacations.py"])

    assert "tests/games/verbs/test_moves.py" not in picked
    assert "tests/rules/test_moves.py" not in picked
    assert len(picked) < 40


def test_a_change_is_not_followed_through_what_all_tests_use():
    assert "tests/goserver/test_test_servers.py" not in changed.pick(["games/services/chat.py"])
    assert "tests/goserver/test_test_servers.py" in changed.pick(["tests/factories.py"])


def test_pages_and_other_files_are_tested_by_folder_the_nearest_first():
    assert changed.pick(["templates/games/game.html"]) == ["tests/games/pages"]
    assert changed.pick(["docs/authorization.csv"]) == ["tests/access/test_authorization.py"]
    assert changed.pick(["LICENSE"]) == []


def test_a_folder_that_is_run_does_not_run_its_files_twice():
    picked = changed.pick(["templates/games/game.html", "tests/games/pages/test_access.py"])

    assert picked == ["tests/games/pages"]


def test_what_a_change_is_tested_by_is_there():
    assert [path for paths in changed.BY_FOLDER.values() for path in paths if not (ROOT / path).exists()] == []
    assert [path for path in (*changed.WHOLE, *changed.LONG) if not (ROOT / path).exists()] == []
    assert [start for start in changed.BY_FOLDER if not list(ROOT.glob(f"{start}*"))] == []


def test_only_the_whole_command_can_tell_about_the_environment():
    assert changed.is_for_all(["games/addresses.py", "uv.lock"])
    assert not changed.is_for_all(["games/addresses.py"])


def test_changes_are_those_since_the_commit_and_what_is_not_committed_yet(tmp_path, monkeypatch):
    def git(*arguments: str) -> None:
        who = ["-c", "user.name=Aino", "-c", "user.email=aino@example.org"]
        subprocess.run(["git", *who, *arguments], cwd=tmp_path, check=True, capture_output=True)

    git("init", "-b", "main")
    for name in ("kept", "edited", "committed"):
        (tmp_path / name).write_text("as it was")
    git("add", ".")
    git("commit", "-m", "first")
    git("checkout", "-b", "work")
    (tmp_path / "committed").write_text("otherwise")
    git("commit", "-am", "second")
    (tmp_path / "edited").write_text("otherwise")
    (tmp_path / "new").write_text("new")
    monkeypatch.setattr(changed, "ROOT", tmp_path)

    assert changed.files() == ["committed", "edited", "new"]
    assert changed.files("HEAD") == ["edited", "new"]


# The steps of a run


def python(program: str, **more) -> Step:
    return Step("part", program, [sys.executable, "-c", program], **more)


def test_all_steps_of_all_lanes_run_also_after_one_has_failed(tmp_path, capfd):
    run = Run(tmp_path)

    run.all([Lane([python("exit(3)"), python("print('second')")]), Lane([python("print('other')", aloud=True)])])

    assert run.summary(["mutants"]) == 1
    output = capfd.readouterr().out
    assert "second" in output
    assert "other" in output
    assert "FAILED exit(3): exit code 3" in output
    assert "left to IGO_NIGHTLY=1: mutants" in output
    assert "2 passed, 1 failed, 0 skipped" in output


def test_what_cannot_run_has_failed_and_so_has_a_run_of_nothing(tmp_path, capfd):
    run = Run(tmp_path)
    run.all([Lane([Impossible("browser", "browser", "there is no Chromium")])])

    assert run.summary([]) == 1
    assert "FAILED browser: there is no Chromium" in capfd.readouterr().out
    assert Run(tmp_path).summary([]) == 1


def test_tests_are_counted_skips_named_and_what_fails_twice_has_failed(tmp_path, capfd):
    program = "import pytest\ndef test_good(): pass\ndef test_bad(): assert False\n"
    program += "def test_left(): pytest.skip('no time')\n"
    run = Run(tmp_path)

    run.all([Lane([some_tests(tmp_path, program)])])
    run.again()

    assert run.summary([]) == 1
    output = capfd.readouterr().out
    assert "1 passed, 1 failed, 1 skipped" in output
    assert "skipped 1: no time" in output
    assert "FAILED a few, alone: pytest's exit code is 1" in output
    assert "UNSTABLE" not in output


def some_tests(folder: Path, program: str) -> Step:
    (folder / "test_it.py").write_text(program)
    command = [sys.executable, "-m", "pytest", "-q", "-c", "/dev/null", "-p", "xdist.plugin", str(folder)]
    bare = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}  # all that there are take a second to load
    return Step("tests", "a few", command, bare, is_pytest=True)


@pytest.mark.nightly  # by day what is in a group, with pytest-xdist, as in the command
def test_what_failed_runs_once_more_alone_and_is_named_when_it_passes_then(tmp_path, capfd):
    run = Run(tmp_path)
    program = "import pathlib\ndef test_good(): pass\ndef test_once(tmp_path_factory):\n"
    program += f"    first = pathlib.Path({str(tmp_path / 'first')!r})\n    assert first.exists() or first.touch()\n"

    run.all([Lane([some_tests(tmp_path, program)])])
    run.again()

    assert run.summary([]) == 0
    output = capfd.readouterr().out
    assert "UNSTABLE, failed beside others and passed alone: test_it.test_once" in output
    assert "2 passed, 0 failed, 0 skipped" in output


def test_of_a_group_too_only_what_failed_runs_once_more(tmp_path, capfd):
    run = Run(tmp_path)
    program = "import pathlib, pytest\npytestmark = pytest.mark.xdist_group('a deployment')\ndef test_good(): pass\n"
    program += f"def test_once():\n    first = pathlib.Path({str(tmp_path / 'first')!r})\n"
    program += "    assert first.exists() or first.touch()\n"
    step = some_tests(tmp_path, program)

    run.all([Lane([replace(step, command=[*step.command, "-p", "tests.support.workers", *parallel(1)])])])
    run.again()

    assert run.summary([]) == 0
    output = capfd.readouterr().out
    assert "UNSTABLE, failed beside others and passed alone: test_it.test_once" in output
    assert "2 passed, 0 failed, 0 skipped" in output


def test_where_many_fail_nothing_is_tried_again(tmp_path, capfd):
    run = Run(tmp_path)
    program = f"import pytest\n@pytest.mark.parametrize('n', range({MOST_AGAIN + 1}))\ndef test_bad(n): assert False\n"

    run.all([Lane([some_tests(tmp_path, program)])])
    run.again()

    assert run.summary([]) == 1
    assert f"0 passed, {MOST_AGAIN + 1} failed, 0 skipped" in capfd.readouterr().out


def test_a_pytest_of_another_environment_says_what_to_run_first(monkeypatch):
    monkeypatch.setitem(sys.modules, "pytest_django", None)

    with pytest.raises(pytest.UsageError, match=r"manage\.py test.*\.venv/bin/pytest"):
        runpy.run_path(str(ROOT / "tests" / "support" / "workers.py"))
