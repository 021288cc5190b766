//! The pages of sites: the fallback of the router.

use std::sync::LazyLock;

use axum::RequestPartsExt as _;
use axum::extract::{FromRequestParts as _, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use stoa_kernel::address::readable;
use stoa_kernel::language::is_known;
use stoa_kernel::website::SiteVisibility;
use stoa_kernel::{ErrorCode, Failure};
use stoa_messages::Texts;
use stoa_render::{FeedFormat, PageCall, PageResponse};
use stoa_site::content;
use stoa_web::accept::accepts_gzip;
use stoa_web::conditional::conditional;

use super::admin_app::on_platform;
use super::page_calls::{page_call_of, sees_drafts};
use super::{checkout_links, experiments, feeds};
use crate::extract::{HostName, ResolvedSite, Visitor};
use crate::plain_page::{self, BACK_SOON, CHECKOUT_BACK_SOON, Reader, Words};
use crate::policy_router::PolicyRouter;
use crate::problem::{ApiError, ApiResult, log, retry_after};
use crate::rate_limit::RateLimit;
use crate::route_policy::{Invalidates, RoutePolicy, changes, opened_by_url};
use crate::state::AppState;
use crate::visitor_cookies;

/// Admin screens about the plan that are also reachable on the platform host without `/admin` in front.
const UPGRADE_SCREENS: [&str; 2] = ["/settings/billing/upgrade", "/settings/billing/subscriptions/website"];
/// Browsers revalidate each time; an unchanged page is a short 304.
const REVALIDATED: &str = "no-cache";
const PERSONAL: &str = "no-store";
/// Cache status of a cached page (RFC 9211): a negative `ttl` means that it is stale.
const CACHE_STATUS: HeaderName = HeaderName::from_static("cache-status");
/// Seconds after which browsers reload by themselves.
const REFRESH: HeaderName = HeaderName::from_static("refresh");
/// Scripts come from the program only; content can have styles, images and audio from elsewhere, and frames of the
/// services that visitors can load.
pub const POLICY: &str = "default-src 'self'; img-src 'self' data: https:; style-src 'self' 'unsafe-inline'; \
    script-src 'self'; media-src 'self' https:; frame-src 'self' https://www.youtube-nocookie.com https://player.vimeo.com \
    https://w.soundcloud.com https://open.spotify.com https://www.instagram.com https://bandcamp.com https://calendly.com \
    https://app.acuityscheduling.com https://www.openstreetmap.org https://disqus.com; \
    frame-ancestors 'self'; base-uri 'self'; form-action 'self'; object-src 'none'";

/// Checked by the compiler, not with each page.
const POLICY_VALUE: HeaderValue = HeaderValue::from_static(POLICY);

/// For pages on which the template engine runs in the browser.
static POLICY_WITH_ENGINE: LazyLock<HeaderValue> = LazyLock::new(|| {
    let policy = POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'");
    HeaderValue::from_str(&policy).unwrap_or(POLICY_VALUE)
});

/// Beginning of the addresses to which scripts lead after a gift card was added.
const GIFT_CARD: &str = "/checkout/gift-card/";

/// The routes of this module.
pub fn routes() -> PolicyRouter {
    PolicyRouter::new()
        // In other languages than the primary one, the fallback answers.
        .get("/checkout/gift-card/{itemId}", || async { Redirect::to("/cart") }, opened_by_url())
        .fallback(page, page_policy)
}

/// The policy of a path that is no route. Slashes at its ends do not matter, as when its page is looked up.
fn page_policy(method: &Method, path: &str) -> RoutePolicy {
    if !method.is_safe() {
        return changes(Invalidates::Nothing).without_site_password();
    }
    let mut parts = path.split('/').filter(|part| !part.is_empty()).peekable();
    // The prefix of a language does not matter either.
    parts.next_if(|part| is_known(part));
    match (parts.next(), parts.next(), parts.next(), parts.next()) {
        (Some("checkout"), None, ..) => opened_by_url().limited(RateLimit::CHECKOUT_PAGE),
        (Some("search"), None, ..) => opened_by_url().limited(RateLimit::SEARCH),
        // The route of the review page has no slash at its end.
        (Some("commerce"), Some("reviews"), Some(_), None) => opened_by_url().limited(RateLimit::REVIEWS),
        _ => opened_by_url(),
    }
}

/// Serves the page of a URL.
pub(crate) async fn page(State(state): State<AppState>, request: Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return ApiError(Failure::plain(ErrorCode::MethodNotAllowed)).into_response();
    }
    let is_checkout = is_checkout(request.uri().path());
    let reader = Reader::of(request.headers(), request.uri());
    match answer(&state, &reader, request).await {
        Ok(response) => response,
        Err(error) => refused(reader.wording_after(&state, error.0.code).await.texts(), error, is_checkout),
    }
}

/// Whether a path is that of the checkout, in any language.
fn is_checkout(path: &str) -> bool {
    let mut parts = path.split('/').skip(1).peekable();
    parts.next_if(|part| is_known(part));
    parts.next().is_some_and(|part| part.starts_with("checkout"))
}

async fn answer(state: &AppState, reader: &Reader, request: Request) -> ApiResult<Response> {
    let (mut parts, _) = request.into_parts();
    let Ok(host) = HostName::from_request_parts(&mut parts, state).await;
    let site = state.tenancy.hosts.resolve(&host.0).await?;
    if site.is_none()
        && on_platform(state, &host)
        && let Some(screen) = screen_of(parts.uri.path())
    {
        return Ok(Redirect::temporary(&screen).into_response());
    }
    if let Some(site) = site {
        if let Some((status, words)) = notice(site.status.shown()) {
            return Ok(plain_page::page(reader.wording(state).await.texts(), status, words));
        }
        parts.extensions.insert(ResolvedSite(site));
    }
    let visitor: Visitor = parts.extract_with_state(state).await?;
    if visitor.site.status.shown() == SiteVisibility::Locked && !has_password(&visitor).await? {
        let words = ("sitePage.notOpenTitle", "sitePage.notOpen");
        return Ok(plain_page::page(visitor.wording().await?.texts(), StatusCode::UNAUTHORIZED, words));
    }
    let path = readable(parts.uri.path());
    let sees_drafts = sees_drafts(&mut parts, state, &visitor, &path).await?;
    let query = parts.uri.query().unwrap_or_default();
    let found = page_call_of(state, &visitor, path, query, sees_drafts).await?;
    let mut call = PageCall { accepts_gzip: accepts_gzip(&parts.headers), ..found.call };
    let mut chosen = experiments::choose(state, &visitor, &mut parts, &call).await?;
    call.variants = std::mem::take(&mut chosen.variants);
    let is_draft = call.language.as_ref().is_some_and(|language| language.is_draft);
    let mut response = match found.moved_to {
        Some(target) => moved(target),
        None => served(state, &visitor, &parts, &call).await?,
    };
    chosen.mark(response.headers_mut());
    if is_draft {
        // Only this browser may see it.
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static(PERSONAL));
        response.headers_mut().remove(header::ETAG);
    }
    Ok(response)
}

/// The redirect to the address that a page has in its language.
fn moved(target: String) -> Response {
    page_response(PageResponse { status: 301, redirect: Some(target), ..PageResponse::default() }, &HeaderMap::new())
}

/// What a site answers to the request for a page.
async fn served(state: &AppState, visitor: &Visitor, parts: &Parts, call: &PageCall) -> ApiResult<Response> {
    let query = call.query.as_str();
    if call.language.is_some() && call.path.starts_with(GIFT_CARD) {
        return Ok(Redirect::to(&call.address("/cart")).into_response());
    }
    let format = FeedFormat::requested_format(query);
    if let Some(format) = format
        && let Some(feed) = feeds::feed(visitor, call, format, &parts.headers).await?
    {
        return Ok(feed);
    }
    if query.split('&').any(|pair| pair == "format=json") {
        return Ok(as_json(state, visitor, call).await.unwrap_or_else(IntoResponse::into_response));
    }
    if parts.method == Method::GET
        && let Some(shared_checkout_redirect) = checkout_links::shared_checkout_redirect(state, visitor, call).await?
    {
        return Ok(shared_checkout_redirect);
    }
    match state.renderer.page(&visitor.ctx, &visitor.db, call).await {
        // No feed of this page: 404. Redirects and error pages are sent as they are.
        Ok(page) if format.is_some() && page.status == StatusCode::OK => {
            Ok(ApiError(Failure::not_found()).into_response())
        }
        Ok(page) => {
            let policy = page.cookies;
            let mut response = page_response(page, &parts.headers);
            if let Some(origin) = &state.settings.analytics.event_origin {
                allow_events(origin, response.headers_mut());
            }
            if let Some(policy) = policy {
                let secure = state.settings.secure_cookies();
                visitor_cookies::follow(policy, &parts.headers, &visitor.cookies, secure, response.headers_mut());
            }
            Ok(response)
        }
        Err(error) => failed(state, visitor, call, ApiError::from(error)).await,
    }
}

/// The admin screen that a path of the platform host leads to.
fn screen_of(path: &str) -> Option<String> {
    let is_named = path == "/" || UPGRADE_SCREENS.contains(&path);
    is_named.then(|| format!("/admin{path}"))
}

/// The site's own page for server errors, if it can be rendered.
async fn failed(state: &AppState, visitor: &Visitor, call: &PageCall, error: ApiError) -> ApiResult<Response> {
    if error.0.code != ErrorCode::Internal {
        return Err(error);
    }
    match state.renderer.failed_page(&visitor.ctx, &visitor.db, call).await {
        Ok(Some(page)) => {
            log(&error.0);
            Ok(page_response(page, &HeaderMap::new()))
        }
        Ok(None) => Err(error),
        Err(second) => {
            tracing::warn!(error = %second, "the error page could not be rendered");
            Err(error)
        }
    }
}

/// Status and words of the page in place of all pages of a closed site.
fn notice(shown: SiteVisibility) -> Option<(StatusCode, Words)> {
    match shown {
        SiteVisibility::Everything | SiteVisibility::Locked => None,
        SiteVisibility::Placeholder => Some((StatusCode::OK, ("sitePage.comingSoonTitle", "sitePage.comingSoon"))),
        SiteVisibility::Closed => Some((StatusCode::NOT_FOUND, ("sitePage.closedTitle", "sitePage.closed"))),
        SiteVisibility::Gone => Some((StatusCode::GONE, ("sitePage.goneTitle", "sitePage.gone"))),
    }
}

/// Whether visitors can enter with a password; then the site's own lock screen asks for it.
async fn has_password(visitor: &Visitor) -> ApiResult<bool> {
    let tx = visitor.db.read().await.map_err(Failure::from)?;
    Ok(content::site_lock(&tx).await?.is_some())
}

/// The JSON of a page (`?format=json`): for a product list the engine request that renders it, for other pages their
/// content.
async fn as_json(state: &AppState, visitor: &Visitor, call: &PageCall) -> ApiResult<Response> {
    let list = state.renderer.list_call(&visitor.ctx, &visitor.db, call).await?;
    let json = match list {
        Some(list) => Some(list),
        None => state.renderer.page_json(&visitor.ctx, &visitor.db, call).await?,
    };
    let json = json.ok_or_else(Failure::not_found)?;
    let headers = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, PERSONAL)];
    Ok((headers, json).into_response())
}

/// The HTTP response of a page.
pub(crate) fn page_response(page: PageResponse, headers: &HeaderMap) -> Response {
    let status = StatusCode::from_u16(page.status).unwrap_or(StatusCode::OK);
    if let Some(target) = page.redirect {
        // Without this, browsers cache permanent redirects for good; a page may be published at that path later.
        let headers = [(header::LOCATION, target), (header::CACHE_CONTROL, REVALIDATED.to_owned())];
        return (status, headers).into_response();
    }
    let caching = if page.etag.is_some() { REVALIDATED } else { PERSONAL };
    let policy = policy_of(page.draws_in_browser, page.captcha_sources.as_deref());
    // Conditional requests apply to pages that exist; error pages are always sent completely.
    let unconditional = HeaderMap::new();
    let asked = if status.is_success() { headers } else { &unconditional };
    let mut response = conditional(asked, page.etag.as_deref(), page.body, "text/html; charset=utf-8");
    let whole = response.status() == StatusCode::OK;
    if whole {
        *response.status_mut() = status;
    }
    let headers = response.headers_mut();
    if page.packed && whole {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    }
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
    headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    if let Some(held) = page.held {
        headers.insert(header::AGE, HeaderValue::from(held.age.as_secs()));
        if let Ok(standing) = HeaderValue::try_from(format!("stoa; hit; ttl={}", held.remaining_seconds())) {
            headers.insert(CACHE_STATUS, standing);
        }
    }
    response
}

/// The policy of a page; a captcha service is allowed only where one is used.
fn policy_of(draws_in_browser: bool, captcha_sources: Option<&str>) -> HeaderValue {
    let own = if draws_in_browser { POLICY_WITH_ENGINE.clone() } else { POLICY_VALUE };
    let Some(sources) = captcha_sources else { return own };
    let more = own.to_str().unwrap_or(POLICY);
    let more = more.replace("script-src 'self'", &format!("connect-src 'self' {sources}; script-src 'self' {sources}"));
    let more = more.replace("frame-src 'self'", &format!("frame-src 'self' {sources}"));
    HeaderValue::from_str(&more).unwrap_or(own)
}

/// Lets scripts of a page send events of visitors to another origin.
fn allow_events(origin: &str, headers: &mut HeaderMap) {
    let Some(own) = headers.get(header::CONTENT_SECURITY_POLICY).and_then(|own| own.to_str().ok()) else { return };
    let more = if own.contains("connect-src 'self'") {
        own.replacen("connect-src 'self'", &format!("connect-src 'self' {origin}"), 1)
    } else {
        own.replacen("script-src", &format!("connect-src 'self' {origin}; script-src"), 1)
    };
    if let Ok(policy) = HeaderValue::from_str(&more) {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
}

/// An HTML page for an error; details are only logged.
fn refused(texts: Texts<'_>, error: ApiError, is_checkout: bool) -> Response {
    let failure = error.0;
    log(&failure);
    let status = StatusCode::from_u16(failure.code.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let Some(seconds) = retry_after(&failure) else {
        return plain_page::page(texts, status, plain_page::words(failure.code, None));
    };
    let words = if is_checkout { CHECKOUT_BACK_SOON } else { BACK_SOON };
    let mut response = plain_page::page(texts, status, words);
    for name in [header::RETRY_AFTER, REFRESH] {
        response.headers_mut().insert(name, HeaderValue::from(seconds));
    }
    response
}
