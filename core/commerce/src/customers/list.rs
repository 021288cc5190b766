//! Customers, as contributors see them.

use std::collections::HashMap;

use sea_orm::sea_query::{Expr, ExprTrait, Func, QueryStatementBuilder as _, SimpleExpr};
use sea_orm::{ColumnTrait, FromQueryResult, IntoSimpleExpr as _};
use stoa_entity::keyset::{self, Cursor};
use stoa_entity::tenant::{customer, order, payment, site_user};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{CustomerId, SiteUserId};
use stoa_kernel::money::{Cents, Currency};
use stoa_kernel::page::{Page, PageRequest};
use stoa_kernel::permission::{Action, Resource};
use stoa_kernel::{TenantCtx, boxed};

use super::identity::Person;
use super::listing::CustomerFilter;
use super::model::{CustomerSummary, CustomerView, Profile};
use super::{addresses, store};
use crate::CommerceError;
use crate::orders::{self, OrderSummary};
use crate::settings::StoreSettings;

/// A page of customers.
///
/// # Errors
/// When the caller may not read customers; a field error on `cursor`.
#[boxed]
pub async fn list(
    ctx: &TenantCtx,
    db: &TenantDb,
    filter: &CustomerFilter,
    request: &PageRequest,
) -> Result<Page<CustomerSummary>, CommerceError> {
    ctx.authorise(Resource::Customers, Action::Read)?;
    let tx = db.read().await?;
    let page = filter.order().page(tx.find::<customer::Entity>().filter(filter.condition()), request).await?;
    let items = at(&tx, &page.items).await?;
    Ok(Page { items, next_cursor: page.next_cursor })
}

/// The customers at these cursors, in their order.
pub(super) async fn at(tx: &TenantTx, spots: &[Cursor]) -> Result<Vec<CustomerSummary>, CommerceError> {
    let own = customer::Column::Id.is_in(spots.iter().map(Cursor::id));
    let rows = tx.find::<customer::Entity>().filter(own).all().await?;
    summaries(tx, keyset::sort_by_cursors(rows, spots, |row| row.id.to_string())).await
}

/// One customer with saved addresses.
///
/// # Errors
/// When the caller may not read customers, or there is no customer with this id.
#[boxed]
pub async fn detail(ctx: &TenantCtx, db: &TenantDb, customer_id: &CustomerId) -> Result<CustomerView, CommerceError> {
    ctx.authorise(Resource::Customers, Action::Read)?;
    let tx = db.read().await?;
    let (row, account) = store::find_with_account(&tx, customer_id).await?;
    view_with(&tx, row, account).await
}

/// A page of a customer's orders, the latest first.
///
/// # Errors
/// When the caller may not read customers, or there is no customer with this id; a field error on `cursor`.
#[boxed]
pub async fn orders_of(
    ctx: &TenantCtx,
    db: &TenantDb,
    customer_id: &CustomerId,
    request: &PageRequest,
) -> Result<Page<OrderSummary>, CommerceError> {
    ctx.authorise(Resource::Customers, Action::Read)?;
    let tx = db.read().await?;
    let row = store::find(&tx, customer_id).await?;
    let own = Person::of(&tx, &row).await?.orders();
    Ok(orders::page_of(&tx, own, request).await?.map(|(summary, _)| summary))
}

pub(super) async fn view(tx: &TenantTx, row: customer::Model) -> Result<CustomerView, CommerceError> {
    let account = match &row.site_user_id {
        Some(id) => store::account(tx, id).await?,
        None => None,
    };
    view_with(tx, row, account).await
}

async fn view_with(
    tx: &TenantTx,
    row: customer::Model,
    account: Option<site_user::Model>,
) -> Result<CustomerView, CommerceError> {
    let kept = match &account {
        Some(account) => addresses::of_member(tx, &account.id).await?,
        None => Vec::new(),
    };
    let account = account.map(|account| Profile {
        first_name: account.first_name,
        last_name: account.last_name,
        email_verified_on: account.email_verified_on,
        language: account.language,
        created_on: account.created_on,
    });
    let summary = summaries(tx, vec![row]).await?.pop().ok_or(CommerceError::NotFound)?;
    Ok(CustomerView { summary, account, addresses: kept })
}

/// Order statistics of a customer.
#[derive(Clone, Copy, Default)]
struct OrderStatistics {
    orders: i64,
    spent_cents: Cents,
    last_on: Option<Timestamp>,
}

async fn summaries(tx: &TenantTx, rows: Vec<customer::Model>) -> Result<Vec<CustomerSummary>, CommerceError> {
    let currency: Currency = StoreSettings::load(tx).await?.site.currency;
    let bought = bought(tx, &rows, currency).await?;
    let summary = |row: customer::Model| {
        let own = bought.get(&row.id).copied().unwrap_or_default();
        CustomerSummary {
            id: row.id,
            email: row.email,
            name: row.name,
            site_user_id: row.site_user_id,
            mail_consent_on: row.mail_consent_on,
            order_count: own.orders,
            spent_cents: own.spent_cents,
            currency,
            last_order_on: own.last_on,
            created_on: row.created_on,
        }
    };
    Ok(rows.into_iter().map(summary).collect())
}

/// Order statistics per e-mail address and account, aggregated by the database.
#[derive(FromQueryResult)]
struct Group {
    email: String,
    site_user_id: Option<SiteUserId>,
    orders: i64,
    spent_cents: Cents,
    last_on: Timestamp,
}

/// Order statistics of these customers: orders of their account, otherwise orders with their address. Test orders and
/// orders in other currencies than the shop's are not counted; refunds are subtracted.
async fn bought(
    tx: &TenantTx,
    rows: &[customer::Model],
    currency: Currency,
) -> Result<HashMap<CustomerId, OrderStatistics>, CommerceError> {
    let mut bought: HashMap<CustomerId, OrderStatistics> = HashMap::new();
    if rows.is_empty() {
        return Ok(bought);
    }
    let people = Person::of_all(tx, rows).await?;
    let groups: Vec<Group> = tx
        .find::<order::Entity>()
        .filter(Person::orders_of_all(people.values()))
        .filter(order::Column::PaidOn.is_not_null())
        .filter(order::Column::TestMode.eq(false))
        .filter(order::Column::Currency.eq(currency.code()))
        .aggregate(
            &[order::Column::Email, order::Column::SiteUserId],
            vec![
                (Expr::cust("count(*)"), "orders"),
                (kept(tx).sum().cast_as("bigint"), "spent_cents"),
                (order::Column::CreatedOn.max(), "last_on"),
            ],
        )
        .await?;
    for group in groups {
        let fits = |person: &Person| person.has_ordered(&group.email, group.site_user_id.as_ref());
        for (id, _) in people.iter().filter(|(_, person)| fits(person)) {
            let own = bought.entry(id.clone()).or_default();
            own.orders += group.orders;
            own.spent_cents = own.spent_cents.saturating_add(group.spent_cents);
            own.last_on = std::cmp::max(own.last_on, Some(group.last_on));
        }
    }
    Ok(bought)
}

/// Subquery: captured minus refunded amount of an order.
fn kept(tx: &TenantTx) -> SimpleExpr {
    let own = payment::Column::OrderId.into_simple_expr().eq(order::Column::Id.into_simple_expr());
    let back = payment::Column::RefundedCents.into_simple_expr();
    let taken = payment::Column::CapturedCents.into_simple_expr().sub(back);
    let sum = Func::coalesce([taken.sum().cast_as("bigint"), Expr::value(0_i64)]);
    let kept = tx.find::<payment::Entity>().filter(own).subquery_of(sum);
    SimpleExpr::SubQuery(None, Box::new(kept.into_sub_query_statement()))
}
