"""The header has one row at every width, regardless of the server's name (LOOK, Layout)."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.browser

SIZES = [(320, 640), (360, 640), (412, 800), (480, 800), (600, 800), (720, 900), (740, 360), (900, 800), (960, 800),
         (1280, 800), (1920, 1080), (2560, 1440)]  # fmt: skip
NAME = "Wellington Go Circle"
MEASURED = """name => {
  const shown = document.querySelector(".brand span");
  shown.textContent = name;
  shown.parentElement.classList.add("is-long");
  const header = document.querySelector("header").getBoundingClientRect();
  const seen = [...document.querySelectorAll("header > *, header nav > *")].filter((part) => part.offsetWidth);
  const boxes = seen.map((part) => part.getBoundingClientRect());
  const linesOf = (word) => {
    const range = document.createRange();
    range.setStart(shown.firstChild, name.indexOf(word));
    range.setEnd(shown.firstChild, name.indexOf(word) + word.length);
    return range.getClientRects().length;
  };
  return {
    broken: name.split(" ").filter((word) => linesOf(word) > 1),
    lines: new Set(boxes.map((box) => Math.round(box.top + box.height / 2))).size,
    outside: boxes.filter((box) => box.left < header.left - 1 || box.right > header.right + 1).length,
    overlapping: [...document.querySelector("header").children]
      .map((part) => part.getBoundingClientRect()).sort((a, b) => a.left - b.left)
      .filter((box, at, all) => at && box.left < all[at - 1].right - 1).length,
    cut: Math.max(shown.scrollWidth - shown.clientWidth, shown.scrollHeight - shown.clientHeight),
    across: document.documentElement.scrollWidth - innerWidth,
  };
}"""


@pytest.mark.parametrize("lang", ["en", "fi", "fa"])
@pytest.mark.parametrize(("player", "path"), [(None, "/rules/"), ("aino", "/games/"), ("aino", "/g/5/")])
def test_the_header_has_one_row_with_a_server_name_of_20_letters(visit, lang, player, path):
    page = visit(player, lang=lang)
    page.goto(path)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        found = page.evaluate(MEASURED, NAME)
        assert found["lines"] == 1, (width, height, found)
        assert found["outside"] == found["overlapping"] == 0, (width, height, found)
        assert found["across"] <= 0, (width, height, found)
        assert found["cut"] <= 1, (width, height, found)
        assert found["broken"] == [], (width, height, found)
