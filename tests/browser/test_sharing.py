"""Sharing a game: the copied texts, the links, and the end of the game in one tap (C93)."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
COPIED = "() => navigator.clipboard.readText()"
FILES = """async () => {
  const found = {};
  for (const link of document.querySelectorAll("#share a.button, #ended a[data-run]")) {
    const answer = await fetch(link.href);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    found[link.textContent.trim()] = [answer.headers.get("content-type"), String.fromCharCode(...bytes.slice(0, 400))];
  }
  return found;
}"""
"""Of each file of the sheet and the panel at the end: its type, and how it begins."""
SHARES = """
  navigator.canShare = ({ files }) => files.length === 1;
  navigator.share = async ({ files: [file], title }) => {
    const begin = new TextDecoder("latin1").decode(await file.slice(0, 6).arrayBuffer());
    window.shared = [file.name, file.type, begin, title];
    if (window.refuses) throw new DOMException("no", "AbortError");
  };
"""
"""A device that can share files: what it is given."""
KINDS = "async () => (await navigator.clipboard.read())[0].types"


def test_the_buttons_copy_the_position_that_the_board_shows_now(visit, site):
    page = visit()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto("/g/14/?move=3")
    page.click("#share summary")
    page.evaluate("history.replaceState(null, '', '?move=5')")  # as stepping does

    def copied(name, ask=COPIED):
        page.evaluate("document.getElementById('share-status').textContent = ''")
        page.click(f"[data-copy={name}]")
        expect(page.locator("#share-status")).to_have_text("Copied.")
        return page.evaluate(ask)

    assert copied("share-link").endswith("/g/14/?move=5")
    assert "move 5" in copied("share-text")
    assert copied("sgf").startswith("(;GM[1]FF[4]")
    assert copied("picture", KINDS) == ["image/png"]
    assert '/embed/g/14/?move=5"' in copied("share-embed")
    page.evaluate("() => { navigator.clipboard.write = () => Promise.reject(new Error('no')); }")
    page.click("[data-copy=share-link]")
    expect(page.locator("#share-status")).to_have_text("The text couldn't be copied. Select it and copy it yourself.")
    assert page.problems == []


def test_each_link_of_the_sheet_leads_to_a_file_of_its_kind(visit):
    page = visit("aino", width=360, height=740)
    page.goto("/g/14/")
    page.click("#share summary")

    files = page.evaluate(FILES)

    kinds = {name: kind.partition(";")[0] for name, (kind, _) in files.items() if name != "SGF"}
    assert kinds == {
        "PNG": "image/png",
        "SVG": "image/svg+xml",
        "Preview card (SVG)": "image/svg+xml",
        "GIF": "image/gif",
        "GIF of the last moves": "image/gif",
        "Share the ending": "image/gif",
    }
    assert files["SGF"][1].startswith("(;GM[1]FF[4]")
    assert files["PNG"][1].startswith("\x89PNG")
    assert files["GIF"][1].startswith("GIF89a")
    assert "<svg" in files["SVG"][1]
    card = page.context.request.get("/g/14/51/card.svg").text()
    assert all(word in card for word in ("Igo", "aino", "6k", "babak", "White won", "by 7.5 points"))
    assert page.problems == []


def test_the_end_of_a_game_is_shared_in_one_tap(visit):
    page = visit("aino", width=360, height=740)
    page.add_init_script(SHARES)
    page.goto("/g/14/")
    address, title = page.url, page.title()

    for refuses in (False, True):
        page.evaluate("refuses => { window.refuses = refuses; window.shared = null; }", refuses)
        page.click("#ended a[data-run]")
        page.wait_for_function("() => window.shared")
        assert page.evaluate("window.shared") == ["end.gif", "image/gif", "GIF89a", title]
    assert page.url == address, "whoever closes the sheet of the device stays in the game"
    page.evaluate("() => { navigator.canShare = undefined; }")
    page.click("#ended a[data-run]")
    page.wait_for_url("**/g/14/end.gif**")
