"""The URLs of searches."""

from django.urls import URLPattern, URLResolver, path

from automatch.views import pages

app_name = "automatch"
urlpatterns: list[URLPattern | URLResolver] = [
    path("opponents/", pages.searches, name="searches"),
    path("opponents/games/<int:game_id>/", pages.explain_match, name="found"),
    path("opponents/<int:search_id>/", pages.search, name="search"),
]
