"""`python -m tests.pictures.same_html`: compare the HTML of every page with what Django's own loaders and tags render.

Each page of the picture set is rendered twice, with settings.TEMPLATES and without our loader and tags, and compared
apart from white space and tokens. It needs a data folder with the demo in it (IGO_DATA_DIR).
"""

from __future__ import annotations

import os
import re
import sys
import time
from argparse import ArgumentParser
from difflib import unified_diff
from itertools import product
from typing import Any

Pages = dict[tuple[str, str, str], str]
"""HTML by language, name of the player ("" when signed out) and path."""
VARYING = re.compile(
    r'(?:name="(?:csrfmiddlewaretoken|key)" value|id="secret" class="ltr" readonly value|data-key|nonce|class="qr" src)'
    r'="[^"]*"'
)
"""Tokens, keys of forms, and the secret of an authenticator with its picture."""
FORMS = "django.forms.renderers.DjangoTemplates"
SPACE = re.compile(r"\s+|(?<=>)(?=<)")


def main() -> int:
    """Print the pages that differ; return how many do."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "goserver.settings")
    django.setup()
    from django.conf import settings
    from django.test import override_settings

    options = _options().parse_args()
    settings.ALLOWED_HOSTS = ["testserver"]
    stop_the_clock()
    asked = (options.languages, options.every, sign_in())
    ours = rendered(*asked)
    with override_settings(TEMPLATES=of_django(settings.TEMPLATES), FORM_RENDERER=FORMS):
        theirs = rendered(*asked)
    different = [page for page in ours if ours[page] != theirs[page]]
    for page in different:
        lines = unified_diff(theirs[page].split("\n"), ours[page].split("\n"), lineterm="", n=0)
        print(*page, *list(lines)[2:12], sep="\n")
    print(f"{len(ours)} pages, {len(different)} differ")
    return len(different)


def _options() -> ArgumentParser:
    parser = ArgumentParser(prog="python -m tests.pictures.same_html", description=__doc__)
    parser.add_argument("--languages", nargs="+", default=["en", "fi", "fa"])
    parser.add_argument("--every", type=int, default=1, metavar="N", help="one page of N")
    return parser


def of_django(templates: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The same settings without our loader and our tags."""
    [engine] = templates
    [(_, loaders)] = engine["OPTIONS"]["loaders"]
    options = {"context_processors": engine["OPTIONS"]["context_processors"], "loaders": loaders}
    return [{**engine, "OPTIONS": options | {"loaders": [("django.template.loaders.cached.Loader", loaders)]}}]


def rendered(languages: list[str], every: int, sessions: dict[str, str]) -> Pages:
    """Every nth page in each of the languages, as if no one had looked at one before."""
    from django.conf import settings
    from django.core.cache import cache
    from django.db import transaction
    from django.test import Client

    from foundation import caches, limits

    pages: Pages = {}
    for language, (name, paths) in product(languages, who_sees_what().items()):
        browser = Client(headers={"accept-language": language})
        browser.cookies[settings.SESSION_COOKIE_NAME] = sessions.get(name, "")
        for path in paths[::every]:
            cache.clear()
            limits.reset_counts()
            caches.clear_all_caches()
            with transaction.atomic():
                answer = browser.get(path, follow=True)
                transaction.set_rollback(True)
            assert answer.status_code in (200, 404), (path, answer.status_code)
            pages[language, name, path] = comparable(answer.content.decode())
    return pages


def who_sees_what() -> dict[str, list[str]]:
    """Return the addresses of the picture set by username; "" is signed out."""
    from tests.browser.test_pages import DIRECTING, MORE, PAGES, SIGNED_OUT

    return {
        "aino": [*(PAGES | MORE).values()],
        **{name: [*pages.values()] for name, pages in DIRECTING.items()},
        "": [*SIGNED_OUT.values()],
    }


def sign_in() -> dict[str, str]:
    """Sign the players in; return their sessions' keys."""
    from accounts.models import Player
    from tests.access.visitors import session_of

    return {name: session_of(Player.objects.get(username=name)) for name in who_sees_what() if name}


def comparable(html: str) -> str:
    """A tag or a text a line, without white space around it and without tokens."""
    return SPACE.sub(" ", VARYING.sub("", html)).replace("> <", ">\n<")


def stop_the_clock() -> None:
    """Have every page rendered at the same time."""
    from foundation import timesource

    begun = time.time()
    timesource.source = timesource.TimeSource(lambda: begun, lambda: begun)
    timesource.source.compare_with_database(None)


if __name__ == "__main__":
    sys.exit(main())
