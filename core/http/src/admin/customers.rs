//! Customers, as those who work on the site see them.

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use stoa_audience::members;
use stoa_commerce::customers::{self, CustomerFilter, CustomerSort, CustomerSummary, CustomerView};
use utoipa::{IntoParams, ToSchema};

use super::order_out::{OrderSummaryOut, OrdersOut};
use crate::calls::{Calls, routes};
use crate::extract::{ApiJson, ApiPath, ApiQuery, Contributor, ListQuery, Listing};
use crate::problem::{ApiResult, Problem};
use crate::state::AppState;
use crate::store::address::STAFF_LANGUAGE;
use crate::store::personal_data::download;
use crate::store::site_user_addresses::SavedAddressOut;

/// Which customers are meant, and in which order.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct CustomerFilterQuery {
    /// Looked for in e-mail address and name.
    query: Option<String>,
    /// Only those with an account on the site, or without.
    has_account: Option<bool>,
    /// Only those who agreed to marketing mail, or did not.
    agreed_to_mail: Option<bool>,
    /// By what they are put in order; unless told, the latest come first.
    #[param(inline)]
    sort: Option<CustomerSortDto>,
    /// Whether the largest comes first; unless told, only without `sort`.
    descending: Option<bool>,
}

/// By what customers are put in order.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CustomerSortDto {
    /// Since when they are known.
    Since,
    /// Their name.
    Name,
    /// Their e-mail address.
    Email,
}

impl From<CustomerFilterQuery> for CustomerFilter {
    fn from(query: CustomerFilterQuery) -> Self {
        Self {
            query: query.query,
            has_account: query.has_account,
            agreed_to_mail: query.agreed_to_mail,
            sort: match query.sort {
                None | Some(CustomerSortDto::Since) => CustomerSort::Since,
                Some(CustomerSortDto::Name) => CustomerSort::Name,
                Some(CustomerSortDto::Email) => CustomerSort::Email,
            },
            descending: query.descending.unwrap_or(query.sort.is_none()),
        }
    }
}

/// A customer in a list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CustomerSummary)]
pub struct CustomerSummaryOut {
    id: String,
    email: String,
    name: String,
    /// Whether they have an account on the site.
    has_account: bool,
    /// When marketing mail was agreed to, UTC milliseconds; none when it was not.
    mail_consent_on: Option<i64>,
    /// Orders that were paid, in the shop's currency, without test orders.
    order_count: i64,
    /// What was paid for those orders and not given back, minor units.
    spent_cents: i64,
    /// ISO 4217 code.
    currency: String,
    /// When the last of those orders was placed, UTC milliseconds.
    last_order_on: Option<i64>,
    /// When first seen, UTC milliseconds.
    created_on: i64,
}

/// The account of a customer.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CustomerAccount)]
pub struct CustomerAccountOut {
    first_name: String,
    last_name: String,
    /// When the address was confirmed, UTC milliseconds.
    email_verified_on: Option<i64>,
    /// BCP 47 tag.
    language: Option<String>,
    /// UTC milliseconds.
    created_on: i64,
}

/// A customer.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CustomerDetail)]
pub struct CustomerOut {
    #[serde(flatten)]
    summary: CustomerSummaryOut,
    account: Option<CustomerAccountOut>,
    /// Addresses that they keep.
    addresses: Vec<SavedAddressOut>,
}

/// A page of customers.
#[derive(Debug, Serialize, ToSchema)]
pub struct CustomersOut {
    customers: Vec<CustomerSummaryOut>,
    #[serde(flatten)]
    listing: Listing,
}

/// Says that it is really meant.
#[derive(Debug, Deserialize, ToSchema)]
pub struct CustomerErasureBody {
    /// The customer's e-mail address.
    email: String,
}

/// The customer is no longer known.
#[derive(Debug, Serialize, ToSchema)]
pub struct CustomerErased {
    success: bool,
}

/// Which customer.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct CustomerPath {
    customer_id: String,
}

impl From<CustomerSummary> for CustomerSummaryOut {
    fn from(summary: CustomerSummary) -> Self {
        Self {
            id: summary.id.into(),
            email: summary.email,
            name: summary.name,
            has_account: summary.site_user_id.is_some(),
            mail_consent_on: summary.mail_consent_on,
            order_count: summary.order_count,
            spent_cents: summary.spent_cents,
            currency: summary.currency.code().to_owned(),
            last_order_on: summary.last_order_on,
            created_on: summary.created_on,
        }
    }
}

impl From<CustomerView> for CustomerOut {
    fn from(view: CustomerView) -> Self {
        Self {
            summary: view.summary.into(),
            account: view.account.map(|account| CustomerAccountOut {
                first_name: account.first_name,
                last_name: account.last_name,
                email_verified_on: account.email_verified_on,
                language: account.language,
                created_on: account.created_on,
            }),
            addresses: view.addresses.into_iter().map(|kept| SavedAddressOut::new(kept, STAFF_LANGUAGE)).collect(),
        }
    }
}

/// The routes of this noun.
pub fn routes() -> Calls {
    Calls::new()
        .routes(routes!(customers_list))
        .routes(routes!(customers_get, customers_erase))
        .routes(routes!(customers_orders))
        .routes(routes!(customers_export))
}

/// List the customers
///
/// Who has bought or has an account; the latest first, unless told.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/customers", operation_id = "customers_list",
    tag = "customers", params(("websiteId" = String, Path, description = "The site"), CustomerFilterQuery, ListQuery),
    security(("contributor" = ["customers:read"])),
    responses((status = 200, body = CustomersOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem)))]
async fn customers_list(
    caller: Contributor,
    ApiQuery(filter): ApiQuery<CustomerFilterQuery>,
    ApiQuery(list): ApiQuery<ListQuery>,
) -> ApiResult<impl IntoResponse> {
    let page = customers::list(&caller.ctx, &caller.db, &filter.into(), &list.into()).await?;
    let listing = Listing::from(page.next_cursor);
    let customers = page.items.into_iter().map(CustomerSummaryOut::from).collect();
    Ok(Json(CustomersOut { customers, listing }))
}

/// Read a customer
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/customers/{customerId}", operation_id = "customers_get",
    tag = "customers",
    params(("websiteId" = String, Path, description = "The site"),
           ("customerId" = String, Path, description = "The customer")),
    security(("contributor" = ["customers:read"])),
    responses((status = 200, body = CustomerOut), (status = 401, body = Problem), (status = 403, body = Problem),
              (status = 404, body = Problem)))]
async fn customers_get(caller: Contributor, ApiPath(path): ApiPath<CustomerPath>) -> ApiResult<Json<CustomerOut>> {
    Ok(Json(customers::detail(&caller.ctx, &caller.db, &path.customer_id).await?.into()))
}

/// List the orders of a customer
///
/// Those with their account and, as a guest, with their address, the latest first.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/customers/{customerId}/orders",
    operation_id = "customers_orders", tag = "customers",
    params(("websiteId" = String, Path, description = "The site"),
           ("customerId" = String, Path, description = "The customer"), ListQuery),
    security(("contributor" = ["customers:read"])),
    responses((status = 200, body = OrdersOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem)))]
async fn customers_orders(
    caller: Contributor,
    ApiPath(path): ApiPath<CustomerPath>,
    ApiQuery(list): ApiQuery<ListQuery>,
) -> ApiResult<Json<OrdersOut>> {
    let page = customers::orders_of(&caller.ctx, &caller.db, &path.customer_id, &list.into()).await?;
    let listing = Listing::from(page.next_cursor);
    Ok(Json(OrdersOut { orders: page.items.into_iter().map(OrderSummaryOut::from).collect(), listing }))
}

/// Everything that the site keeps about a customer
///
/// Files that came with answers to forms are contained, in base 64.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/customers/{customerId}/export",
    operation_id = "customers_export", tag = "customers",
    params(("websiteId" = String, Path, description = "The site"),
           ("customerId" = String, Path, description = "The customer")),
    security(("contributor" = ["customers:write"])),
    responses((status = 200, body = Object, description = "A document to be handed out"),
              (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem)))]
async fn customers_export(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<CustomerPath>,
) -> ApiResult<Response> {
    let (addresses, document) = customers::export(&caller.ctx, &caller.db, &path.customer_id).await?;
    let words = members::words_of(&caller.ctx, &caller.db, &addresses).await?;
    Ok(download(&state.blobs, document, words))
}

/// Erase what the site keeps about a customer
///
/// What the shop's books need of orders stays, without name, address and e-mail address. 409 while an order
/// is under way.
#[utoipa::path(delete, path = "/api/v1/websites/{websiteId}/customers/{customerId}",
    operation_id = "customers_erase", tag = "customers",
    params(("websiteId" = String, Path, description = "The site"),
           ("customerId" = String, Path, description = "The customer")),
    request_body = CustomerErasureBody,
    security(("contributor" = ["customers:delete"])),
    responses((status = 200, body = CustomerErased), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem)))]
async fn customers_erase(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<CustomerPath>,
    ApiJson(body): ApiJson<CustomerErasureBody>,
) -> ApiResult<Json<CustomerErased>> {
    let addresses = customers::erasable(&caller.ctx, &caller.db, &path.customer_id, &body.email).await?;
    members::erase(&caller.ctx, &caller.db, state.sessions.as_ref(), &addresses).await?;
    customers::erase(&caller.ctx, &caller.db, &path.customer_id).await?;
    Ok(Json(CustomerErased { success: true }))
}
