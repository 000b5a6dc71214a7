"""The models of messages, follows, mutes, topics and bulletins."""

from .bulletins import Bulletin, BulletinText, Dismissal, Vote
from .follows import LONGEST_NOTE, LONGEST_TAG, Follow, Star
from .mutes import Mute
from .posts import LONGEST_POST, Post
from .threads import Thread, ThreadSide
from .topics import LONGEST_TOPIC, Topic, TopicSide

__all__ = [
    "LONGEST_NOTE",
    "LONGEST_POST",
    "LONGEST_TAG",
    "LONGEST_TOPIC",
    "Bulletin",
    "BulletinText",
    "Dismissal",
    "Follow",
    "Mute",
    "Post",
    "Star",
    "Thread",
    "ThreadSide",
    "Topic",
    "TopicSide",
    "Vote",
]
