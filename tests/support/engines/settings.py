"""The settings of a server that records everything that goes wrong on its pages (`faults.py`)."""

from companion.settings import *  # noqa: F403
from companion.settings import MIDDLEWARE as OURS

MIDDLEWARE = [
    "tests.support.engines.faults.Answers",
    *OURS,
    "tests.support.engines.faults.Pages",
]
