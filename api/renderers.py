"""What the API answers beside JSON. Refusals are JSON everywhere."""

from __future__ import annotations

from rest_framework.renderers import JSONRenderer


class NdjsonRenderer(JSONRenderer):
    """One JSON object a line; an empty line is a heartbeat."""

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
    """A file of text; what its name says of it."""

    media_type = "text/plain"
    format = "txt"
