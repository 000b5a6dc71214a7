"""The page /api/docs/: it has everything in the schema, and every link on it works."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from html import unescape

import pytest
from django.test import Client

from accounts.security.scopes import SCOPES
from api.exceptions import CODES
from games.templatetags.igo import with_code
from programs.meanings import MEANINGS
from programs.views.api_reference import DocstringBlock, split_docstring
from tests.support.pages import tight
from tests.support.schema import schema
from wording.refusals import sentences_by_code

pytestmark = pytest.mark.django_db


@lru_cache(maxsize=1)
def page() -> str:
    answer = Client(headers={"accept-language": "en"}).get("/api/docs/")
    assert answer.status_code == 200
    return tight(answer.content.decode())


@lru_cache(maxsize=1)
def ids() -> list[str]:
    return re.findall(r'\bid="([^"]+)"', page())


def section(anchor: str) -> str:
    """The part of the page about one operation or shape, as text."""
    begins = page().index(f'id="{anchor}"')
    part = page()[begins : page().index("</section>", begins)].partition(">")[2]
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", part)))


def operations():
    return [one for methods in schema()["paths"].values() for one in methods.values()]


def test_every_operation_is_there_with_its_parameters_its_fields_and_its_scope():
    for operation in operations():
        assert operation["operationId"] in ids()
        text = section(operation["operationId"])
        for parameter in operation.get("parameters", []):
            assert f" {parameter['name']} " in text
        scopes = [scope for one in operation.get("security", []) for scope in one.get("token", [])]
        assert all(f"Scope: {scope} " in text for scope in scopes)


def test_every_shape_is_there_with_its_fields():
    shapes = {name: one for name, one in schema()["components"]["schemas"].items() if "properties" in one}

    assert {f"shape-{name}" for name in shapes} <= set(ids())
    for name, shape in shapes.items():
        text = section(f"shape-{name}")
        assert all(f" {field} " in text for field in shape["properties"]), name


def test_answers_link_to_their_shapes_and_examples_are_shown():
    assert '<code>application/json</code>: <a href="#shape-Game">Game</a>' in page()
    assert '"kind": "play"' in section("act")
    assert '<a href="#shape-SeatOf">SeatOf</a>' in page()


def test_every_link_inside_the_page_leads_somewhere_and_no_name_is_there_twice():
    links = set(re.findall(r'href="#([^"]+)"', page()))

    assert links <= set(ids())
    assert [name for name, count in Counter(ids()).items() if count > 1] == []


def test_every_code_is_there_so_the_type_of_every_problem_leads_somewhere():
    assert {*sentences_by_code(), *MEANINGS, *CODES.values()} <= set(ids())
    assert not set(sentences_by_code()) & set(MEANINGS)


def test_words_between_backticks_are_code():
    assert "`" not in page()
    assert "<code>expected</code> is the number of the last action that you saw" in page()
    assert with_code("`a<b` or c") == "<code>a&lt;b</code> or c"
    assert with_code("c <i>") == "c &lt;i&gt;"


def test_the_acts_of_an_operation_are_a_list():
    assert split_docstring("Do it.\n\n- `a`: one\n  more\n- `b`: two\n\nThe end.") == [
        DocstringBlock("Do it."), DocstringBlock(listed=("`a`: one\n  more", "`b`: two")), DocstringBlock("The end."),
    ]  # fmt: skip
    assert "<li><code>invite</code> with a <code>player</code>: invite the player.</li>" in page()


def test_nothing_is_inline_and_the_token_is_a_bearer_token():
    main = page().partition("<main")[2].partition("</main>")[0]

    assert main
    assert "<script" not in main
    assert " style=" not in main
    assert "Authorization: Bearer" in unescape(main)
    assert "Authorization: Token" not in unescape(main)


def test_the_scopes_of_operations_are_known():
    used = {
        scope for one in operations() for way in one.get("security", []) for scopes in way.values() for scope in scopes
    }

    assert used <= set(SCOPES)
