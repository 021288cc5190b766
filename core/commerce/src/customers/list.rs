//! Customers as those who work on the site see them.

use std::collections::HashMap;

use sea_orm::ColumnTrait;
use sea_orm::sea_query::{Condition, Expr, ExprTrait, Func};
use stoa_entity::tenant::{customer, order};
use stoa_entity::{TenantDb, TenantTx, containing};
use stoa_kernel::TenantCtx;
use stoa_kernel::id::CustomerId;
use stoa_kernel::money::Currency;
use stoa_kernel::page::{Page, PageRequest};
use stoa_kernel::permission::{Action, Resource};

use super::model::{CustomerSummary, CustomerView, Profile};
use super::person::Person;
use super::{addresses, store};
use crate::CommerceError;
use crate::orders;
use crate::settings::StoreSettings;

/// Most words of a search.
const MOST_WORDS: usize = 8;

/// A page of customers, the latest first. `query` is looked for in address and name, word by word.
///
/// # Errors
/// When the caller may not read customers; a message beside `cursor`.
pub async fn list(
    ctx: &TenantCtx,
    db: &TenantDb,
    query: Option<&str>,
    request: &PageRequest,
) -> Result<Page<CustomerSummary>, CommerceError> {
    ctx.authorise(Resource::Customers, Action::Read)?;
    let mut condition = Condition::all();
    for word in query.unwrap_or_default().to_lowercase().split_whitespace().take(MOST_WORDS) {
        condition = condition.add(contains(word));
    }
    if let Some(cursor) = &request.cursor {
        let (created_on, id) = read_cursor(cursor)?;
        let same_time = customer::Column::CreatedOn.eq(created_on).and(customer::Column::Id.lt(id));
        condition = condition
            .add(customer::Column::CreatedOn.lte(created_on))
            .add(customer::Column::CreatedOn.lt(created_on).or(same_time));
    }
    let tx = db.read().await?;
    let rows = tx
        .find::<customer::Entity>()
        .filter(condition)
        .order_by_desc(customer::Column::CreatedOn)
        .order_by_desc(customer::Column::Id)
        .limit(request.limit() + 1)
        .all()
        .await?;
    let page = Page::from_rows(rows, request.limit(), |row| format!("{}.{}", row.created_on, row.id));
    let items = summaries(&tx, page.items).await?;
    Ok(Page { items, next_cursor: page.next_cursor })
}

/// One customer with their addresses and latest orders.
///
/// # Errors
/// When the caller may not read customers or there is none of this id.
pub async fn detail(ctx: &TenantCtx, db: &TenantDb, customer_id: &str) -> Result<CustomerView, CommerceError> {
    ctx.authorise(Resource::Customers, Action::Read)?;
    let tx = db.read().await?;
    let row = store::find(&tx, customer_id).await?;
    view(&tx, row).await
}

pub(super) async fn view(tx: &TenantTx, row: customer::Model) -> Result<CustomerView, CommerceError> {
    let account = match &row.site_user_id {
        Some(id) => store::account(tx, id).await?,
        None => None,
    };
    let kept = match &account {
        Some(account) => addresses::of_member(tx, &account.id).await?,
        None => Vec::new(),
    };
    let own = Person::of(tx, &row).await?.orders();
    let orders = orders::page_of(tx, own, &PageRequest::default()).await?.map(|(summary, _)| summary).items;
    let account = account.map(|account| Profile {
        first_name: account.first_name,
        last_name: account.last_name,
        email_verified_on: account.email_verified_on,
        language: account.language,
        created_on: account.created_on,
    });
    let summary = summaries(tx, vec![row]).await?.pop().ok_or(CommerceError::NotFound)?;
    Ok(CustomerView { summary, account, addresses: kept, orders })
}

fn contains(word: &str) -> Condition {
    let name = Expr::expr(Func::lower(Expr::col(customer::Column::Name)));
    Condition::any().add(Expr::col(customer::Column::Email).like(containing(word))).add(name.like(containing(word)))
}

fn read_cursor(cursor: &str) -> Result<(i64, CustomerId), CommerceError> {
    let read = || {
        let (created_on, id) = cursor.split_once('.')?;
        Some((created_on.parse().ok()?, id.parse().ok()?))
    };
    read().ok_or_else(|| CommerceError::field("cursor", "The cursor is not one of this list."))
}

/// What a customer has ordered.
#[derive(Clone, Copy, Default)]
struct Bought {
    orders: i64,
    spent_cents: i64,
    last_on: Option<i64>,
}

async fn summaries(tx: &TenantTx, rows: Vec<customer::Model>) -> Result<Vec<CustomerSummary>, CommerceError> {
    let currency: Currency = StoreSettings::load(tx).await?.currency;
    let bought = bought(tx, &rows).await?;
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

/// What each of these customers has bought: what was bought with their account, else with their address.
async fn bought(tx: &TenantTx, rows: &[customer::Model]) -> Result<HashMap<CustomerId, Bought>, CommerceError> {
    let mut bought: HashMap<CustomerId, Bought> = HashMap::new();
    if rows.is_empty() {
        return Ok(bought);
    }
    let people = Person::of_all(tx, rows).await?;
    let find = tx.find::<order::Entity>().filter(Person::orders_of_all(people.values()));
    let orders = find.filter(order::Column::PaidOn.is_not_null()).all().await?;
    for order in orders {
        for (id, _) in people.iter().filter(|(_, person)| person.has_ordered(&order)) {
            let own = bought.entry(id.clone()).or_default();
            own.orders += 1;
            own.spent_cents = own.spent_cents.saturating_add(order.grand_total_cents);
            own.last_on = Some(own.last_on.map_or(order.created_on, |last| std::cmp::max(last, order.created_on)));
        }
    }
    Ok(bought)
}
