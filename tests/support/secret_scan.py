"""`python -m tests.support.secret_scan`: find secrets in committed files (S33).

detect-secrets scans every file without network access. Findings that are not secrets are listed in ALLOWED with their
values. Passwords in tests are invented, so words that merely follow "password" are not findings there.

The scan applies two dozen detectors to every line. Files in which no detector can match anywhere (`may_hold`), which
are nearly all, are not scanned line by line.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache, lru_cache
from pathlib import Path

from detect_secrets.core.potential_secret import PotentialSecret
from detect_secrets.core.scan import _get_lines_from_file, scan_file
from detect_secrets.plugins.base import BasePlugin, RegexBasedDetector
from detect_secrets.plugins.cloudant import CloudantDetector
from detect_secrets.plugins.high_entropy_strings import HighEntropyStringsPlugin
from detect_secrets.plugins.ibm_cloud_iam import IbmCloudIamDetector
from detect_secrets.plugins.ibm_cos_hmac import IbmCosHmacDetector
from detect_secrets.plugins.keyword import (
    DENYLIST,
    QUOTES_REQUIRED_DENYLIST_REGEX_TO_GROUP,
    REGEX_BY_FILETYPE,
    KeywordDetector,
)
from detect_secrets.plugins.softlayer import SoftlayerDetector
from detect_secrets.settings import default_settings, get_plugins
from detect_secrets.util.filetype import determine_file_type

ROOT = Path(__file__).resolve().parents[2]
LETTERS = "ABCDEFGHJ" + "KLMNOPQRSTUVWXYZ"
ALLOWED = {
    "accounts/middleware.py": {"20/hour", "60/hour", "20/15minute"},
    "accounts/models/audit.py": {"password_changed", "password_reset", "token_made", "token_revoked", "token_reused"},
    "deploy/igo.env.example": {"password"},
    "docs/configuration.md": {"password"},
    "api/document.py": {
        "A token for a program, made with name and password.",
        "Getting a token",
        "Tokens of your programs.",
        "Your tokens",
    },
    "api/samples.py": {"whsec_...", "igo_..."},
    "api/people/inputs.py": {"The password."},
    "programs/services/webhooks.py": {"whsec_"},
    "goserver/conf/configuration.py": {"password"},
    "goserver/startup/server_bot.py": {"IGO_BOT_TOKEN", "house bot"},
    "rules/notation.py": {LETTERS},
    "static/js/points.js": {LETTERS},
    "tests/data/generate.py": {LETTERS},
    "tests/goserver/test_configuration.py": {"swordfish"},
    "tests/mail_play/test_reply_sources.py": {"hidden-word", "secret"},
    "tests/mail_play/test_replies.py": {"hidden-word", "secret"},
    "tests/ratings/test_pairs.py": {"ghs"},
}
"""Allowed findings by file: names, rates, the letters of board columns."""
SKIPPED = (".png", ".jpg", ".po", ".lock", ".csv", ".jsonl", ".svg", "upgrades/0_1_0.sql", "/0_1_0.postgresql.sql")
"""Pictures, translations, checksums, tables, dumps of generated games: no one writes these by hand, and scanning them
is slow."""


PROGRAMS = (".py", ".js")
TEXTS = (".html", ".md", ".txt", ".css", ".mjs", "LICENSE")


def kept_files() -> list[str]:
    """Return the files that git tracks or would add; without git, all files outside hidden folders."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    with suppress(FileNotFoundError):
        listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        if listed.returncode == 0:
            return sorted({path for path in listed.stdout.splitlines() if (ROOT / path).is_file()})
    found = (path.relative_to(ROOT) for path in ROOT.rglob("*") if path.is_file())
    return sorted(str(path) for path in found if not any(part.startswith(".") for part in path.parts))


def found_in(root: Path, paths: list[str], *, thoroughly: bool = False) -> Iterator[PotentialSecret]:
    """Return the secrets in these files below `root` that are not allowed. With `thoroughly`, every file is scanned
    line by line."""
    with default_settings() as settings:
        settings.disable_filters("detect_secrets.filters.common.is_ignored_due_to_verification_policies")
        for path in paths:
            if not path.endswith(SKIPPED) and (thoroughly or may_hold(root, path)):
                found = scan_file(str(root / path))
                yield from (secret for secret in found if _counts(path, secret))


def may_hold(root: Path, path: str) -> bool:
    """Return whether any pattern matches in this file, tested on the whole text."""
    if not path.endswith((*PROGRAMS, *TEXTS)):
        return True  # other kinds of files are read in ways of their own
    detectors = [detector for detector in get_plugins() if not _is_ignored(path, detector)]
    return any(_may_find(detector, path, text) for text in _readings(root / path) for detector in detectors)


def _readings(path: Path) -> Iterator[str]:
    """Yield the text as detect-secrets reads it: programs as they are; other files also as settings."""
    if path.name.endswith(PROGRAMS):
        lines = [path.read_text(errors="ignore").splitlines()]
    else:
        lines = list(_get_lines_from_file(str(path)))
    return ("\n".join(map(str.strip, one)) for one in lines)


def _may_find(detector: BasePlugin, path: str, text: str) -> bool:
    match detector:
        case HighEntropyStringsPlugin():
            words = (found[1] for found in _anywhere(_on_one_line(detector.regex)).findall(text))
            return any(detector.calculate_shannon_entropy(word) > detector.entropy_limit for word in words)
        case CloudantDetector() | IbmCloudIamDetector() | IbmCosHmacDetector() | SoftlayerDetector():
            return _has_long_value(text)
        case RegexBasedDetector():
            return any(_anywhere(regex).search(text) for regex in detector.denylist)
        case KeywordDetector():
            questions = REGEX_BY_FILETYPE.get(determine_file_type(path), QUOTES_REQUIRED_DENYLIST_REGEX_TO_GROUP)
            found = _KEYWORDS.search(_folded(text))
            return bool(found) and any(_anywhere(regex).search(text) for regex in questions)
    return True


@lru_cache(maxsize=1)
def _folded(text: str) -> str:
    """Return the text in lower case, because these patterns ignore case and match three times as fast this way."""
    return text.casefold()


@lru_cache(maxsize=1)
def _has_long_value(text: str) -> bool:
    return bool(_LONG_VALUE.search(_folded(text)))


_KEYWORDS = re.compile("|".join(DENYLIST))
"""Every pattern of the keyword detector contains one of these."""
_LONG_VALUE = re.compile(
    r"""(?:key|pwd?|pass|password|token)["']?\]? *(?:=>?|::?|:=| ) *["']?[a-z0-9_-]{24}|softlayer\.com|cloudant\.com"""
)
"""Every pattern of the four cloud detectors contains this: a name of a key, followed by a long value."""


@cache
def _anywhere(regex: re.Pattern[str]) -> re.Pattern[str]:
    """Return the pattern for any line of a text, instead of only its beginning and end."""
    return re.compile(regex.pattern, regex.flags | re.MULTILINE)


@cache
def _on_one_line(regex: re.Pattern[str]) -> re.Pattern[str]:
    """Return the pattern without matches that begin on the previous line, which could hide others."""
    return re.compile(regex.pattern.replace(r"\s*", "[^\\S\n]*"), regex.flags)


def _is_ignored(path: str, detector: BasePlugin) -> bool:
    return path.startswith("tests/") and isinstance(detector, KeywordDetector)


def _counts(path: str, secret: PotentialSecret) -> bool:
    if path.startswith("tests/") and secret.type == "Secret Keyword":
        return False
    value = secret.secret_value or ""
    return value not in ALLOWED.get(path, set()) and value not in _digests_in(ROOT / path)


@cache
def _digests_in(path: Path) -> frozenset[str]:
    """Return the digests of images that a file pins, which are public."""
    names_images = path.name in ("docker-compose.yml", "docker-compose.scale.yml", "Dockerfile") and path.exists()
    return frozenset(re.findall(r"@sha256:([0-9a-f]{64})", path.read_text())) if names_images else frozenset()


def main() -> int:
    """Print the places of secrets; return 1 if there are any."""
    paths = kept_files()
    found = list(found_in(ROOT, paths))
    for secret in found:
        print(f"{Path(secret.filename).relative_to(ROOT)}:{secret.line_number}: {secret.type}")
    print(f"{len(paths)} files, {len(found)} secrets")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
