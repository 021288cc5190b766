//! Events on their way to plugins.

use axum::Json;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::EventDeliveryId;
use stoa_kernel::page::PageRequest;
use stoa_kernel::site_event::{EventDeliveryState, EventTopic};
use stoa_site::hooks::{self, DeliveryFilter, EventDelivery};
use utoipa::{IntoParams, ToSchema};

use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, ApiPath, ApiQuery, Contributor, Listing, path_id};
use crate::problem::ApiResult;
use crate::rate_limit::RateLimit;
use crate::route_policy::{Invalidates, changes, reads};

/// Path parameters of a delivery.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct DeliveryPath {
    #[serde(deserialize_with = "path_id")]
    event_delivery_id: EventDeliveryId,
}

/// Query parameters of the list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DeliveryListQuery {
    /// `nextPageCursor` of the previous page.
    cursor: Option<String>,
    /// Page size, at most 200; 50 by default.
    #[param(minimum = 1, maximum = 200)]
    limit: Option<u64>,
    /// Filter by state.
    #[param(inline)]
    state: Option<EventDeliveryState>,
    /// Filter by plugin.
    plugin: Option<String>,
}

/// An event that a plugin has not taken yet.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PluginDelivery)]
pub struct DeliveryOut {
    id: String,
    /// The plugin.
    plugin_id: String,
    event_id: String,
    topic: EventTopic,
    /// What the event is about, such as an order.
    object_id: String,
    state: EventDeliveryState,
    /// Number of attempts.
    attempts: i32,
    /// Time of the next attempt, UTC milliseconds; null when it was given up.
    due_on: Option<i64>,
    /// Time of the last attempt, UTC milliseconds.
    last_tried_on: Option<i64>,
    /// Why the last attempt failed.
    last_error: Option<String>,
    /// When it happened, UTC milliseconds.
    created_on: i64,
    /// When it was given up, UTC milliseconds.
    dead_on: Option<i64>,
}

/// A page of deliveries, newest first, and the numbers of all.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PluginDeliveries)]
pub struct DeliveriesOut {
    deliveries: Vec<DeliveryOut>,
    /// Waiting for their first attempt.
    pending: u64,
    /// Repeated after a failure.
    failing: u64,
    /// Given up.
    dead: u64,
    #[serde(flatten)]
    listing: Listing,
}

/// What is replayed.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PluginReplay)]
pub struct ReplayBody {
    /// Only events for this plugin.
    #[serde(default)]
    #[schema(max_length = 100)]
    plugin_id: Option<String>,
}

/// Number of events that are replayed.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PluginReplayed)]
pub struct ReplayedOut {
    count: u64,
}

impl From<EventDelivery> for DeliveryOut {
    fn from(delivery: EventDelivery) -> Self {
        Self {
            id: delivery.id.into(),
            plugin_id: delivery.subscriber,
            event_id: delivery.event_id,
            topic: delivery.topic,
            object_id: delivery.object_id,
            state: delivery.state,
            attempts: delivery.attempts,
            due_on: delivery.due_on.map(Timestamp::ms),
            last_tried_on: delivery.last_tried_on.map(Timestamp::ms),
            last_error: delivery.last_error,
            created_on: delivery.created_on.ms(),
            dead_on: delivery.dead_on.map(Timestamp::ms),
        }
    }
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(plugin_deliveries_list: reads()))
        .routes(routes!(
            plugin_deliveries_replay_all: changes(Invalidates::ByHandler).limited(RateLimit::SEND_AGAIN)
        ))
        .routes(routes!(plugin_deliveries_replay: changes(Invalidates::ByHandler).limited(RateLimit::SEND_AGAIN)))
        .routes(routes!(plugin_deliveries_drop: changes(Invalidates::ByHandler)))
}

/// List the events that plugins have not taken
///
/// Newest first. An event that a plugin has taken is not listed any more.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/plugins/deliveries", operation_id = "plugin_deliveries_list",
    tag = "plugins", params(DeliveryListQuery), security(("contributor" = ["plugins:read"])),
    responses((status = 200, body = DeliveriesOut)))]
async fn plugin_deliveries_list(
    caller: Contributor,
    ApiQuery(query): ApiQuery<DeliveryListQuery>,
) -> ApiResult<Json<DeliveriesOut>> {
    let filter = DeliveryFilter { state: query.state, subscriber: query.plugin };
    let request = PageRequest::new(query.cursor, query.limit);
    let page = hooks::list(&caller.ctx, &caller.db, &filter, &request).await?;
    let counts = hooks::counts(&caller.ctx, &caller.db).await?;
    Ok(Json(DeliveriesOut {
        deliveries: page.items.into_iter().map(DeliveryOut::from).collect(),
        pending: counts.pending,
        failing: counts.failing,
        dead: counts.dead,
        listing: page.next_cursor.into(),
    }))
}

/// Replay all events that were given up
///
/// They are delivered now, and repeated for another three days if they fail.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/plugins/deliveries/replay",
    operation_id = "plugin_deliveries_replay_all", tag = "plugins", request_body = ReplayBody,
    security(("contributor" = ["plugins:write"])), responses((status = 202, body = ReplayedOut)))]
async fn plugin_deliveries_replay_all(
    caller: Contributor,
    ApiJson(body): ApiJson<ReplayBody>,
) -> ApiResult<(StatusCode, Json<ReplayedOut>)> {
    let count = hooks::replay_all(&caller.ctx, &caller.db, body.plugin_id.as_deref()).await?;
    Ok((StatusCode::ACCEPTED, Json(ReplayedOut { count })))
}

/// Deliver an event now
///
/// If it was given up, it is repeated for another three days. If the plugin waits for an earlier event of the same
/// object, that one comes first.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/plugins/deliveries/{eventDeliveryId}/replay",
    operation_id = "plugin_deliveries_replay", tag = "plugins", security(("contributor" = ["plugins:write"])),
    responses((status = 202, body = DeliveryOut)))]
async fn plugin_deliveries_replay(
    caller: Contributor,
    ApiPath(path): ApiPath<DeliveryPath>,
) -> ApiResult<(StatusCode, Json<DeliveryOut>)> {
    let delivery = hooks::replay(&caller.ctx, &caller.db, &path.event_delivery_id).await?;
    Ok((StatusCode::ACCEPTED, Json(delivery.into())))
}

/// Drop an event
///
/// The plugin does not get it.
#[utoipa::path(delete, path = "/api/v1/websites/{websiteId}/plugins/deliveries/{eventDeliveryId}",
    operation_id = "plugin_deliveries_drop", tag = "plugins", security(("contributor" = ["plugins:write"])),
    responses((status = 204)))]
async fn plugin_deliveries_drop(caller: Contributor, ApiPath(path): ApiPath<DeliveryPath>) -> ApiResult<StatusCode> {
    hooks::drop_delivery(&caller.ctx, &caller.db, &path.event_delivery_id).await?;
    Ok(StatusCode::NO_CONTENT)
}
