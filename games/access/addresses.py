"""Which addresses of this machine a phone in the same network can open.

The standard library cannot list network interfaces on every system, and without their names a
Docker bridge looks like a home network; `ifaddr` (pure Python, no dependencies) can. Only IPv4 is
listed, because the server listens on 0.0.0.0.
"""

import re
import socket
import time
from collections.abc import Iterable
from contextlib import suppress
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network
from threading import Thread

import ifaddr

# Most likely networks of a home or a club first.
HOME_NETWORKS = tuple(
    IPv4Network(network) for network in ("192.168.0.0/16", "10.0.0.0/8", "172.16.0.0/12")
)

# Bridges, tunnels and virtual machines: by interface name on Linux and macOS, by the adapter's
# description on Windows. A phone hardly ever reaches these.
VIRTUAL = re.compile(
    r"^(docker|br-|veth|virbr|vbox|vmnet|vmenet|lxc|lxd|podman|cni|flannel|cali|kube|bridge\d"
    r"|tun|tap|utun|wg|ppp|ipsec|zt|awdl|llw|anpi)"
    r"|virtual|hyper-v|vmware|wireguard|openvpn|tailscale|zerotier|nordlynx|proton|vpn|wsl",
    re.IGNORECASE,
)

# A name that can be part of an address. One ending in a number would be read as an IP address.
NAME = re.compile(r"(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)*[a-z](?:[a-z0-9-]*[a-z0-9])?")

# Seconds to cache an answer. Few, so that a new Wi-Fi is noticed while people fetch their phones.
SECONDS = 5


def current() -> tuple[str, ...]:
    """Return this machine's addresses, beginning with the one a phone is most likely to reach."""
    return _current(int(time.monotonic() // SECONDS))


def own_names() -> tuple[str, ...]:
    """Return the names by which other computers in the network can reach this machine: its host
    name, and that with `.local`, for Bonjour and Avahi."""
    name = socket.gethostname().lower().rstrip(".")
    if not NAME.fullmatch(name):
        return ()
    first = name.split(".")[0]
    return tuple(dict.fromkeys((name, first, f"{first}.local")))


def phone_urls(*, port: int, public_url: str | None = None) -> tuple[str, ...]:
    """Return the addresses a phone can open, the likeliest first; empty without a network."""
    if public_url:
        return (f"{public_url}/",)
    return tuple(url(address, port) for address in current())


def url(host: str, port: int) -> str:
    return f"http://{host}/" if port == 80 else f"http://{host}:{port}/"


def announced_name(patience: float = 1.0) -> str | None:
    """Return `name.local` if this system announces it, that is, if it resolves to one of our
    addresses.

    Where nothing answers for `.local`, the lookup may take long; a late answer is ignored.
    """
    name = next((name for name in own_names() if name.endswith(".local")), None)
    answered: list[str] = []

    def ask() -> None:
        with suppress(OSError, UnicodeError):
            answered.extend(
                str(info[4][0]) for info in socket.getaddrinfo(name, None, socket.AF_INET)
            )

    asking = Thread(target=ask, daemon=True)
    asking.start()
    asking.join(patience)
    return name if set(answered) & set(current()) else None


def ranked(interfaces: Iterable[tuple[str, str]], *, outgoing: str | None) -> tuple[str, ...]:
    """Sort (interface, address) pairs by how likely a phone reaches them; drop hopeless ones.

    `outgoing` is the address of the default route, the best hint among real interfaces. A VPN often
    takes it over, so it never moves a virtual interface up.
    """

    def place(pair: tuple[str, IPv4Address]) -> tuple[bool, bool, int, IPv4Address]:
        interface, address = pair
        homes = [number for number, network in enumerate(HOME_NETWORKS) if address in network]
        return (
            bool(VIRTUAL.search(interface)),
            str(address) != outgoing,
            homes[0] if homes else len(HOME_NETWORKS),
            address,
        )

    pairs = [(interface, IPv4Address(address)) for interface, address in interfaces]
    usable = [pair for pair in pairs if _reachable(pair[1])]
    return tuple(dict.fromkeys(str(address) for _, address in sorted(usable, key=place)))


def _reachable(address: IPv4Address) -> bool:
    return not (
        address.is_loopback
        or address.is_link_local  # self-assigned: this machine got no address from a router
        or address.is_multicast
        or address.is_unspecified
    )


@lru_cache(maxsize=1)
def _current(_tick: int) -> tuple[str, ...]:
    outgoing = _outgoing()
    interfaces = _interfaces()
    if not interfaces and outgoing:
        interfaces = [("", outgoing)]
    return ranked(interfaces, outgoing=outgoing)


def _interfaces() -> list[tuple[str, str]]:
    try:
        adapters = list(ifaddr.get_adapters())
    except OSError:  # some sandboxes don't allow it
        return []
    return [
        (adapter.nice_name, ip.ip)
        for adapter in adapters
        for ip in adapter.ips
        if isinstance(ip.ip, str)  # IPv6 comes as a tuple
    ]


def _outgoing() -> str | None:
    """Return the address of the default route. Connecting a UDP socket sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("198.51.100.1", 9))  # reserved for documentation: nothing is there
        except OSError:
            return None
        address: str = probe.getsockname()[0]
        return address
