"""The examples in Python that need a server run against one: those of the client's README and of its page."""

from __future__ import annotations

import re

import pytest
from django.utils import timezone

from accounts.security.scopes import USUAL
from accounts.security.tokens import NewToken, make_token
from tests.docs.test_commands import PAGES, ROOT
from tests.factories import make_game, reload

EXAMPLES = ("docs/client.md", "igo_client/README.md")
ELSEWHERE = {"docs/api.md", "docs/tutorial.md"}
"""Their examples run in test_api.py and test_tutorial.py."""
PYTHON = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def run(page: str, url: str, token: str) -> None:
    """Run the examples of a page with this server and token."""
    for example in PYTHON.findall((ROOT / page).read_text()):
        assert "https://go.example.org" in example
        exec(example.replace("https://go.example.org", url), {"token": token})


@pytest.fixture
def token(aino):
    return make_token(player=aino, wanted=NewToken("t", USUAL, None), now=timezone.now())[1]


def test_every_page_with_an_example_in_python_has_a_test():
    assert {page.relative_to(ROOT).as_posix() for page in PAGES if PYTHON.search(page.read_text())} == {
        *EXAMPLES,
        *ELSEWHERE,
    }


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("page", EXAMPLES)
def test_the_example_plays_where_it_is_your_turn(page, live_server, aino, babak, token):
    yours = make_game(black=aino, white=babak, now=timezone.now())
    theirs = make_game(black=babak, white=aino, now=timezone.now())

    run(page, live_server.url, token)

    assert (reload(yours).number, reload(theirs).number) == (1, 0)


@pytest.mark.django_db(transaction=True)
def test_the_example_of_the_readme_prints_a_refusal(live_server, aino, babak, token, capsys):
    make_game(black=aino, white=babak, moves="E5 D4", now=timezone.now())

    run("igo_client/README.md", live_server.url, token)

    assert capsys.readouterr().out.startswith("occupied ")
