"""The URLs of leagues."""

from django.urls import URLPattern, URLResolver, path

from leagues import views

app_name = "leagues"
urlpatterns: list[URLPattern | URLResolver] = [
    path("leagues/", views.all_leagues, name="leagues"),
    path("leagues/new/", views.new_league, name="new_league"),
    path("leagues/<int:league_id>/", views.league_page, name="league"),
    path("leagues/<int:league_id>/seasons/<int:season_number>/", views.season_page, name="season"),
    path("leagues/<int:league_id>/log/", views.league_log_page, name="league_log"),
    path("leagues/<int:league_id>/membership/", views.change_membership, name="membership"),
    path("leagues/<int:league_id>/challenge/", views.challenge_player, name="challenge_in_league"),
    path("leagues/<int:league_id>/direct/", views.direct_league, name="direct_league"),
]
