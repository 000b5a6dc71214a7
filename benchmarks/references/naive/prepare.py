"""Create the tables, a player with the token, and games: python -m benchmarks.references.naive.prepare GAMES."""

import os
import sys
from datetime import timedelta

import django

from benchmarks.references.naive import TOKEN


def main() -> None:
    """Set up the database of NAIVE_DATABASE."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "benchmarks.references.naive.settings"
    django.setup()
    from django.contrib.auth.models import User
    from django.core.management import call_command
    from django.utils import timezone
    from rest_framework.authtoken.models import Token

    from .models import Game

    call_command("migrate", run_syncdb=True, verbosity=0)
    Token.objects.create(user=User.objects.create(username="player"), key=TOKEN)
    later = timezone.now() + timedelta(days=3)
    Game.objects.bulk_create([Game(board=bytes(361), deadline=later) for _ in range(int(sys.argv[1]))], 1000)


if __name__ == "__main__":
    main()
