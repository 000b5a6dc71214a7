"""The addresses of settings and of the switches in the footer."""

from django.urls import path

from accounts import views

app_name = "accounts"
urlpatterns = [
    path("settings/", views.settings, name="settings"),
    path("language/", views.language, name="language"),
    path("theme/", views.theme, name="theme"),
]
