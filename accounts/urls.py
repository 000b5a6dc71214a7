"""The URLs of sign-up, settings, third-party programs, and the language and theme switches in the footer."""

from allauth.idp.oidc import views as oidc
from django.urls import path
from django.views.generic import RedirectView

from accounts.security import oauth, oauth_tokens, sign_on
from accounts.views import blocks, data, federations, guests, pictures, preferences, security, site

app_name = "accounts"
_to_security = RedirectView.as_view(pattern_name="accounts:security")
urlpatterns = [
    path("accounts/signup/", preferences.SignupView.as_view(), name="signup"),
    path("accounts/keep/", guests.convert_guest_page, name="keep"),
    path("accounts/guest/", guests.guest_link_page, name="return_link"),
    path("accounts/guest/<str:secret>/", guests.sign_in_by_guest_link, name="guest_return"),
    path("settings/", preferences.settings_list, name="settings"),
    path("settings/name/", preferences.change_name, name="name"),
    path("settings/data/", data.my_data_page, name="data"),
    path("settings/data/export/", data.download_export, name="export"),
    path("settings/delete/", data.delete_account, name="delete"),
    path("settings/blocks/", blocks.blocks_page, name="blocks"),
    path("block/", blocks.block_or_unblock, name="block"),
    path("settings/security/", security.security_page, name="security"),
    path("settings/security/end/", security.sign_out_elsewhere, name="end_session"),
    # The library's own pages of the same; it leads there.
    path("accounts/2fa/", _to_security),
    path("accounts/2fa/webauthn/", _to_security),
    path("accounts/sessions/", _to_security),
    path("settings/server/", site.site_settings_page, name="site"),
    path("settings/ready/", site.next_steps_page, name="ready"),
    path("settings/picture/", pictures.change_picture, name="change_picture"),
    path("pictures/<slug:digest>.webp", pictures.show_picture, name="picture"),
    path("settings/federations/", federations.federations_page, name="federations"),
    path("settings/<slug:tab>/", preferences.settings_tab, name="settings_tab"),
    path("first-admin/<str:secret>/", site.first_admin, name="first_admin"),
    path("language/", preferences.store_language, name="language"),
    path("theme/", preferences.store_theme, name="theme"),
    path(".well-known/oauth-authorization-server", oauth.server_metadata, name="oauth_metadata"),
    path(".well-known/openid-configuration", sign_on.discovery_document, name="openid_configuration"),
    path(".well-known/jwks.json", sign_on.jwks, name="jwks"),
    path("oauth/userinfo", sign_on.userinfo, name="userinfo"),
    path("oauth/userinfo/", sign_on.userinfo),
]

oauth_patterns = (
    [
        path("authorize", oauth.consent_page, name="authorization"),
        path("token", oauth_tokens.token_endpoint, name="token"),
        path("revoke", oidc.revoke, name="revoke"),
        path("authorize/", oauth.consent_page),
        path("token/", oauth_tokens.token_endpoint),
        path("revoke/", oidc.revoke),
    ],
    "oidc",
)
"""The library's URLs that programs need, also with a last slash; the library expects them in the namespace
idp:oidc."""
