from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0005_pictures")]

    operations = [
        migrations.AddField(
            model_name="player",
            name="shows_watching",
            field=models.BooleanField(
                db_default=False, default=False, verbose_name="show my name when I watch a game or demonstration board"
            ),
        ),
    ]
