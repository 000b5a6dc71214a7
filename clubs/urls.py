"""The URLs of clubs."""

from django.urls import URLPattern, URLResolver, path

from clubs.views import crests, imported, importing, invitations, lists, pages

app_name = "clubs"
urlpatterns: list[URLPattern | URLResolver] = [
    path("clubs/", lists.club_list, name="clubs"),
    path("clubs/new/", lists.new_club, name="new"),
    path("clubs/<int:club_id>/", pages.club_page, name="club"),
    path("clubs/<int:club_id>/edit/", lists.edit_club, name="edit"),
    path("clubs/<int:club_id>/membership/", pages.change_membership, name="membership"),
    path("clubs/<int:club_id>/members/", pages.members_page, name="members"),
    path("clubs/<int:club_id>/notices/", pages.notices_page, name="notices"),
    path("clubs/<int:club_id>/manage/", pages.management_page, name="manage"),
    path("clubs/<int:club_id>/invite/", invitations.invitations_page, name="invite"),
    path("clubs/<int:club_id>/games/", imported.imported_games_page, name="games"),
    path("clubs/<int:club_id>/games.zip", imported.download_imported_games, name="games_zip"),
    path("clubs/<int:club_id>/games/import/", importing.game_imports_page, name="import"),
    path("clubs/<int:club_id>/games/names/", importing.imported_names_page, name="names"),
    path("clubs/<int:club_id>/games/<int:imported_id>/", imported.imported_game_page, name="imported_game"),
    path("clubs/<int:club_id>/games/<int:imported_id>.sgf", imported.download_imported_game, name="imported_sgf"),
    path("clubs/<int:club_id>/crest/", crests.change_crest, name="change_crest"),
    path("clubs/crests/<slug:digest>.webp", crests.show_crest, name="crest"),
    path("clubs/<int:club_id>/act/", pages.perform_manager_act, name="act"),
]
