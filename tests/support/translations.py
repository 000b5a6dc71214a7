"""Check that every message is in every catalog, translated, not fuzzy, with the placeholders of the original.

python -m tests.support.translations            prints the faults; the exit code is 1 if there are any
python -m tests.support.translations --update   adds new messages to the catalogs, and creates a catalog in a new folder

A language is a folder of locale/ (docs/translating.md). A note for translators is a comment in the source
(`Translators: ...`), or a row of locale/en/notes.csv for messages that several files use, as most single words.
"""

from __future__ import annotations

import ast
import csv
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from argparse import ArgumentParser
from collections.abc import Iterable
from pathlib import Path
from typing import TypeGuard

import django
import polib

from tests.support.app_packages import SERVED
from tests.support.programs import need

ROOT = Path(__file__).resolve().parent.parent.parent
LOCALE = ROOT / "locale"
LANGUAGES = sorted(folder.name for folder in LOCALE.iterdir() if folder.is_dir() and folder.name != "en")
SOURCES = (*SERVED, "templates")
_TRANSLATORS = {"_", "gettext", "gettext_lazy", "ngettext", "ngettext_lazy", "pgettext", "pgettext_lazy"}
_NO_WORDS = re.compile(r"%\(\w+\)\w|%s|<[^>]+>")
_OF_FRAMEWORKS = "accounts/framework_messages.py"
_ENDS = ".?؟…:)”»\u2069"
"""A translation of a message that ends with a full stop ends with one of these."""
_PLACEHOLDER = re.compile(r"%\((\w+)\)s|%s")


def extracted() -> polib.POFile:
    """Return all messages of the source, as GNU gettext finds them."""
    need("xgettext")
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "source"
        for name in SOURCES:
            shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
        (copy / "locale").mkdir()
        command = [sys.executable, "-m", "django", "makemessages", "-l", "fi", "--add-location=file", "-v0"]
        environment = {k: v for k, v in os.environ.items() if k != "DJANGO_SETTINGS_MODULE"}
        subprocess.run(command, cwd=copy, env=environment, check=True)
        return with_notes(polib.pofile(str(copy / "locale" / "fi" / "LC_MESSAGES" / "django.po")), notes())


def notes() -> dict[tuple[str, str], str]:
    """Return the notes for translators, by context and text."""
    with (LOCALE / "en" / "notes.csv").open(encoding="utf-8", newline="") as file:
        return {(row["context"], row["message"]): row["note"] for row in csv.DictReader(file)}


def with_notes(source: polib.POFile, found: dict[tuple[str, str], str]) -> polib.POFile:
    """Return the messages with their notes as comments, after the source's own."""
    for entry in source:
        note = found.get((entry.msgctxt or "", entry.msgid), "")
        entry.comment = "\n".join(text for text in (entry.comment, note) if text)
    return source


def hidden() -> list[str]:
    """Return the places of messages in f-strings, where GNU gettext does not find them."""
    files = [path for name in SOURCES for path in sorted((ROOT / name).rglob("*.py"))]
    return [
        f"{path.relative_to(ROOT)}:{line}: a message inside an f-string"
        for path in files
        for line in lines_with_hidden(path.read_text(encoding="utf-8"))
    ]


def lines_with_hidden(source: str) -> list[int]:
    """Return the lines of a module with a message in an f-string."""
    texts = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.JoinedStr)]
    return sorted({node.lineno for text in texts for node in ast.walk(text) if _translates(node)})


def _translates(node: ast.AST) -> TypeGuard[ast.Call]:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _TRANSLATORS


def unexplained(catalog: Iterable[polib.POEntry]) -> list[str]:
    """Return messages of at most one word besides placeholders, with neither a context nor a comment.

    No one can translate "Open" without knowing whether it is a verb.
    """
    return [e.msgid for e in catalog if not e.obsolete and is_alone(e.msgid) and not (e.msgctxt or e.comment)]


def without_context(catalog: Iterable[polib.POEntry]) -> list[str]:
    """Return messages of one or two words without a context. Placeholders count as words in a message of one app.

    "Place" is a noun in a tournament table and a verb next to the board, so it needs two translations. Messages of the
    frameworks are allowed, because we cannot change their source.
    """
    plain = (e for e in catalog if not (e.obsolete or e.msgctxt) and not _is_of_frameworks(e))
    short = (e for e in plain if len((_words(e.msgid) if len(_apps(e)) > 1 else e.msgid).split()) <= 2)
    return [e.msgid for e in short if _words(e.msgid)]


def _words(text: str) -> str:
    """Return the words of a message without its placeholders and signs."""
    return " ".join(word for word in _NO_WORDS.sub(" ", text).split() if re.search(r"[^\W\d]", word))


def _apps(entry: polib.POEntry) -> set[str]:
    return {path.removeprefix("templates/").partition("/")[0] for path, _ in entry.occurrences}


def _is_of_frameworks(entry: polib.POEntry) -> bool:
    return {path for path, _ in entry.occurrences} == {_OF_FRAMEWORKS}


def is_alone(text: str) -> bool:
    """Return whether a message has at most one word, apart from its placeholders and tags."""
    return len(_NO_WORDS.sub(" ", text).split()) <= 1


def path_of(language: str) -> Path:
    """Return the path of a language's catalog."""
    return LOCALE / language / "LC_MESSAGES" / "django.po"


def incomplete(language: str) -> bool:
    """Return whether the folder has `complete = false`: untranslated messages are then shown in English, and are not
    faults."""
    path = LOCALE / language / "language.toml"
    return path.is_file() and tomllib.loads(path.read_text(encoding="utf-8")).get("complete") is False


COMPLETE = [language for language in LANGUAGES if not incomplete(language)]


def faults(language: str, source: polib.POFile) -> list[str]:
    """Return the faults of a language's catalog."""
    catalog = polib.pofile(str(path_of(language)))
    wanted = {(entry.msgctxt, entry.msgid) for entry in source if not entry.obsolete}
    there = {(e.msgctxt, e.msgid): e for e in catalog if not e.obsolete}
    found = [f"{language}: missing: {msgid!r}" for _, msgid in sorted(wanted - set(there), key=str)]
    found += [f"{language}: not used: {msgid!r}" for _, msgid in sorted(set(there) - wanted, key=str)]
    forms = _number_of_forms(catalog)
    for entry in there.values():
        if entry.translated() or language in COMPLETE:
            found += [f"{language}: {fault}: {entry.msgid!r}" for fault in entry_faults(entry, forms)]
    return found


def _number_of_forms(catalog: polib.POFile) -> int:
    return int(catalog.metadata["Plural-Forms"].partition("nplurals=")[2].partition(";")[0])


def entry_faults(entry: polib.POEntry, forms: int) -> list[str]:
    """Return the faults of a message in a language with this number of plural forms."""
    if entry.fuzzy:
        return ["fuzzy"]
    if not entry.translated():
        return ["not translated"]
    texts = list(entry.msgstr_plural.values()) or [entry.msgstr]
    allowed = _names(entry.msgid) | _names(entry.msgid_plural)
    found = [f"placeholders {_names(text)}" for text in texts if _names(text) - allowed]
    found += ["no full stop" for text in texts if entry.msgid.endswith(".") and text[-1] not in _ENDS]
    return found + ["plural forms"] * bool(entry.msgid_plural and len(texts) != forms)


def _names(text: str) -> set[str]:
    return {match[0] for match in _PLACEHOLDER.finditer(text or "")}


def update(language: str, source: polib.POFile) -> None:
    """Add new messages, and drop unused ones. A folder without a catalog gets one."""
    path = path_of(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    catalog = polib.pofile(str(path)) if path.exists() else polib.POFile()
    catalog.metadata = {
        "Language": language,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": catalog.metadata.get("Plural-Forms") or _plural_forms(language),
    }
    kept = {(e.msgctxt, e.msgid): e for e in catalog}
    del catalog[:]
    forms = _number_of_forms(catalog)
    for entry in source:
        if not entry.obsolete:
            catalog.append(entry_of(entry, kept.get((entry.msgctxt, entry.msgid)), forms))
    catalog.save(str(path))


def _plural_forms(language: str) -> str:
    """Return the plural forms of Django's own catalog of the language, otherwise those of English."""
    path = Path(django.__file__).parent / "conf" / "locale" / language / "LC_MESSAGES" / "django.mo"
    known = polib.mofile(str(path)).metadata.get("Plural-Forms") if path.exists() else None
    return known or "nplurals=2; plural=(n != 1);"


def entry_of(found: polib.POEntry, old: polib.POEntry | None, forms: int = 2) -> polib.POEntry:
    """Return a message as in the source, with its files and comments, and with an existing translation."""
    entry = old or polib.POEntry(
        msgid=found.msgid,
        msgctxt=found.msgctxt,
        msgid_plural=found.msgid_plural,
        msgstr_plural=dict.fromkeys(range(forms), "") if found.msgid_plural else {},
        flags=[f for f in found.flags if f != "fuzzy"],
    )
    entry.comment = found.comment
    entry.occurrences = sorted(set(found.occurrences))
    return entry


def main() -> int:
    """Check or update; return the exit code."""
    parser = ArgumentParser(prog="python -m tests.support.translations", description="Check the catalogs.")
    parser.add_argument("--update", action="store_true", help="first add new messages and delete old ones")
    options, source = parser.parse_args(), extracted()
    if options.update:
        for language in LANGUAGES:
            update(language, source)
    wrong = [f"{text!r} needs a context, or a row in locale/en/notes.csv" for text in unexplained(source)]
    wrong += [f"{text!r} has one or two words and needs a context" for text in without_context(source)]
    wrong += hidden() + [fault for language in LANGUAGES for fault in faults(language, source)]
    print("\n".join(wrong[:200]) or f"{len(source)} messages in {len(LANGUAGES)} catalogs")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
