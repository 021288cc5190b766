//! Tests of billing periods and of who may have a plan.

use stoa_kernel::catalogue::PeriodUnit;
use stoa_kernel::id::SubscriptionPlanId;
use stoa_kernel::money::Cents;

use super::{BillingPeriod, PlanPatch, SubscriptionPlan};
use crate::catalogue::ProductType;

fn plan(value: i32, unit: PeriodUnit, cycles: i32) -> SubscriptionPlan {
    SubscriptionPlan {
        id: SubscriptionPlanId::generate(),
        billing_period: BillingPeriod { value, unit },
        num_billing_cycles: cycles,
        sold_once: false,
        percentage_discount: 0,
        revision: 1,
    }
}

// spec: subscription.wording.base, subscription.wording.plural, subscription.wording.duration
// spec: subscription.wording.years-conversion, subscription.wording.indefinite
#[test]
fn billing_period_text() {
    for (value, unit, cycles, words) in [
        (1, PeriodUnit::Week, 0, "every week"),
        (1, PeriodUnit::Month, 0, "every month"),
        (1, PeriodUnit::Year, 0, "every year"),
        (2, PeriodUnit::Month, 0, "every 2 months"),
        (1, PeriodUnit::Month, 5, "every month for 5 months"),
        (2, PeriodUnit::Month, 4, "every 2 months for 8 months"),
        (1, PeriodUnit::Month, 24, "every month for 2 years"),
        (1, PeriodUnit::Week, 52, "every week for 1 year"),
        (2, PeriodUnit::Week, 26, "every 2 weeks for 1 year"),
        (1, PeriodUnit::Month, 13, "every month for 13 months"),
        (1, PeriodUnit::Month, 1, "every month for 1 month"),
        (1, PeriodUnit::Year, 1, "every year for 1 year"),
    ] {
        assert_eq!(plan(value, unit, cycles).text(), words);
    }
}

#[test]
fn subscriber_discount() {
    let saving = |percent| SubscriptionPlan { percentage_discount: percent, ..plan(1, PeriodUnit::Month, 0) };
    let price = |percent, once| saving(percent).price_cents(Cents(once)).0;
    assert_eq!(price(0, 1999), 1999);
    assert_eq!(price(10, 1999), 1799);
    assert_eq!(price(15, 1990), 1692);
    assert_eq!(price(99, 1), 0);
    assert_eq!(price(50, i64::MAX), i64::MAX / 2 + 1);
}

fn patch() -> PlanPatch {
    PlanPatch {
        period_value: 1,
        period_unit: PeriodUnit::Month,
        num_billing_cycles: 0,
        sold_once: false,
        percentage_discount: 0,
        revision: 0,
    }
}

fn faults(patch: PlanPatch, kind: ProductType) -> Vec<String> {
    patch.checked(Some(kind)).err().map(|failure| failure.fields.into_keys().collect()).unwrap_or_default()
}

// spec: subscription.plan.fields
#[test]
fn invalid_billing_periods_rejected() {
    for period_unit in PeriodUnit::ALL.iter().copied() {
        assert!(faults(PlanPatch { period_unit, ..patch() }, ProductType::Physical).is_empty());
    }
    for (wrong, field) in [
        (PlanPatch { period_value: 0, ..patch() }, "billingPeriod.value"),
        (PlanPatch { period_value: 53, ..patch() }, "billingPeriod.value"),
        (PlanPatch { num_billing_cycles: -1, ..patch() }, "numBillingCycles"),
        (PlanPatch { num_billing_cycles: 521, ..patch() }, "numBillingCycles"),
        (PlanPatch { percentage_discount: 100, sold_once: true, ..patch() }, "percentageDiscount"),
        (PlanPatch { percentage_discount: 10, ..patch() }, "percentageDiscount"),
    ] {
        assert_eq!(faults(wrong, ProductType::Service), [field]);
    }
}

#[test]
fn subscribable_product_types() {
    for kind in ProductType::ALL {
        let allowed = matches!(kind, ProductType::Physical | ProductType::Service);
        assert_eq!(faults(patch(), kind).is_empty(), allowed, "{kind:?}");
    }
}
