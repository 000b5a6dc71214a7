"""Every refusal has a stable code and a sentence."""

import rules.errors
from games.errors import GameError
from rules.errors import RulesError
from wording.refusals import SENTENCES, sentences_by_code


def _subclasses(cls):
    for sub in cls.__subclasses__():
        yield sub
        yield from _subclasses(sub)


def _codes():
    assert rules.errors
    classes = [*_subclasses(GameError), *_subclasses(RulesError)]
    return [cls.code for cls in classes if "code" in vars(cls)]


def test_every_refusal_has_a_sentence_for_people():
    assert set(_codes()) <= set(sentences_by_code())
    assert all(str(sentence) for sentence in sentences_by_code().values())


def test_every_sentence_of_a_refusal_of_go_belongs_to_one():
    assert set(SENTENCES) <= {cls.code for cls in _subclasses(RulesError) if "code" in vars(cls)}


def test_no_two_refusals_share_a_code():
    assert len(_codes()) == len(set(_codes())), [c for c in _codes() if _codes().count(c) > 1]
