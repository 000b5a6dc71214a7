"""Progress in lessons and problems. It is stored in the database for signed-in players, and in a signed cookie of less
than 2 kB for visitors.

At sign-in, the progress in the cookie is added to the account. The next page of the lessons then deletes the cookie.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.core.signing import BadSignature, Signer
from django.db import transaction
from django.http import HttpRequest, HttpResponse

from accounts.models import Player
from foundation import timesource
from foundation.cookies import set_year_cookie
from learn.lessons import LESSONS
from learn.models import Progress
from learn.problems.collection import problems_of_goal
from learn.problems.goal_words import GOALS
from learn.problems.problem import Problem

COOKIE = "learn"
PROBLEMS = "-problems"
LONGEST_COOKIE = 2000
"""The largest length in characters; the progress of all lessons and problems needs less
(tests/learn/test_lesson_pages.py)."""
_signer = Signer(salt="learn.services.progress")

Done = dict[str, int]
"""Progress: the bits of the done pages of each item (models.Progress). An item is a lesson by its key, or all problems
of a goal."""


def progress_of_viewer(request: HttpRequest) -> Done:
    """Return the progress of the signed-in player (one query), or for visitors the progress in the cookie."""
    return progress_of_player(request.user) if isinstance(request.user, Player) else progress_in_browser(request)


def progress_of_player(player: Player) -> Done:
    """Return this player's progress: by item key, a bit mask of the done pages."""
    return dict(Progress.objects.filter(player=player).values_list("item", "done"))


def progress_in_browser(request: HttpRequest) -> Done:
    """Return the progress in the cookie, by item key as bit masks of done pages. Unknown items and pages are left out.
    Return {} if the cookie's signature is invalid."""
    try:
        text = _signer.unsign(request.COOKIES.get(COOKIE, "")[:LONGEST_COOKIE])
        pairs = [part.split(":") for part in text.split(".") if part]
        return {key: int(bits, 16) & all_page_bits(key) for key, bits in pairs if all_page_bits(key)}
    except (BadSignature, ValueError):
        return {}


def all_page_bits(key: str) -> int:
    """Return the bit mask of all pages of this item, 0 for an unknown item."""
    if key in LESSONS:
        return (1 << len(LESSONS[key].steps)) - 1
    goal = key.removesuffix(PROBLEMS)
    return (1 << len(problems_of_goal(goal))) - 1 if key == goal + PROBLEMS and goal in GOALS else 0


def progress_item_of_problem(problem: Problem) -> tuple[str, int]:
    """Return the key of the progress item to which this problem belongs, and the problem's number in that item."""
    goal, number = problem.key.rsplit("-", 1)
    return goal + PROBLEMS, int(number)


def has_done(done: Mapping[str, int], key: str, number: int) -> bool:
    """Return whether page `number` of the item, counted from 1, is done."""
    return bool(done.get(key, 0) >> (number - 1) & 1)


def mark_done(request: HttpRequest, response: HttpResponse, key: str, number: int) -> None:
    """Store that this page is done, in the account or in the cookie. Does nothing if the page was done before."""
    bit = 1 << (number - 1)
    if isinstance(request.user, Player):
        add_progress(request.user, {key: bit})
        return
    done = progress_in_browser(request)
    if not done.get(key, 0) & bit:
        set_year_cookie(request, response, COOKIE, sign_progress({**done, key: done.get(key, 0) | bit}))


def sign_progress(done: Mapping[str, int]) -> str:
    """Return the signed cookie value for this progress."""
    return _signer.sign(".".join(f"{key}:{bits:x}" for key, bits in done.items() if bits))


def add_progress(player: Player, done: Mapping[str, int]) -> None:
    """Add these done pages, as bit masks by item key, to the player's stored progress. At most two queries if nothing
    changes or nothing was stored before."""
    with transaction.atomic():
        rows = {row.item: row for row in Progress.objects.select_for_update().filter(player=player, item__in=done)}
        now = timesource.now()
        for key, bits in done.items():
            row = rows.get(key)
            if row is None:
                new = {"done": bits, "changed_at": now}
                row, _made = Progress.objects.get_or_create(player=player, item=key, defaults=new)
            if row.done | bits != row.done:
                row.done, row.changed_at = row.done | bits, now
                row.save(update_fields=["done", "changed_at"])


def add_browser_progress(user: Any = None, request: HttpRequest | None = None, **_: Any) -> None:
    """Add the browser's progress to the account that has just signed in or been created."""
    if isinstance(user, Player) and request is not None and COOKIE in request.COOKIES:
        found = progress_in_browser(request)
        if found:
            add_progress(user, found)


def move_progress_to_account(request: HttpRequest, response: HttpResponse) -> None:
    """Add the browser's progress to the signed-in account, then delete the cookie."""
    if isinstance(request.user, Player) and COOKIE in request.COOKIES:
        add_progress(request.user, progress_in_browser(request))
        response.delete_cookie(COOKIE, samesite="Lax")


def delete_progress(player: Player, **_: object) -> None:
    """Delete the player's progress, in the transaction that deletes the account."""
    Progress.objects.filter(player=player).delete()
