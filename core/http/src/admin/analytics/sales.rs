//! The sales report.

use axum::response::Response;
use serde::{Deserialize, Serialize};
use stoa_commerce::sales::{self, BestSeller, Interval, Period, SalesReport, SalesRequest, Totals};
use utoipa::{IntoParams, ToSchema};

use super::csv_answer::{Table, answer};
use super::figures::amount_in;
use super::query::{FormatQuery, Wanted};
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiQuery, Contributor};
use crate::problem::ApiResult;
use crate::route_policy::reads;

/// Interval of the report.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = SalesInterval)]
pub enum IntervalDto {
    /// A day.
    #[default]
    Day,
    /// Monday to Sunday.
    Week,
    /// A calendar month.
    Month,
}

/// Query parameters of the sales report.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SalesQuery {
    /// The first day, such as `2026-11-21`; computed from `days` by default.
    from: Option<String>,
    /// Number of days up to the last one; 30 by default.
    #[param(minimum = 1, maximum = 3660)]
    days: Option<i64>,
    /// The last day; today by default.
    until: Option<String>,
    /// Interval of the sums.
    #[serde(default)]
    #[param(inline)]
    by: IntervalDto,
}

/// Totals of a period, minor units.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SalesTotals)]
pub struct SalesTotalsOut {
    /// Number of paid orders.
    orders: i64,
    /// Their total.
    sales_cents: i64,
    /// Tax included in it.
    tax_cents: i64,
    /// Shipping included in it.
    shipping_cents: i64,
    /// Discounts.
    discount_cents: i64,
    /// Average order value; null without orders.
    average_cents: Option<i64>,
    /// Number of refunds completed in the period, whenever the order was paid. Without those of money that was never
    /// counted: paid twice, or beyond the order's total.
    refunds: i64,
    /// Amount refunded.
    refunded_cents: i64,
    /// Net sales.
    net_cents: i64,
}

/// A day, week or month, or the requested part of it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SalesPeriod)]
pub struct SalesPeriodOut {
    /// Its first day, such as `2026-11-21`.
    start: String,
    #[serde(flatten)]
    totals: SalesTotalsOut,
}

/// A best-selling product.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BestSeller)]
pub struct BestSellerOut {
    product_id: String,
    /// Its name at the time of sale.
    name: String,
    /// Quantity sold.
    quantity: i64,
    /// Sales before order discounts, minor units.
    total_cents: i64,
}

/// Sales of a period. Contains no customer data.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Sales)]
pub struct SalesOut {
    /// IANA name of the time zone in which days are counted.
    time_zone: String,
    /// ISO 4217 code of all amounts; orders in other currencies are only counted.
    currency: String,
    by: IntervalDto,
    /// The first day.
    from: String,
    /// The last day.
    until: String,
    /// The sums in order, periods without sales included.
    periods: Vec<SalesPeriodOut>,
    totals: SalesTotalsOut,
    /// The totals of the preceding period of equal length.
    before: SalesTotalsOut,
    /// The products with the highest sales, highest first.
    best_sellers: Vec<BestSellerOut>,
    /// Number of paid orders in former currencies of the shop.
    orders_in_other_currencies: i64,
    /// Number of paid orders waiting for fulfilment, whenever they were placed.
    orders_to_fulfill: i64,
    /// Number of disputes of payments that have to be answered at the provider.
    disputes_to_answer: i64,
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

impl From<Totals> for SalesTotalsOut {
    fn from(totals: Totals) -> Self {
        Self {
            orders: totals.orders,
            sales_cents: totals.sales_cents.0,
            tax_cents: totals.tax_cents.0,
            shipping_cents: totals.shipping_cents.0,
            discount_cents: totals.discount_cents.0,
            average_cents: totals.average_cents().map(i64::from),
            refunds: totals.refunds,
            refunded_cents: totals.refunded_cents.0,
            net_cents: totals.net_cents().0,
        }
    }
}

impl SalesTotalsOut {
    /// Names of its columns in spreadsheets, after that of the period.
    const COLUMNS: [&'static str; 9] =
        ["Start", "Orders", "Sales", "Tax", "Shipping", "Discounts", "Refunds", "Refunded", "Net sales"];

    /// Its cells in spreadsheets.
    fn cells(&self, currency: &str) -> [String; 8] {
        let amount = |cents: i64| amount_in(currency, cents);
        [
            self.orders.to_string(),
            amount(self.sales_cents),
            amount(self.tax_cents),
            amount(self.shipping_cents),
            amount(self.discount_cents),
            self.refunds.to_string(),
            amount(self.refunded_cents),
            amount(self.net_cents),
        ]
    }
}

impl From<SalesReport> for SalesOut {
    fn from(report: SalesReport) -> Self {
        let period = |own: Period| SalesPeriodOut { start: own.start, totals: own.totals.into() };
        let best = |own: BestSeller| BestSellerOut {
            product_id: own.product_id.into(),
            name: own.name,
            quantity: own.quantity,
            total_cents: own.total_cents.0,
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
            disputes_to_answer: report.disputes_to_answer,
        }
    }
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new().routes(routes!(sales_get: reads()))
}

/// Get the sales report
///
/// By day of payment in the site's time zone. Test orders are excluded.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/sales", operation_id = "sales_get", tag = "sales",
    params(SalesQuery, FormatQuery), security(("contributor" = ["sales-reports:read"])),
    responses((status = 200, content((SalesOut = "application/json"), (String = "text/csv")))))]
async fn sales_get(caller: Contributor, wanted: Wanted, ApiQuery(query): ApiQuery<SalesQuery>) -> ApiResult<Response> {
    let request = SalesRequest { from: query.from, days: query.days, until: query.until, by: query.by.into() };
    let report = SalesOut::from(sales::report(&caller.ctx, &caller.db, &request).await?);
    answer(wanted.is_csv, "sales-over-time", &report, |report| {
        let mut table = Table::of(&SalesTotalsOut::COLUMNS);
        for SalesPeriodOut { start, totals } in &report.periods {
            table.row([start.clone()].into_iter().chain(totals.cells(&report.currency)));
        }
        table
    })
}
