"""The URLs of computer analyses."""

from django.urls import URLPattern, URLResolver, path

from machine_review.views import estimate, review

app_name = "machine_review"
urlpatterns: list[URLPattern | URLResolver] = [
    path("g/<int:game_id>/machine-review/", review.review_page, name="review"),
    path("g/<int:game_id>/estimate/", estimate.estimate_view, name="estimate"),
]
