"""The addresses of the pages about programs."""

from django.urls import URLPattern, URLResolver, path

from programs.views import settings
from programs.views.api_docs import api_docs

app_name = "programs"
urlpatterns: list[URLPattern | URLResolver] = [
    path("settings/programs/", settings.show, name="settings"),
    path("settings/programs/<slug:what>/", settings.change, name="change"),
    path("api/docs/", api_docs, name="api_docs"),
]
