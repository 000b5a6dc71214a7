"""Messages are in the source where they are found for translation, and catalogs name the place."""

from __future__ import annotations

import polib
import pytest

from tests.support.translations import (
    LANGUAGES,
    entry_faults,
    entry_of,
    hidden,
    lines_with_hidden,
    notes,
    path_of,
    unexplained,
    with_notes,
    without_context,
)


@pytest.mark.parametrize("call", ["_('day')", "gettext('day')", "ngettext('day', 'days', 2)"])
def test_a_message_inside_an_f_string_is_found(call):
    assert lines_with_hidden(f'name = "x"\nsaid = f"{{name}} ({{{call}}})"') == [2]
    assert lines_with_hidden(f'said = {call} + f"{{name}}"') == []


def test_no_message_hides_in_an_f_string():
    assert hidden() == []


def test_a_catalog_gets_files_and_comments_from_the_source_and_keeps_its_translation():
    old = polib.POEntry(msgid="Black", msgstr="Musta", occurrences=[("gone.py", "")], comment="An old comment.")
    found = polib.POEntry(
        msgid="Black",
        occurrences=[("b.py", ""), ("a.py", ""), ("b.py", "")],
        comment="The player with the black stones.",
    )
    entry = entry_of(found, old)
    assert (entry.msgstr, entry.comment) == ("Musta", "The player with the black stones.")
    assert entry.occurrences == [("a.py", ""), ("b.py", "")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_of_a_catalog_says_where_it_is_used(language):
    assert [entry.msgid for entry in polib.pofile(str(path_of(language))) if not entry.occurrences] == []


def test_a_word_that_stands_alone_has_a_context_or_is_explained_to_translators():
    assert unexplained(polib.pofile(str(path_of(LANGUAGES[0])))) == []


def test_every_note_for_translators_is_about_a_message():
    messages = {(entry.msgctxt or "", entry.msgid) for entry in polib.pofile(str(path_of(LANGUAGES[0])))}
    assert set(notes()) - messages == set()


def test_a_word_without_context_and_note_is_found():
    result = polib.POFile()
    result.append(polib.POEntry(msgid="Open"))
    result.append(polib.POEntry(msgid="Open", msgctxt="verb"))
    result.append(polib.POEntry(msgid="Move %(n)s"))
    result.append(polib.POEntry(msgid="Open the game"))
    assert unexplained(result) == ["Open", "Move %(n)s"]
    assert unexplained(with_notes(result, {("", "Open"): "Of a case."})) == ["Move %(n)s"]
    assert [entry.comment for entry in result] == ["Of a case.", "", "", ""]


def test_every_message_of_one_or_two_words_has_a_context():
    assert without_context(polib.pofile(str(path_of(LANGUAGES[0])))) == []


def test_a_short_message_without_context_is_found():
    ours, frameworks = [("games/board.py", "")], [("accounts/framework_messages.py", "")]
    texts = [
        polib.POEntry(msgid="Place", occurrences=ours),
        polib.POEntry(msgid="Place", msgctxt="column", occurrences=ours),
        polib.POEntry(msgid="Place of the player", occurrences=ours),
        polib.POEntry(msgid="Board width", occurrences=ours + frameworks),
        polib.POEntry(msgid="Not found.", occurrences=frameworks),
        polib.POEntry(msgid="%(n)s–%(m)s", occurrences=ours),
        polib.POEntry(msgid="%(n)s %%", occurrences=ours),
        polib.POEntry(msgid="%(n)s stone", msgid_plural="%(n)s stones", occurrences=ours),
        polib.POEntry(msgid="%(name)s was removed", occurrences=[("leagues/a.py", ""), ("tournaments/b.py", "")]),
        polib.POEntry(msgid="%(name)s was removed", occurrences=[("leagues/a.py", ""), ("templates/leagues/b", "")]),
    ]
    assert without_context(texts) == ["Place", "Board width", "%(n)s stone", "%(name)s was removed"]


def test_a_translation_of_sentences_without_a_full_stop_is_found():
    message = "You're on hold. Confirm that you're back."
    assert entry_faults(polib.POEntry(msgid=message, msgstr="Olet tauolla: ilmoita, kun palaat"), 2) == ["no full stop"]
    assert entry_faults(polib.POEntry(msgid=message, msgstr="Olet tauolla. Ilmoita, kun palaat."), 2) == []
    assert entry_faults(polib.POEntry(msgid="Back to the game", msgstr="Takaisin peliin"), 2) == []
