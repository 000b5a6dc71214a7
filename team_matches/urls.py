"""The URLs of team matches."""

from django.urls import URLPattern, URLResolver, path

from team_matches import views

app_name = "team_matches"
urlpatterns: list[URLPattern | URLResolver] = [
    path("team-matches/", views.all_matches, name="matches"),
    path("team-matches/new/", views.new_match, name="new_match"),
    path("team-matches/<int:match_id>/", views.match_page, name="match"),
    path("team-matches/<int:match_id>/log/", views.match_log_page, name="match_log"),
    path("team-matches/<int:match_id>/place/", views.answer_whether_to_play, name="match_place"),
    path("team-matches/<int:match_id>/act/", views.perform_match_act, name="match_act"),
]
