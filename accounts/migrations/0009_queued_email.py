from django.db import migrations

from foundation.model_names import permissions_follow


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0008_spent_grants'),
        ('auth', '0012_alter_user_first_name_max_length'),
        ('contenttypes', '0002_remove_content_type_name'),
    ]

    operations = [
        migrations.AlterModelTable(name='Letter', table='accounts_letter'),
        migrations.RenameModel('Letter', 'QueuedEmail'),
        permissions_follow('accounts', 'letter', 'queuedemail'),
    ]
