//! Host name and client address of a request.

use std::convert::Infallible;
use std::fmt;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::uri::Authority;
use axum::http::{Extensions, HeaderMap, HeaderValue, Uri, header};
use ipnet::{IpNet, Ipv6Net};
use stoa_tenancy::NameAndPort;

/// The requested host, with its port as sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostName(pub String);

impl HostName {
    /// The host of a request with these headers and this URL.
    pub fn of(headers: &HeaderMap, uri: &Uri) -> Self {
        let header = headers.get(header::HOST).and_then(|value| value.to_str().ok());
        let authority = uri.authority().map(|authority| authority.as_str());
        Self(header.or(authority).unwrap_or_default().to_owned())
    }

    /// The name without port, in lower case; empty if it is not the name of a host, which no site has then.
    pub fn name(&self) -> String {
        NameAndPort::of(&self.0).map_or_else(String::new, |host| host.name().to_owned())
    }
}

/// The host of a request, which is read only when something depends on it.
#[derive(Clone, Debug)]
pub struct RequestedHost {
    header: Option<HeaderValue>,
    authority: Option<Authority>,
}

impl RequestedHost {
    /// That of a request with these headers and this URL.
    pub fn of(headers: &HeaderMap, uri: &Uri) -> Self {
        Self { header: headers.get(header::HOST).cloned(), authority: uri.authority().cloned() }
    }

    /// Its name.
    pub fn name(&self) -> HostName {
        let header = self.header.as_ref().and_then(|value| value.to_str().ok());
        let authority = self.authority.as_ref().map(Authority::as_str);
        HostName(header.or(authority).unwrap_or_default().to_owned())
    }
}

impl<S: Send + Sync> FromRequestParts<S> for HostName {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self::of(&parts.headers, &parts.uri))
    }
}

/// Trusted proxies, whose `X-Forwarded-For` is used.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Proxies {
    /// Whether there are any.
    pub trusted: bool,
    /// Number of proxies in a chain; each adds the address of its client to `X-Forwarded-For`.
    pub hops: usize,
    /// Networks of the proxies; when empty, every peer counts as one.
    pub networks: Vec<IpNet>,
}

impl Proxies {
    /// Whether this peer is a proxy.
    pub fn include(&self, peer: IpAddr) -> bool {
        let peer = peer.to_canonical();
        self.trusted && (self.networks.is_empty() || self.networks.iter().any(|network| network.contains(&peer)))
    }
}

/// The client address of a request; behind trusted proxies, the client of the outermost one.
fn client_address(headers: &HeaderMap, extensions: &Extensions, proxies: &Proxies) -> IpAddr {
    let peer = extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip().to_canonical());
    let is_proxy = peer.map_or(proxies.trusted, |peer| proxies.include(peer));
    let forwarded = if is_proxy { forwarded_for(headers, proxies.hops) } else { None };
    forwarded.or(peer).unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED))
}

/// The entry that the outermost of `hops` proxies has added. Entries before it can be forged. Proxies append to the
/// list or add another header line: both mean the same (RFC 9110, section 5.3).
fn forwarded_for(headers: &HeaderMap, hops: usize) -> Option<IpAddr> {
    let lines = headers.get_all("x-forwarded-for").iter().rev();
    let entries = lines.flat_map(|line| line.as_bytes().rsplit(|byte| *byte == b',')).map(<[u8]>::trim_ascii);
    let entry = entries.filter(|entry| !entry.is_empty()).take(hops.max(1)).last()?;
    let entry = std::str::from_utf8(entry).ok()?;
    // Some proxies add the port.
    let address = entry.parse().ok().or_else(|| entry.parse::<SocketAddr>().ok().map(|socket| socket.ip()));
    address.map(|address: IpAddr| address.to_canonical())
}

/// The network by which clients are counted: an IPv4 address, or the /64 of an IPv6 address, which usually belongs to
/// one customer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Network(IpNet);

impl fmt::Display for Network {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

/// The network of an address.
pub fn network_of(address: IpAddr) -> Network {
    match address.to_canonical() {
        IpAddr::V6(address) => Network(
            Ipv6Net::new(address, 64).map_or(IpNet::from(IpAddr::V6(address)), |network| network.trunc().into()),
        ),
        address => Network(address.into()),
    }
}

/// The client's address, of which only the country and a hash of a day are kept.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct CallerAddress(pub IpAddr);

impl CallerAddress {
    /// The address of a request with these headers.
    pub fn of(headers: &HeaderMap, extensions: &Extensions, proxies: &Proxies) -> Self {
        Self(client_address(headers, extensions, proxies))
    }
}

/// The client's network, for rate limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CallerNetwork(pub Network);

impl CallerNetwork {
    /// The network of a request with these headers.
    pub fn of(headers: &HeaderMap, extensions: &Extensions, proxies: &Proxies) -> Self {
        Self(network_of(client_address(headers, extensions, proxies)))
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn caller(lines: &[&'static str], peer: &str, proxies: &Proxies) -> String {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append("x-forwarded-for", HeaderValue::from_static(line));
        }
        let mut extensions = Extensions::new();
        extensions.insert(ConnectInfo(SocketAddr::new(peer.parse().unwrap(), 4711)));
        client_address(&headers, &extensions, proxies).to_string()
    }

    #[test]
    fn outermost_trusted_proxy_entry_is_used() {
        let none = Proxies::default();
        let one = Proxies { trusted: true, hops: 1, networks: Vec::new() };
        let two = Proxies { hops: 2, ..one.clone() };
        let inner = Proxies { networks: vec!["10.0.0.0/8".parse().unwrap()], ..one.clone() };
        for (lines, peer, proxies, expected) in [
            (&["9.9.9.9"][..], "10.0.0.1", &none, "10.0.0.1"),
            (&["9.9.9.9, 203.0.113.1"], "10.0.0.1", &one, "203.0.113.1"),
            (&["9.9.9.9", "203.0.113.1"], "10.0.0.1", &one, "203.0.113.1"),
            (&["9.9.9.9, 8.8.8.8", "203.0.113.1, 10.0.0.2"], "10.0.0.1", &two, "203.0.113.1"),
            (&["9.9.9.9", "203.0.113.1", "10.0.0.2"], "10.0.0.1", &two, "203.0.113.1"),
            (&["203.0.113.1"], "10.0.0.1", &two, "203.0.113.1"),
            (&["203.0.113.1:443"], "10.0.0.1", &one, "203.0.113.1"),
            (&["[2001:db8::1]:443"], "10.0.0.1", &one, "2001:db8::1"),
            (&["::ffff:203.0.113.1"], "10.0.0.1", &one, "203.0.113.1"),
            (&["nobody"], "10.0.0.1", &one, "10.0.0.1"),
            (&[], "::ffff:10.0.0.1", &one, "10.0.0.1"),
            (&["203.0.113.1"], "::ffff:10.0.0.1", &inner, "203.0.113.1"),
            (&["203.0.113.1"], "192.0.2.1", &inner, "192.0.2.1"),
        ] {
            assert_eq!(caller(lines, peer, proxies), expected, "{lines:?} by {peer}, {proxies:?}");
        }
    }

    #[test]
    fn non_text_forwarded_header() {
        let mut headers = HeaderMap::new();
        for line in [&b"9.9.9.9, 8.8.8.8"[..], b"\xe9, 203.0.113.1, 10.0.0.2"] {
            headers.append("x-forwarded-for", HeaderValue::from_bytes(line).unwrap());
        }
        let two = Proxies { trusted: true, hops: 2, networks: Vec::new() };
        assert_eq!(client_address(&headers, &Extensions::new(), &two).to_string(), "203.0.113.1");
    }

    #[test]
    fn ipv6_network_is_one_client() {
        let of = |address: &str| network_of(address.parse().unwrap());
        assert_eq!(of("2001:db8:0:1::1"), of("2001:db8:0:1:ffff::2"));
        assert_ne!(of("2001:db8:0:1::1"), of("2001:db8:0:2::1"));
        assert_ne!(of("203.0.113.1"), of("203.0.113.2"));
        assert_eq!(of("203.0.113.1"), of("::ffff:203.0.113.1"));
    }
}
