//! Webhook deliveries of form submissions, and their signing key.

use axum::Json;
use axum::http::{HeaderMap, HeaderValue, header};
use serde::{Deserialize, Serialize};
use stoa_audience::webhooks::{self, Delivery, SigningKey};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::WebhookDeliveryId;
use stoa_kernel::messages::DeliveryStatus;
use utoipa::ToSchema;

use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiPath, Contributor, path_id};
use crate::problem::ApiResult;
use crate::route_policy::{Invalidates, changes, reads};

/// Path parameters of a delivery.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct DeliveryPath {
    #[serde(deserialize_with = "path_id")]
    delivery_id: WebhookDeliveryId,
}

/// A webhook delivery of a form submission.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = FormWebhookDelivery)]
pub struct DeliveryOut {
    /// Id, also sent as the header `webhook-id`.
    id: String,
    submission_id: String,
    url: String,
    status: DeliveryStatus,
    /// Number of attempts.
    attempts: i32,
    /// Time of the next attempt, UTC milliseconds.
    due_on: Option<i64>,
    /// Error of the last attempt.
    last_error: Option<String>,
    /// UTC milliseconds.
    created_on: i64,
    /// When the receiver accepted it, UTC milliseconds.
    sent_on: Option<i64>,
}

/// The most recent deliveries, newest first.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = FormWebhookDeliveries)]
pub struct DeliveriesOut {
    deliveries: Vec<DeliveryOut>,
}

/// The signing key.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = FormWebhookKey)]
pub struct WebhookSigningKeyOut {
    /// `whsec_` followed by the key in base64, the format of Standard Webhooks libraries.
    key: String,
}

impl From<Delivery> for DeliveryOut {
    fn from(delivery: Delivery) -> Self {
        Self {
            id: delivery.id.into(),
            submission_id: delivery.submission_id.into(),
            url: delivery.url,
            status: delivery.status,
            attempts: delivery.attempts,
            due_on: delivery.due_on.map(Timestamp::ms),
            last_error: delivery.last_error,
            created_on: delivery.created_on.ms(),
            sent_on: delivery.sent_on.map(Timestamp::ms),
        }
    }
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(form_webhooks_list: reads()))
        .routes(routes!(form_webhooks_retry: changes(Invalidates::ByHandler)))
        .routes(routes!(form_webhook_key_get: reads(), form_webhook_key_renew: changes(Invalidates::ByHandler)))
}

/// List recent form webhook deliveries
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/form-webhooks", operation_id = "form_webhooks_list",
    tag = "submissions", security(("contributor" = ["submissions:read"])),
    responses((status = 200, body = DeliveriesOut)))]
async fn form_webhooks_list(caller: Contributor) -> ApiResult<Json<DeliveriesOut>> {
    let deliveries = webhooks::list(&caller.ctx, &caller.db).await?;
    Ok(Json(DeliveriesOut { deliveries: deliveries.into_iter().map(DeliveryOut::from).collect() }))
}

/// Retry a form webhook delivery
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/form-webhooks/{deliveryId}/retry",
    operation_id = "form_webhooks_retry", tag = "submissions", security(("contributor" = ["submissions:write"])),
    responses((status = 200, body = DeliveryOut)))]
async fn form_webhooks_retry(
    caller: Contributor,
    ApiPath(path): ApiPath<DeliveryPath>,
) -> ApiResult<Json<DeliveryOut>> {
    Ok(Json(webhooks::retry(&caller.ctx, &caller.db, &path.delivery_id).await?.into()))
}

/// Get the webhook signing key
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/form-webhook-key", operation_id = "form_webhook_key_get",
    tag = "submissions", security(("contributor" = ["submissions:write"])),
    responses((status = 200, body = WebhookSigningKeyOut)))]
async fn form_webhook_key_get(caller: Contributor) -> ApiResult<(HeaderMap, Json<WebhookSigningKeyOut>)> {
    Ok(uncached_response(&webhooks::key(&caller.ctx, &caller.db).await?))
}

/// Replace the webhook signing key
///
/// New deliveries are signed with it from now on.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/form-webhook-key", operation_id = "form_webhook_key_renew",
    tag = "submissions", security(("contributor" = ["submissions:write"])),
    responses((status = 200, body = WebhookSigningKeyOut)))]
async fn form_webhook_key_renew(caller: Contributor) -> ApiResult<(HeaderMap, Json<WebhookSigningKeyOut>)> {
    Ok(uncached_response(&webhooks::renew(&caller.ctx, &caller.db).await?))
}

fn uncached_response(key: &SigningKey) -> (HeaderMap, Json<WebhookSigningKeyOut>) {
    let headers = HeaderMap::from_iter([(header::CACHE_CONTROL, HeaderValue::from_static("no-store"))]);
    (headers, Json(WebhookSigningKeyOut { key: key.text() }))
}
