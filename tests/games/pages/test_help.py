"""The help page."""

import re

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


def test_help_shows_a_stone_that_is_not_sent_and_stones_that_are_dead():
    page = Client().get("/help/").content.decode()
    placing, marking = re.findall(r"<figure.*?</figure>", page, re.DOTALL)
    assert 'class="ghost"' in placing
    assert marking.count('class="cross') == 2, "a dead stone of each colour"
    assert 'class="tb"' in marking, "the territory of Black"
    assert 'class="du"' not in marking, "no point lies between the colours"


@pytest.mark.parametrize("linked", ["ratings", "order"])
def test_what_other_pages_link_to_is_inside_a_fold_that_opens_for_it(linked):
    page = Client().get("/help/").content.decode()
    (fold,) = [part for part in page.split("<details") if f'<div id="{linked}">' in part]
    assert "</details>" in fold
