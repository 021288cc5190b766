//! How fast pages were in visitors' browsers.

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, Uri};
use serde::{Deserialize, Serialize};
use stoa_analytics::schemas::page_path;
use stoa_analytics::speed::{SpeedSample, Vital};
use stoa_kernel::token::random_token;
use stoa_kernel::{ErrorCode, Failure};
use stoa_web::visitor_reports::json;
use utoipa::ToSchema;

use super::events::{COUNTED_TOGETHER, REPORTS};
use super::intake::Reporter;
use crate::api_routes::{ApiRouter, routes};
use crate::extract::ApiBytes;
use crate::problem::ApiResult;
use crate::rate_limit::{self, RateLimit};
use crate::route_policy::reads;
use crate::state::AppState;

/// Maximum number of values in one call.
const MAX_RECORDS: usize = 100;
const EXPECTED: &str = "Send at most 100 records as a JSON array.";
/// Characters of the id of a page load.
const ID_LENGTH: usize = 26;
/// Larger values are no page loads any more: ten minutes.
const MAX_VALUE: f64 = 600_000.0;

/// Settings of the measurement.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PerformanceSettings {
    /// Id of this page load.
    page_load_id: String,
    /// Whether the site has its speed measured.
    enabled: bool,
    /// Share of page loads that are measured, 0 to 1.
    #[schema(minimum = 0, maximum = 1)]
    sample_rate: f64,
}

/// A value that a browser measured.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(dead_code, reason = "the members that are not stored are part of the format")]
pub struct PerformanceRecord {
    /// Id of the page load.
    page_load_id: Option<String>,
    /// `FCP`, `LCP`, `CLS`, `FID`, `INP` or `TTFB`; others are ignored.
    metric: String,
    /// Milliseconds; of `CLS` the score.
    value: f64,
    /// How good the browser thinks that it is.
    rating: Option<String>,
    /// URL or path of the page.
    url: String,
    /// How the page was opened.
    navigation_type: Option<String>,
    /// Kind of device.
    device_type: Option<String>,
    /// When it was measured.
    #[schema(value_type = Option<String>)]
    occurred_at: Option<serde_json::Value>,
}

/// The routes of this module.
pub(super) fn routes() -> ApiRouter {
    let settings = reads().limited(RateLimit::ANALYTICS).without_site_password();
    ApiRouter::new()
        .routes(routes!(performance_settings_get: settings))
        .routes(routes!(performance_records_record: REPORTS))
}

/// Get the settings of the speed measurement
#[utoipa::path(get, path = "/api/1/performance/settings", operation_id = "performance_settings_get",
    tag = "visitor-events", responses((status = 200, body = PerformanceSettings)))]
async fn performance_settings_get(reporter: Reporter) -> Json<PerformanceSettings> {
    let enabled = reporter.is_counted() && reporter.rules.analytics.measures_speed;
    let sample_rate = if enabled { 1.0 } else { 0.0 };
    Json(PerformanceSettings { page_load_id: random_token(ID_LENGTH), enabled, sample_rate })
}

/// Record how fast a page was
///
/// Accepts JSON under any media type.
#[utoipa::path(post, path = "/api/1/performance/records", operation_id = "performance_records_record",
    tag = "visitor-events", request_body(content = Vec<PerformanceRecord>, content_type = "application/json"),
    responses((status = 204, description = "The values were accepted")))]
async fn performance_records_record(
    State(state): State<AppState>,
    reporter: Reporter,
    ApiBytes(body): ApiBytes,
) -> ApiResult<StatusCode> {
    let records: Vec<PerformanceRecord> = json(&body, EXPECTED)?;
    if records.len() > MAX_RECORDS {
        return Err(Failure::new(ErrorCode::BadRequest, EXPECTED).into());
    }
    if !reporter.counts_in_figures() || !reporter.rules.analytics.measures_speed {
        return Ok(StatusCode::NO_CONTENT);
    }
    rate_limit::count(&state, RateLimit::ANALYTICS_EVENTS, reporter.network(), records.len() / COUNTED_TOGETHER)
        .await?;
    let device = reporter.device();
    for record in &records {
        let Some(vital) = Vital::named(&record.metric) else { continue };
        let page = path_of(&record.url);
        let is_plausible = record.value.is_finite() && (0.0..=MAX_VALUE).contains(&record.value);
        if is_plausible && reporter.rules.analytics.counts(&page) {
            let sample = SpeedSample { at: reporter.now, page, device, vital, value: record.value };
            state.analytics.record_speed(&reporter.website, sample);
        }
    }
    Ok(StatusCode::NO_CONTENT)
}

/// The path of a URL, or of a path.
pub(super) fn path_of(url: &str) -> String {
    let parsed: Option<Uri> = url.parse().ok();
    page_path(parsed.as_ref().map_or(url, Uri::path))
}
