//! The network of a caller, by the proxies that the settings trust.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use stoa_web::extract::CallerNetwork;

use crate::state::AppState;

impl FromRequestParts<AppState> for CallerNetwork {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Infallible> {
        Ok(Self::of(&parts.headers, &parts.extensions, &state.settings.proxies))
    }
}
