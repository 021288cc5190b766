//! What happens now.

use axum::extract::State;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use stoa_analytics::Device;
use stoa_analytics::reports::live::{self, Counted, LatestEvent, Live, Minute};
use stoa_kernel::analytics::VisitorDevice;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::csv;
use utoipa::{IntoParams, ToSchema};

use super::csv_answer::{Table, answer};
use super::query::{FilterQuery, FormatQuery, Wanted};
use super::recorded;
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiQuery, Contributor};
use crate::problem::ApiResult;
use crate::route_policy::reads;
use crate::state::AppState;

/// A list of what happens now.
#[derive(Debug, Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = LiveList)]
enum ListDto {
    /// The last 30 minutes.
    #[default]
    Minutes,
    /// Pages that were seen.
    Pages,
    /// Where visitors came from.
    Sources,
    /// Countries.
    Countries,
    /// Kinds of devices.
    Devices,
    /// The latest events.
    Latest,
}

/// Query parameters of what happens now.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct LiveQuery {
    /// The list in a CSV file; the minutes by default. JSON has all of them.
    #[serde(default)]
    #[param(inline)]
    list: ListDto,
}

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

impl LiveOut {
    /// A list as a table.
    fn table(&self, list: ListDto) -> Table {
        match list {
            ListDto::Minutes => self.table_of_minutes(),
            ListDto::Pages => table_of_values("Page", &self.pages),
            ListDto::Sources => table_of_values("Source", &self.sources),
            ListDto::Countries => table_of_values("Country", &self.countries),
            ListDto::Devices => table_of_values("Device", &self.devices),
            ListDto::Latest => self.table_of_events(),
        }
    }

    fn table_of_minutes(&self) -> Table {
        let mut table = Table::of(&["Start", "Page views", "Visitors"]);
        for MinuteOut { start, views, visitors } in &self.minutes {
            table.row([csv::utc(Timestamp::from_ms(*start)), views.to_string(), visitors.to_string()]);
        }
        table
    }

    fn table_of_events(&self) -> Table {
        let mut table = Table::of(&["Time", "Event", "Page", "Country", "Device"]);
        for event in &self.latest {
            let (page, country) = (event.page.clone().unwrap_or_default(), event.country.clone().unwrap_or_default());
            let device = event.device.as_str().to_owned();
            table.row([csv::utc(Timestamp::from_ms(event.at)), event.kind.clone(), page, country, device]);
        }
        table
    }
}

fn table_of_values(name: &str, values: &[ValueOut]) -> Table {
    let mut table = Table::of(&[name, "Visitors"]);
    for ValueOut { value, visitors } in values {
        table.row([value.clone(), visitors.to_string()]);
    }
    table
}

/// Routes of this module.
pub(super) fn routes() -> ApiRouter {
    ApiRouter::new().routes(routes!(analytics_live: reads()))
}

/// Get what happens now
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/analytics/live", operation_id = "analytics_live",
    tag = "analytics", params(LiveQuery, FormatQuery, FilterQuery), security(("contributor" = ["analytics:read"])),
    responses((status = 200, content((LiveOut = "application/json"), (String = "text/csv")))))]
async fn analytics_live(
    State(state): State<AppState>,
    caller: Contributor,
    wanted: Wanted,
    ApiQuery(LiveQuery { list }): ApiQuery<LiveQuery>,
) -> ApiResult<Response> {
    let db = recorded(&state, &caller).await?;
    let report = LiveOut::from(live::live(&caller.ctx, db.as_ref(), &wanted.filters).await?);
    answer(wanted.is_csv, "real-time", &report, |report| report.table(list))
}
