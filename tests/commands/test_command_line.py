"""`stationmaster` and `manage.py` from a terminal."""

import django.core.management
import pytest

from companion import command_line


def test_ctrl_c_in_the_middle_of_a_command_ends_it_without_a_traceback(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def interrupted(_arguments: list[str]) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(django.core.management, "execute_from_command_line", interrupted)
    with pytest.raises(SystemExit) as ended:
        command_line.manage(["manage.py", "setup"])
    assert ended.value.code == 130
