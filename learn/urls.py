"""The addresses of what there is to learn."""

from django.urls import URLPattern, URLResolver, path

from learn import lesson_views, views

app_name = "learn"
urlpatterns: list[URLPattern | URLResolver] = [
    path("rules/", views.all_rules, name="rules"),
    path("rules/<slug:key>/", views.rule_set, name="rule_set"),
    path("learn/", lesson_views.lessons, name="lessons"),
    path("learn/play/", lesson_views.play, name="play"),
    path("learn/<slug:lesson>/<int:number>/", lesson_views.step, name="step"),
]
