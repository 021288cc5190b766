//! The page of the link in a security notice, which stops a change of the account's e-mail address. It needs only the
//! token of the link.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::Deserialize;
use stoa_audience::AudienceError;
use stoa_audience::members::{self, Member};
use stoa_email::{PageMessages, StopEmailChangePages, invalid_link};
use stoa_render::PageType;
use utoipa::IntoParams;

use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiQuery, Visitor};
use crate::problem::ApiResult;
use crate::rate_limit::RateLimit;
use crate::route_policy::{Csrf, Invalidates, changes, reads};
use crate::state::AppState;
use crate::storefront::link_page::{LinkPage, TO_SITE, page};

/// The page to request a new password.
const FORGOT: &str = "/account/forgot";

/// Token from the e-mail.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct StopQuery {
    #[serde(default)]
    token: String,
}

/// The routes of this module.
pub fn routes() -> ApiRouter {
    // The token of the link authenticates the request.
    let stops = changes(Invalidates::ByHandler).limited(RateLimit::ACCOUNT_STOP).csrf(Csrf::Exempt);
    ApiRouter::new().routes(routes!(
        site_user_email_stopping: reads().limited(RateLimit::ACCOUNT_STOP).without_site_password(),
        site_user_email_stop: stops.without_site_password(),
    ))
}

/// Show the page to cancel an email address change
#[utoipa::path(get, path = "/account/email/stop", operation_id = "site_user_email_stopping", tag = "site-users",
    params(StopQuery),
    responses((status = 200, body = String, content_type = "text/html"),
              (status = 404, body = String, content_type = "text/html")))]
async fn site_user_email_stopping(
    State(state): State<AppState>,
    visitor: Visitor,
    ApiQuery(query): ApiQuery<StopQuery>,
) -> ApiResult<Response> {
    let found = members::account_of_cancel_link(&visitor.ctx, &visitor.db, &query.token).await;
    answer(&state, &visitor, found, StopEmailChangePages::stopping, TO_SITE).await
}

/// Cancel an email address change with the token from an email
///
/// Needs no sign-in. Cancels any pending change of the account's address.
#[utoipa::path(post, path = "/account/email/stop", operation_id = "site_user_email_stop", tag = "site-users",
    params(StopQuery),
    responses((status = 200, body = String, content_type = "text/html"),
              (status = 404, body = String, content_type = "text/html")))]
async fn site_user_email_stop(
    State(state): State<AppState>,
    visitor: Visitor,
    ApiQuery(query): ApiQuery<StopQuery>,
) -> ApiResult<Response> {
    let found = members::cancel_email_change(&visitor.ctx, &visitor.db, &query.token).await;
    answer(&state, &visitor, found, StopEmailChangePages::stopped, FORGOT).await
}

async fn answer(
    state: &AppState,
    visitor: &Visitor,
    found: Result<Member, AudienceError>,
    messages: fn(&StopEmailChangePages) -> PageMessages,
    link: &'static str,
) -> ApiResult<Response> {
    match found {
        Ok(member) => {
            let pages = StopEmailChangePages::of(&visitor.db, member.email, member.language).await?;
            let shown = LinkPage { messages: messages(&pages), action: None, link, page_type: PageType::Page };
            Ok(page(state, visitor, StatusCode::OK, shown).await)
        }
        Err(AudienceError::TokenRefused) => {
            let messages = invalid_link(&visitor.db, visitor.language()).await?;
            let shown = LinkPage { messages, action: None, link: TO_SITE, page_type: PageType::NotFound };
            Ok(page(state, visitor, StatusCode::NOT_FOUND, shown).await)
        }
        Err(other) => Err(other.into()),
    }
}
