"""Django's admin with a start page of ours."""

from __future__ import annotations

from django.contrib.admin.apps import AdminConfig


class DashboardConfig(AdminConfig):
    """Makes this admin site Django's default, so that `admin.register` registers models here."""

    default_site = "goserver.dashboard.site.DashboardAdminSite"
