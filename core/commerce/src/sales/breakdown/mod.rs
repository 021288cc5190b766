//! Paid orders of a period by one of their properties. Wherever a part of an order belongs to one row, the rows add up
//! to the orders' totals.

mod store;

use std::collections::{BTreeMap, HashMap, HashSet};

use stoa_entity::TenantDb;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::local_days::{self, Interval, SiteDays};
use stoa_kernel::money::Cents;
use stoa_kernel::permission::{Action, Resource};
use stoa_kernel::{TenantCtx, boxed};

use super::Totals;
use super::store::by_day;
use crate::CommerceError;
use store::{PaidOrders, Part};
pub(super) use store::{buyers, first_orders};

/// What sales are grouped by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BreakdownBy {
    /// The product of a line.
    Product,
    /// The category of a line's product, its first one.
    Category,
    /// The discounts of an order.
    Discount,
    /// The country of delivery, else of the bill.
    Country,
    /// Whether the customer has ordered before.
    Customer,
    /// The month of payment.
    Month,
}

/// A part of the sales.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BreakdownRow {
    /// An id, a country, `new` or `returning`, or a month; empty when there is none. `adjustments` is what orders have
    /// besides their lines: discounts, delivery and tax.
    pub value: String,
    /// Name, where it is not the value.
    pub label: Option<String>,
    /// Paid orders.
    pub orders: i64,
    /// Pieces sold.
    pub quantity: Option<i64>,
    /// Sales, minor units.
    pub sales_cents: Cents,
}

impl BreakdownRow {
    fn new(value: impl Into<String>, label: Option<String>, sold: PaidOrders) -> Self {
        let PaidOrders { orders, sales_cents } = sold;
        Self { value: value.into(), label, orders, quantity: None, sales_cents }
    }
}

/// Sales by one of their properties.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breakdown {
    /// Of all paid orders.
    pub totals: Totals,
    /// The highest sales first; months in order.
    pub rows: Vec<BreakdownRow>,
}

/// Sales of the days by one of their properties, in the site's currency. Test orders are excluded.
///
/// # Errors
/// When the caller may not read sales, or the database fails.
#[boxed]
pub async fn breakdown(
    ctx: &TenantCtx,
    db: &TenantDb,
    by: BreakdownBy,
    site: &SiteDays,
) -> Result<Breakdown, CommerceError> {
    ctx.authorise(Resource::SalesReports, Action::Read)?;
    let tx = db.read().await?;
    let paid = store::paid(&tx, site).await?;
    let totals = Totals { orders: paid.orders, sales_cents: paid.sales_cents, ..Totals::default() };
    let mut rows = match by {
        BreakdownBy::Product => {
            let sold = store::products(&tx, site).await?;
            let rows = sold.into_iter().map(|part| (part.key.clone(), part)).collect::<Vec<_>>();
            with_adjustments(paid, rows)
        }
        BreakdownBy::Category => {
            let homes = store::categories(&tx, site).await?;
            with_adjustments(paid, by_category(&homes, store::products(&tx, site).await?))
        }
        BreakdownBy::Discount => store::discounts(&tx, site, paid).await?,
        BreakdownBy::Country => {
            let mut countries: BTreeMap<String, PaidOrders> = BTreeMap::new();
            for (country, cents) in store::countries(&tx, site).await? {
                countries.entry(country).or_default().add(cents);
            }
            countries.into_iter().map(|(country, sold)| BreakdownRow::new(country, None, sold)).collect()
        }
        BreakdownBy::Customer => by_customer(&store::first_orders(&tx).await?, store::buyers(&tx, site).await?),
        BreakdownBy::Month => {
            let days = &site.days;
            let mut months: BTreeMap<String, PaidOrders> = BTreeMap::new();
            for (number, sums) in by_day(&tx, &site.currency, &days.stretches()).await? {
                let Some(day) = local_days::day_of_number(number).filter(|_| sums.orders > 0) else { continue };
                let month = Interval::Month.start(day).strftime("%Y-%m").to_string();
                let sold = months.entry(month).or_default();
                sold.orders += sums.orders;
                sold.sales_cents += sums.sales_cents;
            }
            months.into_iter().map(|(month, sold)| BreakdownRow::new(month, None, sold)).collect()
        }
    };
    if by != BreakdownBy::Month {
        rows.sort_by(|one, other| other.sales_cents.cmp(&one.sales_cents).then_with(|| one.value.cmp(&other.value)));
    }
    Ok(Breakdown { totals, rows })
}

/// Rows of lines, and one of what their orders have besides.
fn with_adjustments(paid: PaidOrders, parts: Vec<(String, Part)>) -> Vec<BreakdownRow> {
    let row = |(value, part): (String, Part)| BreakdownRow {
        value,
        label: part.name,
        orders: part.orders,
        quantity: Some(part.quantity),
        sales_cents: part.total_cents,
    };
    let mut rows: Vec<BreakdownRow> = parts.into_iter().map(row).collect();
    let lines = rows.iter().fold(Cents(0), |sum, row| sum + row.sales_cents);
    let rest = paid.sales_cents - lines;
    if rest != Cents(0) {
        let sold = PaidOrders { orders: paid.orders, sales_cents: rest };
        rows.push(BreakdownRow::new("adjustments", None, sold));
    }
    rows
}

/// Lines by the first category of their products. An order with two products of a category is counted twice in it.
fn by_category(homes: &HashMap<String, (String, String)>, parts: Vec<Part>) -> Vec<(String, Part)> {
    let mut sums: BTreeMap<String, Part> = BTreeMap::new();
    for part in parts {
        let home = homes.get(&part.key);
        let (id, name) = home.map_or((String::new(), None), |(id, name)| (id.clone(), Some(name.clone())));
        let sum = sums.entry(id.clone()).or_insert_with(|| Part { key: id, name, ..Part::default() });
        sum.orders += part.orders;
        sum.quantity += part.quantity;
        sum.total_cents += part.total_cents;
    }
    sums.into_iter().collect()
}

/// New and returning customers: an order is of a new one when it is the first paid order of its address.
fn by_customer(first: &HashMap<String, Timestamp>, orders: Vec<store::Bought>) -> Vec<BreakdownRow> {
    let (mut new, mut returning) = (PaidOrders::default(), PaidOrders::default());
    let mut counted = HashSet::new();
    for order in orders {
        let is_first = first.get(&order.buyer).is_none_or(|paid_on| *paid_on >= order.paid_on);
        if is_first && counted.insert(order.buyer) { new.add(order.cents) } else { returning.add(order.cents) }
    }
    let rows = [("new", new), ("returning", returning)].into_iter().filter(|(_, sold)| sold.orders > 0);
    rows.map(|(value, sold)| BreakdownRow::new(value, None, sold)).collect()
}

#[cfg(test)]
mod tests {
    use super::store::Bought;
    use super::*;

    #[test]
    fn first_order_of_an_address_is_of_a_new_customer() {
        let first =
            HashMap::from([("ada".to_owned(), Timestamp::from_ms(10)), ("bob".to_owned(), Timestamp::from_ms(3))]);
        let order = |buyer: &str, paid_on, cents| Bought {
            buyer: buyer.into(),
            paid_on: Timestamp::from_ms(paid_on),
            cents: Cents(cents),
        };
        let rows = by_customer(&first, vec![order("ada", 10, 500), order("ada", 10, 70), order("bob", 11, 9)]);
        let seen: Vec<_> = rows.iter().map(|row| (row.value.as_str(), row.orders, row.sales_cents.0)).collect();
        assert_eq!(seen, [("new", 1, 500), ("returning", 2, 79)]);
    }

    #[test]
    fn lines_and_adjustments_add_up_to_the_orders() {
        let part = Part { key: "prd_1".into(), name: None, orders: 2, quantity: 3, total_cents: Cents(3_000) };
        let paid = PaidOrders { orders: 2, sales_cents: Cents(2_750) };
        let rows = with_adjustments(paid, vec![("prd_1".into(), part)]);
        assert_eq!(rows.iter().map(|row| row.sales_cents.0).sum::<i64>(), 2_750);
        assert_eq!(rows.last().map(|row| (row.value.as_str(), row.sales_cents)), Some(("adjustments", Cents(-250))));
    }
}
