"""One view: lock the game, add the move, save the game."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from rest_framework import serializers
from rest_framework.generics import get_object_or_404
from rest_framework.response import Response
from rest_framework.views import APIView

from .models import Game, Move


class PointSerializer(serializers.Serializer):
    """The body of a request."""

    point = serializers.IntegerField(min_value=0, max_value=360)


class GameSerializer(serializers.ModelSerializer):
    """The body of a response."""

    class Meta:
        model = Game
        fields = ["id", "moves_made", "to_move"]


class MoveView(APIView):
    """Plays a move: POST with the body {"point": N}, in which N is the index of a point from 0 to 360."""

    def post(self, request, game_id):
        """Play the move, even on an occupied point."""
        asked = PointSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        now = timezone.now()
        with transaction.atomic():
            game = get_object_or_404(Game.objects.select_for_update(), pk=game_id, over=False)
            game.moves_made += 1
            point = asked.validated_data["point"]
            Move.objects.create(game=game, number=game.moves_made, point=point, color=game.to_move, played_at=now)
            game.to_move, game.deadline, game.updated_at = 3 - game.to_move, now + timedelta(days=3), now
            game.save(update_fields=["moves_made", "to_move", "board", "deadline", "updated_at"])
        return Response(GameSerializer(game).data)
