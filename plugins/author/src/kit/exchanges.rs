//! The network of the kit: requests that a case expects, with their answers. Nothing else is answered.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use serde::Deserialize;
use serde_json::Value as Json;
use stoa_plugin_host::{HttpTransport, OutboundFailure, OutboundRequest, OutboundResponse};

use super::shorten;

/// A request that a case expects, and what comes back.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Exchange {
    #[serde(default = "get")]
    method: String,
    url: String,
    /// Texts that the request contains: its headers, as `name: value`, and its body.
    #[serde(default)]
    sends: Vec<String>,
    #[serde(default = "success")]
    status: u16,
    /// Headers of the answer.
    #[serde(default)]
    headers: BTreeMap<String, String>,
    /// Body of the answer: a text as it is, anything else as JSON, and nothing for `null`.
    #[serde(default)]
    body: Json,
    /// What goes wrong in place of an answer.
    fails: Option<Failing>,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Failing {
    NotAllowed,
    Dns,
    Connect,
    Tls,
    Timeout,
    TooLarge,
    Protocol,
}

fn get() -> String {
    "GET".to_owned()
}

fn success() -> u16 {
    200
}

impl Exchange {
    /// Why a request is another one than this.
    fn difference(&self, request: &OutboundRequest) -> Option<String> {
        let Self { method, url, .. } = self;
        // An address without a path is sent with one.
        let is_there = request.url == *url || request.url.strip_suffix('/') == Some(url.as_str());
        if !is_there || request.method != *method {
            return Some(format!("the request is {} {}, not {method} {url}", request.method, request.url));
        }
        let mut sent: String = request.headers.iter().map(|(name, value)| format!("{name}: {value}\n")).collect();
        sent.push_str(&String::from_utf8_lossy(&request.body));
        let missing = self.sends.iter().find(|part| !sent.contains(part.as_str()))?;
        Some(format!("`{missing}` is missing in the request to {url}: {sent}"))
    }

    fn answer(&self) -> Result<OutboundResponse, OutboundFailure> {
        if let Some(failing) = self.fails {
            return Err(match failing {
                Failing::NotAllowed => OutboundFailure::NotAllowed,
                Failing::Dns => OutboundFailure::Dns,
                Failing::Connect => OutboundFailure::Connect,
                Failing::Tls => OutboundFailure::Tls,
                Failing::Timeout => OutboundFailure::Timeout,
                Failing::TooLarge => OutboundFailure::TooLarge,
                Failing::Protocol => OutboundFailure::Protocol,
            });
        }
        let body = match &self.body {
            Json::Null => Vec::new(),
            Json::String(text) => text.clone().into_bytes(),
            other => other.to_string().into_bytes(),
        };
        let headers = self.headers.iter().map(|(name, value)| (name.to_ascii_lowercase(), value.clone())).collect();
        Ok(OutboundResponse { status: self.status, headers, body })
    }
}

/// What the present case expects.
#[derive(Debug, Default)]
struct Expected {
    exchanges: VecDeque<Exchange>,
    /// Whether a case says which requests are made; without it, all fail to connect and none is a fault.
    is_said: bool,
    /// Whether the exchanges begin again after the last, for calls that are measured.
    repeats: bool,
    faults: Vec<String>,
}

/// See the module.
#[derive(Debug, Default)]
pub(crate) struct Exchanges {
    expected: Mutex<Expected>,
}

impl Exchanges {
    /// Begins a case that makes these requests in this order; none if it does not say.
    pub(super) fn expect(&self, exchanges: Option<&[Exchange]>) {
        let is_said = exchanges.is_some();
        let exchanges = exchanges.unwrap_or_default().to_vec().into();
        *self.expected() = Expected { exchanges, is_said, ..Expected::default() };
    }

    /// The same for a case that is called many times.
    pub(super) fn repeat(&self, exchanges: Option<&[Exchange]>) {
        self.expect(exchanges);
        self.expected().repeats = true;
    }

    /// Whether the requests of the case were those that it says.
    pub(super) fn outcome(&self) -> Result<(), String> {
        let mut expected = self.expected();
        let expected = std::mem::take(&mut *expected);
        if let Some(fault) = expected.faults.into_iter().next() {
            return Err(fault);
        }
        match expected.exchanges.front() {
            Some(Exchange { method, url, .. }) => Err(format!("the request {method} {url} was not made")),
            None => Ok(()),
        }
    }

    fn expected(&self) -> MutexGuard<'_, Expected> {
        self.expected.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn answer(&self, request: &OutboundRequest) -> Result<OutboundResponse, OutboundFailure> {
        let mut expected = self.expected();
        let Some(next) = expected.exchanges.pop_front() else {
            if expected.is_said {
                let OutboundRequest { method, url, .. } = request;
                expected.faults.push(format!("a request that was not expected: {method} {}", shorten(url)));
            }
            return Err(OutboundFailure::Connect);
        };
        if expected.repeats {
            expected.exchanges.push_back(next.clone());
        }
        match next.difference(request) {
            Some(fault) => {
                expected.faults.push(fault);
                Err(OutboundFailure::Connect)
            }
            None => next.answer(),
        }
    }
}

#[async_trait]
impl HttpTransport for Exchanges {
    async fn send(&self, request: OutboundRequest) -> Result<OutboundResponse, OutboundFailure> {
        self.answer(&request)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use serde_json::json;

    use super::*;

    fn request(method: &str, url: &str) -> OutboundRequest {
        OutboundRequest {
            method: method.to_owned(),
            url: url.to_owned(),
            headers: vec![("x-key".to_owned(), "k".to_owned())],
            body: b"{\"sku\":\"M-1\"}".to_vec(),
            timeout: Duration::from_secs(1),
            max_body: 1_000,
        }
    }

    fn exchanges(all: Json) -> Vec<Exchange> {
        serde_json::from_value(all).expect("exchanges")
    }

    #[test]
    fn expected_requests_are_answered_in_order() {
        let network = Exchanges::default();
        let all = exchanges(json!([
            {"url": "https://a.example", "body": {"ok": true}},
            {
                "method": "POST", "url": "https://b.example/x", "sends": ["x-key: k", "\"sku\":\"M-1\""],
                "fails": "timeout",
            },
        ]));
        network.expect(Some(&all));
        let first = network.answer(&request("GET", "https://a.example/")).expect("an answer");
        assert_eq!((first.status, first.body), (200, b"{\"ok\":true}".to_vec()));
        assert_eq!(network.answer(&request("POST", "https://b.example/x")), Err(OutboundFailure::Timeout));
        assert_eq!(network.outcome(), Ok(()));
    }

    #[test]
    fn other_requests_are_faults_where_a_case_says_which_are_made() {
        let network = Exchanges::default();
        network.expect(None);
        assert_eq!(network.answer(&request("GET", "https://a.example/")), Err(OutboundFailure::Connect));
        assert_eq!(network.outcome(), Ok(()));
        network.expect(Some(&[]));
        assert_eq!(network.answer(&request("GET", "https://a.example/")), Err(OutboundFailure::Connect));
        assert!(network.outcome().is_err_and(|fault| fault.contains("not expected: GET https://a.example/")));
        let all = exchanges(json!([{"url": "https://b.example/", "sends": ["other"]}]));
        network.expect(Some(&all));
        assert!(network.outcome().is_err_and(|fault| fault.contains("was not made")));
        network.expect(Some(&all));
        assert_eq!(network.answer(&request("GET", "https://b.example/")), Err(OutboundFailure::Connect));
        assert!(network.outcome().is_err_and(|fault| fault.contains("`other` is missing")));
    }
}
