"""Follow players and games (C81)."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.core.guests import check_not_guest
from accounts.core.restrictions import check_allowed
from accounts.models import Player
from accounts.privacy.blocking import is_blocked_between
from foundation.compiled_queries import CompiledQuery, Placeholder
from foundation.statements import LARGEST_NUMBER
from foundation.text import clean_text
from games import access, events
from games.errors import NoSuchGame
from games.models import Game, Seat
from games.models.game import GameQuerySet
from games.services.notes import check_notes_open
from notifications.models import Notice
from social.announcing import send_new_follower_event
from social.errors import CannotFollow, GameNotPublic, InvalidNoteOrTag, TooManyFollows
from social.models import LONGEST_NOTE, LONGEST_TAG, Follow, Star

MOST_FOLLOWED = 500
MOST_GAMES = 6
"""The number of friends' games that are shown on My games."""


@dataclass(frozen=True, slots=True)
class FollowedGameLabel:
    """A player's private note and tag for a followed game."""

    note: str = ""
    tag: str = ""

    def cleaned(self) -> FollowedGameLabel:
        """Return the label in the form in which it is stored. Raises InvalidNoteOrTag."""
        note, tag = clean_text(self.note), clean_text(self.tag)
        if len(note) > LONGEST_NOTE:
            raise InvalidNoteOrTag(sentence=_("Shorten the note to at most 500 characters."))
        if len(tag) > LONGEST_TAG or "\n" in tag:
            raise InvalidNoteOrTag(sentence=_("Shorten the tag to at most 30 characters on one line."))
        return FollowedGameLabel(note, tag)


def follow_player(*, player: Player, other: Player, now: datetime) -> None:
    """Follow another player, who is notified once. Repeating this changes nothing.

    Raises CannotFollow, TooManyFollows, NotForGuests and Suspended.
    """
    check_allowed(player, now)
    check_not_guest(player)
    is_nobody = other.pk == player.pk or other.is_guest or other.deleted_at is not None or not other.is_active
    if is_nobody or is_blocked_between(player.pk, other.pk):
        raise CannotFollow
    with transaction.atomic():
        Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        mine = Follow.objects.filter(player=player)
        if mine.filter(followed=other).exists():
            return
        if mine.count() >= MOST_FOLLOWED:
            raise TooManyFollows(
                most=MOST_FOLLOWED, sentence=_("You've reached the limit of 500 followed players. Unfollow one first.")
            )
        Follow.objects.create(player=player, followed=other, at=now)
        if not Notice.objects.filter(player=other, kind="follower", by=player).exists():
            Notice.objects.create(player=other, kind="follower", by=player, path="/following/", created_at=now)
            send_new_follower_event(other, player)
            events.signal_player_lists_changed(other.pk)


def unfollow_player(*, player: Player, other: Player) -> None:
    """Unfollow a player, who is not notified."""
    Follow.objects.filter(player=player, followed=other).delete()


def are_friends(one: Player, other: Player) -> bool:
    """Return whether the two players follow each other."""
    either = Q(player=one, followed=other) | Q(player=other, followed=one)
    return Follow.objects.filter(either).count() == 2


def followed_player_rows(player: Player) -> QuerySet[Follow]:
    """Return the rows of the players whom this player follows (`followed`), the latest first. The annotation
    `is_friend` is whether that player follows back."""
    back = Follow.objects.filter(player=OuterRef("followed"), followed=player)
    return Follow.objects.filter(player=player).annotate(is_friend=Exists(back)).select_related("followed")


def _followed_people_query(player: Placeholder) -> QuerySet[Follow, tuple[int, bool]]:
    """Return the query of the ids of the people, without bots, whom this player follows. Each comes with whether they
    follow back."""
    back = Follow.objects.filter(player=OuterRef("followed"), followed=player)
    rows = Follow.objects.filter(player=player, followed__is_bot=False).annotate(is_friend=Exists(back)).order_by()
    return rows.values_list("followed", "is_friend")


_FOLLOWED = CompiledQuery(_followed_people_query)


def games_of_friends_or_followed(player: Player) -> GameQuerySet | None:
    """Return the latest public games in progress of the player's friends, or of all followed players if there are no
    friends. Return None if the player follows no one. The player's own games, and bots, are left out."""
    found = _FOLLOWED.rows(player.pk)
    if not found:
        return None
    people = [pk for pk, is_friend in found if is_friend] or [pk for pk, _ in found]
    theirs = Seat.objects.running().filter(player__in=people, private=False)
    mine = Seat.objects.running().filter(player=player)
    games = Game.objects.filter(pk__in=theirs.values("game")).exclude(pk__in=mine.values("game"))
    return games.order_by("-last_action_at", "-pk")[:MOST_GAMES]


def follower_rows(player: Player) -> QuerySet[Follow]:
    """Return the rows of the players who follow this player, the latest first. The follower is `player`, and the
    annotation `is_friend` is whether this player follows back."""
    back = Follow.objects.filter(player=player, followed=OuterRef("player"))
    return Follow.objects.filter(followed=player).annotate(is_friend=Exists(back)).select_related("player")


def follow_game(*, player: Player, game_id: int, label: FollowedGameLabel, now: datetime) -> Star:
    """Follow a public game, or replace the note and the tag of a game that the player already follows. Return the
    stored row.

    Raises NoSuchGame, GameNotPublic, CannotFollow, NotesClosed, TooManyFollows, InvalidNoteOrTag, NotForGuests and
    Suspended.
    """
    check_allowed(player, now)
    check_not_guest(player)
    kept = label.cleaned()
    game = access.game_for(player, game_id)
    if game.private:
        raise GameNotPublic
    others = [seat.player_id for seat in game.seat_list()]
    if player.pk not in others and is_blocked_between(player.pk, *others):
        raise CannotFollow(sentence=_("You can't follow this game."))
    if player.pk in others:
        check_notes_open(game, kept.note or kept.tag)
    with transaction.atomic():
        Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        mine = Star.objects.filter(player=player)
        if not mine.filter(game=game).exists() and mine.count() >= MOST_FOLLOWED:
            raise TooManyFollows(
                most=MOST_FOLLOWED, sentence=_("You've reached the limit of 500 followed games. Unfollow one first.")
            )
        row, _new = Star.objects.update_or_create(
            player=player, game=game, defaults=asdict(kept), create_defaults={**asdict(kept), "at": now}
        )
        return row


def unfollow_game(*, player: Player, game_id: int) -> None:
    """Unfollow a game, and delete its note and tag. Raises NoSuchGame if the id is larger than any game's id can be."""
    if game_id > LARGEST_NUMBER:
        raise NoSuchGame
    Star.objects.filter(player=player, game=game_id).delete()


def followed_game_rows(player: Player, tag: str = "") -> QuerySet[Star]:
    """Return the rows of the games that this player follows and may see, the latest first. With a tag, return only
    games with that tag."""
    rows = Star.objects.filter(player=player, game__in=Game.objects.visible_to(player))
    return rows.filter(tag=tag) if tag else rows


def find_followed_game(player: Player, game_id: int) -> Star | None:
    """Return the row with which the player follows a game, None if they do not follow it."""
    return Star.objects.filter(player=player, game=game_id).first()


def end_follows_by_block(player_id: int, other_id: int, **_: object) -> None:
    """After a block, end the two players' follows of each other and of each other's games."""
    for one, other in ((player_id, other_id), (other_id, player_id)):
        Follow.objects.filter(player=one, followed=other).delete()
        theirs = Seat.objects.filter(player=other).values("game")
        own = Seat.objects.filter(player=one).values("game")
        Star.objects.filter(player=one, game__in=theirs).exclude(game__in=own).delete()
