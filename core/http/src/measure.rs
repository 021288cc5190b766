//! How many calls there are, how they end and how long they take, by route.

use std::collections::HashMap;
use std::sync::{PoisonError, RwLock};
use std::time::Instant;

use axum::extract::{MatchedPath, Request};
use axum::http::{Method, StatusCode};
use metrics::{Counter, Histogram, counter, histogram};

/// What pages count as: they have no route of their own.
const PAGE: &str = "page";

/// The counters and histograms of all routes. Each is looked up by its labels once, then kept.
#[derive(Default)]
pub(crate) struct Meters {
    routes: RwLock<HashMap<String, RouteMeters>>,
}

type RouteMeters = HashMap<(Method, StatusCode), Meter>;

#[derive(Clone)]
struct Meter {
    calls: Counter,
    seconds: Histogram,
}

/// A call that is being measured.
pub(crate) struct Measured {
    method: Method,
    route: Option<MatchedPath>,
    begun: Instant,
}

impl Measured {
    /// Begins to measure a call.
    pub(crate) fn begin(request: &Request) -> Self {
        Self {
            method: request.method().clone(),
            route: request.extensions().get::<MatchedPath>().cloned(),
            begun: Instant::now(),
        }
    }

    /// Counts the call and its seconds.
    pub(crate) fn end(self, meters: &Meters, status: StatusCode) {
        let route = self.route.as_ref().map_or(PAGE, MatchedPath::as_str);
        let meter = meters.meter(self.method, route, status);
        meter.calls.increment(1);
        meter.seconds.record(self.begun.elapsed().as_secs_f64());
    }
}

impl Meters {
    fn meter(&self, method: Method, route: &str, status: StatusCode) -> Meter {
        let key = (known(method), status);
        let routes = self.routes.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(meter) = routes.get(route).and_then(|meters| meters.get(&key)) {
            return meter.clone();
        }
        drop(routes);
        let mut routes = self.routes.write().unwrap_or_else(PoisonError::into_inner);
        let labels = [
            ("method", key.0.as_str().to_owned()),
            ("route", route.to_owned()),
            ("status", status.as_str().to_owned()),
        ];
        let fresh = || Meter {
            calls: counter!("stoa_http_requests_total", &labels),
            seconds: histogram!("stoa_http_request_seconds", &labels),
        };
        routes.entry(route.to_owned()).or_default().entry(key).or_insert_with(fresh).clone()
    }
}

/// Methods that somebody made up count as one, so that they cannot fill the memory.
fn known(method: Method) -> Method {
    let standard = [
        Method::GET,
        Method::HEAD,
        Method::POST,
        Method::PUT,
        Method::DELETE,
        Method::PATCH,
        Method::OPTIONS,
        Method::TRACE,
        Method::CONNECT,
    ];
    if standard.contains(&method) { method } else { Method::from_bytes(b"OTHER").unwrap_or(Method::TRACE) }
}
