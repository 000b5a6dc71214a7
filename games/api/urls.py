"""The addresses of the API."""

from django.urls import path
from drf_spectacular.views import SpectacularJSONAPIView

from games.api import account_views, challenge_views, game_views, streams, time_views, webhook_views

urlpatterns = [
    path("schema/", SpectacularJSONAPIView.as_view(), name="api-schema"),
    path("token/", account_views.TokenView.as_view()),
    path("tokens/", account_views.TokensView.as_view()),
    path("tokens/<int:token_id>/", account_views.OneTokenView.as_view()),
    path("me/", account_views.MeView.as_view()),
    path("me/bot/", account_views.BotView.as_view()),
    path("me/games.zip", game_views.RecordsView.as_view()),
    path("me/time/", time_views.TimeView.as_view()),
    path("me/week/", time_views.WeekView.as_view()),
    path("me/vacation/", time_views.VacationView.as_view()),
    path("me/calendar/", time_views.CalendarView.as_view()),
    path("me/apps/", account_views.AppsView.as_view()),
    path("me/apps/<str:client_id>/", account_views.AppView.as_view()),
    path("me/grants/", account_views.GrantsView.as_view()),
    path("me/grants/<str:client_id>/", account_views.GrantView.as_view()),
    path("notices/", account_views.NoticesView.as_view()),
    path("players/<str:username>/", account_views.PlayerView.as_view()),
    path("challenges/", challenge_views.ChallengesView.as_view()),
    path("challenges/<int:challenge_id>/", challenge_views.ChallengeView.as_view()),
    path("challenges/<int:challenge_id>/accept/", challenge_views.AcceptView.as_view()),
    path("challenges/<int:challenge_id>/decline/", challenge_views.DeclineView.as_view()),
    path("challenges/<int:challenge_id>/counter/", challenge_views.CounterView.as_view()),
    path("games/", game_views.GamesView.as_view()),
    path("games/<int:game_id>/", game_views.GameView.as_view()),
    path("games/<int:game_id>/actions/", game_views.ActionsView.as_view()),
    path("games/<int:game_id>/marks/", game_views.MarksView.as_view()),
    path("games/<int:game_id>/messages/", game_views.MessagesView.as_view()),
    path("games/<int:game_id>/note/", game_views.NoteView.as_view()),
    path("games/<int:game_id>/rematch/", game_views.RematchView.as_view()),
    path("games/<int:game_id>/sgf/", game_views.SgfView.as_view()),
    path("games/<int:game_id>/count/", game_views.CountView.as_view()),
    path("games/<int:game_id>/events", streams.GameEventsView.as_view()),
    path("games/<int:game_id>/events/", streams.GameEventsView.as_view(schema=None)),
    path("events", streams.EventsView.as_view()),
    path("events/", streams.EventsView.as_view(schema=None)),
    path("webhooks/", webhook_views.WebhooksView.as_view()),
    path("webhooks/<int:webhook_id>/", webhook_views.WebhookView.as_view()),
]
