"""The addresses of leagues in the API."""

from api.routes import alias, both
from leagues.api import views

urlpatterns = [
    *both("leagues", views.LeaguesView),
    *both("leagues/<int:league_id>", views.LeagueView),
    *both("leagues/<int:league_id>/seasons/<int:season_number>", views.SeasonView),
    *both("leagues/<int:league_id>/membership", views.MembershipView),
    *alias("leagues/<int:league_id>/place", views.MembershipView),
    *both("leagues/<int:league_id>/challenges", views.LeagueChallengesView),
    *both("leagues/<int:league_id>/acts", views.LeagueActsView),
    *both("leagues/<int:league_id>/log", views.LeagueLogView),
]
