"""The URLs of ladders in the API."""

from api.routes import alias, with_and_without_slash
from ladders.api import views

urlpatterns = [
    *with_and_without_slash("ladders", views.LaddersView),
    *with_and_without_slash("ladders/<int:ladder_id>", views.LadderView),
    *with_and_without_slash("ladders/<int:ladder_id>/close", views.CloseLadderView),
    *with_and_without_slash("ladders/<int:ladder_id>/places", views.LadderPlacesView),
    *with_and_without_slash("ladders/<int:ladder_id>/rung", views.LadderPlaceView),
    *alias("ladders/<int:ladder_id>/place", views.LadderPlaceView),
    *alias("ladders/<int:ladder_id>/log", views.LadderPlaceChangesView),
    *with_and_without_slash("ladders/<int:ladder_id>/challenges", views.LadderChallengesView),
    *with_and_without_slash("ladders/<int:ladder_id>/moves", views.LadderPlaceChangesView),
]
