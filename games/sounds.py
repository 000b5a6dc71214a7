"""What an open page sounds for, by what its player chose for each kind and muted (C62): the page's script plays when
there is something new among what `heard_by` names."""

from __future__ import annotations

from django.db.models import Exists, OuterRef

from accounts.models import Player
from games.models import Game
from notifications.kinds import YOUR_ANSWER, YOUR_TURN, Channel, Kind, kind_of
from notifications.models import GameMute, Notice
from notifications.wishes import Wishes, settings_of, wants
from rules import Phase

MOST_TURNS = 100
MOST_NOTICES = 20


def heard_by(player: Player) -> list[str]:
    """Names of what may be heard: games that wait for this player, each at its position, and their newest notices, read
    or not; none of a kind without sound or of a muted game. Three statements."""
    wishes = Wishes(settings_of(player))
    return [*_turns(player, wishes), *_notices(player, wishes)]


def is_silent(player: Player, game: Game) -> bool:
    """Whether the stones of this game of theirs are not to be heard."""
    return not wants(player, Kind.TURN, Channel.SOUND, game.pk)


def _turns(player: Player, wishes: Wishes) -> list[str]:
    muted = GameMute.objects.filter(player=player, game=OuterRef("pk"))
    waiting = Game.objects.awaiting(player).filter(~Exists(muted)).order_by("pk")
    return [
        f"g{pk}.{number}"
        for pk, number, phase in waiting.values_list("pk", "state_number", "phase")[:MOST_TURNS]
        if wishes.wants(kind_of(YOUR_TURN if phase == Phase.PLAY.value else YOUR_ANSWER), Channel.SOUND)
    ]


def _notices(player: Player, wishes: Wishes) -> list[str]:
    muted = GameMute.objects.filter(player=player, game=OuterRef("game"))
    newest = Notice.objects.filter(player=player).annotate(is_muted=Exists(muted)).order_by("-pk")
    return [
        f"n{pk}"
        for pk, kind, is_muted in newest.values_list("pk", "kind", "is_muted")[:MOST_NOTICES]
        if wishes.wants(kind_of(kind), Channel.SOUND) and (not is_muted or kind_of(kind) is Kind.TIME)
    ]
