"""The URLs of the API that are not about games."""

from django.urls import path

from api import schema_views
from api.people import federations, notifications, players, sessions, views
from api.routes import both

urlpatterns = [
    path("schema/", schema_views.SchemaView.as_view(), name="api-schema"),
    path("schema", schema_views.SchemaView.as_view()),
    *both("me", views.MeView),
    *both("me/export", views.ExportView),
    *both("me/delete", views.DeletionView),
    *both("me/blocks", views.BlocksView),
    *both("me/blocks/<str:username>", views.BlockView),
    *both("me/name", views.NameView),
    *both("me/federations", federations.FederationsView),
    *both("me/sessions", sessions.SessionsView),
    *both("me/sessions/<int:session_id>", sessions.SessionView),
    *both("me/notifications", notifications.NotificationsView),
    *both("me/notifications/feed", notifications.FeedView),
    *both("me/notifications/address", notifications.AddressView),
    *both("notices", views.NoticesView),
    *both("players", players.PlayersView),
]
