//! Visits on their way from a product to an order.

use std::collections::HashMap;

use sea_orm::sea_query::{Condition, Expr};
use sea_orm::{ColumnTrait as _, FromQueryResult};
use stoa_entity::analytics::analytics_event::{Column, Entity};
use stoa_entity::tenant::product;
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::id::ProductId;
use stoa_kernel::local_days::SiteDays;
use stoa_kernel::money::Cents;
use stoa_kernel::{Action, Failure, Resource, TenantCtx, boxed};

use super::activity::happened;
use super::sums::{by_day, by_value, names};
use super::{Figures, Filters};
use crate::rollups::Dimension;
use crate::{EventKind, texts};

/// A product.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunnelProduct {
    /// Its id.
    pub id: String,
    /// Its name; the id of one that no longer exists.
    pub name: String,
    /// Visits that saw it.
    pub seen: i64,
    /// Visits that put it into the cart.
    pub cart: i64,
}

/// A source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunnelSource {
    /// Its name; empty when there is none.
    pub value: String,
    /// Its visits.
    pub visits: i64,
    /// Orders placed in them.
    pub orders: i64,
    /// Their totals.
    pub revenue: Cents,
}

/// Numbers of visits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Funnel {
    /// All visits.
    pub visits: i64,
    /// Visits that saw a product.
    pub seen: i64,
    /// Visits that put one into the cart.
    pub cart: i64,
    /// Visits that began a checkout.
    pub checkout: i64,
    /// Visits that placed an order.
    pub orders: i64,
    /// The most seen first.
    pub products: Vec<FunnelProduct>,
    /// Those with the highest revenue first.
    pub sources: Vec<FunnelSource>,
}

#[derive(FromQueryResult)]
struct Steps {
    seen: i64,
    cart: i64,
    checkout: i64,
    orders: i64,
}

#[derive(FromQueryResult)]
struct OfProduct {
    object: i64,
    seen: i64,
    cart: i64,
}

#[derive(FromQueryResult)]
struct ProductName {
    id: ProductId,
    name: String,
}

/// Visits of the days that saw a product, put one into the cart, began a checkout and placed an order, with at most
/// `most` products and sources. `site_db` has the products.
///
/// # Errors
/// When the caller may not read analytics, or the database fails.
#[boxed]
pub async fn funnel(
    ctx: &TenantCtx,
    db: Option<&TenantDb>,
    site_db: &TenantDb,
    site: &SiteDays,
    most: usize,
) -> Result<Funnel, Failure> {
    ctx.authorise(Resource::Analytics, Action::Read)?;
    let Some(db) = db else { return Ok(Funnel::default()) };
    let tx = db.read().await?;
    let days = &site.days;
    let visits = Figures::sum(by_day(&tx, days, &Filters::default()).await?.into_values()).visits;
    let Steps { seen, cart, checkout, orders } = steps(&tx, site).await?;
    let mut funnel = Funnel { visits, seen, cart, checkout, orders, ..Funnel::default() };
    funnel.products = products(&tx, site_db, site, most).await?;
    let mut sources: Vec<(i64, Figures)> =
        by_value(&tx, days, &Filters::default(), Dimension::Source).await?.into_iter().collect();
    sources.sort_by_key(|(value, own)| (std::cmp::Reverse((own.revenue, own.visits)), *value));
    sources.truncate(most);
    let ids: Vec<i64> = sources.iter().map(|(value, _)| *value).collect();
    let known = names(&tx, Dimension::Source, &ids).await?;
    let source = |(value, own): (i64, Figures)| FunnelSource {
        value: known.get(&value).cloned().unwrap_or_default(),
        visits: own.visits,
        orders: own.orders,
        revenue: own.revenue,
    };
    funnel.sources = sources.into_iter().map(source).collect();
    Ok(funnel)
}

/// Number of visits with an event of these kinds, as an SQL expression.
fn visits_with(kinds: &[EventKind]) -> Expr {
    let numbers: Vec<String> = kinds.iter().map(|kind| kind.number().to_string()).collect();
    Expr::cust(format!("count(DISTINCT CASE WHEN kind IN ({}) THEN visit END)", numbers.join(", ")))
}

const SEEN: [EventKind; 2] = [EventKind::ProductPageView, EventKind::QuickView];

async fn steps(tx: &TenantTx, site: &SiteDays) -> Result<Steps, Failure> {
    let (from, until) = site.days.whole();
    let kinds = [SEEN[0], SEEN[1], EventKind::AddToCart, EventKind::CheckoutStarted, EventKind::Purchase];
    let on_the_days = Condition::all()
        .add(Column::At.gte(from))
        .add(Column::At.lt(until))
        .add(Column::Kind.is_in(kinds.map(EventKind::number)));
    let counted: Vec<Steps> = tx
        .find::<Entity>()
        .filter(on_the_days)
        .aggregate(
            &[],
            vec![
                (visits_with(&SEEN), "seen"),
                (visits_with(&[EventKind::AddToCart]), "cart"),
                (visits_with(&[EventKind::CheckoutStarted]), "checkout"),
                (visits_with(&[EventKind::Purchase]), "orders"),
            ],
        )
        .await?;
    Ok(counted.into_iter().next().unwrap_or(Steps { seen: 0, cart: 0, checkout: 0, orders: 0 }))
}

async fn products(
    tx: &TenantTx,
    site_db: &TenantDb,
    site: &SiteDays,
    most: usize,
) -> Result<Vec<FunnelProduct>, Failure> {
    let kinds = [SEEN[0], SEEN[1], EventKind::AddToCart];
    let mut rows: Vec<OfProduct> = tx
        .find::<Entity>()
        .filter(happened(site, &kinds))
        .aggregate(
            &[Column::Object],
            vec![(visits_with(&SEEN), "seen"), (visits_with(&[EventKind::AddToCart]), "cart")],
        )
        .await?;
    rows.sort_by_key(|row| (std::cmp::Reverse((row.seen, row.cart)), row.object));
    rows.truncate(most);
    let ids: Vec<i64> = rows.iter().map(|row| row.object).collect();
    let ids = texts::read(tx, &ids).await?;
    let known: Vec<ProductId> = ids.values().filter_map(|id| id.parse().ok()).collect();
    let names: Vec<ProductName> = site_db
        .read()
        .await?
        .find::<product::Entity>()
        .filter(product::Column::Id.is_in(known))
        .select_columns(&[product::Column::Id, product::Column::Name])
        .await?;
    let names: HashMap<String, String> = names.into_iter().map(|own| (own.id.into(), own.name)).collect();
    let row = |row: OfProduct| {
        let id = ids.get(&row.object).cloned().unwrap_or_default();
        FunnelProduct { name: names.get(&id).unwrap_or(&id).clone(), id, seen: row.seen, cart: row.cart }
    };
    Ok(rows.into_iter().map(row).collect())
}
