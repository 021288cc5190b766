//! Carts that were left.

use axum::response::Response;
use serde::Serialize;
use stoa_commerce::sales::{self, CartsOfDay};
use utoipa::ToSchema;

use super::csv_answer::{Table, answer};
use super::figures::HeadOut;
use super::query::{CompareQuery, RangeQuery, Wanted};
use super::{days, days_before};
use crate::api_routes::{ApiRouter, routes};
use crate::extract::Contributor;
use crate::problem::ApiResult;
use crate::route_policy::reads;

/// Carts of a day.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AbandonedCartsDay)]
struct CartsOfDayOut {
    /// The day.
    day: String,
    /// Carts with products begun on it.
    carts: i64,
    /// Those that were left.
    abandoned: i64,
    /// Value of those left, minor units.
    value_cents: i64,
}

impl From<CartsOfDay> for CartsOfDayOut {
    fn from(carts: CartsOfDay) -> Self {
        let CartsOfDay { day, carts, abandoned, value_cents } = carts;
        Self { day, carts, abandoned, value_cents: value_cents.0 }
    }
}

/// Carts that were left. Contains no customer data.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AbandonedCarts)]
struct AbandonedCartsOut {
    #[serde(flatten)]
    head: HeadOut,
    /// Carts with products.
    carts: i64,
    /// Those that were left for an hour or more.
    abandoned: i64,
    /// Value of the products in them, minor units.
    value_cents: i64,
    /// The same of the preceding period of equal length, when asked for.
    before: Option<CartTotalsOut>,
    /// The days in order.
    rows: Vec<CartsOfDayOut>,
}

/// Carts of the preceding period.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AbandonedCartsBefore)]
struct CartTotalsOut {
    /// Carts with products.
    carts: i64,
    /// Those that were left.
    abandoned: i64,
    /// Value of the products in them, minor units.
    value_cents: i64,
}

impl From<CartsOfDay> for CartTotalsOut {
    fn from(carts: CartsOfDay) -> Self {
        let CartsOfDay { carts, abandoned, value_cents, .. } = carts;
        Self { carts, abandoned, value_cents: value_cents.0 }
    }
}

/// Routes of this module.
pub(super) fn routes() -> ApiRouter {
    ApiRouter::new().routes(routes!(analytics_abandoned_carts: reads()))
}

/// Get carts that were left
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/analytics/abandoned-carts",
    operation_id = "analytics_abandoned_carts", tag = "analytics", params(RangeQuery, CompareQuery),
    security(("contributor" = ["sales-reports:read"])),
    responses((status = 200, content((AbandonedCartsOut = "application/json"), (String = "text/csv")))))]
async fn analytics_abandoned_carts(caller: Contributor, wanted: Wanted) -> ApiResult<Response> {
    let site = days(&caller, &wanted.range).await?;
    let carts = sales::abandoned_carts(&caller.ctx, &caller.db, &site).await?;
    let earlier = match days_before(&site, &wanted) {
        Some(before) => Some(sales::abandoned_carts(&caller.ctx, &caller.db, &before).await?),
        None => None,
    };
    let report = AbandonedCartsOut {
        head: HeadOut::from(&site),
        carts: carts.totals.carts,
        abandoned: carts.totals.abandoned,
        value_cents: carts.totals.value_cents.0,
        before: earlier.as_ref().map(|earlier| earlier.totals.clone().into()),
        rows: carts.days.into_iter().map(CartsOfDayOut::from).collect(),
    };
    answer(wanted.is_csv, "abandoned-carts", &report, |report| {
        let mut table = Table::of_figures(&["Day"], &["Carts", "Abandoned", "Value"], earlier.is_some());
        let cells = |carts: i64, abandoned: i64, value_cents: i64| {
            [carts.to_string(), abandoned.to_string(), report.head.amount(value_cents)]
        };
        for (place, row) in report.rows.iter().enumerate() {
            let before = earlier.iter().filter_map(|earlier| earlier.days.get(place));
            let before = before.flat_map(|own| cells(own.carts, own.abandoned, own.value_cents.0));
            let own = cells(row.carts, row.abandoned, row.value_cents);
            table.row([row.day.clone()].into_iter().chain(own).chain(before));
        }
        table
    })
}
