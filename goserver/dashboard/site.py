"""The admin site: Django's without inline scripts and styles, and with the dashboard as its start page."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest
from django.template.response import TemplateResponse
from django.urls import include, path
from django.utils.translation import pgettext, pgettext_lazy

from accounts.core import site
from accounts.models import QueuedEmail
from accounts.security.staff_permissions import StaffPermission, may
from challenges.models import Challenge
from foundation import timesource

from .facts import dashboard_sections

OF_LIBRARIES = frozenset({"account", "allauth_idp_oidc", "mfa", "usersessions"})
"""Apps of libraries that are not registered here: owners change these rows on pages of ours, which also log the
change."""

ADDRESSES: dict[type[Model], str] = {QueuedEmail: "accounts/letter/", Challenge: "games/challenge/"}


class DashboardAdminSite(admin.AdminSite):
    """The admin site. Its start page shows administrators the server's state, and other staff the models that they may
    view."""

    index_title = pgettext_lazy("option", "Today")
    index_template = "admin/dashboard.html"

    def each_context(self, request: Any) -> dict[str, Any]:
        """Return the context of every page of the admin site, with the server's name."""
        name = pgettext("title of the admin site", "%(site)s administration") % {"site": site.name()}
        return {**super().each_context(request), "site_title": name, "site_header": name}

    def register(self, model_or_iterable: Any, admin_class: Any = None, **options: Any) -> None:
        """Register the models, except those of the libraries in OF_LIBRARIES."""
        models: list[Any] = [model_or_iterable] if isinstance(model_or_iterable, type) else list(model_or_iterable)
        ours = [model for model in models if model._meta.app_label not in OF_LIBRARIES]
        super().register(ours, admin_class, **options)

    def get_urls(self) -> list[Any]:
        """Return the URLs, including the former URLs of renamed models."""
        urls = super().get_urls()
        for model, address in ADDRESSES.items():
            renamed = f"{model._meta.app_label}/{model._meta.model_name}/"
            urls = [
                path(address, include(self.get_model_admin(model).urls)) if str(url.pattern) == renamed else url
                for url in urls
            ]
        return urls

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> TemplateResponse:
        """Return the start page, with the dashboard for administrators."""
        now = timesource.now()
        context = {
            "sections": dashboard_sections(now) if may(request.user, StaffPermission.ADMINISTER) else [],
            "now": now,
        }
        return super().index(request, {**context, **(extra_context or {})})
