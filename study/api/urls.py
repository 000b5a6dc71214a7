"""The addresses of studying in the API."""

from api.routes import both
from study.api import views

urlpatterns = [
    *both("games/<int:game_id>/tree", views.TreeView),
    *both("games/<int:game_id>/tree/sgf", views.TreeFileView),
    *both("games/<int:game_id>/tree/sharing", views.SharingView),
    *both("games/<int:game_id>/review", views.ReviewView),
    *both("me/study", views.StudyView),
]
