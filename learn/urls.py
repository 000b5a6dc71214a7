"""The URLs of lessons, problems, ranks and rules."""

from django.urls import URLPattern, URLResolver, path

from learn.views import collections, daily, lessons, own_lessons, own_problems, problems, ranks, rules

app_name = "learn"
urlpatterns: list[URLPattern | URLResolver] = [
    path("rules/", rules.all_rules, name="rules"),
    path("rules/chapter/<slug:chapter>/", rules.one_chapter, name="chapter"),
    path("rules/<slug:key>/", rules.rule_set_page, name="rule_set"),
    path("ranks/", ranks.ranks_page, name="ranks"),
    path("ranks/start/", ranks.state_starting_rank, name="start_rank"),
    path("learn/", lessons.lesson_list, name="lessons"),
    path("learn/play/", lessons.first_games_page, name="play"),
    path("learn/<slug:lesson>/<int:number>/", lessons.lesson_step_page, name="step"),
    path("problems/", problems.all_problems, name="problems"),
    path("problems/today/", problems.redirect_to_daily_problem, name="problem_today"),
    path("problems/players/", own_problems.players_problems, name="players_problems"),
    path("problems/new/", own_problems.create_problem_from_game, name="make_problem"),
    path("problems/new/sgf/", own_problems.submit_problem_file, name="problems_from_sgf"),
    path("problems/daily.atom", daily.daily_feed, name="problems_feed"),
    path("problems/daily/", daily.daily_page, name="problems_daily"),
    path("problems/due/", problems.due_page, name="problems_due"),
    path("problems/sets/<slug:goal>.sgf", problems.goal_sgf, name="goal_sgf"),
    path("collections/", collections.visible_collections_page, name="collections"),
    path("collections/new/", collections.new_collection, name="new_collection"),
    path("collections/<slug:collection>/", collections.one_collection, name="collection"),
    path("collections/<slug:collection>/edit/", collections.edit_collection, name="edit_collection"),
    path("collections/<slug:collection>/share/", collections.share_material, name="share_collection"),
    path("collections/<slug:collection>/hide/", collections.hide_material, name="hide_collection"),
    path("collections/<slug:collection>/<int:number>/", collections.collection_problem_page, name="collection_problem"),
    path("lessons/", own_lessons.visible_lessons_page, name="own_lessons"),
    path("lessons/new/", own_lessons.new_lesson, name="new_own_lesson"),
    path("lessons/<slug:lesson_key>/", own_lessons.player_lesson_page, name="own_lesson"),
    path("lessons/<slug:lesson_key>/edit/", own_lessons.edit_lesson, name="edit_own_lesson"),
    path("lessons/<slug:lesson_key>/pages.json", own_lessons.download_lesson_pages, name="own_lesson_file"),
    path("lessons/<slug:lesson_key>/pages/new/", own_lessons.new_lesson_page, name="new_page"),
    path("lessons/<slug:lesson_key>/<int:number>/", own_lessons.player_lesson_step_page, name="own_page"),
    path("lessons/<slug:lesson_key>/<int:number>/edit/", own_lessons.edit_lesson_page, name="edit_page"),
    path("lessons/<slug:lesson_key>/share/", own_lessons.share_lesson, name="share_own_lesson"),
    path("lessons/<slug:lesson_key>/hide/", own_lessons.hide_lesson, name="hide_own_lesson"),
    path("problems/<slug:problem>/", problems.go_problem_page, name="problem"),
    path("problems/<slug:problem>.sgf", problems.problem_sgf, name="problem_sgf"),
]
