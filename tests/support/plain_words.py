"""`python -m tests.support.plain_words`: no words of locale/en/forbidden.csv in messages, documents and docstrings.

python -m tests.support.plain_words            prints what is wrong, exit code 1 if anything is
python -m tests.support.plain_words --update   lowers the counts of locale/en/allowed.csv to what is left

A row applies to messages only, to docstrings only (then to their beginnings), or everywhere: to messages, documents,
docstrings, comments and other sentences in code. In scripts and configuration files, comments count as docstrings.
Modules that are not rewritten yet may have as many hits as locale/en/allowed.csv says. These counts only go down. Help
texts of forms, models and pages have at most 25 words; the API's descriptions may be longer.
"""

from __future__ import annotations

import ast
import csv
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

import polib

from tests.support.app_packages import APPS, ROOT

ENGLISH = ROOT / "locale" / "en"
ALLOWED = ENGLISH / "allowed.csv"
SHOWN = 60
LONGEST_HELP = 25
QUOTING = {"docs/translating.md"}
"""Documents that quote forbidden words."""
COMMENTED = (
    "static/js/*.js", "static/css/*.css", "deploy/*", "deploy/*/*", "docker-compose*.yml", "Dockerfile",
    ".github/workflows/*.yml", "*.toml", "igo_client/*.toml", ".pre-commit-config.yaml",
)  # fmt: skip
RELEASED = "## [0.1.0]"
"""From this heading, the changelog stays as it was published."""
_DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True)
class Row:
    """A pattern, where it is forbidden, and the words to use instead."""

    pattern: re.Pattern[str]
    instead: str
    where: str

    def hits(self, text: str) -> Iterator[str]:
        """Each hit with its surroundings."""
        for match in self.pattern.finditer(text):
            around = text[max(0, match.start() - 40) : match.end() + 40]
            yield f"“{match[0].strip()}” (instead: {self.instead}): {around}"


def rows() -> list[Row]:
    """The patterns of English; upper and lower case are the same."""
    with (ENGLISH / "forbidden.csv").open(encoding="utf-8", newline="") as file:
        found = list(csv.DictReader(file))
    return [Row(re.compile(row["pattern"], re.IGNORECASE), row["instead"], row["where"]) for row in found]


def in_messages(catalog: Path) -> list[str]:
    """The hits in the English messages of a catalog."""
    texts = [text for entry in polib.pofile(str(catalog)) for text in (entry.msgid, entry.msgid_plural) if text]
    chosen = [row for row in rows() if row.where != "docstrings"]
    return [hit for row in chosen for text in texts for hit in row.hits(text)]


def in_document(text: str) -> list[str]:
    """The hits in the paragraphs of a document, without what is written as `code` and without released changes."""
    text = text.partition(RELEASED)[0]
    paragraphs = [_line(part) for part in re.split(r"\n\s*\n|\n(?=\s*(?:[-*#|]|\d+\.) ?)", _without_code(text))]
    chosen = [row for row in rows() if row.where == "everywhere"]
    return [hit for row in chosen for paragraph in paragraphs for hit in row.hits(paragraph)]


def in_module(source: str, *, texts: bool = True) -> list[str]:
    """The hits in the docstrings, comments and, with `texts`, other sentences of a module."""
    tree = ast.parse(source)
    values = [node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)]
    docs = [str(value.value) for value in values if isinstance(value, ast.Constant)]
    others = [n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and n not in values]
    docs += [text for text in others if texts and isinstance(text, str) and len(text.split()) > 2]
    found = [ast.get_docstring(node) or "" for node in ast.walk(tree) if isinstance(node, _DOCUMENTED)]
    comments = re.findall(r"(?:^|\s)# (.*)", source)
    hits = []
    for row in rows():
        read = {"everywhere": [*docs, *comments], "docstrings": found}.get(row.where, [])
        hits += [hit for text in read for hit in row.hits(_line(_without_code(text)))]
    return hits


def in_comments(source: str) -> list[str]:
    """The hits in the comments of a script: `//` and `#`, consecutive lines as one text, and `/* */`."""
    comments = re.findall(r"/\*(?:.|\n)*?\*/|(?:(?:^[ \t]*|[ \t])(?:#|//) .*\n?)+", source, re.MULTILINE)
    texts = [_line(re.sub(r"^\s*(?:/\*+|\*(?!/)|#|//)|\*/", "", comment, flags=re.MULTILINE)) for comment in comments]
    chosen = [row for row in rows() if row.where != "messages"]
    return [hit for row in chosen for text in texts for hit in row.hits(_without_code(text))]


def _without_code(text: str) -> str:
    return re.sub(r"```.*?```|`[^`]*`", "", text, flags=re.DOTALL)


def _line(text: str) -> str:
    return " ".join(text.split())


def _found(paths: list[Path], hits: Callable[[str], list[str]]) -> dict[str, list[str]]:
    by_name = {str(path.relative_to(ROOT)): hits(path.read_text(encoding="utf-8")) for path in paths}
    return {name: found for name, found in sorted(by_name.items()) if found}


def documents() -> dict[str, list[str]]:
    """The hits of each document that has any."""
    paths = [path for folder in ("", "docs/**/", "igo_client/", ".github/") for path in ROOT.glob(f"{folder}*.md")]
    return _found([path for path in paths if str(path.relative_to(ROOT)) not in QUOTING], in_document)


def scripts() -> dict[str, list[str]]:
    """The hits of each script, style sheet and configuration file that has any."""
    paths = [path for pattern in COMMENTED for path in ROOT.glob(pattern)]
    return _found(
        [path for path in paths if path.is_file() and path.suffix not in {".py", ".pyc", ".json"}], in_comments
    )


@cache
def modules() -> dict[str, list[str]]:
    """The hits of each module that has any, migrations and the texts in tests and benchmarks excepted."""
    paths = [path for app in [*APPS, "deploy"] for path in (ROOT / app).rglob("*.py") if "migrations" not in path.parts]
    tests = [path for folder in ("tests", "benchmarks") for path in (ROOT / folder).rglob("*.py")]
    return _found(paths, in_module) | _found(tests, partial(in_module, texts=False))


def allowed() -> dict[str, int]:
    """The highest number of hits of each module that is not rewritten yet."""
    with ALLOWED.open(encoding="utf-8", newline="") as file:
        return {row["file"]: int(row["most"]) for row in csv.DictReader(file)}


def long_help_texts(source: str) -> list[str]:
    """The texts that are too long in `help_text=`, `help_texts=` and `help=`, or assigned to such names."""
    nodes = list(ast.walk(ast.parse(source)))
    values = [node.value for node in nodes if isinstance(node, ast.keyword) and _is_help(node.arg or "")]
    assigned = [node for node in nodes if isinstance(node, ast.Assign)]
    values += [node.value for node in assigned if any(_is_help(_last_name(target)) for target in node.targets)]
    texts = [part.value for value in values for part in ast.walk(value) if isinstance(part, ast.Constant)]
    return [text for text in texts if isinstance(text, str) and len(text.split()) > LONGEST_HELP]


def _is_help(name: str) -> bool:
    return name == "help" or name.endswith(("help_text", "help_texts"))


def _last_name(target: ast.expr) -> str:
    return target.attr if isinstance(target, ast.Attribute) else target.id if isinstance(target, ast.Name) else ""


def helps() -> dict[str, list[str]]:
    """The help texts that are too long, by module or template. Those of an `api` package are for programmers."""
    paths = [path for app in APPS if app != "api" for path in (ROOT / app).rglob("*.py")]
    modules = [path for path in paths if not {"api", "migrations"} & set(path.parts)]
    return _found(modules, long_help_texts) | _found([*ROOT.glob("templates/**/*.html")], long_helps_of_template)


_HELP = re.compile(r"""<(\w+)[^>]*\sclass="(?![^"]*\blegend\b)(?:[^"]* )?help(?: [^"]*)?"[^>]*>(.*?)</\1>""", re.DOTALL)
_MESSAGE = re.compile(r"""\{% translate (["'])(.*?)\1.*?%\}""", re.DOTALL)
_VARIABLE = re.compile(r"\{\{.*?\}\}")
_TAG = re.compile(r"\{#.*?#\}|\{%.*?%\}|<[^>]+>", re.DOTALL)


def long_helps_of_template(source: str) -> list[str]:
    """The texts that are too long in elements of the class "help", apart from legends. All branches of a
    condition are counted."""
    inner = (_VARIABLE.sub("…", match[2]) for match in _HELP.finditer(source))
    texts = [_TAG.sub(" ", _MESSAGE.sub(r" \2 ", text)) for text in inner]
    return [_line(text) for text in texts if len(text.split()) > LONGEST_HELP]


def too_many(found: dict[str, list[str]], most: dict[str, int]) -> list[str]:
    """The hits of the modules that have more than they may."""
    return [f"{name}: {hit}" for name, hits in found.items() if len(hits) > most.get(name, 0) for hit in hits]


def lower() -> None:
    """Write the counts that are left; a count never rises."""
    left = {name: min(most, len(modules().get(name, []))) for name, most in allowed().items()}
    with ALLOWED.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerows([("file", "most"), *((name, most) for name, most in sorted(left.items()) if most)])


def faults() -> list[str]:
    """Every hit that is not allowed, with the place it is at."""
    found = [f"message: {hit}" for hit in in_messages(ROOT / "locale" / "fi" / "LC_MESSAGES" / "django.po")]
    found += [f"{name}: {hit}" for name, hits in (documents() | scripts()).items() for hit in hits]
    found += [f"{name}: a help text of more than 25 words: {text}" for name, texts in helps().items() for text in texts]
    return found + too_many(modules(), allowed())


def main() -> int:
    """Check or lower; the exit code says whether all is well."""
    if "--update" in sys.argv:
        lower()
    wrong = faults()
    print("\n".join(wrong[:SHOWN]) or f"plain words; {sum(allowed().values())} hits left in docstrings and comments")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
