//! Pages of the links in newsletter e-mails. Opening one changes nothing, since mail programs open links too; its
//! button does, and works without JavaScript.

use axum::body::Bytes;
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use axum::http::StatusCode;
use axum::response::Response;
use serde::Deserialize;
use stoa_commerce::CommerceError;
use stoa_commerce::subscribers::{self, PageTexts};
use stoa_render::PageType;
use utoipa::IntoParams;

use super::link_page::{Shown, TO_SITE, page};
use crate::api_routes::{Calls, routes};
use crate::extract::{ApiQuery, HostName, Visitor};
use crate::problem::ApiResult;
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

/// The routes of this module.
pub fn routes() -> Calls {
    Calls::new().routes(routes!(news_confirmation, news_confirm)).routes(routes!(news_leaving, news_leave))
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
    let said = found.map(|face| Shown { texts: face.joining(), action: None, link: TO_SITE, page_type: JOINING });
    answer(&state, &visitor, said).await
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
    let said = found.map(|face| Shown { texts: face.joined(), action: None, link: TO_SITE, page_type: JOINING });
    answer(&state, &visitor, said).await
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
    let found = subscribers::subscribed(&visitor.db, &query.key).await;
    answer(
        &state,
        &visitor,
        found.map(|face| Shown { texts: face.leaving(), action: None, link: TO_SITE, page_type: LEAVING }),
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
    let left = if body.is_ok_and(|body| String::from_utf8_lossy(&body).contains(ONE_CLICK)) {
        subscribers::leave(&visitor.db, &query.key).await.map(|face| (face, None))
    } else {
        subscribers::unsubscribe_with_undo(&visitor.ctx, &visitor.db, &query.key).await
    };
    let said = left.map(|(face, token)| Shown {
        // Without a token there is no button to subscribe again.
        texts: if token.is_some() { face.left() } else { PageTexts { button: "", ..face.left() } },
        action: token.map(|token| format!("/mailing-list/confirm?token={token}")),
        link: TO_SITE,
        page_type: LEAVING,
    });
    answer(&state, &visitor, said).await
}

async fn answer(state: &AppState, visitor: &Visitor, said: Result<Shown, CommerceError>) -> ApiResult<Response> {
    match said {
        Ok(shown) => Ok(page(state, visitor, StatusCode::OK, shown).await),
        Err(CommerceError::NotFound) => {
            let texts = subscribers::gone(&visitor.db, visitor.language()).await?;
            let shown = Shown { texts, action: None, link: TO_SITE, page_type: PageType::NotFound };
            Ok(page(state, visitor, StatusCode::NOT_FOUND, shown).await)
        }
        Err(other) => Err(other.into()),
    }
}
