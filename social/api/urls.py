"""The addresses of these operations."""

from api.routes import both
from social.api import bulletins, follows, talk, threads, translations

urlpatterns = [
    *both("bulletins", bulletins.BulletinsView),
    *both("bulletins/<int:bulletin_id>/vote", bulletins.VoteView),
    *both("bulletins/<int:bulletin_id>/dismiss", bulletins.DismissView),
    *both("follows", follows.FollowsView),
    *both("follows/<str:username>", follows.FollowView),
    *both("followers", follows.FollowersView),
    *both("games/<int:game_id>/talk", talk.TalkView),
    *both("me/muted", talk.MutedView),
    *both("me/muted/<str:username>", talk.MuteView),
    *both("translations", translations.TranslationsView),
    *both("private-messages", threads.PostsView),
    *both("stars", follows.StarsView),
    *both("stars/<int:game_id>", follows.StarView),
    *both("threads", threads.ThreadsView),
    *both("threads/<str:username>", threads.ThreadView),
    *both("threads/<str:username>/read", threads.ThreadReadView),
]
