//! What must hold after a run, as rules about plain values.

use std::collections::HashMap;

use stoa_kernel::id::{OrderId, VariantId};
use stoa_kernel::load_run::LoadTestRule;
use stoa_kernel::money::Cents;
use stoa_kernel::order::OrderPaymentStatus;

/// Most examples of a finding.
const MAX_DETAILS: usize = 20;

/// What was found about a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The rule.
    pub rule: LoadTestRule,
    /// Whether it holds.
    pub holds: bool,
    /// How many things were looked at.
    pub checked: u64,
    /// Examples of what breaks it.
    pub details: Vec<String>,
}

impl Finding {
    pub(super) fn of(rule: LoadTestRule) -> Self {
        Self { rule, holds: true, checked: 0, details: Vec::new() }
    }

    /// Notes that a thing was looked at, and what is wrong with it.
    pub(super) fn note(&mut self, problem: Option<String>) {
        self.checked += 1;
        if let Some(problem) = problem {
            self.holds = false;
            if self.details.len() < MAX_DETAILS {
                self.details.push(problem);
            }
        }
    }
}

/// A variant that a run bought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct VariantFacts {
    pub(super) id: VariantId,
    /// Whether its stock is not tracked.
    pub(super) unlimited: bool,
    /// Whether tracking began or ended while the run went on.
    pub(super) was_changed: bool,
    /// Units in stock.
    pub(super) in_stock: i64,
    /// Sum of its ledger.
    pub(super) ledger: i64,
    /// The part of it that is due to the run.
    pub(super) ledger_of_run: i64,
    /// Units in orders of the run that hold their stock.
    pub(super) sold: i64,
}

impl VariantFacts {
    /// Why its ledger does not add up.
    pub(super) fn ledger_problem(&self) -> Option<String> {
        let Self { id, in_stock, ledger, .. } = self;
        (in_stock != ledger).then(|| format!("{id}: {in_stock} in stock, its ledger adds up to {ledger}"))
    }

    /// Why more was sold than there was.
    pub(super) fn oversold(&self) -> Option<String> {
        let Self { id, in_stock, sold, .. } = self;
        if self.unlimited || self.was_changed {
            return None;
        }
        if *in_stock < 0 {
            return Some(format!("{id}: {in_stock} in stock"));
        }
        let there_was = self.ledger - self.ledger_of_run;
        (*sold > there_was).then(|| format!("{id}: {sold} sold in orders of the run, {there_was} were there"))
    }
}

/// A payment of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PaymentFacts {
    pub(super) captured: Cents,
    pub(super) refunded: Cents,
}

/// An order of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OrderFacts {
    pub(super) id: OrderId,
    pub(super) status: OrderPaymentStatus,
    pub(super) total: Cents,
    pub(super) payments: Vec<PaymentFacts>,
}

impl OrderFacts {
    /// Why a paid order is not paid once and whole. A further payment that was sent back is none.
    pub(super) fn payment_problem(&self) -> Option<String> {
        let Self { id, total, .. } = self;
        if !self.status.is_paid() || *total <= Cents::ZERO {
            return None;
        }
        let kept: Vec<&PaymentFacts> =
            self.payments.iter().filter(|payment| payment.captured > payment.refunded).collect();
        match kept.as_slice() {
            [] => Some(format!("{id}: paid, but no payment was captured")),
            [one] if one.captured == *total => None,
            [one] => Some(format!("{id}: {} of {} captured", one.captured.0, total.0)),
            several => Some(format!("{id}: captured by {} payments", several.len())),
        }
    }
}

/// A discount that a run used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DiscountFacts {
    /// Its id.
    pub(super) id: String,
    /// Most uses.
    pub(super) limit: Option<i64>,
    /// Its uses, by anyone.
    pub(super) uses: i64,
    /// Most uses by one customer, where each may use it once.
    pub(super) most_by_one: Option<i64>,
}

impl DiscountFacts {
    /// Why it was used more often than it may be.
    pub(super) fn problem(&self) -> Option<String> {
        let Self { id, uses, .. } = self;
        if let Some(limit) = self.limit.filter(|limit| uses > limit) {
            return Some(format!("{id}: used {uses} times, the limit is {limit}"));
        }
        let times = self.most_by_one.filter(|times| *times > 1)?;
        Some(format!("{id}: used {times} times by one customer, who may use it once"))
    }
}

/// Why an order that was confirmed to a shopper is not kept.
pub(super) fn lost(id: &str, known: &HashMap<OrderId, OrderPaymentStatus>) -> Option<String> {
    let status = id.parse().ok().and_then(|id: OrderId| known.get(&id));
    match status {
        None => Some(format!("{id}: confirmed, but not among the orders of the run")),
        Some(status) if status.is_unpaid() => Some(format!("{id}: confirmed, but not paid ({status})")),
        Some(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variant() -> VariantFacts {
        VariantFacts {
            id: VariantId::generate(),
            unlimited: false,
            was_changed: false,
            in_stock: 3,
            ledger: 3,
            ledger_of_run: -7,
            sold: 7,
        }
    }

    #[test]
    fn ledgers_add_up() {
        assert_eq!(variant().ledger_problem(), None);
        assert!(VariantFacts { in_stock: 4, ..variant() }.ledger_problem().is_some());
    }

    #[test]
    fn more_sold_than_there_was() {
        assert_eq!(variant().oversold(), None);
        assert_eq!(VariantFacts { sold: 10, ..variant() }.oversold(), None);
        for wrong in [VariantFacts { sold: 11, ..variant() }, VariantFacts { in_stock: -1, ..variant() }] {
            assert!(wrong.oversold().is_some());
            assert_eq!(VariantFacts { unlimited: true, ..wrong.clone() }.oversold(), None);
            assert_eq!(VariantFacts { was_changed: true, ..wrong }.oversold(), None);
        }
    }

    #[test]
    fn paid_orders_are_paid_once_and_whole() {
        let payment = |captured, refunded| PaymentFacts { captured: Cents(captured), refunded: Cents(refunded) };
        let problem = |status, payments| {
            OrderFacts { id: OrderId::generate(), status, total: Cents(1_000), payments }.payment_problem()
        };
        let paid = OrderPaymentStatus::Paid;
        assert_eq!(problem(paid, vec![payment(1_000, 0), payment(0, 0)]), None);
        assert_eq!(problem(paid, vec![payment(1_000, 0), payment(1_000, 1_000)]), None);
        assert_eq!(problem(OrderPaymentStatus::AwaitingPayment, Vec::new()), None);
        for wrong in [Vec::new(), vec![payment(999, 0)], vec![payment(1_000, 0); 2]] {
            assert!(problem(paid, wrong.clone()).is_some(), "{wrong:?}");
        }
    }

    #[test]
    fn discounts_are_used_within_their_limits() {
        let discount = DiscountFacts { id: "dsc".to_owned(), limit: Some(5), uses: 5, most_by_one: Some(1) };
        assert_eq!(discount.problem(), None);
        assert_eq!(DiscountFacts { limit: None, uses: 900, ..discount.clone() }.problem(), None);
        assert!(DiscountFacts { uses: 6, ..discount.clone() }.problem().is_some());
        assert!(DiscountFacts { most_by_one: Some(2), ..discount }.problem().is_some());
    }

    #[test]
    fn confirmed_orders_are_there_and_paid() {
        let (paid, unpaid) = (OrderId::generate(), OrderId::generate());
        let known = HashMap::from([
            (paid.clone(), OrderPaymentStatus::Paid),
            (unpaid.clone(), OrderPaymentStatus::AwaitingPayment),
        ]);
        assert_eq!(lost(paid.as_str(), &known), None);
        for id in [unpaid.as_str(), OrderId::generate().as_str(), "?"] {
            assert!(lost(id, &known).is_some(), "{id}");
        }
    }

    #[test]
    fn few_examples_are_enough() {
        let mut finding = Finding::of(LoadTestRule::PaidOnce);
        finding.note(None);
        (0..30).for_each(|number| finding.note(Some(number.to_string())));
        assert_eq!((finding.checked, finding.holds, finding.details.len()), (31, false, 20));
    }
}
