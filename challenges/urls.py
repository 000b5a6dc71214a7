"""The URLs of offers."""

from django.urls import URLPattern, URLResolver, path

from challenges.views import bot, pages

app_name = "challenges"
urlpatterns: list[URLPattern | URLResolver] = [
    path("waiting/", pages.waiting_room, name="waiting_room"),
    path("new/", pages.new_offer, name="new"),
    path("play/", bot.play_bot, name="play_bot"),
    path("new/sgf/", pages.new_from_sgf, name="new_from_sgf"),
    path("challenge/<int:challenge_id>/", pages.offer_page, name="challenge"),
    path("challenge/<int:challenge_id>/counter/", pages.counter_offer, name="counter"),
    path("join/<str:token>/counter/", pages.counter_offer_by_link, name="counter_link"),
    path("join/<str:token>/", pages.offer_page_by_link, name="challenge_link"),
]
