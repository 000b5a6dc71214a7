"""The addresses of notices."""

from django.urls import URLPattern, URLResolver, path

from notifications import views

app_name = "notifications"
urlpatterns: list[URLPattern | URLResolver] = [path("notifications/", views.notices, name="notices")]
