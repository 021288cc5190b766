//! What every call passes through, in this order and in one layer: each layer of the router boxes and
//! clones for each call what lies below it, so that many small ones cost more than all they do.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Version, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures::FutureExt as _;
use stoa_kernel::address::on_the_wire;
use stoa_kernel::{ErrorCode, Failure};
use tracing::{Instrument as _, Span};

use crate::aftermath::Aftermath;
use crate::caching::part_from_cookies;
use crate::crumb::Crumb;
use crate::measure::{Measured, Meters};
use crate::pace::paced;
use crate::problem::{self, ApiError, REACH};
use crate::public::pages::away_page;
use crate::request_id::RequestId;
use crate::state::AppState;
use crate::throttle::Counted;

/// Longest a call may take.
const TIME_LIMIT: Duration = Duration::from_secs(30);
const TOO_LONG: &str = "This took too long. Please try again.";
/// Longest a large file may take to arrive.
const UPLOAD_LIMIT: Duration = Duration::from_secs(20 * 60);
/// What pages, and frames in them, may not ask of browsers. Films need fullscreen and sound, owners' own code may take
/// payments, and all that pages do not need is shut.
const SHUT: HeaderValue = HeaderValue::from_static(
    "camera=(), display-capture=(), geolocation=(), hid=(), local-fonts=(), microphone=(), midi=(), \
     serial=(), usb=(), window-management=()",
);
const EVERYWHERE: [(HeaderName, HeaderValue); 3] = [
    (HeaderName::from_static("permissions-policy"), SHUT),
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("strict-origin-when-cross-origin")),
];

/// Browsers that came encrypted once come so for a year.
const ENCRYPTED: HeaderValue = HeaderValue::from_static("max-age=31536000");
const OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");
/// Pages that others open are out of their reach. Those we open, to pay or to print, still speak with us.
const OWN_WINDOWS: HeaderValue = HeaderValue::from_static("same-origin-allow-popups");
const TOO_SLOW: &str = "The request came too slowly. Please check your connection and try again.";
const KEPT_BY_NOBODY: HeaderValue = HeaderValue::from_static("no-store");

/// What the passage needs.
pub(crate) struct Passage {
    state: AppState,
    meters: Meters,
}

impl Passage {
    /// For calls to this application.
    pub(crate) fn new(state: AppState) -> Arc<Self> {
        Arc::new(Self { state, meters: Meters::default() })
    }
}

/// Lets a call pass: under its own id and log span, within the time limit; a panic ends the call alone.
pub(crate) async fn pass(State(passage): State<Arc<Passage>>, mut request: Request, next: Next) -> Response {
    let id = RequestId::generate();
    request.extensions_mut().insert(id);
    let (span, begun) = (span(&request, &id), Instant::now());
    let is_call = request.uri().path().starts_with("/api/");
    let has_own_end = request.version() < Version::HTTP_2;
    let limit = if is_upload(&request) { UPLOAD_LIMIT } else { TIME_LIMIT };
    let (request, too_slow) = paced(request, passage.state.settings.pace);
    let reach = passage.state.tenancy.databases.reach();
    let admitted = AssertUnwindSafe(REACH.scope(reach.clone(), admit(&passage, request, next))).catch_unwind();
    let outcome = tokio::time::timeout(limit, admitted).instrument(span.clone()).await;
    let _entered = span.enter();
    let mut response = match outcome {
        Ok(Ok(response)) if too_slow.happened() && !response.status().is_success() => given_up(),
        Ok(Ok(response)) => response,
        Ok(Err(_)) => panicked(),
        Err(_) if is_call => ApiError(Failure::new(ErrorCode::Unavailable, TOO_LONG)).into_response(),
        Err(_) => StatusCode::SERVICE_UNAVAILABLE.into_response(),
    };
    if response.status() == StatusCode::INTERNAL_SERVER_ERROR && reach.was_in_doubt_since(begun) {
        response = away(is_call);
    }
    log(&response, begun, reach.was_in_doubt_since(begun));
    if response.status() == StatusCode::SERVICE_UNAVAILABLE {
        response.headers_mut().entry(header::RETRY_AFTER).or_insert(HeaderValue::from(RETRY_SECONDS));
    }
    for (name, value) in EVERYWHERE {
        response.headers_mut().entry(name).or_insert(value);
    }
    // Browsers heed these on encrypted pages alone, and complain about the second elsewhere.
    if passage.state.settings.secure_cookies() {
        response.headers_mut().entry(header::STRICT_TRANSPORT_SECURITY).or_insert(ENCRYPTED);
        response.headers_mut().entry(OPENER_POLICY).or_insert(OWN_WINDOWS);
    }
    // What calls answer is mostly about people; what may be kept says so.
    if is_call && !response.headers().contains_key(header::ETAG) {
        response.headers_mut().entry(header::CACHE_CONTROL).or_insert(KEPT_BY_NOBODY);
    }
    // That something is not what one caller wanted is nothing for others.
    if response.status() == StatusCode::PRECONDITION_FAILED {
        response.headers_mut().insert(header::CACHE_CONTROL, KEPT_BY_NOBODY);
    }
    // The next call of this browser or proxy goes elsewhere.
    if has_own_end && passage.state.leaving().has_begun() {
        response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    part_from_cookies(response.headers_mut());
    escape_place(response.headers_mut());
    id.stamp(&mut response);
    response
}

/// Addresses hold letters of every script; in a header they stand escaped.
fn escape_place(headers: &mut HeaderMap) {
    let Some(place) = headers.get(header::LOCATION).filter(|place| !place.as_bytes().is_ascii()) else { return };
    if let Ok(escaped) = HeaderValue::try_from(on_the_wire(place.as_bytes())) {
        headers.insert(header::LOCATION, escaped);
    }
}

/// Rate limit, crumb, then the call itself, which is counted and followed up.
async fn admit(passage: &Passage, mut request: Request, next: Next) -> Response {
    let refused = refused_while_away(&passage.state, &request).or_else(|| refused_write(&passage.state, &request));
    if let Some(refusal) = refused {
        return refusal;
    }
    let counted = Counted::of(&passage.state, &request);
    if let Some(refusal) = counted.refusal(&passage.state).await {
        return refusal;
    }
    let secure = passage.state.settings.secure_cookies();
    let crumb = match Crumb::check(&request, secure) {
        Ok(crumb) => crumb,
        Err(refusal) => return refusal,
    };
    let aftermath = Aftermath::prepare(&mut request);
    let measured = Measured::begin(&request);
    let mut response = next.run(request).await;
    measured.end(&passage.meters, response.status());
    aftermath.follow_up(&passage.state, response.status()).await;
    crumb.hand_out(&mut response, secure);
    response
}

/// Refuses a call that needs the database while that is away. Pages may be kept, and files are part of the program.
fn refused_while_away(state: &AppState, request: &Request) -> Option<Response> {
    let is_call = request.uri().path().starts_with("/api/");
    let needs_it = is_call || !request.method().is_safe();
    (needs_it && state.tenancy.databases.reach().is_away()).then(|| away(is_call))
}

/// The answer to a call that does not reach the database.
fn away(is_call: bool) -> Response {
    let mut response = if is_call { problem::quiet(Failure::unreachable()) } else { away_page() };
    response.extensions_mut().insert(Refused);
    response
}

/// Refuses a call that changes something while nothing can be written. What has begun goes on, and so does reading.
fn refused_write(state: &AppState, request: &Request) -> Option<Response> {
    if request.method().is_safe() {
        return None;
    }
    let problem = state.tenancy.databases.health().problem()?;
    let failure = Failure::new(problem.code(), problem.detail()).with("retryAfterSeconds", RETRY_SECONDS.into());
    let mut response = problem::quiet(failure);
    response.extensions_mut().insert(Refused);
    Some(response)
}

/// Marks an answer whose reason stands in the log once, not for each call.
#[derive(Clone)]
struct Refused;

/// When a call that could not be written is worth another try.
const RETRY_SECONDS: u64 = 5;

fn span(request: &Request, id: &RequestId) -> Span {
    tracing::info_span!(
        "call",
        request.id = id.as_str(),
        tenant.id = tracing::field::Empty,
        http.method = %request.method(),
        http.route = request.extensions().get::<MatchedPath>().map(MatchedPath::as_str).unwrap_or_default(),
    )
}

/// How the addresses of calls end that move a file which may be large.
const UPLOADS: [&str; 6] =
    ["/items/{itemId}/files", "/api/assets", "/assets/fetch", "/parts", "/finish", "/api/form/files"];

/// Whether a file is on its way in that may be large.
fn is_upload(request: &Request) -> bool {
    let route = request.extensions().get::<MatchedPath>().map(MatchedPath::as_str).unwrap_or_default();
    matches!(*request.method(), Method::POST | Method::PATCH) && UPLOADS.iter().any(|end| route.ends_with(end))
}

/// The rest of the request is not waited for.
fn given_up() -> Response {
    let mut response = ApiError(Failure::new(ErrorCode::TooSlow, TOO_SLOW)).into_response();
    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    response
}

fn panicked() -> Response {
    tracing::error!("a call panicked");
    ApiError(Failure::plain(ErrorCode::Internal)).into_response()
}

/// Calls that we failed stand in the log; all of them when its filter has `stoa::access=debug`.
fn log(response: &Response, begun: Instant, is_told: bool) {
    let (status, milliseconds) = (response.status().as_u16(), begun.elapsed().as_secs_f64() * 1000.0);
    if status >= 500 && !is_told && response.extensions().get::<Refused>().is_none() {
        tracing::error!(http.status = status, duration.ms = milliseconds, "the call failed");
    } else {
        tracing::debug!(target: "stoa::access", { http.status = status, duration.ms = milliseconds }, "answered");
    }
}
