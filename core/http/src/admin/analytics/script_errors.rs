//! Errors of scripts on the site's pages.

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use stoa_analytics::reports::errors::{self, ErrorFilter, ErrorGroup};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::csv;
use utoipa::{IntoParams, ToSchema};

use super::csv_answer::{Table, answer};
use super::query::{RangeQuery, Wanted};
use super::{days, recorded};
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiPath, ApiQuery, Contributor};
use crate::problem::ApiResult;
use crate::route_policy::reads;
use crate::state::AppState;

/// An error of a script.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ScriptErrorRow)]
struct ErrorRowOut {
    /// Id of the error.
    hash: String,
    /// Its message.
    message: String,
    /// A page where it happened.
    page: String,
    /// A browser in which it happened.
    browser: String,
    /// When it happened first, UTC milliseconds.
    first_seen: i64,
    /// When it happened last, UTC milliseconds.
    last_seen: i64,
    /// How often it happened.
    count: i64,
}

/// Errors of scripts on the site's pages.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ScriptErrors)]
struct ErrorsOut {
    /// The latest first.
    rows: Vec<ErrorRowOut>,
}

/// An error of a script with its stack.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ScriptError)]
struct ErrorOut {
    #[serde(flatten)]
    row: ErrorRowOut,
    /// Where it happened.
    stack: String,
}

impl From<ErrorGroup> for ErrorOut {
    fn from(group: ErrorGroup) -> Self {
        let ErrorGroup { hash, message, stack, page, browser, first_seen, last_seen, count } = group;
        let (first_seen, last_seen) = (first_seen.ms(), last_seen.ms());
        Self { row: ErrorRowOut { hash, message, page, browser, first_seen, last_seen, count }, stack }
    }
}

/// Query parameters of errors.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct ErrorsQuery {
    /// Only errors that happened last on this page.
    page: Option<String>,
    /// Only errors that happened last in this browser.
    browser: Option<String>,
}

/// Path parameters of an error.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct ErrorPath {
    error_hash: String,
}

/// Routes of this module.
pub(super) fn routes() -> ApiRouter {
    ApiRouter::new().routes(routes!(analytics_errors: reads())).routes(routes!(analytics_error: reads()))
}

/// List errors of scripts
///
/// Those that were seen on the days, with `from` or `to`, else all that are kept. Counts and times are those of an error
/// as a whole.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/analytics/errors", operation_id = "analytics_errors",
    tag = "analytics", params(ErrorsQuery, RangeQuery), security(("contributor" = ["analytics:read"])),
    responses((status = 200, content((ErrorsOut = "application/json"), (String = "text/csv")))))]
async fn analytics_errors(
    State(state): State<AppState>,
    caller: Contributor,
    wanted: Wanted,
    ApiQuery(ErrorsQuery { page, browser }): ApiQuery<ErrorsQuery>,
) -> ApiResult<Response> {
    let has_range = wanted.range.from.is_some() || wanted.range.to.is_some();
    let days = if has_range { Some(days(&caller, &wanted.range).await?.days) } else { None };
    let db = recorded(&state, &caller).await?;
    let filter = ErrorFilter { days, page, browser };
    let groups = errors::list(&caller.ctx, db.as_ref(), &filter).await?;
    let rows = groups.into_iter().map(|group| ErrorOut::from(group).row).collect();
    answer(wanted.is_csv, "script-errors", &ErrorsOut { rows }, |report| {
        let mut table = Table::of(&["Message", "Page", "Browser", "First seen", "Last seen", "Count"]);
        for row in &report.rows {
            let time = |ms| csv::utc(Timestamp::from_ms(ms));
            let (first, last) = (time(row.first_seen), time(row.last_seen));
            let (message, page, browser) = (row.message.clone(), row.page.clone(), row.browser.clone());
            table.row([message, page, browser, first, last, row.count.to_string()]);
        }
        table
    })
}

/// Get an error of scripts
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/analytics/errors/{errorHash}",
    operation_id = "analytics_error", tag = "analytics", security(("contributor" = ["analytics:read"])),
    responses((status = 200, body = ErrorOut)))]
async fn analytics_error(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<ErrorPath>,
) -> ApiResult<Json<ErrorOut>> {
    let db = recorded(&state, &caller).await?;
    Ok(Json(errors::detail(&caller.ctx, db.as_ref(), &path.error_hash).await?.into()))
}
