"""Indexes by which lists stay quick with a million games; on PostgreSQL they are made while others write."""

from django.db import migrations, models

from foundation.migrating import AddIndexWhileServing


class Migration(migrations.Migration):
    atomic = False
    dependencies = [
        ('games', '0022_fill_seat_copies'),
    ]
    operations = [
        AddIndexWhileServing(
            model_name='game',
            index=models.Index(condition=models.Q(('finished_at__isnull', False)), fields=['-finished_at', '-id'], name='game_ended'),
        ),
        AddIndexWhileServing(
            model_name='game',
            index=models.Index(condition=models.Q(('phase', 'finished'), _negated=True), fields=['-last_action_at', '-id'], name='game_running'),
        ),
        AddIndexWhileServing(
            model_name='game',
            index=models.Index(condition=models.Q(('phase', 'stone_removal')), fields=['-last_action_at'], name='game_marking'),
        ),
        AddIndexWhileServing(
            model_name='game',
            index=models.Index(condition=models.Q(('rematch_of__isnull', False)), fields=['rematch_of'], name='game_rematch'),
        ),
        AddIndexWhileServing(
            model_name='seat',
            index=models.Index(fields=['player', '-game'], include=('private', 'rule_set', 'size', 'rated', 'started_at', 'finished_at'), name='seat_of_player'),
        ),
        AddIndexWhileServing(
            model_name='seat',
            index=models.Index(condition=models.Q(('finished_at__isnull', True)), fields=['player', '-game'], name='seat_running'),
        ),
        AddIndexWhileServing(
            model_name='seat',
            index=models.Index(condition=models.Q(('finished_at__isnull', False)), fields=['player', '-finished_at', '-game'], include=('private', 'rule_set', 'size', 'rated', 'result'), name='seat_ended'),
        ),
        AddIndexWhileServing(
            model_name='seat',
            index=models.Index(condition=models.Q(('private', True)), fields=['player', '-game'], include=('finished_at', 'size', 'color', 'result'), name='seat_private'),
        ),
        AddIndexWhileServing(
            model_name='seat',
            index=models.Index(condition=models.Q(('finished_at__isnull', False)), fields=['player', 'private', 'size', 'color', 'result'], name='seat_results'),
        ),
        AddIndexWhileServing(
            model_name='seat',
            index=models.Index(condition=models.Q(('index', 0)), fields=['private', '-game'], include=('rated', 'started_at', 'finished_at'), name='games_newest'),
        ),
        AddIndexWhileServing(
            model_name='seat',
            index=models.Index(condition=models.Q(('index', 0), ('finished_at__isnull', True)), fields=['private', '-game'], name='games_newest_running'),
        ),
        AddIndexWhileServing(
            model_name='seat',
            index=models.Index(condition=models.Q(('index', 0)), fields=['private', 'rule_set', '-game'], include=('size', 'rated'), name='games_newest_rules'),
        ),
        AddIndexWhileServing(
            model_name='seat',
            index=models.Index(condition=models.Q(('index', 0)), fields=['private', 'size', '-game'], include=('rule_set', 'rated'), name='games_newest_size'),
        ),
        AddIndexWhileServing(
            model_name='seat',
            index=models.Index(condition=models.Q(('index', 0)), fields=['private', '-started_at', '-game'], name='games_begun'),
        ),
        AddIndexWhileServing(
            model_name='seat',
            index=models.Index(condition=models.Q(('index', 0), ('finished_at__isnull', False)), fields=['private', '-finished_at', '-game'], include=('rated',), name='games_ended'),
        ),
        AddIndexWhileServing(
            model_name='seat',
            index=models.Index(condition=models.Q(('index', 0), ('finished_at__isnull', False)), fields=['private', 'rule_set', '-finished_at', '-game'], include=('size', 'rated'), name='games_ended_rules'),
        ),
        AddIndexWhileServing(
            model_name='seat',
            index=models.Index(condition=models.Q(('index', 0), ('finished_at__isnull', False)), fields=['private', 'size', '-finished_at', '-game'], include=('rule_set', 'rated'), name='games_ended_size'),
        ),
        AddIndexWhileServing(
            model_name="game",
            index=models.Index(
                fields=["end_reason", "-id"], name="game_ends", condition=models.Q(("end_reason", ""), _negated=True)
            ),
        ),
    ]
