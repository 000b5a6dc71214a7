"""The addresses of the library."""

from django.urls import URLPattern, URLResolver, path

from library.views import lists, records, searches

app_name = "library"
urlpatterns: list[URLPattern | URLResolver] = [
    path("library/", lists.library, name="library"),
    path("library/choose/", lists.choose, name="choose"),
    path("library/shared/", lists.shared, name="shared"),
    path("library/act/", lists.act, name="act"),
    path("library/download/", lists.download, name="download"),
    path("library/positions/", searches.search, name="search"),
    path("library/<int:record_id>/", records.record, name="record"),
    path("library/<int:record_id>/positions/", searches.positions, name="positions"),
    path("library/<int:record_id>/share/", records.share, name="share"),
    path("library/<int:record_id>/hide/", records.hide, name="hide"),
    path("library/<int:record_id>.sgf", records.file, name="file"),
]
