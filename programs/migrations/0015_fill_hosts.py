"""Store the host of each existing row's address: the limit of deliveries to one host reads it."""

import json
from urllib.parse import urlsplit

from cryptography.fernet import InvalidToken
from django.db import migrations

from foundation.sealing import cipher


def _host(url):
    return (urlsplit(url).hostname or "").rstrip(".")[:255]


def _fill(apps, schema_editor):
    """A device whose key is gone has no host: nothing is sent there, either."""
    for row in apps.get_model("programs", "Webhook").objects.filter(host="").iterator():
        row.host = _host(row.url)
        row.save(update_fields=["host"])
    for row in apps.get_model("programs", "Device").objects.filter(host="").iterator():
        try:
            row.host = _host(json.loads(cipher("programs.device").decrypt(row.sealed.encode()))["endpoint"])
        except InvalidToken:
            continue
        row.save(update_fields=["host"])


class Migration(migrations.Migration):

    dependencies = [
        ('programs', '0014_hosts'),
    ]

    operations = [migrations.RunPython(_fill, migrations.RunPython.noop, elidable=True)]
