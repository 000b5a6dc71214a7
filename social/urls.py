"""The URLs of messages, follows, comments and bulletins."""

from django.urls import URLPattern, URLResolver, path

from social.views import bulletins, follows, messages, talk, translations

app_name = "social"
urlpatterns: list[URLPattern | URLResolver] = [
    path("bulletins/", bulletins.bulletin_list, name="bulletins"),
    path("bulletins/new/", bulletins.edit_bulletin, name="new_bulletin"),
    path("bulletins/<int:bulletin_id>/", bulletins.bulletin_page, name="bulletin"),
    path("bulletins/<int:bulletin_id>/edit/", bulletins.edit_bulletin, name="edit_bulletin"),
    path("bulletins/<int:bulletin_id>/dismiss/", bulletins.dismiss_bulletin, name="dismiss_bulletin"),
    path("following/", follows.followed_players_page, name="following"),
    path("following/change/", follows.follow_or_unfollow_player, name="follow"),
    path("following/games/", follows.followed_games_page, name="stars"),
    path("g/<int:game_id>/follow/", follows.follow_game_page, name="star"),
    path("g/<int:game_id>/talk/", talk.spectator_comments_page, name="talk"),
    path("g/<int:game_id>/talk/mute/", talk.mute_spectator, name="mute_player"),
    path("translate/post/<int:post_id>/", translations.translate_post, name="translate_post"),
    path("translate/message/<int:message_id>/", translations.translate_message, name="translate_message"),
    path("messages/", messages.thread_list, name="threads"),
    path("messages/to/<str:name>/", messages.new_thread, name="write"),
    path("messages/<int:thread_id>/", messages.thread_page, name="thread"),
    path("messages/<int:thread_id>/mute/", messages.mute_thread, name="mute"),
    path("messages/<int:thread_id>/archive/", messages.archive_thread, name="archive"),
]
