"""Response formats of game operations other than JSON. Errors are always JSON."""

from __future__ import annotations

from rest_framework.renderers import JSONRenderer


class SgfRenderer(JSONRenderer):
    """A game record, SGF FF[4]."""

    media_type = "application/x-go-sgf"
    format = "sgf"
