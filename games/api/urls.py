"""The URLs of games in the API."""

from api.routes import with_and_without_slash
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
    *with_and_without_slash("games/<int:game_id>/actions", action_views.ActionsView),
    *with_and_without_slash("me/bot", player_views.BecomeBotView),
    *with_and_without_slash("me/games.zip", record_views.OwnRecordsZipView, slash=False),
    *with_and_without_slash("me/time", time_views.TimeSettingsView),
    *with_and_without_slash("me/week", time_views.WeeklyOffTimeView),
    *with_and_without_slash("me/vacation", time_views.VacationView),
    *with_and_without_slash("me/calendar", time_views.DeadlineCalendarUrlView),
    *with_and_without_slash("me/notifications/muted/<int:game_id>", player_views.MuteGameNoticesView),
    *with_and_without_slash("players/<str:username>", player_views.PlayerView),
    *with_and_without_slash("players/<str:username>/ratings", player_views.RatingHistoryView),
    *with_and_without_slash("games", game_views.GamesView),
    *with_and_without_slash("games/next", next_views.NextGameView),
    *with_and_without_slash("games/export", record_views.GamesExportView, slash=False),
    *with_and_without_slash("games/<int:game_id>", game_views.OneGameView),
    *with_and_without_slash("games/<int:game_id>/marks", action_views.DeadStoneDraftView),
    *with_and_without_slash("games/<int:game_id>/messages", game_views.GameChatView),
    *with_and_without_slash("games/<int:game_id>/note", game_views.OwnGameNoteView),
    *with_and_without_slash("games/<int:game_id>/plan", plan_views.OwnConditionalMovesView),
    *with_and_without_slash("games/<int:game_id>/rematch", game_views.RematchView),
    *with_and_without_slash("games/<int:game_id>/seat", seat_views.SeatInvitationView),
    *with_and_without_slash("games/<int:game_id>/sgf", record_views.SgfInJsonView),
    *with_and_without_slash("games/<int:game_id>/game.sgf", record_views.SgfFileView, slash=False),
    *with_and_without_slash("games/<int:game_id>/count", game_views.ScoreExplanationView),
]
