//! Paid orders by their properties, summed by the database where one order is not counted in several rows.

use std::collections::HashMap;

use sea_orm::sea_query::{Condition, Expr, ExprTrait as _, Func, SimpleExpr};
use sea_orm::{ColumnTrait, FromQueryResult};
use stoa_address::Address;
use stoa_entity::json_column::JsonOf;
use stoa_entity::tenant::{category, discount, discount_use, order, order_item, product_category};
use stoa_entity::{DbError, TenantTx, sum};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{CategoryId, DiscountId, ProductId};
use stoa_kernel::local_days::SiteDays;
use stoa_kernel::money::Cents;

use super::BreakdownRow;
use crate::sales::store::{count, paid_within};

/// Number and sum of orders.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, FromQueryResult)]
pub(super) struct PaidOrders {
    pub(super) orders: i64,
    pub(super) sales_cents: Cents,
}

impl PaidOrders {
    pub(super) fn add(&mut self, cents: Cents) {
        self.orders += 1;
        self.sales_cents += cents;
    }
}

/// Sold lines of a product or category.
#[derive(Clone, Debug, Default)]
pub(super) struct Part {
    pub(super) key: String,
    pub(super) name: Option<String>,
    pub(super) orders: i64,
    pub(super) quantity: i64,
    pub(super) total_cents: Cents,
}

/// A paid order and who bought it.
#[derive(Clone, Debug, FromQueryResult)]
pub(crate) struct Bought {
    pub(crate) buyer: String,
    pub(crate) paid_on: Timestamp,
    pub(crate) cents: Cents,
}

#[derive(FromQueryResult)]
struct FirstOrder {
    buyer: String,
    paid_on: Timestamp,
}

#[derive(FromQueryResult)]
struct SoldProduct {
    product_id: ProductId,
    name: String,
    orders: i64,
    quantity: i64,
    total_cents: Cents,
}

#[derive(FromQueryResult)]
struct UsedDiscount {
    discount_id: DiscountId,
    orders: i64,
    sales_cents: Cents,
}

#[derive(FromQueryResult)]
struct DiscountName {
    id: DiscountId,
    label: String,
}

#[derive(FromQueryResult)]
struct Home {
    product_id: ProductId,
    category_id: CategoryId,
}

#[derive(FromQueryResult)]
struct CategoryName {
    id: CategoryId,
    name: String,
    position: i32,
}

#[derive(FromQueryResult)]
struct Destination {
    shipping_address: Option<JsonOf<Address>>,
    billing_address: Option<JsonOf<Address>>,
    grand_total_cents: Cents,
}

/// Real orders of the site's currency that were paid on the days.
fn paid_on_days(site: &SiteDays) -> Condition {
    let (from, until) = site.days.whole();
    paid_within(from, until).add(order::Column::Currency.eq(site.currency.as_str()))
}

/// The address of the buyer in lower case.
fn buyer() -> SimpleExpr {
    Expr::expr(Func::lower(Expr::col(order::Column::Email)))
}

fn number_and_sum() -> Vec<(SimpleExpr, &'static str)> {
    vec![(count(), "orders"), (sum(order::Column::GrandTotalCents), "sales_cents")]
}

/// All paid orders.
pub(super) async fn paid(tx: &TenantTx, site: &SiteDays) -> Result<PaidOrders, DbError> {
    let all = tx.find::<order::Entity>().filter(paid_on_days(site)).aggregate(&[], number_and_sum()).await?;
    Ok(all.into_iter().next().unwrap_or_default())
}

/// Sold lines by product.
pub(super) async fn products(tx: &TenantTx, site: &SiteDays) -> Result<Vec<Part>, DbError> {
    let orders = tx.find::<order::Entity>().filter(paid_on_days(site)).subquery(order::Column::Id);
    let sold: Vec<SoldProduct> = tx
        .find::<order_item::Entity>()
        .filter(order_item::Column::OrderId.in_subquery(orders))
        .aggregate(
            &[order_item::Column::ProductId],
            vec![
                (Expr::col(order_item::Column::ProductName).max(), "name"),
                (Expr::cust("count(DISTINCT order_id)"), "orders"),
                (sum(order_item::Column::Quantity), "quantity"),
                (sum(order_item::Column::TotalCents), "total_cents"),
            ],
        )
        .await?;
    let part = |own: SoldProduct| Part {
        key: own.product_id.into(),
        name: Some(own.name),
        orders: own.orders,
        quantity: own.quantity,
        total_cents: own.total_cents,
    };
    Ok(sold.into_iter().map(part).collect())
}

/// The first category of each sold product, with its name: the one that comes first in the store.
pub(super) async fn categories(tx: &TenantTx, site: &SiteDays) -> Result<HashMap<String, (String, String)>, DbError> {
    let orders = tx.find::<order::Entity>().filter(paid_on_days(site)).subquery(order::Column::Id);
    let sold = tx.find::<order_item::Entity>().filter(order_item::Column::OrderId.in_subquery(orders));
    let homes: Vec<Home> = tx
        .find::<product_category::Entity>()
        .filter(product_category::Column::ProductId.in_subquery(sold.subquery(order_item::Column::ProductId)))
        .select_columns(&[product_category::Column::ProductId, product_category::Column::CategoryId])
        .await?;
    let names: Vec<CategoryName> = tx
        .find::<category::Entity>()
        .select_columns(&[category::Column::Id, category::Column::Name, category::Column::Position])
        .await?;
    let names: HashMap<CategoryId, (i32, String)> =
        names.into_iter().map(|own| (own.id, (own.position, own.name))).collect();
    let mut first: HashMap<String, (i32, String, String)> = HashMap::new();
    for home in homes {
        let Some((position, name)) = names.get(&home.category_id) else { continue };
        let this = (*position, String::from(home.category_id), name.clone());
        let kept = first.entry(home.product_id.into()).or_insert_with(|| this.clone());
        if this < *kept {
            *kept = this;
        }
    }
    Ok(first.into_iter().map(|(product, (_, id, name))| (product, (id, name))).collect())
}

/// Orders by discount; an order with two discounts is counted in both, one without any in the row without value.
pub(super) async fn discounts(tx: &TenantTx, site: &SiteDays, paid: PaidOrders) -> Result<Vec<BreakdownRow>, DbError> {
    let used: Vec<UsedDiscount> = tx
        .find::<discount_use::Entity>()
        .inner_join(order::Entity)
        .filter(paid_on_days(site))
        .aggregate(&[discount_use::Column::DiscountId], number_and_sum())
        .await?;
    let discounted = tx.find::<discount_use::Entity>().subquery(discount_use::Column::OrderId);
    let with: Vec<PaidOrders> = tx
        .find::<order::Entity>()
        .filter(paid_on_days(site).add(order::Column::Id.in_subquery(discounted)))
        .aggregate(&[], number_and_sum())
        .await?;
    let with = with.into_iter().next().unwrap_or_default();
    let names: Vec<DiscountName> = tx
        .find::<discount::Entity>()
        .filter(discount::Column::Id.is_in(used.iter().map(|own| own.discount_id.clone())))
        .select_columns(&[discount::Column::Id, discount::Column::Label])
        .await?;
    let names: HashMap<DiscountId, String> = names.into_iter().map(|own| (own.id, own.label)).collect();
    let row = |own: UsedDiscount| {
        let sold = PaidOrders { orders: own.orders, sales_cents: own.sales_cents };
        let label = names.get(&own.discount_id).cloned();
        BreakdownRow::new(own.discount_id, label, sold)
    };
    let mut rows: Vec<BreakdownRow> = used.into_iter().map(row).collect();
    if paid.orders > with.orders {
        let without =
            PaidOrders { orders: paid.orders - with.orders, sales_cents: paid.sales_cents - with.sales_cents };
        rows.push(BreakdownRow::new("", None, without));
    }
    Ok(rows)
}

/// Country and total of each order; the country is empty when the order has no address.
pub(super) async fn countries(tx: &TenantTx, site: &SiteDays) -> Result<Vec<(String, Cents)>, DbError> {
    let columns = [order::Column::ShippingAddress, order::Column::BillingAddress, order::Column::GrandTotalCents];
    let orders: Vec<Destination> =
        tx.find::<order::Entity>().filter(paid_on_days(site)).select_columns(&columns).await?;
    let country = |order: Destination| {
        let address = order.shipping_address.or(order.billing_address);
        (address.map(|address| address.0.country).unwrap_or_default(), order.grand_total_cents)
    };
    Ok(orders.into_iter().map(country).collect())
}

/// Orders of the days with their buyers, in order of payment.
pub(crate) async fn buyers(tx: &TenantTx, site: &SiteDays) -> Result<Vec<Bought>, DbError> {
    tx.find::<order::Entity>()
        .filter(paid_on_days(site))
        .order_by_asc(order::Column::PaidOn)
        .select_columns_and(
            &[order::Column::PaidOn],
            vec![(buyer(), "buyer"), (Expr::col(order::Column::GrandTotalCents), "cents")],
        )
        .await
}

/// When each buyer paid for the first time, UTC milliseconds.
pub(crate) async fn first_orders(tx: &TenantTx) -> Result<HashMap<String, Timestamp>, DbError> {
    let first: Vec<FirstOrder> = tx
        .find::<order::Entity>()
        .filter(order::Column::PaidOn.is_not_null())
        .filter(order::Column::TestMode.eq(false))
        .group_by(buyer())
        .aggregate(&[], vec![(buyer(), "buyer"), (Expr::col(order::Column::PaidOn).min(), "paid_on")])
        .await?;
    Ok(first.into_iter().map(|own| (own.buyer, own.paid_on)).collect())
}
