"""The addresses of games shown elsewhere in the API."""

from api.routes import both
from sharing.api import views

urlpatterns = [
    *both("openings", views.OpeningsView),
]
