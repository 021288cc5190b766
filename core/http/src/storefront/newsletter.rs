//! Pages of the links in newsletter e-mails. Opening one changes nothing, since mail programs open links too; its
//! button does, and works without JavaScript.

use axum::body::Bytes;
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use axum::http::StatusCode;
use axum::response::Response;
use serde::Deserialize;
use stoa_audience::AudienceError;
use stoa_audience::subscribers;
use stoa_commerce::unsubscribe;
use stoa_email::{PageMessages, invalid_link};
use stoa_kernel::{ErrorCode, Failure};
use stoa_render::PageType;
use utoipa::IntoParams;

use super::link_page::{LinkPage, TO_SITE, page};
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiQuery, HostName, Visitor};
use crate::problem::ApiResult;
use crate::rate_limit::RateLimit;
use crate::route_policy::{Csrf, Invalidates, RoutePolicy, changes, reads};
use crate::state::AppState;

/// Body that mail programs send (RFC 8058).
const ONE_CLICK: &str = "List-Unsubscribe=One-Click";

/// Token from the e-mail.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct TokenQuery {
    #[serde(default)]
    token: String,
}

/// Key of the unsubscribe link.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct KeyQuery {
    #[serde(default)]
    key: String,
}

/// Of operations that the token of a link authenticates: mail programs send them too, and closed sites stop their
/// newsletters.
const CHANGES_BY_LINK: RoutePolicy =
    changes(Invalidates::ByHandler).limited(RateLimit::NEWS).csrf(Csrf::Exempt).served_when_closed();

/// The routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(
            news_confirmation: reads().limited(RateLimit::NEWS).served_when_closed(),
            news_confirm: CHANGES_BY_LINK,
        ))
        .routes(routes!(
            news_leaving: reads().limited(RateLimit::NEWS).served_when_closed(),
            news_leave: CHANGES_BY_LINK,
        ))
}

const JOINING: PageType = PageType::Page;
const LEAVING: PageType = PageType::NewsletterUnsubscribe;

/// Show the subscription confirmation page
#[utoipa::path(get, path = "/mailing-list/confirm", operation_id = "news_confirmation", tag = "news", params(TokenQuery),
    responses((status = 200, body = String, content_type = "text/html"),
              (status = 404, body = String, content_type = "text/html")))]
async fn news_confirmation(
    State(state): State<AppState>,
    visitor: Visitor,
    ApiQuery(query): ApiQuery<TokenQuery>,
) -> ApiResult<Response> {
    let found = subscribers::pending(&visitor.ctx, &visitor.db, &query.token).await;
    let shown =
        found.map(|info| LinkPage { messages: info.joining(), action: None, link: TO_SITE, page_type: JOINING });
    answer(&state, &visitor, shown.map_err(Failure::from)).await
}

/// Confirm a subscription with the token from an email
#[utoipa::path(post, path = "/mailing-list/confirm", operation_id = "news_confirm", tag = "news", params(TokenQuery),
    responses((status = 200, body = String, content_type = "text/html"),
              (status = 404, body = String, content_type = "text/html")))]
async fn news_confirm(
    State(state): State<AppState>,
    visitor: Visitor,
    ApiQuery(query): ApiQuery<TokenQuery>,
) -> ApiResult<Response> {
    let base_url = state.settings.origin(&HostName(visitor.host.clone()).name());
    let found = subscribers::confirm(&visitor.ctx, &visitor.db, &query.token, &base_url).await;
    let shown = found.map(|info| LinkPage { messages: info.joined(), action: None, link: TO_SITE, page_type: JOINING });
    answer(&state, &visitor, shown.map_err(Failure::from)).await
}

/// Show the unsubscribe page
#[utoipa::path(get, path = "/mailing-list/leave", operation_id = "news_leaving", tag = "news", params(KeyQuery),
    responses((status = 200, body = String, content_type = "text/html"),
              (status = 404, body = String, content_type = "text/html")))]
async fn news_leaving(
    State(state): State<AppState>,
    visitor: Visitor,
    ApiQuery(query): ApiQuery<KeyQuery>,
) -> ApiResult<Response> {
    let found = match subscribers::subscribed(&visitor.db, &query.key).await {
        Err(AudienceError::NotFound) => unsubscribe::subscription(&visitor.db, &query.key).await.map_err(Failure::from),
        found => found.map_err(Failure::from),
    };
    answer(
        &state,
        &visitor,
        found.map(|info| LinkPage { messages: info.leaving(), action: None, link: TO_SITE, page_type: LEAVING }),
    )
    .await
}

/// Unsubscribe with the key from an email
///
/// Mail programs do it in one request (RFC 8058); in a browser the page offers to subscribe again.
#[utoipa::path(post, path = "/mailing-list/leave", operation_id = "news_leave", tag = "news", params(KeyQuery),
    request_body(content = String, content_type = "application/x-www-form-urlencoded"),
    responses((status = 200, body = String, content_type = "text/html"),
              (status = 404, body = String, content_type = "text/html")))]
async fn news_leave(
    State(state): State<AppState>,
    visitor: Visitor,
    ApiQuery(query): ApiQuery<KeyQuery>,
    body: Result<Bytes, BytesRejection>,
) -> ApiResult<Response> {
    let (db, key) = (&visitor.db, query.key.as_str());
    let left = if body.is_ok_and(|body| String::from_utf8_lossy(&body).contains(ONE_CLICK)) {
        subscribers::leave(db, key).await.map(|info| (info, None))
    } else {
        subscribers::leave_with_undo(&visitor.ctx, db, key).await.map(|(info, token)| (info, Some(token)))
    };
    let left = match left {
        Err(AudienceError::NotFound) => {
            unsubscribe::unsubscribe(db, key).await.map(|info| (info, None)).map_err(Failure::from)
        }
        left => left.map_err(Failure::from),
    };
    let shown = left.map(|(info, token)| LinkPage {
        // Without a token there is no button to subscribe again.
        messages: if token.is_some() { info.left() } else { PageMessages { button: None, ..info.left() } },
        action: token.map(|token| format!("/mailing-list/confirm?token={token}")),
        link: TO_SITE,
        page_type: LEAVING,
    });
    answer(&state, &visitor, shown).await
}

async fn answer(state: &AppState, visitor: &Visitor, result: Result<LinkPage, Failure>) -> ApiResult<Response> {
    match result {
        Ok(shown) => Ok(page(state, visitor, StatusCode::OK, shown).await),
        Err(failure) if failure.code == ErrorCode::NotFound => {
            let messages = invalid_link(&visitor.db, visitor.language()).await?;
            let shown = LinkPage { messages, action: None, link: TO_SITE, page_type: PageType::NotFound };
            Ok(page(state, visitor, StatusCode::NOT_FOUND, shown).await)
        }
        Err(other) => Err(other.into()),
    }
}
