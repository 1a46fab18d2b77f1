"""The registry of bonuses. A new one is a module beside these and a line here."""

from games.rules.bonuses.base import Bonus
from games.rules.bonuses.districts import Districts
from games.rules.bonuses.flags import Flags
from games.rules.bonuses.globetrotter import Globetrotter
from games.rules.bonuses.passengers import Passengers

KINDS: dict[str, type[Bonus]] = {
    bonus.kind: bonus for bonus in (Flags, Districts, Globetrotter, Passengers)
}
