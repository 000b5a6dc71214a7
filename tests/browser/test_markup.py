"""Every linked page has valid markup: other programs misread errors that browsers repair silently."""

from __future__ import annotations

import re
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from urllib.parse import urldefrag, urljoin, urlsplit

import pytest

pytestmark = pytest.mark.browser

MOST_PAGES = 250
"""Of one visitor."""
ALIKE = 2
"""This many pages of one kind, whose addresses differ in numbers, names and queries only, are opened."""
NOT_PAGES = re.compile(
    r"^/(?:static|api|admin|oauth|mail|embed)/|\.(?:sgf|svg|png|gif|zip|ics|atom|csv|txt|h9|json)$|/files?/"
)
NAMED = re.compile(r"(?<=/)(?:\d+|aino|hana|goran|babak|fiona|emre|cyrus|dara)(?=/)")
TARGETS = [
    "/games/", "/games/?view=list", "/games/archive/", "/new/", "/waiting/", "/challenge/35/", "/notifications/",
    "/g/5/?point=E6&chat=1", "/g/1/", "/g/10/", "/g/11/", "/g/14/", "/g/14/count/", "/g/14/review/", "/g/1/plan/",
    "/g/1/analysis/", "/g/5/time/", "/u/babak/", "/settings/", "/settings/notifications/", "/settings/programs/",
    "/settings/time/", "/rules/", "/rules/aga/", "/learn/", "/learn/capture/1/", "/problems/", "/help/",
    "/openings/?size=9&moves=E5", "/tournaments/", "/tournaments/1/", "/leagues/1/", "/team-matches/1/", "/clubs/1/",
    "/messages/1/", "/opponents/",
]  # fmt: skip


class Document(HTMLParser):
    """A page, as far as it is looked at: its links, what is wrong with it."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.actions: list[str] = []
        self.faults: list[str] = []
        self._ids: Counter[str] = Counter()
        self._tables: list[list[list[int]]] = []
        self.feed(html)
        self.faults += [f"the id {name} is there {times} times" for name, times in self._ids.items() if times > 1]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self._see(tag, values)
        if tag == "table":
            self._tables.append([])
        elif tag == "tr" and self._tables:
            self._tables[-1].append([])
        elif tag in ("td", "th") and self._tables:
            self._tables[-1][-1].append(int(values.get("colspan", "1")))
            if "rowspan" in values:
                self.faults.append("a cell of several rows: count its rows here, too")

    def _see(self, tag: str, expected: dict[str, str]) -> None:
        if "id" in expected:
            self._ids[expected["id"]] += 1
        if tag == "a" and "href" in expected:
            self.links.append(expected["href"])
        if tag == "form" and expected.get("method", "").lower() == "post":
            self.actions.append(expected.get("action", ""))
        if "formaction" in expected:
            self.actions.append(expected["formaction"])
        if "." in expected.get("datetime", ""):
            self.faults.append(f"a fraction of a second: {expected['datetime']}")

    def handle_endtag(self, tag: str) -> None:
        if tag == "table" and self._tables:
            rows = [sum(row) for row in self._tables.pop() if row]
            if len(set(rows)) > 1:
                self.faults.append(f"rows of {sorted(set(rows))} cells")


class Visitor:
    """Someone who opens pages without a browser."""

    def __init__(self, url: str, session: str = "") -> None:
        self.url = url
        self.cookie = f"sessionid={session}" if session else ""

    def open(self, path: str) -> tuple[int, str, str]:
        """Return the status, address and body of the answer at this address; the body is "" where it isn't a page."""
        request = urllib.request.Request(urljoin(self.url, path), headers={"Cookie": self.cookie})
        try:
            with urllib.request.urlopen(request) as answer:
                is_page = answer.headers.get_content_type() == "text/html"
                return answer.status, answer.url, answer.read().decode() if is_page else ""
        except urllib.error.HTTPError as error:
            return error.code, error.url or "", error.read().decode()

    def pages(self, *first: str) -> Iterator[tuple[str, Document]]:
        """All that links lead to, a few of each kind."""
        waiting, kinds, opened = list(first), Counter[str](), 0
        while waiting and opened < MOST_PAGES:
            path = waiting.pop(0)
            status, _, html = self.open(path)
            opened += 1
            assert status in (200, 403, 404), f"{status} at {path}"
            document = Document(html)
            yield path, document
            for link in document.links:
                target = urlsplit(urldefrag(urljoin(path, link))[0])
                kind = NAMED.sub("N", target.path) + ("?" if target.query else "")
                if target.netloc or not target.path.startswith("/") or NOT_PAGES.search(target.path):
                    continue
                if kinds[kind] < ALIKE:
                    kinds[kind] += 1
                    waiting.append(f"{target.path}?{target.query}" if target.query else target.path)


@pytest.mark.parametrize("name", ["", "aino", "babak"])
def test_pages_have_no_fractions_of_seconds_no_id_twice_and_rows_as_long_as_their_headings(site, visit, name):
    cookies = {cookie["name"]: cookie["value"] for cookie in visit(name).context.cookies()}
    visitor = Visitor(site.url, cookies.get("sessionid", ""))
    faults: dict[str, list[str]] = {}
    actions: set[str] = set()
    count = 0
    for path, document in visitor.pages("/", "/games/", "/settings/", "/tournaments/1/", "/leagues/1/"):
        count += 1
        actions |= {urlsplit(urljoin(path, action)).path for action in document.actions}
        if document.faults:
            faults[path] = document.faults

    assert faults == {}
    assert count > (50 if not name else 120)
    for action in sorted(actions):
        status, _, html = visitor.open(action)
        assert status not in (405, 500), action
        assert html, f"nothing to see at {action}"


SMALL = """() => {
  const inText = (one) => {
    if (!one.matches("a[href], button.link-button") || getComputedStyle(one).display !== "inline") return false;
    let at = one.parentElement;
    while (getComputedStyle(at).display === "inline") at = at.parentElement;
    return at.textContent.replace(/[·,|\\s]/g, "").length > one.textContent.replace(/\\s/g, "").length + 2;
  };
  const choice = "input[type=radio], input[type=checkbox]";
  return [...document.querySelectorAll("a[href], button, summary, input:not([type=hidden]), select, textarea")]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.matches(":disabled"))
    .filter((one) => !one.closest("[role=grid], .visually-hidden, .skip"))
    .flatMap((one) => {
      const box = (one.matches(choice) ? one.closest("label") ?? one : one).getBoundingClientRect();
      const small = box.width && box.height && Math.min(box.width, box.height) < 23.9;
      return small && !inText(one) ? [`${one.outerHTML.slice(0, 90)}: ${box.width} x ${box.height}`] : [];
    });
}"""
"""Targets of less than 24 px. Links in a sentence may be as small as its words, points of a board as their board."""


@pytest.mark.parametrize("width", [360, 1280])
def test_targets_are_at_least_24_pixels_high_and_wide(visit, width):
    small: dict[str, list[str]] = {}
    for name, paths in (("aino", TARGETS), ("", ["/", "/accounts/login/", "/accounts/signup/"])):
        page = visit(name, width=width, height=740)
        for path in ("/settings/time/", "/settings/notifications/") if name else ():
            page.goto(path)
            page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
            page.get_by_role("button", name=re.compile("Create an address|Replace the address")).click()
        for path in paths:
            page.goto(path)
            if found := page.evaluate(SMALL):
                small[path] = found

    assert small == {}
