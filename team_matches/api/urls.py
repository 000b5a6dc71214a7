"""The addresses of team matches in the API."""

from api.routes import both
from team_matches.api import views

urlpatterns = [
    *both("team-matches", views.TeamMatchesView),
    *both("team-matches/<int:match_id>", views.TeamMatchView),
    *both("team-matches/<int:match_id>/place", views.TeamMatchPlaceView),
    *both("team-matches/<int:match_id>/acts", views.TeamMatchActsView),
    *both("team-matches/<int:match_id>/log", views.TeamMatchLogView),
]
