"""The URLs of the API that are not about games."""

from django.urls import path

from api import schema_views
from api.people import federations, notifications, players, sessions, views
from api.routes import with_and_without_slash

urlpatterns = [
    path("schema/", schema_views.SchemaView.as_view(), name="api-schema"),
    path("schema", schema_views.SchemaView.as_view()),
    *with_and_without_slash("me", views.MeView),
    *with_and_without_slash("me/export", views.DataExportView),
    *with_and_without_slash("me/delete", views.DeleteAccountView),
    *with_and_without_slash("me/blocks", views.BlocksView),
    *with_and_without_slash("me/blocks/<str:username>", views.BlockView),
    *with_and_without_slash("me/name", views.ChangeNameView),
    *with_and_without_slash("me/federations", federations.FederationsView),
    *with_and_without_slash("me/sessions", sessions.SessionsView),
    *with_and_without_slash("me/sessions/<int:session_id>", sessions.SessionView),
    *with_and_without_slash("me/notifications", notifications.NotificationsView),
    *with_and_without_slash("me/notifications/feed", notifications.TurnFeedUrlView),
    *with_and_without_slash("me/notifications/address", notifications.ResumeEmailsView),
    *with_and_without_slash("notices", views.NoticesView),
    *with_and_without_slash("players", players.PlayersView),
]
