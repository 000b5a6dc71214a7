"""Export all data about a player as a zip archive, readable by people and programs.

Every app declares which data it stores, and which it leaves out with the reason (accounts.signals.export_described). A
test checks that every field that refers to a player is declared (tests/accounts/test_data_export.py). The export never
contains secrets.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from allauth.account.models import EmailAddress
from allauth.idp.oidc.models import Client
from allauth.idp.oidc.models import Token as OAuthToken
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.apps import apps
from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import QuerySet
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import (
    ApiToken,
    Block,
    FederationProfile,
    FormerName,
    Player,
    PlayerPicture,
    Restriction,
    SecurityEvent,
)
from accounts.signals import export_described
from foundation.archive import zip_texts

ROWS_AT_ONCE = 1000

Files = Callable[[Player], Iterable[tuple[str, Iterable[str]]]]


@dataclass(frozen=True, slots=True)
class ExportSection:
    """A file or folder in the export. `meaning` describes it to the player, `covers` names the model fields in it, and
    `files` returns its files for a player."""

    name: str
    meaning: Promise
    covers: tuple[str, ...]
    files: Files


class Export:
    """All sections of the export, as declared by the apps (accounts.signals.export_described)."""

    def __init__(self) -> None:
        self.sections: list[ExportSection] = []
        self.left_out: dict[str, str] = {}

    def add_section(self, name: str, meaning: Promise, covers: tuple[str, ...], files: Files) -> None:
        """Add a section. `meaning` describes it to the player, `covers` names the model fields in it, such as
        "games.Message.author", and `files` returns its files for a player."""
        self.sections.append(ExportSection(name, meaning, covers, files))

    def add_rows(
        self, name: str, meaning: Promise, covers: tuple[str, ...], rows: Callable[[Player], QuerySet[Any, Any]]
    ) -> None:
        """Add a section that is a single file, with one JSON object per line. `rows` returns a player's data as a
        `.values()` queryset. `meaning` describes the file to the player, and `covers` names the model fields in it."""
        path = f"{name}.jsonl"
        self.add_section(path, meaning, covers, lambda player: [(path, _json_lines(rows(player)))])

    def exclude_fields(self, reasons: Mapping[str, str]) -> None:
        """Declare the fields that refer to a player but are in no section, each with the reason."""
        self.left_out.update(reasons)


def _json_lines(rows: QuerySet[Any, Any]) -> Iterator[str]:
    for row in rows.iterator(chunk_size=ROWS_AT_ONCE):
        yield json.dumps(row, cls=DjangoJSONEncoder, ensure_ascii=False) + "\n"


@cache
def _export_sections() -> Export:
    """Return the export with the sections of all apps; computed once."""
    export = Export()
    export_described.send(None, export=export)
    return export


def declared_fields() -> set[str]:
    """Return the model fields that the export's sections cover or exclude with a reason."""
    return {field for section in _export_sections().sections for field in section.covers} | set(
        _export_sections().left_out
    )


def export_archive(player: Player) -> Iterator[bytes]:
    """Yield the zip archive with all data about the player in pieces, so that only one piece is in memory at a time."""
    with translation.override(player.language or settings.LANGUAGE_CODE):
        readme = _readme_text()
    return zip_texts(_export_files(player, readme))


def _export_files(player: Player, readme: str) -> Iterator[tuple[str, Iterable[str]]]:
    yield "README.txt", [readme]
    for section in _export_sections().sections:
        yield from section.files(player)


def _readme_text() -> str:
    lines = [
        _("Everything this server stores about you."),
        _("Files ending in .jsonl hold one JSON object per line. Games are SGF files. Times are in UTC."),
        _("Passwords, tokens, other secrets and text written by other people are not included."),
        "",
    ]
    return "\n".join([*lines, *(f"{section.name}: {section.meaning}" for section in _export_sections().sections), ""])


def _account_files(player: Player) -> list[tuple[str, Iterable[str]]]:
    secret = {"password", "name_key"}
    fields = [field.attname for field in Player._meta.concrete_fields if field.name not in secret]
    found = Player.objects.filter(pk=player.pk).values(*fields).get()
    return [("account.json", [json.dumps(found, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1) + "\n"])]


def declare_account_data(export: Export, **kwargs: object) -> None:
    """Declare the data that this app stores about players."""
    export.add_section(
        "account.json", gettext_lazy("your account: name, e-mail address, about me, settings"), (), _account_files
    )
    if apps.is_installed("allauth.socialaccount"):
        elsewhere: QuerySet[Any] = QuerySet(apps.get_app_config("socialaccount").get_model("SocialAccount"))
        export.add_rows(
            "sign_in_elsewhere", gettext_lazy("external accounts you sign in with"),
            ("socialaccount.SocialAccount.user",),
            lambda player: elsewhere.filter(user=player).values("provider", "uid", "last_login", "extra_data"),
        )  # fmt: skip
    export.add_rows(
        "addresses", gettext_lazy("your e-mail addresses"), ("account.EmailAddress.user",),
        lambda player: EmailAddress.objects.filter(user=player).values("email", "verified", "primary"),
    )  # fmt: skip
    export.add_rows(
        "sessions", gettext_lazy("devices you are signed in on"), ("usersessions.UserSession.user",),
        lambda player: UserSession.objects.filter(user=player).values("created_at", "last_seen_at", "ip", "user_agent"),
    )  # fmt: skip
    export.add_rows(
        "second_factors", gettext_lazy("your passkeys and authenticator apps, without their secrets"),
        ("mfa.Authenticator.user",),
        lambda player: Authenticator.objects.filter(user=player).values("type", "created_at", "last_used_at"),
    )  # fmt: skip
    export.add_rows(
        "security_events", gettext_lazy("your account activity"), ("accounts.SecurityEvent.player",),
        lambda player: SecurityEvent.objects.filter(player=player).values("at", "kind", "network", "agent", "detail"),
    )  # fmt: skip
    export.add_rows(
        "tokens", gettext_lazy("your tokens, without their values"), ("accounts.ApiToken.player",),
        lambda player: ApiToken.objects.filter(player=player).values(
            "name", "scopes", "created_at", "expires_at", "last_used_at"
        ),
    )  # fmt: skip
    export.add_rows(
        "programs", gettext_lazy("apps you registered"), ("allauth_idp_oidc.Client.owner",),
        lambda player: Client.objects.filter(owner=player).values("id", "name", "redirect_uris", "created_at"),
    )  # fmt: skip
    export.add_rows(
        "access", gettext_lazy("apps with access to your account"), ("allauth_idp_oidc.Token.user",),
        lambda player: OAuthToken.objects.filter(user=player).values(
            "client__name", "type", "created_at", "expires_at"
        ),
    )  # fmt: skip
    export.add_rows(
        "names", gettext_lazy("your former names"), ("accounts.FormerName.player",),
        lambda player: FormerName.objects.filter(player=player).values("name", "at", "until"),
    )  # fmt: skip
    export.add_rows(
        "picture", gettext_lazy("the picture you uploaded, as base64-encoded WebP"), ("accounts.PlayerPicture.player",),
        lambda player: PlayerPicture.objects.filter(player=player).values("at", "webp"),
    )  # fmt: skip
    export.add_rows(
        "federations", gettext_lazy("your real name and your Go federation numbers"),
        ("accounts.FederationProfile.player",),
        lambda player: FederationProfile.objects.filter(player=player).values(
            "family_name", "given_name", "country", "club", "egd_pin", "aga_number", "ffg_licence", "is_findable"
        ),
    )  # fmt: skip
    export.add_rows(
        "blocks", gettext_lazy("players you have blocked"), ("accounts.Block.player",),
        lambda player: Block.objects.filter(player=player).values("blocked__username", "at"),
    )  # fmt: skip
    export.add_rows(
        "restrictions", gettext_lazy("restrictions on your account, and the reasons"), ("accounts.Restriction.player",),
        lambda player: Restriction.objects.filter(player=player).values("kind", "reason", "begin", "end", "lifted_at"),
    )  # fmt: skip
    export.exclude_fields(
        {
            "accounts.Block.blocked": "only the player who blocked someone may know it",
            "accounts.Restriction.by": "about the work of the moderators",
            "accounts.Restriction.lifted_by": "about the work of the moderators",
            "accounts.StaffAction.staff": "the audit log is not part of a moderator's data",
            "accounts.StaffAction.player": "the audit log; what was decided is among the restrictions",
            "accounts.SpentGrant.player": "hashes of what programs have used up",
            "admin.LogEntry.user": "the admin site's log",
        }
    )
