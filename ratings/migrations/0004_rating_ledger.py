from django.db import migrations

from foundation.model_names import permissions_follow


class Migration(migrations.Migration):

    dependencies = [
        ('ratings', '0003_weights'),
        ('auth', '0012_alter_user_first_name_max_length'),
        ('contenttypes', '0002_remove_content_type_name'),
    ]

    operations = [
        migrations.AlterModelTable(name='Book', table='ratings_book'),
        migrations.RenameModel('Book', 'RatingLedger'),
        permissions_follow('ratings', 'book', 'ratingledger'),
    ]
