"""Text stays text wherever it is shown: a hundred and fifty injections in every stored field, in a browser (S20, S21).

Every page is checked for dialogs, violations of the Content-Security-Policy, and elements and attributes that only an
injected text would create.
"""

from __future__ import annotations

import json

import pytest

from tests.browser.conftest import Site
from tests.browser.hostile import TEXTS

pytestmark = pytest.mark.browser

LISTEN = "addEventListener('securitypolicyviolation', event => (self.refused ??= []).push(event.blockedURI))"
LOOK = """() => {
  const found = [...(self.refused ?? []).map(uri => `refused ${uri}`)]
  if (self.hit !== undefined) found.push('ran')
  for (const element of document.querySelectorAll('*')) {
    const name = element.localName
    if (['iframe', 'object', 'embed', 'base', 'marquee', 'math', 'video', 'audio', 'style', 'template'].includes(name))
      found.push(name)
    for (const {name: key, value} of element.attributes) {
      if (key.startsWith('on')) found.push(`${name} ${key}`)
      const leads = ['href', 'xlink:href', 'src', 'srcdoc', 'action', 'formaction', 'http-equiv'].includes(key)
      const stays = /^(\\/(?!\\/)|\\?|#|data:image\\/|http:\\/\\/(?:127\\.0\\.0\\.1|localhost):|$)/.test(value)
      if (leads && !stays) found.push(`${name} ${key}=${value}`)
    }
    if (name === 'script' && !element.hasAttribute('src') && element.type !== 'application/json') found.push('script')
    if (element.id === 'hit') found.push('hit')
  }
  return found
}"""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A server of its own: the other tests of pages do not expect this much noise."""
    running = Site(tmp_path_factory.mktemp("hostile"))
    running.start()
    yield running
    running.stop()


@pytest.fixture(scope="module")
def pages(site):
    """Return the pages to open, by the session that opens them."""
    result = site.manage("shell", "-v0", "-c", "from tests.browser import hostile; hostile.fill()")
    return json.loads(result.splitlines()[-1])


def test_there_are_enough_attempts():
    assert len(set(TEXTS)) == len(TEXTS) >= 150


def test_what_is_looked_for_is_found_when_it_is_there(chromium):
    page = chromium.new_page()
    page.add_init_script(LISTEN)
    page.set_content("<svg onload='top.hit=1'></svg><iframe></iframe><a href='javascript:x'>x</a><h1 id=hit>x</h1>")

    assert {"ran", "svg onload", "iframe", "a href=javascript:x", "hit"} <= set(page.evaluate(LOOK))


def test_every_text_is_shown_as_it_was_written(chromium, site, pages):
    found, seen = [], ""
    for session, paths in pages.items():
        context = chromium.new_context(base_url=site.url, locale="en", service_workers="block")
        context.add_init_script(LISTEN)
        if session:
            context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
        page = context.new_page()
        page.on("dialog", lambda dialog: (found.append(("dialog", page.url)), dialog.dismiss()))
        for path in paths:
            answer = page.goto(path, wait_until="load")
            assert answer is not None
            assert answer.status == 200, (path, answer.status)
            found += [(what, path) for what in page.evaluate(LOOK)]
            seen += page.evaluate("() => document.body.textContent")
        context.close()

    assert found == []
    assert [text for text in TEXTS if text not in seen] == []
