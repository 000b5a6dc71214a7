"""Every message is in every catalog, translated, not fuzzy, with the placeholders of the original.

python -m tests.support.translations            says what is wrong, exit code 1 if anything is
python -m tests.support.translations --update   adds new messages to the catalogs
"""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TypeGuard

import polib

from tests.support.programs import need
from tests.support.rooms import SERVED

ROOT = Path(__file__).resolve().parent.parent.parent
LANGUAGES = ("fi", "fa")
SOURCES = (*SERVED, "templates")
_TRANSLATORS = {"_", "gettext", "gettext_lazy", "ngettext", "ngettext_lazy", "pgettext", "pgettext_lazy"}
_PLACEHOLDER = re.compile(r"%\((\w+)\)s|%s")


def extracted() -> polib.POFile:
    """All messages of the source, as GNU gettext finds them."""
    need("xgettext")
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "source"
        for name in SOURCES:
            shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
        (copy / "locale").mkdir()
        command = [sys.executable, "-m", "django", "makemessages", "-l", "fi", "--no-location", "-v0"]
        environment = {k: v for k, v in os.environ.items() if k != "DJANGO_SETTINGS_MODULE"}
        subprocess.run(command, cwd=copy, env=environment, check=True)
        return polib.pofile(str(copy / "locale" / "fi" / "LC_MESSAGES" / "django.po"))


def hidden() -> list[str]:
    """Where messages stand in f-strings: GNU gettext does not find them there."""
    files = [path for name in SOURCES for path in sorted((ROOT / name).rglob("*.py"))]
    return [
        f"{path.relative_to(ROOT)}:{line}: a message inside an f-string"
        for path in files
        for line in lines_with_hidden(path.read_text(encoding="utf-8"))
    ]


def lines_with_hidden(source: str) -> list[int]:
    """The numbers of the lines of a module on which a message stands in an f-string."""
    texts = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.JoinedStr)]
    return sorted({node.lineno for text in texts for node in ast.walk(text) if _translates(node)})


def _translates(node: ast.AST) -> TypeGuard[ast.Call]:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _TRANSLATORS


def path_of(language: str) -> Path:
    """The catalog of a language."""
    return ROOT / "locale" / language / "LC_MESSAGES" / "django.po"


def faults(language: str, source: polib.POFile) -> list[str]:
    """What is wrong with the catalog of a language."""
    catalog = polib.pofile(str(path_of(language)))
    wanted = {(entry.msgctxt, entry.msgid) for entry in source if not entry.obsolete}
    there = {(e.msgctxt, e.msgid): e for e in catalog if not e.obsolete}
    found = [f"{language}: missing: {msgid!r}" for _, msgid in sorted(wanted - set(there), key=str)]
    found += [f"{language}: not used: {msgid!r}" for _, msgid in sorted(set(there) - wanted, key=str)]
    for entry in there.values():
        found += [f"{language}: {fault}: {entry.msgid!r}" for fault in _entry_faults(entry)]
    return found


def _entry_faults(entry: polib.POEntry) -> list[str]:
    if entry.fuzzy:
        return ["fuzzy"]
    if not entry.translated():
        return ["not translated"]
    texts = list(entry.msgstr_plural.values()) or [entry.msgstr]
    allowed = _names(entry.msgid) | _names(entry.msgid_plural)
    return [f"placeholders {_names(text)}" for text in texts if _names(text) - allowed]


def _names(text: str) -> set[str]:
    return {match[0] for match in _PLACEHOLDER.finditer(text or "")}


def update(language: str, source: polib.POFile) -> None:
    """Add the messages that are new, drop those that are not used."""
    path = path_of(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    catalog = polib.pofile(str(path)) if path.exists() else polib.POFile(wrapwidth=110)
    catalog.metadata = {
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Language": language,
        "MIME-Version": "1.0",
        "Plural-Forms": "nplurals=2; plural=(n != 1);",
    }
    kept = {(e.msgctxt, e.msgid): e for e in catalog}
    del catalog[:]
    for entry in source:
        if not entry.obsolete:
            old = kept.get((entry.msgctxt, entry.msgid))
            catalog.append(
                old
                or polib.POEntry(
                    msgid=entry.msgid,
                    msgctxt=entry.msgctxt,
                    msgid_plural=entry.msgid_plural,
                    msgstr_plural={0: "", 1: ""} if entry.msgid_plural else {},
                    flags=[f for f in entry.flags if f != "fuzzy"],
                )
            )
    catalog.save(str(path))


def main() -> int:
    """Check or update; the exit code says whether all is well."""
    source = extracted()
    if "--update" in sys.argv:
        for language in LANGUAGES:
            update(language, source)
    wrong = hidden() + [fault for language in LANGUAGES for fault in faults(language, source)]
    print("\n".join(wrong[:200]) or f"{len(source)} messages in {len(LANGUAGES)} catalogs")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
