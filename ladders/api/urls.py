"""The addresses of ladders in the API."""

from api.routes import alias, both
from ladders.api import views

urlpatterns = [
    *both("ladders", views.LaddersView),
    *both("ladders/<int:ladder_id>", views.LadderView),
    *both("ladders/<int:ladder_id>/close", views.CloseView),
    *both("ladders/<int:ladder_id>/places", views.PlacesView),
    *both("ladders/<int:ladder_id>/rung", views.LadderPlaceView),
    *alias("ladders/<int:ladder_id>/place", views.LadderPlaceView),
    *alias("ladders/<int:ladder_id>/log", views.MovesView),
    *both("ladders/<int:ladder_id>/challenges", views.ChallengesView),
    *both("ladders/<int:ladder_id>/moves", views.MovesView),
]
