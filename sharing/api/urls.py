"""The API URLs of sharing games."""

from api.routes import with_and_without_slash
from sharing.api import views

urlpatterns = [
    *with_and_without_slash("openings", views.OpeningsView),
]
