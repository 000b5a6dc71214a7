"""The URLs of tournaments in the API."""

from api.routes import with_and_without_slash
from tournaments.api import direct_views, file_views, views

of_all = [*with_and_without_slash("tournaments", views.TournamentsView)]
"""Routes that are not about one tournament; left out if IGO_APPS_OFF names tournaments."""
of_one = [
    *with_and_without_slash("tournaments/<int:tournament_id>", views.TournamentView),
    *with_and_without_slash("tournaments/<int:tournament_id>/entries", views.EntriesView),
    *with_and_without_slash("tournaments/<int:tournament_id>/consent", views.FederationNameConsentView),
    *with_and_without_slash("tournaments/<int:tournament_id>/players", file_views.FindListedPlayersView),
    *with_and_without_slash("tournaments/<int:tournament_id>/withdraw", views.WithdrawView),
    *with_and_without_slash("tournaments/<int:tournament_id>/rounds/<int:round_number>/pairings", views.PairingsView),
    *with_and_without_slash("tournaments/<int:tournament_id>/costs", direct_views.PairingChangeCostsView),
    *with_and_without_slash("tournaments/<int:tournament_id>/standings", views.StandingsView),
    *with_and_without_slash("tournaments/<int:tournament_id>/sections", views.SectionsView),
    *with_and_without_slash("tournaments/<int:tournament_id>/bracket", views.KnockoutMatchesView),
    *with_and_without_slash("tournaments/<int:tournament_id>/stay", views.ConfirmEntryView),
    *with_and_without_slash("tournaments/<int:tournament_id>/files/<slug:form>", file_views.ResultsFileView),
    *with_and_without_slash(
        "tournaments/<int:tournament_id>/federation-files/<slug:form>", file_views.MakeFederationFileView
    ),
    *with_and_without_slash("tournaments/<int:tournament_id>/games.zip", file_views.FinishedGamesZipView, slash=False),
    *with_and_without_slash("tournaments/<int:tournament_id>/log", views.TournamentLogView),
    *with_and_without_slash("tournaments/<int:tournament_id>/acts", direct_views.DirectTournamentView),
]
"""Routes about one tournament, which may be a group of a league."""
urlpatterns = [*of_all, *of_one]
