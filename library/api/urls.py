"""The URLs of the library in the API."""

from api.routes import with_and_without_slash
from library.api import views

urlpatterns = [
    *with_and_without_slash("library", views.RecordsView),
    *with_and_without_slash("library/download", views.DownloadView),
    *with_and_without_slash("library/shared", views.SharedView),
    *with_and_without_slash("library/positions", views.SearchView),
    *with_and_without_slash("library/<int:record_id>", views.RecordView),
    *with_and_without_slash("library/<int:record_id>/sgf", views.RecordFileView),
    *with_and_without_slash("library/<int:record_id>/positions", views.PositionsView),
    *with_and_without_slash("library/<int:record_id>/audience", views.AudienceView),
]
