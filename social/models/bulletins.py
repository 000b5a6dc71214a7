"""Bulletins: announcements by administrators, in every language of the site, with an optional poll."""

from __future__ import annotations

from datetime import datetime
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.urls import reverse
from django.utils.translation import get_language, pgettext_lazy

from accounts.models import Player
from foundation import languages
from foundation.text import check_single_line, check_text

LONGEST_TITLE, LONGEST_BULLETIN, LONGEST_QUESTION, LONGEST_ANSWER = 100, 2000, 200, 80
FEWEST_ANSWERS, MOST_ANSWERS = 2, 6


class BulletinQuerySet(models.QuerySet["Bulletin"]):
    """Queries for bulletins."""

    def shown_at(self, now: datetime) -> Self:
        """Select bulletins that are published at this time."""
        return self.filter(Q(ends=None) | Q(ends__gt=now), begins__lte=now)

    def without_permanent_before(self, joined: datetime) -> Self:
        """Exclude permanent bulletins that began before the viewer joined."""
        return self.filter(Q(begins__gte=joined) | Q(ends__isnull=False))

    def not_dismissed_by(self, player: Player) -> Self:
        """Exclude bulletins that this player has dismissed."""
        return self.exclude(Exists(Dismissal.objects.filter(bulletin=OuterRef("pk"), player=player)))


class Bulletin(models.Model):
    """An announcement that is shown from `begins` until `ends`, or permanently if `ends` is null."""

    begins = models.DateTimeField(pgettext_lazy("field", "from"))
    ends = models.DateTimeField(pgettext_lazy("field", "until"), null=True, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")

    objects = BulletinQuerySet.as_manager()

    class Meta:
        ordering = ["-begins", "-pk"]
        verbose_name = pgettext_lazy("name", "bulletin")
        verbose_name_plural = pgettext_lazy("name", "bulletins")
        indexes = [models.Index(fields=["-begins", "-id"], name="bulletin_latest")]

    def __str__(self) -> str:
        return f"bulletin {self.pk}"

    def get_absolute_url(self) -> str:
        return reverse("social:bulletin", args=[self.pk])

    @property
    def text_in_language(self) -> BulletinText:
        """Return the text in the current language if there is one, otherwise in the site's first language with a
        text."""
        texts = {text.language: text for text in self.texts.all()}
        order = [get_language() or "", settings.LANGUAGE_CODE, *dict(settings.LANGUAGES)]
        return next(texts[code] for code in order if code in texts)

    def is_in_force(self, now: datetime) -> bool:
        """Return whether the bulletin has begun and not ended."""
        return self.begins <= now and not self.is_over(now)

    def is_over(self, now: datetime) -> bool:
        """Return whether the bulletin has ended."""
        return self.ends is not None and self.ends <= now


class BulletinText(models.Model):
    """A bulletin's text in one language. `answers` has one poll option per line. Every language has the same number of
    options, in the same order."""

    bulletin = models.ForeignKey(Bulletin, models.CASCADE, related_name="texts", db_index=False)
    language = models.CharField(max_length=languages.LONGEST_CODE)
    title = models.CharField(pgettext_lazy("field", "title"), max_length=LONGEST_TITLE, validators=[check_single_line])
    text = models.TextField(pgettext_lazy("field", "text"), max_length=LONGEST_BULLETIN, validators=[check_text])
    question = models.CharField(
        pgettext_lazy("field", "question"), max_length=LONGEST_QUESTION, blank=True, validators=[check_single_line]
    )
    answers = models.TextField(pgettext_lazy("field", "answers"), blank=True, validators=[check_text])

    class Meta:
        verbose_name = pgettext_lazy("name", "bulletin text")
        verbose_name_plural = pgettext_lazy("name", "bulletin texts")
        constraints = [models.UniqueConstraint(fields=["bulletin", "language"], name="bulletin_once_a_language")]

    def __str__(self) -> str:
        return f"{self.bulletin_id} {self.language}"

    @property
    def choices(self) -> list[str]:
        """Return the poll's options."""
        return non_empty_lines(self.answers)


def non_empty_lines(text: str) -> list[str]:
    """Return the non-empty lines of a text, without surrounding spaces."""
    return [line.strip() for line in text.splitlines() if line.strip()]


class Vote(models.Model):
    """A player's vote in a poll, as the index of the option. No one can see who voted for what."""

    bulletin = models.ForeignKey(Bulletin, models.CASCADE, related_name="votes", db_index=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    choice = models.PositiveSmallIntegerField()

    class Meta:
        verbose_name = pgettext_lazy("name", "vote")
        verbose_name_plural = pgettext_lazy("name", "votes")
        constraints = [models.UniqueConstraint(fields=["bulletin", "player"], name="vote_once")]

    def __str__(self) -> str:
        return f"{self.bulletin_id} {self.choice}"


class Dismissal(models.Model):
    """A player's dismissal of a bulletin."""

    bulletin = models.ForeignKey(Bulletin, models.CASCADE, related_name="+", db_index=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")

    class Meta:
        verbose_name = pgettext_lazy("name", "dismissed bulletin")
        verbose_name_plural = pgettext_lazy("name", "dismissed bulletins")
        constraints = [models.UniqueConstraint(fields=["bulletin", "player"], name="dismiss_once")]

    def __str__(self) -> str:
        return f"{self.bulletin_id} {self.player_id}"
