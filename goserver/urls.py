"""The URLs of the site."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

from accounts.urls import oauth_patterns
from goserver import event_urls
from goserver.views import well_known
from goserver.views.server_api import ServerInfoView

admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]
"""The only sign-in page: the admin site has none, because it would bypass two-factor authentication."""

urlpatterns: list[URLPattern | URLResolver] = [
    path("admin/", admin.site.urls),
    path("api/v1/", include("games.api.urls")),  # first: a move is asked for more often than anything else
    path("api/v1/", include("api.urls")),
    path("api/v1/", include("moderation.api.urls")),
    path("api/v1/", include("challenges.api.urls")),
    path("api/v1/", include("automatch.api.urls")),
    path("api/v1/", include("clubs.api.urls")),
    *event_urls.api_patterns_of_enabled_apps(),
    path("api/v1/", include("study.api.urls")),
    path("api/v1/", include("social.api.urls")),
    path("api/v1/", include("machine_review.api.urls")),
    path("api/v1/", include("sharing.api.urls")),
    path("api/v1/", include("learn.api.urls")),
    path("api/v1/", include("programs.api.urls")),
    path("api/v1/", ServerInfoView.as_view()),
    path("api/v1", ServerInfoView.as_view(schema=None)),
    path("", include("games.urls")),  # first of the pages: they are asked for most
    path("", include("machine_review.urls")),
    path("", include("study.urls")),
    path("", include("sharing.urls")),
    path("", include("social.urls")),
    path("", include("moderation.urls")),
    path("", include("notifications.urls")),
    path("", include("challenges.urls")),
    path("", include("automatch.urls")),
    path("", include("clubs.urls")),
    *event_urls.page_patterns_of_optional_apps(),
    path("", include("mail_play.urls")),
    path("", include("learn.urls")),
    path("", include("programs.urls")),
    path("", include("accounts.urls")),
    path("accounts/", include("allauth.urls")),
    path("robots.txt", well_known.robots_txt),
    path("favicon.ico", well_known.favicon),
    path(".well-known/security.txt", well_known.security_txt),
    path(".well-known/change-password", well_known.redirect_to_change_password),
    path("oauth/", include(([path("", include(oauth_patterns))], "idp"))),
]

handler404 = "goserver.views.errors.not_found"
handler500 = "goserver.views.errors.server_error"
