//! Visits over time and by dimension.

use axum::extract::State;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use stoa_analytics::reports::visits::{self, Interval, Period, TopRequest, TopRow};
use stoa_kernel::local_days;
use utoipa::{IntoParams, ToSchema};

use super::csv_answer::{Table, answer};
use super::figures::{FiguresOut, HeadOut};
use super::query::{CompareQuery, DimensionDto, FilterQuery, LimitQuery, RangeQuery, Wanted};
use super::scope;
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiQuery, Contributor};
use crate::problem::ApiResult;
use crate::route_policy::reads;
use crate::state::AppState;

/// Figures of a period.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AnalyticsSummary)]
struct SummaryOut {
    #[serde(flatten)]
    head: HeadOut,
    totals: FiguresOut,
    /// Those of the preceding period of equal length, when asked for.
    before: Option<FiguresOut>,
}

/// Interval of a series.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = AnalyticsInterval)]
enum IntervalDto {
    /// An hour.
    Hour,
    /// A day.
    #[default]
    Day,
    /// Monday to Sunday.
    Week,
    /// A calendar month.
    Month,
}

impl From<IntervalDto> for Interval {
    fn from(dto: IntervalDto) -> Self {
        match dto {
            IntervalDto::Hour => Interval::Hour,
            IntervalDto::Day => Interval::Days(local_days::Interval::Day),
            IntervalDto::Week => Interval::Days(local_days::Interval::Week),
            IntervalDto::Month => Interval::Days(local_days::Interval::Month),
        }
    }
}

/// Query parameters of a series.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct SeriesQuery {
    /// Interval of the periods; a day by default.
    #[serde(default)]
    #[param(inline)]
    by: IntervalDto,
}

/// An hour, day, week or month, or the requested part of it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AnalyticsPeriod)]
struct PeriodOut {
    /// Its first day, such as `2026-11-21`, or hour, such as `2026-11-21T13:00`.
    start: String,
    #[serde(flatten)]
    figures: FiguresOut,
}

impl From<Period> for PeriodOut {
    fn from(period: Period) -> Self {
        Self { start: period.start, figures: period.figures.into() }
    }
}

/// Figures over time.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AnalyticsSeries)]
struct SeriesOut {
    #[serde(flatten)]
    head: HeadOut,
    by: IntervalDto,
    /// The periods in order, those without visits included.
    periods: Vec<PeriodOut>,
    /// Those of the preceding period of equal length, when asked for.
    before: Option<Vec<PeriodOut>>,
}

/// Query parameters of visits by a dimension.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct TopQuery {
    /// The dimension; the page by default.
    #[serde(default)]
    #[param(inline)]
    by: DimensionDto,
}

/// A value of a dimension.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AnalyticsTopRow)]
struct TopRowOut {
    /// Its value; empty when unknown, and for a source when the address was typed.
    value: String,
    /// Its name, where it is not the value.
    label: Option<String>,
    #[serde(flatten)]
    figures: FiguresOut,
    /// Its figures of the preceding period, when asked for.
    before: Option<FiguresOut>,
}

impl From<TopRow> for TopRowOut {
    fn from(row: TopRow) -> Self {
        let TopRow { value, label, figures, before } = row;
        Self { value, label, figures: figures.into(), before: before.map(FiguresOut::from) }
    }
}

/// Visits by a dimension.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AnalyticsTop)]
struct TopOut {
    #[serde(flatten)]
    head: HeadOut,
    by: DimensionDto,
    /// Those with the most visits first.
    rows: Vec<TopRowOut>,
    /// Whether there are more.
    more: bool,
}

/// Routes of this module.
pub(super) fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(analytics_summary: reads()))
        .routes(routes!(analytics_series: reads()))
        .routes(routes!(analytics_top: reads()))
}

/// Get the figures of visits
///
/// Days are those of the site's time zone. Visitors are counted once a day.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/analytics/summary", operation_id = "analytics_summary",
    tag = "analytics", params(RangeQuery, CompareQuery, FilterQuery), security(("contributor" = ["analytics:read"])),
    responses((status = 200, content((SummaryOut = "application/json"), (String = "text/csv")))))]
async fn analytics_summary(State(state): State<AppState>, caller: Contributor, wanted: Wanted) -> ApiResult<Response> {
    let (scope, db) = scope(&state, &caller, &wanted).await?;
    let (totals, before) = visits::summary(&caller.ctx, db.as_ref(), &scope, wanted.compare).await?;
    let head = HeadOut::from(&scope.site);
    let report = SummaryOut { head, totals: totals.into(), before: before.map(FiguresOut::from) };
    answer(wanted.is_csv, "visits", &report, |report| {
        let mut table = Table::of_figures(&[], &FiguresOut::COLUMNS, report.before.is_some());
        let before = report.before.iter().flat_map(|before| before.cells(&report.head));
        table.row(report.totals.cells(&report.head).into_iter().chain(before));
        table
    })
}

/// Get the figures of visits over time
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/analytics/series", operation_id = "analytics_series",
    tag = "analytics", params(SeriesQuery, RangeQuery, CompareQuery, FilterQuery),
    security(("contributor" = ["analytics:read"])),
    responses((status = 200, content((SeriesOut = "application/json"), (String = "text/csv")))))]
async fn analytics_series(
    State(state): State<AppState>,
    caller: Contributor,
    wanted: Wanted,
    ApiQuery(SeriesQuery { by }): ApiQuery<SeriesQuery>,
) -> ApiResult<Response> {
    let (scope, db) = scope(&state, &caller, &wanted).await?;
    let (periods, before) = visits::series(&caller.ctx, db.as_ref(), &scope, by.into(), wanted.compare).await?;
    let out = |periods: Vec<Period>| periods.into_iter().map(PeriodOut::from).collect();
    let report = SeriesOut { head: HeadOut::from(&scope.site), by, periods: out(periods), before: before.map(out) };
    answer(wanted.is_csv, "visits-over-time", &report, |report| {
        let mut table = Table::of_figures(&["Start"], &FiguresOut::COLUMNS, report.before.is_some());
        for (place, period) in report.periods.iter().enumerate() {
            let before = report.before.iter().filter_map(|before| before.get(place));
            let before = before.flat_map(|before| before.figures.cells(&report.head));
            table.row([period.start.clone()].into_iter().chain(period.figures.cells(&report.head)).chain(before));
        }
        table
    })
}

/// Get visits by source, page, country or another dimension
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/analytics/top", operation_id = "analytics_top",
    tag = "analytics", params(TopQuery, LimitQuery, RangeQuery, CompareQuery, FilterQuery),
    security(("contributor" = ["analytics:read"])),
    responses((status = 200, content((TopOut = "application/json"), (String = "text/csv")))))]
async fn analytics_top(
    State(state): State<AppState>,
    caller: Contributor,
    wanted: Wanted,
    ApiQuery(TopQuery { by }): ApiQuery<TopQuery>,
) -> ApiResult<Response> {
    let (scope, db) = scope(&state, &caller, &wanted).await?;
    let request = TopRequest { dimension: by.into(), most: wanted.rows, compare: wanted.compare };
    let (rows, more) = visits::top(&caller.ctx, db.as_ref(), &scope, request).await?;
    let rows = rows.into_iter().map(TopRowOut::from).collect();
    let report = TopOut { head: HeadOut::from(&scope.site), by, rows, more };
    answer(wanted.is_csv, "visits-by-dimension", &report, |report| {
        let mut table = Table::of_figures(&["Value"], &FiguresOut::COLUMNS, wanted.compare);
        for row in &report.rows {
            let before = row.before.iter().flat_map(|before| before.cells(&report.head));
            table.row([row.value.clone()].into_iter().chain(row.figures.cells(&report.head)).chain(before));
        }
        table
    })
}
