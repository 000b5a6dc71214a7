"""The addresses of leagues."""

from django.urls import URLPattern, URLResolver, path

from leagues import views

app_name = "leagues"
urlpatterns: list[URLPattern | URLResolver] = [
    path("leagues/", views.all_leagues, name="leagues"),
    path("leagues/new/", views.new, name="new_league"),
    path("leagues/<int:league_id>/", views.league, name="league"),
    path("leagues/<int:league_id>/seasons/<int:season_number>/", views.season, name="season"),
    path("leagues/<int:league_id>/log/", views.log, name="league_log"),
    path("leagues/<int:league_id>/membership/", views.membership, name="membership"),
    path("leagues/<int:league_id>/challenge/", views.challenge, name="challenge_in_league"),
    path("leagues/<int:league_id>/direct/", views.direct, name="direct_league"),
]
