"""What searches refuse."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from foundation.refusals import Refusal


class NoSuchSearch(Refusal, code="no_such_search", http_status=404, sentence=_("Search not found.")):
    """There is no such search, or it is somebody else's."""


class SearchOver(Refusal, code="search_over", sentence=_("This search is over.")):
    """The search has found all its games, was cancelled, or has run out; `state` says which."""


class BadSearch(Refusal, code="bad_search", http_status=400, sentence=_("This search is not valid.")):
    """A wish does not fit; `field` names it."""


class TooManySearches(Refusal, code="too_many_searches"):
    """As many searches at the same time as one player may have: `most`."""

    sentence = _("You've reached the maximum number of searches. Cancel one first.")
