"""Formats that the API returns besides JSON. Errors are always JSON."""

from __future__ import annotations

from rest_framework.renderers import JSONRenderer


class NdjsonRenderer(JSONRenderer):
    """One JSON object per line; an empty line is a heartbeat."""

    media_type = "application/x-ndjson"
    format = "ndjson"


class SseRenderer(JSONRenderer):
    """Server-Sent Events, as browsers read them by EventSource."""

    media_type = "text/event-stream"
    format = "sse"


class ZipRenderer(JSONRenderer):
    """An archive of files."""

    media_type = "application/zip"
    format = "zip"


class PlainRenderer(JSONRenderer):
    """A text file, whose format the file name shows."""

    media_type = "text/plain"
    format = "txt"
