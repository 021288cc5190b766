//! Checks whether a discount applies. Pure functions: they take the cart with its context and return a reason for
//! refusal.

use std::collections::{BTreeSet, HashMap, HashSet};

use stoa_kernel::Said;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::DiscountId;
use stoa_kernel::money::Money;
use stoa_kernel::pricing::{DiscountKind, DiscountScope};

use super::model::DiscountView;
use crate::pricing::{Discount, DiscountEffect};
use crate::problem_texts::{
    CODE_EXPIRED, CODE_FOR_OTHER_ITEMS, CODE_FOR_OTHERS, CODE_NEEDS_DELIVERY, CODE_NEEDS_SUBTOTAL, CODE_NOT_YET_VALID,
    CODE_USED_ALREADY, CODE_USED_UP, UNKNOWN_CODE,
};

/// A cart line, reduced to what discount conditions need.
#[derive(Clone, Debug)]
pub(crate) struct SoldLine {
    /// Its reference in the pricing input.
    pub(crate) reference: String,
    /// The product.
    pub(crate) product_id: String,
    /// Categories the product is in.
    pub(crate) category_ids: Vec<String>,
    /// Whether discounts may reduce its price.
    pub(crate) discountable: bool,
}

/// The lines of a cart, indexed by the ids that discounts refer to: there may be thousands of discounts and hundreds of
/// lines.
#[derive(Clone, Debug, Default)]
pub(crate) struct DiscountableLines {
    /// Whether the cart has any lines.
    any: bool,
    /// References of the discountable lines, by product id and by each category id.
    named: HashMap<String, Vec<String>>,
}

impl DiscountableLines {
    pub(crate) fn new(lines: impl IntoIterator<Item = SoldLine>) -> Self {
        let mut sold = Self::default();
        for line in lines {
            sold.any = true;
            if line.discountable {
                for id in line.category_ids.into_iter().chain([line.product_id]) {
                    sold.named.entry(id).or_default().push(line.reference.clone());
                }
            }
        }
        sold
    }

    /// Ids of the products of discountable lines, and of their categories.
    pub(crate) fn targets(&self) -> impl Iterator<Item = &str> {
        self.named.keys().map(String::as_str)
    }

    fn lowers(&self, discount: &DiscountView) -> bool {
        match discount.applies_to {
            DiscountScope::Order if discount.kind == DiscountKind::FreeShipping => self.any,
            DiscountScope::Order => !self.named.is_empty(),
            DiscountScope::Products | DiscountScope::Categories => {
                discount.target_ids.iter().any(|id| self.named.contains_key(id))
            }
        }
    }

    /// References of the lines that a discount on products or categories reduces.
    fn lowered_by(&self, discount: &DiscountView) -> Vec<String> {
        let named = discount.target_ids.iter().filter_map(|id| self.named.get(id));
        named.flatten().collect::<BTreeSet<_>>().into_iter().cloned().collect()
    }
}

/// The cart and its context, as discount conditions need them.
#[derive(Clone, Debug)]
pub(crate) struct DiscountContext {
    /// Current time.
    pub(crate) now: Timestamp,
    /// The cart lines.
    pub(crate) lines: DiscountableLines,
    /// Sum of the discountable lines before any discount.
    pub(crate) subtotal: Money,
    /// Whether anything has to be shipped.
    pub(crate) requires_shipping: bool,
    /// Once-per-customer discounts that this customer has used in other orders.
    pub(crate) used_by_customer: HashSet<DiscountId>,
    /// Discounts that are limited to named customers, of which this customer is none.
    pub(crate) for_others: HashSet<DiscountId>,
    /// Discounts that the order of this cart already uses: that use is already counted.
    pub(crate) held: HashSet<DiscountId>,
}

/// The reason why a discount does not apply, for the customer; none if its conditions are met. `print` formats an
/// amount.
pub(crate) fn refusal(
    discount: &DiscountView,
    situation: &DiscountContext,
    print: impl Fn(Money) -> String,
) -> Option<Said> {
    let now = situation.now;
    let held = situation.held.contains(&discount.id);
    let used_up = discount.usage_limit.is_some_and(|limit| discount.used_count >= limit) && !held;
    let minimum = discount.minimum_subtotal_cents.of(situation.subtotal.currency);
    if !discount.enabled {
        Some(UNKNOWN_CODE.into())
    } else if discount.starts_on.is_some_and(|start| now < start) {
        Some(CODE_NOT_YET_VALID.into())
    } else if discount.ends_on.is_some_and(|end| now >= end) {
        Some(CODE_EXPIRED.into())
    } else if situation.for_others.contains(&discount.id) {
        Some(CODE_FOR_OTHERS.into())
    } else if used_up {
        Some(CODE_USED_UP.into())
    } else if discount.once_per_customer && situation.used_by_customer.contains(&discount.id) && !held {
        Some(CODE_USED_ALREADY.into())
    } else if !situation.lines.lowers(discount) {
        Some(CODE_FOR_OTHER_ITEMS.into())
    } else if situation.subtotal.minor < minimum.minor {
        Some(CODE_NEEDS_SUBTOTAL.with("minimum", print(minimum)))
    } else if discount.kind == DiscountKind::FreeShipping && !situation.requires_shipping {
        Some(CODE_NEEDS_DELIVERY.into())
    } else {
        None
    }
}

/// The discount as input of the price calculation.
pub(crate) fn as_candidate(discount: &DiscountView, situation: &DiscountContext) -> Discount {
    let effect = match discount.kind {
        DiscountKind::Percent => DiscountEffect::Percent { rate_basis_points: discount.rate_basis_points },
        DiscountKind::Amount => DiscountEffect::Amount { amount_cents: discount.amount_cents },
        DiscountKind::FreeShipping => DiscountEffect::FreeShipping,
    };
    let on_order = discount.applies_to == DiscountScope::Order || discount.kind == DiscountKind::FreeShipping;
    Discount {
        id: discount.id.to_string(),
        label: discount.label.clone(),
        code: discount.code.clone(),
        effect,
        lines: (!on_order).then(|| situation.lines.lowered_by(discount)),
    }
}
