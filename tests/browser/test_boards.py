"""Boards as browsers draw them: the buttons are on the points."""

from __future__ import annotations

import pytest

from rules import Board
from wording.board_svg import board_svg

from .test_pages import ROOT

pytestmark = pytest.mark.browser

SIZES = [(19, 19, True), (9, 9, True), (5, 5, True), (5, 25, True), (25, 5, True), (13, 13, False)]
OFF = """() => [...document.querySelectorAll(".grid")].map((grid) => {
  const svg = grid.parentNode.querySelector("svg");
  return Math.max(...[...grid.querySelectorAll("button")].map((button, index) => {
    const box = button.getBoundingClientRect();
    const middle = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2);
    const at = middle.matrixTransform(svg.getScreenCTM().inverse());
    const columns = Number(grid.dataset.columns);
    return Math.hypot(at.x - index % columns, at.y - Math.floor(index / columns));
  }));
})"""


def with_buttons(columns: int, rows: int, labels: bool) -> str:
    """An empty board with its grid, as templates/games/_grid.html makes it."""
    row = f'<div role="row">{"<button></button>" * columns}</div>'
    bare = "" if labels else " bare"
    grid = f'<div class="grid c{columns} r{rows}{bare}" data-columns="{columns}">{row * rows}</div>'
    return f'<div class="board">{board_svg(Board.empty(columns, rows), labels=labels)}{grid}</div>'


def test_the_buttons_lie_on_the_points_on_boards_of_every_shape(chromium):
    page = chromium.new_page(viewport={"width": 360, "height": 740})
    style = "".join((ROOT / f"static/css/{name}.css").read_text() for name in ("base", "board"))
    page.set_content(f"<style>{style}</style>{''.join(with_buttons(*size) for size in SIZES)}")

    off = page.evaluate(OFF)

    page.close()
    assert len(off) == len(SIZES)
    assert max(off) < 0.02, dict(zip(SIZES, off, strict=True))
