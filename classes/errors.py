"""Refusals of classes."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from foundation.refusals import FieldRefusal, Refusal


class NoSuchClass(Refusal, code="no_such_class", http_status=404):
    """Raised if the class does not exist, this person is not in it, or its link is not valid."""

    sentence = _("Class not found. If you have a link, ask the teacher for a new one.")


class BadClass(FieldRefusal, code="bad_class", http_status=400):
    """Raised for invalid input; `field` names it."""

    sentence = _("Check the name (up to 60 characters), the texts (up to 2,000), the homework and its due date.")


class NotTeacher(Refusal, code="not_teacher", http_status=403, sentence=_("Only the class's teacher can do this.")):
    """Raised for people in a class who are not its teacher."""


class CannotTeach(Refusal, code="cannot_teach_class", http_status=403):
    """Raised for creating a class with an account that is not established (T1)."""

    sentence = _("You need a confirmed e-mail address and ten finished games to create a class.")


class NoBotsInClasses(Refusal, code="no_bots_in_classes", http_status=403, sentence=_("Bots can't join classes.")):
    """Raised for a bot."""


class TooManyClasses(Refusal, code="too_many_classes"):
    """Raised for more than 10 classes of a teacher, or 20 of a pupil."""

    sentence = _("You can teach up to 10 classes, and be a pupil in up to 20.")


class ClassFull(Refusal, code="class_full", sentence=_("A class can have up to 100 pupils.")):
    """Raised for more than 100 pupils and invited players."""


class AlreadyInClass(Refusal, code="already_in_class", sentence=_("This player is already in the class.")):
    """Raised for the teacher, for a pupil, and for inviting a player twice."""


class CannotInvitePupil(Refusal, code="cannot_invite_pupil", sentence=_("This player can't be invited to the class.")):
    """Raised if this player cannot be invited; the reason is not disclosed."""


class NotPupil(Refusal, code="not_pupil", sentence=_("This player is not in the class.")):
    """Raised for leaving a class or removing from it without being a pupil or invited."""


class TooManyClassMessages(Refusal, code="too_many_class_messages", http_status=429):
    """Raised at the daily limit for a class's messages; the next is possible in `seconds`."""

    sentence = _("You can send a class up to 5 messages a day.")


class ChildrenAlreadyCreated(Refusal, code="children_already_made"):
    """Raised for sending the form again that has created children's accounts."""

    sentence = _("These accounts already exist. Create a new card for each child whose card is missing.")


class TooManyCards(Refusal, code="too_many_cards", http_status=429):
    """Raised at the daily limit for children's accounts and cards; the next is possible in `seconds`."""

    sentence = _("You have reached today's limit for new accounts or cards. Try again tomorrow.")


class NoSuchCard(Refusal, code="no_such_card", http_status=404):
    """Raised if a card has been replaced, or the account has ended."""

    sentence = _("This card is no longer valid. Ask the teacher for a new one.")


class AddressTaken(Refusal, code="address_taken", sentence=_("Another account has this e-mail address.")):
    """Raised for a guardian's address that another account has."""


class TooManyGuardianEmails(Refusal, code="too_many_guardian_emails", http_status=429):
    """Raised at the daily limit for a guardian's e-mails; the next is possible in `seconds`."""

    sentence = _("We've sent too many e-mails for this account or to this address. Try again tomorrow.")


class TooMuchHomework(Refusal, code="too_much_homework"):
    """Raised for more than 20 items of homework, or the same item twice."""

    sentence = _("A class can have up to 20 different items of homework. Delete one to make room.")


class NoSuchHomework(Refusal, code="no_such_homework", http_status=404, sentence=_("Homework not found.")):
    """Raised if the class has no position with this number."""
