//! A sales report: its range, periods and totals.

use stoa_kernel::id::ProductId;
use stoa_kernel::local_days::Interval;
use stoa_kernel::money::{Cents, Currency};

/// Parameters of a sales report.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SalesRequest {
    /// The first day, such as `2026-11-21`; computed from `days` by default.
    pub from: Option<String>,
    /// Number of days up to the last day; 30 by default.
    pub days: Option<i64>,
    /// The last day; today by default.
    pub until: Option<String>,
    /// Length of a period; a day by default.
    pub by: Interval,
}

/// Totals of a period. Amounts are minor units of the report's currency.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Number of paid orders.
    pub orders: i64,
    /// Sum of their totals.
    pub sales_cents: Cents,
    /// Tax included in it.
    pub tax_cents: Cents,
    /// Delivery included in it.
    pub shipping_cents: Cents,
    /// Discounts.
    pub discount_cents: Cents,
    /// Number of refunds of counted orders that succeeded in the period, whenever the order was paid. Without those of money
    /// that was never counted: paid twice, or beyond the order's total.
    pub refunds: i64,
    /// Amount refunded.
    pub refunded_cents: Cents,
}

impl Totals {
    /// Average order total; none without orders.
    pub fn average_cents(&self) -> Option<Cents> {
        (self.orders > 0).then(|| Cents((self.sales_cents.0 + self.orders / 2) / self.orders))
    }

    /// Sales less refunds.
    pub fn net_cents(&self) -> Cents {
        self.sales_cents - self.refunded_cents
    }

    pub(super) fn add(&mut self, other: &Totals) {
        self.orders += other.orders;
        self.sales_cents += other.sales_cents;
        self.tax_cents += other.tax_cents;
        self.shipping_cents += other.shipping_cents;
        self.discount_cents += other.discount_cents;
        self.refunds += other.refunds;
        self.refunded_cents += other.refunded_cents;
    }
}

/// A day, week or month, or the requested part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Period {
    /// Its first day, such as `2026-11-21`.
    pub start: String,
    /// Its totals.
    pub totals: Totals,
}

/// A best-selling product.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestSeller {
    /// The product.
    pub product_id: ProductId,
    /// Its name at the time of sale.
    pub name: String,
    /// Pieces sold.
    pub quantity: i64,
    /// Sales before order discounts, minor units.
    pub total_cents: Cents,
}

/// A sales report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SalesReport {
    /// IANA name of the time zone that defines the days.
    pub time_zone: String,
    /// Currency of all amounts; orders in other currencies are only counted.
    pub currency: Currency,
    /// Length of a period.
    pub by: Interval,
    /// The first day.
    pub from: String,
    /// The last day.
    pub until: String,
    /// All periods in order, without gaps.
    pub periods: Vec<Period>,
    /// Totals of all periods.
    pub totals: Totals,
    /// Totals of the same number of days before.
    pub before: Totals,
    /// The products with the highest sales, highest first.
    pub best_sellers: Vec<BestSeller>,
    /// Number of paid orders in former currencies of the store.
    pub orders_in_other_currencies: i64,
    /// Number of paid orders to be fulfilled, whenever they were placed.
    pub orders_to_fulfill: i64,
    /// Number of disputes that the shop has to answer.
    pub disputes_to_answer: i64,
}
