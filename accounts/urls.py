"""The addresses of registering, settings, and the switches in the footer."""

from django.urls import path

from accounts import views

app_name = "accounts"
urlpatterns = [
    path("accounts/signup/", views.SignupView.as_view(), name="signup"),
    path("settings/", views.settings, name="settings"),
    path("settings/<slug:tab>/", views.settings_tab, name="settings_tab"),
    path("language/", views.language, name="language"),
    path("theme/", views.theme, name="theme"),
]
