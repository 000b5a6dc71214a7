"""The URLs of notices."""

from django.urls import URLPattern, URLResolver, path

from notifications import views

app_name = "notifications"
urlpatterns: list[URLPattern | URLResolver] = [
    path("notifications/", views.notices_page, name="notices"),
    path("notifications/stop/<str:token>/", views.stop_emails_page, name="stop"),
    path("settings/notifications/", views.settings_page, name="settings"),
    path("settings/notifications/<slug:what>/", views.perform_settings_action, name="change"),
]
