//! Which addresses are on the internet. What plugins and people name is connected to nothing else.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Whether a server on the internet can have this address: it is not loopback, private or reserved for a protocol.
#[must_use]
pub fn is_public_address(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [first, second, third, _] = address.octets();
    let reserved = address.is_unspecified()
        || address.is_loopback()
        || address.is_private()
        || address.is_link_local()
        || address.is_multicast()
        || address.is_broadcast()
        || address.is_documentation();
    let own_use = matches!(
        (first, second, third),
        (0 | 240.., ..) | (100, 64..=127, _) | (192, 0, 0) | (192, 88, 99) | (198, 18 | 19, _)
    );
    !reserved && !own_use
}

/// For IPv6 only global unicast is public, except its ranges that tunnel IPv4, identify no host or are reserved for
/// documentation. An IPv4 address that is written as IPv6, or translated by the network (NAT64), counts as such.
fn is_public_v6(address: Ipv6Addr) -> bool {
    match address.segments() {
        [0, 0, 0, 0, 0, 0xffff, high, low] | [0x64, 0xff9b, 0, 0, 0, 0, high, low] => {
            is_public_v4(Ipv4Addr::from_bits((u32::from(high) << 16) | u32::from(low)))
        }
        [0x2001, second, ..] if second < 0x0200 || second == 0x0db8 => false,
        [0x2002, ..] | [0x3fff, 0..=0x0fff, ..] => false,
        [first, ..] => (0x2000..=0x3fff).contains(&first),
    }
}

#[cfg(test)]
mod tests {
    use super::is_public_address;

    #[test]
    fn private_addresses_are_not_public() {
        for inside in [
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "0.1.2.3",
            "192.0.0.8",
            "192.0.2.1",
            "192.88.99.1",
            "198.18.0.1",
            "224.0.0.1",
            "240.0.0.1",
            "255.255.255.255",
            "::1",
            "::",
            "fe80::1",
            "fc00::1",
            "fd12::1",
            "ff02::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "::127.0.0.1",
            "64:ff9b::7f00:1",
            "64:ff9b::a00:1",
            "64:ff9b::a9fe:a9fe",
            "64:ff9b:1::808:808",
            "::ffff:169.254.169.254",
            "2002:808:808::1",
            "2002:7f00:1::",
            "2001::1",
            "2001:db8::1",
            "3fff::1",
        ] {
            assert!(!is_public_address(inside.parse().expect(inside)), "{inside}");
        }
        for outside in ["1.1.1.1", "93.184.216.34", "2606:4700::1111", "::ffff:1.1.1.1", "64:ff9b::101:101"] {
            assert!(is_public_address(outside.parse().expect(outside)), "{outside}");
        }
    }
}
