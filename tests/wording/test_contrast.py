"""Everything on the pages and boards is visible in every theme; docs/design.md has the figures.

Text needs a contrast of 4.5, and a shape with a meaning 3 (WCAG 2.2, 1.4.3 and 1.4.11). Tables: python -m
tests.wording.contrast
"""

from __future__ import annotations

from pathlib import Path

import pytest

from .contrast import BLOCK, CSS, contrast, of_boards, of_pages, table

SHAPES = {"control"}


def test_the_formula_is_that_of_wcag():
    assert contrast("#fff", "#000") == 21
    assert contrast("#777", "#fff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("name", of_pages())
def test_text_and_controls_can_be_read_in_every_theme_of_the_pages(name):
    for theme, value in of_pages()[name].items():
        assert value >= (3 if name in SHAPES else 4.5), theme


@pytest.mark.parametrize("name", of_boards())
def test_everything_on_a_board_can_be_seen_in_every_board_theme(name):
    for theme, value in of_boards()[name].items():
        assert round(value, 1) >= 3, theme


def test_what_is_dark_by_the_device_is_dark_by_choice():
    """The tokens are there twice, for a choice of the device and of the player."""
    for sheet in ("base.css", "board.css"):
        rules = [(names, body.split()) for names, body in BLOCK.findall((CSS / sheet).read_text())]
        (by_device,) = (body for names, body in rules if ':not([data-theme="light"]' in names)
        (chosen,) = (body for names, body in rules if 'root[data-theme="dark"]' in names)
        assert by_device == chosen, sheet


def test_the_document_has_the_figures_of_the_style_sheets():
    document = (Path(__file__).resolve().parents[2] / "docs/design.md").read_text()

    assert table(of_pages()) in document
    assert table(of_boards()) in document
