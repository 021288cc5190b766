//! Visits from product to order.

use axum::extract::State;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use stoa_analytics::reports::funnel::{self, FunnelProduct, FunnelSource, Steps};
use utoipa::{IntoParams, ToSchema};

use super::csv_answer::{Table, answer};
use super::figures::HeadOut;
use super::query::{CompareQuery, FilterQuery, LimitQuery, RangeQuery, Wanted};
use super::scope;
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiQuery, Contributor};
use crate::problem::ApiResult;
use crate::route_policy::reads;
use crate::state::AppState;

/// A product in the funnel.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = FunnelProduct)]
struct FunnelProductOut {
    product_id: String,
    /// Its name; the id for one that no longer exists.
    name: String,
    /// Visits that saw it.
    seen: i64,
    /// Visits that put it into the cart.
    cart: i64,
    /// The same of the preceding period, when asked for.
    before: Option<FunnelProductBeforeOut>,
}

/// A product in the preceding period.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = FunnelProductBefore)]
struct FunnelProductBeforeOut {
    /// Visits that saw it.
    seen: i64,
    /// Visits that put it into the cart.
    cart: i64,
}

impl From<FunnelProduct> for FunnelProductOut {
    fn from(product: FunnelProduct) -> Self {
        let FunnelProduct { id, name, seen, cart, before } = product;
        let before = before.map(|(seen, cart)| FunnelProductBeforeOut { seen, cart });
        Self { product_id: id, name, seen, cart, before }
    }
}

/// A source with its orders.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = FunnelSource)]
struct FunnelSourceOut {
    /// Source; empty when the address was typed.
    value: String,
    /// Its visits.
    visits: i64,
    /// Orders placed in them.
    orders: i64,
    /// Their totals, minor units.
    revenue_cents: i64,
}

impl From<FunnelSource> for FunnelSourceOut {
    fn from(source: FunnelSource) -> Self {
        let FunnelSource { value, visits, orders, revenue } = source;
        Self { value, visits, orders, revenue_cents: revenue.0 }
    }
}

/// Numbers of visits.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = FunnelSteps)]
struct StepsOut {
    /// All visits.
    visits: i64,
    /// Visits that saw a product.
    seen: i64,
    /// Visits that put one into the cart.
    cart: i64,
    /// Visits that began a checkout.
    checkout: i64,
    /// Visits that placed an order.
    orders: i64,
}

impl StepsOut {
    /// The numbers in the order of the steps.
    fn counts(&self) -> [i64; 5] {
        [self.visits, self.seen, self.cart, self.checkout, self.orders]
    }
}

impl From<Steps> for StepsOut {
    fn from(Steps { visits, seen, cart, checkout, orders }: Steps) -> Self {
        Self { visits, seen, cart, checkout, orders }
    }
}

/// Visits on their way to an order.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AnalyticsFunnel)]
struct FunnelOut {
    #[serde(flatten)]
    head: HeadOut,
    #[serde(flatten)]
    steps: StepsOut,
    /// Those of the preceding period of equal length, when asked for.
    before: Option<StepsOut>,
    /// The most seen first.
    products: Vec<FunnelProductOut>,
    /// Those with the highest revenue first.
    sources: Vec<FunnelSourceOut>,
}

/// A part of the report.
#[derive(Debug, Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
enum PartDto {
    /// The products.
    #[default]
    Products,
    /// The steps from product to order.
    Steps,
    /// The sources.
    Sources,
}

impl PartDto {
    /// Name of its file, without the ending.
    fn file_name(self) -> &'static str {
        match self {
            PartDto::Products => "products",
            PartDto::Steps => "steps",
            PartDto::Sources => "sources",
        }
    }
}

/// Query parameters of visits from product to order.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct FunnelQuery {
    /// What a CSV file has; the products by default.
    #[serde(default)]
    #[param(inline)]
    part: PartDto,
}

impl FunnelOut {
    fn table(&self, part: PartDto) -> Table {
        match part {
            PartDto::Products => {
                let figures = ["Seen", "Put into the cart"];
                let mut table = Table::of_figures(&["Product", "Name"], &figures, self.before.is_some());
                for row in &self.products {
                    let before = row.before.iter().flat_map(|own| [own.seen, own.cart]);
                    let counts = [row.seen, row.cart].into_iter().chain(before).map(|count| count.to_string());
                    table.row([row.product_id.clone(), row.name.clone()].into_iter().chain(counts));
                }
                table
            }
            PartDto::Steps => {
                let mut table = Table::of_figures(&["Step"], &["Visits"], self.before.is_some());
                let names =
                    ["All visits", "Saw a product", "Put one into the cart", "Began a checkout", "Placed an order"];
                let before = self.before.as_ref().map(StepsOut::counts);
                for (place, (name, count)) in names.into_iter().zip(self.steps.counts()).enumerate() {
                    let before = before.iter().filter_map(|all| all.get(place)).map(i64::to_string);
                    table.row([name.to_owned(), count.to_string()].into_iter().chain(before));
                }
                table
            }
            PartDto::Sources => {
                let mut table = Table::of(&["Source", "Visits", "Orders", "Revenue"]);
                for row in &self.sources {
                    let revenue = self.head.amount(row.revenue_cents);
                    table.row([row.value.clone(), row.visits.to_string(), row.orders.to_string(), revenue]);
                }
                table
            }
        }
    }
}

/// Routes of this module.
pub(super) fn routes() -> ApiRouter {
    ApiRouter::new().routes(routes!(analytics_funnel: reads()))
}

/// Get visits from product to order
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/analytics/funnel", operation_id = "analytics_funnel",
    tag = "analytics", params(FunnelQuery, LimitQuery, RangeQuery, CompareQuery, FilterQuery),
    security(("contributor" = ["analytics:read"])),
    responses((status = 200, content((FunnelOut = "application/json"), (String = "text/csv")))))]
async fn analytics_funnel(
    State(state): State<AppState>,
    caller: Contributor,
    wanted: Wanted,
    ApiQuery(FunnelQuery { part }): ApiQuery<FunnelQuery>,
) -> ApiResult<Response> {
    let (scope, db) = scope(&state, &caller, &wanted).await?;
    let funnel = funnel::funnel(&caller.ctx, db.as_ref(), &caller.db, &scope, wanted.list()).await?;
    let report = FunnelOut {
        head: HeadOut::from(&scope.site),
        steps: funnel.steps.into(),
        before: funnel.before.map(StepsOut::from),
        products: funnel.products.into_iter().map(FunnelProductOut::from).collect(),
        sources: funnel.sources.into_iter().map(FunnelSourceOut::from).collect(),
    };
    answer(wanted.is_csv, part.file_name(), &report, |report| report.table(part))
}
