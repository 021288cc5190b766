//! Subscription plan of a product in the admin API.

use axum::Json;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use stoa_commerce::subscriptions::{self, PlanPatch, SubscriptionPlan};
use stoa_kernel::catalogue::PeriodUnit;
use stoa_kernel::id::{CollectionId, ProductId};
use utoipa::ToSchema;

use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, ApiPath, Contributor, path_id};
use crate::problem::{ApiResult, Problem};
use crate::route_policy::{Invalidates, changes, reads};

/// Billing interval.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = BillingPeriod)]
pub struct BillingPeriodBody {
    /// From 1 to 52.
    #[schema(minimum = 1, maximum = 52)]
    value: i32,
    unit: PeriodUnit,
}

/// Contents of a plan.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SubscriptionPlanBody {
    billing_period: BillingPeriodBody,
    /// Number of payments, at most 520; 0 for no end.
    #[schema(minimum = 0, maximum = 520)]
    num_billing_cycles: i32,
    /// Whether the product can also be bought once, without a subscription.
    sold_once: bool,
    /// Discount of subscribers on the one-time price, percent; 0 if there is no one-time purchase.
    #[schema(minimum = 0, maximum = 99)]
    percentage_discount: i32,
    /// The revision to change; 0 if there was no plan.
    revision: i64,
}

/// A plan.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SubscriptionPlan)]
pub struct SubscriptionPlanOut {
    id: String,
    billing_period: BillingPeriodBody,
    /// Number of payments; 0 for no end.
    num_billing_cycles: i32,
    sold_once: bool,
    percentage_discount: i32,
    revision: i64,
    /// Billing interval and duration as text.
    words: String,
}

/// The subscription plan of a product.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProductPlanOut {
    /// Null if the product is only sold as a one-time purchase.
    plan: Option<SubscriptionPlanOut>,
}

/// Path parameters of a product.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct PlanPath {
    #[serde(deserialize_with = "path_id")]
    collection_id: CollectionId,
    #[serde(deserialize_with = "path_id")]
    item_id: ProductId,
}

impl From<SubscriptionPlanBody> for PlanPatch {
    fn from(body: SubscriptionPlanBody) -> Self {
        Self {
            period_value: body.billing_period.value,
            period_unit: body.billing_period.unit,
            num_billing_cycles: body.num_billing_cycles,
            sold_once: body.sold_once,
            percentage_discount: body.percentage_discount,
            revision: body.revision,
        }
    }
}

impl From<SubscriptionPlan> for SubscriptionPlanOut {
    fn from(plan: SubscriptionPlan) -> Self {
        let period = plan.billing_period;
        Self {
            words: plan.text(),
            id: plan.id.into(),
            billing_period: BillingPeriodBody { value: period.value, unit: period.unit },
            num_billing_cycles: plan.num_billing_cycles,
            sold_once: plan.sold_once,
            percentage_discount: plan.percentage_discount,
            revision: plan.revision,
        }
    }
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new().routes(routes!(
        subscription_plans_get: reads(),
        subscription_plans_save: changes(Invalidates::Site),
        subscription_plans_remove: changes(Invalidates::Site),
    ))
}

/// Get the subscription plan of a product
#[utoipa::path(get, tag = "products", operation_id = "subscription_plans_get",
    path = "/api/content-service/product/1.1/websites/{websiteId}/products/{collectionId}/items/{itemId}/subscription-plan",
    security(("contributor" = ["products:read"])), responses((status = 200, body = ProductPlanOut)))]
async fn subscription_plans_get(
    caller: Contributor,
    ApiPath(path): ApiPath<PlanPath>,
) -> ApiResult<Json<ProductPlanOut>> {
    let plan = subscriptions::plan(&caller.ctx, &caller.db, &path.collection_id, &path.item_id).await?;
    Ok(Json(ProductPlanOut { plan: plan.map(SubscriptionPlanOut::from) }))
}

/// Set the subscription plan of a product
///
/// 400 unless the product is physical or a service; 412 if someone has saved a newer revision.
#[utoipa::path(put, tag = "products", operation_id = "subscription_plans_save",
    path = "/api/content-service/product/1.1/websites/{websiteId}/products/{collectionId}/items/{itemId}/subscription-plan",
    request_body = SubscriptionPlanBody, security(("contributor" = ["products:write"])),
    responses((status = 200, body = ProductPlanOut), (status = 412, body = Problem)))]
async fn subscription_plans_save(
    caller: Contributor,
    ApiPath(path): ApiPath<PlanPath>,
    ApiJson(body): ApiJson<SubscriptionPlanBody>,
) -> ApiResult<Json<ProductPlanOut>> {
    let plan =
        subscriptions::save_plan(&caller.ctx, &caller.db, &path.collection_id, &path.item_id, body.into()).await?;
    Ok(Json(ProductPlanOut { plan: Some(plan.into()) }))
}

/// Remove the subscription plan of a product
///
/// Orders keep the plan with which they were placed.
#[utoipa::path(delete, tag = "products", operation_id = "subscription_plans_remove",
    path = "/api/content-service/product/1.1/websites/{websiteId}/products/{collectionId}/items/{itemId}/subscription-plan",
    security(("contributor" = ["products:write"])), responses((status = 204, description = "Deleted")))]
async fn subscription_plans_remove(caller: Contributor, ApiPath(path): ApiPath<PlanPath>) -> ApiResult<StatusCode> {
    subscriptions::remove_plan(&caller.ctx, &caller.db, &path.collection_id, &path.item_id).await?;
    Ok(StatusCode::NO_CONTENT)
}
