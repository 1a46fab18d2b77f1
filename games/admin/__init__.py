"""The administration: map sheets, reports of mistakes, tables, finished games and their players.

Users and groups are Django's, with permissions in the reader's language.
"""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from games.admin import accounts
from games.admin.people import PlayAdmin, PlayerAdmin
from games.admin.reports import ReportAdmin
from games.admin.sheets import MapSheetAdmin
from games.admin.tables import TableAdmin
from games.models import MapSheet, Play, Player, Report, Table

admin.site.site_header = "Stationmaster"
admin.site.site_title = "Stationmaster"
admin.site.index_title = _("Stationmaster’s office")
admin.site.enable_nav_sidebar = False

admin.site.register(MapSheet, MapSheetAdmin)
admin.site.register(Play, PlayAdmin)
admin.site.register(Player, PlayerAdmin)
admin.site.register(Report, ReportAdmin)
admin.site.register(Table, TableAdmin)
accounts.register()
