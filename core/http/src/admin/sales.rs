//! What the shop has sold.

use axum::Json;
use serde::{Deserialize, Serialize};
use stoa_commerce::sales::{self, BestSeller, Interval, Period, SalesReport, SalesRequest, Totals};
use utoipa::{IntoParams, ToSchema};

use crate::calls::{Calls, routes};
use crate::extract::{ApiQuery, Contributor};
use crate::problem::{ApiResult, Problem};

/// What is summed into one.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = SalesInterval)]
pub enum IntervalDto {
    /// A day.
    #[default]
    Day,
    /// Monday to Sunday.
    Week,
    /// A month of the calendar.
    Month,
}

/// Which days are summed.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SalesQuery {
    /// The first day, such as `2026-11-21`; found by the number of days unless told.
    from: Option<String>,
    /// How many days end with the last; 30 unless told.
    #[param(minimum = 1, maximum = 3660)]
    days: Option<i64>,
    /// The last day; today unless told.
    until: Option<String>,
    /// What is summed into one.
    #[serde(default)]
    #[param(inline)]
    by: IntervalDto,
}

/// What was sold in a time, minor units.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SalesTotals)]
pub struct TotalsOut {
    /// Orders that were paid.
    orders: i64,
    /// What they cost altogether.
    sales_cents: i64,
    /// The tax in it.
    tax_cents: i64,
    /// The delivery in it.
    shipping_cents: i64,
    /// What discounts took off.
    discount_cents: i64,
    /// What an order cost on average; none without orders.
    average_cents: Option<i64>,
    /// Refunds that went through in the time, whenever the order was paid.
    refunds: i64,
    /// What they gave back.
    refunded_cents: i64,
    /// What was kept.
    net_cents: i64,
}

/// A day, week or month, or the part of it that was asked for.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SalesPeriod)]
pub struct PeriodOut {
    /// Its first day, such as `2026-11-21`.
    start: String,
    #[serde(flatten)]
    totals: TotalsOut,
}

/// A product that sold well.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BestSeller)]
pub struct BestSellerOut {
    product_id: String,
    /// Its name when it was sold.
    name: String,
    /// Pieces.
    quantity: i64,
    /// Price of all before discounts of the order, minor units.
    total_cents: i64,
}

/// What the shop has sold in a time. It names no customer.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Sales)]
pub struct SalesOut {
    /// IANA name of the time zone whose days are summed.
    time_zone: String,
    /// ISO 4217 code of all amounts; orders in others are only counted.
    currency: String,
    by: IntervalDto,
    /// The first day.
    from: String,
    /// The last day.
    until: String,
    /// The sums in order, none left out.
    periods: Vec<PeriodOut>,
    totals: TotalsOut,
    /// The same of as many days before.
    before: TotalsOut,
    /// The products with the highest sales, the highest first.
    best_sellers: Vec<BestSellerOut>,
    /// Paid orders in currencies that the shop sold in before.
    orders_in_other_currencies: i64,
    /// Paid orders that wait to be sent, whenever they were placed.
    orders_to_fulfill: i64,
}

impl From<IntervalDto> for Interval {
    fn from(dto: IntervalDto) -> Self {
        match dto {
            IntervalDto::Day => Interval::Day,
            IntervalDto::Week => Interval::Week,
            IntervalDto::Month => Interval::Month,
        }
    }
}

impl From<Interval> for IntervalDto {
    fn from(interval: Interval) -> Self {
        match interval {
            Interval::Day => IntervalDto::Day,
            Interval::Week => IntervalDto::Week,
            Interval::Month => IntervalDto::Month,
        }
    }
}

impl From<Totals> for TotalsOut {
    fn from(totals: Totals) -> Self {
        Self {
            orders: totals.orders,
            sales_cents: totals.sales_cents,
            tax_cents: totals.tax_cents,
            shipping_cents: totals.shipping_cents,
            discount_cents: totals.discount_cents,
            average_cents: totals.average_cents(),
            refunds: totals.refunds,
            refunded_cents: totals.refunded_cents,
            net_cents: totals.net_cents(),
        }
    }
}

impl From<SalesReport> for SalesOut {
    fn from(report: SalesReport) -> Self {
        let period = |own: Period| PeriodOut { start: own.start, totals: own.totals.into() };
        let best = |own: BestSeller| BestSellerOut {
            product_id: own.product_id.into(),
            name: own.name,
            quantity: own.quantity,
            total_cents: own.total_cents,
        };
        Self {
            time_zone: report.time_zone,
            currency: report.currency.to_string(),
            by: report.by.into(),
            from: report.from,
            until: report.until,
            periods: report.periods.into_iter().map(period).collect(),
            totals: report.totals.into(),
            before: report.before.into(),
            best_sellers: report.best_sellers.into_iter().map(best).collect(),
            orders_in_other_currencies: report.orders_in_other_currencies,
            orders_to_fulfill: report.orders_to_fulfill,
        }
    }
}

/// The routes of this noun.
pub fn routes() -> Calls {
    Calls::new().routes(routes!(sales_get))
}

/// What the shop has sold
///
/// In days of the site's time zone, by when orders were paid. Test orders are left out.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/sales", operation_id = "sales_get", tag = "sales",
    params(("websiteId" = String, Path, description = "The site"), SalesQuery),
    security(("contributor" = ["sales-reports:read"])),
    responses((status = 200, body = SalesOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem)))]
async fn sales_get(caller: Contributor, ApiQuery(query): ApiQuery<SalesQuery>) -> ApiResult<Json<SalesOut>> {
    let request = SalesRequest { from: query.from, days: query.days, until: query.until, by: query.by.into() };
    Ok(Json(sales::report(&caller.ctx, &caller.db, &request).await?.into()))
}
