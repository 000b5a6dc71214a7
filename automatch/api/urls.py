"""The URLs of searches in the API."""

from api.routes import with_and_without_slash
from automatch.api import views

urlpatterns = [
    *with_and_without_slash("searches", views.SearchesView),
    *with_and_without_slash("searches/<int:search_id>", views.SearchView),
    *with_and_without_slash("searches/<int:search_id>/widen", views.WidenSearchView),
    *with_and_without_slash("searches/<int:search_id>/matches", views.MatchesView),
]
