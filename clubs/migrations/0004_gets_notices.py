from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('clubs', '0003_crests'),
    ]

    operations = [
        migrations.RenameField(model_name='membership', old_name='told', new_name='gets_notices'),
    ]
