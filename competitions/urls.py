"""The addresses of tournaments."""

from django.urls import URLPattern, URLResolver, path

from competitions.views import directing, lists, making, pages

app_name = "competitions"
urlpatterns: list[URLPattern | URLResolver] = [
    path("tournaments/", lists.tournaments, name="tournaments"),
    path("tournaments/new/", making.new, name="new"),
    path("tournaments/<int:tournament_id>/", pages.tournament, name="tournament"),
    path("tournaments/<int:tournament_id>/edit/", making.edit, name="edit"),
    path("tournaments/<int:tournament_id>/entry/", pages.entry, name="entry"),
    path("tournaments/<int:tournament_id>/players/", pages.players, name="players"),
    path("tournaments/<int:tournament_id>/rounds/<int:round_number>/", pages.round_page, name="round"),
    path("tournaments/<int:tournament_id>/standings/", pages.standings, name="standings"),
    path("tournaments/<int:tournament_id>/bracket/", pages.bracket, name="bracket"),
    path("tournaments/<int:tournament_id>/files/<slug:form>/", pages.file, name="file"),
    path("tournaments/<int:tournament_id>/log/", pages.log, name="log"),
    path("tournaments/<int:tournament_id>/direct/", directing.direct, name="direct"),
]
