//! Extractor of a visitor who reads the response in the language of the page that sends the request.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use crate::extract::Visitor;
use crate::problem::ApiError;
use crate::state::AppState;

/// A visitor whose transactions read translations into the language that the request asks for, if the site has it.
#[derive(Debug, Clone)]
pub struct Shopper(pub Visitor);

impl FromRequestParts<AppState> for Shopper {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let visitor = <Visitor as FromRequestParts<AppState>>::from_request_parts(parts, state).await?;
        let Some(asked) = visitor.asked_language.as_deref() else { return Ok(Self(visitor)) };
        let known = state.renderer.site_language(&visitor.ctx, &visitor.db, asked).await?;
        let Some(known) = known else { return Ok(Self(visitor)) };
        if !known.is_public && !visitor.has_draft_pass().await? {
            return Ok(Self(visitor));
        }
        let db = visitor.db.in_language(Some(known.tag));
        Ok(Self(Visitor { db, ..visitor }))
    }
}
