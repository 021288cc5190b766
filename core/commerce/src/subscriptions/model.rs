//! Subscription plans: billing periods, numbers of payments, discounts.

pub use stoa_entity::tenant::order_subscription::BillingPeriod;
use stoa_entity::tenant::order_subscription::StoredPlan;
use stoa_entity::tenant::subscription_plan;
use stoa_kernel::Failure;
use stoa_kernel::catalogue::PeriodUnit;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::error::Checks;
use stoa_kernel::id::SubscriptionPlanId;
use stoa_kernel::money::Cents;
use stoa_messages::{Catalogue, Texts};

use crate::catalogue::ProductType;
use crate::contributor_texts;

/// Maximum billing period, in units.
const MAX_PERIOD: i32 = 52;
/// Maximum number of payments of a limited plan: ten years of weeks.
const MAX_CYCLES: i32 = 520;
/// Maximum subscriber discount, percent.
const MAX_DISCOUNT: i32 = 99;

/// The subscription plan of a product.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubscriptionPlan {
    /// Its id.
    pub id: SubscriptionPlanId,
    /// The time between two payments.
    pub billing_period: BillingPeriod,
    /// Number of payments; 0 for unlimited.
    pub num_billing_cycles: i32,
    /// Whether the product is also sold as a one-time purchase.
    pub sold_once: bool,
    /// Subscriber discount on the one-time price, percent.
    pub percentage_discount: i32,
    /// Increased by each change.
    pub revision: i64,
}

impl From<subscription_plan::Model> for SubscriptionPlan {
    fn from(row: subscription_plan::Model) -> Self {
        Self {
            id: row.id,
            billing_period: BillingPeriod { value: row.period_value, unit: row.period_unit },
            num_billing_cycles: row.billing_cycles,
            sold_once: row.sold_once,
            percentage_discount: row.percentage_discount,
            revision: row.revision,
        }
    }
}

impl From<StoredPlan> for SubscriptionPlan {
    fn from(stored: StoredPlan) -> Self {
        let StoredPlan { id, billing_period, num_billing_cycles, sold_once, percentage_discount, revision } = stored;
        Self { id, billing_period, num_billing_cycles, sold_once, percentage_discount, revision }
    }
}

impl From<SubscriptionPlan> for StoredPlan {
    fn from(plan: SubscriptionPlan) -> Self {
        let SubscriptionPlan { id, billing_period, num_billing_cycles, sold_once, percentage_discount, revision } =
            plan;
        Self { id, billing_period, num_billing_cycles, sold_once, percentage_discount, revision }
    }
}

impl SubscriptionPlan {
    /// The price per payment for the one-time price `once_cents`, minor units; rounded half up.
    pub fn price_cents(&self, once_cents: Cents) -> Cents {
        let kept = i128::from(100 - self.percentage_discount.clamp(0, MAX_DISCOUNT));
        let rounded = (i128::from(once_cents.0) * kept + 50) / 100;
        i64::try_from(rounded).map_or(once_cents, Cents)
    }

    /// The total duration of all payments, in years if that is a whole number; none when unlimited.
    fn duration(&self) -> Option<(i64, PeriodUnit)> {
        if self.num_billing_cycles == 0 {
            return None;
        }
        let unit = self.billing_period.unit;
        let length = i64::from(self.billing_period.value) * i64::from(self.num_billing_cycles);
        Some(match length % unit.in_year() {
            0 => (length / unit.in_year(), PeriodUnit::Year),
            _ => (length, unit),
        })
    }

    /// Billing period and duration in English, such as `every 2 months for 1 year`.
    pub fn text(&self) -> String {
        self.text_in(Catalogue::for_language("en"))
    }

    /// Billing period and duration in a language.
    pub fn text_in(&self, texts: Texts<'_>) -> String {
        let every = match self.billing_period.unit {
            PeriodUnit::Week => "subscription.everyWeeks",
            PeriodUnit::Month => "subscription.everyMonths",
            PeriodUnit::Year => "subscription.everyYears",
        };
        let counted = |key, count: i64| texts.format(key, &[("count", count.into())]);
        let every = counted(every, i64::from(self.billing_period.value));
        let Some((length, unit)) = self.duration() else { return every };
        let length = match unit {
            PeriodUnit::Week => counted("subscription.weeks", length),
            PeriodUnit::Month => counted("subscription.months", length),
            PeriodUnit::Year => counted("subscription.years", length),
        };
        texts.format("subscription.everyForLength", &[("every", (&every).into()), ("length", (&length).into())])
    }

    /// Whether both plans have the same terms for the shopper.
    pub(crate) fn has_same_terms(&self, other: &Self) -> bool {
        self.billing_period == other.billing_period
            && self.num_billing_cycles == other.num_billing_cycles
            && self.percentage_discount == other.percentage_discount
    }
}

/// The subscription that a cart starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CartSubscription {
    /// The plan as the shopper saw it.
    pub(crate) plan: SubscriptionPlan,
    /// Until when it can be bought.
    pub(crate) expires_on: Timestamp,
}

/// Values of a plan as submitted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanPatch {
    /// Number of units between two payments.
    pub period_value: i32,
    /// The unit.
    pub period_unit: PeriodUnit,
    /// Number of payments; 0 for unlimited.
    pub num_billing_cycles: i32,
    /// Whether the product is also sold as a one-time purchase.
    pub sold_once: bool,
    /// Subscriber discount on the one-time price, percent.
    pub percentage_discount: i32,
    /// The revision that the contributor saw; 0 when there was no plan.
    pub revision: i64,
}

/// Validated values of a plan.
pub(super) struct CheckedPlan {
    pub(super) billing_period: BillingPeriod,
    pub(super) num_billing_cycles: i32,
    pub(super) sold_once: bool,
    pub(super) percentage_discount: i32,
    pub(super) revision: i64,
}

impl PlanPatch {
    /// Validates the values for a product of a type.
    pub(super) fn checked(self, kind: Option<ProductType>) -> Result<CheckedPlan, Failure> {
        let mut checks = Checks::default();
        checks.require(
            matches!(kind, Some(ProductType::Physical | ProductType::Service)),
            "isSubscribable",
            contributor_texts::ONLY_PHYSICAL_PRODUCTS_AND_SERVICES,
        );
        checks.require(
            (1..=MAX_PERIOD).contains(&self.period_value),
            "billingPeriod.value",
            contributor_texts::WHOLE_NUMBER_BETWEEN_1.with("count", MAX_PERIOD).to_string(),
        );
        checks.require(
            (0..=MAX_CYCLES).contains(&self.num_billing_cycles),
            "numBillingCycles",
            contributor_texts::WHOLE_NUMBER_OR_NO_END.with("count", MAX_CYCLES).to_string(),
        );
        checks.require(
            (0..=MAX_DISCOUNT).contains(&self.percentage_discount),
            "percentageDiscount",
            contributor_texts::WHOLE_NUMBER_BETWEEN_0.with("count", MAX_DISCOUNT).to_string(),
        );
        checks.require(
            self.percentage_discount == 0 || self.sold_once,
            "percentageDiscount",
            contributor_texts::DISCOUNT_NEEDS_A_ONE_TIME_PRICE_BUT,
        );
        checks.finish()?;
        Ok(CheckedPlan {
            billing_period: BillingPeriod { value: self.period_value, unit: self.period_unit },
            num_billing_cycles: self.num_billing_cycles,
            sold_once: self.sold_once,
            percentage_discount: self.percentage_discount,
            revision: self.revision,
        })
    }
}

#[cfg(test)]
mod tests {
    use stoa_kernel::id::SubscriptionPlanId;
    use stoa_messages::Catalogue;

    use super::{BillingPeriod, PeriodUnit, SubscriptionPlan};

    #[test]
    fn billing_period_text_in_each_language() {
        let plan = |value, unit, num_billing_cycles| SubscriptionPlan {
            id: SubscriptionPlanId::generate(),
            billing_period: BillingPeriod { value, unit },
            num_billing_cycles,
            sold_once: true,
            percentage_discount: 0,
            revision: 1,
        };
        let monthly = plan(1, PeriodUnit::Month, 0);
        let a_year = plan(2, PeriodUnit::Month, 6);
        let some_weeks = plan(2, PeriodUnit::Week, 3);
        for (language, expected) in [
            ("en", ["every month", "every 2 months for 1 year", "every 2 weeks for 6 weeks"]),
            ("de", ["jeden Monat", "alle 2 Monate, 1 Jahr lang", "alle 2 Wochen, 6 Wochen lang"]),
            ("fr", ["tous les mois", "tous les 2 mois pendant 1 an", "toutes les 2 semaines pendant 6 semaines"]),
            ("es", ["cada mes", "cada 2 meses durante 1 año", "cada 2 semanas durante 6 semanas"]),
            ("ja", ["毎月", "2か月ごと（1年間）", "2週間ごと（6週間）"]),
        ] {
            let texts = Catalogue::for_language(language);
            let text = |plan: &SubscriptionPlan| plan.text_in(texts).replace('\u{a0}', " ");
            assert_eq!([text(&monthly), text(&a_year), text(&some_weeks)], expected);
        }
    }
}
