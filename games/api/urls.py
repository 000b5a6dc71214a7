"""The addresses of the API."""

from django.urls import path

from games.api import account_views, action_views, game_views, schema_views, session_views, time_views
from games.api.routes import both

urlpatterns = [
    path("schema/", schema_views.SchemaView.as_view(), name="api-schema"),
    path("schema", schema_views.SchemaView.as_view()),
    *both("me", account_views.MeView),
    *both("me/bot", account_views.BotView),
    *both("me/export", account_views.ExportView),
    *both("me/delete", account_views.DeletionView),
    *both("me/blocks", account_views.BlocksView),
    *both("me/blocks/<str:username>", account_views.BlockView),
    *both("me/name", account_views.NameView),
    *both("me/games.zip", game_views.RecordsView, slash=False),
    *both("me/time", time_views.TimeView),
    *both("me/week", time_views.WeekView),
    *both("me/vacation", time_views.VacationView),
    *both("me/calendar", time_views.CalendarView),
    *both("me/sessions", session_views.SessionsView),
    *both("me/sessions/<int:session_id>", session_views.SessionView),
    *both("notices", account_views.NoticesView),
    *both("players/<str:username>", account_views.PlayerView),
    *both("players/<str:username>/ratings", account_views.RatingsView),
    *both("games", game_views.GamesView),
    *both("games/export", game_views.GamesExportView, slash=False),
    *both("games/<int:game_id>", game_views.OneGameView),
    *both("games/<int:game_id>/actions", action_views.ActionsView),
    *both("games/<int:game_id>/marks", action_views.MarksView),
    *both("games/<int:game_id>/messages", game_views.MessagesView),
    *both("games/<int:game_id>/note", game_views.NoteView),
    *both("games/<int:game_id>/rematch", game_views.RematchView),
    *both("games/<int:game_id>/sgf", game_views.SgfView),
    *both("games/<int:game_id>/game.sgf", game_views.SgfFileView, slash=False),
    *both("games/<int:game_id>/count", game_views.CountView),
]
