"""The URLs of games."""

from django.urls import URLPattern, URLResolver, path, register_converter
from django.urls.converters import StringConverter

from games.views import (
    app,
    count,
    game,
    home,
    lists,
    mute,
    my_games,
    plans,
    profile,
    records,
    seat,
    time_settings,
    year,
)


class VerbConverter(StringConverter):
    """URL converter for the last part of the URLs of forms on a game page. Other URLs below a game belong to other
    apps."""

    regex = "|".join(sorted(game.PATHS))


register_converter(VerbConverter, "verb")

app_name = "games"
urlpatterns: list[URLPattern | URLResolver] = [
    path("g/<int:game_id>/", game.show_game, name="game"),
    path("g/<int:game_id>.sgf", game.download_sgf, name="sgf"),
    path("g/<int:game_id>/count/", count.score_explanation_page, name="count"),
    path("g/<int:game_id>/plan/", plans.plan_page, name="plan"),
    path("g/<int:game_id>/time/", game.show_time, name="game_time"),
    path("g/<int:game_id>/notifications/", mute.mute_game_page, name="mute"),
    path("g/<int:game_id>/seat/", seat.seat_invitation_page, name="seat"),
    path("g/<int:game_id>/<verb:verb>/", game.perform_verb, name="act"),
    path("", home.home, name="home"),
    path("games/", my_games.my_games, name="my_games"),
    path("games/next/", my_games.next_game, name="next_game"),
    path("games/order/", my_games.save_game_order, name="order"),
    path("games/archive/", lists.search_all_games, name="archive"),
    path("games/mine.zip", records.download_own_games, name="my_records"),
    path("settings/time/", time_settings.time_settings_page, name="time_settings"),
    path("settings/time/<slug:what>/", time_settings.save_settings, name="time_change"),
    path("calendar/<str:secret>.ics", time_settings.deadline_calendar, name="calendar"),
    path("feeds/<str:secret>.atom", time_settings.turn_feed, name="feed"),
    path("manifest.webmanifest", app.manifest, name="manifest"),
    path("service-worker.js", app.service_worker, name="worker"),
    path("offline/", app.offline, name="offline"),
    path("help/", lists.help_page, name="help"),
    path("u/<str:name>/", profile.profile, name="profile"),
    path("u/<str:name>/<int:year>/", year.year_in_review, name="year"),
]
