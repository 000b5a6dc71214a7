"""The addresses of registering, settings, other people's programs, and the switches in the footer."""

from allauth.idp.oidc import views as oidc
from django.urls import path
from django.views.generic import RedirectView

from accounts import block_views, data_views, oauth, oauth_tokens, security_views, views

app_name = "accounts"
_to_security = RedirectView.as_view(pattern_name="accounts:security")
urlpatterns = [
    path("accounts/signup/", views.SignupView.as_view(), name="signup"),
    path("settings/", views.settings, name="settings"),
    path("settings/name/", views.name, name="name"),
    path("settings/data/", data_views.my_data, name="data"),
    path("settings/data/export/", data_views.export, name="export"),
    path("settings/delete/", data_views.delete_account, name="delete"),
    path("settings/blocks/", block_views.blocks, name="blocks"),
    path("block/", block_views.change, name="block"),
    path("settings/security/", security_views.security, name="security"),
    path("settings/security/end/", security_views.end, name="end_session"),
    # The library's own pages of the same; it leads there.
    path("accounts/2fa/", _to_security),
    path("accounts/2fa/webauthn/", _to_security),
    path("accounts/sessions/", _to_security),
    path("settings/<slug:tab>/", views.settings_tab, name="settings_tab"),
    path("language/", views.language, name="language"),
    path("theme/", views.theme, name="theme"),
    path(".well-known/oauth-authorization-server", oauth.metadata, name="oauth_metadata"),
]

oauth_patterns = (
    [
        path("authorize", oauth.authorize, name="authorization"),
        path("token", oauth_tokens.token, name="token"),
        path("revoke", oidc.revoke, name="revoke"),
    ],
    "oidc",
)
"""Of the library's addresses the ones that a program needs; it looks for them in the namespace idp:oidc."""
