use proptest::prelude::*;
use serde_json::json;
use stoa_entity::tenant::{payment, refund, refund_item};
use stoa_kernel::id::{OrderId, OrderItemId, PaymentId, RefundId, WebsiteId};

use super::ledger::{Ledger, Plan};
use super::shares::{LineShare, Shares};
use super::{RefundItemView, RefundLine, RefundStatus, RefundWish};

#[test]
fn the_pieces_of_a_line_add_up_to_the_line_in_any_portions() {
    for (quantity, paid_cents) in [(3, 1_000), (7, 5), (1, 1), (9_999, 123_457), (2, 0)] {
        let line = LineShare { item: OrderItemId::generate(), name: String::new(), quantity, paid_cents };
        for portion in 1..=quantity.min(4) {
            let mut before = 0;
            let mut given = 0;
            while before < quantity {
                let pieces = portion.min(quantity - before);
                let share = line.of(before, pieces);
                assert!(share >= 0);
                given += share;
                before += pieces;
            }
            assert_eq!(given, paid_cents, "{quantity} pieces in portions of {portion}");
        }
    }
}

#[test]
fn only_a_last_word_ends_a_refund() {
    for (name, open) in
        [("started", true), ("pending", true), ("unknown", true), ("succeeded", false), ("failed", false)]
    {
        let status = RefundStatus::from_name(name);
        assert_eq!((status.name(), status.is_open()), (name, open));
    }
    assert!(RefundStatus::from_name("?").is_open());
}

#[test]
fn wishes_name_lines_once_and_amounts_above_nothing() {
    let line = |quantity| RefundLine { order_item_id: "itm_1".to_owned(), quantity };
    let wish =
        |items, shipping_cents, amount_cents| RefundWish { items, shipping_cents, amount_cents, payment_id: None };
    assert!(wish(vec![line(1)], 0, None).check().is_ok());
    assert!(wish(vec![line(1), line(1)], 0, None).check().is_err());
    assert!(wish(vec![line(0)], 0, None).check().is_err());
    assert!(wish(Vec::new(), -1, None).check().is_err());
    assert!(wish(Vec::new(), 0, Some(0)).check().is_err());
}

fn payment(captured_cents: i64) -> payment::Model {
    payment::Model {
        website_id: WebsiteId::generate(),
        id: PaymentId::generate(),
        order_id: OrderId::generate(),
        provider: "test.card".to_owned(),
        method: "card".to_owned(),
        test_mode: None,
        idempotency_key: String::new(),
        status: "captured".to_owned(),
        amount_cents: captured_cents,
        captured_cents,
        refunded_cents: 0,
        currency: "USD".to_owned(),
        provider_ref: None,
        provider_state: json!({}),
        next_url: None,
        buyer_message: None,
        capture_mode: "at-once".to_owned(),
        capture_before: None,
        instructions: None,
        checks: 0,
        next_check_on: None,
        created_on: 0,
        updated_on: 0,
    }
}

/// Writes a plan into the ledger as if the provider had carried it out.
fn carry_out(ledger: &mut Ledger, plan: Plan) {
    let id = RefundId::generate();
    let website_id = WebsiteId::generate();
    let item = |item: RefundItemView| refund_item::Model {
        website_id: website_id.clone(),
        refund_id: id.clone(),
        order_item_id: item.order_item_id,
        quantity: item.quantity,
        amount_cents: item.amount_cents,
    };
    let items = plan.items.into_iter().map(item).collect();
    let row = refund::Model {
        website_id: website_id.clone(),
        id: id.clone(),
        order_id: OrderId::generate(),
        payment_id: plan.payment_id,
        idempotency_key: String::new(),
        request: json!({}),
        amount_cents: plan.amount_cents,
        shipping_cents: plan.shipping_cents,
        reason: String::new(),
        restock: false,
        notify: false,
        status: "succeeded".to_owned(),
        message: None,
        checks: 0,
        next_check_on: None,
        actor: "system".to_owned(),
        created_on: 0,
        settled_on: Some(0),
    };
    ledger.paid_back(row, items);
}

proptest! {
    /// Whatever portions are refunded first, the rest of lines and delivery ends exactly at what was
    /// paid: nothing is left over and nothing is given twice.
    #[test]
    fn any_sequence_of_partial_refunds_ends_at_the_total(
        lines in prop::collection::vec((1_i64..6, 0_i64..5_000), 1..5),
        shipping_cents in 0_i64..900,
        steps in prop::collection::vec((0_usize..5, 1_i64..4, 0_i64..300), 0..8),
    ) {
        let share = |(quantity, paid_cents): &(i64, i64)| LineShare {
            item: OrderItemId::generate(),
            name: "Mug".to_owned(),
            quantity: *quantity,
            paid_cents: *paid_cents,
        };
        let shares: Vec<LineShare> = lines.iter().map(share).collect();
        let total = shares.iter().map(|line| line.paid_cents).sum::<i64>() + shipping_cents;
        prop_assume!(total > 0);
        let mut ledger = Ledger::of(Shares { lines: shares.clone(), shipping_cents }, vec![payment(total)]);
        let mut given = 0;
        for (line, quantity, amount) in steps {
            let wish = match shares.get(line) {
                Some(share) => RefundWish {
                    items: vec![RefundLine { order_item_id: share.item.to_string(), quantity }],
                    ..RefundWish::default()
                },
                None => RefundWish { amount_cents: Some(amount), ..RefundWish::default() },
            };
            if let Ok(plan) = ledger.plan(&wish) {
                given += plan.amount_cents;
                carry_out(&mut ledger, plan);
            }
        }
        for plan in ledger.rest() {
            given += plan.amount_cents;
            carry_out(&mut ledger, plan);
        }
        prop_assert_eq!(given, total);
        let one_more = RefundWish { amount_cents: Some(1), ..RefundWish::default() };
        prop_assert!(ledger.plan(&one_more).is_err());
    }
}
