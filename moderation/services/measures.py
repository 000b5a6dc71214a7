"""The effect of each measure, the permission that it needs, and how it is reversed. Each adds one row to the audit
log."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import QuerySet
from django.utils import translation
from django.utils.crypto import get_random_string

from accounts.core.audit import StaffContext, record_staff_action
from accounts.core.renaming import block_name, unblock_name
from accounts.core.restrictions import lift_restriction, restrict_player
from accounts.models import Player, PlayerPicture, Restriction
from accounts.models.restriction import RestrictionKind as Restrict
from accounts.names import lookalike_form
from accounts.security.staff_permissions import StaffPermission, may
from clubs.services.notices import unhide_notice
from games import events
from games.models import Message
from games.services.chat import hide_message, unhide_message
from moderation.errors import InvalidRestrictionEnd, MeasureNotApplicable
from moderation.models import Appeal, Case, Decision
from moderation.models.case import CaseKind
from moderation.models.decision import GamesAfterSuspension, Measure
from social.models import Post
from social.services.moderating import hide_post, unhide_post

from . import clubs, events_and_matches

LONGEST = timedelta(days=90)
"""The longest restriction by a moderator who is not an administrator."""
APPEAL_FIRST = timedelta(hours=24)
"""How long a suspended player's games stop to allow an appeal."""

NEEDS: dict[Measure, StaffPermission] = {
    Measure.NONE: StaffPermission.MODERATE,
    Measure.WARN: StaffPermission.MODERATE,
    Measure.HIDE: StaffPermission.MODERATE,
    Measure.HIDE_PROFILE: StaffPermission.MODERATE,
    Measure.HIDE_CLUB: StaffPermission.MODERATE,
    Measure.RENAME_CLUB: StaffPermission.RESTRICT,
    Measure.CLOSE_CLUB: StaffPermission.RESTRICT,
    Measure.HIDE_EVENT: StaffPermission.MODERATE,
    Measure.MUTED: StaffPermission.RESTRICT,
    Measure.UNRATED: StaffPermission.RESTRICT,
    Measure.BARRED: StaffPermission.RESTRICT,
    Measure.SUSPENDED: StaffPermission.RESTRICT,
    Measure.LIFT: StaffPermission.RESTRICT,
    Measure.RENAME: StaffPermission.ADMINISTER,
    Measure.GAME: StaffPermission.RULE,
}
RESTRICTIONS: dict[Measure, Restrict] = {
    Measure.MUTED: Restrict.MUTED,
    Measure.UNRATED: Restrict.UNRATED,
    Measure.BARRED: Restrict.BARRED,
    Measure.SUSPENDED: Restrict.SUSPENDED,
}


@dataclass(frozen=True, slots=True)
class Sanction:
    """A measure to apply, with its reason.

    `reason_key` is one of REASONS, and `reason` a text; the player concerned can read both. If `until` is None, the
    measure has no end. `message` (of a chat), `post` (elsewhere), `club_notice` and `restriction` are the ids of the
    object to hide or lift. `club` is the id of the club to change, and `event` the key of the event
    (visible_reported_events). `seen` is the number of the case's decisions that the moderator had seen; None skips this
    check.
    """

    measure: Measure
    reason: str = ""
    reason_key: str = ""
    until: datetime | None = None
    ends_case: bool = True
    note: str = ""
    message: int | None = None
    post: int | None = None
    club_notice: int | None = None
    club: int | None = None
    event: str = ""
    restriction: int | None = None
    games_then: GamesAfterSuspension = GamesAfterSuspension.PLAY_ON
    seen: int | None = None


def apply_measure(decision: Decision, sanction: Sanction, now: datetime) -> None:
    """Apply a decision's measure and log it, in the transaction that created the decision. Raises MeasureNotApplicable,
    InvalidRestrictionEnd."""
    if decision.measure in RESTRICTIONS:
        _restrict_player(decision, sanction, now)
    else:
        _DO[Measure(decision.measure)](decision, sanction, now)
    decision.save()


def undo_measure(decision: Decision, *, by: Player, reason: str, now: datetime) -> None:
    """Undo the decision's measure and log this, unless its effect has been replaced by a later change. Needs a
    transaction."""
    if decision.restriction is not None:
        _lift_and_log(decision.restriction, _staff_context(decision, now, by=by, reason=reason))
        return
    back = _BACK.get(Measure(decision.measure))
    if back is not None:
        back(decision)
    record_staff_action(_staff_context(decision, now, by=by, reason=reason), "undo", decision.player)


def reason_in_player_language(decision: Decision) -> str:
    """Return the decision's reason as text, in the language of the player concerned."""
    player = decision.player
    language = settings.LANGUAGE_CODE if player is None or not player.language else player.language
    with translation.override(language):
        return decision.reason_text


def _log_measure(decision: Decision, action: str, now: datetime) -> None:
    record_staff_action(_staff_context(decision, now), action, decision.player)


def _staff_context(decision: Decision, now: datetime, *, by: Player | None = None, reason: str = "") -> StaffContext:
    """Return the context for the audit log, by default with the decision's author and reason."""
    about = {"case": decision.case_id, "decision": decision.pk}
    return StaffContext(by or decision.by, now, reason or reason_in_player_language(decision), about)


def _only_log_measure(decision: Decision, sanction: Sanction, now: datetime) -> None:
    """Log a measure that changes nothing, such as a warning."""
    _log_measure(decision, decision.measure, now)


def _hide_message(decision: Decision, sanction: Sanction, now: datetime) -> None:
    if sanction.club_notice is not None:
        clubs.hide_club_notice(decision, sanction.club_notice, (reason_in_player_language(decision), now))
        _log_measure(decision, "hide", now)
        return
    model: type[Message] | type[Post] = Message if sanction.post is None else Post
    number = sanction.message if sanction.post is None else sanction.post
    rows: QuerySet[Message | Post] = QuerySet(model).select_for_update()
    found = rows.filter(pk=number, author=decision.player, hidden_at=None).first()
    if found is None:
        raise MeasureNotApplicable
    if sanction.post is None:
        decision.message = hide_message(message_id=found.pk, reason=reason_in_player_language(decision), now=now)
    else:
        decision.post = hide_post(post_id=found.pk, reason=reason_in_player_language(decision), now=now)
    _log_measure(decision, "hide", now)


def _apply_to_club(decision: Decision, sanction: Sanction, now: datetime) -> None:
    clubs.apply_measure_to_club(decision, sanction.club, (reason_in_player_language(decision), now))
    _log_measure(decision, decision.measure, now)


def _apply_to_event(decision: Decision, sanction: Sanction, now: datetime) -> None:
    events_and_matches.apply_measure_to_event(decision, sanction.event, now)
    _log_measure(decision, decision.measure, now)


def _unhide_message(decision: Decision) -> None:
    if decision.message_id is not None:
        unhide_message(message_id=decision.message_id)
    elif decision.post_id is not None:
        unhide_post(post_id=decision.post_id)
    elif decision.club_notice_id is not None:
        unhide_notice(decision.club_notice_id)


def _hide_profile(decision: Decision, sanction: Sanction, now: datetime) -> None:
    player = _lock_player(decision)
    if not (player.bio or player.picture):
        raise MeasureNotApplicable
    decision.kept = {"bio": player.bio, "picture": player.picture}
    Player.objects.filter(pk=player.pk).update(bio="", picture="")
    _log_measure(decision, "hide_profile", now)


def _restore_profile(decision: Decision) -> None:
    player, picture = _lock_player(decision), decision.kept.get("picture", "")
    rows = Player.objects.filter(pk=player.pk)
    rows.filter(bio="").update(bio=decision.kept["bio"])
    if PlayerPicture.objects.filter(player=player, digest=picture).exists():
        rows.update(picture=picture)


def _replace_name(decision: Decision, sanction: Sanction, now: datetime) -> None:
    player = _lock_player(decision)
    decision.kept = {"name": player.username, "neutral": _neutral_name()}
    block_name(player, now)
    player.username = decision.kept["neutral"]
    player.save(update_fields=["username"])
    _log_measure(decision, "rename", now)


def _neutral_name() -> str:
    """Return a free name of the form player-123456."""
    while True:
        name = f"player-{get_random_string(6, '0123456789')}"
        if not Player.objects.filter(name_key=lookalike_form(name)).exists():
            return name


def _restore_name(decision: Decision) -> None:
    """Restore the name that the measure removed, unless the player has chosen another or someone has taken it."""
    player, name = _lock_player(decision), decision.kept["name"]
    is_taken = Player.objects.filter(name_key=lookalike_form(name)).exists()
    if player.username == decision.kept["neutral"] and not is_taken:
        unblock_name(name)
        player.username = name
        player.save(update_fields=["username"])


def _restrict_player(decision: Decision, sanction: Sanction, now: datetime) -> None:
    player = decision.player
    assert player is not None
    check_restriction_end(decision.by, sanction.until, now)
    if decision.measure == Measure.SUSPENDED:
        decision.games_then, decision.games_due = sanction.games_then, now + APPEAL_FIRST
        events.recheck_player_sockets(player.pk)
    decision.until = sanction.until
    kind = RESTRICTIONS[Measure(decision.measure)]
    decision.restriction = restrict_player(player, kind, sanction.until, _staff_context(decision, now))


def check_restriction_end(by: Player, until: datetime | None, now: datetime) -> None:
    """Raise InvalidRestrictionEnd if this moderator may not set a restriction with this end."""
    if until is not None and until <= now:
        raise InvalidRestrictionEnd(most=LONGEST.days)
    if (until is None or until > now + LONGEST) and not may(by, StaffPermission.ADMINISTER):
        raise InvalidRestrictionEnd(most=LONGEST.days)


def _lift_restriction(decision: Decision, sanction: Sanction, now: datetime) -> None:
    found = Restriction.objects.in_force(now).filter(pk=sanction.restriction or 0, player=decision.player).first()
    if found is None:
        raise MeasureNotApplicable
    decision.restriction = found
    _lift_and_log(found, _staff_context(decision, now))


def _lift_and_log(restriction: Restriction, by: StaffContext) -> None:
    """Lift the restriction and log this. If it is over already, only log it."""
    if Restriction.objects.in_force(by.now).filter(pk=restriction.pk).exists():
        lift_restriction(restriction, by)
    else:
        record_staff_action(by, "lift", restriction.player)


def _lock_player(decision: Decision) -> Player:
    return Player.objects.select_for_update(no_key=True).get(pk=decision.player_id or 0)


_DO: dict[Measure, Callable[[Decision, Sanction, datetime], None]] = {
    Measure.NONE: _only_log_measure,
    Measure.WARN: _only_log_measure,
    Measure.HIDE: _hide_message,
    Measure.HIDE_PROFILE: _hide_profile,
    Measure.HIDE_CLUB: _apply_to_club,
    Measure.RENAME_CLUB: _apply_to_club,
    Measure.CLOSE_CLUB: _apply_to_club,
    Measure.HIDE_EVENT: _apply_to_event,
    Measure.RENAME: _replace_name,
    Measure.LIFT: _lift_restriction,
}
_BACK: dict[Measure, Callable[[Decision], object]] = {
    Measure.HIDE: _unhide_message,
    Measure.HIDE_PROFILE: _restore_profile,
    Measure.HIDE_CLUB: clubs.undo_measure_on_club,
    Measure.RENAME_CLUB: clubs.undo_measure_on_club,
    Measure.CLOSE_CLUB: clubs.undo_measure_on_club,
    Measure.HIDE_EVENT: events_and_matches.undo_measure_on_event,
    Measure.RENAME: _restore_name,
}


def permission_to_answer(appeal: Appeal) -> StaffPermission:
    """Return the permission that is needed to answer an appeal, which is the same as for the decision."""
    return NEEDS[Measure(appeal.decision.measure)]


def possible_measures(case: Case, staff: Player) -> list[Measure]:
    """Return the measures that this moderator may apply in this case, in order. Return [] for appeals, which are
    answered instead."""
    if case.kind == CaseKind.APPEAL:
        return []
    if case.player is None:
        wanted = [Measure.NONE]
    elif case.player.deleted_at is not None:
        wanted = [Measure.NONE, Measure.HIDE, *clubs.MEASURES, Measure.HIDE_EVENT]
    else:
        wanted = [measure for measure in Measure if measure != Measure.GAME]
    if case.player is not None and case.player.is_staff and not may(staff, StaffPermission.ADMINISTER):
        wanted = [measure for measure in wanted if NEEDS[measure] == StaffPermission.MODERATE]
    return [measure for measure in wanted if may(staff, NEEDS[measure])]
