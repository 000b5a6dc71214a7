"""What happens to people, for the apps above: connected in their `apps.py`.

A receiver runs in the transaction of what happened, and what it raises undoes that, unless a signal says otherwise.
"""

from django.dispatch import Signal

player_registered = Signal()
"""`player` has registered, or kept a guest's account; `when` is their answer to when e-mails should leave ("" for
none)."""
password_changed = Signal()
"""The player `player_id` has another password: what the old one opened ends."""
sessions_ended = Signal()
"""The sessions `keys` of the player `player_id` were ended on purpose, by signing out there or from elsewhere."""
session_key_changed = Signal()
"""A session of the player `player_id` had the key `before` and has the key `now`."""
access_ended = Signal()
"""A token of the player `player_id`, or the account, has ended: what they have open has to be looked at again."""
WAYS_TO_LOSE_ACCESS = (access_ended, password_changed, sessions_ended)
player_blocked = Signal()
"""The player `player_id` has blocked `other_id`: what they had with each other ends."""
deletion_begins = Signal()
"""The account of `player` is deleted at `now`: lock what has to be locked before the row of the player."""
account_ends = Signal()
"""The account of `player`, whose row is locked, is deleted at `now`: end what others take part in."""
account_data_deleted = Signal()
"""The account of `player` is deleted: delete what was theirs alone. After all receivers of `account_ends`."""
email_answered = Signal()
"""A mail server has `taken` an e-mail to `address`, or refused it for good (SMTP's 5xx) at the first try. Sent outside
of a transaction; what a receiver raises is logged."""
export_described = Signal()
"""Say to `export` (accounts.privacy.data_export.Export) what your app keeps about a player, and what it leaves out."""
