use stoa_entity::tenant::discount;
use stoa_kernel::id::DiscountId;

use crate::{CommerceError, columns};

/// Said of a code that no discount has.
pub const UNKNOWN_CODE: &str = "This code is not valid.";

/// What a discount takes off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiscountKind {
    /// A part of the price.
    Percent,
    /// A fixed amount.
    Amount,
    /// The price of delivery.
    FreeShipping,
}

/// What a discount lowers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AppliesTo {
    /// The order as a whole.
    Order,
    /// Some products.
    Products,
    /// The products of some categories.
    Categories,
}

impl DiscountKind {
    /// All kinds.
    pub const ALL: [DiscountKind; 3] = [DiscountKind::Percent, DiscountKind::Amount, DiscountKind::FreeShipping];

    /// Its name in the table.
    pub fn name(self) -> &'static str {
        match self {
            DiscountKind::Percent => "percent",
            DiscountKind::Amount => "amount",
            DiscountKind::FreeShipping => "free-shipping",
        }
    }
}

impl AppliesTo {
    /// All scopes.
    pub const ALL: [AppliesTo; 3] = [AppliesTo::Order, AppliesTo::Products, AppliesTo::Categories];

    /// Its name in the table.
    pub fn name(self) -> &'static str {
        match self {
            AppliesTo::Order => "order",
            AppliesTo::Products => "products",
            AppliesTo::Categories => "categories",
        }
    }
}

/// A discount as contributors see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiscountView {
    /// Its id.
    pub id: DiscountId,
    /// Name shown to shoppers.
    pub label: String,
    /// The code as it is written; none when it applies by itself.
    pub code: Option<String>,
    /// What it takes off.
    pub kind: DiscountKind,
    /// What is taken off in basis points, for a part of the price: 1000 is 10 %.
    pub rate_basis_points: i64,
    /// What is taken off, minor units, for a fixed amount.
    pub amount_cents: i64,
    /// What it lowers.
    pub applies_to: AppliesTo,
    /// Ids of those products or categories.
    pub target_ids: Vec<String>,
    /// Subtotal it needs, minor units; 0 for none.
    pub minimum_subtotal_cents: i64,
    /// From when it applies, UTC milliseconds.
    pub starts_on: Option<i64>,
    /// Until when it applies, UTC milliseconds.
    pub ends_on: Option<i64>,
    /// How many orders may use it.
    pub usage_limit: Option<i64>,
    /// Whether each customer may use it once only.
    pub once_per_customer: bool,
    /// Addresses of the customers who alone get it; none when everybody does.
    pub customers: Option<Vec<String>>,
    /// Orders that used it; without a limit no more are counted than [`MOST_COUNTED`](super::MOST_COUNTED).
    pub used_count: i64,
    /// Whether more used it than were counted.
    pub more_used: bool,
    /// Whether it applies at all.
    pub enabled: bool,
    /// Raised by each change.
    pub revision: i64,
    /// When it was made, UTC milliseconds.
    pub created_on: i64,
    /// When it was last changed, UTC milliseconds.
    pub updated_on: i64,
}

impl DiscountView {
    pub(super) fn from_row(row: discount::Model) -> Result<Self, CommerceError> {
        let kind = DiscountKind::ALL.into_iter().find(|kind| kind.name() == row.kind);
        let applies_to = AppliesTo::ALL.into_iter().find(|scope| scope.name() == row.applies_to);
        let unreadable = |column: &'static str, value: &str| CommerceError::Unreadable {
            column,
            source: format!("'{value}' is none of the names").into(),
        };
        Ok(Self {
            kind: kind.ok_or_else(|| unreadable("discount.kind", &row.kind))?,
            applies_to: applies_to.ok_or_else(|| unreadable("discount.applies_to", &row.applies_to))?,
            target_ids: columns::read("discount.target_ids", &row.target_ids)?,
            id: row.id,
            label: row.label,
            code: row.code,
            rate_basis_points: row.rate_basis_points,
            amount_cents: row.amount_cents,
            minimum_subtotal_cents: row.minimum_subtotal_cents,
            starts_on: row.starts_on,
            ends_on: row.ends_on,
            usage_limit: row.usage_limit,
            once_per_customer: row.once_per_customer,
            customers: row.for_named_customers.then(Vec::new),
            used_count: row.used_count,
            more_used: false,
            enabled: row.enabled,
            revision: row.revision,
            created_on: row.created_on,
            updated_on: row.updated_on,
        })
    }
}

/// A code as it is compared: trimmed, in capitals.
pub(crate) fn code_key(code: &str) -> String {
    code.trim().to_uppercase()
}
