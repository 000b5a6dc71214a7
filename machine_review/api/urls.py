"""The addresses of computer analyses in the API."""

from api.routes import both
from machine_review.api import views

urlpatterns = [
    *both("games/<int:game_id>/machine-review", views.ReviewView),
    *both("games/<int:game_id>/estimate", views.EstimateView),
    *both("me/machine-reviews", views.ChoiceView),
]
