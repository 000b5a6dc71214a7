"""The URLs of messages, follows and bulletins in the API."""

from api.routes import with_and_without_slash
from social.api import bulletins, follows, talk, threads, translations

urlpatterns = [
    *with_and_without_slash("bulletins", bulletins.BulletinsView),
    *with_and_without_slash("bulletins/<int:bulletin_id>/vote", bulletins.VoteView),
    *with_and_without_slash("bulletins/<int:bulletin_id>/dismiss", bulletins.DismissView),
    *with_and_without_slash("follows", follows.FollowsView),
    *with_and_without_slash("follows/<str:username>", follows.FollowView),
    *with_and_without_slash("followers", follows.FollowersView),
    *with_and_without_slash("games/<int:game_id>/talk", talk.TalkView),
    *with_and_without_slash("me/muted", talk.MutedView),
    *with_and_without_slash("me/muted/<str:username>", talk.MuteView),
    *with_and_without_slash("translations", translations.TranslationsView),
    *with_and_without_slash("private-messages", threads.PostsView),
    *with_and_without_slash("stars", follows.StarsView),
    *with_and_without_slash("stars/<int:game_id>", follows.StarView),
    *with_and_without_slash("threads", threads.ThreadsView),
    *with_and_without_slash("threads/<str:username>", threads.ThreadView),
    *with_and_without_slash("threads/<str:username>/read", threads.ThreadReadView),
]
