"""The URLs of computer analyses in the API."""

from api.routes import with_and_without_slash
from machine_review.api import views

urlpatterns = [
    *with_and_without_slash("games/<int:game_id>/machine-review", views.ReviewView),
    *with_and_without_slash("games/<int:game_id>/estimate", views.EstimateView),
    *with_and_without_slash("me/machine-reviews", views.HiddenReviewsView),
]
