//! Restock notifications for visitors.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use stoa_commerce::restock::{self, NewSignUp};
use utoipa::ToSchema;

use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, Shopper};
use crate::problem::ApiResult;
use crate::rate_limit::RateLimit;
use crate::route_policy::{Invalidates, changes};
use crate::state::AppState;

/// A sign-up for a restock notification.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignUpBody {
    product_id: String,
    variant_id: String,
    /// E-mail address to notify.
    site_visitor_email: String,
    /// Whether to subscribe to the newsletter too.
    is_join_mailing_list: bool,
    /// Solution of the captcha, if there is one.
    #[serde(default)]
    captcha_token: Option<String>,
    /// The same for the invisible captcha.
    #[serde(default)]
    #[serde(rename = "recaptchaEnterpriseV3Token")]
    recaptcha_enterprise_token: Option<String>,
    /// BCP 47 tag of the visitor's language.
    #[serde(default)]
    language: Option<String>,
}

/// The sign-up was saved.
#[derive(Debug, Serialize, ToSchema)]
pub struct SignedUp {
    success: bool,
}

/// The routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new().routes(routes!(restock_sign_up: changes(Invalidates::ByHandler).limited(RateLimit::RESTOCK)))
}

/// Sign up for a back-in-stock notification
///
/// The response is the same for an address that has signed up already.
#[utoipa::path(post, path = "/api/site-users/account/notifications/restock", operation_id = "restock_sign_up",
    tag = "restock", request_body = SignUpBody, responses((status = 200, body = SignedUp)))]
async fn restock_sign_up(
    State(state): State<AppState>,
    Shopper(visitor): Shopper,
    ApiJson(body): ApiJson<SignUpBody>,
) -> ApiResult<Json<SignedUp>> {
    let new = NewSignUp {
        product_id: body.product_id,
        variant_id: body.variant_id,
        email: body.site_visitor_email,
        is_join_mailing_list: body.is_join_mailing_list,
        language: body.language.or_else(|| visitor.db.language().map(str::to_owned)),
        captcha_token: body.captcha_token.or(body.recaptcha_enterprise_token),
    };
    restock::sign_up(&visitor.ctx, &visitor.db.in_language(None), state.captcha.as_deref(), new).await?;
    Ok(Json(SignedUp { success: true }))
}
