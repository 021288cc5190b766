//! The host name of a call and the address it comes from.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap, header};

use crate::state::AppState;

/// The host a call was made to, with its port as sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostName(pub String);

impl HostName {
    /// The name without port, lower case.
    pub fn name(&self) -> String {
        let without_port = match self.0.rsplit_once(':') {
            Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
            _ => self.0.as_str(),
        };
        without_port.to_ascii_lowercase()
    }
}

impl<S: Send + Sync> FromRequestParts<S> for HostName {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let header = parts.headers.get(header::HOST).and_then(|value| value.to_str().ok());
        let authority = parts.uri.authority().map(|authority| authority.as_str());
        Ok(Self(header.or(authority).unwrap_or_default().to_owned()))
    }
}

/// The address a call comes from; behind a trusted proxy, the one it says it forwards for.
pub fn client_address(headers: &HeaderMap, extensions: &Extensions, trust_proxy: bool) -> IpAddr {
    // Some proxies add a line of their own behind those that the caller has sent.
    let forwarded = headers
        .get_all("x-forwarded-for")
        .iter()
        .next_back()
        .filter(|_| trust_proxy)
        .and_then(|value| value.to_str().ok())
        .and_then(|list| list.rsplit(',').next())
        .and_then(|last| last.trim().parse().ok());
    let peer = extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    forwarded.or(peer).unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED))
}

/// The address a call comes from, for handlers that count by it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CallerAddress(pub IpAddr);

impl FromRequestParts<AppState> for CallerAddress {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Infallible> {
        Ok(Self(client_address(&parts.headers, &parts.extensions, state.settings.trust_proxy)))
    }
}

#[cfg(test)]
mod tests {
    use axum::http::{Extensions, HeaderMap, HeaderName, HeaderValue};

    use super::client_address;

    #[test]
    fn what_the_proxy_says_last_counts() {
        let name = HeaderName::from_static("x-forwarded-for");
        for (lines, trusted, address) in [
            (&["203.0.113.7"][..], true, "203.0.113.7"),
            (&["198.51.100.1, 203.0.113.7"], true, "203.0.113.7"),
            (&["198.51.100.1", "203.0.113.7"], true, "203.0.113.7"),
            (&["203.0.113.7"], false, "0.0.0.0"),
            (&["nobody"], true, "0.0.0.0"),
        ] {
            let mut headers = HeaderMap::new();
            for line in lines {
                headers.append(name.clone(), HeaderValue::from_static(line));
            }
            let read = client_address(&headers, &Extensions::new(), trusted);
            assert_eq!(read.to_string(), address, "{lines:?}");
        }
    }
}
