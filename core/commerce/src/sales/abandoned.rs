//! Carts that were left, by the day on which they were begun. No customer data.

use std::collections::BTreeMap;

use sea_orm::sea_query::{Expr, ExprTrait as _};
use sea_orm::{ColumnTrait, FromQueryResult};
use stoa_entity::TenantDb;
use stoa_entity::tenant::{cart, cart_entry};
use stoa_kernel::clock::HOUR_MS;
use stoa_kernel::local_days::{self, Interval, SiteDays};
use stoa_kernel::money::Cents;
use stoa_kernel::permission::{Action, Resource};
use stoa_kernel::{TenantCtx, boxed};

use super::store::day_number;
use crate::CommerceError;
use crate::load_runs::is_of_no_run;

/// A cart counts as left when nothing has happened to it for an hour.
const LEFT_AFTER_MS: i64 = HOUR_MS;

/// Carts of a day.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CartsOfDay {
    /// The day, such as `2026-11-21`.
    pub day: String,
    /// Carts with products.
    pub carts: i64,
    /// Those that were left.
    pub abandoned: i64,
    /// Value of the products in these at the prices when they were added, minor units.
    pub value_cents: Cents,
}

/// Carts of a range of days.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AbandonedCarts {
    /// Of all days.
    pub totals: CartsOfDay,
    /// The days in order, those without carts included.
    pub days: Vec<CartsOfDay>,
}

#[derive(FromQueryResult)]
struct DayCounts {
    day: i64,
    carts: i64,
    abandoned: i64,
    value_cents: Cents,
}

/// The carts with products that were begun on the days, and those of them that were left.
///
/// # Errors
/// When the caller may not read sales, or the database fails.
#[boxed]
pub async fn abandoned_carts(ctx: &TenantCtx, db: &TenantDb, site: &SiteDays) -> Result<AbandonedCarts, CommerceError> {
    ctx.authorise(Resource::SalesReports, Action::Read)?;
    let tx = db.read().await?;
    let (from, until) = site.days.whole();
    let left = format!(
        "cart.order_id IS NULL AND NOT cart.is_purchased AND cart.updated_on <= {}",
        (ctx.now() - LEFT_AFTER_MS).ms()
    );
    let value = format!("sum(CASE WHEN {left} THEN cart_entry.quantity * cart_entry.added_price_cents ELSE 0 END)");
    let day = || day_number("cart.created_on", &site.days.stretches());
    let counted: Vec<DayCounts> = tx
        .find::<cart_entry::Entity>()
        .inner_join(cart::Entity)
        .filter(cart::Column::CreatedOn.gte(from))
        .filter(cart::Column::CreatedOn.lt(until))
        .filter(cart::Column::Currency.eq(site.currency.as_str()))
        .filter(is_of_no_run(&tx))
        .group_by(day())
        .aggregate(
            &[],
            vec![
                (day(), "day"),
                (Expr::cust("count(DISTINCT cart.id)"), "carts"),
                (Expr::cust(format!("count(DISTINCT CASE WHEN {left} THEN cart.id END)")), "abandoned"),
                (Expr::cust(value).cast_as("bigint"), "value_cents"),
            ],
        )
        .await?;
    let mut by_day = BTreeMap::new();
    for own in counted {
        if let Some(day) = local_days::day_of_number(own.day) {
            by_day.insert(day, own);
        }
    }
    let mut all = AbandonedCarts::default();
    for day in site.days.starts(Interval::Day) {
        let mut row = CartsOfDay { day: day.to_string(), ..CartsOfDay::default() };
        if let Some(own) = by_day.get(&day) {
            (row.carts, row.abandoned, row.value_cents) = (own.carts, own.abandoned, own.value_cents);
        }
        all.totals.carts += row.carts;
        all.totals.abandoned += row.abandoned;
        all.totals.value_cents += row.value_cents;
        all.days.push(row);
    }
    Ok(all)
}
