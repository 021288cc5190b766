//! The country of a request: that which a proxy in front of the server names, otherwise that to which the network of
//! the address was given. The table, `data/networks.bin`, is unpacked when it is needed for the first time.

use std::net::IpAddr;
use std::sync::LazyLock;

use super::networks::Networks;

const PACKED: &[u8] = include_bytes!("../../data/networks.bin");

static NETWORKS: LazyLock<Networks> = LazyLock::new(|| Networks::unpack(PACKED).unwrap_or_default());

/// The ISO 3166-1 code in a header; none for values that name no country, such as `XX` and `T1`.
pub fn country_code(text: &str) -> Option<[u8; 2]> {
    let code: [u8; 2] = text.trim().to_ascii_uppercase().as_bytes().try_into().ok()?;
    let is_country = code.iter().all(u8::is_ascii_uppercase) && !matches!(&code, b"XX" | b"ZZ" | b"EU" | b"AP");
    is_country.then_some(code)
}

/// The country to which the network of an address was given; none for private and unknown addresses.
pub fn country_of(address: IpAddr) -> Option<[u8; 2]> {
    let address = address.to_canonical();
    if is_of_this_network(address) { None } else { NETWORKS.country(address) }
}

/// Whether the address is of a private network or this host, so that no country has it. A server that only its developer
/// visits never unpacks the table.
fn is_of_this_network(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => address.is_loopback() || address.is_private() || address.is_link_local(),
        IpAddr::V6(address) => address.is_loopback() || address.is_unique_local() || address.is_unicast_link_local(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn countries_of_addresses() {
        for (address, country) in [
            ("9.9.9.9", Some(*b"US")),
            ("193.0.6.139", Some(*b"NL")),
            ("217.0.0.1", Some(*b"DE")),
            ("203.178.141.194", Some(*b"JP")),
            ("::ffff:80.67.169.12", Some(*b"FR")),
            ("2001:200::1", Some(*b"JP")),
            ("2003:e2::1", Some(*b"DE")),
            ("10.0.0.1", None),
            ("127.0.0.1", None),
            ("0.0.0.0", None),
            ("255.255.255.255", None),
            ("::1", None),
            ("fe80::1", None),
        ] {
            assert_eq!(country_of(address.parse().unwrap()), country, "{address}");
        }
    }

    #[test]
    fn countries_of_headers() {
        for (text, country) in [("de", Some(*b"DE")), (" GB ", Some(*b"GB")), ("XX", None), ("T1", None), ("", None)] {
            assert_eq!(country_code(text), country, "{text}");
        }
    }
}
