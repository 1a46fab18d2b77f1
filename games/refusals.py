"""What the services refuse: a code for programs and a sentence for people, like the rules do."""

from games.rules.text import Text, text


class Refused(Exception):
    """Nothing was changed; the sentence says why and what to do."""

    def __init__(self, code: str, sentence: str | Text, **params: object) -> None:
        self.code = code
        self.text = sentence if isinstance(sentence, Text) else text(sentence, **params)
        super().__init__(str(self.text))


class Stale(Refused):
    """The form was made from an older state than the table's."""
