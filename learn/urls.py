"""The addresses of what there is to learn."""

from django.urls import URLPattern, URLResolver, path

from learn import views

app_name = "learn"
urlpatterns: list[URLPattern | URLResolver] = [
    path("rules/", views.all_rules, name="rules"),
    path("rules/<slug:key>/", views.rule_set, name="rule_set"),
]
