//! The contributor who makes a request, and its site: `{websiteId}` of the path, else the header `X-Website-Id`, always
//! checked against the account's memberships.

use std::convert::Infallible;

use axum::extract::{FromRequestParts, OptionalFromRequestParts, RawPathParams};
use axum::http::request::Parts;
use axum::http::uri::PathAndQuery;
use axum::http::{HeaderMap, Method, header};
use stoa_entity::TenantDb;
use stoa_kernel::id::{AccountId, WebsiteId};
use stoa_kernel::{ErrorCode, Failure, TenantCtx};
use stoa_tenancy::{Browser, OwnSession};

use crate::extract::preferred_language;
use crate::invalidation::{Caller, RequestSite};
use crate::load_run;
use crate::problem::ApiError;
use crate::request_id::RequestId;
use crate::required_permissions::RequiredPermissions;
use crate::state::AppState;

/// Last query parameter of a download URL that browsers open without headers, see [`signed_address`].
const LINK: &str = "link=";

/// An account with a valid access token, not tied to a site. A signed link is accepted for the one URL it was made for.
#[derive(Debug, Clone)]
pub struct SignedIn {
    /// The account.
    pub account: AccountId,
}

impl FromRequestParts<AppState> for SignedIn {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        if let Some(token) = bearer(&parts.headers) {
            return Ok(Self { account: state.tenancy.sessions.check(token).await?.account });
        }
        let signed = parts.uri.path_and_query().map(PathAndQuery::as_str).and_then(split_link);
        match signed.filter(|_| parts.method == Method::GET) {
            Some((address, link)) => Ok(Self { account: state.tenancy.sessions.check_link(link, address)? }),
            None => Err(ApiError(Failure::plain(ErrorCode::SignInRequired))),
        }
    }
}

/// An account with a valid access token, and the session of the token. Signed links are not accepted.
#[derive(Debug, Clone)]
pub struct InSession(pub OwnSession);

impl FromRequestParts<AppState> for InSession {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let token = bearer(&parts.headers).ok_or_else(|| Failure::plain(ErrorCode::SignInRequired))?;
        Ok(Self(state.tenancy.sessions.check(token).await?))
    }
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ")
}

/// The `User-Agent` header; empty without one.
pub fn user_agent(headers: &HeaderMap) -> &str {
    headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

/// The browser of a sign-in.
pub fn browser(headers: &HeaderMap) -> Browser<'_> {
    Browser { user_agent: user_agent(headers), language: preferred_language(headers) }
}

/// Adds a signed link to a URL, which can then be opened for a while without signing in.
///
/// # Errors
/// When the link cannot be signed.
pub fn signed_address(state: &AppState, account: &AccountId, address: &str) -> Result<String, ApiError> {
    let link = state.tenancy.sessions.link(account, address)?;
    let mark = if address.contains('?') { '&' } else { '?' };
    Ok(format!("{address}{mark}{LINK}{link}"))
}

/// Splits a URL into the part before the link, and the link.
fn split_link(signed: &str) -> Option<(&str, &str)> {
    let (before, link) = signed.rsplit_once(LINK)?;
    let address = before.strip_suffix('&').or_else(|| before.strip_suffix('?'))?;
    (!link.contains('&')).then_some((address, link))
}

/// A request by a contributor of the site, whose roles grant the permissions that the operation names in the OpenAPI
/// document. The service checks them again.
#[derive(Debug, Clone)]
pub struct Contributor {
    /// Site, account, permissions and time.
    pub ctx: TenantCtx,
    /// Database of the site.
    pub db: TenantDb,
    /// The account.
    pub account: AccountId,
}

impl FromRequestParts<AppState> for Contributor {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let SignedIn { account } = SignedIn::from_request_parts(parts, state).await?;
        let website = website_of(parts, state).await?;
        tracing::Span::current().record("tenant.id", website.as_str());
        let request_id = RequestId::of(&parts.extensions);
        let run = load_run::of_site(&parts.extensions, &website)?;
        let tenant = state.tenancy.for_contributor(&website, &account, request_id.as_str()).await?;
        if let Some(rights) = parts.extensions.get::<RequiredPermissions>() {
            rights.check(&tenant.ctx)?;
        }
        RequestSite::note(&parts.extensions, &website, Caller::Contributor);
        Ok(Self { ctx: tenant.ctx.in_load_run(run), db: tenant.db, account })
    }
}

/// None when the request has no valid token of a contributor of the site.
impl OptionalFromRequestParts<AppState> for Contributor {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Option<Self>, Infallible> {
        if !parts.headers.contains_key(header::AUTHORIZATION) {
            return Ok(None);
        }
        Ok(<Self as FromRequestParts<AppState>>::from_request_parts(parts, state).await.ok())
    }
}

async fn website_of(parts: &mut Parts, state: &AppState) -> Result<WebsiteId, ApiError> {
    let params = RawPathParams::from_request_parts(parts, state).await;
    let in_path = params
        .ok()
        .and_then(|params| params.iter().find(|(name, _)| *name == "websiteId").map(|(_, value)| value.to_owned()));
    let named = match in_path {
        Some(id) => id,
        None => parts
            .headers
            .get("x-website-id")
            .and_then(|value| value.to_str().ok())
            .map(str::to_owned)
            .ok_or_else(|| Failure::new(ErrorCode::BadRequest, "Send the site's id in the header X-Website-Id."))?,
    };
    named.parse().map_err(|_| ApiError(Failure::not_found()))
}
