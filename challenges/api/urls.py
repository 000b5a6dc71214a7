"""The addresses of offers in the API."""

from api.routes import both
from challenges.api import views

urlpatterns = [
    *both("challenges", views.ChallengesView),
    *both("challenges/<int:challenge_id>", views.ChallengeView),
    *both("challenges/<int:challenge_id>/accept", views.AcceptView),
    *both("challenges/<int:challenge_id>/decline", views.DeclineView),
    *both("challenges/<int:challenge_id>/bid", views.BidView),
    *both("challenges/<int:challenge_id>/seat", views.SeatView),
    *both("challenges/<int:challenge_id>/seats", views.SeatsView),
    *both("challenges/<int:challenge_id>/start", views.StartView),
    *both("challenges/<int:challenge_id>/counter", views.CounterView),
]
