//! The contributor of a call and the site it is about: `{websiteId}` of the path, else the header
//! `X-Website-Id`, always checked against the membership.

use axum::extract::{FromRequestParts, RawPathParams};
use axum::http::header;
use axum::http::request::Parts;
use stoa_entity::TenantDb;
use stoa_kernel::id::{AccountId, WebsiteId};
use stoa_kernel::{ErrorCode, Failure, TenantCtx};

use crate::aftermath::{CallSite, Caller};
use crate::problem::ApiError;
use crate::request_id::RequestId;
use crate::state::AppState;

/// Somebody with a good access token, wherever they work.
#[derive(Debug, Clone)]
pub struct SignedIn {
    /// Who.
    pub account: AccountId,
}

impl FromRequestParts<AppState> for SignedIn {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let token = parts
            .headers
            .get(header::AUTHORIZATION)
            .and_then(|value| value.to_str().ok())
            .and_then(|value| value.strip_prefix("Bearer "))
            .ok_or_else(|| Failure::plain(ErrorCode::SignInRequired))?;
        Ok(Self { account: state.tenancy.sessions.check(token)? })
    }
}

/// A call by somebody who works on the site it is about. What the roles allow is checked by the
/// service that is called.
#[derive(Debug, Clone)]
pub struct Contributor {
    /// Which site, who, what rights, when.
    pub ctx: TenantCtx,
    /// The site's rows.
    pub db: TenantDb,
    /// Who.
    pub account: AccountId,
}

impl FromRequestParts<AppState> for Contributor {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let SignedIn { account } = SignedIn::from_request_parts(parts, state).await?;
        let website = website_of(parts, state).await?;
        tracing::Span::current().record("tenant.id", website.as_str());
        let request_id = RequestId::of(&parts.extensions);
        let tenant = state.tenancy.for_contributor(&website, &account, request_id.as_str()).await?;
        CallSite::note(&parts.extensions, &website, Caller::Contributor);
        Ok(Self { ctx: tenant.ctx, db: tenant.db, account })
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
            .ok_or_else(|| Failure::new(ErrorCode::BadRequest, "Name the site in the header X-Website-Id."))?,
    };
    named.parse().map_err(|_| ApiError(Failure::not_found()))
}
