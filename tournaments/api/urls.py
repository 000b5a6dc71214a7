"""The addresses of tournaments in the API."""

from api.routes import both
from tournaments.api import direct_views, file_views, views

of_all = [*both("tournaments", views.TournamentsView)]
"""Routes that are not about one tournament; left out if IGO_APPS_OFF names tournaments."""
of_one = [
    *both("tournaments/<int:tournament_id>", views.TournamentView),
    *both("tournaments/<int:tournament_id>/entries", views.EntriesView),
    *both("tournaments/<int:tournament_id>/consent", views.ConsentView),
    *both("tournaments/<int:tournament_id>/players", file_views.PlayerListView),
    *both("tournaments/<int:tournament_id>/withdraw", views.WithdrawView),
    *both("tournaments/<int:tournament_id>/rounds/<int:round_number>/pairings", views.PairingsView),
    *both("tournaments/<int:tournament_id>/costs", direct_views.CostsView),
    *both("tournaments/<int:tournament_id>/standings", views.StandingsView),
    *both("tournaments/<int:tournament_id>/sections", views.SectionsView),
    *both("tournaments/<int:tournament_id>/bracket", views.BracketView),
    *both("tournaments/<int:tournament_id>/stay", views.StayView),
    *both("tournaments/<int:tournament_id>/files/<slug:form>", file_views.FileView),
    *both("tournaments/<int:tournament_id>/federation-files/<slug:form>", file_views.FederationFileView),
    *both("tournaments/<int:tournament_id>/games.zip", file_views.RecordsView, slash=False),
    *both("tournaments/<int:tournament_id>/log", views.LogView),
    *both("tournaments/<int:tournament_id>/acts", direct_views.ClubManagementView),
]
"""Routes about one tournament, which may be a group of a league."""
urlpatterns = [*of_all, *of_one]
