//! The network of plugins: public addresses alone, with answers at once or part by part.

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::sync::OnceLock;
use std::time::Duration;

use async_trait::async_trait;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use url::{Host as UrlHost, Url};

use super::addresses::is_public_address;

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

/// A response whose body arrives part by part.
pub struct OpenResponse {
    /// HTTP status.
    pub status: u16,
    /// Names in lower case and values.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Box<dyn ResponseBody>,
}

impl fmt::Debug for OpenResponse {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("OpenResponse").field("status", &self.status).finish_non_exhaustive()
    }
}

/// A body that arrives part by part.
#[async_trait]
pub trait ResponseBody: Send {
    /// The next part, as the network has it; none at the end.
    async fn next(&mut self) -> Result<Option<Vec<u8>>, OutboundFailure>;
}

/// A body that has arrived.
struct WholeBody(Option<Vec<u8>>);

#[async_trait]
impl ResponseBody for WholeBody {
    async fn next(&mut self) -> Result<Option<Vec<u8>>, OutboundFailure> {
        Ok(self.0.take())
    }
}

/// Sends permitted requests.
#[async_trait]
pub trait HttpTransport: Send + Sync {
    /// Sends one request; does not follow redirects.
    async fn send(&self, request: OutboundRequest) -> Result<OutboundResponse, OutboundFailure>;

    /// The same for a body that may be larger than the memory for it, and returns when the headers are there. Without an
    /// implementation of its own, the whole body is received first.
    async fn open(&self, request: OutboundRequest) -> Result<OpenResponse, OutboundFailure> {
        let OutboundResponse { status, headers, body } = self.send(request).await?;
        Ok(OpenResponse { status, headers, body: Box::new(WholeBody(Some(body))) })
    }
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

    /// Sends a request, and returns when the headers of the answer are there.
    async fn answer(&self, request: OutboundRequest) -> Result<reqwest::Response, OutboundFailure> {
        let url = Url::parse(&request.url).map_err(|_| OutboundFailure::NotAllowed)?;
        let literal = match url.host() {
            Some(UrlHost::Ipv4(address)) => Some(IpAddr::V4(address)),
            Some(UrlHost::Ipv6(address)) => Some(IpAddr::V6(address)),
            _ => None,
        };
        if literal.is_some_and(|address| !is_public_address(address)) {
            return Err(OutboundFailure::NotAllowed);
        }
        let method = reqwest::Method::from_bytes(request.method.as_bytes()).map_err(|_| OutboundFailure::Protocol)?;
        let client = self.client().ok_or(OutboundFailure::Tls)?;
        let mut outgoing = client.request(method, url).timeout(request.timeout).body(request.body);
        for (name, value) in &request.headers {
            outgoing = outgoing.header(name, value);
        }
        outgoing.send().await.map_err(|error| classify(&error))
    }
}

fn headers_of(incoming: &reqwest::Response) -> Vec<(String, String)> {
    let headers = incoming.headers().iter();
    headers.filter_map(|(name, value)| Some((name.as_str().to_owned(), value.to_str().ok()?.to_owned()))).collect()
}

#[async_trait]
impl HttpTransport for PublicNetwork {
    async fn send(&self, request: OutboundRequest) -> Result<OutboundResponse, OutboundFailure> {
        let most = request.max_body;
        let mut incoming = self.answer(request).await?;
        let (status, headers) = (incoming.status().as_u16(), headers_of(&incoming));
        let mut body = Vec::new();
        while let Some(chunk) = incoming.chunk().await.map_err(|error| classify(&error))? {
            if body.len() + chunk.len() > most {
                return Err(OutboundFailure::TooLarge);
            }
            body.extend_from_slice(&chunk);
        }
        Ok(OutboundResponse { status, headers, body })
    }

    async fn open(&self, request: OutboundRequest) -> Result<OpenResponse, OutboundFailure> {
        let incoming = self.answer(request).await?;
        let (status, headers) = (incoming.status().as_u16(), headers_of(&incoming));
        Ok(OpenResponse { status, headers, body: Box::new(IncomingBody(incoming)) })
    }
}

/// The body of an answer on its way.
struct IncomingBody(reqwest::Response);

#[async_trait]
impl ResponseBody for IncomingBody {
    async fn next(&mut self) -> Result<Option<Vec<u8>>, OutboundFailure> {
        let chunk = self.0.chunk().await.map_err(|error| classify(&error))?;
        Ok(chunk.map(|bytes| bytes.to_vec()))
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
    let public: Vec<SocketAddr> = found.filter(|address| is_public_address(address.ip())).collect();
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

#[cfg(test)]
mod tests {
    use std::net::SocketAddr;

    use super::{HttpTransport, OutboundFailure, OutboundRequest, PublicNetwork, ResolveFault, public_of};

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
