"""The addresses of lessons in the API."""

from api.routes import both
from learn.api import views

urlpatterns = [
    *both("lessons", views.LessonsView),
    *both("lessons/<slug:lesson>", views.LessonView),
    *both("lessons/<slug:lesson>/<int:number>", views.TryView),
]
