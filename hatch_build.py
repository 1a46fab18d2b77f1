"""What the wheel depends on: requirements.txt, the one list of pinned versions."""

from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface


class Requirements(MetadataHookInterface):
    def update(self, metadata: dict[str, Any]) -> None:
        lines = (Path(self.root) / "requirements.txt").read_text("utf-8").splitlines()
        metadata["dependencies"] = [line for line in lines if line and not line.startswith("#")]
