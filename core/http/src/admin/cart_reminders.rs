//! What came of letters about carts that were left behind.

use axum::Json;
use serde::Serialize;
use stoa_commerce::cart_reminders;
use utoipa::ToSchema;

use crate::calls::{Calls, routes};
use crate::extract::Contributor;
use crate::problem::{ApiResult, Problem};

/// What came of letters about carts that were left behind.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CartRemindersOut {
    /// Whether such letters are written.
    enabled: bool,
    /// Letters that were written.
    sent: u64,
    /// Of those, whose link was followed.
    came_back: u64,
    /// Of those that were written, whose reader has ordered within 30 days.
    bought: u64,
}

/// The routes of this noun.
pub fn routes() -> Calls {
    Calls::new().routes(routes!(cart_reminders_get))
}

/// Read what came of letters about carts
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/cart-reminders", operation_id = "cart_reminders_get",
    tag = "mail", params(("websiteId" = String, Path, description = "The site")),
    security(("contributor" = ["orders:read"])),
    responses((status = 200, body = CartRemindersOut), (status = 401, body = Problem), (status = 403, body = Problem),
              (status = 404, body = Problem)))]
async fn cart_reminders_get(caller: Contributor) -> ApiResult<Json<CartRemindersOut>> {
    let figures = cart_reminders::figures(&caller.ctx, &caller.db).await?;
    Ok(Json(CartRemindersOut {
        enabled: figures.enabled,
        sent: figures.sent,
        came_back: figures.came_back,
        bought: figures.bought,
    }))
}
