"""Table codes and secrets: what is read aloud, and what must not be guessed."""

import hashlib
import hmac
import re
import secrets

from django.conf import settings

# No vowels, so that chance spells no words; no letters that look or sound like others.
LETTERS = "BCDFGHJKMNPRSTVWXZ"
LENGTH = 4
UNWANTED = re.compile(r"FCK|FKK|KKK|SS|NSDP|NPD|KZ|HH|WTF|PNS|NGR|CNT|SHT|DCK|BTCH|XXX")


def table_code() -> str:
    while True:
        code = "".join(secrets.choice(LETTERS) for _letter in range(LENGTH))
        if not UNWANTED.search(code):
            return code


def tidy(typed: str) -> str:
    """A code as somebody typed it: small letters, spaces and dashes do not matter."""
    return re.sub(r"[^A-Z]", "", typed.upper())[:LENGTH]


def table_key() -> str:
    return secrets.token_urlsafe(16)


def secret() -> str:
    return secrets.token_urlsafe(24)


def seat_secret(table_key: str, request: str) -> str:
    """The secret of a seat made by a form. The same form sent twice gives the same secret."""
    made = hmac.new(settings.SECRET_KEY.encode(), f"{table_key}:{request}".encode(), "sha256")
    return made.hexdigest()


def digest(secret: str) -> str:
    """What is stored: a secret cannot be read back out of the database."""
    return hashlib.sha256(secret.encode()).hexdigest()
