//! Visits on their way from a product to an order.

use std::collections::{BTreeMap, HashMap};

use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait as _, FromQueryResult};
use stoa_entity::analytics::analytics_event::{Column, Entity};
use stoa_entity::analytics::analytics_rollup::{self, Column as Sums};
use stoa_entity::tenant::product;
use stoa_entity::{TenantDb, TenantTx, sum};
use stoa_kernel::id::ProductId;
use stoa_kernel::local_days::{SiteDays, day_number_sql};
use stoa_kernel::money::Cents;
use stoa_kernel::{Action, Failure, Resource, TenantCtx, boxed};

use super::activity::happened;
use super::sums::{Parts, by_day, by_value, names, parts, rolled_up_as};
use super::{Figures, Filters};
use crate::rollups::{Dimension, Grain, OTHER, PRODUCT_SEEN, objects_of};
use crate::{EventKind, texts};

/// The steps after a product was seen.
const STEPS: [EventKind; 3] = [EventKind::AddToCart, EventKind::CheckoutStarted, EventKind::Purchase];
/// The value of the sums of any product.
const ANY: i64 = 0;

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

#[derive(Default, FromQueryResult)]
struct Steps {
    seen: i64,
    cart: i64,
    checkout: i64,
    orders: i64,
}

#[derive(FromQueryResult)]
struct OfValue {
    dimension: i16,
    value: i64,
    visits: i64,
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
    let parts = parts(&tx, days).await?;
    let Steps { seen, cart, checkout, orders } = steps(&tx, &parts).await?;
    let mut funnel = Funnel { visits, seen, cart, checkout, orders, ..Funnel::default() };
    let mut products = of_products(&tx, site, &parts).await?;
    products.truncate(most);
    funnel.products = named(&tx, site_db, products).await?;
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

/// Visits by step: from the roll-ups of days that have all their events, else from the events. Visits are counted once a
/// day.
async fn steps(tx: &TenantTx, parts: &Parts) -> Result<Steps, Failure> {
    let mut all = Steps::default();
    let [cart, checkout, orders] = STEPS.map(|kind| texts::id_of(kind.name()));
    for days in &parts.clean {
        let rows: Vec<OfValue> = tx
            .find::<analytics_rollup::Entity>()
            .filter(rolled_up_as(days, Grain::Day, [Dimension::Kind.number(), Dimension::SeenProduct.number()]))
            .filter(Sums::Value.is_in([ANY, cart, checkout, orders]))
            .aggregate(&[Sums::Dimension, Sums::Value], vec![(sum(Sums::Visits), "visits")])
            .await?;
        for OfValue { dimension, value, visits } in rows {
            match value {
                ANY if dimension == Dimension::SeenProduct.number() => all.seen += visits,
                _ if dimension != Dimension::Kind.number() => {}
                value if value == cart => all.cart += visits,
                value if value == checkout => all.checkout += visits,
                _ => all.orders += visits,
            }
        }
    }
    for days in &parts.dirty {
        let (from, until) = days.whole();
        let kinds = PRODUCT_SEEN.into_iter().chain(STEPS).map(EventKind::number);
        let rows: Vec<Steps> = tx
            .find::<Entity>()
            .filter(Column::At.gte(from))
            .filter(Column::At.lt(until))
            .filter(Column::Kind.is_in(kinds))
            .group_by(Expr::cust(day_number_sql("at", &days.stretches())))
            .aggregate(
                &[],
                vec![
                    (visits_with(&PRODUCT_SEEN), "seen"),
                    (visits_with(&[EventKind::AddToCart]), "cart"),
                    (visits_with(&[EventKind::CheckoutStarted]), "checkout"),
                    (visits_with(&[EventKind::Purchase]), "orders"),
                ],
            )
            .await?;
        for row in rows {
            all.seen += row.seen;
            all.cart += row.cart;
            all.checkout += row.checkout;
            all.orders += row.orders;
        }
    }
    Ok(all)
}

/// Visits that saw each product and put it into the cart, those seen most often first.
async fn of_products(tx: &TenantTx, site: &SiteDays, parts: &Parts) -> Result<Vec<OfProduct>, Failure> {
    let mut sums: BTreeMap<i64, (i64, i64)> = BTreeMap::new();
    let in_cart = objects_of(EventKind::AddToCart);
    for days in &parts.clean {
        let rows: Vec<OfValue> = tx
            .find::<analytics_rollup::Entity>()
            .filter(rolled_up_as(days, Grain::Day, [Dimension::SeenProduct.number(), in_cart]))
            .filter(Sums::Value.is_not_in([ANY, texts::id_of(OTHER)]))
            .aggregate(&[Sums::Dimension, Sums::Value], vec![(sum(Sums::Visits), "visits")])
            .await?;
        for OfValue { dimension, value, visits } in rows {
            let own = sums.entry(value).or_default();
            *(if dimension == in_cart { &mut own.1 } else { &mut own.0 }) += visits;
        }
    }
    for days in &parts.dirty {
        let part = SiteDays { days: days.clone(), ..site.clone() };
        let kinds = [PRODUCT_SEEN[0], PRODUCT_SEEN[1], EventKind::AddToCart];
        let rows: Vec<OfProduct> = tx
            .find::<Entity>()
            .filter(happened(&part, &kinds))
            .group_by(Expr::cust(day_number_sql("at", &days.stretches())))
            .aggregate(
                &[Column::Object],
                vec![(visits_with(&PRODUCT_SEEN), "seen"), (visits_with(&[EventKind::AddToCart]), "cart")],
            )
            .await?;
        for OfProduct { object, seen, cart } in rows {
            let own = sums.entry(object).or_default();
            *own = (own.0 + seen, own.1 + cart);
        }
    }
    let mut rows: Vec<OfProduct> =
        sums.into_iter().map(|(object, (seen, cart))| OfProduct { object, seen, cart }).collect();
    rows.sort_by_key(|row| (std::cmp::Reverse((row.seen, row.cart)), row.object));
    Ok(rows)
}

async fn named(tx: &TenantTx, site_db: &TenantDb, rows: Vec<OfProduct>) -> Result<Vec<FunnelProduct>, Failure> {
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
