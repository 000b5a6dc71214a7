"""The addresses of clubs in the API."""

from api.routes import both
from clubs.api import views

urlpatterns = [
    *both("clubs", views.ClubsView),
    *both("clubs/<int:club_id>", views.ClubView),
    *both("clubs/<int:club_id>/members", views.MembersView),
    *both("clubs/<int:club_id>/membership", views.MembershipView),
    *both("clubs/<int:club_id>/notices", views.NoticesView),
    *both("clubs/<int:club_id>/requests", views.RequestsView),
    *both("clubs/<int:club_id>/invitations", views.InvitationsView),
    *both("clubs/<int:club_id>/acts", views.ClubManagementView),
]
