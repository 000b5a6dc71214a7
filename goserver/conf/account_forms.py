"""The setting that replaces django-allauth's forms with the server's own forms."""

from __future__ import annotations

ACCOUNT_FORMS = {"login": "accounts.forms.LoginForm", "signup": "accounts.forms.SignupForm"} | {
    name: f"accounts.allauth_forms.{form}"
    for name, form in (
        ("change_password", "ChangePasswordForm"),
        ("set_password", "SetPasswordForm"),
        ("reset_password", "ResetPasswordForm"),
        ("reset_password_from_key", "ResetPasswordKeyForm"),
        ("reauthenticate", "ReauthenticateForm"),
        ("add_email", "AddEmailForm"),
    )
}
MFA_FORMS = {
    name: f"accounts.security.factor_forms.{form}"
    for name, form in (
        ("authenticate", "CodeForm"), ("reauthenticate", "CodeReauthenticationForm"),
        ("activate_totp", "NewAuthenticatorAppForm"),
        ("authenticate_webauthn", "PasskeySecondFactorForm"), ("login_webauthn", "PasskeyLoginForm"),
        ("reauthenticate_webauthn", "PasskeyReauthenticationForm"), ("add_webauthn", "NewPasskeyForm"),
        ("edit_webauthn", "PasskeyNameForm"),
    )
}  # fmt: skip
