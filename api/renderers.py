"""Formats that the API returns besides JSON. Errors are always JSON."""

from __future__ import annotations

from rest_framework.renderers import JSONRenderer


class NdjsonRenderer(JSONRenderer):
    """One JSON object per line. An empty line is a heartbeat."""

    media_type = "application/x-ndjson"
    format = "ndjson"


class SseRenderer(JSONRenderer):
    """Server-Sent Events, which browsers read with EventSource."""

    media_type = "text/event-stream"
    format = "sse"


class ZipRenderer(JSONRenderer):
    """Declares a zip archive as the response format of views that stream one. This class renders only their errors, as
    JSON."""

    media_type = "application/zip"
    format = "zip"


class PlainTextRenderer(JSONRenderer):
    """Declares plain text as the response format of views that return a complete file, such as CSV. This class renders
    only their errors, as JSON."""

    media_type = "text/plain"
    format = "txt"
