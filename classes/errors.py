"""Errors about classes."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from foundation.refusals import FieldRefusal, Refusal


class NoSuchClass(Refusal, code="no_such_class", http_status=404):
    """Raised if the class does not exist, the viewer is not in it, or the link is not valid."""

    sentence = _("Class not found. If you have a link, ask the teacher for a new one.")


class BadClass(FieldRefusal, code="bad_class", http_status=400):
    """Raised if the input is not valid. `field` is the name of the field."""

    sentence = _("This entry is not valid. Check the highlighted field.")

    @classmethod
    def from_validation(cls, error: ValidationError) -> BadClass:
        """Return the refusal for the first field that a model's validation refuses, with its sentences."""
        field, sentences = next(iter(error.message_dict.items()))
        return cls(field=field, why=" ".join(sentences))


class NotTeacher(Refusal, code="not_teacher", http_status=403, sentence=_("Only the class's teacher can do this.")):
    """Raised if someone in the class who is not its teacher does what only the teacher may do."""


class CannotTeach(Refusal, code="cannot_teach_class", http_status=403):
    """Raised if a player without an established account creates a class (T1)."""

    sentence = _("You need a confirmed e-mail address and ten finished games to create a class.")


class NoBotsInClasses(Refusal, code="no_bots_in_classes", http_status=403, sentence=_("Bots can't join classes.")):
    """Raised if a bot creates, joins or is invited to a class."""


class TooManyClasses(Refusal, code="too_many_classes"):
    """Raised if a teacher would have more than 10 classes, or a pupil more than 20."""

    sentence = _("You can teach at most 10 classes and be a pupil in at most 20. Leave or delete a class first.")


class ClassFull(Refusal, code="class_full", sentence=_("This class is full. A class can have at most 100 pupils.")):
    """Raised if a class would have more than 100 pupils and invited players."""


class AlreadyInClass(Refusal, code="already_in_class", sentence=_("This player is already in the class.")):
    """Raised if the player is the teacher, is already a pupil, or is already invited."""


class CannotInvitePupil(Refusal, code="cannot_invite_pupil", sentence=_("This player can't be invited to the class.")):
    """Raised if this player cannot be invited. The reason is not disclosed."""


class NotPupil(Refusal, code="not_pupil", sentence=_("This player is not in the class.")):
    """Raised if a player to be removed, or who leaves, is neither a pupil nor invited."""


class TooManyClassMessages(Refusal, code="too_many_class_messages", http_status=429):
    """Raised if the class has reached its daily limit of messages. The next message is possible in `seconds`."""

    sentence = _("You've reached today's limit of 5 messages to this class. Try again tomorrow.")


class ChildrenAlreadyCreated(Refusal, code="children_already_made"):
    """Raised if the form that creates children's accounts is submitted again."""

    sentence = _("These accounts already exist. Create a new card for each child whose card is missing.")


class TooManyCards(Refusal, code="too_many_cards", http_status=429):
    """Raised if the teacher has reached the daily limit of children's accounts and cards. The next is possible in
    `seconds`."""

    sentence = _("You've reached today's limit for new accounts or cards. Try again tomorrow.")


class NoSuchCard(Refusal, code="no_such_card", http_status=404):
    """Raised if the card has been replaced, or the account has been ended."""

    sentence = _("This card is no longer valid. Ask the teacher for a new one.")


class AddressTaken(Refusal, code="address_taken"):
    """Raised if another account has the guardian's e-mail address."""

    sentence = _("Another account already uses this e-mail address. Enter a different one.")


class TooManyGuardianEmails(Refusal, code="too_many_guardian_emails", http_status=429):
    """Raised if the daily limit of e-mails to a guardian is reached. The next is possible in `seconds`."""

    sentence = _("We've sent 5 e-mails for this account today. Try again tomorrow.")


class TooMuchHomework(Refusal, code="too_much_homework"):
    """Raised if a class would have more than 20 items of homework."""

    sentence = _("A class can have up to 20 different homework assignments. Delete one to make room.")


class AlreadyHomework(Refusal, code="already_homework"):
    """Raised if a class already has this item of homework."""

    sentence = _("The class already has this homework. To change the due date, delete it first.")


class NoSuchHomework(Refusal, code="no_such_homework", http_status=404, sentence=_("Homework not found.")):
    """Raised if the class has no position with this number."""
