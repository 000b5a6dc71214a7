"""The addresses of games in the API."""

from api.routes import both
from games.api import (
    action_views,
    game_views,
    next_views,
    plan_views,
    player_views,
    record_views,
    seat_views,
    time_views,
)

urlpatterns = [
    *both("games/<int:game_id>/actions", action_views.ActionsView),
    *both("me/bot", player_views.BotView),
    *both("me/games.zip", record_views.RecordsView, slash=False),
    *both("me/time", time_views.TimeView),
    *both("me/week", time_views.WeekView),
    *both("me/vacation", time_views.VacationView),
    *both("me/calendar", time_views.CalendarView),
    *both("me/notifications/muted/<int:game_id>", player_views.MutedView),
    *both("players/<str:username>", player_views.PlayerView),
    *both("players/<str:username>/ratings", player_views.RatingsView),
    *both("games", game_views.GamesView),
    *both("games/next", next_views.NextGameView),
    *both("games/export", record_views.GamesExportView, slash=False),
    *both("games/<int:game_id>", game_views.OneGameView),
    *both("games/<int:game_id>/marks", action_views.MarksView),
    *both("games/<int:game_id>/messages", game_views.MessagesView),
    *both("games/<int:game_id>/note", game_views.NoteView),
    *both("games/<int:game_id>/plan", plan_views.PlanView),
    *both("games/<int:game_id>/rematch", game_views.RematchView),
    *both("games/<int:game_id>/seat", seat_views.SeatView),
    *both("games/<int:game_id>/sgf", record_views.SgfView),
    *both("games/<int:game_id>/game.sgf", record_views.SgfFileView, slash=False),
    *both("games/<int:game_id>/count", game_views.CountView),
]
