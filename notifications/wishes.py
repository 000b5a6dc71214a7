"""Who wants to be told of what, and by what: `wants` is asked by everything that rings, sends or shows."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from accounts.models import Player
from foundation.hook import Hook
from notifications.kinds import SOUNDING, Channel, Kind, When
from notifications.models import GameMute, NoticeSettings


def _no_devices(players: Collection[int]) -> set[int]:
    return set()


def _no_replies() -> bool:
    return False


device_owners = Hook(_no_devices)
"""Return which of these players get pushes on some device. To them no e-mails leave about what they were not asked
about: the push has told it."""
takes_replies = Hook(_no_replies)
"""Return whether replies to e-mails reach this server, so that they can play something."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """What one player wants. `has_device`: pushes reach them."""

    settings: NoticeSettings
    has_device: bool = False

    def wants(self, kind: Kind | str, channel: Channel | str) -> bool:
        """Whether they are told of this kind by this channel."""
        if channel == Channel.LETTER:
            return self.letter(kind) != When.OFF
        chosen = self.settings.chosen.get(kind, {}).get(channel)
        if chosen is None:
            return channel != Channel.SOUND or kind in SOUNDING
        return bool(chosen)

    def letter(self, kind: Kind | str) -> When:
        """When an e-mail about this kind leaves: by what was chosen for it; else at once where a game begins or ends
        or time runs short, and as `rest` says about the others."""
        chosen = self.settings.chosen.get(kind, {}).get(Channel.LETTER)
        if chosen is not None:
            return When(chosen)
        if kind in (Kind.TIME, Kind.GAME):
            return When.NOW
        rest = When(self.settings.rest)
        return When.OFF if rest in (When.HOURLY, When.DAILY) and self.has_device else rest


def settings_of(player: Player) -> NoticeSettings:
    """What this player has chosen; a row that is not stored yet when nothing was. Bots are sent nothing by default:
    their programs hear of everything."""
    found = NoticeSettings.objects.filter(player=player).first()
    return found or NoticeSettings(player=player)


def wishes_of(player: Player) -> Wishes:
    """What this player wants: two statements."""
    return Wishes(settings_of(player), player.pk in device_owners([player.pk]))


def wishes_of_all(players: Iterable[int]) -> dict[int, Wishes]:
    """The same for many, by their numbers: two statements however many they are."""
    wanted = set(players)
    found = {row.player_id: row for row in NoticeSettings.objects.filter(player__in=wanted)}
    owners = device_owners(wanted) if wanted else set()
    return {pk: Wishes(found.get(pk) or NoticeSettings(player_id=pk), pk in owners) for pk in wanted}


def muted(games: Iterable[int]) -> set[tuple[int, int]]:
    """Who has muted which of these games, as pairs of player and game."""
    return set(GameMute.objects.filter(game__in=set(games)).values_list("player_id", "game_id"))


def wants(player: Player, kind: Kind | str, channel: Channel | str, game_id: int | None = None) -> bool:
    """Whether this player is to be told of this kind by this channel, and of this game if there is one: of a muted one
    only that time is running short; on the pages all the same."""
    may_be_muted = game_id is not None and kind != Kind.TIME and channel != Channel.BELL
    if may_be_muted and GameMute.objects.filter(player=player, game=game_id).exists():
        return False
    return wishes_of(player).wants(kind, channel)


def mute(player: Player, game_id: int) -> None:
    """Have this player told nothing more of this game than that time is running short. Whether the game is theirs is
    not checked."""
    GameMute.objects.get_or_create(player=player, game_id=game_id)


def unmute(player: Player, game_id: int) -> None:
    """Have them told of it as of others."""
    GameMute.objects.filter(player=player, game=game_id).delete()
