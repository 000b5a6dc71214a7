"""Responses that download records: one as its file, several as an archive or a collection."""

from __future__ import annotations

from django.http import HttpResponse, StreamingHttpResponse
from django.utils.http import content_disposition_header

from library.models import Record, RecordQuerySet
from library.services import exporting

SGF = "application/x-go-sgf"


def file_response(record: Record) -> HttpResponse:
    """Return the response with a record's file, byte for byte as it was uploaded."""
    response = HttpResponse(bytes(record.data), content_type=SGF)
    disposition = content_disposition_header(as_attachment=True, filename=exporting.file_name(record))
    response.headers["Content-Disposition"] = str(disposition)
    return response


def files_response(rows: RecordQuerySet, *, as_collection: bool) -> StreamingHttpResponse:
    """Return the response with the records as one SGF collection, or as a zip archive."""
    kind, pieces = ("sgf", exporting.records_as_collection) if as_collection else ("zip", exporting.zip_of_records)
    content_type = f"{SGF}; charset=utf-8" if as_collection else "application/zip"
    response = StreamingHttpResponse(pieces(rows), content_type=content_type)
    response["Content-Disposition"] = f'attachment; filename="library.{kind}"'
    return response
