"""Names without accents and capitals, to find “Léa” by “lea” and to sort.

In English, Italian, German and French, dictionaries sort é beside e and ö beside o, so one form
serves all four, and it is the same in every database.
"""

import re
import unicodedata

# Letters that Unicode does not take apart into one of ours and a mark.
LETTERS = str.maketrans(
    {
        "æ": "ae",
        "œ": "oe",
        "þ": "th",
        "ĳ": "ij",
        "ø": "o",
        "ł": "l",
        "đ": "d",
        "ð": "d",
        "ħ": "h",
        "ŧ": "t",
        "ı": "i",
    }
)
BETWEEN = re.compile(r"[\s,;&+/]+")  # people write “lea, marco” and “lea + marco”, too
WORDS = 8  # as many names as sit at a table, and more


def folded(text: str) -> str:
    """Small letters without accents, one space between words: “Koln” is in “Köln”."""
    plain = unicodedata.normalize("NFKD", text.replace("\0", "").casefold())
    bare = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return " ".join(bare.translate(LETTERS).split())


def words(asked: str) -> list[str]:
    """What is searched for: every word of it, each once."""
    parts = (word for word in BETWEEN.split(folded(asked)) if word)
    return list(dict.fromkeys(parts))[:WORDS]
