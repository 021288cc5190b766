//! Speed of pages.

use axum::extract::State;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use stoa_analytics::Device;
use stoa_analytics::reports::speed::{self, Speed, SpeedBy, SpeedFilter, VitalFigures};
use stoa_analytics::speed::Band;
use stoa_kernel::analytics::VisitorDevice;
use utoipa::{IntoParams, ToSchema};

use super::csv_answer::{Table, answer};
use super::figures::HeadOut;
use super::query::{CompareQuery, RangeQuery, Wanted};
use super::{days, days_before, recorded};
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiQuery, Contributor};
use crate::problem::ApiResult;
use crate::route_policy::reads;
use crate::state::AppState;

/// How good a figure is.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = SpeedBand)]
enum BandDto {
    /// Good.
    Good,
    /// Needs improvement.
    NeedsImprovement,
    /// Poor.
    Poor,
}

impl From<Band> for BandDto {
    fn from(band: Band) -> Self {
        match band {
            Band::Good => BandDto::Good,
            Band::NeedsImprovement => BandDto::NeedsImprovement,
            Band::Poor => BandDto::Poor,
        }
    }
}

/// What measurements are grouped by.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = SpeedBy)]
enum SpeedByDto {
    /// The page.
    #[default]
    Page,
    /// The kind of device.
    Device,
}

/// Query parameters of the speed of pages.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct SpeedQuery {
    /// What to group by; the page by default.
    #[serde(default)]
    #[param(inline)]
    by: SpeedByDto,
    /// Only measurements of this page.
    page: Option<String>,
    /// Only measurements of this kind of device.
    #[param(inline)]
    device: Option<VisitorDevice>,
}

/// A vital of all pages.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SpeedVital)]
struct VitalOut {
    /// Name of the vital, such as `LCP`.
    vital: String,
    /// 75th percentile: milliseconds, for `CLS` a score.
    p75: Option<f64>,
    /// Its band.
    band: Option<BandDto>,
    /// Measurements.
    samples: i64,
    /// Good ones.
    good: i64,
    /// Those that need improvement.
    needs_improvement: i64,
    /// Poor ones.
    poor: i64,
}

impl From<VitalFigures> for VitalOut {
    fn from(figures: VitalFigures) -> Self {
        let VitalFigures { vital, p75, band, samples, good, needs_improvement, poor } = figures;
        let band = band.map(BandDto::from);
        Self { vital: vital.name().to_owned(), p75, band, samples, good, needs_improvement, poor }
    }
}

/// A vital of a page or device.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SpeedRow)]
struct SpeedRowOut {
    /// The page or device.
    value: String,
    #[serde(flatten)]
    figures: VitalOut,
}

/// Speed of pages as visitors see it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AnalyticsSpeed)]
struct SpeedOut {
    #[serde(flatten)]
    head: HeadOut,
    by: SpeedByDto,
    vitals: Vec<VitalOut>,
    /// The vitals of the preceding period of equal length, when asked for.
    before: Option<Vec<VitalOut>>,
    /// Those with the most measurements first.
    rows: Vec<SpeedRowOut>,
}

/// Routes of this module.
pub(super) fn routes() -> ApiRouter {
    ApiRouter::new().routes(routes!(analytics_speed: reads()))
}

/// Get the speed of pages
///
/// 75th percentiles, with the numbers of good, fair and poor measurements.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/analytics/speed", operation_id = "analytics_speed",
    tag = "analytics", params(SpeedQuery, RangeQuery, CompareQuery),
    security(("contributor" = ["analytics:read"])),
    responses((status = 200, content((SpeedOut = "application/json"), (String = "text/csv")))))]
async fn analytics_speed(
    State(state): State<AppState>,
    caller: Contributor,
    wanted: Wanted,
    ApiQuery(query): ApiQuery<SpeedQuery>,
) -> ApiResult<Response> {
    let site = days(&caller, &wanted.range).await?;
    let db = recorded(&state, &caller).await?;
    let by = match query.by {
        SpeedByDto::Page => SpeedBy::Page,
        SpeedByDto::Device => SpeedBy::Device,
    };
    let device = query.device.and_then(|device| Device::named(device.as_str()));
    let filter = SpeedFilter { page: query.page, device };
    let speed = speed::speed(&caller.ctx, db.as_ref(), &site, by, &filter).await?;
    let earlier = match days_before(&site, &wanted) {
        Some(before) => Some(speed::speed(&caller.ctx, db.as_ref(), &before, by, &filter).await?),
        None => None,
    };
    let row = |(value, figures): (String, VitalFigures)| SpeedRowOut { value, figures: figures.into() };
    let report = SpeedOut {
        head: HeadOut::from(&site),
        by: query.by,
        vitals: speed.vitals.into_iter().map(VitalOut::from).collect(),
        before: earlier.as_ref().map(|earlier| earlier.vitals.iter().cloned().map(VitalOut::from).collect()),
        rows: speed.rows.into_iter().map(row).collect(),
    };
    answer(wanted.is_csv, "speed", &report, |report| table(report, earlier.as_ref()))
}

/// The pages or devices with their vitals, and with those of the preceding period when they are compared: nothing of a page
/// that may be among those that were left out there.
fn table(report: &SpeedOut, earlier: Option<&Speed>) -> Table {
    let figures = ["p75", "Measurements", "Good", "Needs improvement", "Poor"];
    let mut table = Table::of_figures(&["Value", "Vital"], &figures, earlier.is_some());
    for SpeedRowOut { value, figures } in &report.rows {
        let is_same = |row: &&(String, VitalFigures)| row.0 == *value && row.1.vital.name() == figures.vital;
        let before = earlier.iter().flat_map(|earlier| match earlier.rows.iter().find(is_same) {
            Some((_, own)) => cells(own.p75, [own.samples, own.good, own.needs_improvement, own.poor]),
            None if earlier.is_cut => Default::default(),
            None => cells(None, [0; 4]),
        });
        let own = cells(figures.p75, [figures.samples, figures.good, figures.needs_improvement, figures.poor]);
        table.row([value.clone(), figures.vital.clone()].into_iter().chain(own).chain(before));
    }
    table
}

fn cells(p75: Option<f64>, counts: [i64; 4]) -> [String; 5] {
    let [samples, good, needs_improvement, poor] = counts.map(|count| count.to_string());
    [p75.map(|value| value.to_string()).unwrap_or_default(), samples, good, needs_improvement, poor]
}
