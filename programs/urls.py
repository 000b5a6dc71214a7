"""The URLs of the pages about programs."""

from django.urls import URLPattern, URLResolver, path

from programs.views import devices, settings
from programs.views.api_docs import api_docs

app_name = "programs"
urlpatterns: list[URLPattern | URLResolver] = [
    path("settings/programs/", settings.programs_page, name="settings"),
    path("settings/programs/<slug:what>/", settings.perform_programs_action, name="change"),
    path("settings/devices/", devices.devices_page, name="devices"),
    path("settings/devices/remove/", devices.remove_device_view, name="remove_device"),
    path("api/docs/", api_docs, name="api_docs"),
]
