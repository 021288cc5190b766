//! Customers in the admin API.

pub mod customer_csv;
pub mod email_previews;
pub mod email_texts;
pub mod emails;

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use stoa_audience::members;
use stoa_commerce::customers::{self, CustomerFilter, CustomerSort, CustomerSummary, CustomerView};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::CustomerId;
use utoipa::{IntoParams, ToSchema};

use crate::admin::orders::order_out::{OrderSummaryOut, OrdersOut};
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, ApiPath, ApiQuery, Contributor, ListQuery, Listing, path_id};
use crate::problem::{ApiResult, Problem};
use crate::route_policy::{Invalidates, changes, reads};
use crate::state::AppState;
use crate::storefront::address::ADMIN_LANGUAGE;
use crate::storefront::site_users::addresses::SavedAddressOut;
use crate::storefront::site_users::personal_data::download;

/// Filter and order of customers.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct CustomerFilterQuery {
    /// Search text: e-mail address or name.
    query: Option<String>,
    /// Only customers with, or without, an account on the site.
    has_account: Option<bool>,
    /// Only customers who agreed to marketing e-mail, or did not.
    agreed_to_mail: Option<bool>,
    /// Sort key; newest first by default.
    #[param(inline)]
    sort: Option<CustomerSortDto>,
    /// Whether to sort in descending order. Default: true without `sort`, otherwise false.
    descending: Option<bool>,
}

/// Sort keys of customers.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CustomerSortDto {
    /// When they were first seen.
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

/// A customer in the list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CustomerSummary)]
pub struct CustomerSummaryOut {
    id: String,
    email: String,
    name: String,
    /// Whether they have an account on the site.
    has_account: bool,
    /// When they agreed to marketing e-mail, UTC milliseconds; null if they did not.
    mail_consent_on: Option<i64>,
    /// Number of paid orders in the shop's currency, excluding test orders.
    order_count: i64,
    /// Amount paid for those orders less refunds, minor units.
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
    /// When the address was confirmed, UTC milliseconds; null if it was not.
    email_verified_on: Option<i64>,
    /// BCP 47 language tag.
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
    /// Saved addresses.
    addresses: Vec<SavedAddressOut>,
}

/// A page of customers.
#[derive(Debug, Serialize, ToSchema)]
pub struct CustomersOut {
    customers: Vec<CustomerSummaryOut>,
    #[serde(flatten)]
    listing: Listing,
}

/// Confirmation of the deletion.
#[derive(Debug, Deserialize, ToSchema)]
pub struct CustomerErasureBody {
    /// The customer's e-mail address.
    email: String,
}

/// The personal data of the customer was deleted.
#[derive(Debug, Serialize, ToSchema)]
pub struct CustomerErased {
    success: bool,
}

/// Path parameters of a customer.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct CustomerPath {
    #[serde(deserialize_with = "path_id")]
    customer_id: CustomerId,
}

impl From<CustomerSummary> for CustomerSummaryOut {
    fn from(summary: CustomerSummary) -> Self {
        Self {
            id: summary.id.into(),
            email: summary.email,
            name: summary.name,
            has_account: summary.site_user_id.is_some(),
            mail_consent_on: summary.mail_consent_on.map(Timestamp::ms),
            order_count: summary.order_count,
            spent_cents: summary.spent_cents.0,
            currency: summary.currency.code().to_owned(),
            last_order_on: summary.last_order_on.map(Timestamp::ms),
            created_on: summary.created_on.ms(),
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
                email_verified_on: account.email_verified_on.map(Timestamp::ms),
                language: account.language,
                created_on: account.created_on.ms(),
            }),
            addresses: view.addresses.into_iter().map(|kept| SavedAddressOut::new(kept, ADMIN_LANGUAGE)).collect(),
        }
    }
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(customers_list: reads()))
        .routes(routes!(customers_get: reads(), customers_erase: changes(Invalidates::Site)))
        .routes(routes!(customers_orders: reads()))
        .routes(routes!(customers_export: reads()))
        .merge(customer_csv::routes())
        .merge(emails::routes())
        .merge(email_previews::routes())
        .merge(email_texts::routes())
}

/// List the customers
///
/// Customers have ordered or have an account. Newest first by default.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/customers", operation_id = "customers_list",
    tag = "customers", params(CustomerFilterQuery, ListQuery), security(("contributor" = ["customers:read"])),
    responses((status = 200, body = CustomersOut)))]
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

/// Get a customer
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/customers/{customerId}", operation_id = "customers_get",
    tag = "customers", security(("contributor" = ["customers:read"])), responses((status = 200, body = CustomerOut)))]
async fn customers_get(caller: Contributor, ApiPath(path): ApiPath<CustomerPath>) -> ApiResult<Json<CustomerOut>> {
    Ok(Json(customers::detail(&caller.ctx, &caller.db, &path.customer_id).await?.into()))
}

/// List the orders of a customer
///
/// Orders of their account, and guest orders with their e-mail address. Newest first.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/customers/{customerId}/orders",
    operation_id = "customers_orders", tag = "customers", params(ListQuery),
    security(("contributor" = ["customers:read"])), responses((status = 200, body = OrdersOut)))]
async fn customers_orders(
    caller: Contributor,
    ApiPath(path): ApiPath<CustomerPath>,
    ApiQuery(list): ApiQuery<ListQuery>,
) -> ApiResult<Json<OrdersOut>> {
    let page = customers::orders_of(&caller.ctx, &caller.db, &path.customer_id, &list.into()).await?;
    let listing = Listing::from(page.next_cursor);
    Ok(Json(OrdersOut { orders: page.items.into_iter().map(OrderSummaryOut::from).collect(), listing }))
}

/// Export the personal data of a customer
///
/// Files of form submissions are included, encoded in base64.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/customers/{customerId}/export",
    operation_id = "customers_export", tag = "customers", security(("contributor" = ["customers:write"])),
    responses((status = 200, body = Object, description = "All stored data about the customer")))]
async fn customers_export(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<CustomerPath>,
) -> ApiResult<Response> {
    let (addresses, document) = customers::export(&caller.ctx, &caller.db, &path.customer_id).await?;
    let words = members::words_of(&caller.ctx, &caller.db, &addresses).await?;
    Ok(download(&state.blobs, document, words))
}

/// Delete the personal data of a customer
///
/// Order data that the shop needs for its accounts is kept, without name, address and e-mail address. 409 while an
/// order is in progress.
#[utoipa::path(delete, path = "/api/v1/websites/{websiteId}/customers/{customerId}", operation_id = "customers_erase",
    tag = "customers", request_body = CustomerErasureBody, security(("contributor" = ["customers:delete"])),
    responses((status = 200, body = CustomerErased), (status = 409, body = Problem)))]
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
