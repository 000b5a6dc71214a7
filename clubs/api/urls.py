"""The URLs of clubs in the API."""

from api.routes import with_and_without_slash
from clubs.api import imports, views

urlpatterns = [
    *with_and_without_slash("clubs", views.ClubsView),
    *with_and_without_slash("clubs/<int:club_id>", views.ClubView),
    *with_and_without_slash("clubs/<int:club_id>/crest", views.CrestView),
    *with_and_without_slash("clubs/<int:club_id>/members", views.MembersView),
    *with_and_without_slash("clubs/<int:club_id>/membership", views.MembershipView),
    *with_and_without_slash("clubs/<int:club_id>/notices", views.ClubNoticesView),
    *with_and_without_slash("clubs/<int:club_id>/requests", views.RequestsInvitationsBansView),
    *with_and_without_slash("clubs/<int:club_id>/invitations", views.InvitePlayersView),
    *with_and_without_slash("clubs/<int:club_id>/acts", views.ClubActsView),
    *with_and_without_slash("clubs/<int:club_id>/games", imports.ImportedGamesView),
    *with_and_without_slash("clubs/<int:club_id>/games/<int:imported_id>", imports.ImportedGameView),
    *with_and_without_slash("clubs/<int:club_id>/imports", imports.GameImportsView),
    *with_and_without_slash("clubs/<int:club_id>/imports/<int:import_id>", imports.DeleteGameImportView),
    *with_and_without_slash("clubs/<int:club_id>/names", imports.ImportedNamesView),
    *with_and_without_slash("clubs/<int:club_id>/names/<int:name_id>", imports.ImportedNameView),
]
