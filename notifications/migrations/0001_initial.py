"""Notices come out of games. Their table stays as it is: nothing is done to the database."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('challenges', '0001_initial'),
        ('games', '0016_programs_are_a_room'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.CreateModel(
                    name='Notice',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('kind', models.CharField(choices=[('challenged', 'You have been challenged'), ('challenge_countered', 'Your challenge was answered with other terms'), ('challenge_declined', 'Your challenge was declined'), ('game_started', 'A game has begun'), ('game_finished', 'A game is over'), ('undo_asked', 'Your opponent asks to take back a move'), ('undo_declined', 'Your opponent did not allow you to take back the move'), ('no_result_asked', 'Your opponent proposes to end the game without a result'), ('no_result_declined', 'Your opponent wants to play on'), ('game_decided', 'A moderator has decided a game of yours'), ('game_annulled', 'A moderator has annulled a finished game of yours'), ('game_unrated', 'A moderator has made a finished game of yours unrated'), ('resumption_ruled', 'A moderator lets play go on in a game of yours'), ('clock_adjusted', 'A moderator has given more time in a game of yours'), ('referee_called', 'Your opponent has called a referee'), ('referee_wanted', 'A player calls a referee'), ('proposal_rejected', 'Your marking was not accepted'), ('settling_demanded', 'Your opponent demands that the dispute is settled on the board'), ('clock_day', 'Less than a day is left for your move'), ('clock_hours', 'Less than six hours are left for your move'), ('claimable', "Your opponent's time has run out: you may claim the win or give more time"), ('grace', 'Time had run out, and three days of grace were given'), ('time_granted', 'Your opponent gave you more time'), ('win_refused', 'Your opponent refused the win on time: the game goes on'), ('pause_asked', 'Your opponent proposes to pause the game'), ('pause_declined', 'Your opponent does not want to pause the game'), ('paused', 'The game is paused, as you proposed'), ('paused_by_staff', 'The clocks of a game stand still: the account of your opponent is suspended'), ('stalling_reported', 'Your opponent has reported that you delay the scoring'), ('look_please', 'A player reports that the scoring of a game is delayed'), ('vacation_began', 'Your vacation began by itself, before a loss on time'), ('webhook_disabled', 'A webhook of yours has failed for days and is now switched off'), ('message', 'You have a new message'), ('order_decided', 'Those who keep order have decided something that concerns you'), ('order_undone', 'Those who keep order have taken a decision about you back'), ('appeal_answered', 'Your appeal has been answered'), ('report_answered', 'Your report has been answered'), ('case_waits', 'A case waits for somebody who keeps order')], max_length=20)),
                        ('path', models.CharField(blank=True, max_length=100)),
                        ('created_at', models.DateTimeField()),
                        ('read_at', models.DateTimeField(null=True)),
                        ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('challenge', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='challenges.challenge')),
                        ('game', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game')),
                        ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notices', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'verbose_name': 'notice',
                        'verbose_name_plural': 'notices',
                        'db_table': 'games_notice',
                        'ordering': ['-created_at', '-pk'],
                        'indexes': [models.Index(fields=['player', '-created_at'], name='notice_of_player'), models.Index(condition=models.Q(('read_at__isnull', True)), fields=['player'], name='notice_unread')],
                    },
                ),
            ],
        ),
    ]
