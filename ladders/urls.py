"""The URLs of ladders."""

from django.urls import URLPattern, URLResolver, path

from ladders import views

app_name = "ladders"
urlpatterns: list[URLPattern | URLResolver] = [
    path("ladders/", views.all_ladders, name="ladders"),
    path("ladders/new/", views.new_ladder, name="new_ladder"),
    path("ladders/<int:ladder_id>/", views.ladder_page, name="ladder"),
    path("ladders/<int:ladder_id>/history/", views.place_changes_page, name="ladder_history"),
    path("ladders/<int:ladder_id>/close/", views.close_ladder, name="close_ladder"),
    path("ladders/<int:ladder_id>/place/", views.change_place, name="place"),
    path("ladders/<int:ladder_id>/challenge/", views.challenge_player, name="challenge_place"),
]
