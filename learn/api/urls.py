"""The addresses of lessons and problems in the API."""

from api.routes import both
from learn.api import problem_views, views

urlpatterns = [
    *both("lessons", views.LessonsView),
    *both("lessons/<slug:lesson>", views.LessonView),
    *both("lessons/<slug:lesson>/<int:number>", views.TryView),
    *both("problems", problem_views.ProblemsView),
    *both("problems/today", problem_views.TodayView),
    *both("problems/due", problem_views.DueView),
    *both("problems/<slug:problem>", problem_views.ProblemView),
]
