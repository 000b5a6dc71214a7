"""Reports about clubs, and measures against their names, texts and notices (E79)."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from accounts.models import Player
from clubs import access
from clubs.errors import NoSuchClub
from clubs.models import Club, ClubNotice, ClubRole, Membership
from clubs.names import lookalike_key
from clubs.services import moderating, notices
from moderation.errors import CannotReport, MeasureNotApplicable
from moderation.models import Case, Decision
from moderation.models.decision import Measure

MEASURES = (Measure.HIDE_CLUB, Measure.RENAME_CLUB, Measure.CLOSE_CLUB)
CLUB = "club"
"""The `kind` of evidence about a club."""


def reportable_club_owner(club: Club) -> Player:
    """Return the club's owner, who is responsible for its texts. Raises CannotReport if the club has none."""
    row = Membership.objects.filter(club=club, role=ClubRole.OWNER).members().select_related("player").first()
    if row is None:
        raise CannotReport
    return row.player


def club_evidence(club: Club) -> dict[str, Any]:
    """Return the current name and texts of a club as evidence."""
    texts = (club.about, club.rules, club.place, club.link)
    text = "\n".join(text for text in texts if text)
    return {"what": CLUB, "id": club.pk, "path": club.get_absolute_url(), "name": club.name, "text": text}


def club_notice_evidence(notice: ClubNotice) -> dict[str, Any]:
    """Return a notice with its text as evidence, in case it is hidden later."""
    return {
        "what": "club_notice",
        "id": notice.pk,
        "path": notice.get_absolute_url(),
        "name": notice.club.name,
        "text": notice.text,
        "at": notice.at.isoformat(),
    }


def reported_clubs(case: Case) -> list[Club]:
    """Return the open clubs named in this case's reports."""
    shown = [one["id"] for row in case.reports.all() for one in row.evidence if one["what"] == CLUB]
    return list(Club.objects.open().filter(pk__in=shown).order_by("pk"))


def visible_reported_club_notices(case: Case) -> list[ClubNotice]:
    """Return the visible club notices named in this case's reports that the case's player wrote."""
    shown = [one["id"] for row in case.reports.all() for one in row.evidence if one["what"] == "club_notice"]
    rows = ClubNotice.objects.filter(pk__in=shown, author=case.player, hidden_at=None, deleted_at=None)
    return list(rows.order_by("pk"))


def hide_club_notice(decision: Decision, notice_id: int, why: tuple[str, datetime]) -> None:
    """Hide the club notice. `why` is the reason and the time. Raises MeasureNotApplicable if the notice is by another
    player, or is already hidden."""
    rows = ClubNotice.objects.select_for_update(no_key=True).filter(author=decision.player, hidden_at=None)
    found = rows.filter(pk=notice_id).first()
    if found is None:
        raise MeasureNotApplicable
    notices.hide_notice(found.pk, *why)
    decision.club_notice = found


def apply_measure_to_club(decision: Decision, club_id: int | None, why: tuple[str, datetime]) -> None:
    """Hide the club's texts, remove its name or close it, as the decision says. `why` is the reason, which the club's
    managers can read, and the time. Raises MeasureNotApplicable if the case is not about the club."""
    reason, now = why
    if club_id not in {club.pk for club in reported_clubs(decision.case)} or club_id is None:
        raise MeasureNotApplicable
    try:
        if decision.measure == Measure.HIDE_CLUB:
            decision.kept = moderating.clear_club_texts(club_id, now, reason)
        elif decision.measure == Measure.RENAME_CLUB:
            decision.kept = moderating.replace_club_name_by_neutral(club_id, now, reason)
        else:
            moderating.close_club_by_staff(club_id, now, reason)
    except NoSuchClub as error:
        raise MeasureNotApplicable from error
    decision.club_id = club_id


def is_current_name_removed(club: Club) -> bool:
    """Return whether moderators have removed the club's current name, or one that looks the same, from this club."""
    rows = Decision.objects.filter(club=club, measure=Measure.RENAME_CLUB, undone_at=None)
    return club.key in {lookalike_key(kept["name"]) for kept in rows.values_list("kept", flat=True)}


def undo_measure_on_club(decision: Decision) -> None:
    """Undo the measure on the club, unless the club has been changed since."""
    if decision.club_id is None:
        return
    now = decision.undone_at
    assert now is not None
    if decision.measure == Measure.HIDE_CLUB:
        moderating.restore_club_texts(decision.club_id, decision.kept, now)
    elif decision.measure == Measure.RENAME_CLUB:
        moderating.restore_club_name(decision.club_id, decision.kept, now)
    else:
        moderating.reopen_club_by_staff(decision.club_id, now)


def club_owner_and_evidence(viewer: Player, club_id: int) -> tuple[Player, dict[str, Any]]:
    """Return a club's owner, and the club's name and texts as evidence. Raises NoSuchClub, CannotReport."""
    club = access.club_for(viewer, club_id)
    return reportable_club_owner(club), club_evidence(club)


def club_notice_author_and_evidence(viewer: Player, notice_id: int) -> tuple[Player, dict[str, Any]]:
    """Return a club notice's author, and its text as evidence. Raises NoSuchClubNotice, CannotReport."""
    notice = access.visible_club_notice(viewer, notice_id)
    if notice.author is None:
        raise CannotReport
    return notice.author, club_notice_evidence(notice)
