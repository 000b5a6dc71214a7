"""The addresses of the API."""

from django.urls import URLPattern, path

from games.api import (
    account_views,
    action_views,
    challenge_views,
    game_views,
    schema_views,
    session_views,
    streams,
    time_views,
    webhook_views,
)
from games.api.base import Api


def both(route: str, view: type[Api], *, slash: bool = True) -> list[URLPattern]:
    """The address as the schema names it, and the other way with its last slash: nobody loses a body by a redirect."""
    named, other = (f"{route}/", route) if slash else (route, f"{route}/")
    return [path(named, view.as_view()), path(other, view.as_view(schema=None))]


urlpatterns = [
    path("schema/", schema_views.SchemaView.as_view(), name="api-schema"),
    path("schema", schema_views.SchemaView.as_view()),
    *both("token", account_views.TokenView),
    *both("tokens", account_views.TokensView),
    *both("tokens/<int:token_id>", account_views.OneTokenView),
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
    *both("me/apps", account_views.AppsView),
    *both("me/apps/<str:client_id>", account_views.AppView),
    *both("me/grants", account_views.GrantsView),
    *both("me/grants/<str:client_id>", account_views.GrantView),
    *both("notices", account_views.NoticesView),
    *both("players/<str:username>", account_views.PlayerView),
    *both("players/<str:username>/ratings", account_views.RatingsView),
    *both("challenges", challenge_views.ChallengesView),
    *both("challenges/<int:challenge_id>", challenge_views.ChallengeView),
    *both("challenges/<int:challenge_id>/accept", challenge_views.AcceptView),
    *both("challenges/<int:challenge_id>/decline", challenge_views.DeclineView),
    *both("challenges/<int:challenge_id>/counter", challenge_views.CounterView),
    *both("games", game_views.GamesView),
    *both("games/export", game_views.GamesExportView, slash=False),
    *both("games/<int:game_id>", game_views.GameView),
    *both("games/<int:game_id>/actions", action_views.ActionsView),
    *both("games/<int:game_id>/marks", action_views.MarksView),
    *both("games/<int:game_id>/messages", game_views.MessagesView),
    *both("games/<int:game_id>/note", game_views.NoteView),
    *both("games/<int:game_id>/rematch", game_views.RematchView),
    *both("games/<int:game_id>/sgf", game_views.SgfView),
    *both("games/<int:game_id>/game.sgf", game_views.SgfFileView, slash=False),
    *both("games/<int:game_id>/count", game_views.CountView),
    *both("games/<int:game_id>/events", streams.GameEventsView, slash=False),
    *both("events", streams.EventsView, slash=False),
    *both("webhooks", webhook_views.WebhooksView),
    *both("webhooks/<int:webhook_id>", webhook_views.WebhookView),
    *both("webhooks/<int:webhook_id>/enable", webhook_views.EnableView),
]
