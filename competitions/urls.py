"""The addresses of tournaments."""

from django.urls import URLPattern, URLResolver, path

from competitions.views import directing, files, ladders, leagues, lists, making, matches, pages, seeding

app_name = "competitions"
urlpatterns: list[URLPattern | URLResolver] = [
    path("clubs/<int:club_id>/calendar.ics", files.club_calendar, name="club_calendar"),
    path("ladders/", ladders.all_ladders, name="ladders"),
    path("ladders/new/", ladders.new, name="new_ladder"),
    path("ladders/<int:ladder_id>/", ladders.ladder, name="ladder"),
    path("ladders/<int:ladder_id>/history/", ladders.history, name="ladder_history"),
    path("ladders/<int:ladder_id>/close/", ladders.close, name="close_ladder"),
    path("ladders/<int:ladder_id>/rung/", ladders.rung, name="rung"),
    path("ladders/<int:ladder_id>/challenge/", ladders.challenge, name="challenge_rung"),
    path("leagues/", leagues.all_leagues, name="leagues"),
    path("leagues/new/", leagues.new, name="new_league"),
    path("leagues/<int:league_id>/", leagues.league, name="league"),
    path("leagues/<int:league_id>/seasons/<int:season_number>/", leagues.season, name="season"),
    path("leagues/<int:league_id>/log/", leagues.log, name="league_log"),
    path("leagues/<int:league_id>/membership/", leagues.membership, name="membership"),
    path("leagues/<int:league_id>/challenge/", leagues.challenge, name="challenge_in_league"),
    path("leagues/<int:league_id>/direct/", leagues.direct, name="direct_league"),
    path("team-matches/", matches.all_matches, name="matches"),
    path("team-matches/new/", matches.new, name="new_match"),
    path("team-matches/<int:match_id>/", matches.match, name="match"),
    path("team-matches/<int:match_id>/log/", matches.log, name="match_log"),
    path("team-matches/<int:match_id>/place/", matches.place, name="match_place"),
    path("team-matches/<int:match_id>/act/", matches.act, name="match_act"),
    path("tournaments/", lists.tournaments, name="tournaments"),
    path("tournaments/calendar.ics", files.calendar, name="calendar"),
    path("tournaments/news.atom", files.news, name="news"),
    path("tournaments/<int:tournament_id>/news.atom", files.news_of_one, name="tournament_news"),
    path("tournaments/new/", making.new, name="new"),
    path("tournaments/<int:tournament_id>/", pages.tournament, name="tournament"),
    path("tournaments/<int:tournament_id>/edit/", making.edit, name="edit"),
    path("tournaments/<int:tournament_id>/entry/", pages.entry, name="entry"),
    path("tournaments/<int:tournament_id>/players/", pages.players, name="players"),
    path("tournaments/<int:tournament_id>/rounds/<int:round_number>/", pages.round_page, name="round"),
    path("tournaments/<int:tournament_id>/standings/", pages.standings, name="standings"),
    path("tournaments/<int:tournament_id>/bracket/", pages.bracket, name="bracket"),
    path("tournaments/<int:tournament_id>/files/<slug:form>/", pages.file, name="file"),
    path("tournaments/<int:tournament_id>/games.zip", files.games, name="games"),
    path("tournaments/<int:tournament_id>/log/", pages.log, name="log"),
    path("tournaments/<int:tournament_id>/pairings/", directing.pairings, name="pairings"),
    path("tournaments/<int:tournament_id>/seeding/", seeding.seeding, name="seeding"),
    path("tournaments/<int:tournament_id>/direct/", directing.direct, name="direct"),
]
