//! Downloads files from URLs entered by people. The server may be able to reach hosts that they cannot, so only public
//! addresses are allowed, checked after name resolution and again at each redirect.

use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use async_trait::async_trait;
use futures::{StreamExt as _, stream};
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::header::{CONTENT_TYPE, LOCATION};
use reqwest::{Response, redirect};
use stoa_kernel::ports::{FetchError, PortError, RemoteFile, RemoteFiles, WebhookMessage, Webhooks};
use stoa_plugin_host::is_public_address;
use url::{Host, Url};

const CONNECT_LIMIT: Duration = Duration::from_secs(10);
/// Read timeout.
const READ_LIMIT: Duration = Duration::from_secs(20);
/// Time limit of a whole download.
const TIME_LIMIT: Duration = Duration::from_secs(10 * 60);
const MAX_REDIRECTS: usize = 5;

const NO_ADDRESS: &str = "Enter the address of a file, such as https://example.com/image.jpg.";
const NOT_PUBLIC: &str = "This address does not point to a public web server.";

/// HTTP client restricted to public addresses.
pub struct WebFiles {
    /// None when it could not be created. Made by the first call, since it reads all root certificates.
    client: OnceLock<Option<reqwest::Client>>,
    callable: Callable,
}

/// Allowed addresses: public ones, and those configured by the operator.
#[derive(Clone)]
struct Callable {
    named: Arc<[IpAddr]>,
}

impl Callable {
    fn holds(&self, address: IpAddr) -> bool {
        is_public_address(address) || self.named.contains(&address)
    }
}

impl WebFiles {
    /// A client for public addresses, and for `named` ones of private networks.
    pub fn new(named: &[IpAddr]) -> Self {
        // Whichever client is created first installs the TLS provider of the process.
        let _ = rustls::crypto::ring::default_provider().install_default();
        Self { client: OnceLock::new(), callable: Callable { named: named.into() } }
    }

    fn client(&self) -> Result<&reqwest::Client, FetchError> {
        let build = || {
            reqwest::Client::builder()
                .dns_resolver(Arc::new(Resolver(self.callable.clone())))
                .redirect(redirect::Policy::none())
                .no_proxy()
                .connect_timeout(CONNECT_LIMIT)
                .read_timeout(READ_LIMIT)
                .timeout(TIME_LIMIT)
                .user_agent("Stoa")
                .build()
                .inspect_err(|error| tracing::error!(%error, "the HTTP client for files and webhooks was not created"))
                .ok()
        };
        let client = self.client.get_or_init(build).as_ref();
        client.ok_or_else(|| FetchError("This server cannot make requests to others.".to_owned()))
    }

    /// The URL, if it is allowed. Host names are checked when they are resolved.
    fn checked(&self, url: Url) -> Result<Url, FetchError> {
        if !matches!(url.scheme(), "http" | "https") || !url.username().is_empty() || url.password().is_some() {
            return Err(FetchError(NO_ADDRESS.to_owned()));
        }
        let callable = match url.host() {
            Some(Host::Ipv4(address)) => self.callable.holds(IpAddr::V4(address)),
            Some(Host::Ipv6(address)) => self.callable.holds(IpAddr::V6(address)),
            Some(Host::Domain(_)) => true,
            None => false,
        };
        if callable { Ok(url) } else { Err(FetchError(NOT_PUBLIC.to_owned())) }
    }

    /// Whether the host is an address configured by the operator.
    fn is_named(&self, url: &Url) -> bool {
        match url.host() {
            Some(Host::Ipv4(address)) => self.callable.named.contains(&IpAddr::V4(address)),
            Some(Host::Ipv6(address)) => self.callable.named.contains(&IpAddr::V6(address)),
            Some(Host::Domain(_)) | None => false,
        }
    }

    async fn follow(&self, url: &str) -> Result<Response, FetchError> {
        let mut url = Url::parse(url.trim()).map_err(|_| FetchError(NO_ADDRESS.to_owned()))?;
        let client = self.client()?;
        for _ in 0..=MAX_REDIRECTS {
            url = self.checked(url)?;
            let answer = client.get(url.clone()).send().await.map_err(|error| failed(&error))?;
            if !answer.status().is_redirection() {
                return Ok(answer);
            }
            let next = answer.headers().get(LOCATION).and_then(|value| value.to_str().ok());
            let next = next.and_then(|next| url.join(next).ok());
            url = next.ok_or_else(|| FetchError("The server redirects to an invalid address.".to_owned()))?;
        }
        Err(FetchError("The server redirects too often.".to_owned()))
    }
}

/// Time limit of a webhook delivery.
const MESSAGE_LIMIT: Duration = Duration::from_secs(10);

#[async_trait]
impl Webhooks for WebFiles {
    async fn deliver(&self, message: &WebhookMessage) -> Result<(), FetchError> {
        let no_address = || FetchError("The webhook address is not valid.".to_owned());
        let url = self.checked(Url::parse(&message.url).map_err(|_| no_address())?)?;
        if url.scheme() != "https" && !self.is_named(&url) {
            return Err(FetchError("The webhook address must start with https://.".to_owned()));
        }
        let call = self
            .client()?
            .post(url)
            .timeout(MESSAGE_LIMIT)
            .header(CONTENT_TYPE, "application/json")
            .header("webhook-id", &message.id)
            .header("webhook-timestamp", message.sent_on.seconds())
            .header("webhook-signature", &message.signature)
            .body(message.body.clone());
        let status = call.send().await.map_err(|error| failed(&error))?.status();
        if status.is_success() {
            return Ok(());
        }
        Err(FetchError(format!("The server rejected the request (status {}).", status.as_u16())))
    }
}

fn failed(error: &reqwest::Error) -> FetchError {
    let mut cause: Option<&dyn std::error::Error> = Some(error);
    while let Some(inner) = cause {
        if inner.is::<NotPublic>() {
            return FetchError(NOT_PUBLIC.to_owned());
        }
        cause = inner.source();
    }
    tracing::debug!(%error, "a remote file could not be fetched");
    FetchError("The server does not respond. Check the address and try again.".to_owned())
}

#[async_trait]
impl RemoteFiles for WebFiles {
    async fn open(&self, url: &str) -> Result<RemoteFile, FetchError> {
        let answer = self.follow(url).await?;
        if !answer.status().is_success() {
            let status = answer.status().as_u16();
            return Err(FetchError(format!("The server returned no file (status {status}).")));
        }
        let path = answer.url().path().rsplit('/').next().unwrap_or_default();
        let filename = if path.is_empty() { "download".to_owned() } else { path.to_owned() };
        let bytes = answer.content_length().unwrap_or(0);
        let pieces = stream::try_unfold(answer, |mut answer| async move {
            let piece = answer.chunk().await.map_err(|error| PortError::new("remote file", error))?;
            Ok(piece.map(|piece| (piece, answer)))
        });
        Ok(RemoteFile { filename, bytes, file: pieces.boxed() })
    }
}

/// A host name resolved to addresses that are not public.
#[derive(Debug, thiserror::Error)]
#[error("no public address")]
struct NotPublic;

/// Resolves host names to allowed addresses only, so that the checked address is the one connected to.
struct Resolver(Callable);

impl Resolve for Resolver {
    fn resolve(&self, name: Name) -> Resolving {
        let callable = self.0.clone();
        Box::pin(async move {
            let found = tokio::net::lookup_host((name.as_str(), 0)).await?;
            let allowed: Vec<SocketAddr> = found.filter(|found| callable.holds(found.ip())).collect();
            if allowed.is_empty() {
                return Err(Box::new(NotPublic) as _);
            }
            Ok(Box::new(allowed.into_iter()) as Addrs)
        })
    }
}
