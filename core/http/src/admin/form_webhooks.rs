//! Answers to forms on their way to other programs, and the key they are signed with.

use axum::Json;
use axum::http::{HeaderMap, HeaderValue, header};
use serde::{Deserialize, Serialize};
use stoa_audience::webhooks::{self, Delivery, DeliveryStatus, SigningKey};
use utoipa::ToSchema;

use crate::calls::{Calls, routes};
use crate::extract::{ApiPath, Contributor};
use crate::problem::{ApiResult, Problem};

/// An answer on its way.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct DeliveryPath {
    delivery_id: String,
}

/// How far an answer is on its way to another program.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = FormWebhookStatus)]
pub enum DeliveryStatusDto {
    /// It will be tried, or tried again.
    Queued,
    /// The other program has taken it.
    Sent,
    /// It was given up.
    Failed,
}

/// An answer on its way to another program.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = FormWebhookDelivery)]
pub struct DeliveryOut {
    /// Also the header `webhook-id` of the message.
    id: String,
    submission_id: String,
    url: String,
    status: DeliveryStatusDto,
    /// How often it was tried.
    attempts: i32,
    /// When it is tried next, UTC milliseconds.
    due_on: Option<i64>,
    /// Why the last try failed.
    last_error: Option<String>,
    /// UTC milliseconds.
    created_on: i64,
    /// When it was taken, UTC milliseconds.
    sent_on: Option<i64>,
}

/// The latest answers on their way, newest first.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = FormWebhookDeliveries)]
pub struct DeliveriesOut {
    deliveries: Vec<DeliveryOut>,
}

/// With what messages are signed.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = FormWebhookKey)]
pub struct KeyOut {
    /// `whsec_` and the key in base 64, as libraries for Standard Webhooks want it.
    key: String,
}

impl From<Delivery> for DeliveryOut {
    fn from(delivery: Delivery) -> Self {
        Self {
            id: delivery.id.into(),
            submission_id: delivery.submission_id.into(),
            url: delivery.url,
            status: match delivery.status {
                DeliveryStatus::Queued => DeliveryStatusDto::Queued,
                DeliveryStatus::Sent => DeliveryStatusDto::Sent,
                DeliveryStatus::Failed => DeliveryStatusDto::Failed,
            },
            attempts: delivery.attempts,
            due_on: delivery.due_on,
            last_error: delivery.last_error,
            created_on: delivery.created_on,
            sent_on: delivery.sent_on,
        }
    }
}

/// The routes of this noun.
pub fn routes() -> Calls {
    Calls::new()
        .routes(routes!(form_webhooks_list))
        .routes(routes!(form_webhooks_retry))
        .routes(routes!(form_webhook_key_get, form_webhook_key_renew))
}

/// List the latest answers that went to other programs, or will
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/form-webhooks", operation_id = "form_webhooks_list",
    tag = "submissions", params(("websiteId" = String, Path, description = "The site")),
    security(("contributor" = ["submissions:read"])),
    responses((status = 200, body = DeliveriesOut), (status = 401, body = Problem), (status = 403, body = Problem),
              (status = 404, body = Problem)))]
async fn form_webhooks_list(caller: Contributor) -> ApiResult<Json<DeliveriesOut>> {
    let deliveries = webhooks::list(&caller.ctx, &caller.db).await?;
    Ok(Json(DeliveriesOut { deliveries: deliveries.into_iter().map(DeliveryOut::from).collect() }))
}

/// Send an answer to its program once more
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/form-webhooks/{deliveryId}/retry",
    operation_id = "form_webhooks_retry", tag = "submissions",
    params(("websiteId" = String, Path, description = "The site"),
           ("deliveryId" = String, Path, description = "The answer on its way")),
    security(("contributor" = ["submissions:write"])),
    responses((status = 200, body = DeliveryOut), (status = 401, body = Problem), (status = 403, body = Problem),
              (status = 404, body = Problem)))]
async fn form_webhooks_retry(
    caller: Contributor,
    ApiPath(path): ApiPath<DeliveryPath>,
) -> ApiResult<Json<DeliveryOut>> {
    Ok(Json(webhooks::retry(&caller.ctx, &caller.db, &path.delivery_id).await?.into()))
}

/// The key that messages to other programs are signed with
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/form-webhook-key", operation_id = "form_webhook_key_get",
    tag = "submissions", params(("websiteId" = String, Path, description = "The site")),
    security(("contributor" = ["submissions:write"])),
    responses((status = 200, body = KeyOut), (status = 401, body = Problem), (status = 403, body = Problem),
              (status = 404, body = Problem)))]
async fn form_webhook_key_get(caller: Contributor) -> ApiResult<(HeaderMap, Json<KeyOut>)> {
    Ok(unkept(&webhooks::key(&caller.ctx, &caller.db).await?))
}

/// Make another key
///
/// Messages are signed with it from now on.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/form-webhook-key",
    operation_id = "form_webhook_key_renew", tag = "submissions",
    params(("websiteId" = String, Path, description = "The site")),
    security(("contributor" = ["submissions:write"])),
    responses((status = 200, body = KeyOut), (status = 401, body = Problem), (status = 403, body = Problem),
              (status = 404, body = Problem)))]
async fn form_webhook_key_renew(caller: Contributor) -> ApiResult<(HeaderMap, Json<KeyOut>)> {
    Ok(unkept(&webhooks::renew(&caller.ctx, &caller.db).await?))
}

fn unkept(key: &SigningKey) -> (HeaderMap, Json<KeyOut>) {
    let headers = HeaderMap::from_iter([(header::CACHE_CONTROL, HeaderValue::from_static("no-store"))]);
    (headers, Json(KeyOut { key: key.text() }))
}
