from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [('accounts', '0002_since_0_1_0')]

    operations = [
        migrations.AddField(
            model_name='sitesettings',
            name='rule_set',
            field=models.CharField(blank=True, db_default='', default='', max_length=20),
        ),
    ]
