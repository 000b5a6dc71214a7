"""The URLs of lessons and problems in the API."""

from api.routes import with_and_without_slash
from learn.api import collection_views, own_lesson_views, own_problem_views, problem_views, rank_views, views

urlpatterns = [
    *with_and_without_slash("ranks", rank_views.RankTableView),
    *with_and_without_slash("ranks/<str:system>/<str:rank>", rank_views.RankComparisonView),
    *with_and_without_slash("me/starting-rank", rank_views.StartingRankView),
    *with_and_without_slash("lessons", views.LessonsView),
    *with_and_without_slash("lessons/<slug:lesson>", views.LessonView),
    *with_and_without_slash("lessons/<slug:lesson>/<int:number>", views.LessonAnswerView),
    *with_and_without_slash("collections", collection_views.CollectionsView),
    *with_and_without_slash("collections/<slug:collection>", collection_views.CollectionView),
    *with_and_without_slash("collections/<slug:collection>/audience", collection_views.CollectionAudienceView),
    *with_and_without_slash("collections/<slug:collection>/problems", collection_views.AddCollectionProblemsView),
    *with_and_without_slash(
        "collections/<slug:collection>/problems/<int:number>", collection_views.CollectionProblemView
    ),
    *with_and_without_slash("player-lessons", own_lesson_views.PlayerLessonsView),
    *with_and_without_slash("player-lessons/<slug:lesson_key>", own_lesson_views.PlayerLessonView),
    *with_and_without_slash("player-lessons/<slug:lesson_key>/audience", own_lesson_views.PlayerLessonAudienceView),
    *with_and_without_slash("player-lessons/<slug:lesson_key>/pages", own_lesson_views.AddLessonPageView),
    *with_and_without_slash(
        "player-lessons/<slug:lesson_key>/pages/<int:number>", own_lesson_views.PlayerLessonPageView
    ),
    *with_and_without_slash(
        "player-lessons/<slug:lesson_key>/pages/<int:number>/source", own_lesson_views.EditLessonPageView
    ),
    *with_and_without_slash("problems", problem_views.ProblemsView),
    *with_and_without_slash("problems/today", problem_views.DailyProblemView),
    *with_and_without_slash("problems/due", problem_views.DueProblemsView),
    *with_and_without_slash("problems/daily", problem_views.DailySubscriptionView),
    *with_and_without_slash("problems/players", own_problem_views.PlayersProblemsView),
    *with_and_without_slash("problems/players/sgf", own_problem_views.SubmitProblemFileView),
    *with_and_without_slash("problems/<slug:problem>", problem_views.ProblemView),
    *with_and_without_slash("problems/<slug:problem>/answer", problem_views.GiveUpProblemView),
]
