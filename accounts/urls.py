"""The addresses of registering, settings, other people's programs, and the switches in the footer."""

from allauth.idp.oidc import views as oidc
from django.urls import path

from accounts import oauth, views

app_name = "accounts"
urlpatterns = [
    path("accounts/signup/", views.SignupView.as_view(), name="signup"),
    path("settings/", views.settings, name="settings"),
    path("settings/<slug:tab>/", views.settings_tab, name="settings_tab"),
    path("language/", views.language, name="language"),
    path("theme/", views.theme, name="theme"),
    path(".well-known/oauth-authorization-server", oauth.metadata, name="oauth_metadata"),
]

oauth_patterns = (
    [
        path("authorize", oauth.authorize, name="authorization"),
        path("token", oidc.token, name="token"),
        path("revoke", oidc.revoke, name="revoke"),
    ],
    "oidc",
)
"""Of the library's addresses the ones that a program needs; it looks for them in the namespace idp:oidc."""
