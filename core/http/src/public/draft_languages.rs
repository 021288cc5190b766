//! Links by which contributors bring a pass into a browser, with which it shows languages that are not public yet.

use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use stoa_kernel::Failure;
use stoa_site::languages::{LIFETIME_MS, PASS_PATH_PREFIX, opens_drafts};

use crate::extract::{ApiPath, ApiQuery, Visitor};
use crate::named_cookie::NamedCookie;
use crate::plain_page;
use crate::policy_router::PolicyRouter;
use crate::problem::ApiResult;
use crate::route_policy::opened_by_url;
use crate::state::AppState;

/// The language to begin with.
#[derive(Debug, Deserialize)]
struct FirstLanguage {
    #[serde(default)]
    language: String,
}

/// The routes of this module.
pub fn routes() -> PolicyRouter {
    PolicyRouter::new().get(&format!("{PASS_PATH_PREFIX}{{pass}}"), take, opened_by_url())
}

async fn take(
    State(state): State<AppState>,
    visitor: Visitor,
    ApiPath(pass): ApiPath<String>,
    ApiQuery(first): ApiQuery<FirstLanguage>,
) -> ApiResult<Response> {
    if let Some(expired) = expired(&visitor, &pass).await? {
        return Ok(expired);
    }
    let path = format!("/{}", first.language);
    let found = state.renderer.language_of(&visitor.ctx, &visitor.db, &path, true).await?;
    let place = found.map_or_else(|| "/".to_owned(), |found| found.language.prefix);
    lead(&state, &pass, &place)
}

/// The page that says that the pass of a link has expired, if it has.
pub(super) async fn expired(visitor: &Visitor, pass: &str) -> ApiResult<Option<Response>> {
    let is_good = {
        let tx = visitor.db.read().await.map_err(Failure::from)?;
        opens_drafts(&tx, pass, visitor.ctx.now())
    };
    if is_good {
        return Ok(None);
    }
    let words = ("sitePage.previewExpiredTitle", "sitePage.previewExpired");
    Ok(Some(plain_page::page(visitor.wording().await?.texts(), StatusCode::NOT_FOUND, words)))
}

/// Gives a pass to the browser and leads it to a page of the site.
pub(super) fn lead(state: &AppState, pass: &str, place: &str) -> ApiResult<Response> {
    let cookie = NamedCookie::DRAFT_LANGUAGES.set(pass, Some(LIFETIME_MS / 1_000), state.settings.secure_cookies())?;
    let headers = [
        (header::LOCATION, HeaderValue::try_from(place).map_err(Failure::internal)?),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
        (header::SET_COOKIE, cookie),
    ];
    Ok((StatusCode::SEE_OTHER, headers).into_response())
}
