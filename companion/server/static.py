"""Static files with a hash of their content in their names, so that browsers keep them for good."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.core.files.base import ContentFile
from django.core.files.storage import Storage
from whitenoise.storage import CompressedManifestStaticFilesStorage

from companion.server import scripts, style_sheets


class HashedStaticFiles(CompressedManifestStaticFilesStorage):
    """Scripts import one another by hashed names, too; Django leaves that off by default.

    A script that is imported by its plain name is asked for again every minute, and after an update
    a page may get some old scripts and some new ones.
    """

    support_js_module_import_aggregation = True

    def post_process(
        self, paths: Mapping[str, tuple[Storage, str]], dry_run: bool = False, **options: Any
    ) -> Iterator[tuple[str, str, bool]]:
        """Style sheets and scripts are joined and tightened before their names get a hash."""
        if not dry_run:
            paths = {**paths, **self._made_for_sending(paths)}
        yield from super().post_process(paths, dry_run=dry_run, **options)

    def _made_for_sending(
        self, paths: Mapping[str, tuple[Storage, str]]
    ) -> dict[str, tuple[Storage, str]]:
        def read(name: str) -> str:
            storage, path = paths[name]
            with storage.open(path) as file:
                return str(file.read().decode())

        made = {}
        for name in paths:
            if name.startswith("css/") and name.endswith(".css"):
                made[name] = style_sheets.joined(name, read)
            elif name.startswith("js/") and name.endswith(".js"):
                made[name] = scripts.for_sending(name, read)
        for name, text in made.items():
            self.delete(name)  # else the new file would get another name
            self.save(name, ContentFile(text.encode()))
        return {name: (self, name) for name in made}
