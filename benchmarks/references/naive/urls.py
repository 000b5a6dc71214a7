"""The only URL of the naive reference server."""

from django.urls import path

from .views import MoveView

urlpatterns = [path("move/<int:game_id>", MoveView.as_view())]
