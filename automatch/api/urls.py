"""The addresses of searches in the API."""

from api.routes import both
from automatch.api import views

urlpatterns = [
    *both("searches", views.SearchesView),
    *both("searches/<int:search_id>", views.SearchView),
    *both("searches/<int:search_id>/widen", views.WidenView),
    *both("searches/<int:search_id>/matches", views.MatchesView),
]
