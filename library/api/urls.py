"""The URLs of the library in the API."""

from api.routes import with_and_without_slash
from library.api import views

urlpatterns = [
    *with_and_without_slash("library", views.RecordsView),
    *with_and_without_slash("library/download", views.DownloadMatchingRecordsView),
    *with_and_without_slash("library/shared", views.SharedRecordsView),
    *with_and_without_slash("library/positions", views.RectangleSearchView),
    *with_and_without_slash("library/<int:record_id>", views.RecordView),
    *with_and_without_slash("library/<int:record_id>/sgf", views.RecordFileView),
    *with_and_without_slash("library/<int:record_id>/positions", views.PositionSearchView),
    *with_and_without_slash("library/<int:record_id>/audience", views.RecordAudienceView),
]
