//! Payment methods that site users saved at a payment provider.

use axum::Json;
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use stoa_commerce::payments::{self, SavedPaymentMethod};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::SavedPaymentMethodId;
use utoipa::ToSchema;

use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiPath, SiteUser, Visitor, path_id};
use crate::problem::{ApiResult, Problem};
use crate::route_policy::{Invalidates, changes, reads};
use crate::storefront::site_users::{Done, private};

/// Path parameters of a saved payment method.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct SavedMethodPath {
    #[serde(deserialize_with = "path_id")]
    saved_method_id: SavedPaymentMethodId,
}

/// A saved payment method.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SavedPaymentMethod)]
pub struct SavedPaymentMethodOut {
    id: String,
    /// What the customer knows it by, such as `Visa ending in 4242`.
    label: String,
    /// When it expires, UTC milliseconds; none when unknown.
    expires_on: Option<i64>,
    /// Whether it was saved in test mode, without real money.
    test_mode: bool,
}

/// The saved payment methods of an account.
#[derive(Debug, Serialize, ToSchema)]
pub struct SavedPaymentMethodsOut {
    /// The latest first.
    methods: Vec<SavedPaymentMethodOut>,
}

impl From<SavedPaymentMethod> for SavedPaymentMethodOut {
    fn from(saved: SavedPaymentMethod) -> Self {
        Self {
            id: saved.id.into(),
            label: saved.label,
            expires_on: saved.expires_on.map(Timestamp::ms),
            test_mode: saved.test_mode,
        }
    }
}

/// The routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(saved_payment_methods_list: reads()))
        .routes(routes!(saved_payment_methods_delete: changes(Invalidates::ByHandler)))
}

/// List one's saved payment methods
///
/// The latest comes first.
#[utoipa::path(get, path = "/api/v1/saved-payment-methods", operation_id = "saved_payment_methods_list",
    tag = "site-users", responses((status = 200, body = SavedPaymentMethodsOut), (status = 401, body = Problem)))]
async fn saved_payment_methods_list(visitor: Visitor) -> ApiResult<impl IntoResponse> {
    let saved = payments::saved_methods(&visitor.ctx, &visitor.db).await?;
    let methods = saved.into_iter().map(SavedPaymentMethodOut::from).collect();
    Ok(private(Vec::new(), Json(SavedPaymentMethodsOut { methods })))
}

/// Remove a saved payment method
///
/// It cannot be paid with any more. The payment provider is asked to forget it.
#[utoipa::path(delete, path = "/api/v1/saved-payment-methods/{savedMethodId}",
    operation_id = "saved_payment_methods_delete", tag = "site-users",
    params(("X-SiteUser-XSRF-Token" = String, Header, description = "The session's token")),
    responses((status = 200, body = Done), (status = 401, body = Problem)))]
async fn saved_payment_methods_delete(
    caller: SiteUser,
    ApiPath(path): ApiPath<SavedMethodPath>,
) -> ApiResult<impl IntoResponse> {
    payments::remove_saved_method(&caller.visitor.ctx, &caller.visitor.db, &path.saved_method_id).await?;
    Ok(private(Vec::new(), Json(Done::YES)))
}
