"""The addresses of lessons and problems in the API."""

from api.routes import both
from learn.api import collection_views, own_lesson_views, own_problem_views, problem_views, rank_views, views

urlpatterns = [
    *both("ranks", rank_views.RankTableView),
    *both("ranks/<str:system>/<str:rank>", rank_views.RankView),
    *both("me/starting-rank", rank_views.StartingRankView),
    *both("lessons", views.LessonsView),
    *both("lessons/<slug:lesson>", views.LessonView),
    *both("lessons/<slug:lesson>/<int:number>", views.TryView),
    *both("collections", collection_views.CollectionsView),
    *both("collections/<slug:collection>", collection_views.CollectionView),
    *both("collections/<slug:collection>/audience", collection_views.CollectionAudienceView),
    *both("collections/<slug:collection>/problems", collection_views.CollectionProblemsView),
    *both("collections/<slug:collection>/problems/<int:number>", collection_views.CollectionProblemView),
    *both("player-lessons", own_lesson_views.PlayerLessonsView),
    *both("player-lessons/<slug:lesson_key>", own_lesson_views.PlayerLessonView),
    *both("player-lessons/<slug:lesson_key>/audience", own_lesson_views.PlayerLessonAudienceView),
    *both("player-lessons/<slug:lesson_key>/pages", own_lesson_views.PlayerLessonPagesView),
    *both("player-lessons/<slug:lesson_key>/pages/<int:number>", own_lesson_views.PlayerLessonPageView),
    *both("player-lessons/<slug:lesson_key>/pages/<int:number>/source", own_lesson_views.PlayerLessonSourceView),
    *both("problems", problem_views.ProblemsView),
    *both("problems/today", problem_views.TodayView),
    *both("problems/due", problem_views.DueView),
    *both("problems/daily", problem_views.DailyView),
    *both("problems/players", own_problem_views.PlayersProblemsView),
    *both("problems/players/sgf", own_problem_views.ProblemFileView),
    *both("problems/<slug:problem>", problem_views.ProblemView),
    *both("problems/<slug:problem>/answer", problem_views.AnswerView),
]
