"""The URLs of team matches in the API."""

from api.routes import with_and_without_slash
from team_matches.api import views

urlpatterns = [
    *with_and_without_slash("team-matches", views.TeamMatchesView),
    *with_and_without_slash("team-matches/<int:match_id>", views.TeamMatchView),
    *with_and_without_slash("team-matches/<int:match_id>/place", views.TeamMatchAvailabilityView),
    *with_and_without_slash("team-matches/<int:match_id>/acts", views.TeamMatchActsView),
    *with_and_without_slash("team-matches/<int:match_id>/log", views.TeamMatchLogView),
]
