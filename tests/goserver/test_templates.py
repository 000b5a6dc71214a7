"""Templates follow the rules of code: short lines, short files, and no element split over two lines."""

from __future__ import annotations

import re
from statistics import median

from django.conf import settings

FOLDER = settings.BASE_DIR / "templates"
FILES = sorted(path for path in FOLDER.rglob("*") if path.is_file())
LONGEST_LINE, LONGEST_FILE, USUAL_FILE = 119, 200, 40
CUT = re.compile(r"\{\{(?!.*\}\})|\{%(?!.*%\})|^[^{]*(?:\}\}|%\})")
"""A line on which a tag or a variable begins and does not end, or the other way round: Django shows it as text."""


def lines():
    """Every line of every template, with the place where it stands."""
    for path in FILES:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            yield f"{path.relative_to(FOLDER)}:{number}", line


def test_no_line_of_a_template_is_longer_than_a_line_of_code():
    assert [place for place, line in lines() if len(line) > LONGEST_LINE] == []


def test_one_panel_a_file_so_that_files_are_short():
    lengths = {str(path.relative_to(FOLDER)): len(path.read_text(encoding="utf-8").splitlines()) for path in FILES}
    assert {name: length for name, length in lengths.items() if length > LONGEST_FILE} == {}
    assert median(lengths.values()) <= USUAL_FILE


def test_what_is_cut_is_seen():
    assert all(CUT.search(line) for line in ("{{ a", "b }} c", "{% if a", "%}"))
    assert not any(CUT.search(line) for line in ("{{ a }} b", "{% if a %}{{ b }}{% endif %}"))


def test_no_tag_is_cut_by_the_end_of_a_line():
    assert [place for place, line in lines() if CUT.search(line)] == []


def faults_of_commas(template: str) -> list[str]:
    """The places of a template where a comma or semicolon follows a tag outside a message. Persian has its own."""
    text = re.sub(r"\{% blocktranslate.*?endblocktranslate %\}|<script.*?</script>", "{% %}", template, flags=re.DOTALL)
    return re.findall(r"[^,;]{0,40}(?:\}\}|%\}|</\w+>)\s?[,;،؛]", text)


def test_no_comma_or_semicolon_stands_outside_a_message():
    texts = [path for path in FILES if path.suffix in (".html", ".txt")]
    assert [fault for path in texts for fault in faults_of_commas(path.read_text(encoding="utf-8"))] == []


def test_a_comma_outside_a_message_is_found():
    assert faults_of_commas("<b>{{ name }}</b>, {{ a }}; {{ b }}") == ["<b>{{ name }}</b>,", " {{ a }};"]
    assert faults_of_commas("{{ name }}, {% translate 'hello' %}") == ["{{ name }},"]
    assert faults_of_commas("{% blocktranslate %}{{ a }}, {{ b }}{% endblocktranslate %}") == []


JOINED = {
    ".py": re.compile(r'", "\.join\(|\bf"[^"\n]*\}, |\bf"[^"\n]*, \{'),
    ".js": re.compile(r"[`}], \$\{"),
}
"""A list joined by hand in Python or JavaScript: `wording.words.join_as_list` has the comma of the language."""
AS_IT_IS = {
    "goserver/views/well_known.py": 1,  # codes of languages
    "library/views/records.py": 1,  # the value of a field
    "programs/views/api_reference.py": 2,  # in English
}


def joined_by_hand(text, suffix):
    """The lists of a file that are joined with a comma of its own."""
    return JOINED[suffix].findall(text)


def test_no_view_and_no_script_joins_a_list_with_a_comma_of_its_own():
    base = settings.BASE_DIR
    files = [*base.glob("*/views/**/*.py"), base / "games" / "cards.py", *(base / "static" / "js").glob("*.js")]
    found = {path: len(joined_by_hand(path.read_text(encoding="utf-8"), path.suffix)) for path in files}
    assert {str(path.relative_to(base)): count for path, count in found.items() if count} == AS_IT_IS


def test_a_list_joined_by_hand_is_found():
    for line in ('", ".join(names)', 'f"{name[0]}, {text}"', 'f"<b>, {name}"'):
        assert joined_by_hand(line, ".py"), line
    for line in ("`${point}, ${text}`", "`, ${more}`", '`${name}${more ? `, ${more}` : ""}`'):
        assert joined_by_hand(line, ".js"), line
    assert not joined_by_hand('join_as_list(names), f"{name}: {text}", f"{join([a, b])}"', ".py")
    assert not joined_by_hand("parts.join(words.comma), make(`sign${on}`, { x, y }, `${name}: ${text}`)", ".js")


def test_no_condition_of_a_template_has_more_than_two_parts():
    """A view can name it."""
    long = re.compile(r"\{% (?:el)?if [^%]*\b(?:and|or)\b[^%]*\b(?:and|or)\b")
    assert [place for place, line in lines() if long.search(line)] == []
