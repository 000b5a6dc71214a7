"""The addresses of offers in the API."""

from challenges.api import views
from games.api.routes import both

urlpatterns = [
    *both("challenges", views.ChallengesView),
    *both("challenges/<int:challenge_id>", views.ChallengeView),
    *both("challenges/<int:challenge_id>/accept", views.AcceptView),
    *both("challenges/<int:challenge_id>/decline", views.DeclineView),
    *both("challenges/<int:challenge_id>/counter", views.CounterView),
]
