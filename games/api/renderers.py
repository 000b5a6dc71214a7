"""Renderers for responses that are not JSON. Errors are always JSON."""

from __future__ import annotations

from rest_framework.renderers import JSONRenderer


class SgfRenderer(JSONRenderer):
    """Renderer of a game record in SGF FF[4]."""

    media_type = "application/x-go-sgf"
    format = "sgf"
