from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0002_since_0_1_0")]

    operations = [
        migrations.AlterField(
            model_name="player",
            name="after_sending",
            field=models.CharField(
                choices=[
                    ("stay", "Stay in the game"),
                    ("next", "Go to the next game waiting for me"),
                    ("list", "Go back to My games"),
                ],
                default="stay",
                max_length=4,
                verbose_name="after playing a move",
            ),
        ),
        migrations.AlterField(
            model_name="player",
            name="board_theme",
            field=models.CharField(
                choices=[
                    ("wood", "Wood"),
                    ("paper", "Paper"),
                    ("slate", "Slate"),
                    ("contrast", "High contrast"),
                    ("bamboo", "Bamboo"),
                    ("walnut", "Walnut"),
                    ("jade", "Jade"),
                    ("indigo", "Indigo"),
                ],
                db_default="wood",
                default="wood",
                max_length=8,
                verbose_name="board and stones",
            ),
        ),
        migrations.AddField(
            model_name="sitesettings",
            name="rule_set",
            field=models.CharField(blank=True, db_default="", default="", max_length=20),
        ),
    ]
