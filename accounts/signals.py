"""Signals of accounts. Apps that depend on accounts connect receivers in their `apps.py`.

Receivers run in the sender's transaction, and an exception rolls it back, unless the signal's description says
otherwise.
"""

from django.dispatch import Signal

player_registered = Signal()
"""`player` has signed up, or turned a guest into an account. `when` is when they want e-mails about games, a value of
notifications.kinds.EmailTiming, or "" if the form did not ask."""
password_changed = Signal()
"""The player `player_id` has a new password: close everything that the old one opened."""
sessions_ended = Signal()
"""The sessions `keys` of the player `player_id` were ended on purpose, by signing out there or from elsewhere."""
session_key_changed = Signal()
"""A session of the player `player_id` had the key `before` and has the key `now`."""
access_ended = Signal()
"""A token of the player `player_id`, or the account, has ended: their open connections must be checked."""
WAYS_TO_LOSE_ACCESS = (access_ended, password_changed, sessions_ended)
player_blocked = Signal()
"""The player `player_id` has blocked `other_id`: end what connects them, such as following."""
deletion_begins = Signal()
"""The account of `player` is being deleted at `now`: lock the rows that have to be locked before the row of the player,
such as games."""
account_ends = Signal()
"""The account of `player`, whose row is locked, is deleted at `now`: end what other players also take part in, such as
games and offers."""
account_data_deleted = Signal()
"""The account of `player` is deleted: delete their private data. After all receivers of `account_ends`."""
email_answered = Signal()
"""A mail server has `taken` an e-mail to `address`, or refused it permanently (SMTP's 5xx) at the first attempt. Sent
outside of a transaction; a receiver's exceptions are logged."""
export_described = Signal()
"""Declare to `export` (accounts.privacy.data_export.Export) what your app stores about a player, and what it leaves
out."""
