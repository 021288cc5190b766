//! Names of hosts as requests give them.

use std::borrow::Cow;
use std::fmt;
use std::net::Ipv6Addr;

/// The name of a host, in lower case, with the port that stood behind it. Neither has characters that mean anything in
/// HTML, in header fields or in other parts of URLs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameAndPort<'h> {
    name: Cow<'h, str>,
    port: Option<&'h str>,
}

impl<'h> NameAndPort<'h> {
    /// Those of a `Host` header or of the authority of a URL; none if it is anything else, such as one with a password.
    pub fn of(host: &'h str) -> Option<Self> {
        let (name, port) = match host.rsplit_once(':') {
            // The colons of an IPv6 address are within its brackets.
            Some((name, port)) if !port.ends_with(']') => (name, Some(port)),
            _ => (host, None),
        };
        let is_port = port.is_none_or(|port| port.bytes().all(|byte| byte.is_ascii_digit()));
        if !is_port || !is_name(name) {
            return None;
        }
        let name = if name.bytes().any(|byte| byte.is_ascii_uppercase()) {
            Cow::Owned(name.to_ascii_lowercase())
        } else {
            Cow::Borrowed(name)
        };
        Some(Self { name, port: port.filter(|port| !port.is_empty()) })
    }

    /// The name, in lower case.
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl fmt::Display for NameAndPort<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.port {
            Some(port) => write!(formatter, "{}:{port}", self.name),
            None => formatter.write_str(&self.name),
        }
    }
}

fn is_name(name: &str) -> bool {
    if let Some(address) = name.strip_prefix('[').and_then(|inner| inner.strip_suffix(']')) {
        return address.parse::<Ipv6Addr>().is_ok();
    }
    // Underscores are none of host names, but of the names that machines have in some networks.
    let is_of_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_');
    !name.is_empty() && name.bytes().all(is_of_name)
}

#[cfg(test)]
mod tests {
    use super::NameAndPort;

    #[test]
    fn names_are_read_without_their_port() {
        for (host, name, shown) in [
            ("shop.example", "shop.example", "shop.example"),
            ("Shop.Example:8080", "shop.example", "shop.example:8080"),
            ("shop.example:", "shop.example", "shop.example"),
            ("my_shop-2", "my_shop-2", "my_shop-2"),
            ("127.0.0.1:80", "127.0.0.1", "127.0.0.1:80"),
            ("[2001:DB8::1]", "[2001:db8::1]", "[2001:db8::1]"),
            ("[::1]:8080", "[::1]", "[::1]:8080"),
        ] {
            let read = NameAndPort::of(host).unwrap();
            assert_eq!((read.name(), read.to_string().as_str()), (name, shown), "{host}");
        }
    }

    #[test]
    fn anything_else_is_no_host() {
        for host in [
            "",
            ":80",
            "shop.example:\"x",
            "shop.example:\"><script>",
            "shop.example:x",
            "shop.example:80:90",
            "shop.example:x@evil.example",
            "user@shop.example",
            "shop.example; script-src *",
            "shop.example/x",
            "shop.example:80/x",
            "shöp.example",
            "::1",
            "[::1",
            "[::1]x",
            "[::1]x:80",
            "[\"]",
            "[::1%25\"]:80",
            "x:[::1]",
        ] {
            assert_eq!(NameAndPort::of(host), None, "{host}");
        }
    }
}
