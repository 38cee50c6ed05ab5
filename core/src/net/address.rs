//! What kind of place an address is: the public internet, this machine, a network nearby.
//!
//! Pure judgement of numbers and of the form of names, by the special-purpose registries of RFC
//! 6890 and its updates. It resolves nothing and allows nothing; `guard` does.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use super::is_loopback;

/// Where an address leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Public,
    /// This machine.
    Loopback,
    /// A network that the internet does not reach: a home, a company, a provider's inside.
    Private,
    /// The same wire; clouds keep their machines' credentials there.
    LinkLocal,
    /// `198.18.0.0/15`, which programs for private networks give out in place of every name's real
    /// address.
    StandIn,
    /// Nothing that a server could stand at: unspecified, multicast, documentation, reserved.
    Nowhere,
}

/// What names end with that only a network nearby can know: RFC 6762, ICANN's reservation of 2024,
/// RFC 8375, and what home routers use.
const NEARBY: [&str; 5] = [".local", ".internal", ".home.arpa", ".lan", ".localdomain"];

impl Kind {
    pub(super) fn of(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V4(address) => of_v4(address),
            IpAddr::V6(address) => of_v6(address),
        }
    }

    /// What the form of a name already tells: `localhost` and names below it, and names that only
    /// a network nearby can know. Nothing where only resolving tells.
    pub(super) fn of_name(name: &str) -> Option<Self> {
        if is_loopback(name) {
            return Some(Self::Loopback);
        }
        let name = name.trim_end_matches('.').to_ascii_lowercase();
        let is_nearby = !name.contains('.') || NEARBY.iter().any(|end| name.ends_with(end));
        is_nearby.then_some(Self::Private)
    }

    /// As it stands in a sentence: "it is …".
    pub(super) fn describe(self) -> &'static str {
        match self {
            Self::Public => "on the internet",
            Self::Loopback => "on this machine",
            Self::Private => "in a private network",
            Self::LinkLocal => "a link-local address",
            Self::StandIn => "an address for tests of networks (198.18.0.0/15)",
            Self::Nowhere => "an address that no server can have",
        }
    }
}

#[expect(
    clippy::match_same_arms,
    clippy::unnested_or_patterns,
    reason = "each line is a range of its own, as the registry writes it"
)]
fn of_v4(address: Ipv4Addr) -> Kind {
    match address.octets() {
        [127, ..] => Kind::Loopback,
        [10, ..] | [192, 168, ..] | [172, 16..=31, ..] | [100, 64..=127, ..] => Kind::Private,
        [169, 254, ..] => Kind::LinkLocal,
        [198, 18..=19, ..] => Kind::StandIn,
        // On some systems 0.0.0.0 reaches this machine.
        [0, ..] | [224..=255, ..] => Kind::Nowhere,
        [192, 0, 0 | 2, _] | [192, 88, 99, _] => Kind::Nowhere,
        [198, 51, 100, _] | [203, 0, 113, _] => Kind::Nowhere,
        _ => Kind::Public,
    }
}

/// Only `2000::/3` is given out to the public, so that everything else is refused without a name.
#[expect(
    clippy::match_same_arms,
    clippy::unnested_or_patterns,
    reason = "each line is a range of its own, as the registry writes it"
)]
fn of_v6(address: Ipv6Addr) -> Kind {
    let segments = address.segments();
    match segments {
        [0, 0, 0, 0, 0, 0, 0, 1] => Kind::Loopback,
        [0xfc00..=0xfdff, ..] | [0xfec0..=0xfeff, ..] => Kind::Private,
        [0xfe80..=0xfebf, ..] => Kind::LinkLocal,
        // The two that carry an IPv4 address to a gateway: 6to4, and NAT64 (RFC 6052).
        [0x2002, high, low, ..] => carried(high, low),
        [0x64, 0xff9b, 0, 0, 0, 0, high, low] => carried(high, low),
        // A NAT64 of the local network (RFC 8215).
        [0x64, 0xff9b, 1, ..] => Kind::Private,
        // Protocol assignments, among them Teredo; documentation.
        [0x2001, 0..=0x1ff, ..] | [0x2001, 0xdb8, ..] => Kind::Nowhere,
        [0x3fff, 0..=0xfff, ..] => Kind::Nowhere,
        [0x2000..=0x3fff, ..] => Kind::Public,
        _ => Kind::Nowhere,
    }
}

/// What a gateway is asked to reach. What is not public is near the gateway, not near us.
fn carried(high: u16, low: u16) -> Kind {
    let number = (u32::from(high) << 16) | u32::from(low);
    match of_v4(number.into()) {
        Kind::Public => Kind::Public,
        Kind::Loopback | Kind::Private | Kind::LinkLocal | Kind::StandIn | Kind::Nowhere => {
            Kind::Nowhere
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_special_range_has_its_kind_at_both_ends_and_none_beyond() {
        let table: &[(Kind, &[&str])] = &[
            (Kind::Loopback, &["127.0.0.0", "127.0.0.1", "127.255.255.255", "::1"]),
            (Kind::Loopback, &["::ffff:127.0.0.1", "::ffff:7fff:ffff"]),
            (Kind::Private, &["10.0.0.0", "10.255.255.255", "172.16.0.0", "172.31.255.255"]),
            (Kind::Private, &["192.168.0.0", "192.168.255.255", "100.64.0.0", "100.127.255.255"]),
            (Kind::Private, &["fc00::", "fdff:ffff::1", "fec0::1", "64:ff9b:1::1"]),
            (Kind::Private, &["::ffff:10.0.0.1", "fd00:ec2::254"]),
            (Kind::LinkLocal, &["169.254.0.0", "169.254.169.254", "fe80::", "febf:ffff::1"]),
            (Kind::LinkLocal, &["::ffff:169.254.169.254"]),
            (Kind::StandIn, &["198.18.0.0", "198.19.255.255"]),
            (Kind::Nowhere, &["0.0.0.0", "0.255.255.255", "192.0.0.1", "192.0.2.1"]),
            (Kind::Nowhere, &["198.51.100.1", "203.0.113.1", "192.88.99.1", "224.0.0.0"]),
            (Kind::Nowhere, &["239.255.255.255", "240.0.0.0", "255.255.255.255", "::"]),
            (Kind::Nowhere, &["::ffff:0.0.0.0", "::127.0.0.1", "::8.8.8.8", "ff00::", "ff02::1"]),
            (Kind::Nowhere, &["2001:db8::1", "2001::1", "2001:1ff::", "3fff::1", "3fff:fff::1"]),
            (Kind::Nowhere, &["100::1", "4000::1", "5f00::1", "fe00::1", "::ffff:0:1.2.3.4"]),
            (Kind::Nowhere, &["2002:7f00:1::", "2002:a00:1::1", "2002:a9fe:a9fe::"]),
            (Kind::Nowhere, &["64:ff9b::127.0.0.1", "64:ff9b::10.0.0.1", "64:ff9b::169.254.1.1"]),
            (Kind::Public, &["1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255"]),
            (Kind::Public, &["100.128.0.0", "126.255.255.255", "128.0.0.0", "172.15.255.255"]),
            (Kind::Public, &["172.32.0.0", "192.167.255.255", "192.169.0.0", "192.0.1.0"]),
            (Kind::Public, &["192.0.3.0", "198.17.255.255", "198.20.0.0", "223.255.255.255"]),
            (Kind::Public, &["169.253.255.255", "169.255.0.0", "::ffff:8.8.8.8"]),
            (Kind::Public, &["2000::1", "2001:200::1", "2606:4700::1111", "3ffe:ffff::1"]),
            (Kind::Public, &["64:ff9b::8.8.8.8", "2002:808:808::1"]),
        ];
        for (kind, addresses) in table {
            for address in *addresses {
                assert_eq!(Kind::of(address.parse().unwrap()), *kind, "{address}");
            }
        }
    }

    #[test]
    fn names_tell_by_their_form_where_they_lead() {
        for name in ["localhost", "LocalHost.", "a.b.localhost"] {
            assert_eq!(Kind::of_name(name), Some(Kind::Loopback), "{name}");
        }
        for name in [
            "nas.local",
            "NAS.LOCAL.",
            "db.corp.internal",
            "router",
            "router.",
            "tv.lan",
            "x.home.arpa",
            "localhost.localdomain",
        ] {
            assert_eq!(Kind::of_name(name), Some(Kind::Private), "{name}");
        }
        for name in ["example.com", "local.example", "mylocal.example.", "notlocalhost.org"] {
            assert_eq!(Kind::of_name(name), None, "{name}");
        }
    }
}
