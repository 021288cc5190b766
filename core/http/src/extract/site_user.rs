//! Extractor of changing requests by site users: they carry the session's token in a header, so they come from our own
//! pages.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use stoa_audience::members;
use stoa_kernel::{ErrorCode, Failure};

use super::visitor::Visitor;
use crate::problem::ApiError;
use crate::state::AppState;

/// Header with the session's CSRF token.
pub const XSRF_HEADER: &str = "x-siteuser-xsrf-token";

/// A signed-in site user whose request passed the CSRF check.
#[derive(Debug, Clone)]
pub struct SiteUser {
    /// Site, user and time.
    pub visitor: Visitor,
    /// Token of the session.
    pub token: String,
}

impl FromRequestParts<AppState> for SiteUser {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let visitor = <Visitor as FromRequestParts<AppState>>::from_request_parts(parts, state).await?;
        let token = visitor.session_token().map(str::to_owned);
        let token = token.ok_or_else(|| Failure::plain(ErrorCode::SignInRequired))?;
        let sent = parts.headers.get(XSRF_HEADER).and_then(|value| value.to_str().ok());
        members::verify_xsrf(&visitor.ctx, state.sessions.as_ref(), &token, sent).await?;
        Ok(Self { visitor, token })
    }
}
