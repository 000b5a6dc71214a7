"""The measure against a league's name becomes one for all events, and `kept` names the event."""

from django.db import migrations


def keep_events(apps, schema_editor):
    decisions = apps.get_model('moderation', 'Decision').objects
    for row in decisions.filter(measure='hide_league'):
        kept = {'what': 'league', 'id': row.league_id or 0, **row.kept}
        decisions.filter(pk=row.pk).update(measure='hide_event', kept=kept)


class Migration(migrations.Migration):

    dependencies = [('moderation', '0002_since_0_1_0')]

    operations = [
        migrations.RunPython(keep_events, migrations.RunPython.noop),
        migrations.RemoveField(model_name='decision', name='league'),
    ]
