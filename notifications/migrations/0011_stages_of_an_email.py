from django.db import migrations, models


class Migration(migrations.Migration):
    """New names in Python; tables, columns and indexes keep theirs, so nothing changes in the database."""

    dependencies = [
        ("notifications", "0010_title"),
    ]

    operations = [
        migrations.AlterModelTable("turngiven", "notifications_turngiven"),
        migrations.AlterModelTable("waitingnotice", "notifications_waitingnotice"),
        migrations.RenameModel("TurnGiven", "TurnChange"),
        migrations.RenameModel("WaitingNotice", "EmailItem"),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RemoveIndex("noticesettings", "notice_letter_due"),
                migrations.AlterField(
                    "noticesettings", "due_at", models.DateTimeField(db_column="due_at", null=True)
                ),
                migrations.RenameField("noticesettings", "due_at", "next_email_at"),
                migrations.AddIndex(
                    "noticesettings",
                    models.Index(
                        condition=models.Q(("next_email_at__isnull", False)),
                        fields=["next_email_at"],
                        name="notice_letter_due",
                    ),
                ),
            ]
        ),
    ]
