"""A language needs only a folder: pages, menus, accounts, e-mails and the API then use it."""

from __future__ import annotations

import re
import shutil
from decimal import Decimal
from pathlib import Path

import polib
import pytest
from django.conf import settings
from django.conf.locale import LANG_INFO
from django.core.management import call_command
from django.test import Client, override_settings
from django.utils import translation
from django.utils.translation import pgettext

from foundation.languages import languages_in
from tests.factories import make_game, make_player
from wording.words import localized_number

pytestmark = pytest.mark.django_db

TOKI_PONA = """
name = "Toki Pona"
name_local = "toki pona"
digits = "abcdefghij"
decimal = "·"
"""
TRANSLATED = {("heading", "Help"): "sona"}


def add_language(folder: Path, code: str, about: str, translated: dict[tuple[str, str], str]) -> None:
    (folder / code / "LC_MESSAGES").mkdir(parents=True)
    (folder / code / "language.toml").write_text(about, encoding="utf-8")
    catalog = polib.POFile()
    catalog.metadata = {"Content-Type": "text/plain; charset=UTF-8", "Plural-Forms": "nplurals=1; plural=0;"}
    catalog.extend(
        polib.POEntry(msgctxt=context, msgid=english, msgstr=text) for (context, english), text in translated.items()
    )
    catalog.save(str(folder / code / "LC_MESSAGES" / "django.po"))


@pytest.fixture
def toki_pona(tmp_path):
    """A server that has one folder more."""
    folder = tmp_path / "locale"
    shutil.copytree(settings.BASE_DIR / "locale", folder)
    add_language(folder, "tok", TOKI_PONA, TRANSLATED)
    with override_settings(LOCALE_PATHS=[folder], LANGUAGES=languages_in(folder)):
        call_command("compile_translations")
        yield "tok"
    LANG_INFO.pop("tok")


def test_the_languages_of_the_server_are_its_folders():
    assert settings.LANGUAGES == [("en", "English"), ("fi", "suomi"), ("fa", "فارسی")]


def test_a_folder_more_is_a_language_more(toki_pona):
    aino = make_player("aino")
    visitor, browser = Client(headers={"Accept-Language": toki_pona}), Client()
    browser.force_login(aino)

    page = visitor.get("/help/").content.decode()
    assert '<html lang="tok"' in page
    assert "<h1>sona</h1>" in page
    assert re.search(r'value="tok" lang="tok"\s+aria-pressed="true">\s+Toki pona', page)
    with translation.override(toki_pona):
        assert localized_number(Decimal("-6.5")) == "−g·f"

    assert '<option value="tok">toki pona</option>' in browser.get("/settings/language/").content.decode()
    assert browser.post("/language/", {"language": toki_pona, "next": "/help/"}).status_code == 302
    assert "<h1>sona</h1>" in browser.get("/help/").content.decode()

    assert browser.patch("/api/v1/me/", {"language": ""}, content_type="application/json").status_code == 200
    answer = browser.patch("/api/v1/me/", {"language": toki_pona}, content_type="application/json")
    assert (answer.status_code, answer.json()["language"]) == (200, toki_pona)
    game = make_game(black=aino)
    assert 'lang="tok"' in browser.get(game.get_absolute_url()).content.decode()

    aino.refresh_from_db()
    with translation.override(aino.language):
        assert pgettext("heading", "Help") == "sona"


def test_the_languages_of_other_servers_are_refused(client):
    client.force_login(make_player())
    assert client.post("/language/", {"language": "tok", "next": "/"}).status_code == 400
    assert client.patch("/api/v1/me/", {"language": "tok"}, content_type="application/json").status_code == 400


def test_a_folder_that_does_not_name_its_language_is_reported(tmp_path):
    add_language(tmp_path, "tok", "", {})
    with pytest.raises(ValueError, match="Say its name"):
        languages_in(tmp_path)
