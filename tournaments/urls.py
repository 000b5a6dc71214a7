"""The URLs of tournaments."""

from django.urls import URLPattern, URLResolver, path

from tournaments.views import directing, files, inviting, lists, making, pages, printing, seeding

app_name = "tournaments"
of_all = [
    path("tournaments/", lists.tournaments, name="tournaments"),
    path("tournaments/calendar.ics", files.all_events_calendar, name="calendar"),
    path("tournaments/news.atom", files.tournaments_feed, name="news"),
    path("tournaments/new/", making.new_tournament, name="new"),
    path("tournaments/<int:tournament_id>/edit/", making.edit_tournament, name="edit"),
]
"""Routes that are not about one tournament, and the route for creating one; left out if IGO_APPS_OFF names
tournaments."""
of_one = [
    path("clubs/<int:club_id>/calendar.ics", files.club_calendar, name="club_calendar"),
    path("tournaments/<int:tournament_id>/news.atom", files.tournament_feed, name="tournament_news"),
    path("tournaments/<int:tournament_id>/", pages.tournament, name="tournament"),
    path("tournaments/<int:tournament_id>/entry/", pages.act_on_entry, name="entry"),
    path("tournaments/<int:tournament_id>/players/", pages.players, name="players"),
    path("tournaments/<int:tournament_id>/rounds/<int:round_number>/", pages.round_page, name="round"),
    path("tournaments/<int:tournament_id>/standings/", pages.standings, name="standings"),
    path("tournaments/<int:tournament_id>/bracket/", pages.bracket, name="bracket"),
    path("tournaments/<int:tournament_id>/print/", printing.print_standings, name="print_standings"),
    path("tournaments/<int:tournament_id>/print/bracket/", printing.print_bracket, name="print_bracket"),
    path("tournaments/<int:tournament_id>/print/<int:round_number>/", printing.print_round, name="print_round"),
    path("tournaments/<int:tournament_id>/files/<slug:form>/", files.download_results, name="file"),
    path(
        "tournaments/<int:tournament_id>/federation-files/<slug:form>/",
        files.download_federation_file,
        name="federation_file",
    ),
    path("tournaments/<int:tournament_id>/games.zip", files.download_finished_games, name="games"),
    path("tournaments/<int:tournament_id>/log/", pages.log, name="log"),
    path("tournaments/<int:tournament_id>/pairings/", directing.import_uploaded_pairings, name="pairings"),
    path("tournaments/<int:tournament_id>/invite/", inviting.invite_from_list, name="players_list"),
    path("tournaments/<int:tournament_id>/seeding/", seeding.seeding, name="seeding"),
    path("tournaments/<int:tournament_id>/direct/", directing.directors_page, name="direct"),
]
"""Routes about one tournament, which may be a group of a league."""
urlpatterns: list[URLPattern | URLResolver] = [*of_all, *of_one]
