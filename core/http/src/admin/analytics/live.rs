//! What happens now.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use stoa_analytics::Device;
use stoa_analytics::reports::live::{self, Counted, LatestEvent, Live, Minute};
use stoa_kernel::analytics::VisitorDevice;
use utoipa::ToSchema;

use super::query::FilterQuery;
use super::recorded;
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiQuery, Contributor};
use crate::problem::ApiResult;
use crate::route_policy::reads;
use crate::state::AppState;

/// A minute.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LiveMinute)]
struct MinuteOut {
    /// Its beginning, UTC milliseconds.
    start: i64,
    /// Page views.
    views: i64,
    /// Visitors.
    visitors: i64,
}

/// A value with its visitors.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LiveValue)]
struct ValueOut {
    /// Its value; empty when unknown.
    value: String,
    /// Visitors of the last 30 minutes.
    visitors: i64,
}

/// An event.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LiveEvent)]
struct EventOut {
    /// When, UTC milliseconds.
    at: i64,
    /// Name of the kind of event, such as `page_view`.
    kind: String,
    /// Path of the page.
    page: Option<String>,
    /// ISO 3166 code of the country.
    country: Option<String>,
    device: VisitorDevice,
}

/// What happens now.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AnalyticsLive)]
struct LiveOut {
    /// Visitors of the last 5 minutes.
    visitors: i64,
    /// Visitors of the last 30 minutes.
    visitors30: i64,
    /// The last 30 minutes in order.
    minutes: Vec<MinuteOut>,
    pages: Vec<ValueOut>,
    sources: Vec<ValueOut>,
    countries: Vec<ValueOut>,
    devices: Vec<ValueOut>,
    /// The latest events, newest first.
    latest: Vec<EventOut>,
}

fn device_out(device: Device) -> VisitorDevice {
    match device {
        Device::Desktop => VisitorDevice::Desktop,
        Device::Mobile => VisitorDevice::Mobile,
        Device::Tablet => VisitorDevice::Tablet,
    }
}

fn values(counted: Vec<Counted>) -> Vec<ValueOut> {
    counted.into_iter().map(|(value, visitors)| ValueOut { value, visitors }).collect()
}

impl From<Live> for LiveOut {
    fn from(live: Live) -> Self {
        let minute = |own: Minute| MinuteOut { start: own.start.ms(), views: own.views, visitors: own.visitors };
        let event = |own: LatestEvent| EventOut {
            at: own.at.ms(),
            kind: own.kind.name().to_owned(),
            page: own.page,
            country: own.country,
            device: device_out(own.device),
        };
        Self {
            visitors: live.visitors,
            visitors30: live.visitors30,
            minutes: live.minutes.into_iter().map(minute).collect(),
            pages: values(live.pages),
            sources: values(live.sources),
            countries: values(live.countries),
            devices: values(live.devices),
            latest: live.latest.into_iter().map(event).collect(),
        }
    }
}

/// Routes of this module.
pub(super) fn routes() -> ApiRouter {
    ApiRouter::new().routes(routes!(analytics_live: reads()))
}

/// Get what happens now
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/analytics/live", operation_id = "analytics_live",
    tag = "analytics", params(FilterQuery), security(("contributor" = ["analytics:read"])),
    responses((status = 200, body = LiveOut)))]
async fn analytics_live(
    State(state): State<AppState>,
    caller: Contributor,
    ApiQuery(filter): ApiQuery<FilterQuery>,
) -> ApiResult<Json<LiveOut>> {
    let db = recorded(&state, &caller).await?;
    Ok(Json(live::live(&caller.ctx, db.as_ref(), &filter.filters()).await?.into()))
}
