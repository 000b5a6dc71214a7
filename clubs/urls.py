"""The addresses of clubs."""

from django.urls import URLPattern, URLResolver, path

from clubs.views import crests, imported, importing, invitations, lists, pages

app_name = "clubs"
urlpatterns: list[URLPattern | URLResolver] = [
    path("clubs/", lists.clubs, name="clubs"),
    path("clubs/new/", lists.new, name="new"),
    path("clubs/<int:club_id>/", pages.club, name="club"),
    path("clubs/<int:club_id>/edit/", lists.edit, name="edit"),
    path("clubs/<int:club_id>/membership/", pages.membership, name="membership"),
    path("clubs/<int:club_id>/members/", pages.members, name="members"),
    path("clubs/<int:club_id>/notices/", pages.notices, name="notices"),
    path("clubs/<int:club_id>/manage/", pages.manage, name="manage"),
    path("clubs/<int:club_id>/invite/", invitations.invitations, name="invite"),
    path("clubs/<int:club_id>/games/", imported.games, name="games"),
    path("clubs/<int:club_id>/games.zip", imported.archive, name="games_zip"),
    path("clubs/<int:club_id>/games/import/", importing.uploads, name="import"),
    path("clubs/<int:club_id>/games/names/", importing.names, name="names"),
    path("clubs/<int:club_id>/games/<int:imported_id>/", imported.game, name="imported_game"),
    path("clubs/<int:club_id>/games/<int:imported_id>.sgf", imported.file, name="imported_sgf"),
    path("clubs/<int:club_id>/crest/", crests.change_crest, name="change_crest"),
    path("clubs/crests/<slug:digest>.webp", crests.crest, name="crest"),
    path("clubs/<int:club_id>/act/", pages.act, name="act"),
]
