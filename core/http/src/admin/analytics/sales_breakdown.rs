//! Sales by product, category, discount, country, kind of customer or month, and customers who came back.

use axum::response::Response;
use serde::{Deserialize, Serialize};
use stoa_commerce::sales::{self, BreakdownBy, BreakdownRow, Cohort};
use utoipa::{IntoParams, ToSchema};

use super::csv_answer::{Table, answer};
use super::figures::HeadOut;
use super::query::{CompareQuery, RangeQuery, Wanted};
use super::{days, days_before};
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiQuery, Contributor};
use crate::problem::ApiResult;
use crate::route_policy::reads;

/// What sales are grouped by.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = SalesBreakdownBy)]
enum BreakdownByDto {
    /// The product of a line.
    #[default]
    Product,
    /// The first category of a line's product.
    Category,
    /// The discounts of an order.
    Discount,
    /// The country of delivery, else of the bill.
    Country,
    /// Whether the customer has ordered before.
    Customer,
    /// The month of payment.
    Month,
}

impl From<BreakdownByDto> for BreakdownBy {
    fn from(dto: BreakdownByDto) -> Self {
        match dto {
            BreakdownByDto::Product => BreakdownBy::Product,
            BreakdownByDto::Category => BreakdownBy::Category,
            BreakdownByDto::Discount => BreakdownBy::Discount,
            BreakdownByDto::Country => BreakdownBy::Country,
            BreakdownByDto::Customer => BreakdownBy::Customer,
            BreakdownByDto::Month => BreakdownBy::Month,
        }
    }
}

/// Query parameters of sales by a property.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct BreakdownQuery {
    /// What to group by; the product by default.
    #[serde(default)]
    #[param(inline)]
    by: BreakdownByDto,
}

/// Paid orders of a period.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SalesBreakdownTotals)]
struct TotalsOut {
    /// Paid orders.
    orders: i64,
    /// Their totals, minor units.
    sales_cents: i64,
    /// Average order value; null without orders.
    average_cents: Option<i64>,
}

/// A part of the sales.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SalesBreakdownRow)]
struct RowOut {
    /// Its value: an id, a country, `new` or `returning`, or a month; empty when there is none. `adjustments` is what
    /// orders have besides their lines: discounts, delivery and tax.
    value: String,
    /// Its name, where it is not the value.
    label: Option<String>,
    /// Paid orders.
    orders: i64,
    /// Pieces sold.
    quantity: Option<i64>,
    /// Sales, minor units.
    sales_cents: i64,
    /// The same of the preceding period, when asked for; null for months.
    before: Option<RowBeforeOut>,
}

/// A part of the sales of the preceding period.
#[derive(Debug, Clone, Copy, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SalesBreakdownBefore)]
struct RowBeforeOut {
    /// Paid orders.
    orders: i64,
    /// Sales, minor units.
    sales_cents: i64,
}

impl RowOut {
    fn of(row: BreakdownRow, earlier: Option<&[BreakdownRow]>) -> Self {
        let BreakdownRow { value, label, orders, quantity, sales_cents } = row;
        let before = earlier.map(|all| {
            let own = all.iter().find(|own| own.value == value);
            let out = |own: &BreakdownRow| RowBeforeOut { orders: own.orders, sales_cents: own.sales_cents.0 };
            own.map(out).unwrap_or_default()
        });
        Self { value, label, orders, quantity, sales_cents: sales_cents.0, before }
    }
}

/// Paid orders by one of their properties. Contains no customer data.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SalesBreakdown)]
struct BreakdownOut {
    #[serde(flatten)]
    head: HeadOut,
    by: BreakdownByDto,
    totals: TotalsOut,
    /// The highest sales first, months in order. Rows of discounts overlap where orders have several; all others add up
    /// to the totals.
    rows: Vec<RowOut>,
}

/// Customers by their first order.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SalesCohort)]
struct CohortOut {
    /// Month of their first order, such as `2026-11`.
    month: String,
    /// Customers whose first order is of this month.
    customers: i64,
    /// How many of them ordered in this month, the next, and so on.
    returned: Vec<i64>,
}

impl From<Cohort> for CohortOut {
    fn from(cohort: Cohort) -> Self {
        let Cohort { month, customers, returned } = cohort;
        Self { month, customers, returned }
    }
}

/// Customers who came back, by the month of their first order. Contains no customer data.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SalesCohorts)]
struct CohortsOut {
    #[serde(flatten)]
    head: HeadOut,
    rows: Vec<CohortOut>,
}

/// Routes of this module.
pub(super) fn routes() -> ApiRouter {
    ApiRouter::new().routes(routes!(analytics_sales_breakdown: reads())).routes(routes!(analytics_cohorts: reads()))
}

/// Get sales by product, category, discount, country or kind of customer
///
/// By day of payment. Test orders are excluded, and orders in former currencies.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/analytics/sales-breakdown",
    operation_id = "analytics_sales_breakdown", tag = "analytics", params(BreakdownQuery, RangeQuery, CompareQuery),
    security(("contributor" = ["sales-reports:read"])),
    responses((status = 200, content((BreakdownOut = "application/json"), (String = "text/csv")))))]
async fn analytics_sales_breakdown(
    caller: Contributor,
    wanted: Wanted,
    ApiQuery(BreakdownQuery { by }): ApiQuery<BreakdownQuery>,
) -> ApiResult<Response> {
    let site = days(&caller, &wanted.range).await?;
    let breakdown = sales::breakdown(&caller.ctx, &caller.db, by.into(), &site).await?;
    let totals = TotalsOut {
        orders: breakdown.totals.orders,
        sales_cents: breakdown.totals.sales_cents.0,
        average_cents: breakdown.totals.average_cents().map(i64::from),
    };
    let earlier = match days_before(&site, &wanted).filter(|_| !matches!(by, BreakdownByDto::Month)) {
        Some(before) => Some(sales::breakdown(&caller.ctx, &caller.db, by.into(), &before).await?.rows),
        None => None,
    };
    let rows = breakdown.rows.into_iter().map(|row| RowOut::of(row, earlier.as_deref())).collect();
    answer(wanted.is_csv, "sales", &BreakdownOut { head: HeadOut::from(&site), by, totals, rows }, |report| {
        let is_compared = report.rows.iter().any(|row| row.before.is_some());
        let columns = ["Value", "Name", "Orders", "Quantity", "Sales", "Orders before", "Sales before"];
        let mut table = Table::of(columns.get(..if is_compared { 7 } else { 5 }).unwrap_or(&columns));
        for row in &report.rows {
            let quantity = row.quantity.map(|quantity| quantity.to_string()).unwrap_or_default();
            let (name, sales) = (row.label.clone().unwrap_or_default(), report.head.amount(row.sales_cents));
            let before = row.before.iter();
            let before = before.flat_map(|own| [own.orders.to_string(), report.head.amount(own.sales_cents)]);
            let cells = [row.value.clone(), name, row.orders.to_string(), quantity, sales];
            table.row(cells.into_iter().chain(before));
        }
        table
    })
}

/// Get customers who came back
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/analytics/cohorts", operation_id = "analytics_cohorts",
    tag = "analytics", params(RangeQuery), security(("contributor" = ["sales-reports:read"])),
    responses((status = 200, content((CohortsOut = "application/json"), (String = "text/csv")))))]
async fn analytics_cohorts(caller: Contributor, wanted: Wanted) -> ApiResult<Response> {
    let site = days(&caller, &wanted.range).await?;
    let cohorts = sales::cohorts(&caller.ctx, &caller.db, &site).await?;
    let rows = cohorts.into_iter().map(CohortOut::from).collect();
    answer(wanted.is_csv, "cohorts", &CohortsOut { head: HeadOut::from(&site), rows }, |report| {
        let mut table = Table::of(&["Month of the first order", "Customers", "Months later", "Ordered"]);
        for row in &report.rows {
            for (later, people) in row.returned.iter().enumerate() {
                table.row([row.month.clone(), row.customers.to_string(), later.to_string(), people.to_string()]);
            }
        }
        table
    })
}
