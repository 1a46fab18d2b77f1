"""The address in the QR code."""

import ipaddress

import pytest
from django.http.request import validate_host

from companion.server.own_hosts import OwnHosts
from games.access import addresses


def test_the_address_towards_the_world_comes_first() -> None:
    interfaces = [("eth0", "192.168.1.20"), ("wlan0", "192.168.7.9")]
    assert addresses.ranked(interfaces, outgoing="192.168.7.9") == ("192.168.7.9", "192.168.1.20")


def test_without_a_default_route_home_networks_come_first() -> None:
    interfaces = [
        ("eth3", "203.0.113.5"),
        ("eth2", "172.20.0.4"),
        ("eth1", "10.0.0.4"),
        ("wlan0", "192.168.1.20"),
    ]
    assert addresses.ranked(interfaces, outgoing=None) == (
        "192.168.1.20",
        "10.0.0.4",
        "172.20.0.4",
        "203.0.113.5",
    )


@pytest.mark.parametrize(
    "interface",
    [
        "docker0",
        "br-1f2e3d",
        "veth12ab",
        "virbr0",
        "tun0",
        "utun4",
        "wg0",
        "tailscale0",
        "bridge100",
        "vEthernet (WSL)",
        "Hyper-V Virtual Ethernet Adapter",
        "VirtualBox Host-Only Ethernet Adapter",
        "TAP-Windows Adapter V9",
        "WireGuard Tunnel",
    ],
)
def test_bridges_and_tunnels_come_last_even_when_a_vpn_is_the_way_out(interface: str) -> None:
    interfaces = [(interface, "192.168.50.1"), ("Intel(R) Wi-Fi 6", "172.20.0.4")]
    assert addresses.ranked(interfaces, outgoing="192.168.50.1") == ("172.20.0.4", "192.168.50.1")


@pytest.mark.parametrize("interface", ["eth0", "wlp3s0", "en0", "br0", "Realtek PCIe GbE"])
def test_ordinary_interfaces_are_not_taken_for_virtual_ones(interface: str) -> None:
    interfaces = [("docker0", "172.17.0.1"), (interface, "172.20.0.4")]
    assert addresses.ranked(interfaces, outgoing=None)[0] == "172.20.0.4"


def test_addresses_no_phone_can_open_are_left_out() -> None:
    interfaces = [
        ("lo", "127.0.0.1"),
        ("lo", "127.0.1.1"),
        ("eth0", "169.254.7.7"),
        ("x", "0.0.0.0"),
    ]
    assert addresses.ranked(interfaces, outgoing="127.0.0.1") == ()


def test_an_address_is_named_once() -> None:
    interfaces = [("eth0", "192.168.1.20"), ("eth0:1", "192.168.1.20")]
    assert addresses.ranked(interfaces, outgoing=None) == ("192.168.1.20",)


def test_this_machine_never_offers_a_loopback_address() -> None:
    offered = [ipaddress.IPv4Address(address) for address in addresses.current()]
    assert [address for address in offered if address.is_loopback] == []
    assert len(set(offered)) == len(offered)


def test_the_public_url_wins_over_whatever_is_found() -> None:
    urls = addresses.phone_urls(port=8000, public_url="https://trains.example.org")
    assert urls == ("https://trains.example.org/",)


def test_a_phone_url_names_the_port_unless_it_is_the_usual_one() -> None:
    assert addresses.phone_urls(port=80) == tuple(f"http://{a}/" for a in addresses.current())
    assert addresses.phone_urls(port=8123) == tuple(
        f"http://{a}:8123/" for a in addresses.current()
    )


def test_the_server_answers_to_its_own_addresses_and_to_no_foreign_name() -> None:
    hosts = OwnHosts(["localhost"])
    for own in ("localhost", *addresses.current()):
        assert validate_host(own, hosts)
        assert own in hosts
    for foreign in ("evil.example.org", "203.0.113.77", "192.168.255.254"):
        assert not validate_host(foreign, hosts)
        assert foreign not in hosts


def test_a_new_network_is_noticed_while_serving(monkeypatch: pytest.MonkeyPatch) -> None:
    hosts = OwnHosts(["localhost"])
    assert "192.168.99.1" not in hosts
    monkeypatch.setattr(addresses, "_interfaces", lambda: [("wlan0", "192.168.99.1")])
    addresses._current.cache_clear()
    assert "192.168.99.1" in hosts
    monkeypatch.undo()
    addresses._current.cache_clear()
