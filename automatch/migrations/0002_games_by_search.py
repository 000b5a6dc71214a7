"""Games that searches have found say so (E81)."""

from django.db import migrations
from django.db.models import Exists, OuterRef


def _mark(apps, schema_editor):
    matches = apps.get_model("automatch", "Match").objects.filter(game=OuterRef("pk"))
    apps.get_model("games", "Game").objects.filter(Exists(matches)).update(by_search=True)


class Migration(migrations.Migration):

    dependencies = [("automatch", "0001_searches"), ("games", "0035_games_by_search")]

    operations = [migrations.RunPython(_mark, migrations.RunPython.noop, elidable=True)]
