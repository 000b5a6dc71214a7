"""Every kind of notice has an e-mail subject of at most 50 characters that begins with its player or event."""

import re

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation

from accounts.core import site
from games.emails import subjects
from notifications.kinds import CLOCK_KINDS
from notifications.models import KINDS
from rules import Stage
from tests.support.app_packages import SERVED

TEMPLATES = settings.BASE_DIR / "templates"
ABOUT_THE_READER = {
    "search_wider", "search_over", "vacation_began", "webhook_disabled", "letters_stopped", "order_decided",
    "order_undone", "komi_lapsed", "case_waits", "appeal_answered", "report_answered", "followed_ended",
}  # fmt: skip
"""These name neither an opponent nor an event."""
OF_EVENTS = ("event_", "league_", "ladder_", "club_", "class_", "match_")
NAME = "Aino from Tampere"
LONG = "a name of forty characters, which is long"
IN_CODE = (
    ("accounts/core/addresses.py", None, "Your e-mail address has been changed"),
    ("accounts/privacy/account_deletion.py", None, "Your account has been deleted"),
    ("accounts/security/guests.py", None, "How to get back to your games"),
    ("classes/services/guardians.py", None, "Your child's account"),
    ("programs/services/alerts.py", "text", "New webhook"),
    ("programs/services/alerts.py", None, "New device for notifications"),
)
"""Subjects about accounts that are not templates: the module, the context and the message."""
WITHOUT_MESSAGES = {"accounts/adapter.py", "accounts/core/alerts.py", "accounts/core/site.py"}
"""These get their subjects from templates or from other modules."""
REPLIES = ("%(name)s: %(move)s recorded", "%(name)s: no move was played")


@pytest.mark.parametrize("language", ["en", "fi", "fa"])
def test_no_subject_is_longer_than_50_characters_and_long_names_are_cut_at_their_end(language):
    with translation.override(language):
        found = [subjects.notices_subject([kind], LONG, urgent=False) for kind in KINDS if kind not in ABOUT_THE_READER]
        found += [subjects.event_subject(kind, LONG) for kind in KINDS]
        found += [subjects.turn_subject(stage, LONG, continues=more) for stage in Stage for more in (False, True)]
        found += [subjects.digest_subject(LONG, turns, others) for turns, others in ((1, 99), (2, 99), (99, 99))]
        found = [subject for subject in found if subject]
        for subject in found:
            assert len(subject) <= 50, subject
            assert subject.startswith("a name"), subject
        assert all("…" in subject for subject in found if LONG not in subject)


@pytest.mark.parametrize("language", ["en", "fi", "fa"])
def test_the_subject_of_each_kind_is_whole_and_names_the_opponent_or_the_event(language, subtests):
    with translation.override(language):
        for kind, sentence in KINDS.items():
            is_of_event = kind.startswith(OF_EVENTS) and kind != "match_found"
            notices = subjects.notices_subject([kind], NAME, urgent=False)
            own = subjects.event_subject(kind, NAME) if is_of_event else notices
            subject = own or ("" if is_of_event else str(sentence) % {"name": NAME, "title": NAME})
            if kind == "game_finished":
                continue  # of_end
            with subtests.test(kind):
                assert 0 < len(subject) <= 50, subject
                assert (NAME in subject) == (kind not in ABOUT_THE_READER), subject


def test_of_notices_only_reminders_come_before_the_turn_and_the_nearest_one_first_C203():
    found = {kind for kind in KINDS if subjects.notices_subject([kind], NAME, urgent=True)}
    assert found == set(CLOCK_KINDS)
    assert subjects.notices_subject(CLOCK_KINDS, NAME, urgent=True) == f"{NAME}: less than an hour left"


@pytest.mark.parametrize("language", ["en", "fi", "fa"])
def test_subjects_about_accounts_keep_their_text_and_cut_the_name_of_the_server(language, monkeypatch):
    monkeypatch.setattr(site, "name", lambda: LONG)
    with translation.override(language):
        files = list(TEMPLATES.glob("*/email/*_subject.txt"))
        texts = [" ".join(render_to_string(str(path.relative_to(TEMPLATES))).split()) for path in files]
        assert len(texts) > 10
        for text in texts:
            assert site.subject_with_site_name(text).endswith(f": {text}")
            assert len(site.subject_with_site_name(text)) <= 50, text


def test_every_module_that_writes_a_subject_about_accounts_is_listed():
    modules = [path for name in SERVED for path in (settings.BASE_DIR / name).rglob("*.py")]
    sources = {str(path.relative_to(settings.BASE_DIR)): path.read_text(encoding="utf-8") for path in modules}
    writing = {
        name for name, text in sources.items() if "subject_with_site_name(" in text or "send_account_email(" in text
    }
    assert writing == {name for name, _, _ in IN_CODE} | WITHOUT_MESSAGES
    assert all(f'"{message}"' in sources[name] for name, _, message in IN_CODE)
    assert all(f'"{message}"' in sources["mail_play/services/replies.py"] for message in REPLIES)


@pytest.mark.parametrize("language", ["en", "fi", "fa"])
def test_subjects_in_code_have_at_most_50_characters(language, monkeypatch):
    monkeypatch.setattr(site, "name", lambda: LONG)
    with translation.override(language):
        for _, context, message in IN_CODE:
            text = translation.pgettext(context, message) if context else translation.gettext(message)
            assert site.subject_with_site_name(text).endswith(f": {text}")
            assert len(site.subject_with_site_name(text)) <= 50, text
        for message in REPLIES:
            subject = subjects.subject_with_name(translation.gettext(message).replace("%(move)s", "accept 999"), LONG)
            assert subject.startswith("a name")
            assert len(subject) <= 50, subject


def test_notices_of_tournaments_name_them():
    about_it = [str(text) for text in KINDS.values() if re.search(r"\b(a|the) tournament\b", str(text), re.IGNORECASE)]
    assert [text for text in about_it if "%(title)s" not in text] == []
