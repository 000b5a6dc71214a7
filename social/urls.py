"""The addresses of people around the games."""

from django.urls import URLPattern, URLResolver, path

from social.views import bulletins, follows, messages, talk, translations

app_name = "social"
urlpatterns: list[URLPattern | URLResolver] = [
    path("bulletins/", bulletins.bulletins, name="bulletins"),
    path("bulletins/new/", bulletins.edit, name="new_bulletin"),
    path("bulletins/<int:bulletin_id>/", bulletins.bulletin, name="bulletin"),
    path("bulletins/<int:bulletin_id>/edit/", bulletins.edit, name="edit_bulletin"),
    path("bulletins/<int:bulletin_id>/dismiss/", bulletins.dismiss, name="dismiss_bulletin"),
    path("following/", follows.players, name="following"),
    path("following/change/", follows.change, name="follow"),
    path("following/games/", follows.games, name="stars"),
    path("g/<int:game_id>/follow/", follows.game, name="star"),
    path("g/<int:game_id>/talk/", talk.talk, name="talk"),
    path("g/<int:game_id>/talk/mute/", talk.mute, name="mute_player"),
    path("translate/post/<int:post_id>/", translations.translate_post, name="translate_post"),
    path("translate/message/<int:message_id>/", translations.translate_message, name="translate_message"),
    path("messages/", messages.threads, name="threads"),
    path("messages/to/<str:name>/", messages.begin, name="write"),
    path("messages/<int:thread_id>/", messages.thread, name="thread"),
    path("messages/<int:thread_id>/mute/", messages.mute, name="mute"),
    path("messages/<int:thread_id>/archive/", messages.archive, name="archive"),
]
