use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::OnceLock;
use std::time::Duration;

use async_trait::async_trait;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use url::{Host as UrlHost, Url};

use crate::bindings::imports::stoa::plugin::http as pure;
use crate::bindings::waiting_imports::stoa::plugin::http as waiting;
use crate::capability::GuestState;
use crate::capability::origins::{is_allowed, origin_of};
use crate::capability::secret_places::{OPEN, SecretFault, SecretPlaces};

const MAX_HEADERS: usize = 64;

/// A request that passed the permission check: its origin is allowed, and its secrets are inserted.
#[derive(Clone, PartialEq, Eq)]
pub struct OutboundRequest {
    /// HTTP method.
    pub method: String,
    /// Absolute URL, always https.
    pub url: String,
    /// Names and values.
    pub headers: Vec<(String, String)>,
    /// Request body.
    pub body: Vec<u8>,
    /// Wall-clock limit of request and response.
    pub timeout: Duration,
    /// Largest accepted response body, bytes.
    pub max_body: usize,
}

/// Without values of headers, path and body, which may contain secrets and data of people.
impl fmt::Debug for OutboundRequest {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let origin = Url::parse(&self.url).map(|url| url.origin().ascii_serialization()).unwrap_or_default();
        let headers: Vec<&str> = self.headers.iter().map(|(name, _)| name.as_str()).collect();
        let mut shown = formatter.debug_struct("OutboundRequest");
        shown.field("method", &self.method).field("origin", &origin).field("headers", &headers);
        shown.field("body_bytes", &self.body.len()).finish_non_exhaustive()
    }
}

/// The response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutboundResponse {
    /// HTTP status.
    pub status: u16,
    /// Names in lower case and values.
    pub headers: Vec<(String, String)>,
    /// At most `max_body` bytes.
    pub body: Vec<u8>,
}

/// Why there is no response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OutboundFailure {
    /// The address is private, or the request is not permitted.
    NotAllowed,
    /// The name could not be resolved.
    Dns,
    /// The connection failed.
    Connect,
    /// The certificate is not trusted.
    Tls,
    /// The time limit was exceeded.
    Timeout,
    /// The response body is too large.
    TooLarge,
    /// The response is no valid HTTP.
    Protocol,
}

/// Sends permitted requests.
#[async_trait]
pub trait HttpTransport: Send + Sync {
    /// Sends one request; does not follow redirects.
    async fn send(&self, request: OutboundRequest) -> Result<OutboundResponse, OutboundFailure>;
}

/// The real network: public addresses only, checked on the address that is connected to.
#[derive(Debug, Default)]
pub struct PublicNetwork {
    client: OnceLock<Option<reqwest::Client>>,
}

impl PublicNetwork {
    fn client(&self) -> Option<&reqwest::Client> {
        let build = || {
            // An error means that another caller has already installed the provider of this process.
            let _ = rustls::crypto::ring::default_provider().install_default();
            reqwest::Client::builder()
                .https_only(true)
                .redirect(reqwest::redirect::Policy::none())
                .no_proxy()
                .referer(false)
                .dns_resolver(std::sync::Arc::new(PublicAddresses))
                .build()
                .inspect_err(|error| tracing::error!(%error, "the HTTP client of plugins could not be created"))
                .ok()
        };
        self.client.get_or_init(build).as_ref()
    }
}

#[async_trait]
impl HttpTransport for PublicNetwork {
    async fn send(&self, request: OutboundRequest) -> Result<OutboundResponse, OutboundFailure> {
        let url = Url::parse(&request.url).map_err(|_| OutboundFailure::NotAllowed)?;
        let literal = match url.host() {
            Some(UrlHost::Ipv4(address)) => Some(IpAddr::V4(address)),
            Some(UrlHost::Ipv6(address)) => Some(IpAddr::V6(address)),
            _ => None,
        };
        if literal.is_some_and(|address| !is_public(address)) {
            return Err(OutboundFailure::NotAllowed);
        }
        let method = reqwest::Method::from_bytes(request.method.as_bytes()).map_err(|_| OutboundFailure::Protocol)?;
        let client = self.client().ok_or(OutboundFailure::Tls)?;
        let mut outgoing = client.request(method, url).timeout(request.timeout).body(request.body);
        for (name, value) in &request.headers {
            outgoing = outgoing.header(name, value);
        }
        let mut incoming = outgoing.send().await.map_err(|error| classify(&error))?;
        let status = incoming.status().as_u16();
        let headers = incoming
            .headers()
            .iter()
            .filter_map(|(name, value)| Some((name.as_str().to_owned(), value.to_str().ok()?.to_owned())))
            .collect();
        let mut body = Vec::new();
        while let Some(chunk) = incoming.chunk().await.map_err(|error| classify(&error))? {
            if body.len() + chunk.len() > request.max_body {
                return Err(OutboundFailure::TooLarge);
            }
            body.extend_from_slice(&chunk);
        }
        Ok(OutboundResponse { status, headers, body })
    }
}

/// Resolves names for connections and drops every address that is not public. There is no check before it, whose answer
/// could differ: a name that changes to an internal address (DNS rebinding) is refused when it is connected to.
#[derive(Debug)]
struct PublicAddresses;

#[derive(Debug, thiserror::Error)]
enum ResolveFault {
    #[error("name has no public address")]
    Private,
    #[error("name could not be resolved")]
    Unknown,
}

impl Resolve for PublicAddresses {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move {
            let found = tokio::net::lookup_host((name.as_str(), 0)).await.map_err(|_| ResolveFault::Unknown)?;
            Ok(Box::new(public_of(found)?.into_iter()) as Addrs)
        })
    }
}

/// The addresses of a name that may be connected to.
fn public_of(found: impl Iterator<Item = SocketAddr>) -> Result<Vec<SocketAddr>, ResolveFault> {
    let public: Vec<SocketAddr> = found.filter(|address| is_public(address.ip())).collect();
    if public.is_empty() { Err(ResolveFault::Private) } else { Ok(public) }
}

fn classify(error: &reqwest::Error) -> OutboundFailure {
    let mut source = std::error::Error::source(error);
    while let Some(cause) = source {
        match cause.downcast_ref::<ResolveFault>() {
            Some(ResolveFault::Private) => return OutboundFailure::NotAllowed,
            Some(ResolveFault::Unknown) => return OutboundFailure::Dns,
            None => source = cause.source(),
        }
    }
    if error.is_timeout() {
        OutboundFailure::Timeout
    } else if error.is_connect() {
        OutboundFailure::Connect
    } else {
        OutboundFailure::Protocol
    }
}

/// Whether a server on the internet can have this address.
fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [first, second, third, _] = address.octets();
    let shared = first == 100 && (64..128).contains(&second);
    let protocol = first == 192 && second == 0 && third == 0;
    let benchmark = first == 198 && (18..20).contains(&second);
    !(first == 0
        || first >= 224
        || address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_documentation()
        || shared
        || protocol
        || benchmark)
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let segments = address.segments();
    let [first, second, ..] = segments;
    let embedded = |high: u16, low: u16| {
        let [a, b] = high.to_be_bytes();
        let [c, d] = low.to_be_bytes();
        is_public_v4(Ipv4Addr::new(a, b, c, d))
    };
    match segments {
        [0, 0, 0, 0, 0, 0xffff, high, low] | [0x64, 0xff9b, 0, 0, 0, 0, high, low] => embedded(high, low),
        [0x2002, high, low, ..] => embedded(high, low),
        [0x2001, 0, ..] | [0x2001, 0xdb8, ..] => false,
        // Global unicast is 2000::/3; nothing outside it is a public server.
        _ => (first & 0xe000) == 0x2000 && !(first == 0x3fff && second < 0x1000),
    }
}

/// Kinds that never wait have no network access.
impl pure::Host for GuestState {
    fn send(&mut self, _req: pure::Request) -> Result<pure::Response, pure::Failure> {
        Err(pure::Failure::NotAllowed)
    }
}

impl waiting::Host for GuestState {
    async fn send(&mut self, req: waiting::Request) -> Result<waiting::Response, waiting::Failure> {
        if self.http_requests >= self.limits.of(self.plugin.info.class).http_requests {
            return Err(waiting::Failure::BudgetExhausted);
        }
        self.http_requests += 1;
        if !self.may_change && !matches!(req.method.as_str(), "GET" | "HEAD") {
            return Err(waiting::Failure::NotAllowed);
        }
        let request = self.prepare(req)?;
        match self.ports.http.send(request).await {
            Ok(answer) => Ok(waiting::Response { status: answer.status, headers: answer.headers, body: answer.body }),
            Err(failure) => Err(match failure {
                OutboundFailure::NotAllowed => waiting::Failure::NotAllowed,
                OutboundFailure::Dns => waiting::Failure::Dns,
                OutboundFailure::Connect => waiting::Failure::Connect,
                OutboundFailure::Tls => waiting::Failure::Tls,
                OutboundFailure::Timeout => waiting::Failure::Timeout,
                OutboundFailure::TooLarge => waiting::Failure::TooLarge,
                OutboundFailure::Protocol => waiting::Failure::Protocol,
            }),
        }
    }
}

impl GuestState {
    /// Origins of the addresses in settings that the manifest names: who enters one grants it.
    fn entered_origins(&self) -> Vec<String> {
        let Some(activation) = self.activation() else { return Vec::new() };
        let entered = self.plugin.info.permissions.http_settings.iter().filter_map(|name| activation.config.get(name));
        entered.filter_map(|address| origin_of(address.as_str()?)).collect()
    }

    fn prepare(&self, req: waiting::Request) -> Result<OutboundRequest, waiting::Failure> {
        let url = Url::parse(&req.url).map_err(|_| waiting::Failure::NotAllowed)?;
        let manifest = &self.plugin.info.permissions.http;
        let granted = self.activation().and_then(|activation| activation.http_grant.as_deref());
        if !is_allowed(&url, manifest, granted) && !is_allowed(&url, &self.entered_origins(), None) {
            tracing::warn!(
                plugin.id = %self.plugin.id,
                http.host = url.host_str(),
                "plugin requested a host that is not granted"
            );
            return Err(waiting::Failure::NotAllowed);
        }
        if req.headers.len() > MAX_HEADERS {
            return Err(waiting::Failure::Protocol);
        }
        let origin = url.origin().ascii_serialization();
        let places = SecretPlaces::new(&self.plugin.info.permissions, &origin, |name| self.secret(name));
        let unsent = |fault: SecretFault| {
            tracing::warn!(plugin.id = %self.plugin.id, %fault, "a request of a plugin is not sent");
            waiting::Failure::NotAllowed
        };
        let content_type = content_type(&req.headers);
        let mut headers = Vec::with_capacity(req.headers.len());
        for (name, value) in req.headers {
            if name.eq_ignore_ascii_case("host") {
                return Err(waiting::Failure::NotAllowed);
            }
            let value = places.header(&name, value).map_err(unsent)?;
            if value.contains(OPEN) {
                tracing::warn!(
                    plugin.id = %self.plugin.id,
                    http.header = name,
                    "a placeholder of a secret stands where the manifest names no place for it, and is sent as text"
                );
            }
            headers.push((name, value));
        }
        if req.body.len() > self.limits.http_body {
            return Err(waiting::Failure::TooLarge);
        }
        let body = places.body(&content_type, req.body).map_err(unsent)?;
        if body.len() > self.limits.http_body {
            return Err(waiting::Failure::TooLarge);
        }
        let wanted = Duration::from_millis(u64::from(req.timeout_ms));
        let timeout = if wanted.is_zero() { self.limits.http_timeout } else { wanted.min(self.limits.http_timeout) };
        Ok(OutboundRequest {
            method: req.method,
            url: url.into(),
            headers,
            body,
            timeout,
            max_body: self.limits.http_body,
        })
    }
}

/// The media type of a body, without parameters, in lower case.
fn content_type(headers: &[(String, String)]) -> String {
    let header = headers.iter().find(|(name, _)| name.eq_ignore_ascii_case("content-type"));
    let value = header.map_or("", |(_, value)| value.split(';').next().unwrap_or_default());
    value.trim().to_ascii_lowercase()
}

/// Whether a media type is JSON.
pub(super) fn is_json(media_type: &str) -> bool {
    media_type == "application/json" || media_type.ends_with("+json")
}

#[cfg(test)]
mod tests {
    use std::net::SocketAddr;

    use super::{HttpTransport, OutboundFailure, OutboundRequest, PublicNetwork, ResolveFault, is_public, public_of};

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
            "224.0.0.1",
            "255.255.255.255",
            "198.18.0.1",
            "192.0.2.1",
            "::1",
            "::",
            "fe80::1",
            "fc00::1",
            "fd12::1",
            "ff02::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "64:ff9b::7f00:1",
            "2002:7f00:1::",
            "2001::1",
            "2001:db8::1",
        ] {
            assert!(!is_public(inside.parse().expect(inside)), "{inside}");
        }
        for outside in ["1.1.1.1", "93.184.216.34", "2606:4700::1111", "::ffff:1.1.1.1"] {
            assert!(is_public(outside.parse().expect(outside)), "{outside}");
        }
    }

    // spec: plugins.safety
    #[test]
    fn a_name_that_changes_leads_to_public_addresses_alone() {
        let of = |addresses: &[&str]| {
            public_of(addresses.iter().map(|address| address.parse().expect(address)).collect::<Vec<_>>().into_iter())
        };
        let public: Vec<SocketAddr> = vec!["93.184.216.34:0".parse().expect("an address")];
        assert_eq!(of(&["93.184.216.34:0"]).expect("before"), public);
        assert_eq!(of(&["10.0.0.1:0", "93.184.216.34:0", "[::1]:0"]).expect("both"), public);
        assert!(matches!(of(&["10.0.0.1:0"]), Err(ResolveFault::Private)), "after");
    }

    #[test]
    fn a_request_is_written_down_without_its_secrets() {
        let request = OutboundRequest {
            method: "POST".to_owned(),
            url: "https://api.acme.example/pay?token=url-secret".to_owned(),
            headers: vec![("authorization".to_owned(), "Bearer key-secret".to_owned())],
            body: b"body-secret".to_vec(),
            timeout: std::time::Duration::from_secs(1),
            max_body: 1,
        };
        let written = format!("{request:?}");
        assert!(written.contains("https://api.acme.example") && !written.contains("secret"), "{written}");
    }

    #[tokio::test]
    async fn private_addresses_rejected_before_connecting() {
        let network = PublicNetwork::default();
        for url in ["https://127.0.0.1:1/", "https://[::1]:1/", "https://localhost:1/"] {
            let request = OutboundRequest {
                method: "GET".to_owned(),
                url: url.to_owned(),
                headers: Vec::new(),
                body: Vec::new(),
                timeout: std::time::Duration::from_secs(2),
                max_body: 10,
            };
            assert_eq!(network.send(request).await, Err(OutboundFailure::NotAllowed), "{url}");
        }
    }
}
