"""The URLs of messages, follows and bulletins in the API."""

from api.routes import with_and_without_slash
from social.api import bulletins, follows, talk, threads, translations

urlpatterns = [
    *with_and_without_slash("bulletins", bulletins.BulletinsView),
    *with_and_without_slash("bulletins/<int:bulletin_id>/vote", bulletins.BulletinVoteView),
    *with_and_without_slash("bulletins/<int:bulletin_id>/dismiss", bulletins.DismissBulletinView),
    *with_and_without_slash("follows", follows.FollowedPlayersView),
    *with_and_without_slash("follows/<str:username>", follows.FollowPlayerView),
    *with_and_without_slash("followers", follows.FollowersView),
    *with_and_without_slash("games/<int:game_id>/talk", talk.SpectatorCommentsView),
    *with_and_without_slash("me/muted", talk.MutedSpectatorsView),
    *with_and_without_slash("me/muted/<str:username>", talk.MuteSpectatorView),
    *with_and_without_slash("translations", translations.TranslateMessageView),
    *with_and_without_slash("private-messages", threads.PrivateMessageSearchView),
    *with_and_without_slash("stars", follows.FollowedGamesView),
    *with_and_without_slash("stars/<int:game_id>", follows.FollowGameView),
    *with_and_without_slash("threads", threads.ThreadsView),
    *with_and_without_slash("threads/<str:username>", threads.ThreadView),
    *with_and_without_slash("threads/<str:username>/read", threads.MarkThreadReadView),
]
