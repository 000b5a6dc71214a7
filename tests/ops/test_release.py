"""Releasing a version: refused releases, and changed files."""

from __future__ import annotations

import subprocess
from datetime import date
from pathlib import Path

import pytest
import yaml

from deploy.release import CannotRelease, Release, changes_of_version, pyproject_with_version

ROOT = Path(__file__).resolve().parents[2]
DAY = date(2026, 12, 24)
CHANGELOG = "# Changes\n\n## [Unreleased]\n\n### Added\n\n- Stones.\n\n## [0.1.0] - 2026-11-22\n\n- A board.\n"
PYPROJECT = '[project]\nname = "igo-server"\nversion = "0.2.0.dev0"\n'


@pytest.fixture
def clone(tmp_path) -> Path:
    """A small one, in which 0.1.0 is tagged."""
    dump = tmp_path / "tests" / "upgrades" / "0_1_0.sql"
    dump.parent.mkdir(parents=True)
    for path, text in ((dump, ""), (tmp_path / "CHANGELOG.md", CHANGELOG), (tmp_path / "pyproject.toml", PYPROJECT)):
        path.write_text(text)
    git(tmp_path, "init", "--quiet")
    commit(tmp_path)
    git(tmp_path, "tag", "v0.1.0")
    return tmp_path


def git(folder: Path, *arguments: str) -> None:
    who = ["-c", "user.name=aino", "-c", "user.email=aino@example.org", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *who, *arguments], cwd=folder, check=True)


def commit(folder: Path) -> None:
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message=as it is")


def test_a_version_that_is_fit_is_numbered_in_one_place_and_dated(clone):
    release = Release(clone, "0.2.0", DAY)

    release.check()
    release.write()

    assert (clone / "pyproject.toml").read_text() == PYPROJECT.replace("0.2.0.dev0", "0.2.0")
    changelog = (clone / "CHANGELOG.md").read_text()
    assert changes_of_version(changelog, "0.2.0") == "### Added\n\n- Stones."
    assert "## [Unreleased]\n\n## [0.2.0] - 2026-12-24\n\n### Added" in changelog
    with pytest.raises(CannotRelease, match="Unreleased"):
        changes_of_version(changelog)


def test_a_version_that_is_not_fit_is_refused_with_what_to_do(clone, subtests):
    for version, why in (
        ("0.1.0", "not greater"),
        ("0.0.9", "not greater"),
        ("0.2", "three numbers"),
        ("v1.0.0", "three"),
    ):
        with subtests.test(version), pytest.raises(CannotRelease, match=why):
            Release(clone, version, DAY).check()
    with subtests.test("no upgrade test"):
        (clone / "tests/upgrades/0_1_0.sql").unlink()
        commit(clone)
        with pytest.raises(CannotRelease, match="no upgrade test from 0.1.0"):
            Release(clone, "0.2.0", DAY).check()
    with subtests.test("nothing written down"):
        (clone / "CHANGELOG.md").write_text(CHANGELOG.replace("- Stones.", ""))
        commit(clone)
        with pytest.raises(CannotRelease, match="nothing of .Unreleased"):
            Release(clone, "0.2.0", DAY).check()
    with subtests.test("not committed"):
        (clone / "CHANGELOG.md").write_text(CHANGELOG)
        with pytest.raises(CannotRelease, match="not committed"):
            Release(clone, "0.2.0", DAY).check()


def test_workflows_call_what_a_person_calls(clone):
    workflows = {path.stem: yaml.safe_load(path.read_text()) for path in ROOT.glob(".github/workflows/*.yml")}

    def steps(name: str, job: str) -> list[str]:
        return [step.get("run", "") for step in workflows[name]["jobs"][job]["steps"]]

    builds = [
        command for command in Release(clone, "0.2.0", DAY).commands_after_write() if command[:2] == ["uv", "build"]
    ]
    assert {"dependencies", "docs", "image", "release", "test"} <= set(workflows)
    assert steps("test", "test")[-1] == "bash .ci/run"
    assert [set(step.split()) for step in steps("release", "packages") if step.startswith("uv build")] == [
        {word.replace(f"{clone}/", "") for word in command} - {"--quiet"} for command in builds
    ]
    assert workflows["release"]["jobs"]["packages"]["needs"] == "test"
    for form in ROOT.glob(".github/ISSUE_TEMPLATE/*.yml"):
        assert yaml.safe_load(form.read_text()), form.name


def test_this_clone_has_what_a_release_reads():
    assert changes_of_version((ROOT / "CHANGELOG.md").read_text(), "0.1.0")
    assert 'version = "9.9.9"' in pyproject_with_version((ROOT / "pyproject.toml").read_text(), "9.9.9")
