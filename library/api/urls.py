"""The addresses of the library in the API."""

from api.routes import both
from library.api import views

urlpatterns = [
    *both("library", views.RecordsView),
    *both("library/download", views.DownloadView),
    *both("library/shared", views.SharedView),
    *both("library/positions", views.SearchView),
    *both("library/<int:record_id>", views.RecordView),
    *both("library/<int:record_id>/sgf", views.RecordFileView),
    *both("library/<int:record_id>/positions", views.PositionsView),
    *both("library/<int:record_id>/audience", views.AudienceView),
]
