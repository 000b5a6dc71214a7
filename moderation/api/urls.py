"""The addresses of the API for reports and decisions; they lie among the addresses of games."""

from api.routes import both
from moderation.api import views

urlpatterns = [
    *both("reports", views.ReportsView),
    *both("decisions", views.DecisionsView),
    *both("decisions/<int:decision_id>/appeal", views.AppealView),
]
