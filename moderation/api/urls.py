"""The URLs of the API for reports and decisions."""

from api.routes import with_and_without_slash
from moderation.api import views

urlpatterns = [
    *with_and_without_slash("reports", views.ReportsView),
    *with_and_without_slash("decisions", views.DecisionsView),
    *with_and_without_slash("decisions/<int:decision_id>/appeal", views.AppealView),
]
