//! Shoppers who want to be told when something is back.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use stoa_commerce::restock::{self, NewSignUp};
use utoipa::ToSchema;

use crate::calls::{Calls, routes};
use crate::extract::{ApiJson, Visitor};
use crate::problem::{ApiResult, Problem};
use crate::state::AppState;

/// Who wants to be told of what.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignUpBody {
    product_id: String,
    variant_id: String,
    /// Address to be written to.
    site_visitor_email: String,
    /// Whether news are asked for too.
    is_join_mailing_list: bool,
    /// What the captcha gave, where there is one.
    #[serde(default)]
    captcha_token: Option<String>,
    /// The same of the captcha that shows no puzzle.
    #[serde(default)]
    #[serde(rename = "recaptchaEnterpriseV3Token")]
    recaptcha_enterprise_token: Option<String>,
    /// BCP 47 tag of the language that is read.
    #[serde(default)]
    language: Option<String>,
}

/// It was noted.
#[derive(Debug, Serialize, ToSchema)]
pub struct SignedUp {
    success: bool,
}

/// The routes of this noun.
pub fn routes() -> Calls {
    Calls::new().routes(routes!(restock_sign_up))
}

/// Ask to be told when a sold-out variant is back
///
/// An address that waits already is answered the same.
#[utoipa::path(post, path = "/api/site-users/account/notifications/restock", operation_id = "restock_sign_up",
    tag = "restock", request_body = SignUpBody,
    responses((status = 200, body = SignedUp), (status = 400, body = Problem), (status = 403, body = Problem),
              (status = 404, body = Problem), (status = 429, body = Problem)))]
async fn restock_sign_up(
    State(state): State<AppState>,
    visitor: Visitor,
    ApiJson(body): ApiJson<SignUpBody>,
) -> ApiResult<Json<SignedUp>> {
    let new = NewSignUp {
        product_id: body.product_id,
        variant_id: body.variant_id,
        email: body.site_visitor_email,
        is_join_mailing_list: body.is_join_mailing_list,
        language: body.language,
        captcha_token: body.captcha_token.or(body.recaptcha_enterprise_token),
    };
    restock::sign_up(&visitor.ctx, &visitor.db, state.captcha.as_deref(), new).await?;
    Ok(Json(SignedUp { success: true }))
}
