"""Errors of searches."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from foundation.refusals import Refusal


class NoSuchSearch(Refusal, code="no_such_search", http_status=404, sentence=_("Search not found.")):
    """Raised if the search does not exist, or is another player's."""


class SearchOver(Refusal, code="search_over", sentence=_("This search has ended. Start a new one.")):
    """Raised if the search has found all its games, was cancelled, or has expired. `state` says which."""


class BadSearch(Refusal, code="bad_search", http_status=400):
    """Raised if a preference is not valid. `field` is its name."""

    sentence = _("Some of the search criteria are not valid. Correct them and try again.")


class TooManySearches(Refusal, code="too_many_searches"):
    """Raised if the player already has `most` open searches."""

    sentence = _("You've reached the limit of 5 searches. Cancel one first.")
