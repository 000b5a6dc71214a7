"""The addresses of discussions in the API."""

from api.routes import both
from discussion.api import views

urlpatterns = [
    *both("discussion", views.TopicsView),
    *both("discussion/<int:topic_id>", views.TopicView),
    *both("discussion/<int:topic_id>/posts", views.TopicPostsView),
]
