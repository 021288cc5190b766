//! Visits on their way from a product to an order.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait as _, FromQueryResult};
use stoa_entity::analytics::analytics_event::{Column, Entity};
use stoa_entity::analytics::analytics_rollup::{self, Column as Sums};
use stoa_entity::tenant::product;
use stoa_entity::{DbError, TenantDb, TenantTx, sum};
use stoa_kernel::id::ProductId;
use stoa_kernel::local_days::{Days, day_number_sql};
use stoa_kernel::money::Cents;
use stoa_kernel::{Action, Failure, Resource, TenantCtx, boxed};

use super::activity::ListRequest;
use super::counts::happened;
use super::sums::{Parts, by_day, by_value, names, of_packed, parts, rolled_up_as, taken};
use super::{Figures, Filters, Scope};
use crate::rollups::{Dimension, Grain, OTHER, PRODUCT_SEEN, objects_of};
use crate::segments::StepSums;
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
    /// Those that saw it and put it into the cart in the preceding period, when asked for.
    pub before: Option<(i64, i64)>,
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Steps {
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
}

/// Visits from product to order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Funnel {
    /// All of them.
    pub steps: Steps,
    /// Those of the preceding period, when asked for.
    pub before: Option<Steps>,
    /// The most seen first.
    pub products: Vec<FunnelProduct>,
    /// Those with the highest revenue first.
    pub sources: Vec<FunnelSource>,
}

#[derive(FromQueryResult)]
struct OfDay {
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

/// What happened on some days.
struct Passed {
    steps: Steps,
    /// Visits that saw a product and put it into the cart, by product.
    products: ByProduct,
}

type ByProduct = BTreeMap<i64, (i64, i64)>;

/// Visits of the days that saw a product, put one into the cart, began a checkout and placed an order, with the wanted
/// number of products and sources. `site_db` has the products.
///
/// # Errors
/// When the caller may not read analytics, or the database fails.
#[boxed]
pub async fn funnel(
    ctx: &TenantCtx,
    db: Option<&TenantDb>,
    site_db: &TenantDb,
    scope: &Scope,
    wanted: ListRequest,
) -> Result<Funnel, Failure> {
    ctx.authorise(Resource::Analytics, Action::Read)?;
    let before = wanted.compare.then(|| scope.site.days.before()).flatten();
    let Some(db) = db else { return Ok(Funnel { before: before.map(|_| Steps::default()), ..Funnel::default() }) };
    let tx = db.snapshot().await?;
    let Scope { site, filters } = scope;
    let Passed { steps, products } = passed(&tx, &site.days, filters).await?;
    let earlier = match before {
        Some(days) => Some(passed(&tx, &days, filters).await?),
        None => None,
    };
    let mut products: Vec<(i64, (i64, i64))> = products.into_iter().collect();
    products.sort_by_key(|(product, own)| (Reverse(*own), *product));
    products.truncate(wanted.most);
    let products = named(&tx, site_db, products, earlier.as_ref().map(|own| &own.products)).await?;
    let before = earlier.map(|own| own.steps);
    let sources = sources(&tx, scope, wanted.most).await?;
    Ok(Funnel { steps, before, products, sources })
}

/// The sources with the highest revenue.
async fn sources(tx: &TenantTx, scope: &Scope, most: usize) -> Result<Vec<FunnelSource>, Failure> {
    let sums = by_value(tx, &scope.site.days, &scope.filters, Dimension::Source).await?;
    let mut sources: Vec<(i64, Figures)> = sums.into_iter().collect();
    sources.sort_by_key(|(value, own)| (Reverse((own.revenue, own.visits)), *value));
    sources.truncate(most);
    let ids: Vec<i64> = sources.iter().map(|(value, _)| *value).collect();
    let known = names(tx, Dimension::Source, &ids).await?;
    let source = |(value, own): (i64, Figures)| FunnelSource {
        value: known.get(&value).cloned().unwrap_or_default(),
        visits: own.visits,
        orders: own.orders,
        revenue: own.revenue,
    };
    Ok(sources.into_iter().map(source).collect())
}

/// What happened on the days: those of all visits are in the roll-ups, those of some in the columns of the days.
async fn passed(tx: &TenantTx, days: &Days, filters: &Filters) -> Result<Passed, DbError> {
    let visits = Figures::sum(by_day(tx, days, filters).await?.into_values()).visits;
    let mut parts = parts(tx, days).await?;
    let mut all = Passed { steps: Steps { visits, ..Steps::default() }, products: ByProduct::new() };
    let own = StepSums::new(filters.of_columns());
    let own = match filters.is_empty() {
        true => of_packed(tx, &mut parts, own).await?,
        false => taken(tx, &mut parts, filters, own).await?,
    };
    let [seen, cart, checkout, orders] = own.steps;
    all.steps = Steps { visits, seen, cart, checkout, orders };
    all.products = own.products.into_iter().collect();
    add_steps(tx, &parts, filters, &mut all.steps).await?;
    add_products(tx, &parts, filters, &mut all.products).await?;
    Ok(all)
}

/// Number of visits with an event of these kinds, as an SQL expression.
fn visits_with(kinds: &[EventKind]) -> Expr {
    let numbers: Vec<String> = kinds.iter().map(|kind| kind.number().to_string()).collect();
    Expr::cust(format!("count(DISTINCT CASE WHEN kind IN ({}) THEN visit END)", numbers.join(", ")))
}

/// Visits by step: from the roll-ups of days that have all their events, else from the events. Visits are counted once a
/// day.
async fn add_steps(tx: &TenantTx, parts: &Parts, filters: &Filters, all: &mut Steps) -> Result<(), DbError> {
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
        let kinds: Vec<EventKind> = PRODUCT_SEEN.into_iter().chain(STEPS).collect();
        let rows: Vec<OfDay> = tx
            .find::<Entity>()
            .filter(happened(tx, days, filters, &kinds))
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
    Ok(())
}

/// Visits that saw each product and put it into the cart.
async fn add_products(tx: &TenantTx, parts: &Parts, filters: &Filters, sums: &mut ByProduct) -> Result<(), DbError> {
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
        let kinds = [PRODUCT_SEEN[0], PRODUCT_SEEN[1], EventKind::AddToCart];
        let rows: Vec<OfProduct> = tx
            .find::<Entity>()
            .filter(happened(tx, days, filters, &kinds).add(Column::Object.is_not_null()))
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
    Ok(())
}

async fn named(
    tx: &TenantTx,
    site_db: &TenantDb,
    rows: Vec<(i64, (i64, i64))>,
    before: Option<&ByProduct>,
) -> Result<Vec<FunnelProduct>, Failure> {
    let ids: Vec<i64> = rows.iter().map(|(object, _)| *object).collect();
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
    let row = |(object, (seen, cart)): (i64, (i64, i64))| {
        let id = ids.get(&object).cloned().unwrap_or_default();
        let before = before.map(|all| all.get(&object).copied().unwrap_or_default());
        FunnelProduct { name: names.get(&id).unwrap_or(&id).clone(), id, seen, cart, before }
    };
    Ok(rows.into_iter().map(row).collect())
}
