"""The addresses of clubs."""

from django.urls import URLPattern, URLResolver, path

from clubs.views import invitations, lists, pages

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
    path("clubs/<int:club_id>/act/", pages.act, name="act"),
]
