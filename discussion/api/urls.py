"""The URLs of discussions in the API."""

from api.routes import with_and_without_slash
from discussion.api import views

urlpatterns = [
    *with_and_without_slash("discussion", views.TopicsView),
    *with_and_without_slash("discussion/<int:topic_id>", views.TopicView),
    *with_and_without_slash("discussion/<int:topic_id>/posts", views.TopicPostsView),
    *with_and_without_slash("discussion/<int:topic_id>/posts/<int:post_id>", views.DeleteOwnTopicPostView),
]
