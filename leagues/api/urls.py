"""The URLs of leagues in the API."""

from api.routes import alias, with_and_without_slash
from leagues.api import views

urlpatterns = [
    *with_and_without_slash("leagues", views.LeaguesView),
    *with_and_without_slash("leagues/<int:league_id>", views.LeagueView),
    *with_and_without_slash("leagues/<int:league_id>/seasons/<int:season_number>", views.SeasonView),
    *with_and_without_slash("leagues/<int:league_id>/membership", views.MembershipView),
    *alias("leagues/<int:league_id>/place", views.MembershipView),
    *with_and_without_slash("leagues/<int:league_id>/challenges", views.ChallengeGroupPlayerView),
    *with_and_without_slash("leagues/<int:league_id>/acts", views.DirectLeagueView),
    *with_and_without_slash("leagues/<int:league_id>/log", views.LeagueLogView),
]
