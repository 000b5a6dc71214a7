"""Write igo_client/operations.py, one method for each operation of the OpenAPI document.

python -m tests.client.generate            says whether the file is up to date, exit code 1 if it is not
python -m tests.client.generate --write    writes it
"""

from __future__ import annotations

import json
import keyword
import os
import re
import subprocess
import sys
import textwrap
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import django

import api_types

ROOT = Path(__file__).resolve().parents[2]
FILE = ROOT / "igo_client" / "operations.py"
PREFIX = "/api/v1/"
KEY = "Idempotency-Key"
HEADERS = (KEY, "If-Match")
"""The headers that methods send; a client that wants the others has Client.transport."""
HEAD = '''"""One method for each operation of the API, made from the OpenAPI document by tests/client/generate.py."""
# ruff: noqa: PLR0913
# mypy: disable-error-code="no-any-return"

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, NotRequired, TypedDict

from . import api_types as types
from .calling import UNSET, Calls, Unset

'''
PLAIN = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}

Json = dict[str, Any]


@dataclass
class Writer:
    """Turns a document into Python. `named` are the types of its own that the methods need."""

    document: Json
    named: dict[str, str] = field(default_factory=dict)

    def module(self) -> str:
        """The whole file, not yet formatted."""
        methods = "\n".join(self.method(one) for one in sorted(operations_of(self.document), key=lambda one: one.id))
        needed = "\n\n".join(
            self.named[name] for name in sorted(self.named, key=lambda name: (not _is_alias(self.named[name]), name))
        )
        start = 'class Operations(Calls):\n    """Every operation of the API, by its name in the document."""\n\n'
        return f"{HEAD}{needed}\n\n\n{start}{methods}"

    def type_of(self, schema: Json) -> str:
        """The type of a value that this schema allows."""
        if "$ref" in schema:
            return self.name_of(schema["$ref"].rpartition("/")[2])
        for several in ("allOf", "anyOf", "oneOf"):
            if several in schema:
                return _union(self.type_of(one) for one in schema[several])
        if "enum" in schema:
            return _literal(schema["enum"])
        kinds = schema.get("type", [])
        return _union(self._plain(kind, schema) for kind in ([kinds] if isinstance(kinds, str) else kinds)) or "Any"

    def _plain(self, kind: str, schema: Json) -> str:
        if kind == "array":
            return f"list[{self.type_of(schema.get('items', {}))}]"
        if kind == "object":
            values = schema.get("additionalProperties", {})
            return f"dict[str, {self.type_of(values) if isinstance(values, dict) else 'Any'}]"
        return "bytes" if schema.get("format") == "binary" else PLAIN[kind]

    def name_of(self, component: str) -> str:
        """The name of a component: a type of the answers, or one of this module."""
        if component in api_types.__all__:
            return f"types.{component}"
        if component not in self.named:
            schema = self.document["components"]["schemas"][component]
            self.named[component] = ""  # one that names itself
            self.named[component] = self._named(component, schema)
        return component

    def _named(self, name: str, schema: Json) -> str:
        if "properties" not in schema:
            return f"{name} = {self.type_of(schema)}"
        lines = [f"class {name}(TypedDict):", _docstring(schema.get("description", name), 4), ""]
        for key, one in schema["properties"].items():
            kind = self.type_of(one)
            lines.append(f"    {key}: {kind if key in schema.get('required', ()) else f'NotRequired[{kind}]'}")
            if one.get("description"):
                lines.append(_docstring(one["description"], 4))
        return "\n".join(lines)

    def method(self, one: Operation) -> str:
        """The method of an operation."""
        answer, body = self._answer(one)
        head = f"    def {one.id}({', '.join(self._parameters(one))}) -> {answer}:"
        return f"{head}\n{_docstring(one.text, 8)}\n        {body}\n"

    def _parameters(self, one: Operation) -> Iterator[str]:
        yield "self"
        for name, schema, _ in one.parts("path"):
            yield f"{python_name(name)}: {self.type_of(schema)}"
        named = [*one.parts("body"), *one.parts("query"), *one.parts("header")]
        needed = [f"{python_name(name)}: {self.type_of(schema)}" for name, schema, required in named if required]
        free = [
            f"{python_name(name)}: {_union([self.type_of(schema), 'Unset'])} = UNSET"
            for name, schema, required in named
            if not required
        ]
        key = [f"{python_name(KEY)}: str | None = None"] if one.takes_key else []
        if needed or free or key:
            yield "*"
        yield from (*needed, *free, *key)

    def _answer(self, one: Operation) -> tuple[str, str]:
        """The type of the answer, and the statement that fetches it."""
        kind, schema = one.answer
        ask = f'self._ask("{one.method}", "{one.path}", locals())'
        if kind is None:
            return "None", ask
        if kind == "application/json":
            return self.type_of(schema), f"return {ask}.json()"
        if kind.endswith("ndjson"):
            return f"Iterator[{self.type_of(schema)}]", f'return self._lines("{one.path}", locals())'
        if schema and self.type_of(schema) == "bytes":
            return "bytes", f"return {ask}.content"
        return "str", f"return {ask}.content.decode()"


@dataclass(frozen=True)
class Operation:
    """An operation as the document has it."""

    document: Json
    address: str
    method: str
    data: Json

    @property
    def id(self) -> str:
        """Return its name."""
        name: str = self.data["operationId"]
        return name

    @property
    def path(self) -> str:
        """Return its address below the prefix."""
        return self.address.removeprefix(PREFIX)

    @property
    def text(self) -> str:
        """Return its description."""
        return str(self.data.get("description") or self.data.get("summary") or self.id)

    @property
    def takes_key(self) -> bool:
        """Whether it takes an Idempotency-Key."""
        return any(one["name"] == KEY for one in self._parameters())

    def parts(self, where: str) -> list[tuple[str, Json, bool]]:
        """Name, schema and whether it is required, of all that it takes in its path, query, body or headers."""
        if where == "body":
            return self._fields()
        found = [one for one in self._parameters() if one["in"] == where and one["name"] != KEY]
        found = [one for one in found if where != "header" or one["name"] in HEADERS]
        if where == "path":  # in the order of the address
            found.sort(key=lambda one: self.address.index(f"{{{one['name']}}}"))
        return [(one["name"], one["schema"], bool(one.get("required"))) for one in found]

    def _parameters(self) -> list[Json]:
        found: list[Json] = self.data.get("parameters", [])
        return found

    def _fields(self) -> list[tuple[str, Json, bool]]:
        if "requestBody" not in self.data:
            return []
        schema = self.data["requestBody"]["content"]["application/json"]["schema"]
        if "$ref" in schema:
            schema = self.document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
        needed = schema.get("required", ())
        return [(name, one, name in needed) for name, one in schema.get("properties", {}).items()]

    @property
    def answer(self) -> tuple[str | None, Json]:
        """The type and the schema of what it answers; None for nothing."""
        good = next(one for status, one in sorted(self.data["responses"].items()) if status.startswith("2"))
        contents = good.get("content", {})
        kind = next((one for one in contents if one.endswith("ndjson")), next(iter(contents), None))
        if kind == "application/json" and len(contents) > 1:  # which of them depends on what is asked for
            kind = "text/plain"
        return kind, contents.get(kind, {}).get("schema", {})


def operations_of(document: Json) -> list[Operation]:
    """All operations of a document."""
    return [
        Operation(document, address, method.upper(), data)
        for address, methods in document["paths"].items()
        for method, data in methods.items()
        if isinstance(data, dict) and "operationId" in data
    ]


def python_name(name: str) -> str:
    """The name of a parameter in Python: `If-Match` is if_match, `with` is with_."""
    plain = re.sub(r"\W", "_", name).lower()
    return f"{plain}_" if keyword.iskeyword(plain) else plain


def _is_alias(text: str) -> bool:
    return not text.startswith("class ")


def _union(kinds: Iterable[str]) -> str:
    """These types, each once, None at the end."""
    found = list(kinds)
    plain = dict.fromkeys(one.removesuffix(" | None") for one in found if one != "None")
    has_none = any(one == "None" or one.endswith(" | None") for one in found)
    return " | ".join([*plain, *(["None"] if has_none else [])])


def _literal(values: list[Any]) -> str:
    if values == ["true", "false"]:  # a yes or a no in a query
        return "bool"
    known = [json.dumps(value, ensure_ascii=False) for value in values if value is not None]
    return f"Literal[{', '.join(known)}]" + (" | None" if None in values else "")


def _docstring(text: str, indent: int) -> str:
    """The text as a docstring, in short lines. Paragraphs and list items stay apart."""
    width = 116 - indent
    lines = []
    for part in re.split(r"(\n\n|\n(?=- ))", text.replace("\\", "\\\\").strip()):
        lines += [""] * (part == "\n\n")
        lines += textwrap.wrap(" ".join(part.split()), width, subsequent_indent="  " * part.startswith("- "))
    if len(lines) == 1 and len(lines[0]) <= width - 6:
        return textwrap.indent(f'"""{lines[0]}"""', " " * indent)
    return textwrap.indent("\n".join(['"""' + lines[0], *lines[1:], '"""']), " " * indent)


def generated(document: Json) -> str:
    """The file for this document, formatted."""
    command = [sys.executable, "-m", "ruff", "format", "--stdin-filename", str(FILE), "-"]
    done = subprocess.run(
        command, input=Writer(document).module(), capture_output=True, text=True, check=True, cwd=ROOT
    )
    return done.stdout


def main(arguments: list[str]) -> int:
    """Compare or write the file; the exit code."""
    parser = ArgumentParser(prog="python -m tests.client.generate", description="Check the generated operations.")
    parser.add_argument("--write", action="store_true", help="write the file instead")
    options = parser.parse_args(arguments)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "goserver.settings")
    django.setup()
    from tests.support.schema import schema

    text = generated(schema())
    if options.write:
        FILE.write_text(text)
    elif not FILE.exists() or FILE.read_text() != text:
        print("igo_client/operations.py is out of date: run python -m tests.client.generate --write")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
