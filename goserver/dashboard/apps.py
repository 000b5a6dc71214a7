"""The Django app of the admin site with our own start page."""

from __future__ import annotations

from django.contrib.admin.apps import AdminConfig


class DashboardConfig(AdminConfig):
    """Makes our admin site Django's default, so that `admin.register` registers models on it."""

    default_site = "goserver.dashboard.site.DashboardAdminSite"
