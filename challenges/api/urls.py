"""The URLs of offers in the API."""

from api.routes import with_and_without_slash
from challenges.api import views

urlpatterns = [
    *with_and_without_slash("challenges", views.ChallengesView),
    *with_and_without_slash("challenges/<int:challenge_id>", views.ChallengeView),
    *with_and_without_slash("challenges/<int:challenge_id>/accept", views.AcceptOfferView),
    *with_and_without_slash("challenges/<int:challenge_id>/decline", views.DeclineOfferView),
    *with_and_without_slash("challenges/<int:challenge_id>/bid", views.BidForKomiView),
    *with_and_without_slash("challenges/<int:challenge_id>/seat", views.TakeSeatView),
    *with_and_without_slash("challenges/<int:challenge_id>/seats", views.ChangeSeatingView),
    *with_and_without_slash("challenges/<int:challenge_id>/start", views.StartSimulView),
    *with_and_without_slash("challenges/<int:challenge_id>/counter", views.MakeCounterOfferView),
]
