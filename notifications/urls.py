"""The addresses of notices."""

from django.urls import URLPattern, URLResolver, path

from notifications import views

app_name = "notifications"
urlpatterns: list[URLPattern | URLResolver] = [
    path("notifications/", views.notices, name="notices"),
    path("notifications/stop/<str:token>/", views.stop, name="stop"),
    path("settings/notifications/", views.settings, name="settings"),
    path("settings/notifications/<slug:what>/", views.change, name="change"),
]
