//! A discount as contributors see it.

use stoa_entity::tenant::discount;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::DiscountId;
use stoa_kernel::money::Cents;
use stoa_kernel::pricing::{DiscountKind, DiscountScope};

/// A discount as contributors see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiscountView {
    /// Its id.
    pub id: DiscountId,
    /// Name shown to customers.
    pub label: String,
    /// The code as entered; none for an automatic discount.
    pub code: Option<String>,
    /// Kind of reduction.
    pub kind: DiscountKind,
    /// Reduction in basis points, for a percentage: 1000 is 10 %.
    pub rate_basis_points: i64,
    /// Reduction in minor units, for a fixed amount.
    pub amount_cents: Cents,
    /// What it is applied to.
    pub applies_to: DiscountScope,
    /// Ids of the products or categories it is limited to.
    pub target_ids: Vec<String>,
    /// Minimum subtotal, in minor units; 0 for none.
    pub minimum_subtotal_cents: Cents,
    /// Start of validity.
    pub starts_on: Option<Timestamp>,
    /// End of validity.
    pub ends_on: Option<Timestamp>,
    /// Maximum number of orders that may use it.
    pub usage_limit: Option<i64>,
    /// Whether each customer may use it only once.
    pub once_per_customer: bool,
    /// E-mail addresses of the customers that it is limited to; none if anyone may use it.
    pub customers: Option<Vec<String>>,
    /// Number of orders that used it. Without a usage limit, counting stops at [`MAX_COUNTED`](super::MAX_COUNTED).
    pub used_count: i64,
    /// Whether more orders used it than were counted.
    pub more_used: bool,
    /// Whether it is enabled.
    pub enabled: bool,
    /// Incremented by each change.
    pub revision: i64,
    /// Creation time.
    pub created_on: Timestamp,
    /// Time of the last change.
    pub updated_on: Timestamp,
}

impl From<discount::Model> for DiscountView {
    fn from(row: discount::Model) -> Self {
        Self {
            kind: row.kind,
            applies_to: row.applies_to,
            target_ids: row.target_ids.0,
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
        }
    }
}

/// Normalised code for comparison: trimmed, upper case.
pub(crate) fn code_key(code: &str) -> String {
    code.trim().to_uppercase()
}
