"""Compile the translation catalogues without gettext, which not every machine has."""

from pathlib import Path

import polib
from django.conf import settings
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = "Compiles locale/*/LC_MESSAGES/django.po to .mo. Needs polib (requirements-dev.txt)."
    requires_system_checks: list[str] = []

    def handle(self, *args: object, **options: object) -> None:
        for folder in settings.LOCALE_PATHS:
            for path in sorted(Path(folder).glob("*/LC_MESSAGES/django.po")):
                catalogue = polib.pofile(str(path))
                catalogue.save_as_mofile(str(path.with_suffix(".mo")))
                done = len(catalogue.translated_entries())
                self.stdout.write(f"{path.parent.parent.name}: {done} of {len(catalogue)}")
