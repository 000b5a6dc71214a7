"""Every kind of notice has an e-mail subject of at most 50 characters that begins with whom or what it is about."""

import pytest
from django.utils import translation

from games.letters import subjects
from notifications.models import KINDS
from rules import Stage

LONG = "a name of forty characters, which is long"


@pytest.mark.parametrize("language", ["en", "fi", "fa"])
def test_no_subject_is_longer_than_50_characters_and_long_names_are_cut_at_their_end(language):
    with translation.override(language):
        found = [subjects.of_notices([kind], LONG, urgent=False) for kind in KINDS]
        found += [subjects.of_event(kind, LONG) for kind in KINDS]
        found += [subjects.of_turn(stage, LONG, continues=more) for stage in Stage for more in (False, True)]
        found += [subjects.of_many(LONG, turns, others) for turns, others in ((1, 99), (2, 99), (99, 99))]
        found = [subject for subject in found if subject]
        for subject in found:
            assert len(subject) <= 50, subject
            assert subject.startswith("a name"), subject
        assert all("…" in subject for subject in found if LONG not in subject)
