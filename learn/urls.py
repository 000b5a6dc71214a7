"""The addresses of what there is to learn."""

from django.urls import URLPattern, URLResolver, path

from learn import daily_views, lesson_views, own_problem_views, problem_views, rank_views, views

app_name = "learn"
urlpatterns: list[URLPattern | URLResolver] = [
    path("rules/", views.all_rules, name="rules"),
    path("rules/<slug:key>/", views.rule_set, name="rule_set"),
    path("ranks/", rank_views.ranks, name="ranks"),
    path("learn/", lesson_views.lessons, name="lessons"),
    path("learn/play/", lesson_views.play, name="play"),
    path("learn/<slug:lesson>/<int:number>/", lesson_views.step, name="step"),
    path("problems/", problem_views.all_problems, name="problems"),
    path("problems/today/", problem_views.today, name="problem_today"),
    path("problems/players/", own_problem_views.players_problems, name="players_problems"),
    path("problems/new/", own_problem_views.make, name="make_problem"),
    path("problems/new/sgf/", own_problem_views.from_file, name="problems_from_sgf"),
    path("problems/daily.atom", daily_views.feed, name="problems_feed"),
    path("problems/daily/", daily_views.daily, name="problems_daily"),
    path("problems/due/", problem_views.due, name="problems_due"),
    path("problems/sets/<slug:goal>.sgf", problem_views.goal_sgf, name="goal_sgf"),
    path("problems/<slug:problem>/", problem_views.one_problem, name="problem"),
    path("problems/<slug:problem>.sgf", problem_views.problem_sgf, name="problem_sgf"),
]
