use stoa_kernel::id::ProductId;
use stoa_kernel::money::Currency;

use super::periods::Interval;

/// Which days are summed, and how.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SalesRequest {
    /// The first day, such as `2026-11-21`; found by the number of days unless told.
    pub from: Option<String>,
    /// How many days end with the last; 30 unless told.
    pub days: Option<i64>,
    /// The last day; today unless told.
    pub until: Option<String>,
    /// What is summed into one; days unless told.
    pub by: Interval,
}

/// What was sold in a time. Amounts are minor units of the report's currency.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Orders that were paid.
    pub orders: i64,
    /// What they cost altogether.
    pub sales_cents: i64,
    /// The tax in it.
    pub tax_cents: i64,
    /// The delivery in it.
    pub shipping_cents: i64,
    /// What discounts took off.
    pub discount_cents: i64,
    /// Refunds that went through in the time, whenever the order was paid.
    pub refunds: i64,
    /// What they gave back.
    pub refunded_cents: i64,
}

impl Totals {
    /// What an order cost on average; none without orders.
    pub fn average_cents(&self) -> Option<i64> {
        (self.orders > 0).then(|| (self.sales_cents + self.orders / 2) / self.orders)
    }

    /// What was kept.
    pub fn net_cents(&self) -> i64 {
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

/// A day, week or month, or the part of it that was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Period {
    /// Its first day, such as `2026-11-21`.
    pub start: String,
    /// What was sold in it.
    pub totals: Totals,
}

/// A product that sold well.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestSeller {
    /// The product.
    pub product_id: ProductId,
    /// Its name when it was sold.
    pub name: String,
    /// Pieces.
    pub quantity: i64,
    /// Price of all before discounts of the order, minor units.
    pub total_cents: i64,
}

/// What the shop has sold in a time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SalesReport {
    /// IANA name of the time zone whose days are summed.
    pub time_zone: String,
    /// Currency of all amounts; orders in others are only counted.
    pub currency: Currency,
    /// What is summed into one.
    pub by: Interval,
    /// The first day.
    pub from: String,
    /// The last day.
    pub until: String,
    /// The sums in order, none left out.
    pub periods: Vec<Period>,
    /// All of them together.
    pub totals: Totals,
    /// The same of as many days before.
    pub before: Totals,
    /// The products with the highest sales, the highest first.
    pub best_sellers: Vec<BestSeller>,
    /// Paid orders that are in currencies that the shop sold in before.
    pub orders_in_other_currencies: i64,
    /// Paid orders that wait to be sent, whenever they were placed.
    pub orders_to_fulfill: i64,
}
