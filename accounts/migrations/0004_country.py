from django.db import migrations, models

import accounts.countries


class Migration(migrations.Migration):
    dependencies = [("accounts", "0003_after_sending_and_rule_set")]

    operations = [
        migrations.AddField(
            model_name="player",
            name="country",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                max_length=2,
                validators=[accounts.countries.check_country],
                verbose_name="country",
            ),
        ),
    ]
