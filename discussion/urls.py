"""The URLs of discussions."""

from django.urls import URLPattern, URLResolver, path

from discussion import views

app_name = "discussion"
urlpatterns: list[URLPattern | URLResolver] = [
    path("discussion/", views.topic_list, name="topics"),
    path("discussion/new/", views.new_topic, name="new"),
    path("discussion/news.atom", views.topics_feed, name="news"),
    path("discussion/<int:topic_id>/", views.topic_page, name="topic"),
    path("discussion/<int:topic_id>/act/", views.perform_topic_act, name="act"),
    path("discussion/<int:topic_id>/withdraw/", views.delete_own_post, name="withdraw"),
    path("clubs/<int:club_id>/news/<str:secret>.atom", views.club_feed, name="club_news"),
    path("clubs/<int:club_id>/discussion/", views.club_topic_list, name="club"),
]
