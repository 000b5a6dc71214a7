"""Errors of searches."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from foundation.refusals import Refusal


class NoSuchSearch(Refusal, code="no_such_search", http_status=404, sentence=_("Search not found.")):
    """The search does not exist, or is another player's."""


class SearchOver(Refusal, code="search_over", sentence=_("This search is over.")):
    """The search has found all its games, was cancelled, or has expired; `state` says which."""


class BadSearch(Refusal, code="bad_search", http_status=400, sentence=_("Some of the search criteria are not valid.")):
    """A preference is not valid; `field` names it."""


class TooManySearches(Refusal, code="too_many_searches"):
    """The player has reached the limit of `most` searches at the same time."""

    sentence = _("You've reached the maximum number of searches. Cancel one first.")
