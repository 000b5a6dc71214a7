"""What searches refuse."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from foundation.refusals import Refusal


class NoSuchSearch(Refusal, code="no_such_search", http_status=404, sentence=_("There is no such search.")):
    """There is no such search, or it is somebody else's."""


class SearchOver(Refusal, code="search_over", sentence=_("This search is over.")):
    """The search has found all its games, was cancelled, or has run out; `state` says which."""


class BadSearch(Refusal, code="bad_search", http_status=400, sentence=_("Such a search is not possible.")):
    """A wish does not fit; `field` names it."""


class TooManySearches(Refusal, code="too_many_searches"):
    """As many searches at the same time as one player may have: `most`."""

    sentence = _("You have as many searches as you may have at the same time. Cancel one first.")
