"""The URLs of the library."""

from django.urls import URLPattern, URLResolver, path

from library.views import lists, records, searches

app_name = "library"
urlpatterns: list[URLPattern | URLResolver] = [
    path("library/", lists.library_page, name="library"),
    path("library/choose/", lists.keep_uploaded_games_page, name="choose"),
    path("library/shared/", lists.shared_records_page, name="shared"),
    path("library/act/", lists.perform_records_action, name="act"),
    path("library/download/", lists.download_records, name="download"),
    path("library/positions/", searches.rectangle_search_page, name="search"),
    path("library/<int:record_id>/", records.record_page, name="record"),
    path("library/<int:record_id>/positions/", searches.record_position_search_page, name="positions"),
    path("library/<int:record_id>/share/", records.share_record, name="share"),
    path("library/<int:record_id>/hide/", records.hide_record, name="hide"),
    path("library/<int:record_id>.sgf", records.download_record_file, name="file"),
]
