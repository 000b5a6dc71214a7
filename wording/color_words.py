"""Sentences about a colour. There is one message for each colour, because other languages inflect the word for it."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, pgettext_lazy

from rules import Color, Reason

LETTERS: dict[Color, Promise] = {
    Color.BLACK: pgettext_lazy("letter of a colour", "B"),
    Color.WHITE: pgettext_lazy("letter of a colour", "W"),
    Color.RED: pgettext_lazy("letter of a colour", "R"),
    Color.BLUE: pgettext_lazy("letter of a colour", "U"),
    Color.GREEN: pgettext_lazy("letter of a colour", "G"),
    Color.YELLOW: pgettext_lazy("letter of a colour", "Y"),
}
STONE_NAMES: dict[Color, Promise] = {
    Color.BLACK: pgettext_lazy("text", "black"),
    Color.WHITE: pgettext_lazy("text", "white"),
    Color.RED: pgettext_lazy("a stone on a point", "red"),
    Color.BLUE: pgettext_lazy("a stone on a point", "blue"),
    Color.GREEN: pgettext_lazy("a stone on a point", "green"),
    Color.YELLOW: pgettext_lazy("a stone on a point", "yellow"),
}
TERRITORY_NAMES: dict[Color, Promise] = {
    Color.BLACK: pgettext_lazy("text", "Black's territory"),
    Color.WHITE: pgettext_lazy("text", "White's territory"),
    Color.RED: pgettext_lazy("players", "Red's territory"),
    Color.BLUE: pgettext_lazy("players", "Blue's territory"),
    Color.GREEN: pgettext_lazy("players", "Green's territory"),
    Color.YELLOW: pgettext_lazy("players", "Yellow's territory"),
}
TO_PLAY: dict[Color, Promise] = {
    Color.BLACK: gettext_lazy("Black to play"),
    Color.WHITE: gettext_lazy("White to play"),
    Color.RED: gettext_lazy("Red to play"),
    Color.BLUE: gettext_lazy("Blue to play"),
    Color.GREEN: gettext_lazy("Green to play"),
    Color.YELLOW: gettext_lazy("Yellow to play"),
}
PLAYED: dict[Color, Promise] = {
    Color.BLACK: gettext_lazy("Black played %(point)s"),
    Color.WHITE: gettext_lazy("White played %(point)s"),
    Color.RED: gettext_lazy("Red played %(point)s"),
    Color.BLUE: gettext_lazy("Blue played %(point)s"),
    Color.GREEN: gettext_lazy("Green played %(point)s"),
    Color.YELLOW: gettext_lazy("Yellow played %(point)s"),
}
PASSED: dict[Color, Promise] = {
    Color.BLACK: pgettext_lazy("players", "Black passed"),
    Color.WHITE: pgettext_lazy("players", "White passed"),
    Color.RED: pgettext_lazy("players", "Red passed"),
    Color.BLUE: pgettext_lazy("players", "Blue passed"),
    Color.GREEN: pgettext_lazy("players", "Green passed"),
    Color.YELLOW: pgettext_lazy("players", "Yellow passed"),
}
LEADS: dict[Color, Promise] = {
    Color.BLACK: pgettext_lazy("text", "Black +%(margin)s"),
    Color.WHITE: pgettext_lazy("text", "White +%(margin)s"),
    Color.RED: pgettext_lazy("players", "Red +%(margin)s"),
    Color.BLUE: pgettext_lazy("players", "Blue +%(margin)s"),
    Color.GREEN: pgettext_lazy("players", "Green +%(margin)s"),
    Color.YELLOW: pgettext_lazy("players", "Yellow +%(margin)s"),
}
IS_AHEAD_BY: dict[Color, Promise] = {
    Color.BLACK: gettext_lazy("Black is ahead by %(margin)s points, but there is no winner"),
    Color.WHITE: gettext_lazy("White is ahead by %(margin)s points, but there is no winner"),
}
IS_AHEAD_BY_ONE: dict[Color, Promise] = {
    Color.BLACK: gettext_lazy("Black is ahead by one point, but there is no winner"),
    Color.WHITE: gettext_lazy("White is ahead by one point, but there is no winner"),
}
"""Sentences about the score of a game that no one can win (V75)."""
WINS_BY: dict[Color, Promise] = {
    Color.BLACK: gettext_lazy("Black won by %(margin)s points"),
    Color.WHITE: gettext_lazy("White won by %(margin)s points"),
    Color.RED: gettext_lazy("Red won by %(margin)s points"),
    Color.BLUE: gettext_lazy("Blue won by %(margin)s points"),
    Color.GREEN: gettext_lazy("Green won by %(margin)s points"),
    Color.YELLOW: gettext_lazy("Yellow won by %(margin)s points"),
}
WINS_BY_ONE: dict[Color, Promise] = {
    Color.BLACK: gettext_lazy("Black won by %(margin)s point"),
    Color.WHITE: gettext_lazy("White won by %(margin)s point"),
    Color.RED: gettext_lazy("Red won by %(margin)s point"),
    Color.BLUE: gettext_lazy("Blue won by %(margin)s point"),
    Color.GREEN: gettext_lazy("Green won by %(margin)s point"),
    Color.YELLOW: gettext_lazy("Yellow won by %(margin)s point"),
}
WINS: dict[Color, dict[Reason, Promise]] = {
    Color.BLACK: {
        Reason.RESIGNATION: gettext_lazy("Black won by resignation"),
        Reason.TIME: gettext_lazy("Black won on time"),
        Reason.FORFEIT: gettext_lazy("Black won by forfeit"),
        Reason.CAPTURE: gettext_lazy("Black won by capture"),
        Reason.SCORE: gettext_lazy("Black won on captures"),
        Reason.NO_MOVE: gettext_lazy("Black won because White had no legal move left"),
    },
    Color.WHITE: {
        Reason.RESIGNATION: gettext_lazy("White won by resignation"),
        Reason.TIME: gettext_lazy("White won on time"),
        Reason.FORFEIT: gettext_lazy("White won by forfeit"),
        Reason.CAPTURE: gettext_lazy("White won by capture"),
        Reason.SCORE: gettext_lazy("White won on captures"),
        Reason.NO_MOVE: gettext_lazy("White won because Black had no legal move left"),
    },
    Color.RED: {
        Reason.FORFEIT: gettext_lazy("Red won by forfeit"),
        Reason.CAPTURE: gettext_lazy("Red won by capture"),
        Reason.SCORE: gettext_lazy("Red won on captures"),
    },
    Color.BLUE: {
        Reason.FORFEIT: gettext_lazy("Blue won by forfeit"),
        Reason.CAPTURE: gettext_lazy("Blue won by capture"),
        Reason.SCORE: gettext_lazy("Blue won on captures"),
    },
    Color.GREEN: {
        Reason.FORFEIT: gettext_lazy("Green won by forfeit"),
        Reason.CAPTURE: gettext_lazy("Green won by capture"),
        Reason.SCORE: gettext_lazy("Green won on captures"),
    },
    Color.YELLOW: {
        Reason.FORFEIT: gettext_lazy("Yellow won by forfeit"),
        Reason.CAPTURE: gettext_lazy("Yellow won by capture"),
        Reason.SCORE: gettext_lazy("Yellow won on captures"),
    },
}
WINS_AS_LAST: dict[Color, dict[Reason, Promise]] = {
    Color.BLACK: {
        Reason.RESIGNATION: gettext_lazy("Black won when the last opponent resigned"),
        Reason.TIME: gettext_lazy("Black won when the last opponent ran out of time"),
    },
    Color.WHITE: {
        Reason.RESIGNATION: gettext_lazy("White won when the last opponent resigned"),
        Reason.TIME: gettext_lazy("White won when the last opponent ran out of time"),
    },
    Color.RED: {
        Reason.RESIGNATION: gettext_lazy("Red won when the last opponent resigned"),
        Reason.TIME: gettext_lazy("Red won when the last opponent ran out of time"),
    },
    Color.BLUE: {
        Reason.RESIGNATION: gettext_lazy("Blue won when the last opponent resigned"),
        Reason.TIME: gettext_lazy("Blue won when the last opponent ran out of time"),
    },
    Color.GREEN: {
        Reason.RESIGNATION: gettext_lazy("Green won when the last opponent resigned"),
        Reason.TIME: gettext_lazy("Green won when the last opponent ran out of time"),
    },
    Color.YELLOW: {
        Reason.RESIGNATION: gettext_lazy("Yellow won when the last opponent resigned"),
        Reason.TIME: gettext_lazy("Yellow won when the last opponent ran out of time"),
    },
}
"""The sentences of a win in games of three or more sides (V58)."""
