"""Marking dead stones with the page's forms only: an area or one chain, and undo (LOOK, Layout)."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.models import Draft
from tests.factories import reload, to_act
from tests.support.games import just_stopped, suggested

pytestmark = pytest.mark.django_db


class Marker:
    """A player marking stones in a browser without JavaScript."""

    def __init__(self) -> None:
        self.game = suggested(just_stopped())
        self.browser = Client()
        self.browser.force_login(to_act(self.game))
        self.html = self.browser.get(self.game.get_absolute_url()).content.decode()

    def send(self, form: str, **data: str) -> None:
        """Send a form of the page with what it has hidden; the page that comes back is the next one."""
        begin = self.html.index(form)
        hidden = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', self.html[begin:].split("</form>")[0])
        path = f"{self.game.get_absolute_url()}marks/"
        answer = self.browser.post(path, {**dict(hidden), **data}, follow=True)
        assert answer.status_code == 200
        self.html = answer.content.decode()

    def tap(self, point: str, **chosen: str) -> None:
        self.send('id="board"', point=point, **chosen)

    def undo(self) -> None:
        self.send('id="undo-mark"')

    @property
    def dead(self) -> list[str]:
        return Draft.objects.get(seat__game=self.game).dead

    @property
    def can_undo(self) -> bool:
        return "disabled" not in self.html.partition('id="undo-mark"')[2].partition("</form>")[0]


def test_undo_goes_back_tap_by_tap_to_what_the_server_suggested():
    marker = Marker()
    before = list(reload(marker.game).suggested_dead or [])
    assert not marker.can_undo

    marker.tap("E9")
    assert "E1" in marker.dead
    marker.tap("F9")
    assert "F1" in marker.dead
    marker.undo()
    assert "E1" in marker.dead
    assert "F1" not in marker.dead
    assert marker.can_undo
    marker.undo()

    assert marker.dead == before
    assert not marker.can_undo


def test_an_undo_that_is_sent_twice_undoes_once():
    marker = Marker()
    marker.tap("E9")
    marker.tap("F9")
    page = marker.html

    marker.undo()
    marker.html = page
    marker.undo()

    assert "E1" in marker.dead
    assert "F1" not in marker.dead
    assert marker.can_undo


def test_one_chain_stays_chosen_without_JavaScript_until_area_is_chosen_again():
    marker = Marker()
    marker.tap("B5", only="on")
    assert re.search(r'name="only" value="on" form="board" checked', marker.html)
    marker.undo()
    assert re.search(r'name="only" value="on" form="board" checked', marker.html)
    marker.tap("B5", only="")
    assert re.search(r'name="only" value="" form="board" checked', marker.html)


def test_both_totals_and_the_result_stand_next_to_the_choice():
    html = Marker().html
    tally = html.partition('id="tally"')[2].partition("</div>\n</div>")[0]
    assert len(re.findall(r"<b>[\d.−-]+</b>", tally)) == 2
    assert re.search(r"Propose (Black|White)\s\+[\d.]+", html)


def test_no_more_markings_are_kept_than_somebody_goes_back():
    marker = Marker()
    for _ in range(Draft.MOST_PAST + 2):
        marker.tap("B5", only="on")
    assert len(Draft.objects.get(seat__game=marker.game).past) == Draft.MOST_PAST
