//! The site of a visitor's call, by host name, and the site user who is signed in there.

use axum::extract::{FromRequestParts, OptionalFromRequestParts};
use axum::http::request::Parts;
use axum_extra::extract::CookieJar;
use serde::Deserialize;
use stoa_audience::members::session_key;
use stoa_entity::TenantDb;
use stoa_kernel::id::{SiteUserId, WebsiteId};
use stoa_kernel::{ErrorCode, Failure, TenantCtx};
use stoa_tenancy::SiteAddress;

use crate::aftermath::{CallSite, Caller};
use crate::crumb;
use crate::extract::HostName;
use crate::problem::ApiError;
use crate::request_id::RequestId;
use crate::state::AppState;

/// Cookie that holds the token of a shopper's cart.
pub const CART_COOKIE: &str = "CART";
/// Cookie that holds the token of a site user's session.
pub const SITE_USER_COOKIE: &str = "SITE_USER";

/// Cookie that holds the tokens of passwords of pages, separated by dots.
pub const PAGE_KEYS_COOKIE: &str = "PAGE_KEYS";

/// A call by a visitor or a site user.
#[derive(Debug, Clone)]
pub struct Visitor {
    /// Which site, who, when.
    pub ctx: TenantCtx,
    /// The site's rows.
    pub db: TenantDb,
    /// The site as its host names it.
    pub site: SiteAddress,
    /// The host as sent, with port.
    pub host: String,
    /// The cookies of the call.
    pub cookies: CookieJar,
}

impl Visitor {
    /// Token of the shopper's cart, when there is one.
    pub fn cart_token(&self) -> Option<&str> {
        self.cookies.get(CART_COOKIE).map(|cookie| cookie.value()).filter(|token| !token.is_empty())
    }

    /// The crumb that tells this browser from others; empty when it has none.
    pub fn crumb(&self) -> &str {
        self.cookies.get(crumb::COOKIE).map(|cookie| cookie.value()).unwrap_or_default()
    }

    /// Tokens of passwords of pages that the visitor has given.
    pub fn page_keys(&self) -> Option<&str> {
        self.cookies.get(PAGE_KEYS_COOKIE).map(|cookie| cookie.value()).filter(|keys| !keys.is_empty())
    }
}

/// The part of a session that tells whose it is.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SessionOwner {
    site_user_id: SiteUserId,
}

async fn signed_in(state: &AppState, website: &WebsiteId, jar: &CookieJar) -> Option<SiteUserId> {
    let token = jar.get(SITE_USER_COOKIE)?.value().to_owned();
    let stored = state.sessions.get(website, &session_key(&token)).await;
    let text = stored.inspect_err(|error| tracing::warn!(%error, "session could not be read")).ok()??;
    serde_json::from_str::<SessionOwner>(&text).ok().map(|owner| owner.site_user_id)
}

impl FromRequestParts<AppState> for Visitor {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        <Self as OptionalFromRequestParts<AppState>>::from_request_parts(parts, state)
            .await?
            .ok_or_else(|| ApiError(Failure::plain(ErrorCode::UnknownHost)))
    }
}

/// None when no site has this host.
impl OptionalFromRequestParts<AppState> for Visitor {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Option<Self>, ApiError> {
        let Ok(host) = HostName::from_request_parts(parts, state).await;
        let Some(site) = state.tenancy.hosts.resolve(&host.0).await? else {
            return Ok(None);
        };
        tracing::Span::current().record("tenant.id", site.website.as_str());
        CallSite::note(&parts.extensions, &site.website, Caller::Visitor);
        let cookies = CookieJar::from_headers(&parts.headers);
        let site_user = signed_in(state, &site.website, &cookies).await;
        let request_id = RequestId::of(&parts.extensions);
        let tenant = state.tenancy.for_visitor(&site.website, site_user, request_id.as_str()).await?;
        Ok(Some(Self { ctx: tenant.ctx, db: tenant.db, site, host: host.0, cookies }))
    }
}
