//! HTTP metrics: number, status and duration of requests, and their SQL statements, by route.

use std::collections::HashMap;
use std::sync::{PoisonError, RwLock};
use std::time::Instant;

use axum::extract::{MatchedPath, Request};
use axum::http::{Method, StatusCode};
use metrics::{Counter, Histogram, counter, histogram};

/// Route label of pages, which have no route of their own.
const PAGE: &str = "page";

/// The counters and histograms of all routes, cached by their labels.
#[derive(Default)]
pub(crate) struct HttpMetrics {
    routes: RwLock<HashMap<String, RouteMeters>>,
}

type RouteMeters = HashMap<(Method, StatusCode), Meter>;

#[derive(Clone)]
struct Meter {
    calls: Counter,
    seconds: Histogram,
    statements: Histogram,
}

/// A request that is being measured.
pub(crate) struct MeasuredRequest {
    method: Method,
    route: Option<MatchedPath>,
    begun: Instant,
}

impl MeasuredRequest {
    /// Starts measuring a request.
    pub(crate) fn begin(request: &Request) -> Self {
        Self {
            method: request.method().clone(),
            route: request.extensions().get::<MatchedPath>().cloned(),
            begun: Instant::now(),
        }
    }

    /// Records the request, its duration in seconds and the number of its SQL statements.
    pub(crate) fn end(self, meters: &HttpMetrics, status: StatusCode, statements: u32) {
        let route = self.route.as_ref().map_or(PAGE, MatchedPath::as_str);
        let meter = meters.meter(self.method, route, status);
        meter.calls.increment(1);
        meter.seconds.record(self.begun.elapsed().as_secs_f64());
        meter.statements.record(f64::from(statements));
    }
}

impl HttpMetrics {
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
        // The status says little about statements, and each label multiplies the series of a histogram.
        let [method_label, route_label, _] = &labels;
        let of_route = [method_label.clone(), route_label.clone()];
        let fresh = || Meter {
            calls: counter!("stoa_http_requests_total", &labels),
            seconds: histogram!("stoa_http_request_seconds", &labels),
            statements: histogram!("stoa_http_request_statements", &of_route),
        };
        routes.entry(route.to_owned()).or_default().entry(key).or_insert_with(fresh).clone()
    }
}

/// Maps unknown methods to one label, so that invented ones cannot use up memory.
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
