"""Hosts of a table: the role given, shared, and taken over when no host is left."""

from datetime import timedelta
from math import ceil

from django.db.models import QuerySet
from django.utils import timezone

from games.models import Seat, Table
from games.refusals import Refused
from games.rules.text import _
from games.table import codes
from games.table.moves import note
from games.table.writing import changing

OBJECTION = timedelta(seconds=20)  # how long any seat can object to a new host
CONSENT = timedelta(seconds=60)  # how long others who are there can agree to one
HERE = timedelta(minutes=4)  # a phone seen this recently is at the table
GONE = timedelta(seconds=60)  # a host whose phone was silent for so long has vanished


def make_host(*, table: Table, seat: Seat, by: Seat | None, instead: bool) -> None:
    """Make another seat a host; with `instead` the role is given away, otherwise it is shared."""
    with changing(table) as row:
        if seat.phoneless:
            raise Refused("phoneless", _("A host needs a phone."))
        Seat.objects.filter(pk=seat.pk, table=row).update(host=True)
        if instead and by and by.pk != seat.pk:
            Seat.objects.filter(pk=by.pk, table=row).update(host=False)
        note(table=row, note="host_made", about=seat, by=by)


def reissue(*, table: Table, seat: Seat, by: Seat | None) -> str:
    """Give a seat whose phone is lost a new secret. The old one stops working, and everybody is
    told."""
    secret = codes.secret()
    with changing(table) as row:
        Seat.objects.filter(pk=seat.pk, table=row).update(
            digest=codes.digest(secret), phoneless=False
        )
        note(table=row, note="seat_reissued", about=seat, by=by)
    return secret


def hosts_gone(table: Table) -> bool:
    """Whether no host has been seen lately: neither a host's phone nor the opening browser."""
    now = timezone.now()
    # Heard of in the future: the clock was set back, and nobody has spoken since.
    lately = (now - GONE, now + GONE)
    if table.screen_seen_at is not None and lately[0] <= table.screen_seen_at <= lately[1]:
        return False
    return not table.seats.filter(host=True, seen_at__range=lately).exists()


def ask_to_host(*, table: Table, seat: Seat) -> None:
    """Ask every phone whether this seat may become host.

    If others are there, at least half of them must agree; if nobody is, silence is enough. One
    objection ends the request, and so does a host who comes back.
    """
    with changing(table) as row:
        if not hosts_gone(row):
            raise Refused("host_here", _("There’s still a host at the table."))
        if row.claimant_id is None:
            row.claimant = seat
            row.claimed_at = timezone.now()
            row.seats.update(agrees=False)


def others_here(table: Table) -> QuerySet[Seat]:
    """The seats that can agree to a new host: seen lately, without the claimant and the hosts.

    Counted from when the request was made: nobody drops out by waiting for an answer.
    """
    now = timezone.now()
    since = (table.claimed_at or now) - HERE
    here = table.seats.filter(phoneless=False, host=False, seen_at__range=(since, now + GONE))
    return here.exclude(pk=table.claimant_id or 0)


def agree_to_host(*, table: Table, seat: Seat) -> None:
    with changing(table) as row:
        if row.claimant_id is not None and row.claimant_id != seat.pk:
            row.seats.filter(pk=seat.pk).update(agrees=True, seen_at=timezone.now())
            _settle(row)


def object_to_host(*, table: Table, seat: Seat) -> None:
    with changing(table) as row:
        if row.claimant_id != seat.pk:
            _end_claim(row)


def settle_host(*, table: Table) -> None:
    """End a request to become host whose time is up, one way or the other; harmless at any other
    time."""
    with changing(table) as row:
        now = timezone.now()
        if row.claimed_at is not None and row.claimed_at > now:
            row.claimed_at = now  # the clock was set back: the time to object begins again
        _settle(row)


def _settle(row: Table) -> None:
    if row.claimant is None or row.claimed_at is None:
        return
    others = list(others_here(row))
    agreed = sum(seat.agrees for seat in others)
    over = timezone.now() - row.claimed_at >= (CONSENT if others else OBJECTION)
    if not hosts_gone(row):
        _end_claim(row)
    elif (over and 2 * agreed >= len(others)) or (others and agreed == len(others)):
        claimant = row.claimant
        Seat.objects.filter(pk=claimant.pk).update(host=True)
        _end_claim(row)
        note(table=row, note="host_taken", about=claimant, by=claimant)
    elif over:
        _end_claim(row)


def _end_claim(row: Table) -> None:
    row.claimant = None
    row.claimed_at = None


def time_to_object(table: Table) -> int:
    """Seconds left in which others can agree or object to a new host."""
    if table.claimed_at is None:
        return 0
    patience = CONSENT if needs_consent(table) else OBJECTION
    left = min(table.claimed_at + patience - timezone.now(), patience)
    return max(0, ceil(left.total_seconds()))


def needs_consent(table: Table) -> bool:
    """Whether somebody asks to become host and others are there to agree."""
    return table.claimed_at is not None and others_here(table).exists()
