"""The addresses of discussions."""

from django.urls import URLPattern, URLResolver, path

from discussion import views

app_name = "discussion"
urlpatterns: list[URLPattern | URLResolver] = [
    path("discussion/", views.topics, name="topics"),
    path("discussion/new/", views.new, name="new"),
    path("discussion/news.atom", views.news, name="news"),
    path("discussion/<int:topic_id>/", views.topic, name="topic"),
    path("discussion/<int:topic_id>/act/", views.act, name="act"),
    path("clubs/<int:club_id>/news/<str:secret>.atom", views.club_news, name="club_news"),
    path("clubs/<int:club_id>/discussion/", views.club_topics, name="club"),
]
