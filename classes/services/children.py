"""Accounts for children, which a teacher creates with cards for signing in (T5), and the end of these accounts (T6).

A child's account is a guest with a sign-in code as its password (accounts.core.children). The child is in one class and
cannot leave it. When the class ends or the teacher removes the child, the names are deleted at once. The account is
deleted 30 days later, unless a guardian takes it over (guardians.py).
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from string import ascii_lowercase, digits

from django.contrib.auth.hashers import make_password
from django.core import signing
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.core.renaming import is_name_taken
from accounts.models import Player
from accounts.models.restriction import RestrictionKind as Restricted
from accounts.privacy import account_deletion
from accounts.security.sessions import end_sessions
from accounts.security.staff_permissions import StaffPermission, may
from challenges.server_bots import LEVELS, bot_name
from classes import errors
from classes.models import LONGEST_CHILD_NAME, Child, Classroom, Pupil, PupilStanding
from clubs.services.rows import lock_player
from foundation import limits
from foundation.number_fields import normalize_number
from foundation.text import check_single_line, clean_text, whole_number
from games.services.idempotency import PlayerRequest, body_hash, find_stored_answer, store_answer

from .founding import lock_for_teacher

logger = logging.getLogger(__name__)

MOST_PUPILS = 100
MOST_AT_ONCE = 40
"""The most accounts of one request: each takes a tenth of a second, because of its password."""
BATCHES, CARDS = "10/day", "100/day"
BAD_NAMES = _("Enter 1 to 40 names, with up to 40 characters each.")
A_MARGIN, MOST_DELETED = timedelta(hours=1), 200
"""How long a guardian's last request may take, and how many accounts are deleted at once."""
ANIMALS = (
    "badger", "beaver", "bear", "crane", "dolphin", "eagle", "falcon", "fox", "heron", "hare", "koala", "lynx",
    "marten", "moose", "otter", "owl", "panda", "puffin", "raven", "robin", "seal", "swan", "tiger", "turtle",
)  # fmt: skip
LETTERS = "".join(sign for sign in ascii_lowercase + digits if sign not in "il1o0")
"""Letters and digits of codes, without those that look alike."""
TRIES = 20
SIGN_IN, GUARDIAN, CONFIRM = "classes.card", "classes.guardian", "classes.confirm"


@dataclass(frozen=True, slots=True)
class SignInCard:
    """The data of a child's new sign-in card: links, and a code that is not stored."""

    child: Child
    code: str = field(repr=False)

    @property
    def sign_in_path(self) -> str:
        """Return the path of the link that signs the child in."""
        return reverse("classes:sign_in", args=[card_secret(self.child, SIGN_IN)])

    @property
    def guardian_path(self) -> str:
        """Return the path of the page where a guardian can take over the account."""
        return reverse("classes:guardian", args=[card_secret(self.child, GUARDIAN)])


def card_secret(child: Child, purpose: str) -> str:
    """Return the secret of the link for this purpose (signing in, or the guardian) on the child's current card."""
    return signing.dumps([child.pk, child.card], salt=purpose)


def find_child_by_secret(secret: str, purpose: str) -> Child | None:
    """Return the child whose current card has a link with this secret, None if there is none."""
    try:
        number, card = signing.loads(secret, salt=purpose)
    except (signing.BadSignature, ValueError):
        return None
    rows = Child.objects.filter(pk=number, card=card, player__is_child=True, player__is_active=True)
    return rows.select_related("player", "classroom").first()


def parse_names(text: str) -> list[str]:
    """Return the names in a text with one name per line. If the text is a number, return this many empty names. Raises
    BadClass."""
    if (count := whole_number(normalize_number(text), 3)) is not None:
        return [""] * count
    return [" ".join(line.split()) for line in clean_text(text).splitlines() if line.strip()]


def create_child_accounts(request: PlayerRequest, class_id: int, names: Sequence[str]) -> list[SignInCard]:
    """Create an account for each name, which may be empty. Return the cards.

    Raises ChildrenAlreadyCreated for a repeated request, BadClass, ClassFull, NoSuchClass, NotTeacher, TooManyCards,
    Muted, Suspended.
    """
    _check_names(names)
    wanted = body_hash(verb="children", classroom=class_id, names=list(names))
    with transaction.atomic():
        _lock_class_with_room(request, class_id, len(names))
        if find_stored_answer(request, wanted) is not None:
            raise errors.ChildrenAlreadyCreated
    _count_against_limit("class-children", request, BATCHES)
    codes = [_random_code() for _ in names]
    hashes = [make_password(code) for code in codes]  # before the transaction, so that nothing waits for them
    with transaction.atomic():
        classroom = _lock_class_with_room(request, class_id, len(names))
        made = [_create_child(request, classroom, name, hashed) for name, hashed in zip(names, hashes, strict=True)]
        store_answer(request, wanted, {"children": len(made)})
    return [SignInCard(child, code) for child, code in zip(made, codes, strict=True)]


def _check_names(names: Sequence[str]) -> None:
    try:
        for name in names:
            check_single_line(name)
    except ValidationError as error:
        raise errors.BadClass(field="names", why=BAD_NAMES) from error
    if not 1 <= len(names) <= MOST_AT_ONCE or max(map(len, names)) > LONGEST_CHILD_NAME:
        raise errors.BadClass(field="names", why=BAD_NAMES)


def _lock_class_with_room(request: PlayerRequest, class_id: int, count: int) -> Classroom:
    """Return the class, locked, if it has room for this many more pupils. Raises ClassFull and the errors of
    `lock_for_teacher`."""
    classroom = lock_for_teacher(request, class_id, Restricted.MUTED)
    if Pupil.objects.current_or_invited().filter(classroom=classroom).count() + count > MOST_PUPILS:
        raise errors.ClassFull
    return classroom


def _count_against_limit(what: str, request: PlayerRequest, rate: str) -> None:
    wait = limits.count_hit(what, str(request.player.pk), rate)
    if wait is not None:
        raise errors.TooManyCards(seconds=int(wait) + 1)


def _random_code() -> str:
    return "-".join("".join(secrets.choice(LETTERS) for _ in range(4)) for _ in range(3))


def _create_child(request: PlayerRequest, classroom: Classroom, name: str, hashed: str) -> Child:
    teacher = request.player
    player = Player(is_guest=True, is_child=True, password=hashed, language=teacher.language)
    player.time_zone, player.date_joined = teacher.time_zone, request.now
    _save_with_name(player, request.now)
    Pupil.objects.create(classroom=classroom, player=player, standing=PupilStanding.PUPIL, at=request.now)
    return Child.objects.create(player=player, classroom=classroom, name=name, made_at=request.now)


def _save_with_name(player: Player, now: datetime) -> None:
    """Save the new player with a free username that reveals nothing about the child."""
    for attempt in range(TRIES):
        player.username = f"{secrets.choice(ANIMALS)}-{secrets.randbelow(900_000) + 100_000}"
        if is_name_taken(player.username, now):
            continue
        try:
            with transaction.atomic():
                return player.save()
        except IntegrityError:
            if attempt == TRIES - 1:
                raise
    raise errors.ClassFull


def issue_new_card(request: PlayerRequest, class_id: int, player: Player) -> SignInCard:
    """Give a child a new card. The code and the links of the previous card stop working, and all sessions end.

    Raises NoSuchClass, NotPupil if the class has no such child, NotTeacher, TooManyCards, Suspended.
    """
    code = _random_code()
    with transaction.atomic():
        _child_or_raise(request, class_id, player)
    _count_against_limit("class-cards", request, CARDS)
    player.set_password(code)
    with transaction.atomic():
        lock_player(player.pk)  # so that no guardian takes the account over in between
        child = _child_or_raise(request, class_id, player)
        child.card += 1
        child.save(update_fields=["card"])
        player.save(update_fields=["password"])
        end_sessions(player=player)
        return SignInCard(child, code)


def _child_or_raise(request: PlayerRequest, class_id: int, player: Player) -> Child:
    classroom = lock_for_teacher(request, class_id)
    child = Child.objects.select_related("player").filter(pk=player.pk, classroom=classroom).first()
    if child is None:
        raise errors.NotPupil
    return child


def contacts_by_child(children: Collection[int]) -> Mapping[int, set[int]]:
    """Return, by child id, the ids of the players whom the child may meet: the others in the class, the teacher, and
    the server's own bots. Provided to accounts.core.children as a hook. Three queries."""
    classes = dict(Pupil.objects.current().filter(player__in=children).values_list("player_id", "classroom_id"))
    inside: dict[int, set[int]] = {pk: set() for pk in classes.values()}
    pupils = Pupil.objects.current().filter(classroom__in=inside)
    for class_id, teacher_id, player_id in pupils.values_list("classroom_id", "classroom__teacher_id", "player_id"):
        inside[class_id] |= {teacher_id, player_id}
    names = [bot_name(level) for level in range(1, LEVELS + 1)]
    bots = set(Player.objects.filter(is_bot=True, username__in=names).values_list("pk", flat=True))
    return {child: inside.get(classes.get(child, 0), set()) | bots for child in children}


def may_know_child(viewer: Player, child: Player) -> bool:
    """Return whether this player may know that the child exists. Provided to accounts.core.children as a hook."""
    return viewer.pk in contacts_by_child([child.pk])[child.pk] or may(viewer, StaffPermission.MODERATE)


def children_taught_by(teacher: Player) -> QuerySet[Player]:
    """Return the children in this teacher's classes. Provided to accounts.core.children as a hook."""
    return Player.objects.filter(is_child=True, child__classroom__teacher=teacher.pk)


def pupils_of_teacher(teacher: Player) -> QuerySet[Player]:
    """Return all pupils in this teacher's classes. Provided to accounts.core.children as a hook."""
    return Player.objects.filter(pk__in=Pupil.objects.current().filter(classroom__teacher=teacher.pk).values("player"))


def delete_ended_accounts(*, now: datetime, **_: object) -> int:
    """Delete the children's accounts that are due for deletion (`Child.ends_at`, T6). Return their number."""
    due = Child.objects.filter(ends_at__lt=now - A_MARGIN).select_related("player").order_by("ends_at")
    done = 0
    for child in due[:MOST_DELETED]:
        try:
            account_deletion.delete(player=child.player, now=now)
            done += 1
        except Exception:
            logger.exception("classes: could not delete the child's account %s", child.pk)
    return done
