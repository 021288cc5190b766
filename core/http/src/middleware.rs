//! All request middleware as one axum layer, in the order of the code. Separate layers cost more than the work they do:
//! axum boxes and clones the inner service per layer and request.

use std::panic::AssertUnwindSafe;
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Version, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures::FutureExt as _;
use stoa_kernel::address::percent_encoded_url;
use stoa_kernel::{ErrorCode, Failure, statements};
use tracing::{Instrument as _, Span};

use crate::caching::separate_cookies_from_shared_caches;
use crate::contributor_texts;
use crate::csrf::CsrfCheck;
use crate::extract::AcceptedLanguages;
use crate::http_metrics::{HttpMetrics, MeasuredRequest};
use crate::invalidation::CacheInvalidation;
use crate::load_run::{self, ShownPass};
use crate::named_cookie::RequestCookies;
use crate::plain_page::{self, BACK_SOON, Reader};
use crate::problem::{self, ApiError, REACH};
use crate::problem_language;
use crate::rate_limit::RateLimitCounters;
use crate::request_id::RequestId;
use crate::route_policies::RoutePolicies;
use crate::route_policy::RoutePolicy;
use crate::slow_clients::with_minimum_rate;
use crate::state::AppState;

/// Time limit of a request.
const TIME_LIMIT: Duration = Duration::from_secs(30);
const TOO_LONG: &str = contributor_texts::TOOK_TOO_LONG.english();
/// Time limit of the upload of a large file.
const UPLOAD_LIMIT: Duration = Duration::from_secs(20 * 60);
/// `Permissions-Policy`: what pages and their frames may not use. Videos need fullscreen and sound, and custom code of
/// owners may take payments; everything that pages do not need is off.
const PERMISSIONS_POLICY: HeaderValue = HeaderValue::from_static(
    "camera=(), display-capture=(), geolocation=(), hid=(), local-fonts=(), microphone=(), midi=(), \
     serial=(), usb=(), window-management=()",
);
const SECURITY_HEADERS: [(HeaderName, HeaderValue); 3] = [
    (HeaderName::from_static("permissions-policy"), PERMISSIONS_POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("strict-origin-when-cross-origin")),
];

/// `Strict-Transport-Security`: one year.
const ENCRYPTED: HeaderValue = HeaderValue::from_static("max-age=31536000");
const OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");
/// `Cross-Origin-Opener-Policy`: pages that open ours have no access to them. Windows that our pages open, to pay or to
/// print, keep their opener.
const OWN_WINDOWS: HeaderValue = HeaderValue::from_static("same-origin-allow-popups");
const TOO_SLOW: &str = contributor_texts::SENT_TOO_SLOWLY.english();
const KEPT_BY_NOBODY: HeaderValue = HeaderValue::from_static("no-store");

/// State of the middleware.
pub(crate) struct RequestPipeline {
    state: AppState,
    policies: RoutePolicies,
    meters: HttpMetrics,
}

impl RequestPipeline {
    /// The middleware of this application, which obeys the policies of its routes.
    pub(crate) fn new(state: AppState, policies: RoutePolicies) -> Arc<Self> {
        Arc::new(Self { state, policies, meters: HttpMetrics::default() })
    }
}

/// Runs a request with its own id and log span. A browser that shows the response to a person gets a page in place of the
/// problem document of an error.
pub(crate) async fn pass(State(pipeline): State<Arc<RequestPipeline>>, request: Request, next: Next) -> Response {
    let id = RequestId::generate();
    let span = span(&request, &id);
    // All of it is in the span: what runs out of time may log something when it is dropped.
    let passed = async {
        let reader = Reader::who_sees(request.headers(), request.uri());
        let response = run(&pipeline, id, request, next).await;
        plain_page::in_place_of_problem(&pipeline.state, reader.as_ref(), response).await
    };
    passed.instrument(span).await
}

/// Runs a request within the time limit; a panic ends only this request.
async fn run(pipeline: &RequestPipeline, id: RequestId, mut request: Request, next: Next) -> Response {
    request.extensions_mut().insert(id);
    let policy = pipeline.policies.of_request(&request);
    request.extensions_mut().insert(policy);
    let begun = Instant::now();
    let is_call = request.uri().path().starts_with("/api/");
    let browser = AcceptedLanguages::of(request.headers());
    let has_own_end = request.version() < Version::HTTP_2;
    let limit = if policy.takes_upload() { UPLOAD_LIMIT } else { TIME_LIMIT };
    let (request, too_slow) = with_minimum_rate(request, pipeline.state.settings.pace);
    let reach = pipeline.state.tenancy.databases.reach();
    // Pinned here, since time limit and panic handling would each copy it.
    let admitted =
        pin!(AssertUnwindSafe(REACH.scope(reach.clone(), admit(pipeline, policy, request, next))).catch_unwind());
    let outcome = tokio::time::timeout(limit, admitted).await;
    let mut response = match outcome {
        Ok(Ok(response)) if too_slow.happened() && !response.status().is_success() => slow_body_response(),
        Ok(Ok(response)) => response,
        Ok(Err(_)) => panicked(),
        Err(_) if is_call => ApiError(Failure::new(ErrorCode::Unavailable, TOO_LONG)).into_response(),
        Err(_) => unavailable_page(&browser),
    };
    if response.status() == StatusCode::INTERNAL_SERVER_ERROR && reach.was_in_doubt_since(begun) {
        response = away(is_call, &browser);
    }
    log(&response, begun, reach.was_in_doubt_since(begun));
    if response.status() == StatusCode::SERVICE_UNAVAILABLE {
        response.headers_mut().entry(header::RETRY_AFTER).or_insert(HeaderValue::from(RETRY_SECONDS));
    }
    for (name, value) in SECURITY_HEADERS {
        response.headers_mut().entry(name).or_insert(value);
    }
    // Browsers ignore these headers without HTTPS, and log a warning about the second one.
    if pipeline.state.settings.secure_cookies() {
        response.headers_mut().entry(header::STRICT_TRANSPORT_SECURITY).or_insert(ENCRYPTED);
        response.headers_mut().entry(OPENER_POLICY).or_insert(OWN_WINDOWS);
    }
    // API responses are mostly personal data; those that may be cached have an ETag.
    if is_call && !response.headers().contains_key(header::ETAG) {
        response.headers_mut().entry(header::CACHE_CONTROL).or_insert(KEPT_BY_NOBODY);
    }
    // A failed precondition concerns one client only and must not be cached.
    if response.status() == StatusCode::PRECONDITION_FAILED {
        response.headers_mut().insert(header::CACHE_CONTROL, KEPT_BY_NOBODY);
    }
    // The next request of this client goes to another process.
    if has_own_end && pipeline.state.leaving().has_begun() {
        response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    separate_cookies_from_shared_caches(response.headers_mut());
    escape_location(response.headers_mut());
    id.stamp(&mut response);
    response
}

/// Percent-encodes non-ASCII URLs in `Location`.
fn escape_location(headers: &mut HeaderMap) {
    let Some(place) = headers.get(header::LOCATION).filter(|place| !place.as_bytes().is_ascii()) else { return };
    if let Ok(escaped) = HeaderValue::try_from(percent_encoded_url(place.as_bytes())) {
        headers.insert(header::LOCATION, escaped);
    }
}

/// Availability checks, pass of a load test, rate limit and CSRF check, then the handler with metrics and cache
/// invalidation.
async fn admit(pipeline: &RequestPipeline, policy: RoutePolicy, mut request: Request, next: Next) -> Response {
    let refused = refuse_while_unreachable(&pipeline.state, &request)
        .or_else(|| refuse_while_read_only(&pipeline.state, &request));
    if let Some(refusal) = refused {
        return refusal;
    }
    RequestCookies::read(&mut request);
    let reader = problem_language::Reader::of(&request);
    let shown = ShownPass::of(&pipeline.state, &request);
    let run = load_run::verified(&pipeline.state, shown).await;
    let counted = match &run {
        Ok(Some(run)) => RateLimitCounters::of_run(&pipeline.state, &request, run, policy.rate_limit()),
        _ => RateLimitCounters::of(&pipeline.state, &request, policy.rate_limit()),
    };
    if let Some(refusal) = counted.refusal(&pipeline.state).await {
        return reader.refusal(&pipeline.state, refusal).await;
    }
    match run {
        Ok(Some(run)) => {
            request.extensions_mut().insert(run);
        }
        Ok(None) => {}
        Err(failure) => return reader.refusal(&pipeline.state, ApiError(failure).into_response()).await,
    }
    let secure = pipeline.state.settings.secure_cookies();
    let crumb = match CsrfCheck::check(&request, policy, secure) {
        Ok(crumb) => crumb,
        Err(refusal) => return reader.refusal(&pipeline.state, refusal).await,
    };
    let invalidation = CacheInvalidation::prepare(&mut request, policy);
    let measured = MeasuredRequest::begin(&request);
    let (mut response, statements) = statements::counted(next.run(request)).await;
    measured.end(&pipeline.meters, response.status(), statements);
    response = reader.response(&pipeline.state, invalidation.site(), response).await;
    invalidation.follow_up(&pipeline.state, response.status()).await;
    crumb.set_cookie(&mut response, secure);
    response
}

/// Refuses requests that need the database while it cannot be reached. Pages may be cached, and static files are part
/// of the program.
fn refuse_while_unreachable(state: &AppState, request: &Request) -> Option<Response> {
    let is_call = request.uri().path().starts_with("/api/");
    let needs_it = is_call || !request.method().is_safe();
    (needs_it && state.tenancy.databases.reach().is_away())
        .then(|| away(is_call, &AcceptedLanguages::of(request.headers())))
}

/// The response to a request that needs the database while it cannot be reached.
fn away(is_call: bool, browser: &AcceptedLanguages) -> Response {
    let mut response = if is_call { problem::quiet(Failure::unreachable()) } else { unavailable_page(browser) };
    response.extensions_mut().insert(Refused);
    response
}

/// The page of a site whose data cannot be read. The language of the site is not known either.
fn unavailable_page(browser: &AcceptedLanguages) -> Response {
    plain_page::page(browser.catalogue(), StatusCode::SERVICE_UNAVAILABLE, BACK_SOON)
}

/// Refuses requests that change something while nothing can be written. Reads and requests in progress go on.
fn refuse_while_read_only(state: &AppState, request: &Request) -> Option<Response> {
    if request.method().is_safe() {
        return None;
    }
    let problem = state.tenancy.databases.health().problem()?;
    let failure = Failure::new(problem.code(), problem.detail()).with("retryAfterSeconds", RETRY_SECONDS.into());
    let mut response = problem::quiet(failure);
    response.extensions_mut().insert(Refused);
    Some(response)
}

/// Marks a response whose cause is logged once, not for each request.
#[derive(Clone)]
struct Refused;

/// `Retry-After` of a write that was refused, in seconds.
const RETRY_SECONDS: u64 = 5;

fn span(request: &Request, id: &RequestId) -> Span {
    tracing::info_span!(
        "call",
        request.id = id.as_str(),
        tenant.id = tracing::field::Empty,
        http.method = request.method().as_str(),
        http.route = request.extensions().get::<MatchedPath>().map(MatchedPath::as_str).unwrap_or_default(),
    )
}

/// The response to a body that came too slowly; closes the connection without reading the rest.
fn slow_body_response() -> Response {
    let mut response = ApiError(Failure::new(ErrorCode::TooSlow, TOO_SLOW)).into_response();
    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    response
}

fn panicked() -> Response {
    tracing::error!("a request handler panicked");
    ApiError(Failure::plain(ErrorCode::Internal)).into_response()
}

/// Logs server errors; with the log filter `stoa::access=debug` all requests.
fn log(response: &Response, begun: Instant, is_told: bool) {
    let (status, milliseconds) = (response.status().as_u16(), begun.elapsed().as_secs_f64() * 1000.0);
    if status >= 500 && !is_told && response.extensions().get::<Refused>().is_none() {
        tracing::error!(http.status = status, duration.ms = milliseconds, "the request failed");
    } else {
        tracing::debug!(target: "stoa::access", { http.status = status, duration.ms = milliseconds }, "response sent");
    }
}
