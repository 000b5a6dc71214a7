"""The event sent to a ladder's organiser if moderators hide or restore its name and description (E79)."""

from __future__ import annotations

from ladders.models import Ladder
from tournaments.announcing import ActAuthor, AnnouncedCompetition, CompetitionEvent, send_competition_events
from tournaments.services.moderating import EventTextModerator


def _announce_moderator_change(
    ladder: Ladder, before: str, acting: ActAuthor
) -> tuple[list[int], list[AnnouncedCompetition]]:
    people = [] if ladder.owner_id is None else [ladder.owner_id]
    send_competition_events(CompetitionEvent.EVENT_CHANGED, people, about={"ladder": ladder.pk, "act": "moderated"})
    return people, []


LADDERS = EventTextModerator(Ladder, _announce_moderator_change)
