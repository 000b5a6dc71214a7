"""The addresses of tournaments in the API."""

from api.routes import both
from competitions.api import ladder_views, league_views, match_views, views

urlpatterns = [
    *both("ladders", ladder_views.LaddersView),
    *both("ladders/<int:ladder_id>", ladder_views.LadderView),
    *both("ladders/<int:ladder_id>/close", ladder_views.CloseView),
    *both("ladders/<int:ladder_id>/places", ladder_views.PlacesView),
    *both("ladders/<int:ladder_id>/rung", ladder_views.RungView),
    *both("ladders/<int:ladder_id>/challenges", ladder_views.ChallengesView),
    *both("ladders/<int:ladder_id>/moves", ladder_views.MovesView),
    *both("leagues", league_views.LeaguesView),
    *both("leagues/<int:league_id>", league_views.LeagueView),
    *both("leagues/<int:league_id>/seasons/<int:season_number>", league_views.SeasonView),
    *both("leagues/<int:league_id>/membership", league_views.MembershipView),
    *both("leagues/<int:league_id>/challenges", league_views.LeagueChallengesView),
    *both("leagues/<int:league_id>/acts", league_views.LeagueActsView),
    *both("leagues/<int:league_id>/log", league_views.LeagueLogView),
    *both("team-matches", match_views.TeamMatchesView),
    *both("team-matches/<int:match_id>", match_views.TeamMatchView),
    *both("team-matches/<int:match_id>/place", match_views.TeamMatchPlaceView),
    *both("team-matches/<int:match_id>/acts", match_views.TeamMatchActsView),
    *both("team-matches/<int:match_id>/log", match_views.TeamMatchLogView),
    *both("tournaments", views.TournamentsView),
    *both("tournaments/<int:tournament_id>", views.TournamentView),
    *both("tournaments/<int:tournament_id>/entries", views.EntriesView),
    *both("tournaments/<int:tournament_id>/withdraw", views.WithdrawView),
    *both("tournaments/<int:tournament_id>/rounds/<int:round_number>/pairings", views.PairingsView),
    *both("tournaments/<int:tournament_id>/standings", views.StandingsView),
    *both("tournaments/<int:tournament_id>/sections", views.SectionsView),
    *both("tournaments/<int:tournament_id>/bracket", views.BracketView),
    *both("tournaments/<int:tournament_id>/stay", views.StayView),
    *both("tournaments/<int:tournament_id>/files/<slug:form>", views.FileView),
    *both("tournaments/<int:tournament_id>/games.zip", views.RecordsView, slash=False),
    *both("tournaments/<int:tournament_id>/log", views.LogView),
    *both("tournaments/<int:tournament_id>/acts", views.ActsView),
]
