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
    pages = [path for path in FILES if path.suffix == ".html"]
    assert [fault for path in pages for fault in faults_of_commas(path.read_text(encoding="utf-8"))] == []


def test_a_comma_outside_a_message_is_found():
    assert faults_of_commas("<b>{{ name }}</b>, {{ a }}; {{ b }}") == ["<b>{{ name }}</b>,", " {{ a }};"]
    assert faults_of_commas("{% blocktranslate %}{{ a }}, {{ b }}{% endblocktranslate %}") == []


def test_no_condition_of_a_template_has_more_than_two_parts():
    """A view can name it."""
    long = re.compile(r"\{% (?:el)?if [^%]*\b(?:and|or)\b[^%]*\b(?:and|or)\b")
    assert [place for place, line in lines() if long.search(line)] == []
