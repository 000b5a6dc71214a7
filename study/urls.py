"""The addresses of studying."""

from django.urls import URLPattern, URLResolver, path

from study.views import analysis, files, review

app_name = "study"
urlpatterns: list[URLPattern | URLResolver] = [
    path("g/<int:game_id>/analysis/", analysis.analysis, name="analysis"),
    path("g/<int:game_id>/analysis/change/", analysis.change, name="change"),
    path("g/<int:game_id>/analysis/sgf/", files.read_in, name="read_in"),
    path("g/<int:game_id>/review/", review.review, name="review"),
    path("g/<int:game_id>/review/share/", review.share, name="share"),
    path("g/<int:game_id>/review/hide/", review.hide, name="hide"),
]
