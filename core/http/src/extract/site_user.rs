//! A changing call of a site user: it carries the session's token in a header, so it comes from our own
//! pages.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use stoa_audience::members;
use stoa_kernel::{ErrorCode, Failure};

use super::visitor::Visitor;
use crate::problem::ApiError;
use crate::state::AppState;

/// Header that brings back the session's token.
pub const XSRF_HEADER: &str = "x-siteuser-xsrf-token";

/// A call by somebody who is signed in to the site, and really made by them.
#[derive(Debug, Clone)]
pub struct SiteUser {
    /// Which site, who, when.
    pub visitor: Visitor,
    /// Secret of the session.
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
