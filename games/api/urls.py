"""The addresses of the API."""

from django.urls import path
from drf_spectacular.views import SpectacularJSONAPIView

from games.api import time_views, views

urlpatterns = [
    path("schema/", SpectacularJSONAPIView.as_view(), name="api-schema"),
    path("token/", views.TokenView.as_view()),
    path("me/", views.MeView.as_view()),
    path("players/<str:username>/", views.PlayerView.as_view()),
    path("challenges/", views.ChallengesView.as_view()),
    path("challenges/<int:challenge_id>/", views.ChallengeView.as_view()),
    path("challenges/<int:challenge_id>/accept/", views.AcceptView.as_view()),
    path("challenges/<int:challenge_id>/decline/", views.DeclineView.as_view()),
    path("games/", views.GamesView.as_view()),
    path("games/<int:game_id>/", views.GameView.as_view()),
    path("games/<int:game_id>/actions/", views.ActionsView.as_view()),
    path("games/<int:game_id>/marks/", views.MarksView.as_view()),
    path("games/<int:game_id>/messages/", views.MessagesView.as_view()),
    path("games/<int:game_id>/rematch/", views.RematchView.as_view()),
    path("games/<int:game_id>/sgf/", views.SgfView.as_view()),
    path("games/<int:game_id>/count/", views.CountView.as_view()),
    path("me/games.zip", views.RecordsView.as_view()),
    path("me/time/", time_views.TimeView.as_view()),
    path("me/week/", time_views.WeekView.as_view()),
    path("me/vacation/", time_views.VacationView.as_view()),
    path("me/calendar/", time_views.CalendarView.as_view()),
    path("notices/", views.NoticesView.as_view()),
]
