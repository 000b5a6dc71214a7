"""Sharing a game with a script: what the buttons copy (C93)."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
COPIED = "() => navigator.clipboard.readText()"
KINDS = "async () => (await navigator.clipboard.read())[0].types"


def test_the_buttons_copy_the_position_that_the_board_shows_now(visit, site):
    page = visit()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto("/g/14/?move=3")
    page.click("#share summary")
    page.evaluate("history.replaceState(null, '', '?move=5')")  # as stepping does

    def copied(name, ask=COPIED):
        page.evaluate("document.getElementById('share-said').textContent = ''")
        page.click(f"[data-copy={name}]")
        expect(page.locator("#share-said")).to_have_text("Copied.")
        return page.evaluate(ask)

    assert copied("share-link").endswith("/g/14/?move=5")
    assert "move 5" in copied("share-text")
    assert copied("sgf").startswith("(;GM[1]FF[4]")
    assert copied("picture", KINDS) == ["image/png"]
    assert '/embed/g/14/?move=5"' in copied("share-embed")
    page.evaluate("() => { navigator.clipboard.write = () => Promise.reject(new Error('no')); }")
    page.click("[data-copy=share-link]")
    expect(page.locator("#share-said")).to_have_text("Not copied. Select the text and copy it by hand.")
    assert page.problems == []
