
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('programs', '0009_seats_of_offers'),
    ]

    operations = [
        migrations.AlterField(
            model_name='event',
            name='kind',
            field=models.CharField(choices=[('game.started', 'Game Started'), ('game.action', 'Game Action'), ('game.finished', 'Game Finished'), ('game.time_short', 'Game Time Short'), ('chat', 'Chat'), ('challenge.created', 'Challenge Created'), ('challenge.accepted', 'Challenge Accepted'), ('challenge.declined', 'Challenge Declined'), ('challenge.withdrawn', 'Challenge Withdrawn'), ('challenge.countered', 'Challenge Countered'), ('challenge.changed', 'Challenge Changed'), ('message.written', 'Message Written'), ('talk', 'Talk'), ('follow.created', 'Follow Created'), ('followed.started', 'Followed Started'), ('followed.finished', 'Followed Finished'), ('problem.daily', 'Problem Daily'), ('event_changed', 'Event Changed'), ('round_started', 'Round Started'), ('round_done', 'Round Done'), ('entry_changed', 'Entry Changed'), ('ladder_challenged', 'Ladder Challenged'), ('ladder_moved', 'Ladder Moved'), ('match_found', 'Match Found')], max_length=20),
        ),
    ]
