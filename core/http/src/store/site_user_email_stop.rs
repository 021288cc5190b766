//! The page behind the link of a warning: it stops a change of an account's address. The link is all that is asked for.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::Deserialize;
use stoa_audience::AudienceError;
use stoa_audience::members::{self, Member};
use stoa_commerce::mail::ChangePages;
use stoa_commerce::subscribers::{self, PageTexts};
use stoa_render::PageType;
use utoipa::IntoParams;

use super::link_page::{Shown, TO_SITE, page};
use crate::calls::{Calls, routes};
use crate::extract::{ApiQuery, Visitor};
use crate::problem::ApiResult;
use crate::state::AppState;

/// Where another password is asked for.
const FORGOT: &str = "/account/forgot";

/// Token of the letter.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct StopQuery {
    #[serde(default)]
    token: String,
}

/// The routes of this noun.
pub fn routes() -> Calls {
    Calls::new().routes(routes!(site_user_email_stopping, site_user_email_stop))
}

/// Page that asks whether a change of address is to be stopped
#[utoipa::path(get, path = "/account/email/stop", operation_id = "site_user_email_stopping", tag = "site-users",
    params(StopQuery),
    responses((status = 200, body = String, content_type = "text/html"),
              (status = 404, body = String, content_type = "text/html")))]
async fn site_user_email_stopping(
    State(state): State<AppState>,
    visitor: Visitor,
    ApiQuery(query): ApiQuery<StopQuery>,
) -> ApiResult<Response> {
    let found = members::warned_of_change(&visitor.ctx, &visitor.db, &query.token).await;
    answer(&state, &visitor, found, (ChangePages::stopping, TO_SITE)).await
}

/// Stop a change of address with the token of a letter
///
/// Nobody has to be signed in. Whatever change of the account is pending is void.
#[utoipa::path(post, path = "/account/email/stop", operation_id = "site_user_email_stop", tag = "site-users",
    params(StopQuery),
    responses((status = 200, body = String, content_type = "text/html"),
              (status = 404, body = String, content_type = "text/html")))]
async fn site_user_email_stop(
    State(state): State<AppState>,
    visitor: Visitor,
    ApiQuery(query): ApiQuery<StopQuery>,
) -> ApiResult<Response> {
    let found = members::stop_email_change(&visitor.ctx, &visitor.db, &query.token).await;
    answer(&state, &visitor, found, (ChangePages::stopped, FORGOT)).await
}

async fn answer(
    state: &AppState,
    visitor: &Visitor,
    found: Result<Member, AudienceError>,
    (texts, link): (fn(&ChangePages) -> PageTexts, &'static str),
) -> ApiResult<Response> {
    match found {
        Ok(member) => {
            let pages = ChangePages::of(&visitor.db, member.email, member.language).await?;
            let shown = Shown { texts: texts(&pages), action: None, link, page_type: PageType::Page };
            Ok(page(state, visitor, StatusCode::OK, shown).await)
        }
        Err(AudienceError::TokenRefused) => {
            let texts = subscribers::gone(&visitor.db, visitor.language()).await?;
            let shown = Shown { texts, action: None, link: TO_SITE, page_type: PageType::NotFound };
            Ok(page(state, visitor, StatusCode::NOT_FOUND, shown).await)
        }
        Err(other) => Err(other.into()),
    }
}
