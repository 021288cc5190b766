//! Requests of plugins: the rights to them, and what is put into them.

use std::time::Duration;

use url::Url;

use crate::bindings::imports::stoa::plugin::http as pure;
use crate::bindings::waiting_imports::stoa::plugin::http as waiting;
use crate::capability::GuestState;
use crate::capability::network::{OutboundFailure, OutboundRequest};
use crate::capability::origins::{is_allowed, origin_of};
use crate::capability::secret_places::{OPEN, SecretFault, SecretPlaces};

const MAX_HEADERS: usize = 64;

/// Kinds that never wait have no network access.
impl pure::Host for GuestState {
    fn send(&mut self, _req: pure::Request) -> Result<pure::Response, pure::Failure> {
        Err(pure::Failure::NotAllowed)
    }
}

impl waiting::Host for GuestState {
    async fn send(&mut self, req: waiting::Request) -> Result<waiting::Response, waiting::Failure> {
        let request = self.admitted(req)?;
        let answer = self.ports.http.send(request).await.map_err(failure)?;
        Ok(waiting::Response { status: answer.status, headers: answer.headers, body: answer.body })
    }
}

/// What a plugin is told of a request without an answer.
pub(super) fn failure(failure: OutboundFailure) -> waiting::Failure {
    match failure {
        OutboundFailure::NotAllowed => waiting::Failure::NotAllowed,
        OutboundFailure::Dns => waiting::Failure::Dns,
        OutboundFailure::Connect => waiting::Failure::Connect,
        OutboundFailure::Tls => waiting::Failure::Tls,
        OutboundFailure::Timeout => waiting::Failure::Timeout,
        OutboundFailure::TooLarge => waiting::Failure::TooLarge,
        OutboundFailure::Protocol => waiting::Failure::Protocol,
    }
}

impl GuestState {
    /// Origins of the addresses in settings that the manifest names: who enters one grants it.
    fn entered_origins(&self) -> Vec<String> {
        let Some(activation) = self.activation() else { return Vec::new() };
        let entered = self.plugin.info.permissions.http_settings.iter().filter_map(|name| activation.config.get(name));
        entered.filter_map(|address| origin_of(address.as_str()?)).collect()
    }

    /// Counts a request, and makes it ready if the plugin may send it now.
    pub(super) fn admitted(&mut self, req: waiting::Request) -> Result<OutboundRequest, waiting::Failure> {
        if self.http_requests >= self.limits.of(self.plugin.info.class).http_requests {
            return Err(waiting::Failure::BudgetExhausted);
        }
        self.http_requests += 1;
        if !self.may_change && !matches!(req.method.as_str(), "GET" | "HEAD") {
            return Err(waiting::Failure::NotAllowed);
        }
        self.prepare(req)
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
