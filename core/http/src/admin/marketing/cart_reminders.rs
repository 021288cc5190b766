//! Statistics of abandoned cart e-mails.

use axum::Json;
use serde::Serialize;
use stoa_commerce::cart_reminders;
use utoipa::ToSchema;

use crate::api_routes::{ApiRouter, routes};
use crate::extract::Contributor;
use crate::problem::ApiResult;
use crate::route_policy::reads;

/// Statistics of abandoned cart e-mails.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CartRemindersOut {
    /// Whether abandoned cart e-mails are enabled.
    enabled: bool,
    /// Number of e-mails written.
    sent: u64,
    /// Number of those whose link was opened.
    came_back: u64,
    /// Number of those whose recipient ordered within 30 days.
    bought: u64,
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new().routes(routes!(cart_reminders_get: reads()))
}

/// Get abandoned cart e-mail statistics
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/cart-reminders", operation_id = "cart_reminders_get",
    tag = "mail", security(("contributor" = ["orders:read"])), responses((status = 200, body = CartRemindersOut)))]
async fn cart_reminders_get(caller: Contributor) -> ApiResult<Json<CartRemindersOut>> {
    let figures = cart_reminders::figures(&caller.ctx, &caller.db).await?;
    Ok(Json(CartRemindersOut {
        enabled: figures.enabled,
        sent: figures.sent,
        came_back: figures.came_back,
        bought: figures.bought,
    }))
}
