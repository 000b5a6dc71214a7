"""Django's admin with a start page of ours."""

from __future__ import annotations

from django.contrib.admin.apps import AdminConfig


class OfficeConfig(AdminConfig):
    """Everything registered with `admin.register` is found in this office."""

    default_site = "goserver.dashboard.site.Office"
