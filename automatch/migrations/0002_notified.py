from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('automatch', '0001_initial'),
    ]

    operations = [
        migrations.RenameField(model_name='search', old_name='told', new_name='notified'),
    ]
