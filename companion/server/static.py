"""Static files with a hash of their content in their names, so that browsers keep them for good."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedStaticFiles(CompressedManifestStaticFilesStorage):
    """Scripts import one another by hashed names, too; Django leaves that off by default.

    A script that is imported by its plain name is asked for anew every minute, and after an update
    a page may get some old scripts and some new ones.
    """

    support_js_module_import_aggregation = True
