"""The addresses of clubs in the API."""

from api.routes import both
from clubs.api import imports, views

urlpatterns = [
    *both("clubs", views.ClubsView),
    *both("clubs/<int:club_id>", views.ClubView),
    *both("clubs/<int:club_id>/crest", views.CrestView),
    *both("clubs/<int:club_id>/members", views.MembersView),
    *both("clubs/<int:club_id>/membership", views.MembershipView),
    *both("clubs/<int:club_id>/notices", views.NoticesView),
    *both("clubs/<int:club_id>/requests", views.RequestsView),
    *both("clubs/<int:club_id>/invitations", views.InvitationsView),
    *both("clubs/<int:club_id>/acts", views.ClubManagementView),
    *both("clubs/<int:club_id>/games", imports.ImportedGamesView),
    *both("clubs/<int:club_id>/games/<int:imported_id>", imports.ImportedGameView),
    *both("clubs/<int:club_id>/imports", imports.ImportsView),
    *both("clubs/<int:club_id>/imports/<int:import_id>", imports.ImportView),
    *both("clubs/<int:club_id>/names", imports.ImportedNamesView),
    *both("clubs/<int:club_id>/names/<int:name_id>", imports.ImportedNameView),
]
