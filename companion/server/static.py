"""Static files with a content hash in their names, so that browsers can cache them forever."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.core.files.base import ContentFile
from django.core.files.storage import Storage
from whitenoise.storage import CompressedManifestStaticFilesStorage

from companion.server import scripts, style_sheets


class HashedStaticFiles(CompressedManifestStaticFilesStorage):
    """Scripts import each other by hashed names, too, which is off by default in Django.

    Browsers revalidate a script imported by its plain name every minute, and after an update a page
    might get a mix of old and new scripts.
    """

    support_js_module_import_aggregation = True

    def post_process(
        self, paths: Mapping[str, tuple[Storage, str]], dry_run: bool = False, **options: Any
    ) -> Iterator[tuple[str, str, bool]]:
        """Bundle and minify style sheets and scripts before their names get a hash."""
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
            self.delete(name)  # otherwise the new file would get another name
            self.save(name, ContentFile(text.encode()))
        return {name: (self, name) for name in made}
