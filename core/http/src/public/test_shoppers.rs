//! Links by which contributors who place test orders in a shop bring their pass into a browser.

use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use stoa_commerce::test_shoppers::{self, LIFETIME_MS, PASS_PATH_PREFIX};
use stoa_kernel::Failure;

use crate::extract::{ApiPath, Visitor};
use crate::named_cookie::NamedCookie;
use crate::plain_page;
use crate::policy_router::PolicyRouter;
use crate::problem::ApiResult;
use crate::route_policy::opened_by_url;
use crate::state::AppState;

/// The routes of this module.
pub fn routes() -> PolicyRouter {
    PolicyRouter::new().get(&format!("{PASS_PATH_PREFIX}{{pass}}"), take, opened_by_url())
}

async fn take(State(state): State<AppState>, visitor: Visitor, ApiPath(pass): ApiPath<String>) -> ApiResult<Response> {
    let is_good = {
        let tx = visitor.db.read().await.map_err(Failure::from)?;
        test_shoppers::is_tester(&tx, Some(&pass), visitor.ctx.now())
    };
    if !is_good {
        let words = ("sitePage.testLinkExpiredTitle", "sitePage.testLinkExpired");
        return Ok(plain_page::page(visitor.wording().await?.texts(), StatusCode::NOT_FOUND, words));
    }
    let cookie = NamedCookie::TESTER.set(&pass, Some(LIFETIME_MS / 1_000), state.settings.secure_cookies())?;
    let headers = [
        (header::LOCATION, HeaderValue::from_static("/")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
        (header::SET_COOKIE, cookie),
    ];
    Ok((StatusCode::SEE_OTHER, headers).into_response())
}
