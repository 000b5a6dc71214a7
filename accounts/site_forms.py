"""Forms for the administrator's server-wide settings: name, mail server and backups."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path
from typing import Any

from django import forms
from django.conf import settings
from django.core.validators import EmailValidator, MaxLengthValidator
from django.db import connection
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.core import mail_server, site
from accounts.core.mail_server import PLAIN, STARTTLS, TLS, MailServer
from accounts.forms import SignupForm
from accounts.models import BackupInterval, SiteSettings
from foundation.number_fields import IntegerField
from foundation.text import check_single_line

MAIL, BACKUPS = "mail_", "backup_"
SECURITY = (
    (STARTTLS, _("STARTTLS (usually port 587)")),
    (TLS, _("TLS (usually port 465)")),
    (PLAIN, _("none (only if the mail server is on this machine)")),
)
RULE_SETS = (
    ("japanese", pgettext_lazy("option", "Japanese rules")),
    ("brainking", pgettext_lazy("option", "BrainKing rules")),
    ("chinese", pgettext_lazy("option", "Chinese rules")),
)
"""The rules that a server can propose, by their keys in `rules`."""
_HOST = re.compile(r"[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?|\[?[0-9a-fA-F:]+\]?")
LATIN = {"dir": "ltr", "autocapitalize": "none", "spellcheck": "false", "autocomplete": "off"}


def can_set_mail_server() -> bool:
    """Return whether administrators can set a mail server, because the environment sets none."""
    return not mail_server.is_set_by_environment()


def can_set_backups() -> bool:
    """Return whether this process makes backups once a folder is set, because it can write them."""
    return site.makes_backups and (connection.vendor == "sqlite" or shutil.which("pg_dump") is not None)


class SiteFieldsForm(forms.Form):
    """Base of SiteSettingsForm and FirstAdminForm: the fields for server-wide settings. Fields that would have no
    effect on this server are removed."""

    site_name = forms.CharField(
        label=pgettext_lazy("label", "Server name"),
        min_length=2,
        max_length=40,
        validators=[check_single_line],
        widget=forms.TextInput(attrs={"dir": "auto"}),
        help_text=_("Shown at the top of every page and in e-mails, for example the name of your club."),
    )
    rule_set = forms.ChoiceField(
        label=pgettext_lazy("label", "Rules"),
        choices=RULE_SETS,
        required=False,
        widget=forms.RadioSelect,
        help_text=_(
            "The default for new games, and for visitors who play the computer. Players can choose other rules."
        ),
    )
    mail_host = forms.CharField(
        label=pgettext_lazy("label", "Mail server"),
        required=False,
        max_length=253,
        validators=[check_single_line],
        widget=forms.TextInput(attrs=LATIN),
        help_text=_("For example, mail.example.org. Leave empty if you don't want to send e-mail yet."),
    )
    mail_port = IntegerField(
        label=pgettext_lazy("label", "Port"), required=False, min_value=1, max_value=65_535, initial=587
    )
    mail_security = forms.ChoiceField(label=pgettext_lazy("label", "Encryption"), required=False, choices=SECURITY)
    mail_user = forms.CharField(
        label=pgettext_lazy("label", "Username"), required=False, max_length=254, validators=[check_single_line],
        widget=forms.TextInput(attrs=LATIN),
    )  # fmt: skip
    mail_password = forms.CharField(
        label=_("Mail server password"), required=False, max_length=500,
        widget=forms.PasswordInput(attrs={"autocomplete": "off"}),
    )  # fmt: skip
    mail_sender = forms.CharField(
        label=pgettext_lazy("label", "Sender address"), required=False,
        validators=[EmailValidator(), MaxLengthValidator(254)],
        widget=forms.EmailInput(attrs=LATIN), help_text=_("E-mails are sent from this address."),
    )  # fmt: skip
    backup_hours = forms.TypedChoiceField(
        label=pgettext_lazy("label", "Backup frequency"),
        choices=BackupInterval.choices,
        coerce=int,
        required=False,
        empty_value="0",
    )  # fmt: skip
    backup_folder = forms.CharField(
        label=_("Backup folder on the server"), required=False, max_length=300, validators=[check_single_line],
        widget=forms.TextInput(attrs=LATIN),
        help_text=_("The 14 most recent backups are kept. Choose a folder on another disk in case this disk fails."),
    )  # fmt: skip

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        row = site.settings_row()
        kwargs["initial"] = {**_initial_values(row), **kwargs.get("initial", {})}
        super().__init__(*args, **kwargs)
        self.kept_mail = mail_server.decrypt_settings(row.sealed_mail)
        unused = [MAIL] * (not can_set_mail_server()) + [BACKUPS] * (not can_set_backups())
        if settings.IGO_SITE_NAME:
            unused.append("site_name")
        for name in [name for name in self.fields if name.startswith(tuple(unused))]:
            del self.fields[name]
        if self.kept_mail is not None and "mail_password" in self.fields:
            self.fields["mail_password"].help_text = _("Leave empty to keep the current password.")

    def clean(self) -> dict[str, Any] | None:
        """Check that a mail server has a sender address, and that the backup folder is writable."""
        cleaned = super().clean()
        data: dict[str, Any] = self.cleaned_data if cleaned is None else cleaned
        if data.get("mail_host"):
            self._check_mail(data)
        if data.get("backup_hours") and "backup_folder" not in self.errors:
            self._check_folder(data.get("backup_folder", ""))
        return data

    def _check_mail(self, data: dict[str, Any]) -> None:
        if not _HOST.fullmatch(data["mail_host"]):
            self.add_error("mail_host", _("Enter a server name such as mail.example.org."))
        if not data.get("mail_sender") and "mail_sender" not in self.errors:
            self.add_error("mail_sender", _("Enter the address that e-mails are sent from."))
        if data.get("mail_security") == PLAIN and data.get("mail_user"):
            self.add_error(
                "mail_security", _("A password can only be sent over an encrypted connection. Choose STARTTLS or TLS.")
            )

    def _check_folder(self, text: str) -> None:
        folder = Path(text).expanduser()
        if not text or not folder.is_absolute():
            self.add_error("backup_folder", _("Enter a full path, starting with /."))
            return
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError:
            self.add_error("backup_folder", _("The server can't create this folder. Choose a different one."))
            return
        if not os.access(folder, os.W_OK | os.X_OK):
            self.add_error("backup_folder", _("The server can't write to this folder. Choose a different one."))

    def store(self) -> None:
        """Store the values of the form's fields in the site settings."""
        data, values = self.cleaned_data, dict[str, Any]()
        if "site_name" in data:
            values["name"] = data["site_name"]
        if data.get("rule_set"):
            values["rule_set"] = data["rule_set"]
        if "mail_host" in data:
            values["sealed_mail"] = mail_server.encrypt_settings(self._mail_server())
        if "backup_hours" in data:
            values["backup_hours"] = data["backup_hours"]
            values["backup_folder"] = data["backup_folder"] if data["backup_hours"] else ""
        site.change_settings(**values)

    def _mail_server(self) -> MailServer | None:
        data = self.cleaned_data
        if not data["mail_host"]:
            return None
        kept = "" if self.kept_mail is None or not data["mail_user"] else self.kept_mail.password
        return MailServer(
            host=data["mail_host"],
            port=data["mail_port"] or (465 if data["mail_security"] == TLS else 587),
            security=data["mail_security"] or STARTTLS,
            user=data["mail_user"],
            password=data["mail_password"] or kept,
            sender=data["mail_sender"],
        )

    def is_mail_expanded(self) -> bool:
        """Return whether the e-mail section is shown expanded, because it has values or errors."""
        return self.kept_mail is not None or any(field.data or field.errors for field in self.mail_fields()[:1])

    def mail_fields(self) -> list[forms.BoundField]:
        """Return the fields about the mail server."""
        return [field for field in self if field.name.startswith(MAIL)]

    def backup_fields(self) -> list[forms.BoundField]:
        """Return the fields about backups."""
        return [field for field in self if field.name.startswith(BACKUPS)]

    def other_fields(self) -> list[forms.BoundField]:
        """Return the fields that are neither about e-mail nor about backups."""
        return [field for field in self if not field.name.startswith((MAIL, BACKUPS))]


def _initial_values(row: SiteSettings) -> dict[str, Any]:
    """Return the initial values of the fields, without the mail server's password."""
    server = mail_server.decrypt_settings(row.sealed_mail)
    mail = {} if server is None else {
        "mail_host": server.host, "mail_port": server.port, "mail_security": server.security,
        "mail_user": server.user, "mail_sender": server.sender,
    }  # fmt: skip
    folder = row.backup_folder or str(Path(settings.DATA_DIR) / "backups")
    hours = row.backup_hours if row.backup_folder or row.name else BackupInterval.DAILY
    return {
        "site_name": row.name,
        "rule_set": row.rule_set or "brainking",
        "backup_folder": folder,
        "backup_hours": hours,
        **mail,
    }


class SiteSettingsForm(SiteFieldsForm):
    """The form of the server settings page."""


class FirstAdminForm(SiteFieldsForm, SignupForm):
    """The account of the first administrator, and the server name."""

    field_order = ("site_name", "username", "password1", "email", "rule_set")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{**kwargs, "initial": {"rule_set": "japanese", **kwargs.get("initial", {})}})
        self.fields["username"].label = pgettext_lazy("label", "Your name")
