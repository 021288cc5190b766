//! A discount as a contributor submits it, with the check of its values.

use stoa_kernel::Failure;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::error::Checks;
use stoa_kernel::money::Cents;
use stoa_kernel::pricing::{DiscountKind, DiscountScope};

use crate::contributor_texts;
use crate::named_customers;

/// Largest amount, in minor units.
const MAX_CENTS: Cents = Cents(99_999_999_999);

/// A discount as submitted by a contributor, for creating or updating it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiscountPatch {
    /// Name shown to customers.
    pub label: String,
    /// The code; none for an automatic discount.
    pub code: Option<String>,
    /// Kind of reduction.
    pub kind: DiscountKind,
    /// Reduction in basis points, for a percentage.
    pub rate_basis_points: i64,
    /// Reduction in minor units, for a fixed amount.
    pub amount_cents: Cents,
    /// What the discount is applied to; for free shipping, what the cart must contain.
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
    /// Whether it is enabled.
    pub enabled: bool,
}

impl DiscountPatch {
    /// Validates the values and normalises them for storage: fields that the kind does not use are cleared.
    pub(super) fn checked(mut self) -> Result<Self, Failure> {
        let mut checks = Checks::default();
        self.label = self.label.trim().to_owned();
        let named = (1..=60).contains(&self.label.chars().count()) && !self.label.chars().any(char::is_control);
        checks.require(named, "label", contributor_texts::ENTER_A_NAME_OF_AT_MOST_60);
        self.code = self.code.map(|code| code.trim().to_owned()).filter(|code| !code.is_empty());
        let plain = |letter: char| letter.is_alphanumeric() || matches!(letter, '-' | '_' | '.' | '%');
        let readable =
            self.code.as_ref().is_none_or(|code| (3..=40).contains(&code.chars().count()) && code.chars().all(plain));
        checks.require(readable, "code", contributor_texts::USE_3_TO_40_LETTERS_AND_DIGITS);
        self.check_effect(&mut checks);
        self.check_conditions(&mut checks);
        checks.finish()?;
        Ok(self)
    }

    fn check_effect(&mut self, checks: &mut Checks) {
        match self.kind {
            DiscountKind::Percent => {
                let rate = (1..=10_000).contains(&self.rate_basis_points);
                checks.require(rate, "rateBasisPoints", contributor_texts::ENTER_A_PERCENTAGE_ABOVE);
                self.amount_cents = Cents::ZERO;
            }
            DiscountKind::Amount => {
                let amount = (Cents(1)..=MAX_CENTS).contains(&self.amount_cents);
                checks.require(amount, "amountCents", contributor_texts::ENTER_THE_DISCOUNT_AMOUNT);
                self.rate_basis_points = 0;
            }
            DiscountKind::FreeShipping => {
                (self.rate_basis_points, self.amount_cents) = (0, Cents::ZERO);
            }
        }
        if self.applies_to == DiscountScope::Order {
            self.target_ids.clear();
        } else {
            self.target_ids.sort();
            self.target_ids.dedup();
            let message = if self.applies_to == DiscountScope::Products {
                contributor_texts::CHOOSE_AT_LEAST_ONE_PRODUCT
            } else {
                contributor_texts::CHOOSE_AT_LEAST_ONE_CATEGORY
            };
            checks.require(!self.target_ids.is_empty(), "targetIds", message);
            let fit = self.target_ids.len() <= 500 && self.target_ids.iter().all(|id| id.len() <= 40);
            checks.require(fit, "targetIds", contributor_texts::CHOOSE_AT_MOST_500);
        }
    }

    fn check_conditions(&mut self, checks: &mut Checks) {
        let minimum = (Cents::ZERO..=MAX_CENTS).contains(&self.minimum_subtotal_cents);
        checks.require(minimum, "minimumSubtotalCents", contributor_texts::AMOUNT_IS_OUT_OF_RANGE);
        let ordered = !matches!((self.starts_on, self.ends_on), (Some(from), Some(until)) if from >= until);
        checks.require(ordered, "endsOn", contributor_texts::END_MUST_BE_AFTER_THE_START);
        let limit = self.usage_limit.is_none_or(|limit| (1..=999_999_999).contains(&limit));
        checks.require(limit, "usageLimit", contributor_texts::ENTER_A_NUMBER_OF_AT_LEAST_1);
        self.customers = self.customers.take().map(|customers| named_customers::checked(customers, checks));
    }
}
