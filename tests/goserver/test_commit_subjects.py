"""The commit-msg hook accepts subjects in the form that CONTRIBUTING.md describes."""

from __future__ import annotations

import re

import pytest
import yaml

from tests.support.app_packages import ROOT


def accepted(message: str) -> bool:
    """Whether the hook's pattern matches, as pre-commit's `pygrep --negate --multiline` reads it."""
    hooks = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())["repos"][0]["hooks"]
    pattern = next(hook["entry"] for hook in hooks if hook["id"] == "subject")
    return re.search(pattern, message, re.MULTILINE | re.DOTALL) is not None


@pytest.mark.parametrize(
    "subject",
    [
        "games: Speed up rendering of CSRF tokens",
        "games, live: Send one signal",
        "games: Bring back the address of a pass",
        "games: Embed the numbers beside the board",
        "Merge branch 'records'",
        f"games: {'A' * 65}",
    ],
)
def test_a_subject_names_its_area_and_what_it_does(subject):
    assert accepted(f"{subject}\n")
    assert accepted(f"{subject}\n\nThe body says why to nobody. It can be long.\n")


@pytest.mark.parametrize(
    "subject",
    [
        "Speed up games",
        "games: speed up",
        "games: Speed up.",
        "games: What the tests noticed",
        "games: Hold the clock",
        "games: Two ways to pass",
        "games: Speeds up rendering",
        "games: Rendering is faster",
        "games: Tested rendering",
        "games: Every page writes its tokens",
        "games: Show nobody a token",
        "games: Write tokens anew",
        f"games: {'A' * 66}",
    ],
)
def test_other_subjects_are_refused(subject):
    assert not accepted(f"{subject}\n\ngames: Speed up\n")
    assert not accepted(subject)
