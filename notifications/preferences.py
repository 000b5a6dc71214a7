"""Which notifications a player wants on which channels. Every channel calls `wants_notice`."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from accounts.models import Player
from foundation.hook import Hook
from notifications.kinds import SOUNDING, Channel, EmailTiming, NoticeGroup
from notifications.models import GameMute, NoticeSettings


def _default_players_with_device(players: Collection[int]) -> set[int]:
    return set()


def _default_replies_are_received() -> bool:
    return False


players_with_push_device = Hook(_default_players_with_device)
"""Hook that returns which of these players get push messages on a device. By default they get no e-mails, because the
push message is enough."""
replies_are_received = Hook(_default_replies_are_received)
"""Hook that returns whether replies to e-mails reach this server, so that they can play moves."""


@dataclass(frozen=True, slots=True)
class NoticePreferences:
    """The notification settings of one player, with defaults filled in. `has_device` is whether the player has a device
    for push messages."""

    settings: NoticeSettings
    has_device: bool = False

    def wants(self, kind: NoticeGroup | str, channel: Channel | str) -> bool:
        """Return whether the player wants notifications of this kind on this channel."""
        if channel == Channel.EMAIL:
            return self.email_timing_of(kind) != EmailTiming.OFF
        choice = self.settings.chosen.get(kind, {}).get(channel)
        if choice is None:
            return channel != Channel.SOUND or kind in SOUNDING
        return bool(choice)

    def email_timing_of(self, kind: NoticeGroup | str) -> EmailTiming:
        """Return when e-mails of this kind are sent. Without a choice by the player, e-mails about starts, ends and
        time are sent immediately. E-mails of other kinds follow `NoticeSettings.rest`, but digests are off for players
        with a device for push messages."""
        choice = self.settings.chosen.get(kind, {}).get(Channel.EMAIL)
        if choice is not None:
            return EmailTiming(choice)
        if kind in (NoticeGroup.TIME, NoticeGroup.GAME):
            return EmailTiming.NOW
        rest = EmailTiming(self.settings.rest)
        return EmailTiming.OFF if rest in (EmailTiming.HOURLY, EmailTiming.DAILY) and self.has_device else rest


def settings_or_defaults(player: Player) -> NoticeSettings:
    """Return this player's stored settings, or an unsaved row with the defaults if none are stored."""
    found = NoticeSettings.objects.filter(player=player).first()
    return found or NoticeSettings(player=player)


def preferences_of(player: Player) -> NoticePreferences:
    """Return this player's settings as NoticePreferences. Two queries."""
    return NoticePreferences(settings_or_defaults(player), player.pk in players_with_push_device([player.pk]))


def preferences_of_all(players: Iterable[int]) -> dict[int, NoticePreferences]:
    """Return the settings of many players as NoticePreferences, by player id. Two queries."""
    wanted = set(players)
    found = {row.player_id: row for row in NoticeSettings.objects.filter(player__in=wanted)}
    owners = players_with_push_device(wanted) if wanted else set()
    return {pk: NoticePreferences(found.get(pk) or NoticeSettings(player_id=pk), pk in owners) for pk in wanted}


def muted_player_game_pairs(games: Iterable[int]) -> set[tuple[int, int]]:
    """Return which players have muted which of these games, as pairs of player id and game id."""
    return set(GameMute.objects.filter(game__in=set(games)).values_list("player_id", "game_id"))


def wants_notice(player: Player, kind: NoticeGroup | str, channel: Channel | str, game_id: int | None = None) -> bool:
    """Return whether this player wants notifications of this kind on this channel. If the player has muted the game
    `game_id`, only warnings about time and notices on pages are wanted."""
    may_be_muted = game_id is not None and kind != NoticeGroup.TIME and channel != Channel.BELL
    if may_be_muted and GameMute.objects.filter(player=player, game=game_id).exists():
        return False
    return preferences_of(player).wants(kind, channel)


def mute_game(player: Player, game_id: int) -> None:
    """Mute a game for this player, except for warnings that time is running short. Does not check that the player
    plays in the game."""
    GameMute.objects.get_or_create(player=player, game_id=game_id)


def unmute_game(player: Player, game_id: int) -> None:
    """Unmute a game for this player."""
    GameMute.objects.filter(player=player, game=game_id).delete()
